//! `generate`: tests as whoever writes them reads them (docs/formats.md, "Generated tests").

use crate::generation::archive::Evaluated;
use crate::generation::assertions::candidates::{Assertion, Expected, tolerance};
use crate::generation::assertions::dependence::Role;
use crate::generation::assertions::observation::{Observation, Observed, Whole, elements};
use crate::generation::assertions::values::{Contents, Value};
use crate::generation::cluster::Cluster;
use crate::generation::statement::{Slot, Statement};
use crate::generation::wire::End;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptTest {
    /// Those of the test, then calls and reads of fields that are only asserted.
    pub steps: Vec<KeptStep>,
    /// How many steps are the test's.
    pub statements: usize,
    /// Empty before the tests were observed.
    pub assertions: Vec<Asserted>,
    /// Goals that it is kept for, ascending.
    pub goals: Vec<u32>,
    /// All goals that it covers, ascending.
    pub covers: Vec<u32>,
    /// Binary name of what its last statement throws.
    pub throws: Option<String>,
    /// Of what it throws: by a `throw` of the code under test, or of a type that it declares.
    pub expected: bool,
    /// Why it is not to be written, as the order of the tests matters to it.
    pub depends: Option<Role>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptStep {
    /// Signature of its value's type; `V`: none.
    pub r#type: String,
    #[serde(flatten)]
    pub statement: KeptStatement,
}

/// Reals are written so that Java reads them: `NaN`, `-Infinity`, `1.5`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum KeptStatement {
    Null,
    Boolean(bool),
    Byte(i8),
    Short(i16),
    Char(u16),
    Int(i32),
    Long(i64),
    Float(String),
    Double(String),
    String(String),
    Class(String),
    Invoke { member: u32, receiver: Option<Slot>, arguments: Vec<Slot> },
    Get { member: u32, receiver: Option<Slot> },
    Set { member: u32, receiver: Option<Slot>, value: Slot },
    Array { length: u32 },
    Element { array: Slot, index: u32 },
    Item { receiver: Slot, index: u32 },
    First { receiver: Slot },
    FirstValue { receiver: Slot },
    Present { receiver: Slot },
    Received { receiver: Slot },
    Store { array: Slot, index: u32, value: Slot },
    Stub { answers: Vec<KeptAnswer> },
}

/// What a method of a made-up object gives: at the first call, and then.
#[derive(Debug, Serialize)]
pub struct KeptAnswer {
    pub method: u32,
    pub first: Slot,
    pub then: Option<Slot>,
}

/// An assertion.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Asserted {
    /// Of the step whose value it is about.
    pub slot: Slot,
    /// What is expected.
    pub is: AssertedValue,
    /// How far a real may be from it; null: it is expected exactly.
    pub within: Option<f64>,
}

/// Reals are written so that Java reads them.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum AssertedValue {
    Null,
    NotNull,
    /// The binary name of its class.
    OfClass(String),
    Boolean(bool),
    Byte(i8),
    Short(i16),
    Char(u16),
    Int(i32),
    Long(i64),
    Float(String),
    Double(String),
    String(String),
    Constant {
        class: String,
        name: String,
    },
    /// Binary name or descriptor.
    Class(String),
    /// The object of another step.
    Same(Slot),
    Elements(Vec<AssertedValue>),
    Length(u64),
    List(Vec<AssertedValue>),
    Set(Vec<AssertedValue>),
    /// Keys and values in turns.
    Map(Vec<AssertedValue>),
    Size(u64),
    /// Of the exception that the last statement throws.
    Message(String),
    Present(Box<AssertedValue>),
    Absent,
}

/// Signature of the list of what a made-up object was called with.
const RECEIVED: &str = "Ljava/util/List<Ljava/lang/Object;>;";

