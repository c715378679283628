//! Synthesis: computing what co-evolution searches for at random.
//!
//! GAssert has no such step; it is ours. A conjunction has no false positives iff each of its conjuncts has none, so the best assertion
//! over given atoms is a choice among clauses without false positives whose kills together miss the fewest incorrect states:
//!
//! | module | step |
//! | --- | --- |
//! | [`terms`] | numeric terms, one for each distinct column |
//! | [`atoms`] | comparisons, thresholds, null tests and boolean variables, each with the states in which it holds |
//! | [`signature`] | states that no atom tells apart weigh as one |
//! | [`floor`] | how few false negatives a combination of the atoms can have at all |
//! | [`clauses`] | disjunctions of atoms without false positives |
//! | [`cover`] | the choice among them |
//! | [`naturalness`] | the price by which equally good choices are told apart |
//!
//! Where states are few, some clause without false positives is always true by chance. Between choices that miss equally few incorrect
//! states the price decides: nodes, unusual constants, disequalities, and clauses that kill the states of a single mutant cost more.
//!
//! Deterministic, whatever the number of threads: nothing is random, parallel results are taken in order. Only an interruption
//! depends on the clock; what is found until then is sound.

pub mod atoms;
pub mod clauses;
pub mod column;
pub mod cover;
pub mod floor;
pub mod naturalness;
pub mod settings;
pub mod signature;
pub mod terms;

pub use floor::Floor;
pub use settings::Settings;

use self::clauses::Matrix;
use self::cover::Problem;
use crate::assertion::ast::{BinaryOp, Expr};
use crate::assertion::eval;
use crate::assertion::eval::forest::Deficiencies;
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::Kernels;
use crate::engine::control::Control;
use crate::engine::pool::Pool;
use crate::evidence::dataset::Dataset;

/// What the synthesis found.
#[derive(Clone, Debug, PartialEq)]
pub struct Synthesis {
    /// The conjunction of the clauses; `true` if there is none. It has no false positives.
    pub assertion: Expr,
    /// Incorrect states in which it is true.
    pub false_negatives: u32,
    /// The clauses, the shortest and most natural first; each without false positives.
    pub clauses: Vec<Expr>,
    pub floor: Floor,
    /// Whether no choice among the clauses that were considered is better, by false negatives and then by price.
    pub optimal: bool,
    /// Names of the settings that left something out.
    pub limits: Vec<&'static str>,
    /// Clauses considered.
    pub candidates: u64,
}

impl Synthesis {
    /// False negatives more than the floor: 0 is proven to be the best that the atoms allow.
    pub fn gap(&self) -> u32 {
        self.false_negatives - self.floor.fn_
    }
}

/// Synthesises an assertion of at most `max_size` nodes. `settings` must be valid ([`Settings::validate`]).
pub fn synthesize(dataset: &Dataset, settings: &Settings, max_size: u32, pool: &Pool, control: &Control) -> Synthesis {
    pool.run(|| compute(dataset, settings, max_size, control))
}

fn compute(dataset: &Dataset, settings: &Settings, max_size: u32, control: &Control) -> Synthesis {
    let frame = Frame::new(dataset);
    let kernels = Kernels::best();
    let terms = terms::enumerate(dataset, &frame, settings, kernels, control);
    let atoms = atoms::enumerate(dataset, &frame, &terms, settings, kernels, control);
    let groups = signature::group(&frame, &atoms.all);
    let floor = Floor::of(&groups, atoms.all.len());
    let matrix = Matrix::new(dataset, &frame, &atoms.all, &groups, settings);
    let (clauses, clauses_bounded) = clauses::generate(&matrix, control);
    let problem = Problem { clauses: &clauses, weights: &matrix.weights, max_size, max_nodes: settings.max_cover_nodes };
    let mut cover = cover::choose(&problem, control);
    cover.chosen.sort_by_key(|&i| (clauses[i].price, clauses[i].size, &clauses[i].literals));
    let chosen: Vec<Expr> = cover.chosen.iter().map(|&i| matrix.expr(&clauses[i])).collect();
    let assertion = chosen.iter().cloned().reduce(|a, b| Expr::binary(BinaryOp::And, a, b)).unwrap_or(Expr::Bool(true));
    let (_, Deficiencies { false_positives, false_negatives }) = eval::evaluate(dataset, &assertion);
    assert_eq!(
        (false_positives, u64::from(false_negatives)),
        (0, u64::from(floor.fn_) + cover.missed),
        "columns and expressions mean the same"
    );
    let limits = [
        (terms.bounded, "maxTerms"),
        (atoms.bounded, "maxAtoms"),
        (atoms.deep_bounded, "maxDeepTerms"),
        (clauses_bounded, "maxPairAtoms"),
        (!cover.optimal, "maxCoverNodes"),
    ];
    Synthesis {
        assertion,
        false_negatives,
        clauses: chosen,
        floor,
        optimal: cover.optimal,
        limits: limits.into_iter().filter(|(met, _)| *met).map(|(_, name)| name).collect(),
        candidates: clauses.len() as u64,
    }
}

#[cfg(test)]
mod tests;
