//! Queries of the nearest neighbours among 1 000, 10 000 and 100 000 training items, by level of the processor, against a plain scan; and
//! five new items against 10 000 waiting alternatives, against classifying all anew.
//!
//! `cargo bench --bench paths`. The fingerprints are those of slices of one to eight clauses over a few origins.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use oraculum::compute::level::Level;
use oraculum::compute::rng::Source;
use oraculum::path::condition::Condition;
use oraculum::path::fingerprint::{Fingerprint, Places};
use oraculum::path::kernel::Kernel;
use oraculum::path::knn::{Index, K, Similarity};
use oraculum::path::selector::Selector;
use oraculum::path::settings::Settings;
use rand::RngExt;
use std::hint::black_box;
use std::time::Duration;

const QUERIES: usize = 64;

fn clause(random: &mut impl RngExt) -> String {
    let (field, at, number) = (random.random_range(0..40), random.random_range(0..50), random.random_range(0..1000));
    match random.random_range(0..4) {
        0 => format!("this.f{field}[{at}] > {number}"),
        1 => format!("this.f{field}.length <= {at}"),
        2 => format!("this.g{field}.next == null"),
        _ => format!("this.h{field} == {number}"),
    }
}

/// Different ones, as a training set has them.
fn fingerprints(count: usize) -> Vec<Fingerprint> {
    let mut random = Source::new(1).stream([count as u64]);
    let (mut seen, mut all) = (std::collections::HashSet::new(), Vec::new());
    while all.len() < count {
        let mut fingerprint = Fingerprint::EMPTY;
        (0..random.random_range(1..9)).for_each(|_| fingerprint.add(&Places::of(&clause(&mut random), false)));
        if seen.insert(fingerprint) {
            all.push(fingerprint);
        }
    }
    all
}

/// The nearest of all, by looking at each, bit count by bit count.
fn scan(items: &[Fingerprint], query: &Fingerprint) -> Vec<u32> {
    let mut best: Vec<(u32, Similarity)> = Vec::with_capacity(K + 1);
    for (number, item) in (0..).zip(items) {
        let common = item.0.iter().zip(&query.0).map(|(a, b)| (a & b).count_ones()).sum();
        let similarity = Similarity::new(common, item.bits(), query.bits());
        if !similarity.is_zero() && (best.len() < K || best[K - 1].1 < similarity) {
            let place = best.iter().position(|(_, other)| *other < similarity).unwrap_or(best.len());
            best.insert(place, (number, similarity));
            best.truncate(K);
        }
    }
    best.into_iter().map(|(number, _)| number).collect()
}

fn queries(c: &mut Criterion) {
    for count in [1_000, 10_000, 100_000] {
        let items = fingerprints(count + QUERIES);
        let (queries, items) = items.split_at(QUERIES);
        let mut group = c.benchmark_group(format!("queries among {count}"));
        group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3)).sample_size(10);
        group.throughput(Throughput::Elements(QUERIES as u64));
        for level in Level::available() {
            let mut index = Index::new(Kernel::of(level).expect("it is available"));
            for item in items {
                index.push(*item);
            }
            for query in queries {
                assert_eq!(index.nearest(query).items().collect::<Vec<_>>(), scan(items, query));
            }
            group.bench_function(format!("{level:?}"), |b| {
                b.iter(|| queries.iter().map(|query| index.nearest(black_box(query)).items().count()).sum::<usize>());
            });
        }
        group.bench_function("plain scan", |b| b.iter(|| queries.iter().map(|query| scan(items, black_box(query)).len()).sum::<usize>()));
        group.finish();
    }
}

fn condition(random: &mut impl RngExt) -> Condition {
    let clauses: Vec<String> = (0..3).map(|_| clause(random)).collect();
    Condition::parse(&clauses.join(" && ")).expect("it has clauses")
}

/// A selector with so many training items and waiting alternatives.
fn filled(count: usize) -> Selector {
    let mut random = Source::new(2).stream([0]);
    let mut selector = Selector::new(Settings::default(), 1).expect("settings in range");
    while selector.statistics().feasible_items < count as u64 {
        selector.executed(&condition(&mut random)).expect("it has clauses");
    }
    while selector.statistics().pending < count as u64 {
        selector.offer(&condition(&mut random), &[]).expect("it has clauses");
    }
    selector
}

fn increments(c: &mut Criterion) {
    const COUNT: usize = 10_000;
    let selector = filled(COUNT);
    let mut group = c.benchmark_group(format!("{COUNT} alternatives, {COUNT} items"));
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(5)).sample_size(10);
    let mut random = Source::new(3).stream([0]);
    let mut growing = selector.clone();
    group.bench_function("five new items", |b| {
        b.iter(|| {
            for _ in 0..5 {
                let path = Condition::parse(&format!("this.new{}[{}] > 0", random.random_range(0..40), random.random::<u64>()));
                growing.executed(&path.expect("it has clauses")).expect("it has clauses");
            }
        });
    });
    let items = fingerprints(COUNT);
    let mut index = Index::new(Kernel::best());
    for item in &items {
        index.push(*item);
    }
    group.bench_function("all classified anew", |b| {
        b.iter(|| items.iter().map(|query| index.nearest(black_box(query)).items().count()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, queries, increments);
criterion_main!(benches);
