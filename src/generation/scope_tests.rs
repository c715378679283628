//! Generations of some of the goals only.

use super::goals::{GoalId, Goals};
use super::run::Generation;
use super::run_tests::drive;
use super::settings::{Algorithm, Settings};
use super::statement::Statement;
use super::tests::lock_facts;
use std::collections::BTreeSet;

fn restricted(scope: &[GoalId]) -> Goals {
    let mut goals = Goals::new(&lock_facts()).unwrap();
    goals.restrict(scope).unwrap();
    goals
}

/// The goals of the lock: entry 0; turned up 1 or not 2; at 42 3 or not 4; the line there 5. Another method's: entry 6, line 7.
#[test]
fn branches_on_the_way_to_a_wanted_goal_are_aimed_at_until_it_is_their_turn() {
    let goals = restricted(&[5]);
    let aims = |dynamic, covered: &[GoalId]| {
        let covered: BTreeSet<GoalId> = covered.iter().copied().collect();
        goals.aims(dynamic, |g| covered.contains(&g))
    };
    assert_eq!(aims(true, &[]), [0, 6], "how one comes into the method, nobody knows");
    assert_eq!(aims(true, &[6, 7]), [0]);
    assert_eq!(aims(true, &[0]), [1], "not 2, which leads nowhere, nor the other method");
    assert_eq!(aims(true, &[0, 1]), [3]);
    assert_eq!(aims(true, &[0, 1, 3]), [5]);
    assert_eq!(aims(true, &[0, 5]), [0; 0], "it is covered, whatever leads to it");
    assert_eq!(aims(false, &[0]), [5], "all at once: its distance is by levels");
    assert_eq!(goals.focus(), [1]);
    let whole = Goals::new(&lock_facts()).unwrap();
    assert_eq!(whole.aims(true, |g| g == 0), [1, 2, 6]);
    assert_eq!(whole.aims(false, |g| g == 0), [1, 2, 3, 4, 5, 6, 7]);
    assert!(whole.focus().is_empty());
}

#[test]
fn tests_are_kept_for_wanted_goals_only() {
    for algorithm in [Algorithm::Dynamosa, Algorithm::Mosa] {
        let settings = Settings { algorithm, ..Settings::default() };
        let mut generation = Generation::of_goals(&lock_facts(), Some(&[3, 5]), settings, 3).unwrap();
        assert_eq!(generation.progress().goals, 2);
        drive(&mut generation, 40_000, 0, None);
        assert_eq!(generation.progress().covered, 2, "{algorithm:?}: {:?}", generation.progress());
        generation.minimise();
        drive(&mut generation, u64::MAX, 0, None);
        let kept = generation.tests();
        assert_eq!(kept.len(), 1, "{algorithm:?}");
        assert_eq!(kept[0].goals, [3, 5]);
    }
    let called = |scope: Option<&[GoalId]>| {
        let mut generation = Generation::of_goals(&lock_facts(), scope, Settings::default(), 3).unwrap();
        generation.propose().unwrap();
        let turns =
            generation.proposed().iter().flat_map(|t| &t.steps).filter(|s| matches!(s.statement, Statement::Invoke { member: 1, .. }));
        turns.count()
    };
    assert!(called(Some(&[5])) * 2 > called(None) * 3, "{} {}", called(Some(&[5])), called(None));
}

#[test]
fn scopes_without_a_goal_are_refused() {
    let refusal = |scope: &[GoalId]| Generation::of_goals(&lock_facts(), Some(scope), Settings::default(), 1).unwrap_err().message;
    assert_eq!(refusal(&[3, 8]), "`scope` has goal 8, and there are 8, from 0");
    assert_eq!(refusal(&[]), "`scope` has no goal that a test can be seen to cover");
}
