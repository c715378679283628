//! The order in which assertions are read: those that say something new first.
//!
//! A reader goes on to the next assertion when the one before was right. Then the constraints that spoke against that one were violated
//! for no fault, and are the weaker evidence against all others. So assertions are listed greedily: the one of the highest score is
//! next, and its constraints count the less from then on: by the rule of succession, what spoke in vain k times is right the next time
//! with a probability of 1 / (k + 2), of 1/2 before it was tried. Among documents this is how the first relevant one is found early (Chen
//! and Karger, "Less is more", SIGIR 2006: rank as if all before were irrelevant).

use super::settings::Settings;
use super::unsafe_assertion::{Unsafe, aggregate};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What remains of the weight of a constraint that spoke against so many assertions before: 1 at first, and never 0.
fn remaining(before: u32) -> f64 {
    2.0 / (f64::from(before) + 2.0)
}

/// An assertion and the score that it had when it was looked at; it may be less by now, but never more.
struct Waiting {
    score: f64,
    place: usize,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

/// The assertions as they are to be read, with the scores that they have when it is their turn; among equals the earlier one is first.
/// Reasons are weighed as they are then, and sorted.
pub fn listed(assertions: Vec<Unsafe>, constraints: usize, settings: &Settings) -> Vec<Unsafe> {
    let mut spoken = vec![0u32; constraints];
    let mut waiting: BinaryHeap<Waiting> = assertions.iter().enumerate().map(|(place, a)| Waiting { score: a.score, place }).collect();
    let mut assertions: Vec<Option<Unsafe>> = assertions.into_iter().map(Some).collect();
    let mut listed = Vec::with_capacity(assertions.len());
    while let Some(Waiting { score, place }) = waiting.pop() {
        let factor = |constraint: u32| if settings.diversified { remaining(spoken[constraint as usize]) } else { 1.0 };
        let assertion = assertions[place].as_ref().expect("each is listed once");
        let now = aggregate(assertion.reasons.iter().map(|r| r.score * factor(r.constraint)), settings);
        if now < score {
            waiting.push(Waiting { score: now, place });
            continue;
        }
        let mut assertion = assertions[place].take().expect("each is listed once");
        assertion.score = now;
        assertion.reasons.iter_mut().for_each(|r| r.score *= factor(r.constraint));
        assertion.reasons.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.constraint.cmp(&b.constraint)));
        assertion.reasons.iter().for_each(|r| spoken[r.constraint as usize] += 1);
        listed.push(assertion);
    }
    listed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranking::settings::Aggregate;
    use crate::ranking::unsafe_assertion::Reason;

    fn assertion(site: u32, weights: &[(u32, f64)], settings: &Settings) -> Unsafe {
        let reason = |&(constraint, score): &(u32, f64)| Reason { constraint, violations: 1, score, examples: vec![] };
        let score = aggregate(weights.iter().map(|w| w.1), settings);
        Unsafe { site, score, position: 0.0, top: false, tests: vec![], reasons: weights.iter().map(reason).collect() }
    }

    fn order(settings: &Settings) -> Vec<(u32, f64)> {
        // 0, 1 and 2 for one constraint, 3 for another one besides, 4 for a third that is weaker.
        let weights: [&[(u32, f64)]; 5] = [&[(0, 0.5)], &[(0, 0.5)], &[(0, 0.5)], &[(0, 0.5), (1, 0.375)], &[(2, 0.3)]];
        let all = weights.iter().enumerate().map(|(site, w)| assertion(site as u32, w, settings)).collect();
        listed(all, 3, settings).iter().map(|a| (a.site, a.score)).collect()
    }

    #[test]
    fn what_says_something_new_comes_before_what_was_read_before() {
        let found = order(&Settings { diversified: true, ..Settings::default() });
        assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), [0, 3, 4, 1, 2]);
        let expected = [0.5, 0.375, 0.3, 0.5 * 2.0 / 4.0, 0.5 * 2.0 / 5.0];
        assert!(found.iter().zip(expected).all(|((_, score), e)| (score - e).abs() < 1e-12), "{found:?}");
    }

    #[test]
    fn without_turns_they_are_sorted_by_score() {
        for aggregate in [Aggregate::Strongest, Aggregate::Sum] {
            let found = order(&Settings { aggregate, diversified: false, ..Settings::default() });
            let first = if aggregate == Aggregate::Sum { [3, 0, 1, 2, 4] } else { [0, 1, 2, 3, 4] };
            assert_eq!(found.iter().map(|f| f.0).collect::<Vec<_>>(), first);
        }
    }

    #[test]
    fn scores_fall_and_stay_above_zero() {
        let settings = Settings { diversified: true, ..Settings::default() };
        let all: Vec<Unsafe> = (0..300).map(|site| assertion(site, &[(site % 2, 0.5)], &settings)).collect();
        let found = listed(all, 2, &settings);
        assert_eq!(found.len(), 300);
        assert!(found.windows(2).all(|w| w[0].score >= w[1].score) && found[299].score > 0.0);
    }
}
