//! What says something in a roundabout way: equations that hold by the way reals are rounded, and bounds of quotients and places.

use crate::assertion::ast::{BinaryOp, Expr, Function, UnaryOp};
use crate::evidence::schema::VarId;
use crate::improve::synthesis::terms::term::Term;

/// What a quotient or a place costs in a bound.
const ODD_BOUND_PRICE: u32 = 4;

/// What it costs beyond that a quotient or a place is compared with a constant: `x / 2 == 0` bounds x in a roundabout way, and where an
/// element comes first is bounded in few specifications.
pub fn odd_bound_price(term: &Term) -> u32 {
    if matches!(term.expr, Expr::Binary(BinaryOp::Div, ..) | Expr::Call(Function::IndexOf, _)) { ODD_BOUND_PRICE } else { 0 }
}

/// Whether an equation has a term of several operators that is but one of its operands, as `x - 1 + 1` is x: where it is something else,
/// for reals, it is so by the way it is rounded.
pub fn is_tautology(atom: &Expr) -> bool {
    /// A constant, or one of the same sign that stands for it, where it is so large that rounding would be all that is left.
    fn small(constant: f64) -> f64 {
        if constant.abs() < 1e6 { constant } else { (3.0 + constant.abs().log2().fract()).copysign(constant) }
    }
    /// The value of the term, up to what rounding does to numbers of about one size.
    fn value(term: &Expr, of: &dyn Fn(VarId) -> f64) -> Option<f64> {
        Some(match term {
            Expr::Var(id) => of(*id),
            Expr::Int(v) => small(f64::from(*v)),
            Expr::Long(v) => small(*v as f64),
            Expr::Float(v) => small(f64::from(*v)),
            Expr::Double(v) => small(*v),
            Expr::Unary(UnaryOp::Neg, operand) => -value(operand, of)?,
            Expr::Binary(op, left, right) => {
                let (a, b) = (value(left, of)?, value(right, of)?);
                match op {
                    BinaryOp::Add => a + b,
                    BinaryOp::Sub => a - b,
                    BinaryOp::Mul => a * b,
                    BinaryOp::Div => a / b,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
    fn leaves<'a>(term: &'a Expr, found: &mut Vec<&'a Expr>) {
        match term {
            Expr::Unary(_, operand) => leaves(operand, found),
            Expr::Binary(_, left, right) => [left, right].into_iter().for_each(|side| leaves(side, found)),
            leaf => found.push(leaf),
        }
    }
    let Expr::Binary(BinaryOp::Eq, left, right) = atom else { return false };
    [left, right].into_iter().filter(|side| side.size() >= 5).any(|side| {
        let mut candidates = Vec::new();
        leaves(side, &mut candidates);
        candidates.into_iter().any(|leaf| {
            [0.731, 5.387, -41.19].iter().all(|&seed| {
                let of = |id: VarId| seed * (1.0 + f64::from(id) * 0.618_034);
                match (value(side, &of), value(leaf, &of)) {
                    (Some(a), Some(b)) => (a - b).abs() <= 1e-6 * b.abs().max(1e-3),
                    _ => false,
                }
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::improve::evolution::fixtures::{bin, var};

    #[test]
    fn what_is_its_operand_but_for_rounding_is_no_equation() {
        let large = Expr::Double(4503599627370496.0);
        let there_and_back = bin(BinaryOp::Add, bin(BinaryOp::Sub, var(0), large.clone()), large);
        let thirds = bin(BinaryOp::Mul, bin(BinaryOp::Div, var(0), Expr::Double(3.0)), Expr::Double(3.0));
        let twice_less_once = bin(BinaryOp::Sub, bin(BinaryOp::Mul, var(0), Expr::Int(3)), bin(BinaryOp::Mul, var(0), Expr::Int(2)));
        for term in [there_and_back, thirds, twice_less_once] {
            assert!(is_tautology(&bin(BinaryOp::Eq, var(1), term.clone())), "{term:?}");
        }
        let product_and_more = bin(BinaryOp::Add, bin(BinaryOp::Mul, var(0), var(1)), var(2));
        let negated = bin(BinaryOp::Sub, bin(BinaryOp::Sub, Expr::Int(0), var(0)), Expr::Int(1));
        for term in [product_and_more, negated] {
            assert!(!is_tautology(&bin(BinaryOp::Eq, var(3), term.clone())), "{term:?}");
        }
    }
}
