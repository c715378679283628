//! What an assertion can say of a value, and when another value breaks it. Both must mean what JUnit does with the written assertion.

use super::observation::{Observation, Observed, elements};
use super::observers::is_sized;
use super::values::{Contents, Run, Value};
use crate::generation::cluster::Cluster;
use crate::generation::statement::{Slot, Statement};
use crate::generation::types::Type;
use crate::generation::wire::End;

/// Code units of all texts of an assertion, at most: nobody reads longer ones.
const LONGEST: usize = 1000;
/// Elements that are written out, as many as a worker says.
const MOST_ELEMENTS: u64 = 16;

/// What is asserted of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    Null,
    NotNull,
    /// An object of this class of the program, by binary name, where the code declares another type.
    OfClass(String),
    /// A literal, a constant of an enum, a class, or an `Optional` of such.
    Value(Value),
    /// A real number of a primitive type, within [`tolerance`].
    Real(Value),
    /// The object of an earlier statement.
    Same(Slot),
    Elements(Vec<Value>),
    Length(u64),
    Contents(Contents),
    Size(u64),
    /// Of the exception that the statement throws.
    Message(String),
}

/// An assertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// Of the statement whose value it is about; or, behind the statements of the test, of an observation.
    pub place: usize,
    pub expected: Expected,
}

/// Where a value is from.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    Statement(usize),
    /// What a statement throws.
    Exception(usize),
    Observation(Observation),
}

impl Place {
    /// `end`: how the test ends on the class as it is.
    pub fn of(observed: &Observed, end: &End, place: usize) -> Self {
        let own = observed.test.len();
        if place >= own {
            return Self::Observation(observed.observations[place - own]);
        }
        match end {
            End::Threw { statement, .. } if *statement as usize == place => Self::Exception(place),
            _ => Self::Statement(place),
        }
    }
}

/// How far a real may be from the one that is expected: a billionth of its power of ten, of a float a hundred thousandth. The functions of
/// the mathematical library may differ in the last place from one JDK to the next (`java.lang.Math` allows an ulp). `None`: zero, NaN and
/// infinities are expected exactly.
pub fn tolerance(real: &Value) -> Option<f64> {
    let (value, digits) = match real {
        Value::Double(bits) => (f64::from_bits(*bits), 9),
        Value::Float(bits) => (f64::from(f32::from_bits(*bits)), 5),
        _ => return None,
    };
    if value == 0.0 || !value.is_finite() {
        return None;
    }
    // Read from its decimal form, as it is written.
    let within: f64 = format!("1e{}", value.abs().log10().floor() as i32 - digits).parse().unwrap_or(0.0);
    // Of the least numbers a share is nothing: they, too, are expected exactly.
    let sayable = within.is_normal() && (matches!(real, Value::Double(_)) || (within as f32).is_normal());
    sayable.then_some(within)
}

impl Expected {
    /// Whether it says no more of an object than that it is there, or of which class it is.
    pub fn is_of_existence(&self) -> bool {
        matches!(self, Self::NotNull | Self::OfClass(_))
    }

    /// Whether an assertion passes.
    pub fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Null, _) => *value == Value::Null,
            (Self::NotNull, _) => *value != Value::Null,
            (Self::OfClass(expected), Value::Object(class)) => expected == class,
            // Of which class that one is, is not said here: it may be this one.
            (Self::OfClass(_), Value::Same(_)) => true,
            (Self::Value(expected), _) => expected == value,
            (Self::Real(expected), Value::Double(bits)) => is_near(expected, f64::from_bits(*bits), value),
            (Self::Real(expected), Value::Float(bits)) => is_near(expected, f64::from(f32::from_bits(*bits)), value),
            (Self::Same(slot), Value::Same(other)) => slot == other,
            (Self::Elements(expected), Value::Array { length, elements }) => *length == expected.len() as u64 && expected == elements,
            (Self::Length(expected), Value::Array { length, .. }) => expected == length,
            (Self::Contents(expected), Value::Container { contents, .. }) => expected == contents,
            (Self::Size(expected), Value::Container { size, .. }) => expected == size,
            (Self::Message(expected), Value::Text(message)) => expected == message,
            _ => false,
        }
    }
}

fn is_near(expected: &Value, actual: f64, value: &Value) -> bool {
    let number = match expected {
        Value::Double(bits) => f64::from_bits(*bits),
        Value::Float(bits) => f64::from(f32::from_bits(*bits)),
        _ => return false,
    };
    expected == value || tolerance(expected).is_some_and(|within| (number - actual).abs() <= within)
}

