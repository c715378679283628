//! The run as a whole (Algorithm 1).

use super::fitness::Objective;
use super::history::GenerationFigures;
use super::input::InputAssertion;
use super::node_selector::Differences;
use super::population::{Context, Interrupted, Population};
use super::reduction::reduce;
use super::settings::Settings;
use super::stopping::{Milestones, StopReason, reason_to_stop};
use super::tree_factory::Vocabulary;
use crate::assertion::ast::Expr;
use crate::assertion::eval;
use crate::assertion::eval::dag::Nodes;
use crate::assertion::eval::deficiencies::Deficiencies;
use crate::assertion::eval::frame::{Frame, Underived};
use crate::compute::control::{BestSoFar, Control, Snapshot};
use crate::compute::pool::Pool;
use crate::compute::rng::Source;
use crate::evidence::dataset::Dataset;

/// An assertion and how good it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub assertion: Expr,
    /// Correct states in which it is false.
    pub false_positives: u32,
    /// Incorrect states in which it is true.
    pub false_negatives: u32,
    /// Number of nodes.
    pub size: u32,
}

impl Candidate {
    pub fn new(assertion: Expr, deficiencies: Deficiencies) -> Self {
        let Deficiencies { false_positives, false_negatives } = deficiencies;
        let size = u32::try_from(assertion.size()).expect("fewer than 2^32 nodes");
        Self { assertion, false_positives, false_negatives, size }
    }

    /// What "better" means for a result: fewer false positives, then fewer false negatives, then smaller.
    pub fn rank(&self) -> (u32, u32, u32) {
        (self.false_positives, self.false_negatives, self.size)
    }
}

/// What a run found.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The complete input assertion, as it is.
    pub initial: Candidate,
    /// The best assertion without false positives of all that were ever seen, the input among them, [reduced](super::reduction);
    /// `None` if none was seen.
    pub best: Option<Candidate>,
    /// Whether `best` is there and ranks before `initial`.
    pub improved: bool,
    pub stop_reason: StopReason,
    /// Generations made, the initial population not counted.
    pub generations: u32,
    /// Individuals made and evaluated, the initial ones included.
    pub offspring: u64,
    /// One entry per generation, from the initial population (0) on.
    pub history: Vec<GenerationFigures>,
}

/// Improves an assertion by co-evolution.
///
/// Deterministic for a seed, whatever the number of threads of the pool, unless the control interrupts the run.
/// `settings` must be valid ([`Settings::validate`]); the input assertion a well-typed boolean over the dataset's schema.
///
/// # Panics
/// If the input assertion is not well typed.
pub fn run(dataset: &Dataset, input: &InputAssertion, settings: &Settings, seed: u64, pool: &Pool, control: &Control) -> Outcome {
    pool.run(|| evolve(dataset, input, settings, seed, control))
}

fn evolve(dataset: &Dataset, input: &InputAssertion, settings: &Settings, seed: u64, control: &Control) -> Outcome {
    let mut frame = Frame::new(dataset);
    let derived = derive(dataset, input, settings, control, &mut frame);
    let differences = Differences::new(dataset, &frame);
    let vocabulary = Vocabulary::new(dataset, &frame, &differences, settings);
    let context =
        Context { frame: &frame, vocabulary: &vocabulary, differences: &differences, settings, source: Source::new(seed), control };
    let complete = input.complete();
    let (_, deficiencies) = eval::evaluate(dataset, &complete);
    let initial = Candidate::new(complete, deficiencies);
    let mut chronicle = Chronicle::new(&initial);
    let stop_reason = match derived.and_then(|()| generations(&context, input, &mut chronicle)) {
        Ok(reason) => reason,
        Err(Interrupted) => control.interruption().map_or(StopReason::Cancelled, StopReason::from),
    };
    let best = chronicle.best.map(|best| match reduce(&frame, &best.assertion) {
        Some((assertion, deficiencies)) => Candidate::new(assertion, deficiencies),
        None => best,
    });
    let improved = best.as_ref().is_some_and(|best| best.rank() < initial.rank());
    Outcome {
        initial,
        best,
        improved,
        stop_reason,
        generations: chronicle.history.len().saturating_sub(1) as u32,
        offspring: chronicle.offspring,
        history: chronicle.history,
    }
}

