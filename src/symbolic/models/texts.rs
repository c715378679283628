//! `String`, and builders of strings.

use super::{Answer, Modelled};
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Object, Text, Value};
use crate::symbolic::instruction::Kind;
use crate::symbolic::machine::Machine;
use crate::symbolic::models::numbers::choose;
use crate::symbolic::path::Stop;
use crate::symbolic::scalar::Scalar;
use std::sync::Arc;

const OUT_OF_BOUNDS: Modelled = Modelled::Throws("java/lang/StringIndexOutOfBoundsException");
const NULL: Modelled = Modelled::Throws("java/lang/NullPointerException");

pub fn call(machine: &mut Machine, owner: &str, name: &str, descriptor: &str, operands: &[Value]) -> Answer {
    if owner == "java/lang/String" && name == "valueOf" && operands.len() == 1 {
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

fn gives(number: Number) -> Answer {
    Ok(Modelled::Gives(Some(Value::Number(number))))
}

fn gives_text(machine: &mut Machine, units: impl Into<Arc<[Number]>>) -> Answer {
    let text = machine.text(units.into());
    Ok(Modelled::Gives(Some(text)))
}

fn text(machine: &Machine, value: Option<&Value>) -> Option<Text> {
    match value {
        Some(Value::Object(id)) => match machine.heap.get(*id) {
            Object::Text(text) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn number(value: Option<&Value>) -> Option<Number> {
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
            (_, Some(other)) => ignoring_case(machine, own, &other),
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
            let units: Arc<[Number]> = match (&other, first) {
                (Some(other), _) => {
                    machine.fix_length(other)?;
                    other.units.clone()
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
                let found = last_index_of(machine, &own.units, &units, from);
                return gives(found);
            }
            let found = index_of(machine, &own.units, &units, from.unwrap_or(0).max(0) as usize);
            if name == "indexOf" {
                return gives(found);
            }
            let contains = machine.relate(Relation::GreaterOrEqual, found, Number::int(0));
            gives(contains)
        }
        ("substring", 1 | 2) => {
            machine.fix_length(own)?;
            let length = own.units.len() as i32;
            let (Some(from), to) = (first, given.get(1).map_or(Some(Number::int(length)), |v| number(Some(v)))) else {
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
            gives_text(machine, &own.units[from..to])
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
        _ => Ok(Modelled::Not),
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

/// Of ASCII; other texts have more letters that are equal so.
fn ignoring_case(machine: &mut Machine, own: &Text, other: &Text) -> Answer {
    let (own, other) = if own.slot.is_none() { (other, own) } else { (own, other) };
    let ascii = |text: &Text| text.units.iter().all(|u| u.term.is_none() && u.as_int() < 128);
    if other.slot.is_some() || !ascii(other) {
        return Ok(Modelled::Not);
    }
    let length = machine.length_of(own);
    let mut same = machine.relate(Relation::Equal, length, Number::int(other.units.len() as i32));
    if same.term.is_none() && !same.value.is_true() {
        return gives(same);
    }
    for (index, &unit) in other.units.iter().enumerate() {
        let own = machine.unit_of(own, index);
        let character = u8::try_from(unit.as_int()).unwrap_or(0);
        let (lower, upper) = (character.to_ascii_lowercase(), character.to_ascii_uppercase());
        let one = machine.relate(Relation::Equal, own, Number::int(i32::from(lower)));
        let two = machine.relate(Relation::Equal, own, Number::int(i32::from(upper)));
        let either = choose(machine, one, Number::int(1), two);
        same = machine.both(same, either);
    }
    gives(same)
}

fn same_units(machine: &mut Machine, a: &[Number], b: &[Number]) -> Number {
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

/// The units of what is appended or made a text; `None`: they are not known. A number is taken as it is.
fn text_of(machine: &mut Machine, value: Value, descriptor: &str) -> Result<Option<Vec<Number>>, Stop> {
    let ascii = |text: String| text.encode_utf16().map(|u| Number::int(i32::from(u))).collect::<Vec<_>>();
    let kind = Kind::of(descriptor.strip_prefix('(').unwrap_or("")).unwrap_or(Kind::Reference);
    text_of_kind(machine, value, kind, ascii)
}

fn text_of_kind(
    machine: &mut Machine,
    value: Value,
    kind: Kind,
    ascii: impl Fn(String) -> Vec<Number>,
) -> Result<Option<Vec<Number>>, Stop> {
    Ok(match value {
        Value::Null => Some(ascii("null".to_owned())),
        Value::Number(number) => match (kind, number.value) {
            (Kind::Char, _) => Some(vec![number]),
            (Kind::Boolean, _) => {
                let value = machine.pin(number, "number as a text")?;
                Some(ascii(value.is_true().to_string()))
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
            Object::Boxed { kind, number } => text_of_kind(machine, Value::Number(number), kind, ascii)?,
            _ => None,
        },
        Value::Unknown(_) => None,
    })
}

fn of_builder(machine: &mut Machine, id: u32, units: &[Number], name: &str, descriptor: &str, given: &[Value]) -> Answer {
    let first = number(given.first());
    let mut changed = units.to_vec();
    match (name, given.len()) {
        ("<init>", 0) => return Ok(Modelled::Gives(None)),
        ("<init>", 1) if descriptor == "(I)V" => {
            let Some(capacity) = first else { return Ok(Modelled::Not) };
            let negative = machine.relate(Relation::Less, capacity, Number::int(0));
            return if machine.fork(negative)? {
                Ok(Modelled::Throws("java/lang/NegativeArraySizeException"))
            } else {
                Ok(Modelled::Gives(None))
            };
        }
        ("<init>", 1) => {
            if given[0] == Value::Null {
                return Ok(NULL);
            }
            let Some(units) = text_of(machine, given[0], descriptor)? else { return Ok(Modelled::Not) };
            changed = units;
            set(machine, id, changed);
            return Ok(Modelled::Gives(None));
        }
        ("append", 1) => {
            let Some(more) = text_of(machine, given[0], descriptor)? else { return Ok(Modelled::Not) };
            changed.extend(more);
        }
        ("length", 0) => return gives(Number::int(units.len() as i32)),
        ("isEmpty", 0) => return gives(Number::int(i32::from(units.is_empty()))),
        ("charAt", 1) => {
            let Some(index) = first else { return Ok(Modelled::Not) };
            return match machine.index(index, Number::int(units.len() as i32))? {
                Some(at) => gives(units[at]),
                None => Ok(OUT_OF_BOUNDS),
            };
        }
        ("toString", 0) => return gives_text(machine, units),
        // Pairs of surrogates stay in their order; a unit that is a term may be one.
        ("reverse", 0) if units.iter().all(|u| !(0xd800..0xe000).contains(&u.as_int())) => changed.reverse(),
        ("deleteCharAt", 1) => {
            let Some(index) = first else { return Ok(Modelled::Not) };
            match machine.index(index, Number::int(units.len() as i32))? {
                Some(at) => drop(changed.remove(at)),
                None => return Ok(OUT_OF_BOUNDS),
            }
        }
        ("setLength", 1) => {
            const LONGEST: i64 = 1 << 16;
            let Some(length) = first else { return Ok(Modelled::Not) };
            let negative = machine.relate(Relation::Less, length, Number::int(0));
            if machine.fork(negative)? {
                return Ok(OUT_OF_BOUNDS);
            }
            let length = machine.pin(length, "length of a text")?.whole().unwrap_or(0);
            if length > LONGEST {
                return Err(Stop::Limit);
            }
            changed.resize(length as usize, Number::int(0));
            set(machine, id, changed);
            return Ok(Modelled::Gives(None));
        }
        _ => return Ok(Modelled::Not),
    }
    set(machine, id, changed);
    Ok(Modelled::Gives(Some(Value::Object(id))))
}

fn set(machine: &mut Machine, id: u32, changed: Vec<Number>) {
    if let Object::Builder { units, .. } = machine.heap.get_mut(id) {
        *units = changed;
    }
}

impl Machine<'_> {
    /// The concatenation of texts, as `+` is compiled.
    pub(in crate::symbolic) fn concatenate(&mut self, recipe: &[u16], parameters: &[Kind]) -> Result<(), Stop> {
        const ARGUMENT: u16 = 1;
        let mut arguments = Vec::with_capacity(parameters.len());
        for _ in parameters {
            arguments.push(self.pop()?);
        }
        arguments.reverse();
        let lost = arguments.clone();
        let mut given = arguments.into_iter().zip(parameters);
        let mut units = Vec::new();
        let ascii = |text: String| text.encode_utf16().map(|u| Number::int(i32::from(u))).collect::<Vec<_>>();
        for &unit in recipe {
            if unit != ARGUMENT {
                units.push(Number::int(i32::from(unit)));
                continue;
            }
            let Some((value, &kind)) = given.next() else { return Err(Stop::Unsupported) };
            match text_of_kind(self, value, kind, ascii)? {
                Some(more) => units.extend(more),
                None => {
                    self.lose(&lost, "concatenation");
                    self.push(Value::Unknown(Kind::Reference));
                    return Ok(());
                }
            }
        }
        let text = self.text(units.into());
        self.push(text);
        Ok(())
    }
}
