//! A template: a list of typed statements that ends in a call of the target method. Statements that choose a value are its slots.
//!
//! Types and members are named as in class files: types by descriptors, classes by internal names. A statement defines at most one value,
//! and refers to values by the numbers of the statements that define them, all of them earlier.

use serde::Serialize;

/// Number of a statement.
pub type ValueId = usize;

/// A statement, and the type of what it defines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Statement {
    /// Descriptor of the value's type; null: none is defined. Where it is not what the member returns, a cast is needed.
    #[serde(rename = "type")]
    pub defines: Option<String>,
    #[serde(flatten)]
    pub action: Action,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Action {
    /// `new C(..)`.
    Construct { class: String, descriptor: String, arguments: Vec<ValueId> },
    /// A call; a method without receiver is static.
    Call { owner: String, name: String, descriptor: String, receiver: Option<ValueId>, arguments: Vec<ValueId> },
    /// A field is read; one without object is static.
    GetField { owner: String, name: String, descriptor: String, object: Option<ValueId> },
    /// A field is assigned; one without object is static.
    PutField { owner: String, name: String, descriptor: String, object: Option<ValueId>, value: ValueId },
    /// An array is made; `length` is an int.
    NewArray { length: ValueId },
    /// An element is assigned; `index` is an int.
    PutElement { array: ValueId, index: ValueId, value: ValueId },
    /// A slot: a value of a primitive type. A char is its code.
    Primitive { constant: Number },
    /// A slot: a text.
    Text { constant: String },
    /// A slot: a constant of an enum.
    EnumConstant { class: String, name: String },
    /// A slot: null, for want of a way to make an object of its type.
    Null,
}

/// A value of a primitive type.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Number {
    Boolean(bool),
    Whole(i64),
    Real(f64),
}

impl Action {
    /// The values that it refers to.
    pub fn uses(&self) -> Vec<ValueId> {
        match self {
            Self::Construct { arguments, .. } => arguments.clone(),
            Self::Call { receiver, arguments, .. } => receiver.iter().chain(arguments).copied().collect(),
            Self::GetField { object, .. } => object.iter().copied().collect(),
            Self::PutField { object, value, .. } => object.iter().chain([value]).copied().collect(),
            Self::NewArray { length } => vec![*length],
            Self::PutElement { array, index, value } => vec![*array, *index, *value],
            Self::Primitive { .. } | Self::Text { .. } | Self::EnumConstant { .. } | Self::Null => Vec::new(),
        }
    }

    /// Whether a search may choose its value.
    pub fn is_slot(&self) -> bool {
        matches!(self, Self::Primitive { .. } | Self::Text { .. } | Self::EnumConstant { .. } | Self::Null)
    }
}

/// A test with slots.
#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    /// The last is the call of the target method.
    pub statements: Vec<Statement>,
    /// By node of the graph: the statement that defines its value, if there is one.
    pub by_node: Vec<Option<ValueId>>,
    /// The nodes that the template does not set, and why.
    pub unset: Vec<Unset>,
    /// Whether the bound on statements left something out.
    pub truncated: bool,
}

/// A node that the template leaves as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Unset {
    pub node: u32,
    pub reason: String,
    /// Whether no test in this package can set it, whatever a search does.
    pub infeasible: bool,
}

/// The parameter types of a method's descriptor, and its return type.
pub fn signature(descriptor: &str) -> (Vec<&str>, &str) {
    let mut parameters = Vec::new();
    let close = descriptor.find(')').unwrap_or(0);
    let mut rest = descriptor.get(1..close).unwrap_or_default();
    while !rest.is_empty() {
        let dimensions = rest.bytes().take_while(|&b| b == b'[').count();
        let length = match rest.as_bytes().get(dimensions) {
            Some(b'L') => rest.find(';').map_or(rest.len(), |end| end + 1),
            _ => (dimensions + 1).min(rest.len()),
        };
        let (first, others) = rest.split_at(length);
        parameters.push(first);
        rest = others;
    }
    (parameters, descriptor.get(close + 1..).unwrap_or_default())
}

/// The class of a descriptor: its internal name; `None` for primitive types and arrays.
pub fn class_of(descriptor: &str) -> Option<&str> {
    descriptor.strip_prefix('L')?.strip_suffix(';')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_is_taken_apart() {
        assert_eq!(signature("(I[[Ljava/util/List;J[D)V"), (vec!["I", "[[Ljava/util/List;", "J", "[D"], "V"));
        assert_eq!(signature("()[I"), (vec![], "[I"));
        assert_eq!(class_of("Lp/C;"), Some("p/C"));
        assert_eq!((class_of("I"), class_of("[Lp/C;")), (None, None));
    }
}
