//! `Math` of whole numbers, and of reals `abs`, `max` and `min`; whether a real is finite; and `Character` of ASCII.

use super::{Answer, Modelled};
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Value};
use crate::symbolic::instruction::{Kind, Signature};
use crate::symbolic::machine::Machine;
use crate::symbolic::path::Stop;
use crate::symbolic::scalar::{Binary, Scalar, Sort, Unary};

fn number(operands: &[Value], at: usize) -> Option<Number> {
    match operands.get(at) {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    }
}

fn gives(number: Number) -> Answer {
    Ok(Modelled::Gives(Some(Value::Number(number))))
}

const OVERFLOW: Modelled = Modelled::Throws("java/lang/ArithmeticException");

pub fn math(machine: &mut Machine, name: &str, signature: &Signature, operands: &[Value]) -> Answer {
    if matches!(signature.parameters.first(), Some(Kind::Float | Kind::Double)) {
        return math_of_reals(machine, name, operands);
    }
    let Some(kind) = signature.parameters.first().filter(|k| matches!(k, Kind::Int | Kind::Long)) else { return Ok(Modelled::Not) };
    let (Some(a), b) = (number(operands, 0), number(operands, 1)) else { return Ok(Modelled::Not) };
    let zero = Number::constant(if *kind == Kind::Int { Scalar::Int(0) } else { Scalar::Long(0) });
    match (name, b) {
        ("abs", None) => {
            let negated = negate(machine, a)?;
            let negative = machine.relate(Relation::Less, a, zero);
            gives(choose(machine, negative, negated, a))
        }
        ("max" | "min", Some(b)) => {
            let relation = if name == "max" { Relation::GreaterOrEqual } else { Relation::LessOrEqual };
            let first = machine.relate(relation, a, b);
            gives(choose(machine, first, a, b))
        }
        ("negateExact", None) => exact(machine, Binary::Sub, zero, a, *kind),
        ("addExact", Some(b)) => exact(machine, Binary::Add, a, b, *kind),
        ("subtractExact", Some(b)) => exact(machine, Binary::Sub, a, b, *kind),
        ("multiplyExact", Some(b)) if *kind == Kind::Int => exact(machine, Binary::Mul, a, b, *kind),
        ("toIntExact", None) if *kind == Kind::Long => {
            let cut = machine.converted(Unary::ToInt, a).ok_or(Stop::Unsupported)?;
            let back = machine.converted(Unary::ToLong, cut).ok_or(Stop::Unsupported)?;
            let fits = machine.relate(Relation::Equal, back, a);
            if machine.fork(fits)? { gives(cut) } else { Ok(OVERFLOW) }
        }
        ("floorMod" | "floorDiv", Some(b)) if a.value.sort() == b.value.sort() => {
            let by_zero = machine.relate(Relation::Equal, b, zero);
            if machine.fork(by_zero)? {
                return Ok(OVERFLOW);
            }
            let rest = machine.arithmetic(Binary::Rem, a, b).ok_or(Stop::Unsupported)?;
            let signs = machine.arithmetic(Binary::Xor, rest, b).ok_or(Stop::Unsupported)?;
            let differ = machine.relate(Relation::Less, signs, zero);
            let some = machine.relate(Relation::NotEqual, rest, zero);
            let below = machine.both(differ, some);
            let (plain, moved) = if name == "floorMod" {
                (rest, machine.arithmetic(Binary::Add, rest, b))
            } else {
                let quotient = machine.arithmetic(Binary::Div, a, b).ok_or(Stop::Unsupported)?;
                let one = Number::constant(if *kind == Kind::Int { Scalar::Int(1) } else { Scalar::Long(1) });
                (quotient, machine.arithmetic(Binary::Sub, quotient, one))
            };
            gives(choose(machine, below, moved.ok_or(Stop::Unsupported)?, plain))
        }
        _ => Ok(Modelled::Not),
    }
}

/// A real of the same type as another.
fn like(of: Number, value: f64) -> Number {
    Number::constant(if of.value.sort() == Sort::Float { Scalar::float(value as f32) } else { Scalar::double(value) })
}

