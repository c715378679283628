//! Which clauses to take: the conjunction that misses the fewest incorrect states, and of those the one of the least cost, within a
//! bound on its size. The cost is the price of its clauses and a penalty for each simulated state that it misses.
//!
//! Lazy greedy by states killed per price or node (Minoux 1978), against the best single clause; clauses that others make needless go;
//! then exchanges; then new starts from clauses that kill what is missed; then branch and bound ([`super::branch`]), from that solution as
//! the incumbent.
//!
//! Whether a clause may be taken at all is asked last, of those only that would make the choice better: what speaks for a clause takes
//! longer to weigh than what it kills.

use super::branch;
use super::problem::{Cover, NODE, Problem, rank};
use crate::compute::control::Control;
use crate::improve::synthesis::bitset::ones;
use crate::improve::synthesis::choice::weights::Weights;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rounds of exchanging clauses.
const EXCHANGES: usize = 4;
/// Clauses that a choice is made anew from, where it misses what they kill.
const RESCUERS: usize = 16;
/// Clauses that are asked for that whether they may be taken.
const ASKED: usize = 256;
/// Clauses between two polls.
const POLL: usize = 256;

/// Chooses clauses.
pub fn choose(problem: &Problem, control: &Control) -> Cover {
    let weights = Weights::of(problem.weights, problem.penalties);
    let chooser = Chooser { problem, weights: &weights };
    let best = chooser.single(chooser.filled(&[]));
    let best = chooser.rescue(chooser.exchange(best, control), control);
    branch::improve(problem, &weights, best, control)
}

/// The steps by which the greedy choice is made.
pub fn steps(problem: &Problem) -> Vec<Vec<usize>> {
    let weights = Weights::of(problem.weights, problem.penalties);
    let chooser = Chooser { problem, weights: &weights };
    let greedy = chooser.greedy(Vec::new(), |i| problem.cost(i));
    (0..=greedy.len()).map(|n| chooser.without_needless(greedy[..n].to_vec())).collect()
}

/// Makes choices for a problem.
struct Chooser<'a> {
    problem: &'a Problem<'a>,
    weights: &'a Weights,
}

