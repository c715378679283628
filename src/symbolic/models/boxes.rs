//! Numbers, truth values and characters as objects, and texts of them.

use super::letters::same_ignoring_case;
use super::numbers::kind_of_real;
use super::units::{gives_text, text, text_of};
use super::{Answer, Modelled};
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Object, Text, Value, box_of};
use crate::symbolic::instruction::Kind;
use crate::symbolic::machine::{Machine, narrow};
use crate::symbolic::path::Stop;
use crate::symbolic::scalar::{Binary, Scalar, Unary};
use crate::symbolic::term::NO_DECIMAL;

const KINDS: [Kind; 8] = [Kind::Boolean, Kind::Byte, Kind::Char, Kind::Short, Kind::Int, Kind::Long, Kind::Float, Kind::Double];

pub fn call(machine: &mut Machine, owner: &str, name: &str, descriptor: &str, operands: &[Value]) -> Answer {
    if owner == "java/util/Objects" && name == "equals" {
        return objects_equal(machine, operands);
    }
    let of_owner = KINDS.into_iter().find(|&k| box_of(k) == owner);
    if let (Some(kind), Some(&first)) = (of_owner, operands.first()) {
        if kind == Kind::Boolean && matches!(name, "parseBoolean" | "valueOf") && descriptor.starts_with("(Ljava/lang/String;)") {
            return truth(machine, name, first);
        }
        if let Some(answer) = parsed(machine, kind, name, descriptor, operands)? {
            return Ok(answer);
        }
        match (name, first) {
            ("valueOf", Value::Number(number)) => {
                let value = machine.boxed(Some(kind), number);
                return Ok(Modelled::Gives(Some(value)));
            }
            ("compare", Value::Number(a)) => {
                let Some(&Value::Number(b)) = operands.get(1) else { return Ok(Modelled::Not) };
                return order(machine, kind, a, b);
            }
            (_, Value::Number(number)) if matches!(kind, Kind::Float | Kind::Double) => return kind_of_real(machine, name, number),
            _ => {}
        }
    }
    let Some(&Value::Object(id)) = operands.first() else { return Ok(Modelled::Not) };
    let Object::Boxed { kind, number } = machine.heap.get(id) else { return Ok(Modelled::Not) };
    let (kind, number) = (*kind, *number);
    let to = match name {
        "intValue" => Kind::Int,
        "longValue" => Kind::Long,
        "doubleValue" => Kind::Double,
        "floatValue" => Kind::Float,
        "shortValue" => Kind::Short,
        "byteValue" => Kind::Byte,
        "booleanValue" | "charValue" => kind,
        "isNaN" | "isInfinite" if matches!(kind, Kind::Float | Kind::Double) => return kind_of_real(machine, name, number),
        "toString" => {
            return match text_of(machine, operands[0], descriptor)? {
                Some(units) => gives_text(machine, units),
                None => Ok(Modelled::Not),
            };
        }
        "compareTo" => {
            let other = match operands.get(1) {
                Some(&Value::Object(other)) => machine.heap.get(other),
                Some(Value::Null) => return Ok(Modelled::Throws("java/lang/NullPointerException")),
                _ => return Ok(Modelled::Not),
            };
            let &Object::Boxed { kind: of_other, number: other } = other else { return Ok(Modelled::Not) };
            return if of_other == kind { order(machine, kind, number, other) } else { Ok(Modelled::Not) };
        }
        "equals" => {
            let Some(&other) = operands.get(1) else { return Ok(Modelled::Not) };
            return equal(machine, kind, number, other);
        }
        "hashCode" if matches!(kind, Kind::Byte | Kind::Char | Kind::Short | Kind::Int) => kind,
        _ => return Ok(Modelled::Not),
    };
    let operation = match to {
        Kind::Long => Unary::ToLong,
        Kind::Float => Unary::ToFloat,
        Kind::Double => Unary::ToDouble,
        _ => Unary::ToInt,
    };
    let converted = machine.converted(operation, number).ok_or(Stop::Unsupported)?;
    Ok(Modelled::Gives(Some(narrow(Value::Number(converted), to, &mut machine.terms))))
}

/// As `compare` of two numbers gives it.
fn order(machine: &mut Machine, kind: Kind, a: Number, b: Number) -> Answer {
    let order = match kind {
        // Of zeros and NaN they have an order of their own.
        Kind::Float | Kind::Double => return Ok(Modelled::Not),
        Kind::Int | Kind::Long => {
            let value = Scalar::Int(Scalar::order(0, a.value, b.value).ok_or(Stop::Unsupported)?);
            let symbolic = a.term.is_some() || b.term.is_some();
            let term = symbolic.then(|| {
                let (a, b) = (machine.term(a), machine.term(b));
                machine.terms.order(0, a, b)
            });
            Number { value, term }
        }
        // Characters, bytes and shorts give their difference.
        _ => machine.arithmetic(Binary::Sub, a, b).ok_or(Stop::Unsupported)?,
    };
    Ok(Modelled::Gives(Some(Value::Number(order))))
}

