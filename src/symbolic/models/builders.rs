//! Builders of texts, and concatenation.

use super::units::{LONGEST, NULL, OUT_OF_BOUNDS, gives, gives_text, number, part, place_of, text_of, text_of_kind};
use super::{Answer, Modelled};
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Object, Value};
use crate::symbolic::instruction::{Kind, Signature};
use crate::symbolic::machine::Machine;
use crate::symbolic::path::Stop;

pub(super) fn of_builder(machine: &mut Machine, id: u32, units: &[Number], name: &str, descriptor: &str, given: &[Value]) -> Answer {
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
            let Some(length) = first else { return Ok(Modelled::Not) };
            let negative = machine.relate(Relation::Less, length, Number::int(0));
            if machine.fork(negative)? {
                return Ok(OUT_OF_BOUNDS);
            }
            let length = machine.pin(length, "length of a text")?.whole().unwrap_or(0);
            if length > LONGEST as i64 {
                return Err(Stop::Limit);
            }
            changed.resize(length as usize, Number::int(0));
            set(machine, id, changed);
            return Ok(Modelled::Gives(None));
        }
        ("setCharAt", 2) => {
            let (Some(index), Some(unit)) = (first, number(given.get(1))) else { return Ok(Modelled::Not) };
            match machine.index(index, Number::int(units.len() as i32))? {
                Some(at) => changed[at] = unit,
                None => return Ok(OUT_OF_BOUNDS),
            }
            set(machine, id, changed);
            return Ok(Modelled::Gives(None));
        }
        ("insert", 2) if !descriptor.starts_with("(I[C)") => {
            let Some(index) = first else { return Ok(Modelled::Not) };
            let kind = Signature::of(descriptor).and_then(|signature| signature.parameters.get(1).copied()).unwrap_or(Kind::Reference);
            let Some(more) = text_of_kind(machine, given[1], kind)? else { return Ok(Modelled::Not) };
            // Behind the last one, too.
            match machine.index(index, Number::int(units.len() as i32 + 1))? {
                Some(at) => drop(changed.splice(at..at, more)),
                None => return Ok(OUT_OF_BOUNDS),
            }
        }
        ("delete", 2) | ("replace", 3) => {
            let (Some(from), Some(to)) = (first, number(given.get(1))) else { return Ok(Modelled::Not) };
            let more = match given.get(2) {
                None => Vec::new(),
                Some(Value::Null) => return Ok(NULL),
                Some(&more) => match text_of_kind(machine, more, Kind::Reference)? {
                    Some(more) => more,
                    None => return Ok(Modelled::Not),
                },
            };
            let length = units.len() as i64;
            let (from, to) = (machine.pin(from, "index")?.whole().unwrap_or(0), machine.pin(to, "index")?.whole().unwrap_or(0));
            let to = to.min(length);
            if from < 0 || from > to {
                return Ok(OUT_OF_BOUNDS);
            }
            changed.splice(from as usize..to as usize, more);
        }
        ("substring", 1 | 2) | ("subSequence", 2) => return part(machine, units, given),
        ("indexOf" | "lastIndexOf", 1 | 2) if given[0] == Value::Null => return Ok(NULL),
        ("indexOf" | "lastIndexOf", 1 | 2) => return place_of(machine, units, name, given),
        _ => return Ok(Modelled::Not),
    }
    if changed.len() > LONGEST {
        return Err(Stop::Limit);
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
        for &unit in recipe {
            if unit != ARGUMENT {
                units.push(Number::int(i32::from(unit)));
                continue;
            }
            let Some((value, &kind)) = given.next() else { return Err(Stop::Unsupported) };
            match text_of_kind(self, value, kind)? {
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
