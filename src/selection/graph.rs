//! The probabilistic substitution graph.

use crate::{Error, Result};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A definition-use chain between oracle data: the definition of `observer` uses the value of `observed`, with no definition between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    pub observer: u32,
    pub observed: u32,
    /// P(observer, observed): how likely the observer is defined when the observed datum is; above 0, at most 1.
    pub probability: f64,
}

/// Oracle data and the chains between them, as a directed acyclic graph.
///
/// Data are known to callers by the index they gave them. Inside they are numbered in a topological order, observed data before
/// those that observe them, and the chains of a datum are one slice.
#[derive(Clone, Debug)]
pub struct SubstitutionGraph {
    /// By place: the caller's index.
    datum: Vec<u32>,
    /// By the caller's index: its place.
    place: Vec<u32>,
    /// By place: where its slice of `observed` begins; one more at the end.
    begin: Vec<u32>,
    observed: Vec<u32>,
    probability: Vec<f64>,
}

impl SubstitutionGraph {
    /// Builds the graph of `data` oracle data.
    ///
    /// # Errors
    /// `InvalidInput` if a chain names a datum that is not there, has a probability outside (0, 1], is there twice, or if the chains
    /// have a cycle ([`super::acyclic::break_cycles`] removes those).
    pub fn new(data: usize, chains: &[Chain]) -> Result<Self> {
        let mut sorted = chains.to_vec();
        sorted.sort_by_key(|c| (c.observer, c.observed));
        for chain in &sorted {
            check(data, chain)?;
        }
        if let Some(twice) = sorted.windows(2).find(|w| (w[0].observer, w[0].observed) == (w[1].observer, w[1].observed)) {
            return Err(Error::invalid_input(format!("two chains lead from datum {} to {}", twice[0].observed, twice[0].observer)));
        }
        let datum = topological_order(data, &sorted);
        if datum.len() < data {
            return Err(Error::invalid_input("the chains have a cycle: a datum would substitute for itself"));
        }
        let mut place = vec![0; data];
        for (at, &d) in datum.iter().enumerate() {
            place[d as usize] = at as u32;
        }
        sorted.sort_by_key(|c| (place[c.observer as usize], place[c.observed as usize]));
        let mut begin = vec![0; data + 1];
        for chain in &sorted {
            begin[place[chain.observer as usize] as usize + 1] += 1;
        }
        for at in 0..data {
            begin[at + 1] += begin[at];
        }
        let observed = sorted.iter().map(|c| place[c.observed as usize]).collect();
        let probability = sorted.iter().map(|c| c.probability).collect();
        Ok(Self { datum, place, begin, observed, probability })
    }

    /// Number of oracle data.
    pub fn data(&self) -> usize {
        self.datum.len()
    }

    /// Number of chains.
    pub fn chains(&self) -> usize {
        self.observed.len()
    }

    /// What a datum observes directly, with the probability, in topological order.
    pub fn observed_by(&self, datum: usize) -> impl Iterator<Item = (usize, f64)> {
        self.edges(self.place[datum] as usize).map(|(place, p)| (self.datum[place] as usize, p))
    }

    /// The caller's index of the datum at a place.
    pub(super) fn datum_at(&self, place: usize) -> usize {
        self.datum[place] as usize
    }

    /// The place of a datum.
    pub(super) fn place_of(&self, datum: usize) -> usize {
        self.place[datum] as usize
    }

    /// The chains of the datum at a place, by place of the observed.
    pub(super) fn edges(&self, place: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.begin[place] as usize..self.begin[place + 1] as usize;
        self.observed[range.clone()].iter().map(|&o| o as usize).zip(self.probability[range].iter().copied())
    }
}

fn check(data: usize, chain: &Chain) -> Result<()> {
    let Chain { observer, observed, probability } = *chain;
    if observer as usize >= data || observed as usize >= data {
        return Err(Error::invalid_input(format!("a chain leads from datum {observed} to {observer}, but there are {data} data")));
    }
    if !(probability > 0.0 && probability <= 1.0) {
        return Err(Error::invalid_input(format!(
            "the chain from datum {observed} to {observer} has the probability {probability}: it must be above 0 and at most 1"
        )));
    }
    Ok(())
}

/// The data in an order in which every chain leads forward, the lowest index first where there is a choice; shorter than `data` if
/// there are cycles. `chains` are sorted by observer.
fn topological_order(data: usize, chains: &[Chain]) -> Vec<u32> {
    let mut waits_for = vec![0u32; data];
    let mut observers: Vec<Vec<u32>> = vec![Vec::new(); data];
    for chain in chains {
        waits_for[chain.observer as usize] += 1;
        observers[chain.observed as usize].push(chain.observer);
    }
    let mut ready: BinaryHeap<Reverse<u32>> = (0..data as u32).filter(|&d| waits_for[d as usize] == 0).map(Reverse).collect();
    let mut order = Vec::with_capacity(data);
    while let Some(Reverse(next)) = ready.pop() {
        order.push(next);
        for &observer in &observers[next as usize] {
            waits_for[observer as usize] -= 1;
            if waits_for[observer as usize] == 0 {
                ready.push(Reverse(observer));
            }
        }
    }
    order
}
