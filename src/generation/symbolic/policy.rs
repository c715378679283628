//! Which alternative is tried next: path selection ([`crate::path`]) learns from every path that was replayed, and from what became of each
//! attempt, which alternatives are likely to get a test (TARDIS, section 4).
//!
//! - *Solved*: a test was made that takes the alternative.
//! - *Failed*: the solver finds no literals within its limit, or no test has them, or the test goes elsewhere: something that is no literal
//!   keeps it from there, an invariant of a class for example.
//! - *Unsatisfiable*: no literals at all; nothing is learnt of that.
//!
//! It differs from the paper in what comes first: an alternative that leads to no open goal is tried when no other waits.

use super::Candidate;
use super::condition::{MOST_CLAUSES, common, of_shape};
use crate::generation::goals::GoalId;
use crate::path::clauses::{Exit, Way};
use crate::path::condition::Clause;
use crate::path::selector::{Offer, Outcome, Selector, Statistics};
use crate::path::settings::{Policy, Settings};
use std::collections::BTreeMap;

/// Of those that lead to no open goal, so many wait; others are forgotten.
const MOST_OTHERS: usize = 2_000;
/// Alternatives that wait, at most.
const MOST_PENDING: usize = 20_000;
/// What it remembers of paths: with more, to find the nearest would take longer than an attempt.
const MOST_TRAINING: usize = 20_000;

/// The alternatives that wait. Each is reported on once after it was next.
#[derive(Debug)]
pub struct Alternatives {
    selector: Selector,
    /// By number of the attempt, those that wait.
    waiting: BTreeMap<u64, Candidate>,
    /// Of these, those that lead to no open goal.
    others: usize,
}

impl Alternatives {
    pub fn new(policy: Policy, seed: u64) -> Self {
        let settings = Settings {
            policy,
            covered_weight: 0.0,
            max_clauses: MOST_CLAUSES,
            max_pending: MOST_PENDING,
            max_training: MOST_TRAINING,
            ..Settings::default()
        };
        let mut selector = Selector::new(settings, seed).expect("these settings are in their ranges");
        selector.cover(&[NOWHERE.to_owned()]);
        Self { selector, waiting: BTreeMap::new(), others: 0 }
    }

    /// The way that a test has gone, for what is to be said of it.
    ///
    /// `shape`: what the test does, whatever its literals are.
    pub fn way(&mut self, shape: u64, decisions: &[Clause]) -> Way {
        self.selector.way(std::iter::once(&of_shape(shape)).chain(decisions)).expect("its first clause is the test's shape")
    }

    /// A test has gone a way. Alternatives that it took wait no longer.
    pub fn executed(&mut self, way: &mut Way) {
        let overtaken = self.selector.executed_way(way);
        self.forget(overtaken);
    }

    /// Whether an alternative for that goal is forgotten at once, whatever it is.
    pub fn is_full(&self, goal: Option<GoalId>) -> bool {
        goal.is_none() && self.others >= MOST_OTHERS
    }

    /// A way on from one that a test has gone. One that was offered or taken before is dropped.
    pub fn offer(&mut self, shape: u64, way: &mut Way, candidate: Candidate) {
        if self.is_full(candidate.goal) {
            return;
        }
        let (first, common) = common(shape, &candidate.decisions, candidate.before);
        let exit = Exit { first: first.as_ref(), common, taken: &candidate.taken };
        let branch = candidate.goal.map_or_else(|| NOWHERE.to_owned(), name);
        let offered = self.selector.offer_exit(way, &exit, &[branch]).expect("its own clauses are those of terms");
        if let Offer::Queued(id) = offered {
            self.others += usize::from(candidate.goal.is_none());
            self.waiting.insert(id, candidate);
        }
    }

    /// A test covers a goal: alternatives that lead there come last.
    pub fn cover(&mut self, goal: GoalId) {
        self.selector.cover(&[name(goal)]);
    }

