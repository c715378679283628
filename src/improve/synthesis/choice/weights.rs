//! What it is worth to kill sets of groups, as fast as they can be told.

use crate::improve::synthesis::bitset::ones;

/// A state outweighs all penalties.
const STATE: u64 = 1 << 24;
/// Members up to which those of a word are counted one by one.
const FEW: u32 = 6;

/// The worth of each group, in thousandths of a node; a state that was seen is worth more than all that were not and all clauses.
pub struct Weights {
    groups: Vec<u64>,
    /// By four groups and by which of them are there: the sum.
    sums: Vec<[u64; 16]>,
}

impl Weights {
    /// By group: its number of states and the penalty for missing it.
    pub fn of(weights: &[u32], penalties: &[u64]) -> Self {
        Self::new(weights.iter().zip(penalties).map(|(&weight, &penalty)| Self::as_one(u64::from(weight), penalty)).collect())
    }

    fn new(groups: Vec<u64>) -> Self {
        let sum = |four: &[u64]| {
            let mut sums = [0; 16];
            for set in 1..16usize {
                let first = set.trailing_zeros() as usize;
                sums[set] = sums[set & (set - 1)] + four.get(first).copied().unwrap_or(0);
            }
            sums
        };
        let mut sums: Vec<[u64; 16]> = groups.chunks(4).map(sum).collect();
        // Whole words can be asked for.
        sums.resize(groups.len().div_ceil(64) * 16, [0; 16]);
        Self { groups, sums }
    }

    /// States and thousandths of a node as one number.
    pub fn as_one(states: u64, cost: u64) -> u64 {
        states * STATE + cost
    }

    /// Of those groups.
    pub fn of_all(&self, groups: &[u64]) -> u64 {
        groups.iter().enumerate().map(|(word, &set)| self.of_word(word, set)).sum()
    }

    /// Of those groups that are not among the others.
    pub fn without(&self, groups: &[u64], others: &[u64]) -> u64 {
        groups.iter().zip(others).enumerate().map(|(word, (set, other))| self.of_word(word, set & !other)).sum()
    }

    /// Of those groups that are among the others.
    pub fn within(&self, groups: &[u64], others: &[u64]) -> u64 {
        groups.iter().zip(others).enumerate().map(|(word, (set, other))| self.of_word(word, set & other)).sum()
    }

    fn of_word(&self, word: usize, set: u64) -> u64 {
        if set == 0 {
            return 0;
        }
        if set.count_ones() <= FEW {
            return ones(&[set]).map(|group| self.groups[word * 64 + group]).sum();
        }
        let sums = &self.sums[word * 16..word * 16 + 16];
        sums.iter().enumerate().map(|(four, sums)| sums[(set >> (four * 4)) as usize & 15]).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_worth_the_sum_of_its_members() {
        let groups: Vec<u64> = (0..150).map(|i| (i * i + 7) % 1000).collect();
        let weights = Weights::new(groups.clone());
        let set = |seed: u64| (0..3).map(|i| (seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect::<Vec<u64>>();
        let clipped = |mut words: Vec<u64>| {
            words[2] &= (1 << 22) - 1;
            words
        };
        let sum = |words: &[u64]| ones(words).map(|g| groups[g]).sum::<u64>();
        for seed in 0..50 {
            let (a, b) = (clipped(set(seed)), clipped(set(seed * 31 + 5)));
            let sparse: Vec<u64> = a.iter().map(|w| w & w << 1 & w << 2 & w << 3).collect();
            let part = |f: fn(u64, u64) -> u64| a.iter().zip(&b).map(|(&a, &b)| f(a, b)).collect::<Vec<u64>>();
            assert_eq!(weights.of_all(&a), sum(&a));
            assert_eq!(weights.of_all(&sparse), sum(&sparse));
            assert_eq!(weights.without(&a, &b), sum(&part(|a, b| a & !b)));
            assert_eq!(weights.within(&a, &b), sum(&part(|a, b| a & b)));
        }
    }
}
