//! The assertion that is to be improved.

use crate::assertion::ast::{BinaryOp, Expr};

/// An assertion as a user states it: preconditions p1..pn and postconditions q1..qm, which enter as
/// `(p1 && .. && pn) implies (q1 && .. && qm)` (§4.2). A plain assertion is a list of postconditions only.
#[derive(Clone, Debug, PartialEq)]
pub struct InputAssertion {
    pub preconditions: Vec<Expr>,
    pub postconditions: Vec<Expr>,
    /// Other assertions to start from, as they are: no part of the input, but of both initial populations.
    pub seeds: Vec<Expr>,
}

impl InputAssertion {
    /// One boolean expression; its conjuncts are those of its top-level `&&`.
    pub fn single(assertion: Expr) -> Self {
        Self::with_conditions(Vec::new(), vec![assertion])
    }

    pub fn with_conditions(preconditions: Vec<Expr>, postconditions: Vec<Expr>) -> Self {
        Self { preconditions, postconditions, seeds: Vec::new() }
    }

    /// The same with seeds.
    pub fn with_seeds(self, seeds: Vec<Expr>) -> Self {
        Self { seeds, ..self }
    }

    /// The complete assertion. No postcondition: `true`.
    pub fn complete(&self) -> Expr {
        let all = |conditions: &[Expr]| conditions.iter().cloned().reduce(|a, b| Expr::binary(BinaryOp::And, a, b));
        let conclusion = all(&self.postconditions).unwrap_or(Expr::Bool(true));
        match all(&self.preconditions) {
            Some(premise) => Expr::binary(BinaryOp::Implies, premise, conclusion),
            None => conclusion,
        }
    }

    /// What the initial population is made of: the complete assertion, then every condition and every conjunct of it, then
    /// the seeds; without repetitions.
    pub fn fragments(&self) -> Vec<Expr> {
        let mut fragments = vec![self.complete()];
        for condition in self.preconditions.iter().chain(&self.postconditions) {
            let mut pending = vec![condition];
            while let Some(expr) = pending.pop() {
                if !fragments.contains(expr) {
                    fragments.push(expr.clone());
                }
                if let Expr::Binary(BinaryOp::And, left, right) = expr {
                    pending.extend([&**right, &**left]);
                }
            }
        }
        for seed in &self.seeds {
            if !fragments.contains(seed) {
                fragments.push(seed.clone());
            }
        }
        fragments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(id: u32) -> Expr {
        Expr::Var(id)
    }

    fn and(a: Expr, b: Expr) -> Expr {
        Expr::binary(BinaryOp::And, a, b)
    }

    #[test]
    fn preconditions_imply_postconditions() {
        let input = InputAssertion::with_conditions(vec![var(0), var(1)], vec![var(2), var(3)]);
        assert_eq!(input.complete(), Expr::binary(BinaryOp::Implies, and(var(0), var(1)), and(var(2), var(3))));
        assert_eq!(input.fragments(), [input.complete(), var(0), var(1), var(2), var(3)]);
    }

    #[test]
    fn the_conjuncts_of_a_single_assertion_are_fragments_once_each() {
        let input = InputAssertion::single(and(and(var(0), var(1)), var(0)));
        assert_eq!(input.complete(), and(and(var(0), var(1)), var(0)));
        assert_eq!(input.fragments(), [input.complete(), and(var(0), var(1)), var(0), var(1)]);
    }

    #[test]
    fn no_conditions_mean_true() {
        assert_eq!(InputAssertion::with_conditions(vec![], vec![]).complete(), Expr::Bool(true));
    }
}
