//! Likely invariants: reading a trace of Daikon's and inferring from it, as `oraculum infer --dtrace` does after the JVM's start.
//!
//! `cargo bench --bench invariants`. The traces are those that Daikon 5.8 was timed on by shape, JVM included: 1.8 s for 20 variables in
//! 10 000 samples, 7.7 s for 40 in 100 000, 6.0 s for 80 in 10 000. Related variables are among them: equal ones, lines, planes, minima,
//! multiples, orders.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use oraculum::compute::pool::Pool;
use oraculum::compute::rng::Source;
use oraculum::daikon;
use oraculum::invariants::infer;
use oraculum::invariants::settings::Settings;
use rand::RngExt;
use std::fmt::Write;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Duration;

const SHAPES: [(usize, usize); 3] = [(20, 10_000), (40, 100_000), (80, 10_000)];

/// Declarations and samples in one text.
fn trace(variables: usize, samples: usize) -> String {
    let mut random = Source::new(1).stream([variables as u64, samples as u64]);
    let mut text = String::from("decl-version 2.0\nvar-comparability none\n\nppt C.m():::ENTER\nppt-type enter\n");
    for v in 0..variables {
        writeln!(text, "variable v{v}\n  var-kind variable\n  dec-type int\n  rep-type int").expect("memory");
    }
    text.push('\n');
    let mut values = vec![0i64; variables];
    for nonce in 0..samples {
        writeln!(text, "C.m():::ENTER\nthis_invocation_nonce\n{nonce}").expect("memory");
        for v in 0..variables {
            values[v] = match v % 8 {
                1 => values[v - 1] + random.random_range(0..3),
                2 => 2 * values[v - 2] + 3,
                3 => 4 * random.random_range(0..10),
                4 => 7,
                5 => values[v - 5],
                6 => values[v - 6].min(values[v - 3]),
                7 => values[v - 7] + values[v - 4],
                _ => random.random_range(0..1_000),
            };
            writeln!(text, "v{v}\n{}\n1", values[v]).expect("memory");
        }
        text.push('\n');
    }
    text
}

fn invariants(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut group = c.benchmark_group("likely invariants of a .dtrace file");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5)).sample_size(10);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for (variables, samples) in SHAPES {
        let path: PathBuf = folder.path().join(format!("{variables}x{samples}.dtrace"));
        std::fs::write(&path, trace(variables, samples)).expect("a file");
        group.throughput(Throughput::Elements((variables * samples) as u64));
        for threads in [1, threads] {
            let pool = Pool::new(threads).expect("threads");
            let shape = format!("{variables} variables x {samples} samples, {threads} threads");
            group.bench_with_input(BenchmarkId::new("read and infer", &shape), &path, |b, path| {
                b.iter(|| {
                    let read = daikon::read(&[], std::slice::from_ref(path), daikon::Reading::default()).expect("a trace");
                    black_box(pool.run(|| infer(read.trace, true, &Settings::default())))
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, invariants);
criterion_main!(benches);
