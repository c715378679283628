//! The K nearest neighbours of path conditions, and what they vote (TARDIS, section 4.3).
//!
//! The similarity of two fingerprints is that of Jaccard: bits that both have by bits that one has, 0 where neither has any. The neighbours
//! are the three most similar training items; of equally similar ones, the older. Two ways to find them give the same answer: a search of
//! the whole training set, and a [`Neighbours`] that is told of every new item.

use super::fingerprint::{COLUMNS, Fingerprint, ROWS};
use super::kernel::Kernel;
use smallvec::SmallVec;
use std::cmp::Ordering;

/// How many neighbours vote.
pub const K: usize = 3;

/// What is known of a path condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// A test executed it.
    Feasible,
    /// An attempt to make a test for it failed.
    Infeasible,
}

/// The similarity of Jaccard, exactly.
#[derive(Clone, Copy, Debug)]
pub struct Similarity {
    common: u32,
    /// Never less than `common`.
    either: u32,
}

impl Similarity {
    /// Of fingerprints with so many bits, and so many in common.
    pub fn new(common: u32, bits: u32, other: u32) -> Self {
        Self { common, either: bits + other - common }
    }

    pub fn is_zero(self) -> bool {
        self.common == 0
    }

    /// From 0 to 1.
    pub fn value(self) -> f64 {
        if self.either == 0 { 0.0 } else { f64::from(self.common) / f64::from(self.either) }
    }
}

impl Ord for Similarity {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.common * other.either.max(1)).cmp(&(other.common * self.either.max(1)))
    }
}

impl PartialOrd for Similarity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Similarity {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Similarity {}

/// The nearest training items of one path condition that are similar at all, the nearest first, at most [`K`]. Where there are fewer, the
/// others have similarity 0: the oldest items that are not among these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    similar: SmallVec<[(u32, Similarity); K]>,
}

impl Neighbours {
    /// Takes in an item that is younger than all before; gives back the one that is no neighbour any longer.
    ///
    /// True: it is a neighbour now.
    pub fn add(&mut self, item: u32, similarity: Similarity) -> (bool, Option<u32>) {
        // One that is as similar as an older one comes after it.
        let place = self.similar.iter().position(|(_, s)| *s < similarity).unwrap_or(self.similar.len());
        if similarity.is_zero() || place == K {
            return (false, None);
        }
        let out = if self.similar.len() == K { self.similar.pop().map(|(item, _)| item) } else { None };
        self.similar.insert(place, (item, similarity));
        (true, out)
    }

    /// Those that are similar at all.
    pub fn items(&self) -> impl Iterator<Item = u32> {
        self.similar.iter().map(|(item, _)| *item)
    }

    /// Whether some of the [`K`] neighbours have similarity 0.
    pub fn has_zeros(&self) -> bool {
        self.similar.len() < K
    }

    /// What the neighbours vote.
    pub fn vote(&self, labels: &[Label], zeros_vote: bool) -> Classification {
        let zeros = (0..labels.len() as u32).filter(|item| self.items().all(|i| i != *item)).take(K - self.similar.len());
        let zeros: SmallVec<[Label; K]> = if zeros_vote { zeros.map(|item| labels[item as usize]).collect() } else { SmallVec::new() };
        let voters = self.items().map(|item| labels[item as usize]).chain(zeros);
        let (mut feasible, mut infeasible) = (0, 0);
        for label in voters {
            match label {
                Label::Feasible => feasible += 1,
                Label::Infeasible => infeasible += 1,
            }
        }
        // Without the votes of dissimilar neighbours: one voter or none, or two that disagree, say nothing.
        let (label, votes) = match (feasible, infeasible) {
            (0 | 1, 0 | 1) => (Label::Infeasible, 3),
            (f, i) if f > i => (Label::Feasible, f),
            (_, i) => (Label::Infeasible, i),
        };
        let similarity = self.similar.iter().map(|(_, s)| s.value()).sum::<f64>() / K as f64;
        Classification { label, votes, similarity }
    }
}

/// What the neighbours of a path condition say of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Classification {
    pub label: Label,
    /// How many said so: 2 or 3.
    pub votes: u8,
    /// Mean similarity of the [`K`] neighbours, from 0 to 1.
    pub similarity: f64,
}

/// Fingerprints by their number of bits, for searches that need not look at all of them: two fingerprints with `a` and `b` bits, `a` the
/// fewer, are at most `a / b` similar.
#[derive(Clone, Debug)]
pub struct Index {
    kernel: Kernel,
    groups: Vec<Group>,
    len: u32,
}

