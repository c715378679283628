//! Why branches are missed: of each the closest path condition that leads there, and what became of it.

use crate::generation::goals::GoalId;
use crate::path::condition::Clause;
use std::collections::{BTreeMap, BTreeSet};

/// Clauses of a path condition that are told, at most.
const MOST_TOLD: usize = 6;
/// Calls that are told, at most.
const MOST_CALLS: usize = 3;

/// What became of an alternative that leads to a branch: the later, the closer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Why {
    /// No literals take it, by proof.
    Unsatisfiable,
    /// Tests come to the branch, which depends on what was not executed symbolically.
    UnknownValue,
    /// It was not tried.
    OutOfBudget,
    /// No literals were found within the solver's limit.
    NotSolved,
    /// Literals were found, and no test with them takes it.
    NotConstructible,
}

/// Why a branch is missed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Obstacle {
    pub why: Why,
    /// The last clauses of the path condition that have to do with the branch, and the branch; null of [`Why::UnknownValue`].
    pub condition: Option<String>,
    /// Of [`Why::UnknownValue`]: what took values that depend on literals, most often first; some of it the branch depends on.
    pub calls: Vec<String>,
}

/// By goal, the closest.
#[derive(Clone, Debug, Default)]
pub struct Obstacles(BTreeMap<GoalId, Obstacle>);

impl Obstacles {
    pub fn of(&self, goal: GoalId) -> Option<&Obstacle> {
        self.0.get(&goal)
    }

    /// An alternative that leads to a goal got no test.
    pub fn add(&mut self, goal: GoalId, why: Why, before: &[Clause], taken: &Clause) {
        // One that is farther is not put into words: to find what it speaks of takes a look at all its clauses.
        if self.0.get(&goal).is_none_or(|old| why >= old.why) {
            self.keep(goal, Obstacle { why, condition: Some(told(before, taken)), calls: Vec::new() });
        }
    }

    /// A test came to the branch of a goal, which depends on values that are not known.
    pub fn add_unknown(&mut self, goal: GoalId, concretised: &BTreeMap<String, u64>) {
        let mut calls: Vec<(&String, &u64)> = concretised.iter().collect();
        calls.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let calls = calls.into_iter().take(MOST_CALLS).map(|(call, _)| call.clone()).collect();
        self.keep(goal, Obstacle { why: Why::UnknownValue, condition: None, calls });
    }

    fn keep(&mut self, goal: GoalId, found: Obstacle) {
        let closer = |old: &Obstacle| (found.why, length(old)) > (old.why, length(&found));
        if self.0.get(&goal).is_none_or(closer) {
            self.0.insert(goal, found);
        }
    }
}

fn length(obstacle: &Obstacle) -> usize {
    obstacle.condition.as_ref().map_or(0, String::len)
}

/// A clause, and the last before it that speak of the same inputs.
fn told(before: &[Clause], taken: &Clause) -> String {
    let origins: BTreeSet<String> = taken.origins().into_iter().collect();
    let near = before.iter().filter(|clause| clause.origins().iter().any(|origin| origins.contains(origin)));
    let mut clauses: Vec<String> = near.rev().take(MOST_TOLD - 1).map(Clause::text).collect();
    clauses.reverse();
    clauses.push(taken.text());
    clauses.dedup();
    clauses.join(" && ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses(text: &str) -> Vec<Clause> {
        text.split(" && ").map(Clause::parse).collect()
    }

    #[test]
    fn the_closest_is_kept_and_of_equally_close_ones_the_shortest() {
        let mut obstacles = Obstacles::default();
        let taken = Clause::parse("x == 5");
        obstacles.add(1, Why::Unsatisfiable, &clauses("y > 0 && x > 7"), &taken);
        assert_eq!(obstacles.of(1).unwrap().condition.as_deref(), Some("x > 7 && x == 5"), "of y it does not speak");
        obstacles.add_unknown(1, &BTreeMap::from([("q.C.f".to_owned(), 1), ("q.C.g".to_owned(), 9)]));
        assert_eq!(obstacles.of(1).unwrap().calls, ["q.C.g", "q.C.f"]);
        obstacles.add(1, Why::NotConstructible, &clauses("x > 1 && x > 2"), &taken);
        obstacles.add(1, Why::NotConstructible, &clauses("x > 3"), &taken);
        obstacles.add(1, Why::NotSolved, &[], &taken);
        let kept = Obstacle { why: Why::NotConstructible, condition: Some("x > 3 && x == 5".to_owned()), calls: vec![] };
        assert_eq!(obstacles.of(1), Some(&kept));
        assert_eq!(obstacles.of(2), None);
    }
}
