//! Selection on a substitution graph of 10 000 data and 30 000 chains, against Floyd's algorithm, which the paper adapts.
//!
//! `cargo bench --bench selection`. Floyd's algorithm over a matrix of 10 000 x 10 000 takes minutes: it is measured on a part of the
//! graph, and the two are compared there, number by number.

use criterion::{Criterion, criterion_group, criterion_main};
use oraculum::compute::pool::Pool;
use oraculum::compute::rng::Source;
use oraculum::selection::capability::{capabilities, capability_row};
use oraculum::selection::{Alpha, Chain, Impact, SubstitutionGraph, select};
use rand::RngExt;
use std::hint::black_box;
use std::time::Duration;

const DATA: usize = 10_000;
const PART: usize = 1_000;
const CHAINS_PER_DATUM: usize = 3;

/// A random acyclic graph: each datum but the first few observes three of those before it.
fn chains(data: usize) -> Vec<Chain> {
    let mut random = Source::new(1).stream([data as u64]);
    let mut chains = Vec::with_capacity(data * CHAINS_PER_DATUM);
    for observer in 1..data {
        let mut observed: Vec<usize> = (0..CHAINS_PER_DATUM).map(|_| random.random_range(0..observer)).collect();
        observed.sort_unstable();
        observed.dedup();
        for observed in observed {
            let probability = 0.5f64.powi(random.random_range(0..4));
            chains.push(Chain { observer: observer as u32, observed: observed as u32, probability });
        }
    }
    chains
}

/// Floyd's algorithm as the paper adapts it: paths are added up as each datum is admitted between their ends.
fn floyd(data: usize, chains: &[Chain], alpha: f64) -> Vec<f64> {
    let mut sums = vec![0.0; data * data];
    for chain in chains {
        sums[chain.observer as usize * data + chain.observed as usize] = chain.probability;
    }
    for between in 0..data {
        let via = sums[between * data..][..data].to_vec();
        for row in sums.chunks_exact_mut(data) {
            let weight = alpha * row[between];
            if weight > 0.0 {
                row.iter_mut().zip(&via).for_each(|(sum, through)| *sum += weight * through);
            }
        }
    }
    sums.chunks_exact(data).map(|row| 1.0 + row.iter().map(|sum| sum.min(1.0)).sum::<f64>()).collect()
}

fn substitution(c: &mut Criterion) {
    let mut group = c.benchmark_group("selection");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5)).sample_size(10);
    let pool = Pool::new(0).expect("threads");
    let one = Alpha::new(1.0).expect("from 0 to 1");

    let part = chains(PART);
    let graph = SubstitutionGraph::new(PART, &part).expect("acyclic");
    let (ours, floyds) = (pool.run(|| capabilities(&graph, one)), floyd(PART, &part, 1.0));
    let difference = ours.iter().zip(&floyds).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    println!("{PART} data, {} chains: greatest difference to Floyd's algorithm {difference:e}", graph.chains());
    assert!(difference < 1e-9);
    group.bench_function(format!("Floyd, {PART} data"), |b| b.iter(|| floyd(PART, black_box(&part), 1.0)));
    group.bench_function(format!("rows, {PART} data"), |b| b.iter(|| pool.run(|| capabilities(black_box(&graph), one))));

    let whole = chains(DATA);
    let graph = SubstitutionGraph::new(DATA, &whole).expect("acyclic");
    println!("{DATA} data, {} chains; a row has {:.0} entries on average", graph.chains(), average_row(&graph, one));
    group.bench_function(format!("graph of {DATA} data"), |b| b.iter(|| SubstitutionGraph::new(DATA, black_box(&whole))));
    for alpha in [0.0, 0.5, 1.0] {
        let alpha = Alpha::new(alpha).expect("from 0 to 1");
        group.bench_function(format!("rows, {DATA} data, alpha {}", alpha.value()), |b| {
            b.iter(|| pool.run(|| capabilities(black_box(&graph), alpha)));
        });
        group.bench_function(format!("10 selected of {DATA}, alpha {}", alpha.value()), |b| {
            b.iter(|| pool.run(|| select(black_box(&graph), alpha, Impact::Differentiated, 10)));
        });
    }
    group.finish();
}

fn average_row(graph: &SubstitutionGraph, alpha: Alpha) -> f64 {
    const SAMPLE: usize = 100;
    let entries: usize = (0..SAMPLE).map(|i| capability_row(graph, alpha, i * graph.data() / SAMPLE).len()).sum();
    entries as f64 / SAMPLE as f64
}

criterion_group!(benches, substitution);
criterion_main!(benches);
