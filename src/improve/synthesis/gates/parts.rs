//! Every part of a statement must matter: a compound one is believed only as far as the states go in which its simpler forms are false.
//!
//! `result == min(x, 27)` is met by eleven states of which ten have `result == x`: for the minimum one state speaks, not eleven. So for
//! each operator of a literal the forms without it are looked at (one operand in its place; a condition left out; one side of an
//! equivalence that is always true or false), and each must be false in enough different correct states.

use crate::assertion::ast::{BinaryOp, Expr, Function, OpKind, Type, UnaryOp};
use crate::assertion::check;
use crate::assertion::interpret;
use crate::evidence::dataset::{Column, Dataset};
use crate::evidence::schema::VarId;
use crate::improve::synthesis::naturalness::is_written;
use crate::improve::synthesis::simulated_faults::key;
use std::collections::{BTreeSet, HashSet};

/// States that are enough where what is left out is a constant that the method's author wrote down, or a side of an equivalence: of two
/// conditions one is often met by a single value.
const FEW: usize = 2;

/// Whether some part of the literal matters in fewer than `enough` different states of those rows, in which it holds.
pub fn has_idle_part(literal: &Expr, dataset: &Dataset, rows: &[usize], enough: usize) -> bool {
    let mut variables = BTreeSet::new();
    literal.for_each_variable(&mut |id| {
        variables.insert(id);
    });
    let columns: Vec<&Column> = variables.iter().map(|&id: &VarId| &dataset.columns[id as usize]).collect();
    simpler(literal).into_iter().any(|Simpler { expr, without, enough: most, whole_states }| {
        // What has no type is no simpler form: a reference in the place of a number.
        if check::type_of(&expr, &dataset.schema) != Ok(Type::Boolean) {
            return false;
        }
        let enough = if is_written(&without, &dataset.constants) { enough.min(FEW) } else { enough.min(most) };
        let mut different = HashSet::new();
        rows.iter().all(|&row| {
            if !interpret::holds(&expr, dataset, row) {
                different.insert(if whole_states { row as u64 } else { key(columns.iter().copied(), row) });
            }
            different.len() < enough
        })
    })
}

/// A simpler form of an expression.
struct Simpler {
    expr: Expr,
    /// What it lacks.
    without: Expr,
    /// States that are enough, whatever else is asked for.
    enough: usize,
    /// Whether states are told apart by all their variables, not just by those of the literal.
    whole_states: bool,
}

/// The forms with one operator less.
fn simpler(expr: &Expr) -> Vec<Simpler> {
    // There is one null, and one number at which something is empty.
    let enough = |without: &Expr, most: usize| if is_null_test(without) || is_usual(without) { 1 } else { most };
    let of = |expr: &Expr, without: &Expr, most: usize, whole_states: bool| Simpler {
        expr: expr.clone(),
        without: without.clone(),
        enough: enough(without, most),
        whole_states,
    };
    let form = |expr: &Expr, without: &Expr| of(expr, without, usize::MAX, false);
    let side = |expr: &Expr, without: &Expr| of(expr, without, FEW, true);
    let mut found = match expr {
        Expr::Binary(op, left, right) => match op {
            BinaryOp::And | BinaryOp::Or => vec![form(left, right), form(right, left)],
            BinaryOp::Implies => vec![form(right, left)],
            BinaryOp::Equiv | BinaryOp::Xor => {
                let not = |e: &Expr| Expr::unary(UnaryOp::Not, e.clone());
                vec![side(left, right), side(&not(left), right)]
            }
            op if matches!(op.kind(), OpKind::Arithmetic | OpKind::Bitwise) => vec![form(left, right), form(right, left)],
            _ => Vec::new(),
        },
        Expr::Unary(UnaryOp::Neg | UnaryOp::BitNot, operand) => vec![form(operand, expr)],
        Expr::Call(Function::Abs | Function::Min | Function::Max, arguments) => {
            arguments.iter().map(|a| form(a, arguments.iter().find(|b| *b != a).unwrap_or(a))).collect()
        }
        _ => Vec::new(),
    };
    // The same within it.
    match expr {
        Expr::Unary(op, operand) => {
            found.extend(simpler(operand).into_iter().map(|s| Simpler { expr: Expr::unary(*op, s.expr), ..s }));
        }
        Expr::Binary(op, left, right) => {
            found.extend(simpler(left).into_iter().map(|s| Simpler { expr: Expr::binary(*op, s.expr, (**right).clone()), ..s }));
            found.extend(simpler(right).into_iter().map(|s| Simpler { expr: Expr::binary(*op, (**left).clone(), s.expr), ..s }));
        }
        Expr::Quantified(quantifier, lo, hi, body) => {
            let of = |s: Simpler| Simpler { expr: Expr::quantified(*quantifier, (**lo).clone(), (**hi).clone(), s.expr), ..s };
            found.extend(simpler(body).into_iter().map(of));
        }
        Expr::Call(function, arguments) => {
            for (i, argument) in arguments.iter().enumerate() {
                found.extend(simpler(argument).into_iter().map(|s| {
                    let mut changed = arguments.clone();
                    changed[i] = s.expr;
                    Simpler { expr: Expr::Call(*function, changed), without: s.without, enough: s.enough, whole_states: s.whole_states }
                }));
            }
        }
        _ => {}
    }
    found
}

