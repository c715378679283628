//! The four buckets of classified path conditions, and the choice among them (TARDIS, section 4.4).

use super::knn::{Classification, Label};
use super::roulette::Roulette;
use crate::settings::choice;
use rand::RngExt;
use std::collections::BTreeSet;

choice! {
    /// How an item of a bucket is chosen.
    #[derive(Default)]
    pub enum Within {
        /// Each as likely as the mean similarity of its neighbours says.
        #[default]
        "similarity" = Similarity,
        /// The oldest.
        "oldest" = Oldest,
    }
}

/// (feasible, 3 votes), (feasible, 2), (infeasible, 2), (infeasible, 3): the best first.
const BUCKETS: usize = 4;

/// How likely each bucket is, in per cent (section 4.4).
const SHARES: [u32; BUCKETS] = [50, 30, 15, 5];

/// A similarity of 1 as a weight: whole numbers, so that sums do not depend on the order of changes.
const WHOLE: f64 = (1u64 << 32) as f64;

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    bucket: usize,
    place: usize,
}

/// Items by what their neighbours vote. Of two, the one with the lesser number is the older.
#[derive(Clone, Debug, Default)]
pub struct Buckets {
    buckets: [Roulette; BUCKETS],
    by_age: [BTreeSet<u64>; BUCKETS],
}

fn bucket(classification: &Classification) -> usize {
    match (classification.label, classification.votes) {
        (Label::Feasible, 3) => 0,
        (Label::Feasible, _) => 1,
        (Label::Infeasible, 2) => 2,
        (Label::Infeasible, _) => 3,
    }
}

/// The share of an item in the roulette of its bucket: its similarity, times a factor from 0 to 1.
fn weight(classification: &Classification, factor: f64) -> u64 {
    (classification.similarity * factor * WHOLE).round() as u64
}

impl Buckets {
    pub fn insert(&mut self, item: u64, classification: &Classification, factor: f64) -> Place {
        let bucket = bucket(classification);
        self.by_age[bucket].insert(item);
        Place { bucket, place: self.buckets[bucket].push(item, weight(classification, factor)) }
    }

    /// Takes out what is at a place. The item that has got the place, if there is one, is returned.
    pub fn remove(&mut self, place: Place) -> Option<u64> {
        self.by_age[place.bucket].remove(&self.buckets[place.bucket].item(place.place));
        self.buckets[place.bucket].remove(place.place)
    }

    /// Draws an item: a bucket by the shares, and in it one as `within` says. An empty bucket falls to the next lower one, and if these
    /// are all empty, to the best that is not. There must be an item.
    pub fn draw(&self, random: &mut impl RngExt, within: Within) -> u64 {
        let drawn = random.random_range(0..100);
        let mut sum = 0;
        let first = SHARES.iter().position(|share| {
            sum += share;
            drawn < sum
        });
        let first = first.expect("the shares add up to 100");
        let filled = (first..BUCKETS).chain(0..first).find(|&bucket| !self.buckets[bucket].is_empty());
        let filled = filled.expect("there is an item");
        match within {
            Within::Similarity => self.buckets[filled].item(self.buckets[filled].draw(random)),
            Within::Oldest => *self.by_age[filled].first().expect("it is filled"),
        }
    }

    /// How many items each bucket has, the best first.
    pub fn sizes(&self) -> [usize; BUCKETS] {
        [0, 1, 2, 3].map(|bucket| self.buckets[bucket].len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compute::rng::Source;

    fn classification(label: Label, votes: u8) -> Classification {
        Classification { label, votes, similarity: 0.5 }
    }

    const ALL: [(Label, u8); 4] = [(Label::Feasible, 3), (Label::Feasible, 2), (Label::Infeasible, 2), (Label::Infeasible, 3)];

    /// How often each bucket is drawn, of those that have an item.
    fn frequencies(filled: [bool; 4], draws: u32, within: Within) -> [u32; 4] {
        let mut buckets = Buckets::default();
        for (number, (label, votes)) in ALL.into_iter().enumerate().filter(|(number, _)| filled[*number]) {
            buckets.insert(number as u64, &classification(label, votes), 1.0);
        }
        let mut random = Source::new(6).stream([1]);
        let mut counts = [0; 4];
        (0..draws).for_each(|_| counts[buckets.draw(&mut random, within) as usize] += 1);
        counts
    }

    #[test]
    fn buckets_are_drawn_with_the_published_shares() {
        const DRAWS: u32 = 1_000_000;
        for within in [Within::Similarity, Within::Oldest] {
            let counts = frequencies([true; 4], DRAWS, within);
            for (count, share) in counts.into_iter().zip([0.50, 0.30, 0.15, 0.05]) {
                let sigma = (f64::from(DRAWS) * share * (1.0 - share)).sqrt();
                assert!((f64::from(count) - f64::from(DRAWS) * share).abs() <= 3.0 * sigma, "{counts:?}");
            }
        }
    }

    #[test]
    fn an_empty_bucket_falls_to_the_next_lower_one_and_then_to_the_best() {
        let near = |filled: [bool; 4], expected: [u32; 4]| {
            let counts = frequencies(filled, 10_000, Within::Similarity);
            assert!(counts.iter().zip(expected).all(|(c, e)| c.abs_diff(e) < 200 && (e > 0 || *c == 0)), "{filled:?}: {counts:?}");
        };
        near([false, true, true, true], [0, 8_000, 1_500, 500]);
        near([true, false, true, false], [5_500, 0, 4_500, 0]);
        near([false, true, false, false], [0, 10_000, 0, 0]);
        near([true, true, false, false], [7_000, 3_000, 0, 0]);
    }

    #[test]
    fn the_oldest_of_a_bucket_is_drawn_where_the_setting_says_so() {
        let mut buckets = Buckets::default();
        let places: Vec<Place> = [7, 3, 9].into_iter().map(|item| buckets.insert(item, &classification(Label::Feasible, 3), 1.0)).collect();
        let mut random = Source::new(6).stream([1]);
        assert_eq!(buckets.draw(&mut random, Within::Oldest), 3);
        assert_eq!(buckets.remove(places[1]), Some(9));
        assert_eq!(buckets.draw(&mut random, Within::Oldest), 7);
    }
}
