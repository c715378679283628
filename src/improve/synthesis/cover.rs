//! Which clauses to take: the conjunction that misses the fewest incorrect states, and of those the one of the least price, within a
//! bound on its size.
//!
//! Lazy greedy by states killed per price (Minoux 1978), against the best single clause; then clauses that others make needless go; then
//! branch and bound, on the states that are hardest to kill, from that solution as the incumbent.

use super::clauses::{Clause, contains, is_empty, ones};
use crate::engine::control::Control;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// The clauses to choose from and what they kill.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    pub clauses: &'a [Clause],
    /// By group: its number of states.
    pub weights: &'a [u32],
    /// Bound on the nodes of the conjunction.
    pub max_size: u32,
    /// Bound on the nodes of the branch and bound.
    pub max_nodes: u32,
}

/// A choice of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Indices of the clauses, ascending.
    pub chosen: Vec<usize>,
    /// States that are not killed, of those that the weights count.
    pub missed: u64,
    pub price: u32,
    /// Whether no choice from the clauses is better.
    pub optimal: bool,
}

/// Clauses that the branch and bound chooses from, at most: the best by states killed per price.
const EXACT_CLAUSES: usize = 1000;
/// Elements that are compared with each other for dominance, at most.
const DOMINANCE: usize = 2000;
/// Elements that a lower bound is made of.
const BOUND_ELEMENTS: usize = 48;
/// Nodes between two polls.
const POLL: u32 = 256;

/// Chooses clauses.
pub fn choose(problem: &Problem, control: &Control) -> Cover {
    let greedy = problem.without_needless(problem.greedy(Vec::new()));
    // What was needless made room.
    let refilled = problem.without_needless(problem.greedy(greedy.clone()));
    let single = (0..problem.clauses.len()).filter(|&i| problem.size(&[i]) <= problem.max_size).map(|i| vec![i]);
    let best = single.chain([greedy, refilled, Vec::new()]).map(|chosen| problem.cover(chosen)).min_by_key(rank);
    problem.improve(best.expect("the empty choice is one"), control)
}

fn rank(cover: &Cover) -> (u64, u32, Vec<usize>) {
    (cover.missed, cover.price, cover.chosen.clone())
}

