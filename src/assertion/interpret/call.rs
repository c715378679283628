//! The functions of the language on values.

use std::borrow::Cow;

use super::contents::{Contents, key_of};
use super::{Value, compare, int, promote};
use crate::assertion::ast::{BinaryOp, Element, Function, Type};

/// The value of a call with that many arguments; `None`: it fails, or an argument does.
pub(super) fn apply<'a>(function: Function, arity: usize, argument: &impl Fn(usize) -> Option<Value<'a>>) -> Option<Value<'a>> {
    let first = argument(0)?;
    Some(match (function, first) {
        (Function::Abs, x) => abs(x),
        (Function::Min, x) => least(x, argument(1)?),
        (Function::Max, x) => greatest(x, argument(1)?),

        (Function::Get, Value::Sequence(items)) => {
            let index = usize::try_from(int(argument(1)?)).ok().filter(|&i| i < items.len())?;
            items.get(index)?
        }
        (Function::Get, Value::Text(text)) => {
            let index = usize::try_from(int(argument(1)?)).ok()?;
            Value::Int((*text.get(index)?).into())
        }
        (Function::Length, Value::Sequence(items) | Value::Bag(items)) => length(items.len()),
        (Function::Length, Value::Text(text)) => length(text.len()),

        (Function::Contains | Function::Count | Function::IndexOf, Value::Sequence(items) | Value::Bag(items)) => {
            let sought = match argument(1) {
                // An absent boolean is false, here as elsewhere.
                None if items.element() == Element::Boolean => Value::Boolean(false),
                other => other?,
            };
            let sought = key_of(&sought, items.element());
            let place = || items.keys().position(|key| key == sought);
            match function {
                Function::Contains => Value::Boolean(place().is_some()),
                Function::IndexOf => place().map_or(Value::Int(-1), length),
                _ => length(items.keys().filter(|key| *key == sought).count()),
            }
        }
        (Function::Contains, Value::Text(text)) => Value::Boolean(find(&text, &units(argument(1)?)).is_some()),
        (Function::IndexOf, Value::Text(text)) => {
            let place = match argument(1)? {
                Value::Int(code) => code_point(code).and_then(|sought| find(&text, &sought)),
                sought => find(&text, &units(sought)),
            };
            place.map_or(Value::Int(-1), length)
        }

        (Function::Sum, Value::Sequence(items) | Value::Bag(items)) => match (items.integers(), items.reals()) {
            (Some(integers), _) => Value::Long(integers.iter().fold(0, |sum: i64, x| sum.wrapping_add(*x))),
            (_, Some(reals)) => Value::Double(reals.iter().fold(0.0, |sum, x| sum + x)),
            _ => panic!("the sum of {items:?}"),
        },
        (Function::Least, Value::Sequence(items) | Value::Bag(items)) => fold(items, least)?,
        (Function::Greatest, Value::Sequence(items) | Value::Bag(items)) => fold(items, greatest)?,
        (Function::Sorted, Value::Sequence(items)) => Value::Boolean(in_order(items, BinaryOp::Le)),
        (Function::StrictlySorted, Value::Sequence(items)) => Value::Boolean(in_order(items, BinaryOp::Lt)),
        (Function::Permutation, Value::Sequence(items) | Value::Bag(items)) => match argument(1)? {
            Value::Sequence(others) | Value::Bag(others) => Value::Boolean(items.is_permutation_of(&others)),
            other => panic!("a permutation of a {}", other.value_type()),
        },

        (Function::StartsWith, Value::Text(text)) => Value::Boolean(text.starts_with(&units(argument(1)?))),
        (Function::EndsWith, Value::Text(text)) => Value::Boolean(text.ends_with(&units(argument(1)?))),
        (Function::IsBlank, Value::Text(text)) => Value::Boolean(text.iter().all(|&unit| is_whitespace(unit))),
        (Function::Strip, Value::Text(text)) => Value::Text(without_ends(text, is_whitespace)),
        (Function::Trim, Value::Text(text)) => Value::Text(without_ends(text, |unit| unit <= 0x20)),
        (Function::Concat, Value::Text(text)) => {
            let mut both = text.into_owned();
            both.extend_from_slice(&units(argument(1)?));
            Value::Text(Cow::Owned(both))
        }
        (Function::Substring, Value::Text(text)) => {
            let start = usize::try_from(int(argument(1)?)).ok()?;
            let end = if arity > 2 { usize::try_from(int(argument(2)?)).ok()? } else { text.len() };
            if start > end || end > text.len() {
                return None;
            }
            Value::Text(slice(text, start, end))
        }
        (function, first) => panic!("{} of a {}", function.name(), first.value_type()),
    })
}

