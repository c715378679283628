//! Values and objects of an execution: what they are, and, where it depends on the inputs, as which term.

use super::instruction::{CallKind, Kind, Member, Signature};
use super::scalar::{Scalar, Sort};
use super::term::Term;
use crate::program::facts::Symbol;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Place of an object in [`Heap::objects`].
pub type ObjectId = u32;

/// A number and, if it depends on inputs, its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub value: Scalar,
    pub term: Option<Term>,
}

impl Number {
    pub fn constant(value: Scalar) -> Self {
        Self { value, term: None }
    }

    pub fn int(value: i32) -> Self {
        Self::constant(Scalar::Int(value))
    }

    /// Of an `int`; 0 of others.
    pub fn as_int(self) -> i32 {
        match self.value {
            Scalar::Int(value) => value,
            _ => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Number(Number),
    Null,
    Object(ObjectId),
    /// What code that is not replayed gave; of which kind.
    Unknown(Kind),
}

impl Value {
    pub fn int(value: i32) -> Self {
        Self::Number(Number::int(value))
    }

    /// What a field or element is before it is set.
    pub fn default_of(kind: Kind) -> Self {
        match kind {
            Kind::Reference => Self::Null,
            Kind::Long => Self::Number(Number::constant(Scalar::Long(0))),
            Kind::Float => Self::Number(Number::constant(Scalar::float(0.0))),
            Kind::Double => Self::Number(Number::constant(Scalar::double(0.0))),
            _ => Self::int(0),
        }
    }

    /// Whether it counts as two on the operand stack (JVMS 2.11.1).
    pub fn is_wide(self) -> bool {
        match self {
            Self::Number(number) => matches!(number.value.sort(), Sort::Long | Sort::Double),
            Self::Unknown(kind) => kind.is_wide(),
            Self::Null | Self::Object(_) => false,
        }
    }
}

/// A text of code units; each may be a term.
#[derive(Clone, Debug)]
pub struct Text {
    pub units: Arc<[Number]>,
    /// The literal of the test that it is: then its length is an input, too.
    pub slot: Option<u32>,
}

/// A function object.
#[derive(Clone, Debug)]
pub struct Lambda {
    pub interface: Symbol,
    pub name: Symbol,
    pub kind: super::instruction::HandleKind,
    pub method: Member,
    pub signature: Arc<Signature>,
    pub captured: Vec<Value>,
}

impl Lambda {
    /// How its method is called; a constructor makes an object first.
    pub fn call_kind(&self) -> CallKind {
        use super::instruction::HandleKind as H;
        match self.kind {
            H::Static => CallKind::Static,
            H::Virtual => CallKind::Virtual,
            H::Special | H::Constructor => CallKind::Special,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Object {
    /// Of any class but those below.
    Instance {
        class: Symbol,
        /// By declaring class and name; one that is not there was not set.
        fields: BTreeMap<(Symbol, Symbol), Value>,
        /// Code that is not replayed may have set fields: those that are not there are unknown.
        touched: bool,
    },
    Array {
        /// Its descriptor.
        ty: Symbol,
        element: Kind,
        items: Vec<Value>,
    },
    Text(Text),
    /// A `StringBuilder` or `StringBuffer`.
    Builder {
        class: Symbol,
        units: Vec<Number>,
    },
    /// A number, truth value or character as an object.
    Boxed {
        kind: Kind,
        number: Number,
    },
    Lambda(Lambda),
    /// A class object, by internal name.
    Class(Symbol),
}

#[derive(Clone, Debug, Default)]
pub struct Heap {
    pub objects: Vec<Object>,
}

impl Heap {
    pub fn add(&mut self, object: Object) -> Value {
        self.objects.push(object);
        Value::Object(self.objects.len() as ObjectId - 1)
    }

    pub fn get(&self, object: ObjectId) -> &Object {
        &self.objects[object as usize]
    }

    pub fn get_mut(&mut self, object: ObjectId) -> &mut Object {
        &mut self.objects[object as usize]
    }
}

/// Internal name of the class of a kind's objects.
pub fn box_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "java/lang/Boolean",
        Kind::Byte => "java/lang/Byte",
        Kind::Char => "java/lang/Character",
        Kind::Short => "java/lang/Short",
        Kind::Int => "java/lang/Integer",
        Kind::Long => "java/lang/Long",
        Kind::Float => "java/lang/Float",
        Kind::Double => "java/lang/Double",
        Kind::Reference => "java/lang/Object",
    }
}
