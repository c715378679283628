//! What the atoms say of each state: states of equal signature cannot be told apart by any combination of the atoms, and weigh as one.

use crate::assertion::eval::frame::Frame;
use crate::improve::synthesis::atoms::atom::Atom;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::collections::HashMap;

/// States of equal signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Rows of the frame, ascending; those of simulated states last.
    pub rows: Vec<u32>,
    /// How many of them are simulated.
    pub simulated: u32,
}

/// All states, by signature.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    pub correct: Vec<Group>,
    /// Incorrect states with the signature of no correct one.
    pub separable: Vec<Group>,
    /// Incorrect states with the signature of some correct one: FN*, the certified floor.
    pub inseparable: u32,
}

impl Group {
    /// Number of states that were seen.
    pub fn weight(&self) -> u32 {
        self.rows.len() as u32 - self.simulated
    }
}

/// Groups the states of a frame, the last `simulated` of whose incorrect states nobody saw.
pub fn group(frame: &Frame, simulated: usize, atoms: &[&Atom]) -> Groups {
    let signatures = signatures(frame, atoms);
    let correct_rows = 0..frame.correct;
    let incorrect_rows = frame.correct_words * 64..frame.correct_words * 64 + frame.incorrect;
    let mut correct: HashMap<u128, usize> = HashMap::new();
    let mut separable: HashMap<u128, usize> = HashMap::new();
    let mut groups = Groups::default();
    for row in correct_rows {
        add(&mut groups.correct, &mut correct, signatures[row], row, false);
    }
    let seen = incorrect_rows.end - simulated;
    for row in incorrect_rows {
        let signature = signatures[row];
        if !correct.contains_key(&signature) {
            add(&mut groups.separable, &mut separable, signature, row, row >= seen);
        } else if row < seen {
            groups.inseparable += 1;
        }
    }
    groups
}

fn add(groups: &mut Vec<Group>, known: &mut HashMap<u128, usize>, signature: u128, row: usize, simulated: bool) {
    let index = *known.entry(signature).or_insert(groups.len());
    if index == groups.len() {
        groups.push(Group { rows: Vec::new(), simulated: 0 });
    }
    groups[index].rows.push(row as u32);
    groups[index].simulated += u32::from(simulated);
}

/// Every row's signature, one bit per atom, as a fingerprint of 128 bits: two of a million different signatures are equal with a
/// probability of less than 10^-26. The signatures themselves would take as much memory as the atoms.
fn signatures(frame: &Frame, atoms: &[&Atom]) -> Vec<u128> {
    let of_block = |block: usize| {
        let mut prints = [[0x243f_6a88_85a3_08d3_u64, 0x1319_8a2e_0370_7344]; 64];
        for atoms in atoms.chunks(64) {
            let mut square = [0; 64];
            square.iter_mut().zip(atoms).for_each(|(word, atom)| *word = atom.holds[block]);
            transpose(&mut square);
            for (print, &word) in prints.iter_mut().zip(&square) {
                *print = [mixed(print[0] ^ word, 0x9e37_79b9_7f4a_7c15), mixed(print[1] ^ word, 0xa076_1d64_78bd_642f)];
            }
        }
        prints.map(|[high, low]| u128::from(high) << 64 | u128::from(low))
    };
    let blocks: Vec<[u128; 64]> = (0..frame.words).into_par_iter().map(of_block).collect();
    blocks.concat()
}

/// A step of a 64-bit hash that is one to one for each state of the hash: no two words are confused before the steps after.
fn mixed(value: u64, factor: u64) -> u64 {
    let product = value.wrapping_mul(factor | 1);
    (product ^ product >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31)
}

/// Bit j of word i becomes bit i of word j (Warren, Hacker's Delight, §7-3, for the other order of bits).
fn transpose(square: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width != 0 {
        for base in (0..64).filter(|i| i & width == 0) {
            let swap = (square[base] >> width ^ square[base + width]) & mask;
            square[base] ^= swap << width;
            square[base + width] ^= swap;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_swaps_rows_and_columns() {
        let square: [u64; 64] = std::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut transposed = square;
        transpose(&mut transposed);
        for (i, row) in square.iter().enumerate() {
            for (j, column) in transposed.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1, "bit {j} of word {i}");
            }
        }
    }
}
