//! Alternatives that wait: in which turn, how old, in which bucket, and for which branches (TARDIS, section 4.4).

use super::buckets::{Buckets, Place, Within};
use super::fingerprint::Fingerprint;
use super::knn::Classification;
use super::tree::Node;
use crate::compute::rng::Stream;
use rand::RngExt;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A path condition that a test is wanted for.
#[derive(Clone, Debug)]
pub struct Alternative {
    pub clauses: Box<[u32]>,
    pub slice: Box<[u32]>,
    pub fingerprint: Fingerprint,
    pub node: Node,
    /// Numbers of branches that are not covered yet, of those that it was offered for.
    pub uncovered: FxHashSet<u32>,
    /// Whether it was offered for branches.
    pub has_branches: bool,
}

impl Alternative {
    /// Whether it is for nothing that is not covered by now.
    fn is_covered(&self) -> bool {
        self.has_branches && self.uncovered.is_empty()
    }
}

/// An alternative that waits; `place` is none while it is not classified.
#[derive(Clone, Debug)]
pub struct Pending {
    pub(super) id: u64,
    pub alternative: Alternative,
    /// Those that have the same fingerprint, by number.
    pub alike: u32,
    pub classification: Option<Classification>,
    pub(super) place: Option<Place>,
}

/// Alternatives that wait for the same turn.
#[derive(Clone, Debug, Default)]
struct Turn {
    oldest: BTreeSet<u64>,
    /// Those that are classified.
    buckets: Buckets,
}

/// What waits. Of two numbers of alternatives, the lesser is the older.
#[derive(Clone, Debug)]
pub struct Queue {
    /// Share in a bucket of an alternative whose branches are all covered; 0: its turn is the last.
    covered_weight: f64,
    pub(super) pending: Vec<Pending>,
    /// By id: its place in `pending`.
    places: FxHashMap<u64, u32>,
    /// Those that are next, and those that come last.
    turns: [Turn; 2],
    /// Those whose neighbours, or their labels, have changed since they were classified, and those that never were.
    pub(super) changed: BTreeSet<u64>,
    /// By node of the tree, the alternative that waits there.
    at_node: FxHashMap<Node, u64>,
    /// By branch that is not covered: the alternatives that were offered for it.
    for_branch: FxHashMap<u32, Vec<u64>>,
}

impl Queue {
    pub fn new(covered_weight: f64) -> Self {
        Self {
            covered_weight,
            pending: Vec::new(),
            places: FxHashMap::default(),
            turns: Default::default(),
            changed: BTreeSet::new(),
            at_node: FxHashMap::default(),
            for_branch: FxHashMap::default(),
        }
    }

