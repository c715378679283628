//! Which states a quantified statement says something of.
//!
//! `forall i: i < len && i > result.length() ==> a[i] == len` is true of hundreds of states in which no i is asked about, and says nothing of
//! them. What speaks for it is counted in the others.

use crate::assertion::ast::{BinaryOp, Expr, Quantifier, UnaryOp};
use crate::assertion::interpret;
use crate::evidence::dataset::Dataset;

/// Those of some rows, in which the statement is true, of which it says something: for all, if it is not quantified.
pub fn asked(literal: &Expr, rows: impl Iterator<Item = usize>, dataset: &Dataset) -> Vec<usize> {
    match idle(literal) {
        Some(idle) => rows.filter(|&row| !interpret::holds(&idle, dataset, row)).collect(),
        None => rows.collect(),
    }
}

/// A statement that is true exactly where none of the numbers is asked about.
fn idle(literal: &Expr) -> Option<Expr> {
    let Expr::Quantified(Quantifier::ForAll, lo, hi, body) = literal else { return None };
    let guard = match &**body {
        Expr::Binary(BinaryOp::Implies, guard, _) => Expr::unary(UnaryOp::Not, (**guard).clone()),
        _ => Expr::Bool(false),
    };
    Some(Expr::quantified(Quantifier::ForAll, (**lo).clone(), (**hi).clone(), guard))
}