impl Chooser<'_> {
    /// The best greedy choice from those clauses on, by price or by nodes, of which there may be too few.
    fn filled(&self, first: &[usize]) -> Cover {
        let of = |measure: &dyn Fn(usize) -> u64| {
            let greedy = self.without_needless(self.greedy(first.to_vec(), measure));
            // What was needless made room.
            let refilled = self.without_needless(self.greedy(greedy.clone(), measure));
            [greedy, refilled]
        };
        let by_price = of(&|i| self.problem.cost(i));
        let by_size = of(&|i| u64::from(self.problem.clauses[i].size + 1) * NODE);
        let made = by_price.into_iter().chain(by_size).chain([Vec::new()]).map(|chosen| self.problem.cover(chosen));
        made.min_by_key(rank).expect("the empty choice is one")
    }

    /// Where a choice misses states that some clause kills, it has no room for that: chooses anew from such a clause on.
    fn rescue(&self, mut best: Cover, control: &Control) -> Cover {
        let clauses = self.problem.clauses;
        let seen = |groups: &[u64]| ones(groups).map(|g| u64::from(self.problem.weights[g])).sum::<u64>();
        let mut first: Vec<usize> = Vec::new();
        while best.missed > 0 && control.interruption().is_none() {
            let killed = self.problem.killed(&best.chosen);
            let share = |i: usize| {
                let rest: Vec<u64> = clauses[i].kills.iter().zip(&killed).map(|(k, d)| k & !d).collect();
                seen(&rest) * NODE / u64::from(clauses[i].size + 1)
            };
            let mut order: Vec<(Reverse<u64>, usize)> = (0..clauses.len()).map(|i| (Reverse(share(i)), i)).filter(|o| o.0.0 > 0).collect();
            order.sort_unstable();
            let admitted = order.into_iter().take(ASKED).map(|(_, i)| i).filter(|&i| (self.problem.admits)(i)).take(RESCUERS);
            let started = |i: usize| {
                let start: Vec<usize> = first.iter().copied().chain([i]).collect();
                let fits = self.problem.size(&start) <= self.problem.max_size && control.interruption().is_none();
                fits.then(|| (self.filled(&start), i))
            };
            let better = admitted.filter_map(started).min_by_key(|(cover, i)| (rank(cover), *i));
            match better {
                Some((cover, i)) if rank(&cover) < rank(&best) => {
                    best = self.exchange(cover, control);
                    first.push(i);
                }
                _ => break,
            }
        }
        best
    }

    /// Adds the clause that is worth the most per measure, as long as there is one that fits and is worth its price.
    fn greedy(&self, mut chosen: Vec<usize>, measure: impl Fn(usize) -> u64) -> Vec<usize> {
        let Problem { clauses, max_size, .. } = *self.problem;
        let mut killed = self.problem.killed(&chosen);
        let gain = |killed: &[u64], i: usize| {
            let (worth, cost) = (self.weights.without(&clauses[i].kills, killed), self.problem.cost(i));
            if worth > cost { worth * NODE / measure(i) } else { 0 }
        };
        let key = |gain: u64, i: usize| (gain, Reverse((clauses[i].price, i)));
        let mut heap: BinaryHeap<_> = (0..clauses.len()).map(|i| key(gain(&killed, i), i)).collect();
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
            let size = self.problem.size(&chosen) + clauses[i].size + u32::from(!chosen.is_empty());
            if size <= max_size && (self.problem.admits)(i) {
                chosen.push(i);
                killed.iter_mut().zip(clauses[i].kills.iter()).for_each(|(d, k)| *d |= k);
            }
        }
        chosen
    }

    /// The best single clause, if it is better than that choice.
    fn single(&self, best: Cover) -> Cover {
        let Problem { clauses, max_size, .. } = *self.problem;
        let nothing = self.problem.cover(Vec::new());
        // As one number, as a choice is ranked.
        let rest = |killed: u64| Weights::as_one(nothing.missed, nothing.cost) - killed;
        let score = |i: usize| rest(self.weights.of_all(&clauses[i].kills)) + self.problem.cost(i) - NODE;
        let bar = Weights::as_one(best.missed, best.cost);
        let fitting = (0..clauses.len()).filter(|&i| clauses[i].size <= max_size);
        let mut better: Vec<(u64, usize)> = fitting.map(|i| (score(i), i)).filter(|(score, _)| *score < bar).collect();
        better.sort_unstable();
        let first = better.into_iter().find(|&(_, i)| (self.problem.admits)(i));
        first.map_or(best, |(_, i)| self.problem.cover(vec![i]))
    }

    /// Leaves out the dearest clause whose kills are all others' too, as long as there is one.
    fn without_needless(&self, mut chosen: Vec<usize>) -> Vec<usize> {
        let mut order = chosen.clone();
        order.sort_by_key(|&i| Reverse((self.problem.clauses[i].price, i)));
        for i in order {
            let others: Vec<usize> = chosen.iter().copied().filter(|&j| j != i).collect();
            if self.weights.without(&self.problem.clauses[i].kills, &self.problem.killed(&others)) <= self.problem.cost(i) {
                chosen = others;
            }
        }
        chosen
    }

    /// Takes a further clause, and leaves out what that makes needless, as long as that is better.
    fn exchange(&self, mut best: Cover, control: &Control) -> Cover {
        let clauses = self.problem.clauses;
        for _ in 0..EXCHANGES {
            let killed = self.problem.killed(&best.chosen);
            let alone: Vec<Vec<u64>> = best.chosen.iter().map(|&j| self.alone(&best.chosen, j)).collect();
            let mut better = None;
            for i in (0..clauses.len()).filter(|i| !best.chosen.contains(i)) {
                if i % POLL == 0 && control.interruption().is_some() {
                    return best;
                }
                let kills = &clauses[i].kills;
                // The most that it can give: what it kills, and the cost of each clause whose other kills are not worth that.
                let needless = |&(&j, alone): &(&usize, &Vec<u64>)| self.weights.without(alone, kills) <= self.problem.cost(j);
                let saved: u64 = best.chosen.iter().zip(&alone).filter(needless).map(|(&j, _)| self.problem.cost(j)).sum();
                if self.weights.without(kills, &killed) + saved < self.problem.cost(i) {
                    continue;
                }
                let others = self.without_needless_beside(&best.chosen, i);
                if self.problem.size(&others) <= self.problem.max_size {
                    let cover = self.problem.cover(others);
                    if rank(&cover) < rank(better.as_ref().unwrap_or(&best)) && (self.problem.admits)(i) {
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

    /// What one of the chosen clauses kills and no other does.
    fn alone(&self, chosen: &[usize], clause: usize) -> Vec<u64> {
        let others: Vec<usize> = chosen.iter().copied().filter(|&j| j != clause).collect();
        let killed = self.problem.killed(&others);
        self.problem.clauses[clause].kills.iter().zip(&killed).map(|(k, d)| k & !d).collect()
    }

    /// Those clauses and one more, without those of them that are not needed then.
    fn without_needless_beside(&self, chosen: &[usize], more: usize) -> Vec<usize> {
        let kept = self.without_needless(chosen.iter().copied().chain([more]).collect());
        if kept.contains(&more) { kept } else { chosen.to_vec() }
    }
}