fn math_of_reals(machine: &mut Machine, name: &str, operands: &[Value]) -> Answer {
    let (Some(a), b) = (number(operands, 0), number(operands, 1)) else { return Ok(Modelled::Not) };
    match (name, b) {
        ("abs", None) => {
            let zero = like(a, 0.0);
            // Not its negation: that of 0.0 is not what it should be.
            let turned = machine.arithmetic(Binary::Sub, zero, a).ok_or(Stop::Unsupported)?;
            let turns = machine.relate(Relation::LessOrEqual, a, zero);
            gives(choose(machine, turns, turned, a))
        }
        ("max" | "min", Some(b)) => {
            let is_zero = |n: Number| n.value.real() == Some(0.0);
            // Of two zeros the sign decides, which no comparison sees.
            if is_zero(a) && is_zero(b) {
                return Ok(Modelled::Not);
            }
            let relation = if name == "max" { Relation::GreaterOrEqual } else { Relation::LessOrEqual };
            let first = machine.relate(relation, a, b);
            let second = choose(machine, first, a, b);
            let none = machine.relate(Relation::NotEqual, a, a);
            gives(choose(machine, none, a, second))
        }
        _ => Ok(Modelled::Not),
    }
}

/// `isNaN`, `isInfinite` and `isFinite`.
pub fn kind_of_real(machine: &mut Machine, name: &str, real: Number) -> Answer {
    let most = like(real, if real.value.sort() == Sort::Float { f32::MAX.into() } else { f64::MAX });
    let least = like(real, -most.value.real().ok_or(Stop::Unsupported)?);
    let known = match name {
        "isNaN" => machine.relate(Relation::NotEqual, real, real),
        "isFinite" => {
            let (below, above) = (machine.relate(Relation::LessOrEqual, real, most), machine.relate(Relation::GreaterOrEqual, real, least));
            machine.both(below, above)
        }
        "isInfinite" => {
            let (above, below) = (machine.relate(Relation::Greater, real, most), machine.relate(Relation::Less, real, least));
            choose(machine, above, Number::int(1), below)
        }
        _ => return Ok(Modelled::Not),
    };
    gives(known)
}

fn negate(machine: &mut Machine, a: Number) -> Result<Number, Stop> {
    machine.converted(Unary::Negate, a).ok_or(Stop::Unsupported)
}

pub fn choose(machine: &mut Machine, condition: Number, then: Number, other: Number) -> Number {
    let value = if condition.value.is_true() { then.value } else { other.value };
    let symbolic = condition.term.is_some() || if condition.value.is_true() { then.term.is_some() } else { other.term.is_some() };
    let term = symbolic.then(|| {
        let (condition, then, other) = (machine.term(condition), machine.term(then), machine.term(other));
        machine.terms.choose(condition, then, other)
    });
    Number { value, term: term.filter(|&t| machine.terms.as_constant(t).is_none()) }
}

/// A sum, difference or product, or an exception where it overflows: of `int`s, where that of `long`s differs; of `long`s, where both
/// operands' signs say so (Hacker's Delight, 2-13).
fn exact(machine: &mut Machine, operation: Binary, a: Number, b: Number, kind: Kind) -> Answer {
    let result = machine.arithmetic(operation, a, b).ok_or(Stop::Unsupported)?;
    let fits = if kind == Kind::Int {
        let wide = |machine: &mut Machine, n| machine.converted(Unary::ToLong, n).ok_or(Stop::Unsupported);
        let (a, b, cut) = (wide(machine, a)?, wide(machine, b)?, wide(machine, result)?);
        let whole = machine.arithmetic(operation, a, b).ok_or(Stop::Unsupported)?;
        machine.relate(Relation::Equal, whole, cut)
    } else {
        // A sum has overflowed where its sign is that of neither operand; a difference, where the operands' signs differ and its own is not
        // that of the first.
        let one = machine.arithmetic(Binary::Xor, a, result).ok_or(Stop::Unsupported)?;
        let other = if operation == Binary::Add { result } else { a };
        let other = machine.arithmetic(Binary::Xor, b, other).ok_or(Stop::Unsupported)?;
        let both = machine.arithmetic(Binary::And, one, other).ok_or(Stop::Unsupported)?;
        machine.relate(Relation::GreaterOrEqual, both, Number::constant(Scalar::Long(0)))
    };
    if machine.fork(fits)? { gives(result) } else { Ok(OVERFLOW) }
}