/// Makes columns of the derived terms of the input and of the seeds, as long as there is room for them.
fn derive(dataset: &Dataset, input: &InputAssertion, settings: &Settings, control: &Control, frame: &mut Frame) -> Result<(), Interrupted> {
    let interrupted = || control.interruption().is_some();
    let limit = usize::try_from(settings.max_derived_bytes).unwrap_or(usize::MAX);
    for expr in input.preconditions.iter().chain(&input.postconditions).chain(&input.seeds) {
        match frame.derive(dataset, expr, limit, &interrupted) {
            Ok(()) | Err(Underived::TooLarge) => {}
            Err(Underived::Interrupted) => return Err(Interrupted),
        }
    }
    Ok(())
}

/// The best assertion and the figures of all generations so far.
struct Chronicle {
    best: Option<Candidate>,
    reached: Milestones,
    offspring: u64,
    history: Vec<GenerationFigures>,
}

impl Chronicle {
    fn new(initial: &Candidate) -> Self {
        let best = (initial.false_positives == 0).then(|| initial.clone());
        let perfect_since = best.as_ref().filter(|b| b.false_negatives == 0).map(|_| 0);
        Self { best, reached: Milestones { perfect_since, last_improvement: 0 }, offspring: 0, history: Vec::new() }
    }

    /// Takes the population's best assertion without false positives if it is better than all before.
    fn consider(&mut self, population: &Population, generation: u32) {
        let found = population
            .individuals
            .iter()
            .filter(|i| i.deficiencies.false_positives == 0)
            .min_by_key(|i| (Objective::FalsePositives.fitness(i), i.tie));
        let Some(found) = found else { return };
        if self.best.as_ref().is_none_or(|best| Objective::FalsePositives.fitness(found) < best.rank()) {
            self.best = Some(Candidate::new(population.forest.dag.expr(found.root), found.deficiencies));
            self.reached.last_improvement = generation;
            if found.is_perfect() {
                self.reached.perfect_since.get_or_insert(generation);
            }
        }
    }
}

/// Runs generation after generation; `Err` when the control interrupts one, which then counts as not made.
fn generations(context: &Context, input: &InputAssertion, chronicle: &mut Chronicle) -> Result<StopReason, Interrupted> {
    let settings = context.settings;
    let (fp, fn_) = rayon::join(
        || Population::initial(context, Objective::FalsePositives, input),
        || Population::initial(context, Objective::FalseNegatives, input),
    );
    let (mut fp, mut fn_) = (fp?, fn_?);
    let figures = [&fp, &fn_].map(|p| p.figures(settings.population_size, 0.0));
    record(context, chronicle, 0, [&fp, &fn_], figures);
    for generation in 1.. {
        let made = generation - 1;
        if let Some(reason) = reason_to_stop(settings, made, chronicle.reached) {
            return Ok(reason);
        }
        let (fp_figures, fn_figures) = rayon::join(|| fp.step(context, generation), || fn_.step(context, generation));
        let figures = [fp_figures?, fn_figures?];
        if generation.is_multiple_of(settings.migration_every) {
            let (to_fn, to_fp) = (fp.emigrants(settings.migrants as usize), fn_.emigrants(settings.migrants as usize));
            let (a, b) = rayon::join(|| fp.receive(context, generation, &to_fp), || fn_.receive(context, generation, &to_fn));
            a?;
            b?;
        }
        record(context, chronicle, generation, [&fp, &fn_], figures);
    }
    unreachable!("the maximum of generations is a 32-bit number")
}

