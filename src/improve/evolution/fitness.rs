//! The two fitness functions (Definitions 5 and 6): lexicographic, smaller is better.

use super::individual::Individual;
use crate::assertion::eval::forest::Deficiencies;

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

    /// The indices of the `count` best individuals of different trees, the best first; fewer if there are not so many trees.
    pub fn best(self, individuals: &[Individual], count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..individuals.len()).collect();
        // The index last, so that the order does not depend on the sorting algorithm.
        let key = |&i: &usize| (self.fitness(&individuals[i]), individuals[i].root, individuals[i].tie, i);
        order.sort_unstable_by_key(key);
        order.dedup_by_key(|i| individuals[*i].root);
        order.sort_unstable_by_key(|&i| (self.fitness(&individuals[i]), individuals[i].tie, i));
        order.truncate(count);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn individual(root: u32, false_positives: u32, false_negatives: u32, size: u32) -> Individual {
        Individual { root, deficiencies: Deficiencies { false_positives, false_negatives }, size, tie: 0 }
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
    fn the_best_are_distinct_trees_in_order_of_fitness() {
        let all = [individual(7, 0, 9, 1), individual(5, 3, 0, 1), individual(7, 0, 9, 1), individual(6, 0, 9, 5)];
        let roots = |objective: Objective| objective.best(&all, 3).iter().map(|&i| all[i].root).collect::<Vec<_>>();
        assert_eq!(roots(Objective::FalsePositives), [7, 6, 5]);
        assert_eq!(roots(Objective::FalseNegatives), [5, 7, 6]);
        assert_eq!(Objective::FalsePositives.best(&all, 1).len(), 1);
    }
}
