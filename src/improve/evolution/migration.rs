//! Migration: the populations exchange their best (§3.2, "Migration").
//!
//! Each sends copies of its M best individuals, half by each of the two fitness functions, so that both receive assertions with few
//! false positives and assertions with few false negatives. They take the places of the receiver's M least fit.

use super::fitness::Objective;
use super::individual::Individual;

/// The indices of the individuals that leave for the other population: the best by each fitness in turn, of different behaviours.
pub fn emigrants(individuals: &[Individual], count: usize) -> Vec<usize> {
    let by_fp = Objective::FalsePositives.best(individuals, count);
    let by_fn = Objective::FalseNegatives.best(individuals, count);
    let mut chosen: Vec<usize> = Vec::with_capacity(count);
    let mut behaviours = std::collections::HashSet::new();
    let ranks = by_fp.len().max(by_fn.len());
    for index in (0..ranks).flat_map(|rank| [by_fp.get(rank), by_fn.get(rank)]).flatten() {
        if chosen.len() < count && behaviours.insert(individuals[*index].behaviour) {
            chosen.push(*index);
        }
    }
    chosen
}

/// The indices of the `count` least fit individuals, the least fit first.
pub fn replaced(individuals: &[Individual], objective: Objective, count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..individuals.len()).collect();
    order.sort_unstable_by_key(|&i| std::cmp::Reverse((objective.fitness(&individuals[i]), individuals[i].tie, i)));
    order.truncate(count);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assertion::eval::deficiencies::Deficiencies;

    fn individuals(deficiencies: &[(u32, u32)]) -> Vec<Individual> {
        (0..)
            .zip(deficiencies)
            .map(|(root, &(false_positives, false_negatives))| Individual {
                root,
                deficiencies: Deficiencies { false_positives, false_negatives },
                behaviour: root.into(),
                surplus: false,
                size: 1,
                tie: 0,
            })
            .collect()
    }

    #[test]
    fn emigrants_are_the_best_by_both_fitnesses_each_once() {
        let all = individuals(&[(0, 9), (9, 0), (0, 0), (5, 5)]);
        assert_eq!(emigrants(&all, 3), [2, 0, 1]);
        assert_eq!(emigrants(&all, 100).len(), 4);
    }

    #[test]
    fn the_least_fit_by_the_receivers_own_fitness_give_way() {
        let all = individuals(&[(0, 9), (9, 0), (5, 5)]);
        assert_eq!(replaced(&all, Objective::FalsePositives, 2), [1, 2]);
        assert_eq!(replaced(&all, Objective::FalseNegatives, 2), [0, 2]);
    }
}
