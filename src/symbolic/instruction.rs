//! Instructions of the JVM (JVMS 17, 6.5), fewer and owned: an instruction for each thing to do, whatever its operands' types, and jumps by
//! the place of the instruction that they lead to.

use super::scalar::{Binary, Scalar, Unary};
use crate::program::facts::Symbol;
use crate::relation::Relation;
use std::sync::Arc;

/// What a field, an element, a parameter or a result is (JVMS 4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Kind {
    /// Of a descriptor, by its first letter; `None`: it is none.
    pub fn of(descriptor: &str) -> Option<Self> {
        Some(match descriptor.as_bytes().first()? {
            b'Z' => Self::Boolean,
            b'B' => Self::Byte,
            b'C' => Self::Char,
            b'S' => Self::Short,
            b'I' => Self::Int,
            b'J' => Self::Long,
            b'F' => Self::Float,
            b'D' => Self::Double,
            b'L' | b'[' => Self::Reference,
            _ => return None,
        })
    }

    /// Whether it takes two local variables (JVMS 2.6.1).
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }

    /// The least and the greatest value of what is an `int` to the JVM.
    pub fn range(self) -> (i64, i64) {
        match self {
            Self::Boolean => (0, 1),
            Self::Byte => (-128, 127),
            Self::Char => (0, 65_535),
            Self::Short => (-32_768, 32_767),
            Self::Long => (i64::MIN, i64::MAX),
            _ => (i64::from(i32::MIN), i64::from(i32::MAX)),
        }
    }
}

/// Parameters and result of a method; `None`: `void`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub parameters: Vec<Kind>,
    pub result: Option<Kind>,
}

impl Signature {
    /// Of a method's descriptor; `None`: it is none.
    pub fn of(descriptor: &str) -> Option<Self> {
        let (inside, result) = descriptor.strip_prefix('(')?.split_once(')')?;
        let mut parameters = Vec::new();
        let mut rest = inside;
        while !rest.is_empty() {
            parameters.push(Kind::of(rest)?);
            let element = rest.trim_start_matches('[');
            let length = if element.starts_with('L') { element.find(';')? + 1 } else { 1 };
            rest = element.get(length..)?;
        }
        Some(Self { parameters, result: if result == "V" { None } else { Some(Kind::of(result)?) } })
    }
}

/// A field or method as code names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// Internal name, or the descriptor of an array.
    pub owner: Symbol,
    pub name: Symbol,
    pub descriptor: Symbol,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    Virtual,
    Special,
    Static,
    Interface,
}

/// A method handle's kind, as far as it matters who is called (JVMS, table 5.4.3.5-A).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleKind {
    Virtual,
    Special,
    Static,
    Constructor,
}

/// A case of a switch: key, place of the instruction, which of the branch's outcomes.
pub type Case = (i32, usize, u32);

#[derive(Clone, Debug)]
pub enum Instruction {
    Nop,
    Push(Scalar),
    PushNull,
    PushText(Arc<[u16]>),
    PushClass(Symbol),
    /// A constant of another kind, as method handles are.
    PushOther,
    Load(u16),
    Store(u16),
    Increment(u16, i32),
    ArrayLoad(Kind),
    ArrayStore(Kind),
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    Unary(Unary),
    Binary(Binary),
    /// `lcmp`, `fcmpl` and so on; what a NaN gives.
    Order(i32),
    /// Branches are numbered in the order of the code. Outcome 0 jumps.
    JumpOnZero(Relation, usize, u32),
    JumpOnInts(Relation, usize, u32),
    /// Whether it jumps where they are the same.
    JumpOnSame(bool, usize, u32),
    /// Whether it jumps on null.
    JumpOnNull(bool, usize, u32),
    Goto(usize),
    Switch {
        /// Ascending.
        cases: Vec<Case>,
        /// Outcome 0.
        default: usize,
        branch: u32,
    },
    Return,
    GetStatic(Member),
    PutStatic(Member),
    GetField(Member),
    PutField(Member),
    Call {
        kind: CallKind,
        method: Member,
        signature: Arc<Signature>,
    },
    /// String concatenation: text with `\u{1}` for an argument.
    Concatenate {
        recipe: Arc<[u16]>,
        parameters: Arc<[Kind]>,
    },
    Lambda {
        interface: Symbol,
        /// Of the interface.
        name: Symbol,
        kind: HandleKind,
        method: Member,
        signature: Arc<Signature>,
        captured: usize,
    },
    /// Any other `invokedynamic`.
    Dynamic(Arc<Signature>),
    New(Symbol),
    NewArray(Kind),
    /// Descriptor of the array.
    NewObjectArray(Symbol),
    /// Descriptor and number of dimensions that are given.
    NewArrays(Symbol, u8),
    ArrayLength,
    Throw,
    CheckCast(Symbol),
    InstanceOf(Symbol),
    /// A monitor is entered or left.
    Monitor,
    /// Subroutines, and what no compiler writes.
    Unsupported,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read_of_descriptors() {
        let read = Signature::of("(IJ[[DLjava/lang/String;[Ljava/lang/Object;Z)V").unwrap();
        use Kind::{Boolean, Int, Long, Reference};
        assert_eq!(read, Signature { parameters: vec![Int, Long, Reference, Reference, Reference, Boolean], result: None });
        assert_eq!(Signature::of("()[I").unwrap().result, Some(Reference));
        for wrong in ["", "I", "(", "(I", "(L)V", "(Q)V", "()", "([)V"] {
            assert_eq!(Signature::of(wrong), None, "{wrong}");
        }
    }
}