/// A number of elements, of which an object of the JVM has fewer than 2^31.
fn length(n: usize) -> Value<'static> {
    Value::Int(i32::try_from(n).expect("a length in Java's range"))
}

fn units(value: Value) -> Cow<[u16]> {
    match value {
        Value::Text(units) => units,
        other => panic!("a {} where a text is due", other.value_type()),
    }
}

fn abs(value: Value) -> Value {
    match value {
        Value::Int(x) => Value::Int(x.wrapping_abs()),
        Value::Long(x) => Value::Long(x.wrapping_abs()),
        Value::Float(x) => Value::Float(x.abs()),
        Value::Double(x) => Value::Double(x.abs()),
        Value::Exact(x) => Value::Exact(x.abs()),
        other => panic!("abs of a {}", other.value_type()),
    }
}

fn least<'a>(left: Value<'a>, right: Value<'a>) -> Value<'a> {
    extreme(left, right, BinaryOp::Lt)
}

fn greatest<'a>(left: Value<'a>, right: Value<'a>) -> Value<'a> {
    extreme(left, right, BinaryOp::Gt)
}

/// `Math.min` or `Math.max`: NaN if one is, and -0.0 is less than 0.0.
fn extreme<'a>(left: Value<'a>, right: Value<'a>, op: BinaryOp) -> Value<'a> {
    let (left, right) = promote(left, right);
    let (nan, negative) = match left {
        Value::Float(x) => (x.is_nan(), x.is_sign_negative()),
        Value::Double(x) => (x.is_nan(), x.is_sign_negative()),
        _ => (false, false),
    };
    let equal = compare(BinaryOp::Eq, left.clone(), right.clone());
    let is_left = nan || if equal { negative == (op == BinaryOp::Lt) } else { compare(op, left.clone(), right.clone()) };
    if is_left { left } else { right }
}

fn fold<'a>(items: Contents<'a>, choose: fn(Value<'a>, Value<'a>) -> Value<'a>) -> Option<Value<'a>> {
    let number = |i| items.get(i).expect("a number is never null");
    (0..items.len()).map(number).reduce(choose)
}

/// Whether each element is `op` the next.
fn in_order(items: Contents, op: BinaryOp) -> bool {
    if Type::from(items.element()) == Type::Text {
        let texts: Option<Vec<_>> = (0..items.len()).map(|i| items.get(i).map(units)).collect();
        return match texts {
            // A lone null is not compared with anything.
            None => items.len() < 2,
            Some(texts) => texts.windows(2).all(|pair| if op == BinaryOp::Lt { pair[0] < pair[1] } else { pair[0] <= pair[1] }),
        };
    }
    let number = |i| items.get(i).expect("a number is never null");
    (1..items.len()).all(|i| compare(op, number(i - 1), number(i)))
}

/// The first place of `sought`, as `String.indexOf`.
fn find(text: &[u16], sought: &[u16]) -> Option<usize> {
    if sought.is_empty() {
        return Some(0);
    }
    text.windows(sought.len()).position(|window| window == sought)
}

/// The code units of a code point; `None` if it is none.
fn code_point(code: i32) -> Option<Vec<u16>> {
    let code = u32::try_from(code).ok()?;
    match u16::try_from(code) {
        Ok(unit) => Some(vec![unit]),
        Err(_) => char::from_u32(code).map(|c| c.encode_utf16(&mut [0; 2]).to_vec()),
    }
}

/// `Character.isWhitespace`: space, line and paragraph separators that break, tab to carriage return, and U+001C to U+001F.
fn is_whitespace(unit: u16) -> bool {
    matches!(unit,
        0x9..=0xd | 0x1c..=0x20 | 0x1680 | 0x2000..=0x2006 | 0x2008..=0x200a | 0x2028 | 0x2029 | 0x205f | 0x3000)
}

fn without_ends(text: Cow<[u16]>, drops: fn(u16) -> bool) -> Cow<[u16]> {
    let start = text.iter().position(|&unit| !drops(unit)).unwrap_or(text.len());
    let end = text.iter().rposition(|&unit| !drops(unit)).map_or(start, |last| last + 1);
    slice(text, start, end)
}

fn slice(text: Cow<[u16]>, start: usize, end: usize) -> Cow<[u16]> {
    match text {
        Cow::Borrowed(units) => Cow::Borrowed(&units[start..end]),
        Cow::Owned(units) => Cow::Owned(units[start..end].to_vec()),
    }
}
