//! The greedy selection.
//!
//! Each time the datum with the greatest remaining capability is taken; what it observes counts less for the others: FOC(s, i) is
//! multiplied by `1 - f`, `f` = fp (uniform) or what has been observed of i so far, at most 1 (differentiated). The factor is the same
//! for all unselected s, so it is kept once per i; and because capabilities only shrink, a stale one is an upper bound: only
//! candidates that reach the top of the queue are computed again. The result is that of the paper's algorithm, which updates the
//! whole matrix.

use super::capability::{Substitution, Sweep, weighed_capabilities};
use super::graph::SubstitutionGraph;
use crate::{Error, Result};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// fp: how much a selected datum takes from the capability of others that observe the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Impact {
    /// By how well it observes it (the paper's best, and the default).
    Differentiated,
    /// By the same share, from 0 to 1.
    Uniform(f64),
}

impl Impact {
    /// # Errors
    /// `InvalidInput` unless `0 <= share <= 1`.
    pub fn uniform(share: f64) -> Result<Self> {
        if (0.0..=1.0).contains(&share) {
            Ok(Self::Uniform(share))
        } else {
            Err(Error::invalid_input(format!("fp is {share}: it must be from 0 to 1")))
        }
    }
}

/// A selected oracle datum.
#[derive(Clone, Debug, PartialEq)]
pub struct Selected {
    pub datum: usize,
    /// Foc when it was selected: 0 for what is taken only because something had to be.
    pub capability: f64,
    /// Foc before anything was selected.
    pub initial: f64,
    /// (j, FOC(datum, j)) before anything was selected: what it observes, the best first, then by index.
    pub observes: Vec<(usize, f64)>,
}

/// Capabilities are compared in steps of 2^-40, so that the order in which equal terms were added decides no tie, and the residue
/// of a subtraction is 0.
const STEPS: f64 = (1u64 << 40) as f64;

fn key(capability: f64) -> u64 {
    (capability * STEPS).round() as u64
}

/// What may be selected, and what it is worth to observe.
#[derive(Clone, Debug)]
pub struct Worth {
    /// How many of the graph's places may be selected: the first ones.
    pub candidates: usize,
    /// By place: how much observing it counts; 1 is a definition of the paper's.
    pub weights: Vec<f64>,
}

impl Worth {
    /// Everything alike.
    pub fn equal(graph: &SubstitutionGraph) -> Self {
        Self { candidates: graph.data(), weights: vec![1.0; graph.data()] }
    }
}

/// Selects up to `count` data, in order, all of them candidates and worth the same.
pub fn select(graph: &SubstitutionGraph, how: impl Into<Substitution>, impact: Impact, count: usize) -> Vec<Selected> {
    select_worth(graph, how.into(), impact, &Worth::equal(graph), count)
}

/// Selects up to `count` candidates, in order. Ties go to the lowest index; when nothing is left to gain, data follow by initial
/// capability, then by index.
pub fn select_worth(graph: &SubstitutionGraph, how: Substitution, impact: Impact, worth: &Worth, count: usize) -> Vec<Selected> {
    let initial = weighed_capabilities(graph, how, &worth.weights, worth.candidates);
    let mut sweep = Sweep::new(graph);
    // By place: what is left of observing it, and how much of it has been observed.
    let mut left = vec![1.0; graph.data()];
    let mut observed = vec![0.0f64; graph.data()];
    let mut queue: BinaryHeap<(u64, Reverse<usize>, usize)> =
        initial.iter().enumerate().map(|(datum, &foc)| (key(foc), Reverse(datum), 0)).collect();
    let mut selected = Vec::new();
    while selected.len() < count {
        let Some((bound, Reverse(datum), computed)) = queue.pop() else { break };
        let place = graph.place_of(datum);
        let row = sweep.row(graph, how, place);
        let counts = |at: u32| left[at as usize] * worth.weights[graph.datum_at(at as usize)];
        let capability: f64 = row.iter().map(|&(at, foc)| foc * counts(at)).sum();
        if bound > 0 && computed < selected.len() {
            queue.push((key(capability), Reverse(datum), selected.len()));
            continue;
        }
        if bound == 0 {
            queue.push((0, Reverse(datum), computed));
            break;
        }
        selected.push(Selected { datum, capability, initial: initial[datum], observes: described(graph, row) });
        for &(at, foc) in row {
            let at = at as usize;
            let share = match impact {
                Impact::Differentiated => {
                    observed[at] += foc * left[at];
                    // A share that is 1 but for rounding is 1.
                    if key(1.0 - observed[at].min(1.0)) == 0 { 1.0 } else { observed[at] }
                }
                Impact::Uniform(share) => share,
            };
            left[at] *= 1.0 - share;
        }
    }
    let mut rest: Vec<usize> = queue.into_iter().map(|(_, Reverse(datum), _)| datum).collect();
    rest.sort_by_key(|&datum| (Reverse(key(initial[datum])), datum));
    for datum in rest.into_iter().take(count - selected.len()) {
        let row = sweep.row(graph, how, graph.place_of(datum));
        selected.push(Selected { datum, capability: 0.0, initial: initial[datum], observes: described(graph, row) });
    }
    selected
}

fn described(graph: &SubstitutionGraph, row: &[(u32, f64)]) -> Vec<(usize, f64)> {
    let mut observes: Vec<_> = row.iter().map(|&(place, foc)| (graph.datum_at(place as usize), foc)).collect();
    observes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    observes
}
