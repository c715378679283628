//! Which clauses to take: the conjunction that misses the fewest incorrect states, and of those the one of the least cost, within a
//! bound on its size. The cost is the price of its clauses and a penalty for each imagined state that it misses.
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
    /// By group: what it costs to miss it, in thousandths of a node.
    pub penalties: &'a [u64],
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
    /// In thousandths of a node.
    pub cost: u64,
    /// Whether no choice from the clauses is better.
    pub optimal: bool,
}

/// Clauses that the branch and bound chooses from, at most: the best by states killed per price.
const EXACT_CLAUSES: usize = 1000;
/// Elements that are compared with each other for dominance, at most.
const DOMINANCE: usize = 2000;
/// Elements that a lower bound is made of.
const BOUND_ELEMENTS: usize = 48;
/// Thousandths.
pub const NODE: u64 = 1000;
/// A state outweighs all penalties.
const STATE: u64 = 1 << 24;
/// Rounds of exchanging clauses.
const EXCHANGES: usize = 4;
/// Nodes between two polls.
const POLL: u32 = 256;

/// Chooses clauses.
pub fn choose(problem: &Problem, control: &Control) -> Cover {
    let greedy = problem.without_needless(problem.greedy(Vec::new()));
    // What was needless made room.
    let refilled = problem.without_needless(problem.greedy(greedy.clone()));
    let single = (0..problem.clauses.len()).filter(|&i| problem.size(&[i]) <= problem.max_size).map(|i| vec![i]);
    let best = single.chain([greedy, refilled, Vec::new()]).map(|chosen| problem.cover(chosen)).min_by_key(rank);
    let best = problem.exchange(best.expect("the empty choice is one"), control);
    problem.improve(best, control)
}

/// Choices of all sizes within the bound, none both larger than another and no better: what the greedy choice is made of, step by step,
/// and the single clauses. The largest comes first, the empty one last.
pub fn front(problem: &Problem) -> Vec<Cover> {
    let greedy = problem.greedy(Vec::new());
    let steps = (0..=greedy.len()).map(|n| problem.without_needless(greedy[..n].to_vec()));
    let singles = (0..problem.clauses.len()).map(|i| vec![i]);
    let mut all: Vec<(u32, Cover)> = steps
        .chain(singles)
        .map(|chosen| (problem.size(&chosen), problem.cover(chosen)))
        .filter(|(size, _)| *size <= problem.max_size)
        .collect();
    all.sort_by_cached_key(|(size, cover)| (*size, rank(cover)));
    let mut front: Vec<Cover> = Vec::new();
    for (_, cover) in all {
        if front.last().is_none_or(|best| cover.missed < best.missed) {
            front.push(cover);
        }
    }
    front.reverse();
    front
}

fn rank(cover: &Cover) -> (u64, u64, Vec<usize>) {
    (cover.missed, cover.cost, cover.chosen.clone())
}