/// What an assertion says of a value of a run; `None`: nothing that is worth it, or that Java can say.
pub fn expected(cluster: &Cluster, observed: &Observed, run: &Run, place: usize) -> Option<Expected> {
    let Run { end, values } = run;
    let value = &values[place];
    match Place::of(observed, end, place) {
        Place::Exception(_) => match value {
            Value::Text(message) if is_sayable(cluster, value) => Some(Expected::Message(message.clone())),
            _ => None,
        },
        Place::Observation(Observation::Contents { of }) => {
            // Of an object that another slot has, too, it is said there.
            let shown_before = matches!(values[of as usize], Value::Same(_));
            if shown_before { None } else { contents(cluster, observed.test.ty(of), value) }
        }
        Place::Observation(Observation::Received { .. }) => container(cluster, value, true),
        Place::Observation(Observation::Call { member, on } | Observation::Field { member, on }) => {
            if matches!(values[on as usize], Value::Same(_) | Value::Null) || is_any_of_several(cluster, observed, run, on) {
                return None;
            }
            let ty = &cluster.member(member).result;
            if let Value::Same(slot) = value {
                // What an observation shows has a name only if it is asserted, too.
                return ((*slot as usize) < observed.test.len()).then_some(Expected::Same(*slot));
            }
            plain(cluster, ty, value)
                .or_else(|| contents(cluster, ty, value))
                .or_else(|| is_object(value).then(|| existing(cluster, ty, value)))
        }
        // What can be said of elements themselves is said of all that is in the array or the list.
        Place::Observation(Observation::Element { .. } | Observation::State { .. }) => None,
        Place::Statement(at) => {
            let step = &observed.test.steps[at];
            let Statement::Invoke { member, .. } = &step.statement else { return None };
            let member = cluster.member(*member);
            if !matches!(member.kind, crate::generation::facts::MemberKind::Method) || member.name == "hashCode" {
                return None;
            }
            match value {
                Value::Same(slot) => Some(Expected::Same(*slot)),
                // What is in them is asserted as it is at the end, if it is seen there.
                _ if is_object(value) => Some(existing(cluster, &step.ty, value)),
                _ => plain(cluster, &step.ty, value),
            }
        }
    }
}

/// Whether a slot has the first of several elements of which another may be the first in another JVM.
fn is_any_of_several(cluster: &Cluster, observed: &Observed, run: &Run, slot: Slot) -> bool {
    let Some(Observation::Element { of, .. }) = observed.behind(slot) else { return false };
    if elements(cluster, observed.type_of(cluster, of)).is_some_and(|elements| elements.in_order) {
        return false;
    }
    // What a statement gave may have other elements by now.
    let at_end = |observation: &Observation| matches!(observation, Observation::Contents { of: seen } if *seen == of);
    let own = observed.test.len();
    let place =
        if observed.behind(of).is_some() { Some(of as usize) } else { observed.observations.iter().position(at_end).map(|at| own + at) };
    !matches!(place.and_then(|at| run.values.get(at)), Some(Value::Container { size: 1, .. }))
}

fn is_object(value: &Value) -> bool {
    matches!(value, Value::Array { .. } | Value::Container { .. } | Value::Object(_))
}

/// That there is an object, and of which class, where that says more than the code does.
fn existing(cluster: &Cluster, ty: &Type, value: &Value) -> Expected {
    let Value::Object(class) = value else { return Expected::NotNull };
    let known = cluster.names.find(&class.replace('.', "/")).and_then(|name| cluster.known(name));
    match known {
        // Which class of the JDK it is may differ from release to release.
        Some(known) if known.accessible && !cluster.is_of_jdk(known.name) && ty.name() != Some(known.name) => {
            Expected::OfClass(class.clone())
        }
        _ => Expected::NotNull,
    }
}

/// Values that nothing changes.
fn plain(cluster: &Cluster, ty: &Type, value: &Value) -> Option<Expected> {
    match value {
        Value::Null => Some(Expected::Null),
        Value::Float(_) | Value::Double(_) if matches!(ty, Type::Primitive(_)) => Some(Expected::Real(value.clone())),
        Value::Optional(Some(inner)) => is_sayable(cluster, inner).then(|| Expected::Value(value.clone())),
        Value::Optional(None) => Some(Expected::Value(Value::Optional(None))),
        _ => is_sayable(cluster, value).then(|| Expected::Value(value.clone())),
    }
}

