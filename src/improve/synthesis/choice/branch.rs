//! Branch and bound for the choice of clauses ([`super::cover`]): the element that is hardest to kill is killed by one of its clauses, or
//! given up. A clause that was tried there is not tried again beside its siblings, so that no set of clauses is met twice.

use super::problem::{Cover, NODE, Problem, rank};
use crate::compute::control::Control;
use crate::improve::synthesis::bitset::{contains, is_empty, ones};
use crate::improve::synthesis::choice::weights::Weights;
use crate::improve::synthesis::clauses::Clause;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Clauses that the branch and bound chooses from, at most: the best by states killed per price.
const EXACT_CLAUSES: usize = 1000;
/// Clauses that are asked at a time whether they may be taken.
const ASKED: usize = 256;
/// Elements that are compared with each other for dominance, at most.
const DOMINANCE: usize = 2000;
/// Elements that a lower bound is made of.
const BOUND_ELEMENTS: usize = 48;
/// Nodes between two polls.
const POLL: u32 = 256;

/// Branch and bound from an incumbent.
pub fn improve(problem: &Problem, weights: &Weights, incumbent: Cover, control: &Control) -> Cover {
    let (pool, complete) = pool(problem, weights, &incumbent);
    let (elements, unkillable) = elements(problem, &pool, incumbent.missed);
    let mut by_clause = vec![vec![0u64; elements.len().div_ceil(64)]; pool.len()];
    for (e, element) in elements.iter().enumerate() {
        ones(&element.clauses).for_each(|c| by_clause[c][e / 64] |= 1 << (e % 64));
    }
    let (weights, penalties): (Vec<u32>, Vec<u64>) = elements.iter().map(|e| (e.weight as u32, e.penalty)).unzip();
    let cheapest = |e: &Element| ones(&e.clauses).map(|c| problem.cost(pool[c])).min().unwrap_or(0);
    // What has no states may be missed.
    let least = elements.iter().map(|e| if e.weight == 0 { cheapest(e).min(e.penalty) } else { cheapest(e) }).collect();
    let mut search = Search {
        problem,
        pool: &pool,
        by_clause: &by_clause,
        weights: Weights::of(&weights, &penalties),
        elements: &elements,
        least,
        unkillable,
        best: incumbent,
        nodes: 0,
        cut: false,
        used: vec![0; pool.len().div_ceil(64)],
        control,
    };
    let mut open = vec![u64::MAX; elements.len().div_ceil(64)];
    if !elements.len().is_multiple_of(64) {
        *open.last_mut().expect("there is an element") = u64::MAX >> (64 - elements.len() % 64);
    }
    search.branch(&mut Vec::new(), &open, &vec![0; pool.len().div_ceil(64)], (0, 0));
    let optimal = complete && !search.cut;
    Cover { optimal, ..search.best }
}

/// The clauses to choose from, ascending, and whether none was left out that could make the incumbent better.
fn pool(problem: &Problem, weights: &Weights, incumbent: &Cover) -> (Vec<usize>, bool) {
    let killable = problem.clauses.iter().fold(vec![0u64; problem.weights.len().div_ceil(64)], |mut all, clause| {
        all.iter_mut().zip(clause.kills.iter()).for_each(|(all, k)| *all |= k);
        all
    });
    let mut unkillable = (0, 0);
    for g in (0..problem.weights.len()).filter(|&g| !contains(&killable, g)) {
        unkillable = (unkillable.0 + u64::from(problem.weights[g]), unkillable.1 + problem.penalties[g]);
    }
    // Where nothing can miss less, what costs more by itself is no part of a better choice.
    let affordable = |&i: &usize| incumbent.missed > unkillable.0 || problem.cost(i) - NODE + unkillable.1 < incumbent.cost;
    let mut order: Vec<usize> = (0..problem.clauses.len()).filter(|i| incumbent.chosen.contains(i) || affordable(i)).collect();
    let share = |i: usize| weights.of_all(&problem.clauses[i].kills) / u64::from(problem.clauses[i].price + 1);
    order.sort_by_cached_key(|&i| (!incumbent.chosen.contains(&i), Reverse(share(i)), i));
    let mut pool: Vec<usize> = Vec::new();
    for asked in order.chunks(ASKED) {
        let admitted: Vec<bool> = asked.par_iter().map(|&i| incumbent.chosen.contains(&i) || (problem.admits)(i)).collect();
        pool.extend(asked.iter().zip(admitted).filter(|(_, admitted)| *admitted).map(|(i, _)| i));
        if pool.len() > EXACT_CLAUSES {
            break;
        }
    }
    let complete = pool.len() <= EXACT_CLAUSES;
    pool.truncate(EXACT_CLAUSES);
    pool.sort_unstable();
    (pool, complete)
}

