//! Type facts and goals, as docs/formats.md ("Type facts") says them.

use serde::Deserialize;

/// What is known of a class under test and of all that its tests may need.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypeFacts {
    pub version: u32,
    /// Internal name of the class under test.
    pub target: String,
    pub types: Vec<TypeFact>,
    pub literals: Literals,
    /// Constants of the classes that the code calls or extends.
    #[serde(default)]
    pub collaborators: Literals,
    /// Types that the code casts to, tests with `instanceof`, or catches: internal names, descriptors of arrays.
    pub casts: Vec<String>,
    /// Methods that the code calls on objects: names with descriptors.
    #[serde(default)]
    pub called: Vec<String>,
    /// Types whose class objects the code names: descriptors.
    #[serde(default)]
    pub classes: Vec<String>,
    /// Members that a test may look up by their names, for code that takes objects of reflection.
    #[serde(default)]
    pub reflected: Vec<ReflectedFact>,
    pub goals: Vec<MethodGoals>,
}

impl TypeFacts {
    /// The member number of the places of a type and of a member in it; `None`: there is none.
    pub fn member_number(&self, (ty, member): (u32, u32)) -> Option<u32> {
        let before = self.types.get(..ty as usize)?.iter().map(|t| t.members.len() as u32).sum::<u32>();
        let members = self.types.get(ty as usize)?.members.len();
        ((member as usize) < members).then_some(before + member)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TypeKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypeFact {
    /// Internal name.
    pub name: String,
    pub kind: TypeKind,
    #[serde(rename = "abstract")]
    pub is_abstract: bool,
    /// From a test in the package of the class under test.
    pub accessible: bool,
    /// The first argument of its constructors is an object of the class around it.
    #[serde(default)]
    pub inner: bool,
    /// Only classes that it names extend or implement it.
    #[serde(default)]
    pub sealed: bool,
    pub parameters: Vec<TypeParameter>,
    /// Signatures.
    pub superclass: Option<String>,
    pub interfaces: Vec<String>,
    /// Of a functional interface, the places of the type that declares its one abstract method, and of the method in that.
    pub sam: Option<(u32, u32)>,
    /// Accessible ones, where they are declared.
    pub members: Vec<MemberFact>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypeParameter {
    pub name: String,
    /// Signatures.
    pub bounds: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MemberKind {
    Constructor,
    Method,
    Field,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MemberFact {
    pub kind: MemberKind,
    pub name: String,
    pub descriptor: String,
    #[serde(rename = "static")]
    pub is_static: bool,
    #[serde(rename = "final")]
    pub is_final: bool,
    #[serde(rename = "abstract")]
    pub is_abstract: bool,
    pub varargs: bool,
    pub type_parameters: Vec<TypeParameter>,
    /// Signatures.
    pub parameters: Vec<String>,
    /// Of a constructor: the type itself, with its own variables as arguments; of a field: its type.
    pub result: String,
    /// Internal names.
    pub exceptions: Vec<String>,
    pub deprecated: bool,
}

/// A member by its name, whether or not a test may use it itself.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReflectedFact {
    /// Internal name of the class that declares it.
    pub owner: String,
    pub kind: MemberKind,
    pub name: String,
    /// Descriptors; of a field none.
    pub parameters: Vec<String>,
}

/// Constants of the code under test.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Literals {
    pub ints: Vec<i32>,
    pub longs: Vec<i64>,
    /// As Java writes them: `1.5`, `NaN`, `-Infinity`.
    pub floats: Vec<String>,
    pub doubles: Vec<String>,
    pub strings: Vec<String>,
}

/// The goals of a method, numbered through all methods in their order.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MethodGoals {
    pub class: String,
    pub name: String,
    pub descriptor: String,
    /// Places of its type and of itself in that; null: tests cannot call it.
    pub member: Option<(u32, u32)>,
    /// Places of its class, where it is one of the types, and of those above it.
    #[serde(default)]
    pub is: Vec<u32>,
    /// Places of the methods that it calls, of those with goals.
    #[serde(default)]
    pub calls: Vec<u32>,
    pub blocks: Vec<BlockFact>,
    pub points: Vec<PointFact>,
}

/// A basic block.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlockFact {
    /// After a conditional jump: where it jumps, what follows; after a switch: its targets in the order of its goals.
    pub next: Vec<u32>,
    pub handlers: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PointKind {
    Entry,
    Jump,
    Switch,
    Handler,
    Line,
    /// The operands of an ordered comparison are equal.
    Boundary,
    /// A replaced operator gives something else.
    Arithmetic,
    /// A value is returned that a mutant would not return: other than 0, null or an empty text; of a boolean true, then false.
    Returned,
}

impl PointKind {
    /// Whether its goals are infections: a mutant of the instruction makes another state there.
    pub fn infects(self) -> bool {
        matches!(self, Self::Boundary | Self::Arithmetic | Self::Returned)
    }
}

/// A place with one or more goals.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PointFact {
    pub kind: PointKind,
    pub block: u32,
    /// -1: the class file says none.
    pub line: i32,
    pub goals: u32,
    /// Of a jump or switch, the number of its operation in the facts of the program.
    #[serde(default)]
    pub operation: Option<u32>,
}