impl Problem<'_> {
    /// Nodes of the conjunction.
    fn size(&self, chosen: &[usize]) -> u32 {
        chosen.iter().map(|&i| self.clauses[i].size + 1).sum::<u32>().saturating_sub(1)
    }

    /// What killing those groups is worth, in thousandths of a node.
    fn worth(&self, groups: &[u64]) -> u64 {
        ones(groups).map(|g| u64::from(self.weights[g]) * STATE + self.penalties[g]).sum()
    }

    /// What a clause costs in a conjunction: its price and a connective.
    fn cost(&self, clause: usize) -> u64 {
        u64::from(self.clauses[clause].price + 1) * NODE
    }

    fn killed(&self, chosen: &[usize]) -> Vec<u64> {
        let mut killed = vec![0; self.weights.len().div_ceil(64)];
        chosen.iter().for_each(|&i| killed.iter_mut().zip(self.clauses[i].kills.iter()).for_each(|(all, k)| *all |= k));
        killed
    }

    /// What those clauses miss and cost.
    pub fn cover(&self, mut chosen: Vec<usize>) -> Cover {
        chosen.sort_unstable();
        let killed = self.killed(&chosen);
        let alive = || (0..self.weights.len()).filter(|&g| !contains(&killed, g));
        let missed = alive().map(|g| u64::from(self.weights[g])).sum();
        // A conjunction costs a node for each further clause.
        let price = chosen.iter().map(|&i| self.cost(i)).sum::<u64>().saturating_sub(NODE);
        let cost = price + alive().map(|g| self.penalties[g]).sum::<u64>();
        Cover { chosen, missed, cost, optimal: false }
    }

    /// Adds the clause that is worth the most per price, as long as there is one that fits and is worth its price.
    fn greedy(&self, mut chosen: Vec<usize>) -> Vec<usize> {
        let mut killed = self.killed(&chosen);
        let gain = |killed: &[u64], i: usize| {
            let fresh: Vec<u64> = self.clauses[i].kills.iter().zip(killed).map(|(k, d)| k & !d).collect();
            let worth = self.worth(&fresh);
            if worth > self.cost(i) { worth * NODE / self.cost(i) } else { 0 }
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
            let alone: Vec<u64> = self.clauses[i].kills.iter().zip(&killed).map(|(k, d)| k & !d).collect();
            if self.worth(&alone) <= self.cost(i) {
                chosen = others;
            }
        }
        chosen
    }

    /// Takes a further clause, and leaves out what that makes needless, as long as that is better.
    fn exchange(&self, mut best: Cover, control: &Control) -> Cover {
        for _ in 0..EXCHANGES {
            let mut better = None;
            for i in (0..self.clauses.len()).filter(|i| !best.chosen.contains(i)) {
                if i % POLL as usize == 0 && control.interruption().is_some() {
                    return best;
                }
                let others = self.without_needless_beside(&best.chosen, i);
                if self.size(&others) <= self.max_size {
                    let cover = self.cover(others);
                    if rank(&cover) < rank(better.as_ref().unwrap_or(&best)) {
                        better = Some(cover);
                    }
                }
            }
            match better {
                Some(cover) => best = cover,
                None => break,
            }
        }
        best
    }

    /// Those clauses and one more, without those of them that are not needed then.
    fn without_needless_beside(&self, chosen: &[usize], more: usize) -> Vec<usize> {
        let kept = self.without_needless(chosen.iter().copied().chain([more]).collect());
        if kept.contains(&more) { kept } else { chosen.to_vec() }
    }

    /// Branch and bound from an incumbent.
    fn improve(&self, incumbent: Cover, control: &Control) -> Cover {
        let mut pool: Vec<usize> = (0..self.clauses.len()).collect();
        let share = |i: usize| self.worth(&self.clauses[i].kills) / u64::from(self.clauses[i].price + 1);
        pool.sort_by_cached_key(|&i| (!incumbent.chosen.contains(&i), Reverse(share(i)), i));
        let complete = pool.len() <= EXACT_CLAUSES;
        pool.truncate(EXACT_CLAUSES);
        pool.sort_unstable();
        let (elements, unkillable) = self.elements(&pool, incumbent.missed);
        let cheapest = |e: &Element| ones(&e.clauses).map(|c| self.cost(pool[c])).min().unwrap_or(0);
        // What has no states may be missed.
        let least = elements.iter().map(|e| if e.weight == 0 { cheapest(e).min(e.penalty) } else { cheapest(e) }).collect();
        let mut search =
            Search { problem: self, pool: &pool, elements: &elements, least, unkillable, best: incumbent, nodes: 0, cut: false, control };
        search.branch(&mut Vec::new(), &mut vec![Fate::Open; elements.len()], (0, 0));
        let optimal = complete && !search.cut;
        Cover { optimal, ..search.best }
    }

    /// The groups as the branch and bound sees them: those killed by the same clauses are one; and if nothing has to be missed but
    /// what nobody kills, a group that is killed whenever another one is, is no concern.
    fn elements(&self, pool: &[usize], incumbent_misses: u64) -> (Vec<Element>, (u64, u64)) {
        let words = pool.len().div_ceil(64);
        let mut by_clauses: HashMap<Vec<u64>, usize> = HashMap::new();
        let mut elements: Vec<Element> = Vec::new();
        let mut members = vec![vec![0u64; words]; self.weights.len()];
        for (c, &i) in pool.iter().enumerate() {
            ones(&self.clauses[i].kills).for_each(|g| members[g][c / 64] |= 1 << (c % 64));
        }
        let mut unkillable = (0, 0);
        for (g, clauses) in members.into_iter().enumerate() {
            let (weight, penalty) = (u64::from(self.weights[g]), self.penalties[g]);
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
}

/// Groups that the same clauses kill.
#[derive(Debug)]
struct Element {
    /// One bit per clause of the pool.
    clauses: Vec<u64>,
    weight: u64,
    penalty: u64,
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
    /// The hardest first, those without a state last.
    elements: &'a [Element],
    /// By element: the cost of the cheapest clause that kills it, or of missing it.
    least: Vec<u64>,
    /// States that no clause kills, and the penalty for it.
    unkillable: (u64, u64),
    best: Cover,
    nodes: u32,
    cut: bool,
    control: &'a Control,
}

impl Search<'_> {
    /// Decides the first open element: each clause that kills it, then giving it up.
    fn branch(&mut self, chosen: &mut Vec<usize>, fates: &mut Vec<Fate>, given_up: (u64, u64)) {
        self.nodes += 1;
        if self.nodes > self.problem.max_nodes || self.nodes.is_multiple_of(POLL) && self.control.interruption().is_some() {
            self.cut = true;
        }
        let missed = self.unkillable.0 + given_up.0;
        let penalty = self.unkillable.1 + given_up.1;
        if self.cut || (missed, penalty + self.cost_bound(chosen, fates)) >= (self.best.missed, self.best.cost) {
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
            open.map(|(e, _)| e.weight * STATE + e.penalty).sum::<u64>() / u64::from(self.clause(c).price + 1)
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
        let Element { weight, penalty, .. } = self.elements[element];
        self.branch(chosen, fates, (given_up.0 + weight, given_up.1 + penalty));
        fates[element] = Fate::Open;
    }

    fn clause(&self, c: usize) -> &super::clauses::Clause {
        &self.problem.clauses[self.pool[c]]
    }

    /// The least cost of a choice that contains the chosen clauses and kills every open element that has a state: no clause kills two
    /// elements that have none in common.
    fn cost_bound(&self, chosen: &[usize], fates: &[Fate]) -> u64 {
        let mut cost: u64 = chosen.iter().map(|&c| self.problem.cost(self.pool[c])).sum();
        let mut used = vec![0u64; self.pool.len().div_ceil(64)];
        let open = (0..fates.len()).filter(|&e| fates[e] == Fate::Open).take(BOUND_ELEMENTS);
        let mut some = !chosen.is_empty();
        for e in open {
            let clauses = &self.elements[e].clauses;
            if clauses.iter().zip(&used).all(|(c, u)| c & u == 0) {
                used.iter_mut().zip(clauses).for_each(|(u, c)| *u |= c);
                cost += self.least[e];
                some = true;
            }
        }
        // The first clause needs no connective.
        if some { cost.saturating_sub(NODE) } else { 0 }
    }
}
