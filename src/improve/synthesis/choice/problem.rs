//! What is chosen from, and what a choice misses and costs.

use crate::improve::synthesis::bitset::contains;
use crate::improve::synthesis::clauses::Clause;

/// The clauses to choose from and what they kill.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    pub clauses: &'a [Clause],
    /// By index of a clause: whether it may be taken. Always the same answer, from any thread.
    pub admits: &'a (dyn Fn(usize) -> bool + Sync),
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

/// Thousandths.
pub const NODE: u64 = 1000;
pub fn rank(cover: &Cover) -> (u64, u64, Vec<usize>) {
    (cover.missed, cover.cost, cover.chosen.clone())
}

impl Problem<'_> {
    /// Nodes of the conjunction.
    pub fn size(&self, chosen: &[usize]) -> u32 {
        chosen.iter().map(|&i| self.clauses[i].size + 1).sum::<u32>().saturating_sub(1)
    }

    /// What a clause costs in a conjunction: its price and a connective.
    pub fn cost(&self, clause: usize) -> u64 {
        u64::from(self.clauses[clause].price + 1) * NODE
    }

    pub fn killed(&self, chosen: &[usize]) -> Vec<u64> {
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
}
