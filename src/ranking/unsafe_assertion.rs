//! An assertion that violations affect, the constraints that speak against it, and the score that these make.

use super::settings::{Aggregate, Settings};

/// Scores are rounded to multiples of this, so that sums which are equal are equal whatever the order of their terms.
const GRAIN: f64 = 1e-12;

/// A constraint that speaks against an assertion.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// Place in [`Detection::constraints`].
    pub constraint: u32,
    /// Violations that affect the assertion.
    pub violations: u64,
    /// What it contributes to the assertion's score.
    pub score: f64,
    /// The first of them: places in [`Detection::violations`].
    pub examples: Vec<u32>,
}

/// An assertion that violations affect.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsafe {
    pub site: u32,
    /// SOSP, more than 0.
    pub score: f64,
    /// From 1; assertions of equal scores share the middle of their places.
    pub position: f64,
    /// Whether it is in Top-N; all that are tied with the N-th are.
    pub top: bool,
    /// Tests in which it was affected, ascending.
    pub tests: Vec<u32>,
    /// By score, descending, then by constraint.
    pub reasons: Vec<Reason>,
}

/// The score that constraints of these weights make together.
pub fn aggregate(weights: impl Iterator<Item = f64>, settings: &Settings) -> f64 {
    match settings.aggregate {
        Aggregate::Strongest => weights.fold(0.0, f64::max),
        Aggregate::Sum => {
            let sum: f64 = weights.sum();
            // A score that is more than 0 stays so.
            let least = sum.min(GRAIN);
            ((sum / GRAIN).round() * GRAIN).max(least)
        }
    }
}
