//! What each clause of an assertion is good for: the conjuncts of the result, each on its own over the evidence.

use crate::assertion::ast::{BinaryOp, Expr};
use crate::assertion::render;
use crate::evidence::assemble::Assembly;
use crate::evidence::dataset::Bits;
use crate::improve::synthesis::gates::{confidence, is_exhausted};
use serde::Serialize;
use std::collections::BTreeSet;

/// One conjunct of an assertion.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Clause {
    /// In the assertion language.
    pub assertion: String,
    pub size: usize,
    /// Mutants of which it rejects an incorrect state.
    pub mutants: usize,
    /// Incorrect states that it rejects.
    pub states: usize,
    /// Those of them that no other clause rejects.
    pub alone: usize,
    /// Correct states that speak for it: of `a ==> b` those in which `a` holds; of `a || b` those in which only one of them does; else all.
    pub support: usize,
    /// Estimated probability that it is true of independent tests, from 0 to 1, in thousandths ([`confidence`]).
    pub confidence: f64,
}

/// The clauses of an assertion, in its order; none for `true` and `false`. `evaluate` says in which rows an expression is true.
pub fn of(expr: &Expr, assembly: &Assembly, evaluate: impl Fn(&Expr) -> Bits) -> Vec<Clause> {
    if matches!(expr, Expr::Bool(_)) {
        return Vec::new();
    }
    let data = &assembly.dataset;
    let clauses = parts(expr, BinaryOp::And);
    let exhausted = is_exhausted(data);
    let holds: Vec<Bits> = clauses.iter().map(|clause| evaluate(clause)).collect();
    let rejecting: Vec<usize> = (data.correct..data.rows).map(|row| holds.iter().filter(|h| !h.get(row)).count()).collect();
    clauses
        .iter()
        .zip(&holds)
        .map(|(clause, holds)| {
            let rejected: Vec<usize> = (data.correct..data.rows).filter(|&row| !holds.get(row)).collect();
            let rows: BTreeSet<usize> = rejected.iter().copied().collect();
            Clause {
                assertion: render::render(clause, &data.schema),
                size: clause.size(),
                mutants: assembly.mutants.iter().filter(|m| m.rows.iter().any(|&row| rows.contains(&(row as usize)))).count(),
                states: rejected.len(),
                alone: rejected.iter().filter(|&&row| rejecting[row - data.correct] == 1).count(),
                support: support(clause, data.correct, &evaluate),
                confidence: (confidence::of_clause(clause, data, exhausted) * 1000.0).round() / 1000.0,
            }
        })
        .collect()
}

fn support(clause: &Expr, correct: usize, evaluate: &impl Fn(&Expr) -> Bits) -> usize {
    let counted = |said: &dyn Fn(usize) -> bool| (0..correct).filter(|&row| said(row)).count();
    match clause {
        Expr::Binary(BinaryOp::Implies, guard, _) => {
            let holds = evaluate(guard);
            counted(&|row| holds.get(row))
        }
        Expr::Binary(BinaryOp::Or, ..) => {
            let holds: Vec<Bits> = parts(clause, BinaryOp::Or).into_iter().map(evaluate).collect();
            counted(&|row| holds.iter().filter(|h| h.get(row)).count() == 1)
        }
        _ => correct,
    }
}

/// The operands of an operator's chain.
fn parts(expr: &Expr, op: BinaryOp) -> Vec<&Expr> {
    match expr {
        Expr::Binary(found, left, right) if *found == op => [parts(left, op), parts(right, op)].concat(),
        other => vec![other],
    }
}
