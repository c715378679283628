//! The fault-observing capability.
//!
//! A path of s chains from j to i counts `alpha^(s-1) * product of its probabilities`; FOC(i, j) is the sum over all paths, at most 1;
//! FOC(i, i) = 1; FOC(i) = sum over j of FOC(i, j). On an acyclic graph the sums T(i, j) before the cap obey
//! `T(i, j) = P(i, j) + alpha * sum over k of T(i, k) * P(k, j)`: row i alone, filled from its own chains down the topological order.
//! The cap is applied when a row is read, never inside the recurrence.
//!
//! Ours, beside the paper's sum: FOC(i, j) as the greatest of the paths ([`Paths::Strongest`]). Paths through the same values do not add
//! up then, as one fault does not show more often in a value for having reached it in two ways.

use super::graph::SubstitutionGraph;
use crate::settings::choice;
use crate::{Error, Result};
use rayon::prelude::*;

/// How far substitution carries over from one chain to the next: 0 not at all (the paper's best, and the default), 1 wholly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Alpha(f64);

impl Alpha {
    /// # Errors
    /// `InvalidInput` unless `0 <= alpha <= 1`.
    pub fn new(alpha: f64) -> Result<Self> {
        if (0.0..=1.0).contains(&alpha) {
            Ok(Self(alpha))
        } else {
            Err(Error::invalid_input(format!("alpha is {alpha}: it must be from 0 to 1")))
        }
    }

    pub fn value(self) -> f64 {
        self.0
    }
}

choice! {
    /// What several paths between two data count together.
    #[derive(Default)]
    pub enum Paths {
        /// Their sum, at most 1.
        #[default]
        "sum" = Sum,
        /// As much as the strongest of them.
        "strongest" = Strongest,
    }
}

/// How capabilities are made of chains.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Substitution {
    pub alpha: Alpha,
    pub paths: Paths,
}

/// As in the paper.
impl From<Alpha> for Substitution {
    fn from(alpha: Alpha) -> Self {
        Self { alpha, paths: Paths::Sum }
    }
}

/// Room to compute rows in, one after the other.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// By place: T(i, place), or the strongest path; 0 where not touched.
    sums: Vec<f64>,
    /// By place, a bit each: touched.
    touched: Vec<u64>,
    /// The row: places, descending, with FOC.
    row: Vec<(u32, f64)>,
}

impl Sweep {
    pub fn new(graph: &SubstitutionGraph) -> Self {
        Self { sums: vec![0.0; graph.data()], touched: vec![0; graph.data().div_ceil(64)], row: Vec::new() }
    }

    /// FOC of the datum at a place: (place, FOC(datum, place)), itself first, then by descending place.
    pub(super) fn row(&mut self, graph: &SubstitutionGraph, how: Substitution, place: usize) -> &[(u32, f64)] {
        self.row.clear();
        self.row.push((place as u32, 1.0));
        self.add(graph, how.paths, place, 1.0);
        let mut word = place / 64;
        loop {
            // A chain leads to lower places only, so the highest touched place is complete.
            while self.touched[word] != 0 {
                let next = word * 64 + 63 - self.touched[word].leading_zeros() as usize;
                self.touched[word] &= !(1 << (next % 64));
                let sum = std::mem::take(&mut self.sums[next]);
                self.row.push((next as u32, sum.min(1.0)));
                if how.alpha.0 > 0.0 {
                    self.add(graph, how.paths, next, how.alpha.0 * sum);
                }
            }
            if word == 0 {
                return &self.row;
            }
            word -= 1;
        }
    }

    fn add(&mut self, graph: &SubstitutionGraph, paths: Paths, place: usize, weight: f64) {
        for (observed, probability) in graph.edges(place) {
            let path = weight * probability;
            self.sums[observed] = match paths {
                Paths::Sum => self.sums[observed] + path,
                Paths::Strongest => self.sums[observed].max(path),
            };
            self.touched[observed / 64] |= 1 << (observed % 64);
        }
    }
}

/// FOC(i, ·) of a datum: (j, FOC(i, j)) where it is not 0, itself first.
pub fn capability_row(graph: &SubstitutionGraph, how: impl Into<Substitution>, datum: usize) -> Vec<(usize, f64)> {
    let mut sweep = Sweep::new(graph);
    sweep.row(graph, how.into(), graph.place_of(datum)).iter().map(|&(place, foc)| (graph.datum_at(place as usize), foc)).collect()
}

/// FOC(i) of every datum, in the order of the data.
pub fn capabilities(graph: &SubstitutionGraph, how: impl Into<Substitution>) -> Vec<f64> {
    weighed_capabilities(graph, how.into(), &vec![1.0; graph.data()], graph.data())
}

/// FOC(i) of the first `count` places, where observing j counts `weights[j]`.
pub(super) fn weighed_capabilities(graph: &SubstitutionGraph, how: Substitution, weights: &[f64], count: usize) -> Vec<f64> {
    let sum = |row: &[(u32, f64)]| row.iter().map(|&(place, foc)| foc * weights[graph.datum_at(place as usize)]).sum();
    (0..count).into_par_iter().map_init(|| Sweep::new(graph), |sweep, datum| sum(sweep.row(graph, how, graph.place_of(datum)))).collect()
}