fn contents(cluster: &Cluster, ty: &Type, value: &Value) -> Option<Expected> {
    match (value, ty) {
        (Value::Array { length, elements }, Type::Array(element)) => {
            let said = *length <= MOST_ELEMENTS && all_sayable(cluster, elements, true, Some(element));
            Some(if said { Expected::Elements(elements.clone()) } else { Expected::Length(*length) })
        }
        _ => container(cluster, value, is_sized(cluster, ty)),
    }
}

/// `sized`: Java can ask it for its size.
fn container(cluster: &Cluster, value: &Value, sized: bool) -> Option<Expected> {
    let Value::Container { size, contents } = value else { return None };
    let said = match contents {
        Contents::Unsaid => false,
        // Java has no word for sets and maps with null.
        Contents::Set(elements) => all_sayable(cluster, elements, false, None),
        Contents::Map(entries) => all_sayable(cluster, entries, false, None) && entries.len() <= 20,
        Contents::List(elements) => all_sayable(cluster, elements, true, None),
    };
    if said { Some(Expected::Contents(contents.clone())) } else { sized.then_some(Expected::Size(*size)) }
}

/// `element`: the type of the elements, if these are of an array.
fn all_sayable(cluster: &Cluster, values: &[Value], or_null: bool, element: Option<&Type>) -> bool {
    let sayable = |v: &Value| or_null && *v == Value::Null || is_element(cluster, v, element);
    values.iter().all(sayable) && values.iter().map(length).sum::<usize>() <= LONGEST
}

/// An array in an array can be written where the type says that there is one.
fn is_element(cluster: &Cluster, value: &Value, ty: Option<&Type>) -> bool {
    match (value, ty) {
        (Value::Array { length, elements }, Some(Type::Array(inner))) => {
            let sayable = |e: &Value| *e == Value::Null || is_element(cluster, e, Some(inner));
            *length <= MOST_ELEMENTS && elements.iter().all(sayable)
        }
        _ => is_sayable(cluster, value),
    }
}

fn length(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::Array { elements, .. } => elements.iter().map(length).sum(),
        _ => 0,
    }
}

/// A literal, or a name that a test may use.
fn is_sayable(cluster: &Cluster, value: &Value) -> bool {
    match value {
        Value::Text(text) => text.len() <= LONGEST && !has_address(text),
        Value::Constant { class, .. } => is_nameable(cluster, class),
        Value::Class(name) => is_nameable(cluster, name),
        Value::Boolean(_)
        | Value::Byte(_)
        | Value::Short(_)
        | Value::Char(_)
        | Value::Int(_)
        | Value::Long(_)
        | Value::Float(_)
        | Value::Double(_) => true,
        _ => false,
    }
}

fn is_nameable(cluster: &Cluster, binary_name: &str) -> bool {
    let internal = binary_name.replace('.', "/");
    let known = cluster.names.find(&internal).and_then(|name| cluster.known(name));
    let of_the_jdk = ["java/lang/", "java/util/", "java/io/", "java/time/", "java/math/"].iter().any(|p| internal.starts_with(p));
    match known {
        Some(known) => known.accessible,
        None => of_the_jdk && !internal.contains('$') && !internal.contains(';'),
    }
}

/// Whether a text has what `Object.toString` gives: an at sign and a hash code.
pub fn has_address(text: &str) -> bool {
    text.split('@').skip(1).any(|rest| rest.chars().take(4).filter(|c| matches!(c, '0'..='9' | 'a'..='f')).count() == 4)
}

/// What an assertion costs a reader: results are preferred to inspectors, short to long.
///
/// `end`: how the test ends on the class as it is.
pub fn cost(observed: &Observed, end: &End, assertion: &Assertion) -> u32 {
    let form = match &assertion.expected {
        Expected::NotNull => 40,
        Expected::OfClass(_) => 20,
        Expected::Length(_) | Expected::Size(_) => 6,
        Expected::Elements(elements) => 2 + elements.len() as u32,
        Expected::Contents(Contents::List(e) | Contents::Set(e) | Contents::Map(e)) => 2 + e.len() as u32,
        Expected::Value(Value::Text(text)) | Expected::Message(text) => 1 + text.len() as u32 / 20,
        Expected::Same(_) | Expected::Null => 2,
        _ => 0,
    };
    let indirect = match Place::of(observed, end, assertion.place) {
        Place::Statement(_) => 0,
        Place::Observation(Observation::Contents { .. } | Observation::Received { .. }) => 1,
        // Who words a message anew has broken nothing.
        Place::Exception(_) => 5,
        Place::Observation(shown) => {
            if observed.behind(shown.slot()).is_none() {
                10
            } else {
                20
            }
        }
    };
    form + indirect
}
