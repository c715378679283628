//! The engines of improvement: co-evolution as published, synthesis, or both.
//!
//! The hybrid (ours) synthesises first. As long as its choice misses incorrect states, co-evolution runs against exactly these, from the
//! chosen clauses; what it finds is parted into clauses that compete with the others, so that nothing is taken that does not pass the
//! gates ([`synthesis::gates`]). It goes on while that kills more; how long a run may find nothing grows with what no known clause kills.
//! A choice that misses nothing gets a run over all states to become smaller. The result misses the fewest states and is the cheapest of
//! those.

use super::evolution::{self, Candidate, GenerationFigures, InputAssertion, Outcome, StopReason};
use super::synthesis::atoms::unordered;
use super::synthesis::{self, Choice, Material, Synthesis};
use crate::assertion::ast::Expr;
use crate::assertion::eval;
use crate::compute::control::{BestSoFar, Control, Snapshot};
use crate::compute::pool::Pool;
use crate::evidence::dataset::Dataset;
use serde::{Deserialize, Serialize};

/// Which algorithm improves an assertion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Engine {
    /// The paper's.
    Coevolution,
    /// The choice among clauses of atoms, and nothing random.
    Synthesis,
    /// Synthesis, then co-evolution from its clauses.
    #[default]
    Hybrid,
}

/// The parameters of both.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    pub evolution: &'a evolution::Settings,
    pub synthesis: &'a synthesis::Settings,
}

/// What a search found beside its outcome, if it had a synthesis.
#[derive(Clone, Debug, PartialEq)]
pub struct Synthesized {
    pub synthesis: Synthesis,
    /// For each size the choice without gates that misses the fewest incorrect states, over all clauses that were found. None has false
    /// positives, none is both larger than another and no better; the largest comes first.
    pub archive: Vec<Choice>,
}

/// A comparison of two terms of one operator: the atoms have the cheap ones, and where a perfect one is found evolution has nothing left
/// to do.
const COMPARISON_SIZE: u32 = 7;
/// Boolean nodes that a tree does not share with another: each is a bit per state.
const NEW_BOOLEANS_PER_TREE: u64 = 6;

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
) -> (Outcome, Option<Synthesized>) {
    if engine == Engine::Coevolution {
        return (evolution::run(dataset, input, settings.evolution, seed, pool, control), None);
    }
    pool.run(|| {
        let material = Material::new(dataset, settings.synthesis, control);
        // The user's own conjuncts compete with the clauses.
        let given = input.fragments();
        let found = material.choose(&[], &given, settings.evolution.max_size, control);
        let more = Vec::new();
        let mut search = Search { dataset, input, settings, seed, pool, control, material, given, more, found, totals: Totals::default() };
        search.record();
        if engine == Engine::Hybrid && search.affords_evolution() {
            search.kill_the_rest();
            search.shrink();
        } else if engine == Engine::Hybrid && !search.found.limits.contains(&"maxBytes") {
            search.found.limits.push("maxBytes");
        }
        search.outcome(engine)
    })
}

/// What all runs of the evolution add up to.
#[derive(Default)]
struct Totals {
    generations: u32,
    offspring: u64,
    history: Vec<GenerationFigures>,
    stop_reason: Option<StopReason>,
}

struct Search<'a> {
    dataset: &'a Dataset,
    input: &'a InputAssertion,
    settings: Settings<'a>,
    seed: u64,
    pool: &'a Pool,
    control: &'a Control,
    material: Material<'a>,
    /// The input's conjuncts: what the user says passes every gate.
    given: Vec<Expr>,
    /// Assertions beside the clauses.
    more: Vec<Expr>,
    /// The best choice of all so far.
    found: Synthesis,
    totals: Totals,
}

