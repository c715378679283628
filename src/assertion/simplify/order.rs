//! Chains of comparisons: from `x < y` and `y <= 3` follows `x < 3`.
//!
//! Only comparisons that Java makes without rounding take part, for those are comparisons of the operands' exact values;
//! among rounded ones order is not transitive (an int and a float may be equal as floats, and unequal).

use super::context::Context;
use super::relation::{EQUAL, GREATER, LESS, comparison, relations};
use crate::assertion::ast::{Expr, Type};
use crate::assertion::interpret::{self, Value};

/// How far apart two terms are known to be, the first at most the second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    AtMost,
    Below,
}

/// The value of a comparison, if a chain of comparisons that are true decides it.
pub(super) fn decide<'e>(expr: &Expr, known: impl Iterator<Item = &'e Expr>, context: &Context) -> Option<bool> {
    let (op, left, right) = comparison(expr)?;
    if !is_exact(left, right, context) {
        return None;
    }
    let mut terms: Vec<&Expr> = vec![left, right];
    let mut steps: Vec<(usize, usize, Step)> = Vec::new();
    for known in known {
        let Some((op, l, r)) = comparison(known).filter(|(_, l, r)| is_exact(l, r, context)) else { continue };
        let mut node = |term| {
            terms.iter().position(|t| *t == term).unwrap_or_else(|| {
                terms.push(term);
                terms.len() - 1
            })
        };
        let (l, r) = (node(l), node(r));
        match relations(op) {
            LESS => steps.push((l, r, Step::Below)),
            GREATER => steps.push((r, l, Step::Below)),
            EQUAL => steps.extend([(l, r, Step::AtMost), (r, l, Step::AtMost)]),
            set if set == LESS | EQUAL => steps.push((l, r, Step::AtMost)),
            set if set == GREATER | EQUAL => steps.push((r, l, Step::AtMost)),
            _ => {}
        }
    }
    if steps.len() < 2 {
        return None;
    }
    let constants: Vec<(usize, Value)> = terms
        .iter()
        .enumerate()
        .filter(|(_, t)| t.is_constant())
        .filter_map(|(i, t)| Some((i, interpret::evaluate(t, &|_| None)?)))
        .collect();
    for &(i, ref x) in &constants {
        for &(j, ref y) in &constants {
            steps.extend(exact_order(x, y).filter(|_| i != j).and_then(|order| match order {
                std::cmp::Ordering::Less => Some((i, j, Step::Below)),
                std::cmp::Ordering::Equal => Some((i, j, Step::AtMost)),
                std::cmp::Ordering::Greater => None,
            }));
        }
    }

    // Whoever is on a chain has a value, because a comparison with it is true; so `expr` does not fail.
    let (up, down) = (distance(&steps, terms.len(), 0, 1), distance(&steps, terms.len(), 1, 0));
    let possible = match (up, down) {
        (Some(Step::Below), _) => LESS,
        (_, Some(Step::Below)) => GREATER,
        (Some(Step::AtMost), Some(Step::AtMost)) => EQUAL,
        (Some(Step::AtMost), None) => LESS | EQUAL,
        (None, Some(Step::AtMost)) => GREATER | EQUAL,
        (None, None) => return None,
    };
    match relations(op) & possible {
        0 => Some(false),
        holds if holds == possible => Some(true),
        _ => None,
    }
}

/// The strongest chain of steps from one term to another.
fn distance(steps: &[(usize, usize, Step)], terms: usize, from: usize, to: usize) -> Option<Step> {
    let mut best: Vec<Option<Step>> = vec![None; terms];
    best[from] = Some(Step::AtMost);
    // A simple path has fewer steps than there are terms; a strict circle cannot be true, and then anything follows.
    for _ in 0..terms {
        for &(a, b, step) in steps {
            if let Some(reached) = best[a] {
                best[b] = best[b].max(Some(reached.max(step)));
            }
        }
    }
    best[to]
}

/// Whether Java compares the two without rounding either.
fn is_exact(left: &Expr, right: &Expr, context: &Context) -> bool {
    match (context.type_of(left), context.type_of(right)) {
        (l, r) if l.is_integer() && r.is_integer() => true,
        (Type::Float, Type::Float) | (Type::Double, Type::Double) => true,
        (Type::Double, Type::Int | Type::Float) | (Type::Int | Type::Float, Type::Double) => true,
        _ => false,
    }
}

/// The order of two constants as numbers.
fn exact_order(x: &Value, y: &Value) -> Option<std::cmp::Ordering> {
    let integer = |v: &Value| match *v {
        Value::Int(x) => Some(i64::from(x)),
        Value::Long(x) => Some(x),
        _ => None,
    };
    let real = |v: &Value| match *v {
        Value::Int(x) => Some(f64::from(x)),
        Value::Float(x) => Some(f64::from(x)),
        Value::Double(x) => Some(x),
        _ => None,
    };
    match (integer(x), integer(y)) {
        (Some(x), Some(y)) => Some(x.cmp(&y)),
        _ => real(x)?.partial_cmp(&real(y)?),
    }
}
