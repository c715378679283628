//! Compound terms of `abs`, `min`, `max` and the operations on bits, over what was there before the method ran: a method makes these of
//! its input, while of its output they are rarely more than a coincidence.

use crate::assertion::ast::{BinaryOp, Expr, Function, UnaryOp};
use crate::assertion::eval::kernel::{Bitwise, Extremum, Kernels};
use crate::compute::control::Control;
use crate::improve::synthesis::naturalness::{BITWISE_PRICE, extreme_price};
use crate::improve::synthesis::terms::term::Term;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// Terms, at most, the cheapest.
const TERMS: usize = 2000;
/// Leaves that extremes of three are made of.
const NESTED_LEAVES: usize = 7;
/// Terms evaluated between two polls, and in parallel.
const CHUNK: usize = 128;

const BITWISE: [(Bitwise, BinaryOp); 6] = [
    (Bitwise::And, BinaryOp::BitAnd),
    (Bitwise::Or, BinaryOp::BitOr),
    (Bitwise::Xor, BinaryOp::BitXor),
    (Bitwise::Shl, BinaryOp::Shl),
    (Bitwise::Shr, BinaryOp::Shr),
    (Bitwise::Ushr, BinaryOp::Ushr),
];

#[derive(Clone, Copy)]
enum Plan {
    Absolute(usize),
    Extremum(Extremum, usize, usize),
    Bitwise(Bitwise, BinaryOp, usize, usize),
}

/// The terms over those leaves, the cheapest first, at most `limit`.
pub fn compounds(leaves: &[Term], limit: usize, words: usize, kernels: Kernels, control: &Control) -> Vec<Term> {
    let leaves: Vec<Term> = leaves.iter().filter(|t| t.pre_state).cloned().collect();
    let leaves = &leaves[..];
    let mut plans: Vec<(u32, Plan)> = Vec::new();
    for (i, a) in leaves.iter().enumerate().filter(|(_, a)| !a.is_constant()) {
        plans.push((a.price + 1, Plan::Absolute(i)));
        for (j, b) in leaves.iter().enumerate() {
            let both = a.price + b.price + 1;
            if b.is_constant() || i < j {
                plans.extend([Extremum::Min, Extremum::Max].map(|op| (both, Plan::Extremum(op, i, j))));
            }
            if !(a.column.ty.is_integer() && b.column.ty.is_integer()) {
                continue;
            }
            for (kernel, op) in BITWISE {
                let fits = if op.is_shift() { b.column.ty <= a.column.ty } else { b.is_constant() || i < j };
                if fits && i != j {
                    plans.push((both + BITWISE_PRICE, Plan::Bitwise(kernel, op, i, j)));
                }
                // `1 << n`
                if op == BinaryOp::Shl && b.expr == Expr::Int(1) && a.column.ty == b.column.ty {
                    plans.push((both + BITWISE_PRICE, Plan::Bitwise(kernel, op, j, i)));
                }
            }
        }
        if a.column.ty.is_integer() {
            let minus_one = leaves.iter().position(|l| l.expr == Expr::Int(-1));
            plans.extend(minus_one.map(|j| (a.price + 1 + BITWISE_PRICE, Plan::Bitwise(Bitwise::Xor, BinaryOp::BitXor, i, j))));
        }
    }
    plans.sort_by_key(|(price, _)| *price);
    plans.truncate(TERMS.min(limit));
    let mut made = Vec::new();
    for chunk in plans.chunks(CHUNK) {
        if control.interruption().is_some() {
            break;
        }
        made.extend(chunk.par_iter().map(|&(price, plan)| term(leaves, plan, price, words, kernels)).collect::<Vec<_>>());
    }
    let room = limit - made.len();
    made.extend(nested(&made, leaves, room, words, kernels));
    made
}

/// `max(a, min(b, c))` and the like of the cheapest leaves; none if there may be more than `limit`.
fn nested(made: &[Term], leaves: &[Term], limit: usize, words: usize, kernels: Kernels) -> Vec<Term> {
    let leaves = &leaves[..leaves.len().min(NESTED_LEAVES)];
    let of_leaves = |t: &&Term| match &t.expr {
        Expr::Call(Function::Min | Function::Max, arguments) => arguments.iter().all(|a| leaves.iter().any(|l| l.expr == *a)),
        _ => false,
    };
    let inner: Vec<&Term> = made.iter().filter(of_leaves).collect();
    if 2 * inner.len() * leaves.len() > limit {
        return Vec::new();
    }
    let pair = |a: &Term| -> Vec<Term> {
        let others = inner.iter().filter(|t| t.expr.operands().iter().all(|o| **o != a.expr));
        let both = others.flat_map(|b| [(Extremum::Min, Function::Min), (Extremum::Max, Function::Max)].map(|op| (op, *b)));
        both.map(|((op, function), b)| {
            let arguments = [a.expr.clone(), b.expr.clone()];
            let price = a.price + b.price + 1 + extreme_price(&arguments);
            let column = a.column.extremum(op, &b.column, words, kernels);
            Term { expr: Expr::call(function, arguments), column, price, pre_state: true }
        })
        .collect()
    };
    leaves.par_iter().map(pair).collect::<Vec<_>>().concat()
}

/// Whether the root of the term is an operation on bits: only equations with such ones are worth an atom.
pub fn is_of_bits(expr: &Expr) -> bool {
    match expr {
        Expr::Unary(UnaryOp::BitNot, _) => true,
        Expr::Binary(op, ..) => BinaryOp::BITWISE.contains(op),
        _ => false,
    }
}

fn term(leaves: &[Term], plan: Plan, price: u32, words: usize, kernels: Kernels) -> Term {
    match plan {
        Plan::Absolute(i) => {
            let a = &leaves[i];
            let expr = Expr::call(Function::Abs, [a.expr.clone()]);
            Term { expr, column: a.column.absolute(words, kernels), price, pre_state: a.pre_state }
        }
        Plan::Extremum(op, i, j) => {
            let (a, b) = (&leaves[i], &leaves[j]);
            let function = if op == Extremum::Min { Function::Min } else { Function::Max };
            let expr = Expr::call(function, [a.expr.clone(), b.expr.clone()]);
            let column = a.column.extremum(op, &b.column, words, kernels);
            Term { expr, column, price, pre_state: a.pre_state && b.pre_state }
        }
        Plan::Bitwise(kernel, op, i, j) => {
            let (a, b) = (&leaves[i], &leaves[j]);
            let complement = op == BinaryOp::BitXor && b.expr == Expr::Int(-1);
            let expr =
                if complement { Expr::unary(UnaryOp::BitNot, a.expr.clone()) } else { Expr::binary(op, a.expr.clone(), b.expr.clone()) };
            let column = a.column.bitwise(kernel, &b.column, words, kernels);
            Term { expr, column, price, pre_state: a.pre_state && b.pre_state }
        }
    }
}
