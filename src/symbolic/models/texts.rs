//! `String`.

use super::builders::{of_builder, text_of};
use super::numbers::choose;
use super::{Answer, Modelled, letters, pieces};
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Object, Text, Value};
use crate::symbolic::instruction::Kind;
use crate::symbolic::machine::Machine;
use crate::symbolic::path::Stop;
use crate::symbolic::scalar::Scalar;
use std::sync::Arc;

pub(super) const OUT_OF_BOUNDS: Modelled = Modelled::Throws("java/lang/StringIndexOutOfBoundsException");
pub(super) const NULL: Modelled = Modelled::Throws("java/lang/NullPointerException");

pub fn call(machine: &mut Machine, owner: &str, name: &str, descriptor: &str, operands: &[Value]) -> Answer {
    if makes_text(owner, name) && operands.len() == 1 {
        return match text_of(machine, operands[0], descriptor)? {
            Some(units) => gives_text(machine, units),
            None => Ok(Modelled::Not),
        };
    }
    let Some(&Value::Object(id)) = operands.first() else { return Ok(Modelled::Not) };
    match machine.heap.get(id) {
        Object::Text(text) => {
            let text = text.clone();
            of_text(machine, &text, operands[0], name, &operands[1..])
        }
        Object::Builder { units, .. } => {
            let units = units.clone();
            of_builder(machine, id, &units, name, descriptor, &operands[1..])
        }
        _ => Ok(Modelled::Not),
    }
}

/// Whether a method of one operand gives that as a text.
fn makes_text(owner: &str, name: &str) -> bool {
    const BOXES: [&str; 6] =
        ["java/lang/Boolean", "java/lang/Byte", "java/lang/Character", "java/lang/Short", "java/lang/Integer", "java/lang/Long"];
    match owner {
        "java/lang/String" => matches!(name, "valueOf" | "copyValueOf"),
        _ => name == "toString" && BOXES.contains(&owner),
    }
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

fn of_text(machine: &mut Machine, own: &Text, this: Value, name: &str, given: &[Value]) -> Answer {
    let other = text(machine, given.first());
    let first = number(given.first());
    match (name, given.len()) {
        ("length", 0) => {
            let length = machine.length_of(own);
            gives(length)
        }
        ("isEmpty", 0) => {
            let length = machine.length_of(own);
            let empty = machine.relate(Relation::Equal, length, Number::int(0));
            gives(empty)
        }
        ("charAt", 1) => {
            let Some(index) = first else { return Ok(Modelled::Not) };
            let length = machine.length_of(own);
            match machine.index(index, length)? {
                Some(at) => {
                    let unit = machine.unit_of(own, at);
                    gives(unit)
                }
                None => Ok(OUT_OF_BOUNDS),
            }
        }
        ("equals", 1) => match (given[0], other) {
            (_, Some(other)) => {
                let same = machine.same_text(own, &other)?;
                gives(same)
            }
            (Value::Unknown(_), _) => Ok(Modelled::Not),
            _ => gives(Number::int(0)),
        },
        ("contentEquals", 1) => match other {
            Some(other) => {
                let same = machine.same_text(own, &other)?;
                gives(same)
            }
            None => Ok(Modelled::Not),
        },
        ("equalsIgnoreCase", 1) => match (given[0], other) {
            (Value::Null, _) => gives(Number::int(0)),
            (_, Some(other)) => letters::same_ignoring_case(machine, own, &other),
            _ => Ok(Modelled::Not),
        },
        ("hashCode", 0) => {
            let hash = machine.hash(own);
            gives(hash)
        }
        ("startsWith", 1) => match (given[0], other) {
            (Value::Null, _) => Ok(NULL),
            (_, Some(prefix)) => {
                let starts = begins(machine, own, &prefix)?;
                gives(starts)
            }
            _ => Ok(Modelled::Not),
        },
        ("endsWith", 1) => match (given[0], other) {
            (Value::Null, _) => Ok(NULL),
            (_, Some(suffix)) => {
                machine.fix_length(own)?;
                machine.fix_length(&suffix)?;
                let Some(from) = own.units.len().checked_sub(suffix.units.len()) else { return gives(Number::int(0)) };
                let same = same_units(machine, &own.units[from..], &suffix.units);
                gives(same)
            }
            _ => Ok(Modelled::Not),
        },
        ("contains", 1) | ("indexOf" | "lastIndexOf", 1 | 2) => {
            if given[0] == Value::Null {
                return Ok(NULL);
            }
            machine.fix_length(own)?;
            place_of(machine, &own.units.clone(), name, given)
        }
        ("substring", 1 | 2) | ("subSequence", 2) => {
            machine.fix_length(own)?;
            part(machine, &own.units.clone(), given)
        }
        ("concat", 1) => match (given[0], other) {
            (Value::Null, _) => Ok(NULL),
            (_, Some(other)) => {
                machine.fix_length(own)?;
                machine.fix_length(&other)?;
                let units: Vec<Number> = own.units.iter().chain(other.units.iter()).copied().collect();
                gives_text(machine, units)
            }
            _ => Ok(Modelled::Not),
        },
        ("toCharArray", 0) => {
            machine.fix_length(own)?;
            let ty = machine.classes.symbols.of("[C");
            let items = own.units.iter().map(|&unit| Value::Number(unit)).collect();
            let array = machine.heap.add(Object::Array { ty, element: Kind::Char, items });
            Ok(Modelled::Gives(Some(array)))
        }
        ("toString" | "intern", 0) => Ok(Modelled::Gives(Some(this))),
        _ => match letters::call(machine, own, this, name, given)? {
            Modelled::Not => pieces::call(machine, own, this, name, given),
            answer => Ok(answer),
        },
    }
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

/// Whether a text begins with another.
fn begins(machine: &mut Machine, own: &Text, prefix: &Text) -> Result<Number, Stop> {
    machine.fix_length(prefix)?;
    let length = machine.length_of(own);
    let mut starts = machine.relate(Relation::GreaterOrEqual, length, Number::int(prefix.units.len() as i32));
    if starts.term.is_none() && !starts.value.is_true() {
        return Ok(starts);
    }
    for (index, &unit) in prefix.units.iter().enumerate() {
        let own = machine.unit_of(own, index);
        let same = machine.relate(Relation::Equal, own, unit);
        starts = machine.both(starts, same);
    }
    Ok(starts)
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