/// Classes and cases of ASCII characters; the path says that it is one.
pub fn character(machine: &mut Machine, name: &str, operands: &[Value]) -> Answer {
    const LAST: i32 = 127;
    let known = matches!(
        name,
        "isDigit"
            | "isLetter"
            | "isLetterOrDigit"
            | "isUpperCase"
            | "isLowerCase"
            | "isWhitespace"
            | "isAlphabetic"
            | "toUpperCase"
            | "toLowerCase"
            | "getNumericValue"
    );
    let digit = number(operands, 1).filter(|_| name == "digit");
    let Some(unit) = number(operands, 0).filter(|_| known || digit.is_some()) else { return Ok(Modelled::Not) };
    let ascii = machine.relate(Relation::LessOrEqual, unit, Number::int(LAST));
    let not_negative = machine.relate(Relation::GreaterOrEqual, unit, Number::int(0));
    if !machine.fork(ascii)? || !machine.fork(not_negative)? {
        return Ok(Modelled::Not);
    }
    let result = match name {
        "isDigit" => within(machine, unit, &[('0', '9')]),
        "isLetter" | "isAlphabetic" => within(machine, unit, &[('a', 'z'), ('A', 'Z')]),
        "isLetterOrDigit" => within(machine, unit, &[('a', 'z'), ('A', 'Z'), ('0', '9')]),
        "isUpperCase" => within(machine, unit, &[('A', 'Z')]),
        "isLowerCase" => within(machine, unit, &[('a', 'z')]),
        "getNumericValue" => numeric_value(machine, unit)?,
        "isWhitespace" => is_blank(machine, unit),
        "digit" => {
            let radix = machine.pin(digit.ok_or(Stop::Unsupported)?, "radix")?.whole().unwrap_or(0) as i32;
            let value = numeric_value(machine, unit)?;
            let below = machine.relate(Relation::Less, value, Number::int(if (2..=36).contains(&radix) { radix } else { 0 }));
            choose(machine, below, value, Number::int(-1))
        }
        _ => other_case(machine, unit, name == "toUpperCase")?,
    };
    gives(result)
}

/// Of digits what they are, of letters 10 to 35, of others -1.
fn numeric_value(machine: &mut Machine, unit: Number) -> Result<Number, Stop> {
    let mut value = Number::int(-1);
    for (range, first) in [(('0', '9'), 0), (('A', 'Z'), 10), (('a', 'z'), 10)] {
        let inside = within(machine, unit, &[range]);
        let by = Number::int(first - range.0 as i32);
        let moved = machine.arithmetic(Binary::Add, unit, by).ok_or(Stop::Unsupported)?;
        value = choose(machine, inside, moved, value);
    }
    Ok(value)
}

/// Whether a character of ASCII is white space.
pub fn is_blank(machine: &mut Machine, unit: Number) -> Number {
    within(machine, unit, &[('\t', '\r'), ('\u{1c}', ' ')])
}

/// A character of ASCII in upper or lower case.
pub fn other_case(machine: &mut Machine, unit: Number, upper: bool) -> Result<Number, Stop> {
    let (range, by) = if upper { (('a', 'z'), -32) } else { (('A', 'Z'), 32) };
    let other = within(machine, unit, &[range]);
    let moved = machine.arithmetic(Binary::Add, unit, Number::int(by)).ok_or(Stop::Unsupported)?;
    Ok(choose(machine, other, moved, unit))
}

/// Whether a character is in one of some ranges.
fn within(machine: &mut Machine, unit: Number, ranges: &[(char, char)]) -> Number {
    let no = Number::int(0);
    ranges.iter().fold(no, |so_far, &(least, most)| {
        let not_below = machine.relate(Relation::GreaterOrEqual, unit, Number::int(least as i32));
        let not_above = machine.relate(Relation::LessOrEqual, unit, Number::int(most as i32));
        let inside = machine.both(not_below, not_above);
        choose(machine, so_far, Number::int(1), inside)
    })
}
