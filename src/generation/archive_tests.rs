//! The archive.

use super::cluster::Cluster;
use super::goals::{Goals, Reach};
use super::statement::{Statement, TestCase};
use super::tests::{cluster, lock_facts};
use super::types::parse;

/// A test of one call of `turn`, or of none, as a worker says that it ended.
fn evaluated(cluster: &Cluster, by: i32, end: super::wire::End, reach: Vec<(u32, f64)>) -> std::sync::Arc<super::archive::Evaluated> {
    let mut names = cluster.names.clone();
    let mut ty = |text: &str| parse(text, &mut names).unwrap();
    let mut test = TestCase::default();
    let lock = test.push(Statement::Null, ty("Lp/Lock;"));
    let number = test.push(Statement::Int(by), ty("I"));
    test.push(Statement::Invoke { member: 1, receiver: Some(lock), arguments: vec![number] }, ty("Z"));
    let answer = super::wire::Answer::new(end, Reach::new(reach));
    std::sync::Arc::new(super::archive::Evaluated::new(test, answer))
}

fn threw() -> super::wire::End {
    super::wire::End::Threw { statement: 2, exception: "E".into(), expected: true }
}

/// A branch that only a test that throws takes is still wanted of one that does not, for a while; its line is not.
#[test]
fn tests_that_do_not_throw_are_sought_for_branches_that_only_others_take() {
    let cluster = cluster();
    let mut archive = super::archive::Archive::new(&Goals::new(&lock_facts()).unwrap());
    archive.offer(&evaluated(&cluster, 1, threw(), vec![(1, 0.0), (5, 0.0)]));
    assert!(archive.is_covered(1) && archive.is_improvable(1));
    assert!(!archive.is_improvable(5), "a line");
    assert!(!archive.is_improvable(2), "not covered");
    archive.offer(&evaluated(&cluster, 2, threw(), vec![(3, 0.0)]));
    archive.offer(&evaluated(&cluster, 3, super::wire::End::Passed, vec![(1, 0.0)]));
    assert!(!archive.is_improvable(1), "there is one");
    assert!(archive.is_improvable(3));
    for by in 0..6_000 {
        archive.offer(&evaluated(&cluster, by, super::wire::End::Passed, vec![(0, 0.0)]));
    }
    assert!(!archive.is_improvable(3), "all that throw, it seems");
}

/// Of the tests that reach a line some are remembered, each once; not those that throw.
#[test]
fn some_tests_that_reach_a_line_are_remembered() {
    let cluster = cluster();
    let mut archive = super::archive::Archive::new(&Goals::new(&lock_facts()).unwrap());
    for by in (0..2_000).chain(0..2_000) {
        let end = if by % 2 == 0 { super::wire::End::Passed } else { threw() };
        archive.offer(&evaluated(&cluster, by, end, vec![(3, 0.0), (5, 0.0)]));
    }
    let sample = archive.sample(5);
    assert_eq!(sample.len(), 8);
    assert!(sample.iter().all(|e| e.end == super::wire::End::Passed));
    assert!((0..8).all(|i| (0..i).all(|j| sample[i].test != sample[j].test)), "one is there twice");
    let late = sample.iter().filter(|e| matches!(e.test.steps[1].statement, Statement::Int(by) if by >= 100)).count();
    assert!(late >= 4, "the first ones stayed: {late}");
    assert!(archive.sample(3).is_empty(), "no line");
}