    pub fn len(&self) -> usize {
        self.pending.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// How many are in each bucket, the best first.
    pub fn sizes(&self) -> [u64; 4] {
        self.turns.iter().fold([0; 4], |sums, turn| {
            let sizes = turn.buckets.sizes();
            [0, 1, 2, 3].map(|bucket| sums[bucket] + sizes[bucket] as u64)
        })
    }

    /// What waits at a node of the tree.
    pub fn at(&self, node: Node) -> Option<u64> {
        self.at_node.get(&node).copied()
    }

    pub fn add(&mut self, id: u64, alternative: Alternative, alike: u32) {
        for branch in &alternative.uncovered {
            self.for_branch.entry(*branch).or_default().push(id);
        }
        self.places.insert(id, self.pending.len() as u32);
        self.turns[self.turn_of(&alternative)].oldest.insert(id);
        self.changed.insert(id);
        self.at_node.insert(alternative.node, id);
        self.pending.push(Pending { id, alternative, alike, classification: None, place: None });
    }

    /// It waits no longer; it must have waited.
    pub fn take(&mut self, id: u64) -> Pending {
        self.take_from_bucket(id);
        let place = self.places.remove(&id).expect("it waits") as usize;
        let pending = self.pending.swap_remove(place);
        if let Some(moved) = self.pending.get(place) {
            self.places.insert(moved.id, place as u32);
        }
        self.turns[self.turn_of(&pending.alternative)].oldest.remove(&id);
        self.changed.remove(&id);
        self.at_node.remove(&pending.alternative.node);
        pending
    }

    // ---- branches ------------------------------------------------------------------------------------------------

    /// A branch is covered. Returns those that were offered for it and do not wait.
    pub fn cover(&mut self, branch: u32) -> Vec<u64> {
        let mut others = Vec::new();
        for id in self.for_branch.remove(&branch).unwrap_or_default() {
            let Some(&place) = self.places.get(&id) else {
                others.push(id);
                continue;
            };
            let place = place as usize;
            self.take_from_bucket(id);
            self.turns[self.turn_of(&self.pending[place].alternative)].oldest.remove(&id);
            self.pending[place].alternative.uncovered.remove(&branch);
            self.turns[self.turn_of(&self.pending[place].alternative)].oldest.insert(id);
            self.put_into_bucket(id);
        }
        others
    }

    /// Which of the turns an alternative waits for: the last where its branches are all covered and that share is 0.
    fn turn_of(&self, alternative: &Alternative) -> usize {
        usize::from(self.covered_weight == 0.0 && alternative.is_covered())
    }

    // ---- votes ---------------------------------------------------------------------------------------------------

    /// What votes on these has changed.
    pub fn change(&mut self, ids: &[u64]) {
        self.changed.extend(ids);
    }

    /// Those that are to be classified: all that have changed, or only those that never were. They count as unchanged from now on.
    pub fn due(&mut self, all: bool) -> Vec<u64> {
        if all {
            return std::mem::take(&mut self.changed).into_iter().collect();
        }
        let never = |id: &u64| self.pending[self.places[id] as usize].classification.is_none();
        let due: Vec<u64> = self.changed.iter().copied().filter(never).collect();
        for id in &due {
            self.changed.remove(id);
        }
        due
    }

    /// Classifies an alternative by what those vote that are like it, whose number is given.
    pub fn classify(&mut self, id: u64, vote: impl FnOnce(u32) -> Classification) {
        let pending = &mut self.pending[self.places[&id] as usize];
        pending.classification = Some(vote(pending.alike));
        self.put_into_bucket(id);
    }

    fn take_from_bucket(&mut self, id: u64) {
        let place = self.places[&id] as usize;
        let turn = self.turn_of(&self.pending[place].alternative);
        if let Some(at) = self.pending[place].place.take()
            && let Some(moved) = self.turns[turn].buckets.remove(at)
        {
            let moved = self.places[&moved] as usize;
            self.pending[moved].place = Some(at);
        }
    }

    /// Puts a classified alternative into its bucket, with its weight of now.
    fn put_into_bucket(&mut self, id: u64) {
        self.take_from_bucket(id);
        let place = self.places[&id] as usize;
        let turn = self.turn_of(&self.pending[place].alternative);
        let pending = &mut self.pending[place];
        if let Some(classification) = &pending.classification {
            let factor = if pending.alternative.is_covered() { self.covered_weight } else { 1.0 };
            pending.place = Some(self.turns[turn].buckets.insert(id, classification, factor));
        }
    }

    // ---- the next; one must wait ---------------------------------------------------------------------------------

    fn turn(&self) -> &Turn {
        self.turns.iter().find(|turn| !turn.oldest.is_empty()).expect("one waits")
    }

    pub fn oldest(&self) -> u64 {
        *self.turn().oldest.first().expect("one waits")
    }

    pub fn by_chance(&self, random: &mut Stream) -> u64 {
        let oldest = &self.turn().oldest;
        let nth = random.random_range(0..oldest.len());
        let chosen = if oldest.len() == self.pending.len() { Some(self.pending[nth].id) } else { oldest.iter().nth(nth).copied() };
        chosen.expect("so many wait")
    }

    /// By the buckets; all must be classified.
    pub fn by_votes(&self, random: &mut Stream, within: Within) -> u64 {
        self.turn().buckets.draw(random, within)
    }
}

#[cfg(test)]
impl Queue {
    /// That what is kept beside those that wait is about them and nothing else.
    pub fn check_books(&self) {
        let count = self.pending.len();
        let oldest: usize = self.turns.iter().map(|turn| turn.oldest.len()).sum();
        assert_eq!((self.places.len(), oldest, self.at_node.len()), (count, count, count));
        let classified = self.pending.iter().filter(|p| p.place.is_some()).count();
        assert_eq!(self.turns.iter().flat_map(|turn| turn.buckets.sizes()).sum::<usize>(), classified);
        for (place, pending) in self.pending.iter().enumerate() {
            assert_eq!(self.places[&pending.id] as usize, place);
        }
    }
}