/// `Boolean.parseBoolean`, and `valueOf` of a text.
fn truth(machine: &mut Machine, name: &str, operand: Value) -> Answer {
    let is = match (operand, text(machine, Some(&operand))) {
        (Value::Null, _) => Number::int(0),
        (_, Some(given)) => {
            let units = "true".bytes().map(|unit| Number::int(i32::from(unit))).collect();
            match same_ignoring_case(machine, &given, &Text { slot: None, units })? {
                Modelled::Gives(Some(Value::Number(is))) => is,
                other => return Ok(other),
            }
        }
        _ => return Ok(Modelled::Not),
    };
    let value = if name == "valueOf" { machine.boxed(Some(Kind::Boolean), is) } else { Value::Number(is) };
    Ok(Modelled::Gives(Some(value)))
}

fn equal(machine: &mut Machine, kind: Kind, number: Number, other: Value) -> Answer {
    // Reals are equal by their bits there.
    if matches!(kind, Kind::Float | Kind::Double) {
        return Ok(Modelled::Not);
    }
    let same = match other {
        Value::Object(id) => match machine.heap.get(id) {
            Object::Boxed { kind: of_other, number: value } if *of_other == kind => {
                let value = *value;
                machine.relate(Relation::Equal, number, value)
            }
            _ => Number::int(0),
        },
        Value::Null => Number::int(0),
        _ => return Ok(Modelled::Not),
    };
    Ok(Modelled::Gives(Some(Value::Number(same))))
}

fn objects_equal(machine: &mut Machine, operands: &[Value]) -> Answer {
    let &[a, b] = operands else { return Ok(Modelled::Not) };
    let known = |is: bool| Ok(Modelled::Gives(Some(Value::int(i32::from(is)))));
    match (a, b) {
        (Value::Unknown(_), _) | (_, Value::Unknown(_)) => Ok(Modelled::Not),
        _ if a == b => known(true),
        (Value::Null, _) | (_, Value::Null) => known(false),
        (Value::Object(x), Value::Object(y)) => match (machine.heap.get(x).clone(), machine.heap.get(y).clone()) {
            (Object::Text(x), Object::Text(y)) => {
                let same = machine.same_text(&x, &y)?;
                Ok(Modelled::Gives(Some(Value::Number(same))))
            }
            (Object::Boxed { kind, number }, _) => equal(machine, kind, number, b),
            _ => Ok(Modelled::Not),
        },
        _ => Ok(Modelled::Not),
    }
}

/// `Integer.parseInt`, `Long.parseLong` and `valueOf` of a text.
fn parsed(machine: &mut Machine, kind: Kind, name: &str, descriptor: &str, operands: &[Value]) -> Result<Option<Modelled>, Stop> {
    let parses = match kind {
        Kind::Int => name == "parseInt" || name == "valueOf",
        Kind::Long => name == "parseLong" || name == "valueOf",
        _ => false,
    };
    if !parses || !descriptor.starts_with("(Ljava/lang/String;)") {
        return Ok(None);
    }
    const WRONG: Modelled = Modelled::Throws("java/lang/NumberFormatException");
    let id = match operands[0] {
        Value::Null => return Ok(Some(WRONG)),
        Value::Object(id) => id,
        _ => return Ok(None),
    };
    let Object::Text(text) = machine.heap.get(id).clone() else { return Ok(None) };
    let long = if let Some(number) = machine.decimal_of(&text, kind.range()) {
        let none = machine.relate(Relation::Equal, number, Number::constant(Scalar::Long(NO_DECIMAL)));
        if machine.fork(none)? {
            return Ok(Some(WRONG));
        }
        number
    } else {
        let mut units = Vec::with_capacity(text.units.len());
        for &unit in text.units.iter() {
            units.push(machine.pin(unit, "text of a number")?.whole().unwrap_or(0) as u16);
        }
        match crate::symbolic::machine::decimal(&units, kind.range()) {
            Some(value) => Number::constant(Scalar::Long(value)),
            None => return Ok(Some(WRONG)),
        }
    };
    let number = if kind == Kind::Int { machine.converted(Unary::ToInt, long).ok_or(Stop::Unsupported)? } else { long };
    let value = if name == "valueOf" { machine.boxed(Some(kind), number) } else { Value::Number(number) };
    Ok(Some(Modelled::Gives(Some(value))))
}
