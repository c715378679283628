//! What looks for inputs that fulfil conditions.

use super::scalar::Scalar;
use super::term::{Node, Term, Terms};

/// Conditions over the inputs of an execution, all of which are to hold.
#[derive(Debug)]
pub struct Problem<'a> {
    /// Of which execution the terms are: equal numbers, equal terms.
    pub path: u64,
    pub terms: &'a Terms,
    pub conditions: &'a [Term],
    /// Inputs by number, of which most conditions hold already: those of the execution.
    pub start: &'a [Scalar],
}

#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Inputs by number. Whoever asks evaluates the conditions with them: no solver is trusted.
    Solved(Vec<Scalar>),
    /// No inputs fulfil them.
    Unsatisfiable,
    /// None were found within the limit.
    Unknown,
}

/// Its limits are counts, never clocks: equal problems have equal answers.
pub trait Solver: Send + std::fmt::Debug {
    fn solve(&mut self, problem: &Problem) -> Answer;

    /// What it has done so far, in evaluations of a term, about: who pays for it asks before and after.
    fn work(&self) -> u64;

    /// What went wrong with it, as a sentence; `None`: nothing.
    fn failure(&self) -> Option<&str> {
        None
    }
}

/// Solvers one after the other: the next gets what those before leave open.
#[derive(Debug)]
pub struct Portfolio(pub Vec<Box<dyn Solver>>);

impl Solver for Portfolio {
    fn solve(&mut self, problem: &Problem) -> Answer {
        self.0.iter_mut().map(|solver| solver.solve(problem)).find(|answer| *answer != Answer::Unknown).unwrap_or(Answer::Unknown)
    }

    fn work(&self) -> u64 {
        self.0.iter().map(|solver| solver.work()).sum()
    }

    fn failure(&self) -> Option<&str> {
        self.0.iter().find_map(|solver| solver.failure())
    }
}

impl Problem<'_> {
    /// Whether inputs are in their ranges and fulfil all conditions.
    pub fn is_solved_by(&self, inputs: &[Scalar]) -> bool {
        let in_range = |(input, value): (&super::term::Input, &Scalar)| {
            value.sort() == input.value.sort()
                && value.whole().is_none_or(|v| v == input.value.whole().unwrap_or(v) || (input.range.0..=input.range.1).contains(&v))
        };
        if inputs.len() != self.terms.inputs.len() || !self.terms.inputs.iter().zip(inputs).all(in_range) {
            return false;
        }
        let mut values = Vec::new();
        self.terms.evaluate(inputs, &mut values);
        self.conditions.iter().all(|c| values[c.0 as usize].is_true())
    }

    /// The conditions that share inputs, directly or through others, with those that do not hold at the start (Sen, Marinov and Agha,
    /// ESEC/FSE 2005): the rest stays true whatever becomes of these.
    pub fn relevant(&self) -> Vec<Term> {
        let mut values = Vec::new();
        self.terms.evaluate(self.start, &mut values);
        self.relevant_at(&values)
    }

    /// The same. `values`: what the terms are at the start, by place.
    pub fn relevant_at(&self, values: &[Scalar]) -> Vec<Term> {
        // Inputs of one group are of one condition, or of conditions that are linked.
        let mut groups: Vec<u32> = (0..self.terms.inputs.len() as u32).collect();
        fn root(groups: &mut [u32], mut at: u32) -> u32 {
            while groups[at as usize] != at {
                groups[at as usize] = groups[groups[at as usize] as usize];
                at = groups[at as usize];
            }
            at
        }
        // By term an input of it.
        let mut some: Vec<Option<u32>> = vec![None; self.terms.len()];
        for term in self.terms.below(self.conditions.iter().copied()) {
            let parts = match self.terms.node(term) {
                Node::Constant(_) => continue,
                Node::Input(input) => {
                    some[term.0 as usize] = Some(input);
                    continue;
                }
                Node::Unary(_, a) => [Some(a), None, None],
                Node::Binary(_, a, b) | Node::Compare(_, a, b) | Node::Order(_, a, b) => [Some(a), Some(b), None],
                Node::If(a, b, c) => [Some(a), Some(b), Some(c)],
            };
            let mut inputs = parts.into_iter().flatten().filter_map(|p| some[p.0 as usize]);
            let first = inputs.next();
            if let Some(first) = first {
                for other in inputs {
                    let (a, b) = (root(&mut groups, first), root(&mut groups, other));
                    groups[a as usize] = b;
                }
            }
            some[term.0 as usize] = first;
        }
        let mut wanted = std::collections::BTreeSet::new();
        for condition in self.conditions.iter().filter(|c| !values[c.0 as usize].is_true()) {
            match some[condition.0 as usize] {
                Some(input) => drop(wanted.insert(root(&mut groups, input))),
                // A constant that is false: nothing helps.
                None => return vec![*condition],
            }
        }
        let mut relevant = self.conditions.to_vec();
        relevant.retain(|c| some[c.0 as usize].is_some_and(|input| wanted.contains(&root(&mut groups, input))));
        relevant
    }
}