/// Fingerprints with equally many bits, and their numbers, ascending.
#[derive(Clone, Debug, Default)]
struct Group {
    fingerprints: Vec<Fingerprint>,
    numbers: Vec<u32>,
}

impl Index {
    pub fn new(kernel: Kernel) -> Self {
        Self { kernel, groups: vec![Group::default(); ROWS * COLUMNS + 1], len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a fingerprint; its number is how many there were.
    pub fn push(&mut self, fingerprint: Fingerprint) -> u32 {
        let group = &mut self.groups[fingerprint.bits() as usize];
        group.fingerprints.push(fingerprint);
        group.numbers.push(self.len);
        self.len += 1;
        self.len - 1
    }

    /// The nearest of all fingerprints.
    pub fn nearest(&self, query: &Fingerprint) -> Neighbours {
        let bits = query.bits();
        let mut best = Neighbours::default();
        if bits == 0 {
            return best;
        }
        let mut counts = [0; BLOCK];
        let (mut fewer, mut more) = (bits, bits + 1);
        loop {
            // The group whose bound is the greater is next: fewer bits or more.
            let bound_fewer = (fewer > 0).then(|| Similarity::new(fewer, bits, fewer));
            let bound_more = (more < self.groups.len() as u32).then(|| Similarity::new(bits, bits, more));
            let (size, bound) = match (bound_fewer, bound_more) {
                (Some(few), Some(many)) if few < many => (more, many),
                (Some(few), _) => (fewer, few),
                (None, Some(many)) => (more, many),
                (None, None) => return best,
            };
            if best.similar.len() == K && bound < best.similar[K - 1].1 {
                return best;
            }
            if size == more {
                more += 1;
            } else {
                fewer -= 1;
            }
            let group = &self.groups[size as usize];
            for (fingerprints, numbers) in group.fingerprints.chunks(BLOCK).zip(group.numbers.chunks(BLOCK)) {
                let counts = &mut counts[..fingerprints.len()];
                self.kernel.common(query, fingerprints, counts);
                // How many bits in common are enough to matter.
                let mut least = best.least(bits, size);
                for (&common, &number) in counts.iter().zip(numbers) {
                    if common >= least {
                        best.insert(number, Similarity::new(common, bits, size));
                        least = best.least(bits, size);
                    }
                }
            }
        }
    }
}

/// Fingerprints that the kernel is given at once.
const BLOCK: usize = 128;

impl Neighbours {
    /// Takes in an item of any age.
    fn insert(&mut self, item: u32, similarity: Similarity) {
        let before = |&(i, s): &(u32, Similarity)| s > similarity || s == similarity && i < item;
        let place = self.similar.iter().position(|other| !before(other)).unwrap_or(self.similar.len());
        if place < K && !similarity.is_zero() {
            self.similar.truncate(K - 1);
            self.similar.insert(place, (item, similarity));
        }
    }

    /// The fewest bits in common with which an item can be a neighbour, of two fingerprints with so many bits.
    fn least(&self, bits: u32, other: u32) -> u32 {
        if self.similar.len() < K {
            return 1;
        }
        // common / (bits + other - common) >= worst.common / worst.either
        let worst = self.similar[K - 1].1;
        (worst.common * (bits + other)).div_ceil(worst.common + worst.either)
    }
}

#[cfg(test)]
mod tests {
    use super::Label::{Feasible, Infeasible};
    use super::*;
    use crate::compute::level::Level;
    use crate::compute::rng::Source;
    use rand::RngExt;

    fn similarity(percent: u32) -> Similarity {
        Similarity { common: percent, either: 100 }
    }

    /// The vote of neighbours that are so similar, in per cent, with these labels.
    fn vote(neighbours: [(u32, Label); 3], zeros_vote: bool) -> (Label, u8) {
        let mut all = Neighbours::default();
        for (item, (percent, _)) in (0..).zip(neighbours) {
            all.add(item, similarity(percent));
        }
        let classification = all.vote(&neighbours.map(|(_, label)| label), zeros_vote);
        let mean = neighbours.iter().map(|(percent, _)| f64::from(*percent)).sum::<f64>() / 300.0;
        assert!((classification.similarity - mean).abs() < 1e-12);
        (classification.label, classification.votes)
    }

    #[test]
    fn the_majority_of_three_decides() {
        for zeros_vote in [false, true] {
            assert_eq!(vote([(90, Feasible), (80, Feasible), (10, Feasible)], zeros_vote), (Feasible, 3));
            assert_eq!(vote([(90, Infeasible), (80, Feasible), (10, Feasible)], zeros_vote), (Feasible, 2));
            assert_eq!(vote([(90, Feasible), (80, Infeasible), (10, Infeasible)], zeros_vote), (Infeasible, 2));
            assert_eq!(vote([(90, Infeasible), (80, Infeasible), (10, Infeasible)], zeros_vote), (Infeasible, 3));
        }
    }

    #[test]
    fn neighbours_that_are_not_similar_do_not_vote() {
        assert_eq!(vote([(90, Feasible), (80, Feasible), (0, Infeasible)], false), (Feasible, 2));
        assert_eq!(vote([(90, Infeasible), (80, Infeasible), (0, Feasible)], false), (Infeasible, 2));
        assert_eq!(vote([(90, Infeasible), (80, Feasible), (0, Feasible)], false), (Infeasible, 3));
        assert_eq!(vote([(90, Feasible), (0, Feasible), (0, Feasible)], false), (Infeasible, 3));
        assert_eq!(vote([(0, Feasible), (0, Feasible), (0, Feasible)], false), (Infeasible, 3));
        assert_eq!(vote([(90, Infeasible), (0, Feasible), (0, Feasible)], true), (Feasible, 2));
        assert_eq!(vote([(0, Feasible), (0, Feasible), (0, Feasible)], true), (Feasible, 3));
    }

    #[test]
    fn similarities_are_compared_exactly() {
        let of = |common, either| Similarity { common, either };
        assert!(of(1, 3) < of(342, 1024) && of(341, 1023) == of(1, 3));
        assert!(of(0, 0) == of(0, 7) && of(0, 0).is_zero() && of(0, 0).value() == 0.0);
        assert_eq!(Similarity::new(2, 4, 6).value(), 0.25);
    }

    /// A few bits in few places, so that many similarities are equal and many are 0.
    fn random(random: &mut impl RngExt) -> Fingerprint {
        let mut rows = [0u64; ROWS];
        for _ in 0..random.random_range(0..12) {
            rows[random.random_range(0..3)] |= 1 << random.random_range(0..8);
        }
        Fingerprint(rows)
    }

    fn by_sorting(items: &[Fingerprint], query: &Fingerprint) -> Vec<u32> {
        let of = |item: &Fingerprint| {
            let common = item.0.iter().zip(&query.0).map(|(a, b)| (a & b).count_ones()).sum();
            Similarity::new(common, item.bits(), query.bits())
        };
        let mut all: Vec<(u32, Similarity)> = (0..).zip(items).map(|(i, item)| (i, of(item))).filter(|(_, s)| !s.is_zero()).collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
        all.into_iter().take(K).map(|(item, _)| item).collect()
    }

    #[test]
    fn the_index_finds_what_sorting_all_finds_at_every_level() {
        let mut stream = Source::new(3).stream([1]);
        let items: Vec<Fingerprint> = (0..1500).map(|_| random(&mut stream)).collect();
        for level in Level::available() {
            let mut index = Index::new(Kernel::of(level).unwrap());
            for n in [0, 1, 2, 5, 50, 1500] {
                while index.len() < n {
                    index.push(items[index.len()]);
                }
                for _ in 0..200 {
                    let query = random(&mut stream);
                    let found: Vec<u32> = index.nearest(&query).items().collect();
                    assert_eq!(found, by_sorting(&items[..n], &query), "{level:?}, {n} items");
                }
            }
        }
    }

    #[test]
    fn neighbours_told_of_every_item_are_those_of_the_index() {
        let mut stream = Source::new(4).stream([1]);
        let mut index = Index::new(Kernel::best());
        let queries: Vec<Fingerprint> = (0..50).map(|_| random(&mut stream)).collect();
        let mut told = vec![Neighbours::default(); queries.len()];
        for _ in 0..300 {
            let item = random(&mut stream);
            let number = index.push(item);
            for (query, neighbours) in queries.iter().zip(&mut told) {
                let common = item.0.iter().zip(&query.0).map(|(a, b)| (a & b).count_ones()).sum();
                neighbours.add(number, Similarity::new(common, item.bits(), query.bits()));
                assert_eq!(*neighbours, index.nearest(query));
            }
        }
    }
}
