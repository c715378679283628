//! Evolution: offspring per second with their false positives and false negatives, and the time of a best-match selection.
//!
//! `cargo bench --bench evolution`; criterion's "thrpt" is the figure. One thread.

mod support;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use oraculum::assertion::ast::Expr;
use oraculum::assertion::eval::frame::Frame;
use oraculum::compute::control::Control;
use oraculum::compute::pool::Pool;
use oraculum::compute::rng::Source;
use oraculum::improve::evolution::fitness::Objective;
use oraculum::improve::evolution::node_selector::Differences;
use oraculum::improve::evolution::population::{Context, Population};
use oraculum::improve::evolution::selection::Covers;
use oraculum::improve::evolution::tree_factory::Vocabulary;
use oraculum::improve::evolution::{InputAssertion, Settings, run};
use std::time::Duration;

const SEED: u64 = 1;

/// Whole runs of a fixed number of generations, from the initial population on.
fn offspring(c: &mut Criterion) {
    let mut group = c.benchmark_group("offspring, FP and FN counted");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(4)).sample_size(10);
    let pool = Pool::new(1).expect("one thread");
    for (states, generations) in [(256, 200), (1_000, 200), (10_000, 40), (100_000, 8)] {
        let data = support::clamp(states);
        let settings = Settings { min_generations: generations, max_generations: generations, ..Settings::default() };
        let input = InputAssertion::single(Expr::Bool(true));
        let once = || run(&data, &input, &settings, SEED, &pool, &Control::unlimited());
        group.throughput(Throughput::Elements(once().offspring));
        group.bench_with_input(BenchmarkId::from_parameter(states), &states, |b, _| b.iter(once));
    }
    // Large longs, whose division is the slowest operation there is.
    let data = support::saturated_multiply(1_600);
    let settings = Settings { min_generations: 100, max_generations: 100, ..Settings::default() };
    let input = InputAssertion::single(Expr::Bool(true));
    let once = || run(&data, &input, &settings, SEED, &pool, &Control::unlimited());
    group.throughput(Throughput::Elements(once().offspring));
    group.bench_function("1600 of longs", |b| b.iter(once));
    group.finish();
}

/// Best match over 1000 individuals, as they are after some generations: counting the covers once, and each selection.
fn best_match(c: &mut Criterion) {
    let mut group = c.benchmark_group("best match over 1000 individuals");
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1)).sample_size(20);
    let pool = Pool::new(1).expect("one thread");
    for states in [1_000, 10_000] {
        let data = support::clamp(states);
        let frame = Frame::new(&data);
        let (settings, control) = (Settings::default(), Control::unlimited());
        let differences = Differences::new(&data, &frame);
        let vocabulary = Vocabulary::new(&data, &frame, &differences, &settings);
        let context = Context {
            frame: &frame,
            vocabulary: &vocabulary,
            differences: &differences,
            settings: &settings,
            source: Source::new(SEED),
            control: &control,
        };
        for objective in [Objective::FalsePositives, Objective::FalseNegatives] {
            let input = InputAssertion::single(Expr::Bool(true));
            let population = pool.run(|| {
                let mut population = Population::initial(&context, objective, &input).expect("not interrupted");
                for generation in 1..=10 {
                    population.step(&context, generation).expect("not interrupted");
                }
                population
            });
            let Population { forest, individuals, .. } = &population;
            group.throughput(Throughput::Elements(1));
            group.bench_function(format!("{objective:?}, {states} states, counting"), |b| {
                b.iter(|| Covers::new(&frame, forest, individuals, objective));
            });
            let covers = Covers::new(&frame, forest, individuals, objective);
            let mut next = 0;
            group.bench_function(format!("{objective:?}, {states} states, one selection"), |b| {
                b.iter_batched(
                    || {
                        next += 1;
                        (next as usize % individuals.len(), Source::new(SEED).stream([next]))
                    },
                    |(first, mut rng)| covers.best_match(forest, individuals, first, &mut rng),
                    BatchSize::SmallInput,
                );
            });
        }
    }
    group.finish();
}

criterion_group!(benches, offspring, best_match);
criterion_main!(benches);
