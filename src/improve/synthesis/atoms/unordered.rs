//! What an order of reals says of NaN.
//!
//! `result <= x` is false where either side is NaN; `!(result > x)` is true there. Where no correct state shows a NaN on either side, the
//! evidence speaks for both alike, and of the two the one that claims less is right more often: a method that is given NaN or an infinity
//! usually makes a NaN of it.

use crate::assertion::ast::{BinaryOp, Expr, Type, UnaryOp};
use crate::assertion::check;
use crate::assertion::eval;
use crate::evidence::dataset::Dataset;

use crate::improve::synthesis::atoms::comparisons::complement;

/// The assertion with its orders of reals true for NaN, but for those that are needed as they are to reject a state, and those in
/// `kept` expressions. It has no false positive if the assertion has none, and as many false negatives.
pub fn tolerant(assertion: Expr, kept: &[Expr], dataset: &Dataset) -> Expr {
    let missed = |e: &Expr| eval::evaluate(dataset, e).1.false_negatives;
    let mut best = assertion;
    let mut least = None;
    for place in 0.. {
        let mut seen = 0;
        let Some(changed) = with_tolerant_order(&best, true, kept, dataset, place, &mut seen) else { break };
        let least = *least.get_or_insert_with(|| missed(&best));
        if missed(&changed) == least {
            best = changed;
        }
    }
    best
}

/// The expression with the order of reals at that place, among those that make it true, negated twice; `None`: there are not so many.
fn with_tolerant_order(expr: &Expr, positive: bool, kept: &[Expr], dataset: &Dataset, place: usize, seen: &mut usize) -> Option<Expr> {
    if kept.contains(expr) {
        return None;
    }
    let mut inside = |e: &Expr, positive: bool| with_tolerant_order(e, positive, kept, dataset, place, seen);
    match expr {
        Expr::Unary(UnaryOp::Not, inner) => {
            if !positive || !is_real_order(inner, dataset) {
                return inside(inner, !positive).map(|changed| Expr::unary(UnaryOp::Not, changed));
            }
            // It is one already, and keeps its place.
            *seen += 1;
            (*seen - 1 == place).then(|| expr.clone())
        }
        Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), left, right) => {
            let of_left = if *op == BinaryOp::Implies { !positive } else { positive };
            if let Some(changed) = inside(left, of_left) {
                return Some(Expr::binary(*op, changed, (**right).clone()));
            }
            inside(right, positive).map(|changed| Expr::binary(*op, (**left).clone(), changed))
        }
        Expr::Binary(op, left, right) if positive && is_real_order(expr, dataset) => {
            *seen += 1;
            let negated = || Expr::unary(UnaryOp::Not, Expr::binary(complement(*op), (**left).clone(), (**right).clone()));
            (*seen - 1 == place).then(negated)
        }
        _ => None,
    }
}

/// Whether it is an order of float or double terms.
fn is_real_order(expr: &Expr, dataset: &Dataset) -> bool {
    match expr {
        Expr::Binary(BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, left, right) => {
            [left, right].iter().any(|side| matches!(check::type_of(side, &dataset.schema), Ok(Type::Float | Type::Double)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::dataset::{Column, Origin, Values};
    use crate::evidence::schema::{Schema, ValueType};
    use crate::improve::evolution::fixtures::{bin, variable};

    /// A real x and a real result; the incorrect results are given.
    fn states(incorrect: &[f64]) -> Dataset {
        let correct = [-1.0, 0.0, 2.5];
        let x = correct.iter().copied().chain(incorrect.iter().map(|_| 1.0)).collect();
        let result = correct.iter().copied().chain(incorrect.iter().copied()).collect();
        Dataset {
            explored: false,
            schema: Schema {
                method: "Sample#method".into(),
                variables: ["x", "result"].map(|name| variable(name, ValueType::Double)).to_vec(),
            },
            rows: 3 + incorrect.len(),
            correct: 3,
            columns: [x, result].map(|values| Column { values: Values::Real(values), present: None }).to_vec(),
            origins: incorrect.iter().map(|_| Origin { mutant: 0, test: 0, pair: None }).collect(),
            texts: Default::default(),
            correct_tests: vec![1; 3],
            constants: Default::default(),
        }
    }

    fn order(op: BinaryOp) -> Expr {
        bin(op, Expr::Var(1), Expr::Var(0))
    }

    fn not(expr: Expr) -> Expr {
        Expr::unary(UnaryOp::Not, expr)
    }

    #[test]
    fn an_order_of_reals_claims_nothing_of_nan() {
        let data = states(&[7.0]);
        assert_eq!(tolerant(order(BinaryOp::Le), &[], &data), not(order(BinaryOp::Gt)));
        let guarded = |conclusion| bin(BinaryOp::Implies, order(BinaryOp::Lt), conclusion);
        assert_eq!(tolerant(guarded(order(BinaryOp::Ge)), &[], &data), guarded(not(order(BinaryOp::Lt))));
        let both = bin(BinaryOp::And, order(BinaryOp::Le), order(BinaryOp::Ge));
        assert_eq!(tolerant(both, &[], &data), bin(BinaryOp::And, not(order(BinaryOp::Gt)), not(order(BinaryOp::Lt))));
    }

    #[test]
    fn an_order_that_rejects_a_nan_which_was_seen_stays() {
        let data = states(&[7.0, f64::NAN]);
        assert_eq!(tolerant(order(BinaryOp::Le), &[], &data), order(BinaryOp::Le));
        // One of two is enough for that.
        let both = bin(BinaryOp::And, order(BinaryOp::Le), order(BinaryOp::Ge));
        assert_eq!(tolerant(both, &[], &data), bin(BinaryOp::And, not(order(BinaryOp::Gt)), order(BinaryOp::Ge)));
    }

    #[test]
    fn what_the_user_gave_stays() {
        let data = states(&[7.0]);
        assert_eq!(tolerant(order(BinaryOp::Le), &[order(BinaryOp::Le)], &data), order(BinaryOp::Le));
    }

    #[test]
    fn equations_are_left_alone() {
        let data = states(&[7.0]);
        assert_eq!(tolerant(order(BinaryOp::Eq), &[], &data), order(BinaryOp::Eq));
    }
}
