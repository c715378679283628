//! Pieces of texts: those at a place, those that are replaced, and those between separators.

use super::letters::same_ignoring_case;
use super::numbers::choose;
use super::units::{LONGEST, NULL, OUT_OF_BOUNDS, gives, gives_text, same_units, text};
use super::{Answer, Modelled};
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Object, Text, Value};
use crate::symbolic::instruction::Kind;
use crate::symbolic::machine::Machine;
use crate::symbolic::path::Stop;

pub(super) fn call(machine: &mut Machine, own: &Text, this: Value, name: &str, given: &[Value]) -> Answer {
    match (name, given) {
        ("startsWith", &[prefix, Value::Number(at)]) => match (prefix, text(machine, Some(&prefix))) {
            (Value::Null, _) => Ok(NULL),
            (_, Some(prefix)) => {
                let length = prefix.units.len() as i64;
                region(machine, own, at, &prefix, Number::int(0), length, false)
            }
            _ => Ok(Modelled::Not),
        },
        ("regionMatches", &[Value::Number(at), other, Value::Number(from), Value::Number(length)]) => {
            matches(machine, own, at, other, from, length, false)
        }
        ("regionMatches", &[Value::Number(ignoring), Value::Number(at), other, Value::Number(from), Value::Number(length)]) => {
            let ignoring = machine.fork(ignoring)?;
            matches(machine, own, at, other, from, length, ignoring)
        }
        ("codePointAt", &[Value::Number(index)]) => {
            const FIRST_SURROGATE: i32 = 0xd800;
            let length = machine.length_of(own);
            let Some(at) = machine.index(index, length)? else { return Ok(OUT_OF_BOUNDS) };
            let unit = machine.unit_of(own, at);
            let plain = machine.relate(Relation::Less, unit, Number::int(FIRST_SURROGATE));
            if !plain.value.is_true() {
                return Ok(Modelled::Not);
            }
            machine.require(plain.term)?;
            gives(unit)
        }
        ("replace", &[Value::Number(old), Value::Number(new)]) => with_units_replaced(machine, own, this, old, new),
        ("replace", &[old, new]) => match (text(machine, Some(&old)), text(machine, Some(&new))) {
            _ if old == Value::Null || new == Value::Null => Ok(NULL),
            (Some(old), Some(new)) => with_texts_replaced(machine, own, this, &old, &new),
            _ => Ok(Modelled::Not),
        },
        ("repeat", &[Value::Number(count)]) => {
            let negative = machine.relate(Relation::Less, count, Number::int(0));
            if machine.fork(negative)? {
                return Ok(Modelled::Throws("java/lang/IllegalArgumentException"));
            }
            machine.fix_length(own)?;
            let count = machine.pin(count, "count")?.whole().unwrap_or(0) as usize;
            if count == 1 {
                return Ok(Modelled::Gives(Some(this)));
            }
            if own.units.len().saturating_mul(count) > LONGEST {
                return Err(Stop::Limit);
            }
            gives_text(machine, own.units.repeat(count))
        }
        ("split", &[by]) => split(machine, own, this, by, 0),
        ("split", &[by, Value::Number(most)]) => {
            let most = machine.pin(most, "count")?.whole().unwrap_or(0);
            split(machine, own, this, by, most)
        }
        _ => Ok(Modelled::Not),
    }
}

fn matches(machine: &mut Machine, own: &Text, at: Number, other: Value, from: Number, length: Number, ignoring_case: bool) -> Answer {
    match (other, text(machine, Some(&other))) {
        (Value::Null, _) => Ok(NULL),
        (_, Some(other)) => {
            let length = machine.pin(length, "length of a text")?.whole().unwrap_or(0);
            region(machine, own, at, &other, from, length, ignoring_case)
        }
        _ => Ok(Modelled::Not),
    }
}

