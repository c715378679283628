//! Synthesis: the time to the chosen clauses, on thousands of states of many variables.
//!
//! `cargo bench --bench synthesis`; all processors.

mod support;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use oraculum::assertion::eval::evaluate;
use oraculum::assertion::parse::parse;
use oraculum::compute::control::Control;
use oraculum::compute::pool::Pool;
use oraculum::improve::synthesis::{Settings, synthesize};
use std::time::Duration;

/// Bound on the nodes of the result, as in the paper.
const MAX_SIZE: u32 = 50;

fn clamp(c: &mut Criterion) {
    let mut group = c.benchmark_group("synthesis of clamp");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5)).sample_size(10);
    let pool = Pool::new(0).expect("threads");
    for (states, variables) in [(1_000, 20), (1_000, 30), (10_000, 20), (10_000, 30)] {
        let data = support::clamp_among(states, variables);
        let once = || synthesize(&data, &Settings::default(), MAX_SIZE, &pool, &Control::unlimited());
        let found = once();
        println!(
            "{states} states, {variables} variables: FN {}, floor {} of {} atoms, {} clauses, limits {:?}",
            found.false_negatives, found.floor.fn_, found.floor.atoms, found.candidates, found.limits
        );
        let specification = "result >= lo && result <= hi && (result == lo || result <= x) && (result == hi || result >= x)";
        let specification = parse(specification, &data.schema).expect("well typed");
        println!("the specification has FN {}", evaluate(&data, &specification).1.false_negatives);
        group.bench_with_input(BenchmarkId::new(format!("{variables} variables"), states), &states, |b, _| b.iter(once));
    }
    group.finish();
}

criterion_group!(benches, clamp);
criterion_main!(benches);
