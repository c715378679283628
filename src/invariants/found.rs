//! What is found at a point: candidates, the justified invariants among them, and variables that are equal.

use super::formula::Formula;
use super::samples::{PointName, Samples, Var};
use hashbrown::HashSet;

/// A formula that is true in all samples.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub formula: Formula,
    /// That it is no chance, in 0..=1.
    pub confidence: f64,
    /// The samples, or elements, that it was judged by.
    pub samples: u64,
}

/// Where else an invariant is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elsewhere {
    pub point: PointName,
}

/// A justified invariant of a point.
#[derive(Clone, Debug)]
pub struct Invariant {
    pub candidate: Candidate,
    /// Places of the invariants of this point that imply it.
    pub implied_by: Option<Vec<usize>>,
    pub elsewhere: Option<Elsewhere>,
}

impl Invariant {
    /// Whether it says what nothing else says.
    pub fn is_reported(&self) -> bool {
        self.implied_by.is_none() && self.elsewhere.is_none()
    }
}

/// Two variables that are always equal, and present in the same samples.
#[derive(Clone, Debug)]
pub struct Equality {
    /// The one that stands for both in invariants.
    pub leader: Var,
    pub other: Var,
    pub elsewhere: Option<Elsewhere>,
}

/// What was inferred at a point.
#[derive(Clone, Debug)]
pub struct PointInvariants {
    pub name: PointName,
    /// With the derived variables.
    pub samples: Samples,
    pub equalities: Vec<Equality>,
    /// All that are justified; see [`Invariant::is_reported`].
    pub invariants: Vec<Invariant>,
    /// Derived variables that there was no room for.
    pub left_out: usize,
}

/// Pairs of variables each of which determines the other linearly, both ways round.
pub struct LinearPairs(pub(super) HashSet<(Var, Var)>);

impl LinearPairs {
    pub(super) fn contains(&self, x: Var, y: Var) -> bool {
        self.0.contains(&(x, y))
    }
}
