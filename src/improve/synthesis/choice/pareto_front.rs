//! For each size the choice of clauses that misses the fewest states: a beam search over sizes.
//!
//! The choices of a size are grown from the best of the smaller ones. What of all clauses is tried is bounded: those that kill the most
//! states per node, and of each size those that kill the most.

use super::problem::{Cover, Problem, rank};
use crate::compute::control::Control;
use crate::improve::synthesis::bitset::is_empty;
use crate::improve::synthesis::choice::weights::Weights;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Choices of a size that larger ones are grown from.
const BEAM: usize = 16;
/// Clauses that a choice grows by, the best by states per node.
const CLAUSES: usize = 512;
/// Of each size.
const CLAUSES_PER_SIZE: usize = 16;
/// Candidates of a size, of which many are the same choice.
const CANDIDATES: usize = 8 * BEAM;
/// Words of bitsets that are gone through.
const WORDS: usize = 1 << 30;

/// A choice that is grown.
struct Grown {
    killed: Vec<u64>,
    worth: u64,
    /// Ascending.
    chosen: Vec<usize>,
}

/// A choice and a clause more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    worth: Reverse<u64>,
    /// Size of the choice, its place among those of the size, and the clause.
    from: (usize, usize, usize),
}

/// Choices of all sizes within the bound, and those, none both larger than another and no better. The largest comes first, the empty one
/// last.
pub fn pareto_front(problem: &Problem, others: Vec<Vec<usize>>, control: &Control) -> Vec<Cover> {
    let weights = Weights::of(problem.weights, problem.penalties);
    let grown = beam(problem, &weights, control).into_iter().flatten().map(|g| g.chosen);
    let mut all: Vec<(u32, Cover)> = grown
        .chain(others)
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

/// By size: the best choices.
fn beam(problem: &Problem, weights: &Weights, control: &Control) -> Vec<Vec<Grown>> {
    let pool = pool(problem, weights);
    let words = problem.weights.len().div_ceil(64);
    let sizes = problem.max_size as usize + 1;
    let mut candidates: Vec<BTreeSet<Candidate>> = vec![BTreeSet::new(); sizes];
    let mut best: Vec<Vec<Grown>> = (0..sizes).map(|_| Vec::new()).collect();
    best[0].push(Grown { killed: vec![0; words], worth: 0, chosen: Vec::new() });
    let mut left = WORDS;
    for size in 0..sizes {
        let found = std::mem::take(&mut candidates[size]);
        let mut known: HashSet<Vec<u64>> = HashSet::new();
        for Candidate { worth: Reverse(worth), from: (smaller, place, clause) } in found {
            let Grown { killed, chosen, .. } = &best[smaller][place];
            let killed: Vec<u64> = killed.iter().zip(problem.clauses[clause].kills.iter()).map(|(d, k)| d | k).collect();
            if best[size].len() < BEAM && known.insert(killed.clone()) {
                let mut chosen: Vec<usize> = chosen.iter().copied().chain([clause]).collect();
                chosen.sort_unstable();
                best[size].push(Grown { killed, worth, chosen });
            }
        }
        let cost = best[size].len() * pool.len() * words;
        if control.interruption().is_some() || cost > left {
            break;
        }
        left -= cost;
        // The first clause needs no connective.
        let connective = usize::from(size > 0);
        let of_clause = |&clause: &usize| -> Vec<(usize, Candidate)> {
            let larger = size + connective + problem.clauses[clause].size as usize;
            if larger >= sizes {
                return Vec::new();
            }
            let with = |(place, grown): (usize, &Grown)| {
                let gain = weights.without(&problem.clauses[clause].kills, &grown.killed);
                (gain > 0).then_some((larger, Candidate { worth: Reverse(grown.worth + gain), from: (size, place, clause) }))
            };
            best[size].iter().enumerate().filter_map(with).collect()
        };
        let made: Vec<Vec<(usize, Candidate)>> = pool.par_iter().map(of_clause).collect();
        for (larger, candidate) in made.into_iter().flatten() {
            let of_size = &mut candidates[larger];
            of_size.insert(candidate);
            if of_size.len() > CANDIDATES {
                of_size.pop_last();
            }
        }
    }
    best
}

/// The clauses that choices are grown by.
fn pool(problem: &Problem, weights: &Weights) -> Vec<usize> {
    let fitting =
        (0..problem.clauses.len()).filter(|&i| problem.clauses[i].size <= problem.max_size && !is_empty(&problem.clauses[i].kills));
    let mut order: Vec<(u64, usize)> = fitting.map(|i| (weights.of_all(&problem.clauses[i].kills), i)).collect();
    order.sort_by_key(|&(kills, i)| (Reverse(kills), i));
    let mut of_size: BTreeMap<u32, usize> = BTreeMap::new();
    let mut pool: BTreeSet<usize> = BTreeSet::new();
    for &(_, i) in &order {
        let count = of_size.entry(problem.clauses[i].size).or_default();
        if *count < CLAUSES_PER_SIZE {
            *count += 1;
            pool.insert(i);
        }
    }
    order.sort_by_key(|&(kills, i)| (Reverse(kills / u64::from(problem.clauses[i].size + 1)), i));
    pool.extend(order.iter().take(CLAUSES).map(|&(_, i)| i));
    pool.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::improve::synthesis::clauses::Clause;
    use proptest::prelude::*;

    /// For each size the fewest states that a choice of at most that size misses.
    fn exhaustive(problem: &Problem) -> Vec<u64> {
        let mut fewest = vec![u64::MAX; problem.max_size as usize + 1];
        for set in 0..1usize << problem.clauses.len() {
            let chosen: Vec<usize> = (0..problem.clauses.len()).filter(|i| set >> i & 1 == 1).collect();
            let size = problem.size(&chosen);
            if size <= problem.max_size {
                let missed = problem.cover(chosen).missed;
                fewest[size as usize..].iter_mut().for_each(|f| *f = missed.min(*f));
            }
        }
        fewest
    }

    proptest! {
        #[test]
        fn of_few_clauses_the_best_choice_of_every_size_is_found(
            // Choices of five clauses that have the same size are at most ten: as many as a beam has.
            kills in proptest::collection::vec((1u64..1 << 12, 1u32..6), 1..6),
            weights in proptest::collection::vec(1u32..4, 12),
        ) {
            let clause = |&(kills, size): &(u64, u32)| Clause { literals: vec![], kills: vec![kills].into(), price: size, size };
            let clauses: Vec<Clause> = kills.iter().map(clause).collect();
            let problem =
                Problem { clauses: &clauses, admits: &|_| true, weights: &weights, penalties: &[0; 12], max_size: 20, max_nodes: 0 };
            let found = pareto_front(&problem, Vec::new(), &Control::unlimited());
            let best = exhaustive(&problem);
            for (size, fewest) in best.into_iter().enumerate() {
                let of_size = found.iter().find(|c| problem.size(&c.chosen) as usize <= size).expect("the empty choice is of any size");
                prop_assert_eq!(of_size.missed, fewest, "size {}", size);
            }
            prop_assert!(found.windows(2).all(|w| w[0].missed < w[1].missed && problem.size(&w[0].chosen) > problem.size(&w[1].chosen)));
        }
    }
}