/// The groups as the branch and bound sees them: those killed by the same clauses are one; and if nothing has to be missed but
/// what nobody kills, a group that is killed whenever another one is, is no concern.
fn elements(problem: &Problem, pool: &[usize], incumbent_misses: u64) -> (Vec<Element>, (u64, u64)) {
    let words = pool.len().div_ceil(64);
    let mut by_clauses: HashMap<Vec<u64>, usize> = HashMap::new();
    let mut elements: Vec<Element> = Vec::new();
    let mut members = vec![vec![0u64; words]; problem.weights.len()];
    for (c, &i) in pool.iter().enumerate() {
        ones(&problem.clauses[i].kills).for_each(|g| members[g][c / 64] |= 1 << (c % 64));
    }
    let mut unkillable = (0, 0);
    for (g, clauses) in members.into_iter().enumerate() {
        let (weight, penalty) = (u64::from(problem.weights[g]), problem.penalties[g]);
        if is_empty(&clauses) {
            unkillable = (unkillable.0 + weight, unkillable.1 + penalty);
            continue;
        }
        let index = *by_clauses.entry(clauses.clone()).or_insert(elements.len());
        if index == elements.len() {
            elements.push(Element { clauses, weight: 0, penalty: 0 });
        }
        elements[index].weight += weight;
        elements[index].penalty += penalty;
    }
    elements.sort_by_cached_key(|e| (e.weight == 0, e.clauses.iter().map(|w| w.count_ones()).sum::<u32>(), e.clauses.clone()));
    if incumbent_misses <= unkillable.0 {
        let mut kept: Vec<Element> = Vec::new();
        for element in elements {
            let implied = |hard: &Element| hard.weight > 0 && hard.clauses.iter().zip(&element.clauses).all(|(h, e)| h & !e == 0);
            if !kept.iter().take(DOMINANCE).any(implied) {
                kept.push(element);
            }
        }
        elements = kept;
    }
    (elements, unkillable)
}

/// Groups that the same clauses kill.
#[derive(Debug)]
struct Element {
    /// One bit per clause of the pool.
    clauses: Vec<u64>,
    weight: u64,
    penalty: u64,
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    pool: &'a [usize],
    /// The hardest first, those without a state last.
    elements: &'a [Element],
    /// By clause of the pool: one bit per element.
    by_clause: &'a [Vec<u64>],
    /// Of the elements.
    weights: Weights,
    /// By element: the cost of the cheapest clause that kills it, or of missing it.
    least: Vec<u64>,
    /// States that no clause kills, and the penalty for it.
    unkillable: (u64, u64),
    best: Cover,
    nodes: u32,
    cut: bool,
    /// Room for the clauses that a bound has counted.
    used: Vec<u64>,
    control: &'a Control,
}

impl Search<'_> {
    /// Decides the first open element: each clause that kills it and is not excluded, then giving it up.
    fn branch(&mut self, chosen: &mut Vec<usize>, open: &[u64], excluded: &[u64], given_up: (u64, u64)) {
        self.nodes += 1;
        if self.nodes > self.problem.max_nodes || self.nodes.is_multiple_of(POLL) && self.control.interruption().is_some() {
            self.cut = true;
        }
        let missed = self.unkillable.0 + given_up.0;
        let penalty = self.unkillable.1 + given_up.1;
        let (lost, bound) = self.bound(chosen, open, excluded);
        if self.cut || (missed + lost, penalty + bound) >= (self.best.missed, self.best.cost) {
            return;
        }
        let Some(element) = ones(open).next() else {
            let found = self.problem.cover(chosen.iter().map(|&c| self.pool[c]).collect());
            if rank(&found) < rank(&self.best) {
                self.best = found;
            }
            return;
        };
        let Element { weight, penalty, ref clauses } = self.elements[element];
        let allowed: Vec<u64> = clauses.iter().zip(excluded).map(|(c, x)| c & !x).collect();
        let mut options: Vec<usize> = ones(&allowed).collect();
        let gain = |c: usize| self.weights.within(&self.by_clause[c], open) / u64::from(self.clause(c).price + 1);
        options.sort_by_cached_key(|&c| (Reverse(gain(c)), c));
        let size: u32 = chosen.iter().map(|&c| self.clause(c).size + 1).sum();
        let mut excluded = excluded.to_vec();
        for c in options {
            if size + self.clause(c).size <= self.problem.max_size {
                let left: Vec<u64> = open.iter().zip(&self.by_clause[c]).map(|(o, k)| o & !k).collect();
                chosen.push(c);
                self.branch(chosen, &left, &excluded, given_up);
                chosen.pop();
                if self.cut {
                    return;
                }
            }
            excluded[c / 64] |= 1 << (c % 64);
        }
        let mut left = open.to_vec();
        left[element / 64] &= !(1 << (element % 64));
        self.branch(chosen, &left, &excluded, (given_up.0 + weight, given_up.1 + penalty));
    }

    fn clause(&self, c: usize) -> &Clause {
        &self.problem.clauses[self.pool[c]]
    }

    /// The least that a choice misses and costs that contains the chosen clauses, no excluded one, and kills every open element that has a
    /// state: no clause kills two elements that have none in common.
    fn bound(&mut self, chosen: &[usize], open: &[u64], excluded: &[u64]) -> (u64, u64) {
        let mut cost: u64 = chosen.iter().map(|&c| self.problem.cost(self.pool[c])).sum();
        self.used.fill(0);
        let mut some = !chosen.is_empty();
        let (mut lost, mut penalties) = (0, 0);
        for e in ones(open).take(BOUND_ELEMENTS) {
            let Element { ref clauses, weight, penalty } = self.elements[e];
            let allowed = || clauses.iter().zip(excluded).map(|(c, x)| c & !x);
            if allowed().all(|c| c == 0) {
                (lost, penalties) = (lost + weight, penalties + penalty);
            } else if allowed().zip(&self.used).all(|(c, u)| c & u == 0) {
                self.used.iter_mut().zip(allowed()).for_each(|(u, c)| *u |= c);
                cost += self.least[e];
                some = true;
            }
        }
        // The first clause needs no connective.
        (lost, penalties + if some { cost.saturating_sub(NODE) } else { 0 })
    }
}