/// 0, 1 and -1 are in most specifications.
fn is_usual(expr: &Expr) -> bool {
    matches!(expr, Expr::Int(-1..=1) | Expr::Long(-1..=1))
}

fn is_null_test(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, left, right) if **left == Expr::Null || **right == Expr::Null)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::constants::Constants;
    use crate::evidence::dataset::Values;
    use crate::evidence::schema::{Schema, ValueType, Variable};
    use crate::improve::evolution::fixtures::{bin, var};

    fn states(columns: &[(&str, &[i64])], integers: &[i64]) -> Dataset {
        let rows = columns[0].1.len();
        Dataset {
            explored: false,
            schema: Schema {
                method: "Sample#method".into(),
                variables: columns.iter().map(|(name, _)| Variable::new(*name, ValueType::Int)).collect(),
            },
            rows,
            correct: rows,
            columns: columns.iter().map(|(_, v)| Column { values: Values::Integral(v.to_vec()), present: None }).collect(),
            origins: Vec::new(),
            texts: Default::default(),
            correct_tests: vec![1; rows],
            constants: Constants { integers: integers.to_vec(), ..Constants::default() },
        }
    }

    fn idle(expr: &Expr, data: &Dataset, enough: usize) -> bool {
        has_idle_part(expr, data, &(0..data.correct).collect::<Vec<_>>(), enough)
    }

    #[test]
    fn an_extreme_that_matters_in_one_state_is_not_believed() {
        let least = bin(BinaryOp::Eq, var(1), Expr::call(Function::Min, [var(0), Expr::Int(27)]));
        let data = |x: &[i64]| states(&[("x", x), ("result", &x.iter().map(|&x| x.min(27)).collect::<Vec<_>>())], &[]);
        assert!(idle(&least, &data(&[1, 2, 3, 4, 5, 99]), 2));
        assert!(!idle(&least, &data(&[1, 2, 3, 4, 98, 99]), 2));
        // The same state again is no other one.
        assert!(idle(&least, &data(&[1, 2, 3, 4, 99, 99]), 2));
    }

    #[test]
    fn both_sides_of_a_sum_must_matter() {
        let sum = bin(BinaryOp::Eq, var(2), bin(BinaryOp::Add, var(0), var(1)));
        let data = |size: &[i64], n: &[i64]| {
            let after: Vec<i64> = size.iter().zip(n).map(|(s, n)| s + n).collect();
            states(&[("old_size", size), ("n", n), ("size", &after)], &[])
        };
        assert!(idle(&sum, &data(&[0, 0, 0, 1], &[1, 2, 3, 4]), 2));
        assert!(!idle(&sum, &data(&[0, 5, 6, 1], &[1, 2, 3, 4]), 2));
    }

    #[test]
    fn what_the_author_wrote_down_needs_less() {
        let product = bin(BinaryOp::Eq, var(1), bin(BinaryOp::Mul, var(0), Expr::Int(400)));
        let data = |integers| states(&[("x", &[0, 0, 1, 2]), ("result", &[0, 0, 400, 800])], integers);
        assert!(idle(&product, &data(&[]), 4) && !idle(&product, &data(&[400]), 2));
    }
}