/// A test without assertions.
pub fn describe(cluster: &Cluster, test: &Evaluated, goals: Vec<u32>) -> KeptTest {
    let (throws, expected) = match &test.end {
        End::Threw { exception, expected, .. } => (Some(exception.clone()), *expected),
        _ => (None, false),
    };
    let steps: Vec<_> = test
        .test
        .steps
        .iter()
        .map(|step| KeptStep { r#type: step.ty.signature(&cluster.names), statement: statement(cluster, &step.statement) })
        .collect();
    KeptTest {
        statements: steps.len(),
        steps,
        assertions: Vec::new(),
        goals,
        covers: test.reach.covered().collect(),
        throws,
        expected,
        depends: None,
    }
}

/// As Java reads it.
fn real(value: f64, text: &str) -> String {
    if value.is_infinite() { if value > 0.0 { "Infinity".into() } else { "-Infinity".into() } } else { text.to_owned() }
}

fn statement(cluster: &Cluster, statement: &Statement) -> KeptStatement {
    use KeptStatement as K;
    use Statement as S;
    match statement {
        S::Null => K::Null,
        S::Boolean(v) => K::Boolean(*v),
        S::Byte(v) => K::Byte(*v),
        S::Short(v) => K::Short(*v),
        S::Char(v) => K::Char(*v),
        S::Int(v) => K::Int(*v),
        S::Long(v) => K::Long(*v),
        S::Float(v) => K::Float(real(f64::from(*v), &format!("{v:?}"))),
        S::Double(v) => K::Double(real(*v, &format!("{v:?}"))),
        S::Text(text) => K::String(text.clone()),
        S::Class(class) => K::Class(class.descriptor(&cluster.names)),
        S::Invoke { member, receiver, arguments } => K::Invoke { member: *member, receiver: *receiver, arguments: arguments.clone() },
        S::Get { member, receiver } => K::Get { member: *member, receiver: *receiver },
        S::Set { member, receiver, value } => K::Set { member: *member, receiver: *receiver, value: *value },
        S::Array { length } => K::Array { length: *length },
        S::Element { array, index } => K::Element { array: *array, index: *index },
        S::Store { array, index, value } => K::Store { array: *array, index: *index, value: *value },
        S::Stub { answers } => {
            K::Stub { answers: answers.iter().map(|a| KeptAnswer { method: a.method, first: a.first, then: a.then }).collect() }
        }
    }
}

/// Adds what is asserted to a test that was described.
pub fn add(cluster: &Cluster, test: &mut KeptTest, observed: &Observed, chosen: Vec<Assertion>) {
    let mut shown = BTreeMap::new();
    for assertion in chosen {
        let slot = slot(cluster, test, observed, assertion.place as Slot, &mut shown);
        let within = match &assertion.expected {
            Expected::Real(real) => tolerance(real),
            _ => None,
        };
        test.assertions.push(Asserted { slot, is: AssertedValue::from(&assertion.expected), within });
    }
}

/// The slot of a place in the described test; what an observation shows is a step behind its statements.
///
/// `shown`: by observations that are steps by now, their slots.
fn slot(cluster: &Cluster, test: &mut KeptTest, observed: &Observed, place: Slot, shown: &mut BTreeMap<Slot, Slot>) -> Slot {
    let Some(observation) = observed.behind(place) else { return place };
    if let Some(&slot) = shown.get(&place) {
        return slot;
    }
    let on = slot(cluster, test, observed, observation.slot(), shown);
    let statement = match observation {
        Observation::Contents { .. } | Observation::State { .. } => return on,
        Observation::Element { of, index } => element(elements(cluster, observed.type_of(cluster, of)).map(|e| e.whole), on, index),
        Observation::Received { .. } => KeptStatement::Received { receiver: on },
        Observation::Call { member, .. } => KeptStatement::Invoke { member, receiver: Some(on), arguments: Vec::new() },
        Observation::Field { member, .. } => KeptStatement::Get { member, receiver: Some(on) },
    };
    let ty = match statement {
        KeptStatement::Received { .. } => RECEIVED.to_owned(),
        _ => observed.type_of(cluster, place).signature(&cluster.names),
    };
    test.steps.push(KeptStep { r#type: ty, statement });
    let slot = test.steps.len() as Slot - 1;
    shown.insert(place, slot);
    slot
}

/// Of what is no container: of an array.
fn element(of: Option<Whole>, receiver: Slot, index: u32) -> KeptStatement {
    match of {
        Some(Whole::List) => KeptStatement::Item { receiver, index },
        Some(Whole::Collection) => KeptStatement::First { receiver },
        Some(Whole::Map) => KeptStatement::FirstValue { receiver },
        Some(Whole::Optional) => KeptStatement::Present { receiver },
        Some(Whole::Array) | None => KeptStatement::Element { array: receiver, index },
    }
}

impl From<&Expected> for AssertedValue {
    fn from(expected: &Expected) -> Self {
        match expected {
            Expected::Null => Self::Null,
            Expected::NotNull => Self::NotNull,
            Expected::OfClass(class) => Self::OfClass(class.clone()),
            Expected::Value(value) | Expected::Real(value) => value.into(),
            Expected::Same(slot) => Self::Same(*slot),
            Expected::Elements(elements) => Self::Elements(all(elements)),
            Expected::Length(length) => Self::Length(*length),
            Expected::Contents(Contents::List(elements)) => Self::List(all(elements)),
            Expected::Contents(Contents::Set(elements)) => Self::Set(all(elements)),
            Expected::Contents(Contents::Map(entries)) => Self::Map(all(entries)),
            Expected::Contents(Contents::Unsaid) => Self::NotNull,
            Expected::Size(size) => Self::Size(*size),
            Expected::Message(message) => Self::Message(message.clone()),
        }
    }
}

fn all(values: &[Value]) -> Vec<AssertedValue> {
    values.iter().map(AssertedValue::from).collect()
}

impl From<&Value> for AssertedValue {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Boolean(v) => Self::Boolean(*v),
            Value::Byte(v) => Self::Byte(*v),
            Value::Short(v) => Self::Short(*v),
            Value::Char(v) => Self::Char(*v),
            Value::Int(v) => Self::Int(*v),
            Value::Long(v) => Self::Long(*v),
            Value::Float(bits) => {
                let v = f32::from_bits(*bits);
                Self::Float(real(f64::from(v), &format!("{v:?}")))
            }
            Value::Double(bits) => {
                let v = f64::from_bits(*bits);
                Self::Double(real(v, &format!("{v:?}")))
            }
            Value::Text(text) => Self::String(text.clone()),
            Value::Constant { class, name } => Self::Constant { class: class.clone(), name: name.clone() },
            Value::Class(name) => Self::Class(name.clone()),
            Value::Same(slot) => Self::Same(*slot),
            Value::Array { elements, .. } => Self::Elements(all(elements)),
            Value::Optional(None) => Self::Absent,
            Value::Optional(Some(inner)) => Self::Present(Box::new(inner.as_ref().into())),
            Value::Nothing | Value::Object(_) | Value::Container { .. } | Value::Thrown(_) | Value::State(_) => Self::NotNull,
        }
    }
}
