//! What methods of texts and of builders have in common: code units, parts of them, and what values are as texts.

use super::numbers::choose;
use super::{Answer, Modelled};
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Object, Text, Value};
use crate::symbolic::instruction::Kind;
use crate::symbolic::machine::Machine;
use crate::symbolic::path::Stop;
use crate::symbolic::scalar::Scalar;
use std::sync::Arc;

pub(super) const OUT_OF_BOUNDS: Modelled = Modelled::Throws("java/lang/StringIndexOutOfBoundsException");
pub(super) const NULL: Modelled = Modelled::Throws("java/lang/NullPointerException");

/// The longest text that is followed, in code units.
pub(super) const LONGEST: usize = 1 << 16;

fn ascii(text: String) -> Vec<Number> {
    text.encode_utf16().map(|unit| Number::int(i32::from(unit))).collect()
}

pub(super) fn gives(number: Number) -> Answer {
    Ok(Modelled::Gives(Some(Value::Number(number))))
}

pub(super) fn gives_text(machine: &mut Machine, units: impl Into<Arc<[Number]>>) -> Answer {
    let text = machine.text(units.into());
    Ok(Modelled::Gives(Some(text)))
}

pub(super) fn text(machine: &Machine, value: Option<&Value>) -> Option<Text> {
    match value {
        Some(Value::Object(id)) => match machine.heap.get(*id) {
            Object::Text(text) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn number(value: Option<&Value>) -> Option<Number> {
    match value {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    }
}

/// The units of what is appended or made a text; `None`: they are not known. A number is taken as it is, of a truth value
/// the other is an alternative.
pub(super) fn text_of(machine: &mut Machine, value: Value, descriptor: &str) -> Result<Option<Vec<Number>>, Stop> {
    let kind = Kind::of(descriptor.strip_prefix('(').unwrap_or("")).unwrap_or(Kind::Reference);
    // As an `Object`, an array is no text, and null is one.
    if descriptor.starts_with("([C)") {
        let Value::Object(id) = value else { return Ok(None) };
        return Ok(match machine.heap.get(id) {
            Object::Array { items, .. } => items.iter().map(|item| number(Some(item))).collect(),
            _ => None,
        });
    }
    text_of_kind(machine, value, kind)
}

pub(super) fn text_of_kind(machine: &mut Machine, value: Value, kind: Kind) -> Result<Option<Vec<Number>>, Stop> {
    Ok(match value {
        Value::Null => Some(ascii("null".to_owned())),
        Value::Number(number) => match (kind, number.value) {
            (Kind::Char, _) => Some(vec![number]),
            (Kind::Boolean, _) => {
                let is = machine.fork(number)?;
                Some(ascii(is.to_string()))
            }
            (_, Scalar::Int(_) | Scalar::Long(_)) => {
                let value = machine.pin(number, "number as a text")?;
                Some(ascii(value.whole().unwrap_or(0).to_string()))
            }
            _ => None,
        },
        Value::Object(id) => match machine.heap.get(id).clone() {
            Object::Text(text) => {
                machine.fix_length(&text)?;
                Some(text.units.to_vec())
            }
            Object::Builder { units, .. } => Some(units),
            Object::Boxed { kind, number } => text_of_kind(machine, Value::Number(number), kind)?,
            _ => None,
        },
        Value::Unknown(_) => None,
    })
}

/// `indexOf`, `lastIndexOf` and `contains`, of a text or character and where the search begins.
pub(super) fn place_of(machine: &mut Machine, own: &[Number], name: &str, given: &[Value]) -> Answer {
    let units: Arc<[Number]> = match (text(machine, given.first()), number(given.first())) {
        (Some(other), _) => {
            machine.fix_length(&other)?;
            other.units
        }
        // A character beyond 16 bits is two units.
        (None, Some(unit)) if (0..=0xffff).contains(&unit.as_int()) => [unit].into(),
        _ => return Ok(Modelled::Not),
    };
    // Where the search begins decides what is compared: taken as it is, and so it stays.
    let from = match given.get(1).map(|v| number(Some(v))) {
        None => None,
        Some(Some(from)) => Some(machine.pin(from, "index")?.whole().unwrap_or(0)),
        Some(None) => return Ok(Modelled::Not),
    };
    if name == "lastIndexOf" {
        let found = last_index_of(machine, own, &units, from);
        return gives(found);
    }
    let found = index_of(machine, own, &units, from.unwrap_or(0).max(0) as usize);
    if name == "indexOf" {
        return gives(found);
    }
    let contains = machine.relate(Relation::GreaterOrEqual, found, Number::int(0));
    gives(contains)
}

/// `substring` and `subSequence`.
pub(super) fn part(machine: &mut Machine, own: &[Number], given: &[Value]) -> Answer {
    let length = own.len() as i32;
    let (Some(from), to) = (number(given.first()), given.get(1).map_or(Some(Number::int(length)), |v| number(Some(v)))) else {
        return Ok(Modelled::Not);
    };
    let Some(to) = to else { return Ok(Modelled::Not) };
    let above = machine.relate(Relation::LessOrEqual, to, Number::int(length));
    let ordered = machine.relate(Relation::LessOrEqual, from, to);
    let not_below = machine.relate(Relation::GreaterOrEqual, from, Number::int(0));
    if !machine.fork(above)? || !machine.fork(ordered)? || !machine.fork(not_below)? {
        return Ok(OUT_OF_BOUNDS);
    }
    let (from, to) = (machine.pin(from, "index")?, machine.pin(to, "index")?);
    let (from, to) = (from.whole().unwrap_or(0) as usize, to.whole().unwrap_or(0) as usize);
    gives_text(machine, &own[from..to])
}

pub(super) fn same_units(machine: &mut Machine, a: &[Number], b: &[Number]) -> Number {
    a.iter().zip(b).fold(Number::constant(Scalar::boolean(true)), |so_far, (&a, &b)| {
        let same = machine.relate(Relation::Equal, a, b);
        machine.both(so_far, same)
    })
}

/// The first place, from one on, at which units stand among others; -1: nowhere. Nothing stands at each place, and at the end.
fn index_of(machine: &mut Machine, own: &[Number], wanted: &[Number], from: usize) -> Number {
    let Some(last) = own.len().checked_sub(wanted.len()) else { return Number::int(-1) };
    let from = if wanted.is_empty() { from.min(last) } else { from };
    (from..=last).rev().fold(Number::int(-1), |later, at| {
        let here = same_units(machine, &own[at..], wanted);
        choose(machine, here, Number::int(at as i32), later)
    })
}

/// The last place, up to one if it is given, at which units stand among others; -1: nowhere.
fn last_index_of(machine: &mut Machine, own: &[Number], wanted: &[Number], from: Option<i64>) -> Number {
    let last = own.len() as i64 - wanted.len() as i64;
    (0..=from.unwrap_or(last).min(last)).fold(Number::int(-1), |earlier, at| {
        let here = same_units(machine, &own[at as usize..], wanted);
        choose(machine, here, Number::int(at as i32), earlier)
    })
}