fn record(
    context: &Context,
    chronicle: &mut Chronicle,
    generation: u32,
    populations: [&Population; 2],
    figures: [super::history::PopulationFigures; 2],
) {
    for population in populations {
        chronicle.consider(population, generation);
    }
    let [fp, fn_] = figures;
    chronicle.offspring += u64::from(fp.offspring) + u64::from(fn_.offspring);
    let best = chronicle.best.as_ref().map(|b| BestSoFar { false_negatives: b.false_negatives, size: b.size });
    chronicle.history.push(GenerationFigures {
        generation,
        fp,
        fn_,
        best_false_negatives: best.map(|b| b.false_negatives),
        best_size: best.map(|b| b.size),
    });
    context.control.progress.record(Snapshot { generation: u64::from(generation), offspring: chronicle.offspring, best });
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{bin, grid, int_method, min_method, var};
    use super::*;
    use crate::assertion::ast::BinaryOp::*;

    fn improve(dataset: &Dataset, initial: Expr, settings: &Settings, threads: usize) -> Outcome {
        let pool = Pool::new(threads).unwrap();
        run(dataset, &InputAssertion::single(initial), settings, 1, &pool, &Control::unlimited())
    }

    /// The worked example of the paper (§2).
    #[test]
    fn min_is_improved_to_its_specification() {
        let dataset = min_method();
        let (x, y, result) = (var(0), var(1), var(2));
        let initial = bin(Eq, result.clone(), x.clone());
        let outcome = improve(&dataset, initial, &Settings::default(), 2);
        assert_eq!(outcome.stop_reason, StopReason::Perfect);
        assert!(outcome.improved);
        assert!(outcome.initial.false_positives > 0 && outcome.initial.false_negatives > 0);
        let best = outcome.best.unwrap();
        assert_eq!((best.false_positives, best.false_negatives), (0, 0));
        let one_of_them = bin(Or, bin(Eq, result.clone(), x.clone()), bin(Eq, result.clone(), y.clone()));
        let none_smaller = bin(And, bin(Le, result.clone(), x), bin(Le, result, y));
        let specification = bin(And, one_of_them, none_smaller);
        // Every triple over a wider grid: most were in no execution, so only agreement on the states of the evidence is promised.
        let (expected, _) = eval::evaluate(&dataset, &specification);
        assert_eq!(eval::evaluate(&dataset, &best.assertion).0, expected);
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let dataset = min_method();
        let settings = Settings { population_size: 200, max_generations: 120, min_generations: 120, migrants: 30, ..Settings::default() };
        let outcomes = [1, 2, 3].map(|threads| improve(&dataset, bin(Eq, var(2), var(0)), &settings, threads));
        assert_eq!(outcomes[0].history.len(), 121);
        assert_eq!(outcomes[0], outcomes[1]);
        assert_eq!(outcomes[0], outcomes[2]);
    }

    /// The seeds' terms on exact integers, and nothing else that kernels cannot compute, are in the trees, as they were given.
    #[test]
    fn derived_terms_of_seeds_are_recombined_as_they_are() {
        use crate::assertion::ast::UnaryOp;
        let exact = |x| Expr::unary(UnaryOp::Exact, x);
        // The sum without overflow, or the input where it does.
        let edge = i64::from(i32::MAX) - 2;
        let inputs: Vec<Vec<i64>> = (-6..=6).flat_map(|x| [vec![x, 3], vec![edge + x, 3]]).filter(|v| v[0] <= edge + 2).collect();
        let right = |v: &[i64]| if v[0] + v[1] <= i64::from(i32::MAX) { v[0] + v[1] } else { v[0] };
        let wrapped = |v: &[i64]| i64::from((v[0] as i32).wrapping_add(v[1] as i32));
        let dataset = int_method(&["x", "y"], &inputs, &right, &[&wrapped, &|v| v[0], &|v| v[1]]);
        let sum = bin(Eq, bin(Add, exact(var(0)), var(1)), var(2));
        let settings = Settings { population_size: 200, migrants: 20, max_generations: 150, ..Settings::default() };
        let input = InputAssertion::single(Expr::Bool(true)).with_seeds(vec![sum.clone()]);
        let outcomes = [1, 3].map(|threads| run(&dataset, &input, &settings, 1, &Pool::new(threads).unwrap(), &Control::unlimited()));
        assert_eq!(outcomes[0], outcomes[1]);
        let best = outcomes[0].best.clone().unwrap();
        assert_eq!((best.false_positives, best.false_negatives), (0, 0));
        let types = vec![crate::assertion::ast::Type::Int; 3];
        let mut terms = Vec::new();
        eval::derived::for_each_outermost(&best.assertion, &types, &mut |term| terms.push(term));
        assert!(!terms.is_empty() && terms.iter().all(|&term| *term == sum), "{:?}", best.assertion);
    }

    #[test]
    fn seeds_without_room_for_their_terms_are_left_out() {
        use crate::assertion::ast::UnaryOp;
        let sum = bin(Eq, bin(Add, Expr::unary(UnaryOp::Exact, var(0)), var(1)), var(2));
        let settings = Settings { max_derived_bytes: 0, max_generations: 3, min_generations: 3, ..Settings::default() };
        let pool = Pool::new(1).unwrap();
        let input = InputAssertion::single(Expr::Bool(true)).with_seeds(vec![sum.clone()]);
        assert_eq!(run(&min_method(), &input, &settings, 1, &pool, &Control::unlimited()).generations, 3);
        // The input itself stays what is improved.
        let input = InputAssertion::single(sum.clone());
        let outcome = run(&min_method(), &input, &settings, 1, &pool, &Control::unlimited());
        assert_eq!((outcome.initial.assertion, outcome.generations), (sum, 3));
    }

    #[test]
    fn a_perfect_input_is_not_called_improved_unless_it_becomes_smaller() {
        let dataset = int_method(&["x"], &grid(1, -20..=20), &|v| v[0], &[&|v| v[0] + 1, &|_| 0]);
        let settings = Settings { min_generations: 5, shrink_generations: 0, ..Settings::default() };
        let outcome = improve(&dataset, bin(Eq, var(1), var(0)), &settings, 1);
        assert_eq!(outcome.initial.rank(), (0, 0, 3));
        assert_eq!((outcome.improved, outcome.stop_reason, outcome.generations), (false, StopReason::Perfect, 5));
        assert_eq!(outcome.best.unwrap().rank(), (0, 0, 3));
    }

    #[test]
    fn cancelling_ends_the_run_with_what_it_has() {
        let control = Control::unlimited();
        control.cancel();
        let pool = Pool::new(1).unwrap();
        let input = InputAssertion::single(Expr::Bool(true));
        let outcome = run(&min_method(), &input, &Settings::default(), 1, &pool, &control);
        assert_eq!((outcome.stop_reason, outcome.generations), (StopReason::Cancelled, 0));
        assert_eq!(outcome.best.unwrap().assertion, Expr::Bool(true));
        assert!(!outcome.improved);
    }

    #[test]
    fn a_result_without_false_positives_is_told_from_none() {
        // The input has false positives and is in no result; a run of few generations may or may not find one without.
        let dataset = int_method(&["x"], &grid(1, -3..=3), &|v| v[0], &[&|v| -v[0]]);
        let settings =
            Settings { population_size: 50, elites: 2, migrants: 5, min_generations: 1, max_generations: 3, ..Settings::default() };
        let outcome = improve(&dataset, bin(Ne, var(1), var(0)), &settings, 1);
        assert_eq!(outcome.initial.false_positives, 7);
        if let Some(best) = &outcome.best {
            assert_eq!(best.false_positives, 0);
        }
        assert_eq!(outcome.improved, outcome.best.is_some());
    }

    #[test]
    fn an_interrupted_run_still_returns_the_best_so_far() {
        let pool = Pool::new(2).unwrap();
        let settings = Settings { min_generations: u32::MAX, max_generations: u32::MAX, ..Settings::default() };
        let control = Control::with_budget(std::time::Duration::from_millis(300));
        let input = InputAssertion::single(Expr::Bool(true));
        let outcome = run(&min_method(), &input, &settings, 1, &pool, &control);
        assert_eq!(outcome.stop_reason, StopReason::Budget);
        assert!(outcome.improved && outcome.generations > 0);
        assert_eq!(outcome.history.len() as u32, outcome.generations + 1);
        assert_eq!(control.progress.snapshot().generation, u64::from(outcome.generations));
    }

    #[test]
    fn preconditions_and_postconditions_enter_as_an_implication() {
        let input = InputAssertion::with_conditions(vec![bin(Ge, var(0), var(1))], vec![bin(Eq, var(2), var(1))]);
        let settings =
            Settings { population_size: 50, elites: 2, migrants: 5, min_generations: 1, max_generations: 2, ..Settings::default() };
        let pool = Pool::new(1).unwrap();
        let outcome = run(&min_method(), &input, &settings, 1, &pool, &Control::unlimited());
        assert_eq!(outcome.initial.assertion, input.complete());
        assert_eq!(outcome.initial.false_positives, 0);
    }
}
