//! A smaller assertion of the same meaning, for a reader: what is redundant goes, nothing that matters does.
//!
//! The meaning is that of [`interpret`](super::interpret), failures included: `x == x` is false where x is absent or NaN,
//! and `!(a < b)` is no `a >= b` where one of them may be. So a rule applies only where its condition is known: from the types,
//! from [`Facts`], or from what is true around the place (in `y != 0 && !(x / y > 3)` the division cannot fail).
//!
//! | module | rewrites |
//! | --- | --- |
//! | `term` | numbers: constants, neutral elements, cancellation |
//! | `function` | functions, bit operations, quantifiers |
//! | `relation` | comparisons: between themselves, with constants, implication of one by another |
//! | `order` | chains of comparisons: `x < y && y < z` implies `x < z` |
//! | `context` | what is known at a place, and what it decides |
//! | `logic` | connectives: conjunctions and clauses as lists, factoring, order for the reader |
//! | `egraph` | connectives again, in every order at once: the last word on the size ([`smallest`]) |

mod context;
mod decide;
mod egraph;
mod function;
mod logic;
mod order;
mod relation;
mod term;

use self::context::Context;
use super::ast::{BinaryOp, Expr, UnaryOp};
use crate::evidence::dataset::{Column, Dataset};
use crate::evidence::schema::{Schema, VarId};

/// What is known of a program point's variables beyond their types.
///
/// Besides, it is always assumed that `this` is not null, and that a variable is absent iff its receiver is null or absent
/// (`docs/formats.md`, "Variables and their names").
#[derive(Clone, Debug)]
pub struct Facts {
    /// One per variable: it has a value in every state.
    always_present: Vec<bool>,
}

impl Facts {
    /// What holds in every state that can occur: a variable without a receiver, or of `this`, is always present.
    pub fn of_schema(schema: &Schema) -> Self {
        let always = |receiver: &Option<String>| receiver.as_deref().is_none_or(|r| r == "this");
        Self { always_present: schema.variables.iter().map(|v| always(&v.receiver)).collect() }
    }

    /// What holds in the states of the dataset; new evidence may refute it.
    pub fn of_dataset(data: &Dataset) -> Self {
        let full = |column: &Column| column.present.as_ref().is_none_or(|bits| (0..bits.len).all(|row| bits.get(row)));
        let known = Self::of_schema(&data.schema).always_present;
        Self { always_present: known.iter().zip(&data.columns).map(|(&known, column)| known || full(column)).collect() }
    }

    fn always_present(&self, id: VarId) -> bool {
        self.always_present[id as usize]
    }
}

/// An assertion that has the same value in every state that agrees with the facts, and is no larger.
/// Simplifying it again changes nothing.
///
/// # Panics
/// If the expression is not well typed over the schema, or not boolean, or the facts are another schema's.
pub fn simplify(expr: &Expr, schema: &Schema, facts: &Facts) -> Expr {
    assert_eq!(facts.always_present.len(), schema.variables.len(), "facts of another schema");
    let context = Context::new(schema, facts);
    let mut seen = vec![expr.clone()];
    loop {
        let last = &seen[seen.len() - 1];
        let next = logic::simplify(last, &context);
        if next.size() > last.size() {
            return last.clone();
        }
        // Sizes do not grow, so that the sequence ends in a fixed point, or in a circle of equally good trees:
        // then take the least of it, which is the one found from anywhere on the circle.
        if let Some(start) = seen.iter().position(|e| *e == next) {
            return seen[start..].iter().min().expect("the circle has a member").clone();
        }
        seen.push(next);
    }
}

/// [`simplify`], and besides the smallest combination of its comparisons that equality saturation finds within fixed limits.
/// No larger than what [`simplify`] gives. Takes milliseconds, so it is for results, not for candidates.
///
/// # Panics
/// As [`simplify`].
pub fn smallest(expr: &Expr, schema: &Schema, facts: &Facts) -> Expr {
    let context = Context::new(schema, facts);
    let mut best = simplify(expr, schema, facts);
    loop {
        let next = simplify(&egraph::smallest(&best, &context), schema, facts);
        if next.size() >= best.size() {
            return best;
        }
        best = next;
    }
}

/// The same with every conjunct on its own: `!(a || b)` is read, judged and reported as `!a && !b`.
pub fn clauses_apart(expr: Expr) -> Expr {
    fn collect(expr: Expr, clauses: &mut Vec<Expr>) {
        match expr {
            Expr::Binary(BinaryOp::And, left, right) => [left, right].into_iter().for_each(|side| collect(*side, clauses)),
            Expr::Unary(UnaryOp::Not, inner) => match *inner {
                Expr::Unary(UnaryOp::Not, inner) => collect(*inner, clauses),
                Expr::Binary(BinaryOp::Or, left, right) => {
                    [left, right].into_iter().for_each(|side| collect(Expr::unary(UnaryOp::Not, *side), clauses));
                }
                inner => clauses.push(Expr::unary(UnaryOp::Not, inner)),
            },
            other => clauses.push(other),
        }
    }
    let mut clauses = Vec::new();
    collect(expr, &mut clauses);
    clauses.into_iter().reduce(|a, b| Expr::binary(BinaryOp::And, a, b)).unwrap_or(Expr::Bool(true))
}

#[cfg(test)]
mod tests;
