//! The two fitness functions (Definitions 5 and 6): lexicographic, smaller is better.

use super::individual::Individual;
use crate::assertion::eval::deficiencies::Deficiencies;
use std::collections::HashSet;

/// What a population is selected for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// phi_FP: false positives, then false negatives, then size.
    FalsePositives,
    /// phi_FN: false negatives, then false positives, then size.
    FalseNegatives,
}

/// Lexicographic fitness: the smaller one dominates.
pub type Fitness = (u32, u32, u32);

impl Objective {
    /// The objective's number, for the coordinates of random streams.
    pub fn index(self) -> u64 {
        match self {
            Self::FalsePositives => 0,
            Self::FalseNegatives => 1,
        }
    }

    #[inline]
    pub fn fitness(self, individual: &Individual) -> Fitness {
        let Deficiencies { false_positives, false_negatives } = individual.deficiencies;
        match self {
            Self::FalsePositives => (false_positives, false_negatives, individual.size),
            Self::FalseNegatives => (false_negatives, false_positives, individual.size),
        }
    }

    /// The indices of the `count` best individuals of different behaviours, the best first; fewer if there are not so many.
    pub fn best(self, individuals: &[Individual], count: usize) -> Vec<usize> {
        // The index last, so that the order does not depend on the sorting algorithm.
        let key = |i: usize| (self.fitness(&individuals[i]), individuals[i].tie, i);
        let mut order: Vec<_> = (0..individuals.len()).map(key).collect();
        let mut best = Vec::with_capacity(count);
        let mut behaviours = HashSet::with_capacity(count);
        // The same behaviour may occur often: sort a few times as many as are wanted, then more as long as that is not enough.
        let mut sorted = 0;
        while best.len() < count && sorted < order.len() {
            let end = order.len().min(sorted + 4 * count);
            if end < order.len() {
                order[sorted..].select_nth_unstable(end - sorted);
            }
            order[sorted..end].sort_unstable();
            for &(.., i) in &order[sorted..end] {
                if best.len() < count && behaviours.insert(individuals[i].behaviour) {
                    best.push(i);
                }
            }
            sorted = end;
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn individual(root: u32, false_positives: u32, false_negatives: u32, size: u32) -> Individual {
        Individual {
            root,
            deficiencies: Deficiencies { false_positives, false_negatives },
            behaviour: u64::from(root),
            surplus: false,
            size,
            tie: 0,
        }
    }

    #[test]
    fn each_objective_puts_its_own_deficiency_first_and_size_last() {
        let (a, b) = (individual(0, 1, 5, 3), individual(1, 2, 0, 3));
        assert!(Objective::FalsePositives.fitness(&a) < Objective::FalsePositives.fitness(&b));
        assert!(Objective::FalseNegatives.fitness(&b) < Objective::FalseNegatives.fitness(&a));
        let smaller = individual(2, 1, 5, 2);
        assert!(Objective::FalsePositives.fitness(&smaller) < Objective::FalsePositives.fitness(&a));
        assert!(Objective::FalseNegatives.fitness(&smaller) < Objective::FalseNegatives.fitness(&a));
    }

    #[test]
    fn the_best_are_of_distinct_behaviours_in_order_of_fitness() {
        let all = [individual(7, 0, 9, 1), individual(5, 3, 0, 1), individual(7, 0, 9, 1), individual(6, 0, 9, 5)];
        let roots = |objective: Objective| objective.best(&all, 3).iter().map(|&i| all[i].root).collect::<Vec<_>>();
        assert_eq!(roots(Objective::FalsePositives), [7, 6, 5]);
        assert_eq!(roots(Objective::FalseNegatives), [5, 7, 6]);
        assert_eq!(Objective::FalsePositives.best(&all, 1).len(), 1);
    }
}
