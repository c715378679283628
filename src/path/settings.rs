//! How path conditions are selected.

use super::buckets::Within;
use super::slice::Slicing;
use crate::Result;
use crate::settings::{choice, settings};

choice! {
    /// Which alternative is next.
    #[derive(Default)]
    pub enum Policy {
        /// By the votes of its nearest neighbours (TARDIS).
        #[default]
        "knn" = Knn,
        /// The oldest: what the paper compares with.
        "fifo" = Fifo,
        /// Any, each as likely as the others.
        "random" = Random,
    }
}

settings! {
    /// Settings of path selection.
    pub struct Settings with prefix "" {
        /// Which alternative is next: `knn`, by the votes of its nearest neighbours; `fifo`, the oldest; `random`, any.
        policy: Policy = Policy::Knn, "TARDIS, section 4";
        /// Which clauses count when a path condition is classified: `off`, all; `origins`, those that share an origin with the last one,
        /// directly or by others; `fields`, also those on fields of one object; `objects`, also those on elements and the length of one
        /// array.
        slicing: Slicing = Slicing::Origins, paper Slicing::Objects, authors Slicing::Fields,
            "ours; TARDIS, section 4.1: variables and objects; fields: the authors' code";
        /// Whether each hash of a clause goes to each column of its abstract clause, in place of its own only.
        full_mapping: bool = false, authors true, "ours; the authors' code maps each to each";
        /// Whether neighbours of similarity 0 vote. Without them, two of three that do are needed; else the vote is (infeasible, 3).
        zeros_vote: bool = false, paper true, authors false, "the authors' code; TARDIS, section 4.3, has the majority of three";
        /// Whether a path condition that failed and is solved later becomes feasible. Else it is both.
        correct_labels: bool = true, authors false, "TARDIS, section 3";
        /// How many training items or corrections it takes until what was classified is classified anew.
        reclassify_after: usize = 1, in 1..=1_000_000, paper 5, "ours; TARDIS, section 4.5: a threshold; 5: the authors' code";
        /// Whether the oldest alternative is next until the first attempt has failed, too, and not only while there are fewer than 3
        /// training items or 2 alternatives.
        fifo_until_infeasible: bool = true, paper false, "ours";
        /// How an alternative is chosen among those with equal votes: `similarity`, each as likely as the mean similarity of its neighbours
        /// says; `oldest`, the one that has waited longest.
        within_bucket: Within = Within::Similarity, "TARDIS, section 4.4";
        /// The share in the choice of an alternative whose branches are all covered, by that of one whose are not. 0: it is chosen when no
        /// other waits.
        covered_weight: f64 = 1.0, in 0.0..=1.0, "ours; 1: coverage does not count, as in the paper";
        /// The longest path condition that is taken, in clauses. Of a longer executed path its beginning counts.
        max_clauses: usize = 1000, in 1..=100_000, "ours";
        /// How many alternatives may wait.
        max_pending: usize = 1_000_000, in 1..=10_000_000, "ours";
        /// How many training items are kept; later ones are counted only.
        max_training: usize = 100_000, in 3..=10_000_000, "ours";
        /// Seconds that callers give an attempt before it has failed. The selector measures no time: it hands the number on.
        attempt_seconds: u32 = 180, in 1..=86_400, "TARDIS, section 5";
    }
}

impl Settings {
    /// # Errors
    /// `InvalidInput`: a value is out of its range.
    pub fn check(&self) -> Result<()> {
        self.check_ranges()
    }
}
