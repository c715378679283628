//! The path condition of an execution: what its inputs have to be for the same branches to be taken again (King, CACM 1976).

use super::class_file::Method;
use super::term::{Term, Terms};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A branch of the code: a conditional jump or a switch.
#[derive(Clone, Debug)]
pub struct Branch {
    pub method: Arc<Method>,
    /// In the order of the method's code, from 0.
    pub number: u32,
}

/// Another way to go on from a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Outcome of the branch: of a jump, 0 jumps; of a switch, 0 is the default, others are its other targets by their first case. Of what
    /// is no branch, 0.
    pub outcome: u32,
    /// Holds for the inputs that go that way, if they come here.
    pub condition: Term,
}

/// A part of a path condition.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Holds for the inputs that were executed.
    pub condition: Term,
    /// None: no branch of the code, but what made an instruction throw or not, or a value that was taken as it was.
    pub branch: Option<Branch>,
    /// None of a value that was taken as it was.
    pub alternatives: Vec<Alternative>,
}

/// Why a replay has ended before the test had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The limit of instructions, or of the depth of calls.
    Limit,
    /// A branch depends on something that is not known, and the execution had several of its outcomes.
    Unknown,
    /// The execution did not have the outcome that the replay has.
    Diverged,
    /// Code that no compiler of Java writes, or that does not fit together.
    Unsupported,
}

/// What a replay has found out.
#[derive(Debug)]
pub struct Path {
    pub terms: Terms,
    pub clauses: Vec<Clause>,
    /// Branches on values that are not known, each once: which way they went, if the replay went on, the coverage of the test has said.
    pub undecided: Vec<Branch>,
    /// None: the whole test was replayed.
    pub stop: Option<Stop>,
    /// Where terms were taken as the numbers that they were, or lost: how often, by what took them.
    pub concretised: BTreeMap<String, u64>,
    /// Instructions.
    pub steps: u64,
}

impl Path {
    /// The first clauses, without those that say what others have said.
    pub fn prefix(&self, clauses: usize) -> Vec<Term> {
        let mut seen = vec![false; self.terms.len()];
        let is_new = |c: &Term| !std::mem::replace(&mut seen[c.0 as usize], true);
        self.clauses[..clauses].iter().map(|c| c.condition).filter(is_new).collect()
    }
}