impl Problem<'_> {
    /// Nodes of the conjunction.
    fn size(&self, chosen: &[usize]) -> u32 {
        chosen.iter().map(|&i| self.clauses[i].size + 1).sum::<u32>().saturating_sub(1)
    }

    fn weight(&self, groups: &[u64]) -> u64 {
        ones(groups).map(|g| u64::from(self.weights[g])).sum()
    }

    fn killed(&self, chosen: &[usize]) -> Vec<u64> {
        let mut killed = vec![0; self.weights.len().div_ceil(64)];
        chosen.iter().for_each(|&i| killed.iter_mut().zip(self.clauses[i].kills.iter()).for_each(|(all, k)| *all |= k));
        killed
    }

    fn cover(&self, mut chosen: Vec<usize>) -> Cover {
        chosen.sort_unstable();
        let total: u64 = self.weights.iter().map(|&w| u64::from(w)).sum();
        let missed = total - self.weight(&self.killed(&chosen));
        // A conjunction costs a node for each further clause.
        let price = chosen.iter().map(|&i| self.clauses[i].price + 1).sum::<u32>().saturating_sub(1);
        Cover { chosen, missed, price, optimal: false }
    }

    /// Adds the clause that kills the most states per price, as long as there is one that fits.
    fn greedy(&self, mut chosen: Vec<usize>) -> Vec<usize> {
        let mut killed = self.killed(&chosen);
        let share = |weight: u64, i: usize| weight * 1000 / u64::from(self.clauses[i].price + 1);
        let gain = |killed: &[u64], i: usize| {
            let fresh: Vec<u64> = self.clauses[i].kills.iter().zip(killed).map(|(k, d)| k & !d).collect();
            share(self.weight(&fresh), i).max(u64::from(!is_empty(&fresh)))
        };
        let key = |gain: u64, i: usize| (gain, Reverse((self.clauses[i].price, i)));
        let mut heap: BinaryHeap<_> = (0..self.clauses.len()).map(|i| key(gain(&killed, i), i)).collect();
        while let Some((stale, Reverse((_, i)))) = heap.pop() {
            let fresh = gain(&killed, i);
            if fresh == 0 || chosen.contains(&i) {
                continue;
            }
            // Gains only shrink: one that did not is the greatest.
            if fresh < stale {
                heap.push(key(fresh, i));
                continue;
            }
            let size = self.size(&chosen) + self.clauses[i].size + u32::from(!chosen.is_empty());
            if size <= self.max_size {
                chosen.push(i);
                killed.iter_mut().zip(self.clauses[i].kills.iter()).for_each(|(d, k)| *d |= k);
            }
        }
        chosen
    }

    /// Leaves out the dearest clause whose kills are all others' too, as long as there is one.
    fn without_needless(&self, mut chosen: Vec<usize>) -> Vec<usize> {
        let mut order = chosen.clone();
        order.sort_by_key(|&i| Reverse((self.clauses[i].price, i)));
        for i in order {
            let others: Vec<usize> = chosen.iter().copied().filter(|&j| j != i).collect();
            let killed = self.killed(&others);
            if self.clauses[i].kills.iter().zip(&killed).all(|(k, d)| k & !d == 0) {
                chosen = others;
            }
        }
        chosen
    }

    /// Branch and bound from an incumbent.
    fn improve(&self, incumbent: Cover, control: &Control) -> Cover {
        let mut pool: Vec<usize> = (0..self.clauses.len()).collect();
        let share = |i: usize| self.weight(&self.clauses[i].kills) * 1000 / u64::from(self.clauses[i].price + 1);
        pool.sort_by_cached_key(|&i| (!incumbent.chosen.contains(&i), Reverse(share(i)), i));
        let complete = pool.len() <= EXACT_CLAUSES;
        pool.truncate(EXACT_CLAUSES);
        pool.sort_unstable();
        let (elements, unkillable) = self.elements(&pool, incumbent.missed);
        let cheapest = elements.iter().map(|e| ones(&e.clauses).map(|c| self.clauses[pool[c]].price + 1).min().unwrap_or(0)).collect();
        let mut search = Search {
            problem: self,
            pool: &pool,
            elements: &elements,
            cheapest,
            unkillable,
            best: incumbent,
            nodes: 0,
            cut: false,
            control,
        };
        search.branch(&mut Vec::new(), &mut vec![Fate::Open; elements.len()], 0);
        let optimal = complete && !search.cut;
        Cover { optimal, ..search.best }
    }

    /// The groups as the branch and bound sees them: those killed by the same clauses are one; and if nothing has to be missed but
    /// what nobody kills, a group that is killed whenever another one is, is no concern.
    fn elements(&self, pool: &[usize], incumbent_misses: u64) -> (Vec<Element>, u64) {
        let words = pool.len().div_ceil(64);
        let mut by_clauses: HashMap<Vec<u64>, usize> = HashMap::new();
        let mut elements: Vec<Element> = Vec::new();
        let mut members = vec![vec![0u64; words]; self.weights.len()];
        for (c, &i) in pool.iter().enumerate() {
            ones(&self.clauses[i].kills).for_each(|g| members[g][c / 64] |= 1 << (c % 64));
        }
        let mut unkillable = 0;
        for (g, clauses) in members.into_iter().enumerate() {
            let weight = u64::from(self.weights[g]);
            if is_empty(&clauses) {
                unkillable += weight;
                continue;
            }
            let index = *by_clauses.entry(clauses.clone()).or_insert(elements.len());
            if index == elements.len() {
                elements.push(Element { clauses, weight: 0 });
            }
            elements[index].weight += weight;
        }
        elements.sort_by_cached_key(|e| (e.clauses.iter().map(|w| w.count_ones()).sum::<u32>(), e.clauses.clone()));
        if incumbent_misses <= unkillable {
            let mut kept: Vec<Element> = Vec::new();
            for element in elements {
                let implied = |hard: &Element| hard.clauses.iter().zip(&element.clauses).all(|(h, e)| h & !e == 0);
                if !kept.iter().take(DOMINANCE).any(implied) {
                    kept.push(element);
                }
            }
            elements = kept;
        }
        (elements, unkillable)
    }
}

