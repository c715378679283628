//! Large evidence: time and memory of its columns, of evaluating one assertion, and of a search, over a million states of 200 variables.
//!
//! `cargo bench --bench scale [-- STATES VARIABLES SECONDS]`; one run each, all processors. Linux tells the memory.

mod support;

use oraculum::assertion::eval;
use oraculum::assertion::eval::frame::Frame;
use oraculum::assertion::parse::parse;
use oraculum::compute::control::Control;
use oraculum::compute::pool::Pool;
use oraculum::improve::evolution::{self, InputAssertion};
use oraculum::improve::hybrid::{self, Engine};
use oraculum::improve::synthesis;
use std::time::{Duration, Instant};

/// The most memory that the process had since the last call, in MiB.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kib = line.and_then(|l| l.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()).unwrap_or_default();
    // 5: forget the peak (proc(5)). Where that is not allowed, peaks only grow.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    kib / 1024
}

fn main() {
    // Cargo passes `--bench`.
    let numbers: Vec<usize> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let (states, variables, seconds) = match numbers[..] {
        [states, variables, seconds] => (states, variables, seconds),
        _ => (1_000_000, 200, 60),
    };
    let pool = Pool::new(0).expect("threads");
    let data = support::clamp_among(states, variables);
    let input = InputAssertion::single(parse("result >= lo", &data.schema).expect("well typed"));
    println!(
        "{states} states of {variables} variables, {} threads; the columns take {} MiB",
        pool.threads(),
        states * variables / (1 << 17)
    );
    peak_mib();

    let start = Instant::now();
    let frame = pool.run(|| Frame::new(&data));
    println!("frame: {:.2?}, {} MiB; peak {} MiB", start.elapsed(), frame.bytes() >> 20, peak_mib());
    drop(frame);

    let specification = "result >= lo && result <= hi && (result == lo || result <= x) && (result == hi || result >= x)";
    let expr = parse(specification, &data.schema).expect("well typed");
    let start = Instant::now();
    let (_, deficiencies) = pool.run(|| eval::evaluate(&data, &expr));
    println!("one assertion: {:.2?}, FN {}; peak {} MiB", start.elapsed(), deficiencies.false_negatives, peak_mib());

    for engine in [Engine::Coevolution, Engine::Synthesis, Engine::Hybrid] {
        let control = Control::with_budget(Duration::from_secs(seconds as u64));
        let settings = hybrid::Settings { evolution: &evolution::Settings::default(), synthesis: &synthesis::Settings::default() };
        let start = Instant::now();
        let (outcome, found) = hybrid::run(engine, &data, &input, settings, 1, &pool, &control);
        let rank = outcome.best.map(|b| (b.false_positives, b.false_negatives, b.size));
        let floor = found.map(|f| f.synthesis.floor);
        println!(
            "{engine:?}: {:.2?}, {:?} after {} generations and {} assertions, (FP, FN, size) {rank:?}, {floor:?}; peak {} MiB",
            start.elapsed(),
            outcome.stop_reason,
            outcome.generations,
            outcome.offspring,
            peak_mib()
        );
    }
}
