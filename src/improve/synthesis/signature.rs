//! What the atoms say of each state: states of equal signature cannot be told apart by any combination of the atoms, and weigh as one.

use super::atoms::Atom;
use crate::assertion::eval::frame::Frame;
use std::collections::HashMap;

/// States of equal signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Rows of the frame, ascending.
    pub rows: Vec<u32>,
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
    /// Number of states.
    pub fn weight(&self) -> u32 {
        self.rows.len() as u32
    }
}

/// Groups the states of a frame.
pub fn group(frame: &Frame, atoms: &[Atom]) -> Groups {
    let signatures = Signatures::new(frame, atoms);
    let correct_rows = 0..frame.correct;
    let incorrect_rows = frame.correct_words * 64..frame.correct_words * 64 + frame.incorrect;
    let mut correct: HashMap<&[u64], usize> = HashMap::new();
    let mut separable: HashMap<&[u64], usize> = HashMap::new();
    let mut groups = Groups::default();
    for row in correct_rows {
        add(&mut groups.correct, &mut correct, signatures.of(row), row);
    }
    for row in incorrect_rows {
        let signature = signatures.of(row);
        if correct.contains_key(signature) {
            groups.inseparable += 1;
        } else {
            add(&mut groups.separable, &mut separable, signature, row);
        }
    }
    groups
}

fn add<'a>(groups: &mut Vec<Group>, known: &mut HashMap<&'a [u64], usize>, signature: &'a [u64], row: usize) {
    let index = *known.entry(signature).or_insert(groups.len());
    if index == groups.len() {
        groups.push(Group { rows: Vec::new() });
    }
    groups[index].rows.push(row as u32);
}

/// One bit per atom, for every row: the transpose of the atoms' bitsets.
struct Signatures {
    width: usize,
    words: Vec<u64>,
}

impl Signatures {
    fn new(frame: &Frame, atoms: &[Atom]) -> Self {
        let width = atoms.len().div_ceil(64);
        let mut words = vec![0; width * frame.words * 64];
        for (column, atoms) in atoms.chunks(64).enumerate() {
            for block in 0..frame.words {
                let mut square = [0; 64];
                square.iter_mut().zip(atoms).for_each(|(word, atom)| *word = atom.holds[block]);
                transpose(&mut square);
                square.iter().enumerate().for_each(|(bit, &word)| words[(block * 64 + bit) * width + column] = word);
            }
        }
        Self { width, words }
    }

    fn of(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }
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