    /// The next to try, and its number; `None`: there is none.
    pub fn take_next(&mut self) -> Option<(u64, Candidate)> {
        let attempt = self.selector.poll(1).pop()?;
        Some((attempt.id, self.forget([attempt.id]).pop().expect("it waited")))
    }

    /// A test was made that took it; what it executed, as far as it was replayed.
    pub fn solved(&mut self, attempt: u64, executed: &mut Way) {
        let overtaken = self.selector.report_solved(attempt, executed).expect("it is under way");
        self.forget(overtaken);
    }

    pub fn failed(&mut self, attempt: u64) {
        self.report(attempt, &Outcome::Failed);
    }

    pub fn unsatisfiable(&mut self, attempt: u64) {
        self.report(attempt, &Outcome::Unsatisfiable);
    }

    /// Those that wait.
    pub fn waiting(&self) -> impl Iterator<Item = &Candidate> {
        self.waiting.values()
    }

    pub fn statistics(&self) -> Statistics {
        self.selector.statistics()
    }

    fn report(&mut self, attempt: u64, outcome: &Outcome) {
        let overtaken = self.selector.report(attempt, outcome).expect("it is under way");
        self.forget(overtaken);
    }

    fn forget(&mut self, attempts: impl IntoIterator<Item = u64>) -> Vec<Candidate> {
        let gone: Vec<Candidate> = attempts.into_iter().filter_map(|id| self.waiting.remove(&id)).collect();
        self.others -= gone.iter().filter(|c| c.goal.is_none()).count();
        gone
    }
}

/// The branch of alternatives that lead to no open goal: it counts as covered.
const NOWHERE: &str = "none";

