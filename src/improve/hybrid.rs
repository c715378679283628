//! The engines of improvement: co-evolution as published, synthesis, or both.
//!
//! The hybrid (ours) synthesises first, and seeds both populations of the co-evolution with the clauses and their conjunction: what is
//! expressible in atoms is there from the first generation, and evolution spends its time on what is not, and on a smaller form. The
//! result is the best of everything that either saw.

use super::evolution::reduction::reduce;
use super::evolution::{self, Candidate, InputAssertion, Outcome, StopReason};
use super::synthesis::{self, Synthesis};
use crate::assertion::eval;
use crate::assertion::eval::frame::Frame;
use crate::engine::control::{BestSoFar, Control, Snapshot};
use crate::engine::pool::Pool;
use crate::evidence::dataset::Dataset;
use serde::{Deserialize, Serialize};

/// Which algorithm improves an assertion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Engine {
    /// The paper's.
    #[default]
    Coevolution,
    /// The choice among clauses of atoms, and nothing random.
    Synthesis,
    /// Synthesis, then co-evolution from its clauses.
    Hybrid,
}

/// The parameters of both.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    pub evolution: &'a evolution::Settings,
    pub synthesis: &'a synthesis::Settings,
}

/// The smallest comparison: where a perfect one is found, evolution has nothing left to do.
const COMPARISON_SIZE: u32 = 3;

/// Improves an assertion; the synthesis is there if the engine has one.
///
/// Deterministic as [`evolution::run`] and [`synthesis::synthesize`] are. Settings and input must be valid, as there.
pub fn run(
    engine: Engine,
    dataset: &Dataset,
    input: &InputAssertion,
    settings: Settings,
    seed: u64,
    pool: &Pool,
    control: &Control,
) -> (Outcome, Option<Synthesis>) {
    if engine == Engine::Coevolution {
        return (evolution::run(dataset, input, settings.evolution, seed, pool, control), None);
    }
    let found = synthesis::synthesize(dataset, settings.synthesis, settings.evolution.max_size, pool, control);
    let synthesized = pool.run(|| {
        let (assertion, deficiencies) = reduce(&Frame::new(dataset), found.assertion.clone());
        Candidate::new(assertion, deficiencies)
    });
    let best = BestSoFar { false_negatives: synthesized.false_negatives, size: synthesized.size };
    control.progress.record(Snapshot { generation: 0, offspring: found.candidates, best: Some(best) });
    let perfect = synthesized.false_negatives == 0;
    let mut outcome = if engine == Engine::Synthesis || perfect && synthesized.size <= COMPARISON_SIZE {
        let stop_reason = match control.interruption() {
            _ if perfect => StopReason::Perfect,
            Some(interruption) => interruption.into(),
            None => StopReason::Synthesized,
        };
        without_evolution(dataset, input, stop_reason)
    } else {
        let seeds = std::iter::once(&synthesized.assertion).chain([&found.assertion]).chain(&found.clauses).cloned().collect();
        let mut bounded = settings.evolution.clone();
        bounded.stagnation_generations.get_or_insert(settings.synthesis.stagnation_generations);
        evolution::run(dataset, &input.clone().with_seeds(seeds), &bounded, seed, pool, control)
    };
    outcome.offspring += found.candidates;
    if outcome.best.as_ref().is_none_or(|best| synthesized.rank() < best.rank()) {
        outcome.best = Some(synthesized);
    }
    let best = outcome.best.as_ref().map(Candidate::rank);
    outcome.improved = best.is_some_and(|best| best < outcome.initial.rank());
    if outcome.stop_reason == StopReason::Stagnation && best.is_some_and(|(_, false_negatives, _)| false_negatives == 0) {
        outcome.stop_reason = StopReason::Perfect;
    }
    (outcome, Some(found))
}

/// The outcome of a search that made no generation: the input, if it is sound.
fn without_evolution(dataset: &Dataset, input: &InputAssertion, stop_reason: StopReason) -> Outcome {
    let complete = input.complete();
    let (_, deficiencies) = eval::evaluate(dataset, &complete);
    let initial = Candidate::new(complete, deficiencies);
    let best = (initial.false_positives == 0).then(|| initial.clone());
    Outcome { initial, best, improved: false, stop_reason, generations: 0, offspring: 0, history: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::super::evolution::fixtures::{bin, min_method, var};
    use super::*;
    use crate::assertion::ast::{BinaryOp, Expr};

    fn improve(engine: Engine, data: &Dataset, initial: Expr, threads: usize) -> (Outcome, Option<Synthesis>) {
        let settings = Settings { evolution: &evolution::Settings::default(), synthesis: &synthesis::Settings::default() };
        let input = InputAssertion::single(initial);
        run(engine, data, &input, settings, 1, &Pool::new(threads).unwrap(), &Control::unlimited())
    }

    #[test]
    fn synthesis_alone_makes_no_generation() {
        let (outcome, found) = improve(Engine::Synthesis, &min_method(), bin(BinaryOp::Eq, var(2), var(0)), 1);
        assert_eq!((outcome.generations, outcome.stop_reason, outcome.improved), (0, StopReason::Perfect, true));
        assert_eq!(outcome.best.unwrap().false_negatives, 0);
        assert_eq!(found.unwrap().floor.fn_, 0);
    }

    #[test]
    fn a_hybrid_is_no_worse_than_the_synthesis_and_the_same_for_any_number_of_threads() {
        let (synthesized, _) = improve(Engine::Synthesis, &min_method(), Expr::Bool(true), 1);
        let hybrids = [1, 2, 3].map(|threads| improve(Engine::Hybrid, &min_method(), Expr::Bool(true), threads));
        assert!(hybrids[0].0.generations > 0);
        assert!(hybrids[0].0.best.as_ref().unwrap().rank() <= synthesized.best.unwrap().rank());
        assert_eq!(hybrids[0], hybrids[1]);
        assert_eq!(hybrids[0], hybrids[2]);
    }

    #[test]
    fn coevolution_knows_no_floor() {
        assert!(improve(Engine::Coevolution, &min_method(), Expr::Bool(true), 1).1.is_none());
    }

    #[test]
    fn cancelled_before_it_began_a_hybrid_returns_something_sound() {
        let control = Control::unlimited();
        control.cancel();
        let settings = Settings { evolution: &evolution::Settings::default(), synthesis: &synthesis::Settings::default() };
        let input = InputAssertion::single(Expr::Bool(true));
        let (outcome, _) = run(Engine::Hybrid, &min_method(), &input, settings, 1, &Pool::new(1).unwrap(), &control);
        assert_eq!(outcome.stop_reason, StopReason::Cancelled);
        assert_eq!(outcome.best.unwrap().false_positives, 0);
    }
}
