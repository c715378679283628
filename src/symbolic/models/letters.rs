//! Letters and blanks of texts of ASCII: cases, order, and what is cut off at the ends.

use super::numbers::{choose, is_blank, other_case};
use super::units::{NULL, gives, gives_text, text};
use super::{Answer, Modelled};
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Text, Value};
use crate::symbolic::machine::Machine;
use crate::symbolic::path::Stop;
use crate::symbolic::scalar::{Binary, Scalar};

const LAST_OF_ASCII: i32 = 127;

pub(super) fn call(machine: &mut Machine, own: &Text, this: Value, name: &str, given: &[Value]) -> Answer {
    match (name, given.len()) {
        // A locale matters to few letters: of ASCII, in Turkish.
        ("toLowerCase" | "toUpperCase", 0 | 1) => in_case(machine, own, this, name == "toUpperCase"),
        ("compareTo" | "compareToIgnoreCase", 1) => match (given[0], text(machine, given.first())) {
            (Value::Null, _) => Ok(NULL),
            (_, Some(other)) => compared(machine, own, &other, name == "compareToIgnoreCase"),
            _ => Ok(Modelled::Not),
        },
        ("isBlank", 0) => {
            machine.fix_length(own)?;
            if !are_ascii(machine, &own.units)? {
                return Ok(Modelled::Not);
            }
            let all = own.units.iter().fold(Number::constant(Scalar::boolean(true)), |so_far, &unit| {
                let blank = is_blank(machine, unit);
                machine.both(so_far, blank)
            });
            gives(all)
        }
        ("trim", 0) => stripped(machine, own, this, (true, true), |machine, unit| {
            machine.relate(Relation::LessOrEqual, unit, Number::int(i32::from(b' ')))
        }),
        ("strip" | "stripLeading" | "stripTrailing", 0) => {
            machine.fix_length(own)?;
            if !are_ascii(machine, &own.units)? {
                return Ok(Modelled::Not);
            }
            stripped(machine, own, this, (name != "stripTrailing", name != "stripLeading"), is_blank)
        }
        _ => Ok(Modelled::Not),
    }
}

/// Whether all units are of ASCII; then the path is that of such units.
fn are_ascii(machine: &mut Machine, units: &[Number]) -> Result<bool, Stop> {
    if units.iter().any(|unit| unit.as_int() > LAST_OF_ASCII) {
        return Ok(false);
    }
    for &unit in units {
        let ascii = machine.relate(Relation::LessOrEqual, unit, Number::int(LAST_OF_ASCII));
        machine.require(ascii.term)?;
    }
    Ok(true)
}

fn in_case(machine: &mut Machine, own: &Text, this: Value, upper: bool) -> Answer {
    machine.fix_length(own)?;
    if !are_ascii(machine, &own.units)? {
        return Ok(Modelled::Not);
    }
    let mut changed = Vec::with_capacity(own.units.len());
    for &unit in own.units.iter() {
        changed.push(other_case(machine, unit, upper)?);
    }
    // What has no letter of the other case is given back.
    let same = changed.iter().zip(own.units.iter()).all(|(a, b)| a.term.is_none() && a.value == b.value);
    if same { Ok(Modelled::Gives(Some(this))) } else { gives_text(machine, changed) }
}

/// The difference of the first units that differ, or of the lengths.
fn compared(machine: &mut Machine, own: &Text, other: &Text, ignoring_case: bool) -> Answer {
    machine.fix_length(own)?;
    machine.fix_length(other)?;
    if ignoring_case && !(are_ascii(machine, &own.units)? && are_ascii(machine, &other.units)?) {
        return Ok(Modelled::Not);
    }
    let mut order = Number::int(own.units.len() as i32 - other.units.len() as i32);
    for (&a, &b) in own.units.iter().zip(other.units.iter()).rev() {
        let (a, b) = if ignoring_case { (other_case(machine, a, false)?, other_case(machine, b, false)?) } else { (a, b) };
        let difference = machine.arithmetic(Binary::Sub, a, b).ok_or(Stop::Unsupported)?;
        let same = machine.relate(Relation::Equal, a, b);
        order = choose(machine, same, order, difference);
    }
    gives(order)
}

/// Without the units at its ends, or at one of them, that are blank.
fn stripped(
    machine: &mut Machine,
    own: &Text,
    this: Value,
    (leading, trailing): (bool, bool),
    blank: impl Fn(&mut Machine, Number) -> Number,
) -> Answer {
    machine.fix_length(own)?;
    let (mut from, mut to) = (0, own.units.len());
    let is_blank = |machine: &mut Machine, at: usize| {
        let blank = blank(machine, own.units[at]);
        machine.fork(blank)
    };
    while leading && from < to && is_blank(machine, from)? {
        from += 1;
    }
    while trailing && from < to && is_blank(machine, to - 1)? {
        to -= 1;
    }
    if to - from == own.units.len() {
        return Ok(Modelled::Gives(Some(this)));
    }
    gives_text(machine, &own.units[from..to])
}

/// Of ASCII; other texts have more letters that are equal so.
pub(super) fn same_ignoring_case(machine: &mut Machine, own: &Text, other: &Text) -> Answer {
    let is_constant = |text: &Text| text.slot.is_none() && text.units.iter().all(|u| u.term.is_none() && u.as_int() <= LAST_OF_ASCII);
    let (own, other) = if is_constant(other) { (own, other) } else { (other, own) };
    if !is_constant(other) {
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
