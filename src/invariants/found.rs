//! What is found at a point: candidates, the justified invariants among them, and variables that are equal.

use super::formula::Formula;
use super::samples::{PointName, Samples, Var};
use super::texts::Texts;
use crate::relation::Relation;
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
    /// Of one exit among several: that the others break it may be chance.
    pub chance: bool,
}

impl Invariant {
    /// Whether it says what nothing else says.
    pub fn is_reported(&self) -> bool {
        self.implied_by.is_none() && self.elsewhere.is_none() && !self.chance
    }
}

/// Two variables that are always equal, and present in the same samples.
#[derive(Clone, Debug)]
pub struct Equality {
    /// The one that stands for both in invariants.
    pub leader: Var,
    pub other: Var,
    pub elsewhere: Option<Elsewhere>,
    /// As of an [`Invariant`].
    pub chance: bool,
}

impl Equality {
    pub fn formula(&self, samples: &Samples) -> Formula {
        let scalar = samples.variables[self.leader].is_scalar();
        if scalar {
            Formula::Compare(Relation::Equal, self.leader, self.other)
        } else {
            Formula::Lexical(Relation::Equal, self.leader, self.other)
        }
    }

    /// Whether it says what nothing else says.
    pub fn is_reported(&self) -> bool {
        self.elsewhere.is_none() && !self.chance
    }
}

/// A formula, or that it does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    pub formula: Formula,
    /// Whether it is that the formula does not hold.
    pub negated: bool,
}

impl Condition {
    pub fn that(formula: Formula) -> Self {
        Self { formula, negated: false }
    }

    /// Whether it is so in a row; `None`: a variable is absent.
    pub fn holds(&self, samples: &Samples, texts: &Texts, row: usize) -> Option<bool> {
        self.formula.holds(samples, texts, row).map(|holds| holds != self.negated)
    }
}

/// What holds where a condition does.
#[derive(Clone, Debug, PartialEq)]
pub struct Implication {
    pub condition: Condition,
    pub consequence: Formula,
    /// Whether the consequence holds nowhere else.
    pub equivalent: bool,
    /// Of the consequence, in the samples in which the condition holds.
    pub confidence: f64,
    pub samples: u64,
}

impl Implication {
    /// Whether it is so in a row; `None`: the condition holds there, and a variable of the consequence is absent.
    pub fn holds(&self, samples: &Samples, texts: &Texts, row: usize) -> Option<bool> {
        let condition = self.condition.holds(samples, texts, row)?;
        match (condition, self.equivalent) {
            (false, false) => Some(true),
            _ => self.consequence.holds(samples, texts, row).map(|holds| holds == condition),
        }
    }
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
    pub implications: Vec<Implication>,
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