/// Groups that the same clauses kill.
#[derive(Debug)]
struct Element {
    /// One bit per clause of the pool.
    clauses: Vec<u64>,
    weight: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Open,
    Killed,
    GivenUp,
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    pool: &'a [usize],
    /// The hardest first.
    elements: &'a [Element],
    /// By element: the price of the cheapest clause that kills it, with its connective.
    cheapest: Vec<u32>,
    unkillable: u64,
    best: Cover,
    nodes: u32,
    cut: bool,
    control: &'a Control,
}

impl Search<'_> {
    /// Decides the first open element: each clause that kills it, then giving it up.
    fn branch(&mut self, chosen: &mut Vec<usize>, fates: &mut Vec<Fate>, given_up: u64) {
        self.nodes += 1;
        if self.nodes > self.problem.max_nodes || self.nodes.is_multiple_of(POLL) && self.control.interruption().is_some() {
            self.cut = true;
        }
        let missed = self.unkillable + given_up;
        if self.cut || (missed, self.price_bound(chosen, fates)) >= (self.best.missed, self.best.price) {
            return;
        }
        let Some(element) = fates.iter().position(|&f| f == Fate::Open) else {
            let found = self.problem.cover(chosen.iter().map(|&c| self.pool[c]).collect());
            if rank(&found) < rank(&self.best) {
                self.best = found;
            }
            return;
        };
        let mut options: Vec<usize> = ones(&self.elements[element].clauses).collect();
        let gain = |c: usize| -> u64 {
            let open = self.elements.iter().zip(fates.iter()).filter(|(e, f)| **f == Fate::Open && contains(&e.clauses, c));
            open.map(|(e, _)| e.weight).sum::<u64>() * 1000 / u64::from(self.clause(c).price + 1)
        };
        options.sort_by_cached_key(|&c| (Reverse(gain(c)), c));
        for c in options {
            let used = self.problem.size(&chosen.iter().map(|&c| self.pool[c]).collect::<Vec<_>>());
            if used + self.clause(c).size + u32::from(!chosen.is_empty()) > self.problem.max_size {
                continue;
            }
            let before = fates.clone();
            for (fate, element) in fates.iter_mut().zip(self.elements) {
                if *fate == Fate::Open && contains(&element.clauses, c) {
                    *fate = Fate::Killed;
                }
            }
            chosen.push(c);
            self.branch(chosen, fates, given_up);
            chosen.pop();
            *fates = before;
            if self.cut {
                return;
            }
        }
        fates[element] = Fate::GivenUp;
        self.branch(chosen, fates, given_up + self.elements[element].weight);
        fates[element] = Fate::Open;
    }

    fn clause(&self, c: usize) -> &super::clauses::Clause {
        &self.problem.clauses[self.pool[c]]
    }

    /// The least price of a choice that contains the chosen clauses and kills every open element: no clause kills two elements
    /// that have none in common.
    fn price_bound(&self, chosen: &[usize], fates: &[Fate]) -> u32 {
        let mut price: u32 = chosen.iter().map(|&c| self.clause(c).price + 1).sum();
        let mut used = vec![0u64; self.pool.len().div_ceil(64)];
        let open = (0..fates.len()).filter(|&e| fates[e] == Fate::Open).take(BOUND_ELEMENTS);
        for e in open {
            let clauses = &self.elements[e].clauses;
            if clauses.iter().zip(&used).all(|(c, u)| c & u == 0) {
                used.iter_mut().zip(clauses).for_each(|(u, c)| *u |= c);
                price += self.cheapest[e];
            }
        }
        price.saturating_sub(1)
    }
}