impl Search<'_> {
    /// Evolves assertions against the incorrect states that the choice misses, as long as that finds some and there is something left.
    fn kill_the_rest(&mut self) {
        while self.found.false_negatives > 0 && self.generations_left() > 0 && self.control.interruption().is_none() {
            let missed = self.missed();
            let rest = with_incorrect(self.dataset, &missed);
            let before = self.found.false_negatives;
            // The more there is to find, the longer nothing may be found; what the gates cost, no search finds.
            let unfound = self.found.ungated.false_negatives.max(1);
            let patience = self.settings.synthesis.stagnation_generations.saturating_mul(1 + unfound.ilog2());
            self.evolve(&rest, patience);
            if self.found.false_negatives == before {
                break;
            }
        }
    }

    /// Evolves a smaller form of a perfect choice, if none is known that is as small as those that the atoms have all of.
    fn shrink(&mut self) {
        let smallest = self.found.assertion.size().min(self.found.ungated.assertion.size());
        if self.found.false_negatives == 0 && smallest > COMPARISON_SIZE as usize {
            let patience = self.settings.evolution.shrink_generations.max(1);
            self.evolve(self.dataset, patience);
        }
    }

    fn generations_left(&self) -> u32 {
        self.settings.evolution.max_generations.saturating_sub(self.totals.generations)
    }

    /// Whether two populations over those states, and the states once more, are within the memory that the synthesis may take.
    fn affords_evolution(&self) -> bool {
        let bits = self.dataset.rows as u64 / 8;
        let trees = 2 * u64::from(self.settings.evolution.population_size) * NEW_BOOLEANS_PER_TREE;
        let states = self.dataset.rows as u64 * self.dataset.columns.len() as u64 * 16;
        trees * bits + states <= self.settings.synthesis.max_bytes
    }

    /// One run of the evolution on those states, from the clauses; the conjuncts of what it finds compete with the clauses from then on.
    fn evolve(&mut self, states: &Dataset, patience: u32) {
        let left = self.generations_left();
        if left == 0 || self.control.interruption().is_some() {
            return;
        }
        let settings = self.settings.evolution;
        let bounded = evolution::Settings {
            max_generations: left,
            min_generations: 0,
            shrink_generations: settings.shrink_generations.min(patience),
            stagnation_generations: Some(settings.stagnation_generations.map_or(patience, |s| s.min(patience))),
            ..settings.clone()
        };
        let seeds = std::iter::once(&self.found.assertion).chain(self.found.clauses.iter().map(|c| &c.expr)).cloned().collect();
        let input = self.input.clone().with_seeds(seeds);
        let seed = self.seed.wrapping_add(u64::from(self.totals.generations));
        let outcome = evolution::run(states, &input, &bounded, seed, self.pool, self.control);
        for mut figures in outcome.history.into_iter().skip(usize::from(!self.totals.history.is_empty())) {
            figures.generation += self.totals.generations;
            self.totals.history.push(figures);
        }
        self.totals.generations += outcome.generations;
        self.totals.offspring += outcome.offspring;
        self.totals.stop_reason = Some(outcome.stop_reason);
        let Some(best) = outcome.best.filter(|best| !self.more.contains(&best.assertion)) else { return };
        // What is no smaller than what is known and kills no more is one assertion more for the archive, and nothing to choose from.
        let is_news = best.false_negatives < (states.rows - states.correct) as u32 && self.found.false_negatives > 0
            || best.false_negatives == 0 && best.assertion.size() < self.found.ungated.assertion.size();
        self.more.push(best.assertion);
        if is_news {
            let max_size = self.settings.evolution.max_size;
            let found = self.material.choose(&self.more, &self.given, max_size, self.control);
            if found.false_negatives <= self.found.false_negatives {
                self.found = found;
            } else {
                self.found.ungated = found.ungated;
            }
            self.record();
        }
    }

    /// Rows of the incorrect states in which the choice is true.
    fn missed(&self) -> Vec<usize> {
        let (holds, _) = eval::evaluate(self.dataset, &self.found.assertion);
        (self.dataset.correct..self.dataset.rows).filter(|&row| holds.get(row)).collect()
    }

    fn record(&self) {
        let best = BestSoFar { false_negatives: self.found.false_negatives, size: self.found.assertion.size() as u32 };
        let (generation, offspring) = (u64::from(self.totals.generations), self.totals.offspring + self.found.candidates);
        self.control.progress.record(Snapshot { generation, offspring, best: Some(best) });
    }

    fn outcome(self, engine: Engine) -> (Outcome, Option<Synthesized>) {
        let complete = self.input.complete();
        let (_, deficiencies) = eval::evaluate(self.dataset, &complete);
        let initial = Candidate::new(complete, deficiencies);
        let tolerant = unordered::tolerant(self.found.assertion.clone(), &self.given, self.dataset);
        let fits = tolerant.size() <= self.settings.evolution.max_size as usize;
        let found = if fits { tolerant } else { self.found.assertion.clone() };
        let (_, deficiencies) = eval::evaluate(self.dataset, &found);
        let best = Candidate::new(found, deficiencies);
        let stop_reason = match self.control.interruption() {
            _ if best.false_negatives == 0 => StopReason::Perfect,
            Some(interruption) => interruption.into(),
            None if engine == Engine::Synthesis => StopReason::Synthesized,
            None => match self.totals.stop_reason {
                // What is perfect against the rest may leave no room for the other clauses.
                Some(StopReason::Perfect) => StopReason::Stagnation,
                other => other.unwrap_or(StopReason::Synthesized),
            },
        };
        let fewer = (best.false_positives, best.false_negatives) < (initial.false_positives, initial.false_negatives);
        // What misses as few of the states that were seen is better if it says more, or the same with less.
        let improved =
            fewer || best.false_negatives == initial.false_negatives && self.found.trusted_cost.is_some_and(|cost| self.found.cost < cost);
        let best = if initial.false_positives == 0 && !improved { initial.clone() } else { best };
        let archive = self.archive();
        let outcome = Outcome {
            initial,
            best: Some(best),
            improved,
            stop_reason,
            generations: self.totals.generations,
            offspring: self.totals.offspring + self.found.candidates,
            history: self.totals.history,
        };
        (outcome, Some(Synthesized { synthesis: self.found, archive }))
    }

    /// Every assertion that was found, and the choices among their clauses, as far as none of them is both larger and no better.
    fn archive(&self) -> Vec<Choice> {
        if !self.affords_evolution() {
            return vec![self.found.ungated.clone()];
        }
        let more: Vec<Expr> = self.more.iter().chain([&self.found.assertion, &self.found.ungated.assertion]).cloned().collect();
        self.material.archive(&more, self.settings.evolution.max_size, self.control)
    }
}

