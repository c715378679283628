//! Which states a quantified statement says something of.
//!
//! `forall i: i < len && i > result.length() ==> a[i] == len` is true of hundreds of states in which no i is asked about, and says nothing
//! of them. What speaks for it is counted in the others.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::improve::evolution::fixtures::{bin, int_method};

    /// Three states with an n of 0, 2 and 5.
    fn dataset() -> Dataset {
        int_method(&["n"], &[vec![0], vec![2], vec![5]], &|n| n[0], &[])
    }

    fn for_all(body: Expr) -> Expr {
        Expr::quantified(Quantifier::ForAll, Expr::Int(0), Expr::Var(0), body)
    }

    fn bound(op: BinaryOp, number: i32) -> Expr {
        bin(op, Expr::Bound(0), Expr::Int(number))
    }

    #[test]
    fn states_without_a_number_that_is_asked_about_do_not_count() {
        let dataset = dataset();
        let of = |literal: &Expr| asked(literal, 0..3, &dataset);
        assert_eq!(of(&for_all(bound(BinaryOp::Ge, 0))), [1, 2]);
        let guarded = bin(BinaryOp::Implies, bound(BinaryOp::Gt, 2), bound(BinaryOp::Ge, 0));
        assert_eq!(of(&for_all(guarded)), [2]);
        assert_eq!(of(&bin(BinaryOp::Ge, Expr::Var(0), Expr::Int(0))), [0, 1, 2]);
    }
}