fn name(goal: GoalId) -> String {
    goal.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::archive::Evaluated;
    use crate::generation::statement::TestCase;
    use crate::generation::wire::{Answer, End};
    use crate::symbolic::path::Path;
    use crate::symbolic::term::Terms;
    use std::sync::Arc;

    const SHAPE: u64 = 7;

    fn candidate(taken: &str, goal: Option<GoalId>) -> Candidate {
        let answer = Answer::new(End::Passed, Default::default());
        let path = Path { terms: Terms::default(), clauses: vec![], undecided: vec![], stop: None, concretised: BTreeMap::new(), steps: 0 };
        let (test, path) = (Arc::new(Evaluated::new(TestCase::default(), answer)), Arc::new(path));
        Candidate {
            test,
            path,
            number: 0,
            clause: 0,
            alternative: 0,
            decisions: Arc::new([]),
            before: 0,
            taken: Clause::parse(taken),
            goal,
        }
    }

    fn went(alternatives: &mut Alternatives, path: &[&str]) {
        let mut way = way(alternatives, path);
        alternatives.executed(&mut way);
    }

    fn way(alternatives: &mut Alternatives, path: &[&str]) -> Way {
        alternatives.way(SHAPE, &path.iter().map(|c| Clause::parse(c)).collect::<Vec<_>>())
    }

    fn offer(alternatives: &mut Alternatives, candidate: Candidate) {
        let mut way = way(alternatives, &[]);
        alternatives.offer(SHAPE, &mut way, candidate);
    }

    /// What comes in which order, if nothing is reported on.
    fn order(policy: Policy, seed: u64, offered: &[(&str, Option<GoalId>)], covered: &[GoalId]) -> Vec<String> {
        let mut alternatives = Alternatives::new(policy, seed);
        went(&mut alternatives, &["C.m[0].arg0 > 0", "C.m[0].arg1 > 0"]);
        offered.iter().for_each(|(taken, goal)| offer(&mut alternatives, candidate(taken, *goal)));
        covered.iter().for_each(|&goal| alternatives.cover(goal));
        std::iter::from_fn(|| alternatives.take_next()).map(|(_, candidate)| candidate.taken.text()).collect()
    }

    const OFFERED: [(&str, Option<GoalId>); 6] =
        [("a == 1", None), ("b == 1", Some(1)), ("c == 1", Some(2)), ("d == 1", None), ("e == 1", Some(3)), ("b == 1", Some(4))];

    #[test]
    fn in_order_of_arrival_open_goals_come_first_and_each_alternative_once() {
        assert_eq!(order(Policy::Fifo, 1, &OFFERED, &[]), ["b == 1", "c == 1", "e == 1", "a == 1", "d == 1"]);
        assert_eq!(order(Policy::Fifo, 1, &OFFERED, &[1]), ["c == 1", "e == 1", "a == 1", "b == 1", "d == 1"], "a goal was covered");
        assert_eq!(order(Policy::Fifo, 1, &[("C.m[0].arg0 > 0", Some(1))], &[]), [""; 0], "it was executed");
    }

    #[test]
    fn at_random_the_seed_decides_within_open_goals_and_within_the_others() {
        let orders: std::collections::BTreeSet<Vec<String>> = (0..60).map(|seed| order(Policy::Random, seed, &OFFERED, &[])).collect();
        assert_eq!(orders.len(), 12, "of three and of two, all orders");
        assert!(orders.iter().all(|o| o.len() == 5 && o[..3].iter().all(|c| !c.starts_with(['a', 'd']))), "{orders:?}");
        assert_eq!(order(Policy::Random, 5, &OFFERED, &[]), order(Policy::Random, 5, &OFFERED, &[]));
    }

    #[test]
    fn by_knn_what_is_like_a_failure_comes_later_than_what_is_like_a_success() {
        let failures_first = [Policy::Knn, Policy::Random].map(|policy| (0..100).filter(|&seed| is_like_a_failure(policy, seed)).count());
        // (feasible, 3) has a half of the draws, and lets the share of the empty (feasible, 2) to what fails (TARDIS, section 4.4).
        assert!((35..65).contains(&failures_first[0]) && failures_first[1] > 70, "{failures_first:?}");
    }

    /// Whether the next of four alternatives like those that have failed and one like one that was solved is one of the four.
    fn is_like_a_failure(policy: Policy, seed: u64) -> bool {
        let mut alternatives = Alternatives::new(policy, seed);
        went(&mut alternatives, &["C.m[0].arg0[0] > 5", "C.m[0].arg0[1] > 5"]);
        // An invariant keeps elements of the other array from being negative.
        for index in 0..2 {
            offer(&mut alternatives, candidate(&format!("C.m[0].arg1[{index}] < 0"), Some(index)));
            let (attempt, _) = alternatives.take_next().unwrap();
            alternatives.failed(attempt);
        }
        offer(&mut alternatives, candidate("C.m[0].arg0[7] > 5", Some(7)));
        let (attempt, _) = alternatives.take_next().unwrap();
        let mut solved = way(&mut alternatives, &["C.m[0].arg0[7] > 5"]);
        alternatives.solved(attempt, &mut solved);
        for index in 2..6 {
            offer(&mut alternatives, candidate(&format!("C.m[0].arg1[{index}] < 0"), Some(index)));
        }
        offer(&mut alternatives, candidate("C.m[0].arg0[9] > 5", Some(9)));
        let (_, next) = alternatives.take_next().unwrap();
        let statistics = alternatives.statistics();
        assert_eq!((statistics.failed, statistics.solved, statistics.pending), (2, 1, 4));
        next.taken.text().contains("arg1")
    }

    #[test]
    fn nothing_is_learnt_of_what_is_unsatisfiable() {
        let mut alternatives = Alternatives::new(Policy::Knn, 1);
        offer(&mut alternatives, candidate("a == 1", Some(1)));
        let (attempt, _) = alternatives.take_next().unwrap();
        alternatives.unsatisfiable(attempt);
        let statistics = alternatives.statistics();
        assert_eq!((statistics.unsatisfiable, statistics.feasible_items + statistics.infeasible_items), (1, 0));
        assert!(alternatives.take_next().is_none());
    }
}
