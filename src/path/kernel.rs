//! How many bits fingerprints have in common, with the instructions of each level of the processor.
//!
//! The loop is written once; the compiler makes vectors of it for each level: a table look-up of half bytes with AVX2, an instruction of
//! its own with AVX-512.

use super::fingerprint::Fingerprint;
use crate::compute::level::Level;

#[inline(always)]
fn body(query: &Fingerprint, items: &[Fingerprint], counts: &mut [u32]) {
    for (item, count) in items.iter().zip(counts) {
        let mut common = 0;
        for (a, b) in query.0.iter().zip(&item.0) {
            common += u64::from((a & b).count_ones());
        }
        *count = common as u32;
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn with_avx512(query: &Fingerprint, items: &[Fingerprint], counts: &mut [u32]) {
    body(query, items, counts);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn with_avx2(query: &Fingerprint, items: &[Fingerprint], counts: &mut [u32]) {
    body(query, items, counts);
}

/// The kernel of one level; having one is proof that the processor has that level.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    level: Level,
}

impl Kernel {
    /// Of the best level that this processor has.
    pub fn best() -> Self {
        Self { level: Level::available().into_iter().max().unwrap_or(Level::Portable) }
    }

    /// Of that level, if the processor has it.
    pub fn of(level: Level) -> Option<Self> {
        Level::available().contains(&level).then_some(Self { level })
    }

    /// By item: the bits that it has in common with the query. `counts` is as long as `items`.
    pub fn common(self, query: &Fingerprint, items: &[Fingerprint], counts: &mut [u32]) {
        assert_eq!(items.len(), counts.len());
        match self.level {
            // SAFETY: a `Kernel` of this level is only made when the processor has the level's features.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => unsafe { with_avx512(query, items, counts) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => unsafe { with_avx2(query, items, counts) },
            _ => body(query, items, counts),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::rng::Source;
    use rand::RngExt;

    #[test]
    fn every_level_counts_bit_by_bit() {
        let mut random = Source::new(5).stream([0]);
        let mut items: Vec<Fingerprint> = (0..99).map(|_| Fingerprint(std::array::from_fn(|_| random.random::<u64>()))).collect();
        items.push(Fingerprint::EMPTY);
        items.push(Fingerprint([u64::MAX; 16]));
        for level in Level::available() {
            let kernel = Kernel::of(level).unwrap();
            for query in &items {
                let mut counts = vec![7; items.len()];
                kernel.common(query, &items, &mut counts);
                for (item, count) in items.iter().zip(counts) {
                    let bit_by_bit = (0..1024).filter(|bit| query.0[bit / 64] & item.0[bit / 64] & 1 << (bit % 64) != 0).count();
                    assert_eq!(count as usize, bit_by_bit, "{level:?}");
                }
            }
        }
        assert!(Kernel::of(Level::Portable).is_some());
    }
}