/// Whether a text has at one place what another has at one. Where that is has to stay; none has anything outside.
fn region(machine: &mut Machine, own: &Text, at: Number, other: &Text, from: Number, length: i64, ignoring_case: bool) -> Answer {
    machine.fix_length(own)?;
    machine.fix_length(other)?;
    let (at, from) = (machine.pin(at, "index")?.whole().unwrap_or(0), machine.pin(from, "index")?.whole().unwrap_or(0));
    let fits = |start: i64, units: &[Number]| start >= 0 && start <= units.len() as i64 - length;
    if !fits(at, &own.units) || !fits(from, &other.units) {
        return gives(Number::int(0));
    }
    let length = length.max(0) as usize;
    let (own, other) = (&own.units[at as usize..][..length], &other.units[from as usize..][..length]);
    if ignoring_case {
        let of = |units: &[Number]| Text { slot: None, units: units.into() };
        return same_ignoring_case(machine, &of(own), &of(other));
    }
    let same = same_units(machine, own, other);
    gives(same)
}

fn with_units_replaced(machine: &mut Machine, own: &Text, this: Value, old: Number, new: Number) -> Answer {
    machine.fix_length(own)?;
    let mut found = false;
    let changed: Vec<Number> = own
        .units
        .iter()
        .map(|&unit| {
            let same = machine.relate(Relation::Equal, unit, old);
            found |= same.term.is_some() || same.value.is_true();
            choose(machine, same, new, unit)
        })
        .collect();
    if found { gives_text(machine, changed) } else { Ok(Modelled::Gives(Some(this))) }
}

fn with_texts_replaced(machine: &mut Machine, own: &Text, this: Value, old: &Text, new: &Text) -> Answer {
    for text in [own, old, new] {
        machine.fix_length(text)?;
    }
    if old.units.is_empty() {
        return Ok(Modelled::Not);
    }
    let (mut changed, mut at, mut found) = (Vec::new(), 0, false);
    while at < own.units.len() {
        let fits = own.units.len() - at >= old.units.len();
        let here = if fits { same_units(machine, &own.units[at..], &old.units) } else { Number::int(0) };
        if machine.fork(here)? {
            changed.extend_from_slice(&new.units);
            at += old.units.len();
            found = true;
        } else {
            changed.push(own.units[at]);
            at += 1;
        }
    }
    if changed.len() > LONGEST {
        return Err(Stop::Limit);
    }
    if found { gives_text(machine, changed) } else { Ok(Modelled::Gives(Some(this))) }
}

/// The unit that a regular expression stands for; `None`: it is another one.
fn separator(expression: &[Number]) -> Option<Number> {
    const SPECIAL: &str = ".$|()[{^?*+\\";
    let plain = |unit: &Number| u8::try_from(unit.as_int()).ok().filter(|_| unit.term.is_none()).map(char::from);
    match expression {
        [unit] => plain(unit).filter(|c| !SPECIAL.contains(*c)).map(|_| *unit),
        [backslash, unit] if plain(backslash) == Some('\\') => plain(unit).filter(|c| !c.is_ascii_alphanumeric()).map(|_| *unit),
        _ => None,
    }
}

/// The pieces between separators of one unit; without `most`, those behind the last one that is not empty are left out.
fn split(machine: &mut Machine, own: &Text, this: Value, by: Value, most: i64) -> Answer {
    let by = match (by, text(machine, Some(&by))) {
        (Value::Null, _) => return Ok(NULL),
        (_, Some(by)) => separator(&by.units),
        _ => None,
    };
    let Some(by) = by else { return Ok(Modelled::Not) };
    machine.fix_length(own)?;
    let (mut pieces, mut start) = (Vec::new(), 0);
    for at in 0..own.units.len() {
        if most > 0 && pieces.len() as i64 == most - 1 {
            break;
        }
        let here = machine.relate(Relation::Equal, own.units[at], by);
        if machine.fork(here)? {
            pieces.push(start..at);
            start = at + 1;
        }
    }
    let mut items = Vec::with_capacity(pieces.len() + 1);
    if pieces.is_empty() {
        items.push(this);
    } else {
        pieces.push(start..own.units.len());
        if most == 0 {
            let kept = pieces.iter().rposition(|piece| !piece.is_empty()).map_or(0, |last| last + 1);
            pieces.truncate(kept);
        }
        items.extend(pieces.into_iter().map(|piece| machine.text(own.units[piece].into())));
    }
    let ty = machine.classes.symbols.of("[Ljava/lang/String;");
    let array = machine.heap.add(Object::Array { ty, element: Kind::Reference, items });
    Ok(Modelled::Gives(Some(array)))
}
