//! Alternatives that wait and have the same fingerprint: their neighbours among what was learnt are the same, and are looked for once. A
//! new training item is compared with each fingerprint, so that the answer is exact at any time.

use super::fingerprint::Fingerprint;
use super::kernel::Kernel;
use super::knn::{Classification, Index, K, Label, Neighbours, Similarity};
use rustc_hash::{FxHashMap, FxHashSet};

/// Those of one fingerprint.
#[derive(Clone, Debug, Default)]
pub(super) struct Alike {
    /// Of the fingerprint.
    bits: u32,
    pub(super) neighbours: Neighbours,
    pub(super) members: Vec<u64>,
}

/// Alternatives by fingerprint, each with the neighbours of all that have it.
#[derive(Clone, Debug)]
pub struct Fingerprints {
    kernel: Kernel,
    /// Whether items without any similarity vote, too.
    zeros_vote: bool,
    /// Side by side with `fingerprints`, so that the kernel can run over these. One that has no members any more has an empty fingerprint,
    /// which is like no other, until its number is used again.
    pub(super) alike: Vec<Alike>,
    fingerprints: Vec<Fingerprint>,
    /// Numbers of those without members.
    unused: Vec<u32>,
    by_fingerprint: FxHashMap<Fingerprint, u32>,
    /// By training item: the numbers of those alike that it is a neighbour of.
    pub(super) neighbour_of: Vec<FxHashSet<u32>>,
    /// What the kernel gives, to be used again.
    common: Vec<u32>,
}

impl Fingerprints {
    pub fn new(kernel: Kernel, zeros_vote: bool) -> Self {
        Self {
            kernel,
            zeros_vote,
            alike: Vec::new(),
            fingerprints: Vec::new(),
            unused: Vec::new(),
            by_fingerprint: FxHashMap::default(),
            neighbour_of: Vec::new(),
            common: Vec::new(),
        }
    }

    /// An alternative joins those with a fingerprint. Returns their number, which is theirs as long as there are any.
    pub fn join(&mut self, id: u64, fingerprint: &Fingerprint, learnt: &Index) -> u32 {
        if let Some(&number) = self.by_fingerprint.get(fingerprint) {
            self.alike[number as usize].members.push(id);
            return number;
        }
        let neighbours = learnt.nearest(fingerprint);
        let number = self.unused.pop().unwrap_or_else(|| {
            self.alike.push(Alike::default());
            self.fingerprints.push(Fingerprint::EMPTY);
            self.alike.len() as u32 - 1
        });
        for item in neighbours.items() {
            self.neighbour_of[item as usize].insert(number);
        }
        self.alike[number as usize] = Alike { bits: fingerprint.bits(), neighbours, members: vec![id] };
        self.fingerprints[number as usize] = *fingerprint;
        self.by_fingerprint.insert(*fingerprint, number);
        number
    }

    /// One of those with the same fingerprint waits no longer.
    pub fn part(&mut self, id: u64, number: u32) {
        let alike = &mut self.alike[number as usize];
        let place = alike.members.iter().position(|&member| member == id).expect("it is one of them");
        alike.members.swap_remove(place);
        if alike.members.is_empty() {
            let Alike { neighbours, .. } = std::mem::take(alike);
            for item in neighbours.items() {
                self.neighbour_of[item as usize].remove(&number);
            }
            let fingerprint = std::mem::replace(&mut self.fingerprints[number as usize], Fingerprint::EMPTY);
            self.by_fingerprint.remove(&fingerprint);
            self.unused.push(number);
        }
    }

    /// A training item was added: compares it with all. Whose neighbours change is told.
    pub fn compare(&mut self, item: u32, fingerprint: &Fingerprint, mut changed: impl FnMut(&[u64])) {
        self.common.resize(self.fingerprints.len(), 0);
        self.kernel.common(fingerprint, &self.fingerprints, &mut self.common);
        let bits = fingerprint.bits();
        let mut near = FxHashSet::default();
        for (number, (alike, &common)) in (0..).zip(self.alike.iter_mut().zip(&self.common)) {
            if common == 0 {
                continue;
            }
            let (added, out) = alike.neighbours.add(item, Similarity::new(common, bits, alike.bits));
            if added {
                near.insert(number);
                changed(&alike.members);
            }
            if let Some(out) = out {
                self.neighbour_of[out as usize].remove(&number);
            }
        }
        self.neighbour_of.push(near);
        self.tell_of_zeros(item, changed);
    }

    /// The label of a training item was corrected. Whose votes may change is told.
    pub fn correct(&self, item: u32, mut changed: impl FnMut(&[u64])) {
        for &number in &self.neighbour_of[item as usize] {
            changed(&self.alike[number as usize].members);
        }
        self.tell_of_zeros(item, changed);
    }

    /// Where there is nothing similar the oldest items vote, if any do: those that are similar to few may be voted on by others now.
    fn tell_of_zeros(&self, item: u32, mut changed: impl FnMut(&[u64])) {
        if self.zeros_vote && (item as usize) < K {
            self.alike.iter().filter(|alike| alike.neighbours.has_zeros()).for_each(|alike| changed(&alike.members));
        }
    }

    /// What the neighbours of those with a number vote.
    pub fn vote(&self, number: u32, labels: &[Label]) -> Classification {
        self.alike[number as usize].neighbours.vote(labels, self.zeros_vote)
    }
}

#[cfg(test)]
impl Fingerprints {
    pub fn number_of(&self, fingerprint: &Fingerprint) -> Option<u32> {
        self.by_fingerprint.get(fingerprint).copied()
    }

    pub fn members(&self) -> usize {
        self.alike.iter().map(|alike| alike.members.len()).sum()
    }

    /// That what is kept beside those alike is about them and nothing else.
    pub fn check_books(&self) {
        let neighbours: usize = self.alike.iter().map(|alike| alike.neighbours.items().count()).sum();
        assert_eq!(self.neighbour_of.iter().map(FxHashSet::len).sum::<usize>(), neighbours);
        assert_eq!(self.by_fingerprint.len() + self.unused.len(), self.alike.len());
        assert_eq!(self.fingerprints.len(), self.alike.len());
        for (number, (alike, fingerprint)) in (0..).zip(self.alike.iter().zip(&self.fingerprints)) {
            assert_eq!((alike.members.is_empty(), alike.bits), (*fingerprint == Fingerprint::EMPTY, fingerprint.bits()));
            assert_eq!(self.number_of(fingerprint), (!alike.members.is_empty()).then_some(number));
        }
    }
}
