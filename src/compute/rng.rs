//! The one source of randomness of the crate.
//!
//! Every random decision draws from a stream that is named by what is being decided (population, generation, index …),
//! never by who decides it. Two runs with the same seed therefore make the same decisions whatever the number of
//! threads and whichever thread takes which piece of work.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers: xoshiro256++, 32 bytes of state, cheap to construct. Use it through [`rand::RngExt`].
pub type Stream = Xoshiro256PlusPlus;

/// A seed, from which streams are derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    seed: u64,
}

impl Source {
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// Another source, of something of its own.
    pub fn of(self, number: u64) -> Self {
        Self { seed: mix(self.seed ^ mix(number.wrapping_add(GOLDEN_RATIO))) }
    }

    /// The stream of those coordinates, for example `[population, generation, index]`. The same seed and coordinates give the same
    /// stream; streams of different coordinates are unrelated.
    pub fn stream<const N: usize>(self, coordinates: [u64; N]) -> Stream {
        let state = coordinates.iter().fold(mix(self.seed ^ N as u64), |state, &c| mix(state ^ c.wrapping_mul(GOLDEN_RATIO)));
        Stream::seed_from_u64(state)
    }
}

/// A number that looks random, the same for the same index: where a regular choice could meet a regularity of what is chosen from.
pub fn scattered(index: usize) -> usize {
    (mix((index as u64).wrapping_mul(GOLDEN_RATIO)) >> 1) as usize
}

/// 2^64 divided by the golden ratio: spreads neighbouring coordinates over all bits (Knuth, TAOCP 3, §6.4).
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): a bijection whose every output bit depends on every input bit.
pub fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(GOLDEN_RATIO);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use std::collections::HashSet;

    #[test]
    fn equal_coordinates_give_equal_streams() {
        let draw = |seed, at| Source::new(seed).stream(at).random_iter().take(8).collect::<Vec<u64>>();
        assert_eq!(draw(7, [0, 1, 2]), draw(7, [0, 1, 2]));
        assert_ne!(draw(7, [0, 1, 2]), draw(8, [0, 1, 2]));
        assert_ne!(draw(7, [0, 1, 2]), draw(7, [0, 2, 1]));
    }

    #[test]
    fn neighbouring_coordinates_give_unrelated_streams() {
        let source = Source::new(1);
        let firsts: HashSet<u64> = (0..64)
            .flat_map(|g| (0..64).map(move |i| (g, i)))
            .flat_map(|(g, i)| [0, 1].map(|p| source.stream([p, g, i]).random::<u64>()))
            .collect();
        assert_eq!(firsts.len(), 2 * 64 * 64);
        let ones: u32 = firsts.iter().map(|x| x.count_ones()).sum();
        let share = f64::from(ones) / (64.0 * firsts.len() as f64);
        assert!((share - 0.5).abs() < 0.01, "share of ones {share}");
    }
}
