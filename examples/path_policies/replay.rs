//! A concolic engine without an engine: a policy chooses among the alternatives of a pool, an attempt at a feasible one succeeds, and the
//! test takes one of the paths that begin with it, the same one whoever asks.

use super::pool::{Pool, Truth};
use oraculum::compute::rng::Source;
use oraculum::path::buckets::Within;
use oraculum::path::selector::{Offer, Outcome, Selector};
use oraculum::path::settings::{Policy as By, Settings};
use oraculum::path::slice::Slicing;
use rand::RngExt;
use std::collections::{BTreeSet, HashMap};

/// Attempts of a run.
pub const ATTEMPTS: usize = 100;

/// How the next alternative is chosen.
pub struct Policy {
    pub name: &'static str,
    /// None: by the truth, the oldest feasible one first.
    settings: Option<fn() -> Settings>,
    /// Attempts that are under way at a time.
    workers: usize,
}

fn slicing(slicing: Slicing) -> Settings {
    Settings { slicing, ..Settings::default() }
}

pub const POLICIES: [Policy; 15] = [
    Policy { name: "FIFO", settings: Some(|| Settings { policy: By::Fifo, ..Settings::default() }), workers: 1 },
    Policy { name: "random", settings: Some(|| Settings { policy: By::Random, ..Settings::default() }), workers: 1 },
    Policy { name: "KNN", settings: Some(Settings::default), workers: 1 },
    Policy { name: "KNN, no slicing", settings: Some(|| slicing(Slicing::Off)), workers: 1 },
    Policy { name: "KNN, whole objects", settings: Some(|| slicing(Slicing::Objects)), workers: 1 },
    Policy { name: "KNN, 3 x 3", settings: Some(|| Settings { full_mapping: true, ..Settings::default() }), workers: 1 },
    Policy { name: "KNN, both labels", settings: Some(|| Settings { correct_labels: false, ..Settings::default() }), workers: 1 },
    Policy { name: "KNN, zeros vote", settings: Some(|| Settings { zeros_vote: true, ..Settings::default() }), workers: 1 },
    Policy { name: "KNN, no cold start", settings: Some(|| Settings { fifo_until_infeasible: false, ..Settings::default() }), workers: 1 },
    Policy { name: "KNN, every 5", settings: Some(|| Settings { reclassify_after: 5, ..Settings::default() }), workers: 1 },
    Policy { name: "KNN, oldest", settings: Some(|| Settings { within_bucket: Within::Oldest, ..Settings::default() }), workers: 1 },
    Policy { name: "KNN, 5 workers", settings: Some(Settings::default), workers: 5 },
    Policy { name: "paper", settings: Some(Settings::paper), workers: 1 },
    Policy { name: "authors", settings: Some(Settings::authors), workers: 1 },
    Policy { name: "oracle", settings: None, workers: 1 },
];

/// What is asked for the next alternative.
enum Chooser {
    /// With the alternatives of the pool by their ids.
    Selector(Box<Selector>, HashMap<u64, usize>),
    /// Alternatives that wait, in order of arrival.
    Oracle(Vec<usize>),
}

/// Whether each attempt succeeded; fewer than [`ATTEMPTS`], if no alternative is left.
pub fn replay(pool: &Pool, policy: &Policy, seed: u64) -> Vec<bool> {
    let mut chooser = match policy.settings {
        Some(settings) => Chooser::Selector(Box::new(Selector::new(settings(), seed).expect("settings in range")), HashMap::new()),
        None => Chooser::Oracle(Vec::new()),
    };
    let mut offered = BTreeSet::new();
    let mut offer = |chooser: &mut Chooser, path: usize, from: usize| {
        for &number in &pool.of_path[path][from..] {
            // The solver drops what has no solution.
            if pool.alternatives[number].truth == Truth::Unsatisfiable || !offered.insert(number) {
                continue;
            }
            match chooser {
                Chooser::Selector(selector, numbers) => {
                    if let Offer::Queued(id) = selector.offer(&pool.alternatives[number].condition, &[]).expect("it has clauses") {
                        numbers.insert(id, number);
                    }
                }
                Chooser::Oracle(waiting) => waiting.push(number),
            }
        }
    };
    let first = Source::new(seed).stream([0]).random_range(0..pool.paths.len());
    if let Chooser::Selector(selector, _) = &mut chooser {
        selector.executed(&pool.paths[first]).expect("it has clauses");
    }
    offer(&mut chooser, first, 0);
    let mut outcomes = Vec::new();
    while outcomes.len() < ATTEMPTS {
        let attempts: Vec<(u64, usize)> = match &mut chooser {
            Chooser::Selector(selector, numbers) => selector.poll(policy.workers).into_iter().map(|a| (a.id, numbers[&a.id])).collect(),
            Chooser::Oracle(waiting) => {
                let feasible = waiting.iter().position(|&number| pool.alternatives[number].truth == Truth::Feasible);
                let place = feasible.or((!waiting.is_empty()).then_some(0));
                place.map(|place| (0, waiting.remove(place))).into_iter().collect()
            }
        };
        if attempts.is_empty() {
            break;
        }
        for (id, number) in attempts {
            let alternative = &pool.alternatives[number];
            let solved = alternative.truth == Truth::Feasible;
            outcomes.push(solved);
            let path = solved.then(|| {
                let of = Source::new(seed).of(number as u64).stream([1]).random_range(0..alternative.paths.len());
                alternative.paths[of]
            });
            if let Chooser::Selector(selector, _) = &mut chooser {
                let outcome = path.map_or(Outcome::Failed, |path| Outcome::Solved(Some(pool.paths[path].clone())));
                selector.report(id, &outcome).expect("it is under way");
            }
            if let Some(path) = path {
                offer(&mut chooser, path, alternative.condition.clauses.len());
            }
        }
    }
    outcomes.truncate(ATTEMPTS);
    outcomes
}
