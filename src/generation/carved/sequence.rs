//! Carved sequences as they are told (docs/formats.md, "Carved tests"): types and members are named as in class files.

use serde::Deserialize;

/// What one existing test does.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sequence {
    /// Of the test, for people.
    pub name: String,
    pub statements: Vec<CarvedStatement>,
}

/// A statement, and the type of what it defines. Values are used by the places of the statements that define them.
#[derive(Clone, Debug, Deserialize)]
pub struct CarvedStatement {
    /// Descriptor; `V`: it defines nothing. Where it is not what the member returns, the test casts it.
    #[serde(rename = "type")]
    pub ty: String,
    #[serde(flatten)]
    pub action: Action,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Action {
    /// `new C(..)`.
    Construct {
        class: String,
        descriptor: String,
        arguments: Vec<usize>,
    },
    /// A call; a method without receiver is static.
    Call {
        owner: String,
        name: String,
        descriptor: String,
        receiver: Option<usize>,
        arguments: Vec<usize>,
    },
    /// A field is read; one without object is static.
    GetField {
        owner: String,
        name: String,
        descriptor: String,
        object: Option<usize>,
    },
    /// A field is assigned; one without object is static.
    PutField {
        owner: String,
        name: String,
        descriptor: String,
        object: Option<usize>,
        value: usize,
    },
    /// An array is made.
    NewArray {
        length: u32,
    },
    /// An element is read.
    Element {
        array: usize,
        index: u32,
    },
    /// An element is assigned.
    PutElement {
        array: usize,
        index: u32,
        value: usize,
    },
    /// A value of a primitive type that is no real number; a char is its code unit, true is 1.
    Whole {
        value: i64,
    },
    /// A real number, as Java writes it.
    Real {
        value: String,
    },
    Text {
        value: String,
    },
    /// A class object, of the class with this descriptor.
    Class {
        class: String,
    },
    Null,
    /// A lambda or method reference: an object of that interface, which the search makes up.
    Lambda,
}

impl Action {
    /// The values that it uses.
    pub fn uses(&self) -> Vec<usize> {
        match self {
            Self::Construct { arguments, .. } => arguments.clone(),
            Self::Call { receiver, arguments, .. } => receiver.iter().chain(arguments).copied().collect(),
            Self::GetField { object, .. } => object.iter().copied().collect(),
            Self::PutField { object, value, .. } => object.iter().chain([value]).copied().collect(),
            Self::Element { array, .. } => vec![*array],
            Self::PutElement { array, value, .. } => vec![*array, *value],
            _ => Vec::new(),
        }
    }
}