/// The dataset with those of its incorrect states only.
fn with_incorrect(dataset: &Dataset, rows: &[usize]) -> Dataset {
    let kept: Vec<usize> = (0..dataset.correct).chain(rows.iter().copied()).collect();
    Dataset {
        explored: dataset.explored,
        schema: dataset.schema.clone(),
        rows: kept.len(),
        correct: dataset.correct,
        columns: dataset.columns.iter().map(|column| column.gather(&kept)).collect(),
        origins: rows.iter().map(|&row| dataset.origins[row - dataset.correct]).collect(),
        texts: dataset.texts.clone(),
        correct_tests: dataset.correct_tests.clone(),
        constants: dataset.constants.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::evolution::fixtures::{bin, min_method, var};
    use super::*;
    use crate::assertion::ast::BinaryOp;
    use crate::assertion::ast::Expr;

    fn improve(engine: Engine, data: &Dataset, initial: Expr, threads: usize) -> (Outcome, Option<Synthesized>) {
        let settings = Settings { evolution: &evolution::Settings::default(), synthesis: &synthesis::Settings::default() };
        let input = InputAssertion::single(initial);
        run(engine, data, &input, settings, 1, &Pool::new(threads).unwrap(), &Control::unlimited())
    }

    #[test]
    fn synthesis_alone_makes_no_generation() {
        let (outcome, found) = improve(Engine::Synthesis, &min_method(), bin(BinaryOp::Eq, var(2), var(0)), 1);
        assert_eq!((outcome.generations, outcome.stop_reason, outcome.improved), (0, StopReason::Perfect, true));
        assert_eq!(outcome.best.unwrap().false_negatives, 0);
        assert_eq!(found.unwrap().synthesis.floor.fn_, 0);
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
    fn an_archive_has_no_choice_that_is_larger_than_another_and_no_better() {
        let data = min_method();
        let (_, found) = improve(Engine::Hybrid, &data, Expr::Bool(true), 1);
        let found = found.unwrap();
        let points: Vec<(u32, usize)> = found.archive.iter().map(|c| (c.false_negatives, c.assertion.size())).collect();
        assert!(points.len() > 2, "{points:?}");
        assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 > pair[1].1), "{points:?}");
        assert_eq!(points[0].0, found.synthesis.ungated.false_negatives);
        assert_eq!(found.archive.last().unwrap().assertion, Expr::Bool(true));
        for choice in &found.archive {
            let (_, deficiencies) = eval::evaluate(&data, &choice.assertion);
            assert_eq!((deficiencies.false_positives, deficiencies.false_negatives), (0, choice.false_negatives));
        }
    }

    #[test]
    fn an_input_that_misses_nothing_seen_gives_way_to_what_says_more() {
        // Both reject all that mutants did; only the equation says which of the two the result is.
        let weak = bin(BinaryOp::And, bin(BinaryOp::Le, var(2), var(0)), bin(BinaryOp::Le, var(2), var(1)));
        let data = min_method();
        let too_great: Vec<usize> = (data.correct..data.rows).filter(|&row| !eval::evaluate(&data, &weak).0.get(row)).collect();
        let (outcome, _) = improve(Engine::Hybrid, &with_incorrect(&data, &too_great), weak.clone(), 1);
        assert_eq!(outcome.initial.false_negatives, 0);
        assert!(outcome.improved);
        let (_, all) = eval::evaluate(&data, &outcome.best.unwrap().assertion);
        assert!(all.false_negatives < eval::evaluate(&data, &weak).1.false_negatives);
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
