//! `String`.

use super::builders::of_builder;
use super::units::{NULL, OUT_OF_BOUNDS, gives, gives_text, number, part, place_of, same_units, text, text_of};
use super::{Answer, Modelled, letters, pieces};
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Object, Text, Value};
use crate::symbolic::instruction::Kind;
use crate::symbolic::machine::Machine;
use crate::symbolic::path::Stop;

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
