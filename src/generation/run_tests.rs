//! Whole generations on a lock that is told by hand; its code is played by a function here.

use super::cluster::Cluster;
use super::maker::{Endless, Maker};
use super::run::Generation;
use super::settings::{Algorithm, Settings};
use super::statement::{Slot, Statement, TestCase};
use super::tests::{cluster, fault, lock_facts, maker};
use super::types::parse;

pub(super) fn number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Plays the worker: the answer to a batch that has been decoded already, by what `Lock` does.
fn play(cluster: &Cluster, tests: &[TestCase]) -> Vec<u8> {
    let mut out = Vec::new();
    number(&mut out, tests.len() as u64);
    for test in tests {
        let mut positions = vec![0i32; test.len()];
        let mut reach: Vec<(u32, f64)> = Vec::new();
        let mut turned = vec![0u32; test.len()];
        let mut end: Option<u32> = None;
        for (at, step) in test.steps.iter().enumerate() {
            let Statement::Invoke { member, receiver: Some(lock), arguments } = &step.statement else { continue };
            if cluster.member(*member).name == "all" {
                reach.extend([(6, 0.0), (7, 0.0)]);
                continue;
            }
            if cluster.member(*member).name != "turn" {
                continue;
            }
            let by = match test.steps[arguments[0] as usize].statement {
                Statement::Int(v) => v,
                Statement::Char(v) => i32::from(v),
                Statement::Byte(v) => i32::from(v),
                Statement::Short(v) => i32::from(v),
                _ => 0,
            };
            let lock = *lock as usize;
            reach.push((0, 0.0));
            if by <= 0 {
                reach.extend([(2, 0.0), (1, 1.0 - f64::from(by))]);
                end = end.or((by == 0).then_some(at as u32));
                if end.is_some() {
                    break;
                }
                continue;
            }
            reach.extend([(1, 0.0), (2, f64::from(by))]);
            positions[lock] = positions[lock].wrapping_add(by);
            turned[lock] += 1;
            // Three turns at least.
            let gap = (f64::from(positions[lock]) - 42.0).abs() + 50.0 * f64::from(3u32.saturating_sub(turned[lock]));
            if gap == 0.0 {
                reach.extend([(3, 0.0), (4, 1.0), (5, 0.0)]);
            } else {
                reach.extend([(3, gap), (4, 0.0)]);
            }
        }
        match end {
            None => out.push(0),
            Some(statement) => {
                out.push(1);
                number(&mut out, u64::from(statement));
                number(&mut out, 1);
                number(&mut out, u64::from(b'E'));
                out.push(1);
            }
        }
        let reach = super::goals::Reach::new(reach);
        for wanted in [true, false] {
            let goals: Vec<u32> = (0..8).filter(|&g| reach.distance(g).is_some_and(|d| (d == 0.0) == wanted)).collect();
            number(&mut out, goals.len() as u64);
            let mut before = 0;
            for goal in goals {
                number(&mut out, u64::from(goal - before));
                before = goal;
                if !wanted {
                    out.extend(reach.distance(goal).unwrap().to_bits().to_be_bytes());
                }
            }
        }
        // Nothing was compared, here or in other code.
        number(&mut out, 0);
        number(&mut out, 0);
    }
    out
}

/// Drives a generation until it has nothing to do, or has run so many tests; some batches at a time.
pub(super) fn drive(generation: &mut Generation, at_most: u64, ahead: usize, lose: Option<u64>) {
    let mut flying = std::collections::VecDeque::new();
    let mut number = 0;
    loop {
        while flying.len() <= ahead && generation.progress().tests < at_most {
            match generation.propose() {
                Some(_) => flying.push_back(generation.proposed().to_vec()),
                None => break,
            }
        }
        let Some(tests) = flying.pop_front() else { return };
        let answer = play(generation.cluster(), &tests);
        number += 1;
        generation.learn((lose != Some(number)).then_some(answer.as_slice())).unwrap();
    }
}

pub(super) fn settings(algorithm: Algorithm) -> Settings {
    Settings { algorithm, ..Settings::default() }
}

#[test]
fn goals_deep_inside_are_reached_by_each_search_and_tests_become_small() {
    // To come to 42 in three turns takes a direction, which random tests have not.
    for (algorithm, covered, at_most) in
        [(Algorithm::Dynamosa, 8, 40_000), (Algorithm::Mosa, 8, 40_000), (Algorithm::Monotonic, 8, 40_000), (Algorithm::Random, 6, 5_000)]
    {
        let mut generation = Generation::new(&lock_facts(), settings(algorithm), 3).unwrap();
        drive(&mut generation, at_most, 0, None);
        assert_eq!(generation.progress().covered, covered, "{algorithm:?}: {:?}", generation.progress());
        let before: usize = generation.tests().iter().map(|k| k.test.test.len()).sum();
        generation.minimise();
        drive(&mut generation, u64::MAX, 0, None);
        let kept = generation.tests();
        let after: usize = kept.iter().map(|k| k.test.test.len()).sum();
        assert!(after <= before, "{algorithm:?}");
        let mut goals: Vec<u32> = kept.iter().flat_map(|k| k.goals.clone()).collect();
        goals.sort_unstable();
        assert_eq!(goals.len(), covered, "{algorithm:?}: each goal is one test's");
        for one in &kept {
            assert_eq!(fault(generation.cluster(), &one.test.test), None);
            for at in (0..one.test.test.len()).rev() {
                let mut smaller = one.test.test.clone();
                smaller.remove_with_users((0..smaller.len()).map(|i| i == at).collect());
                let answer = play(generation.cluster(), &[smaller]);
                let again = super::wire::read_answers(&answer, 1, 8, true).unwrap().remove(0);
                assert!(!one.goals.iter().all(|&g| again.reach.covers(g)), "{algorithm:?}: statement {at} of {:?}", one.test.test);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_tests_and_a_lost_worker_ends_nothing() {
    for algorithm in [Algorithm::Dynamosa, Algorithm::Mosa, Algorithm::Monotonic, Algorithm::Random] {
        let run = |seed, lose| {
            let mut generation = Generation::new(&lock_facts(), settings(algorithm), seed).unwrap();
            drive(&mut generation, 5_000, 1, lose);
            let tests: Vec<TestCase> = generation.archive().tests().iter().map(|e| e.test.clone()).collect();
            (tests, generation.progress())
        };
        assert_eq!(run(5, None), run(5, None));
        assert_ne!(run(5, None).0, run(6, None).0);
        for lost in [1, 2] {
            let (_, progress) = run(5, Some(lost));
            assert!(progress.covered >= 6, "{algorithm:?}: {progress:?}");
        }
    }
}

/// Tests that are wanted for what they do: one a batch, none of which is empty, also when all is covered.
#[test]
fn exploring_goes_on_when_all_is_covered_and_repeats_calls() {
    let explored = |repeat_share, longest_of| {
        let settings = Settings { random_batch: 1, repeat_share, longest_of, max_statements: 200, ..settings(Algorithm::Random) };
        let mut generation = Generation::of_goals(&lock_facts(), Some(&[0]), settings, 3).unwrap().exploring();
        let (mut longest, mut most_turns) = (0, 0);
        for _ in 0..600 {
            assert_eq!(generation.propose().unwrap().tests, 1);
            let tests = generation.proposed().to_vec();
            let name = |s: &Statement| match s {
                Statement::Invoke { member, .. } => generation.cluster().member(*member).name.clone(),
                _ => String::new(),
            };
            let turns = tests[0].steps.iter().filter(|step| name(&step.statement) == "turn").count();
            (longest, most_turns) = (longest.max(tests[0].len()), most_turns.max(turns));
            let answer = play(generation.cluster(), &tests);
            generation.learn(Some(&answer)).unwrap();
        }
        assert_eq!(generation.progress().covered, generation.progress().goals);
        (longest, most_turns)
    };
    let (plain, repeating, longer) = (explored(0.0, 1), explored(0.3, 1), explored(0.0, 3));
    assert!(repeating.1 > plain.1, "{plain:?} {repeating:?}");
    assert!(longer.0 > plain.0, "{plain:?} {longer:?}");
}

/// Tests are changed copies only of those that are said to have done something new.
#[test]
fn tests_that_did_something_new_are_changed() {
    let settings = Settings { random_batch: 2, changed_share: 1.0, ..settings(Algorithm::Random) };
    let mut generation = Generation::of_goals(&lock_facts(), Some(&[0]), settings, 3).unwrap().exploring();
    let mut round = |notable: &[u32]| {
        generation.propose().unwrap();
        let tests = generation.proposed().to_vec();
        let answer = play(generation.cluster(), &tests);
        generation.learn_of(Some(&answer), notable).map(|_| tests)
    };
    // The tests are new and longer each time as long as nothing is notable.
    let before: Vec<_> = (0..30).flat_map(|_| round(&[]).unwrap()).collect();
    let notable = round(&[1]).unwrap().swap_remove(1);
    let after: Vec<_> = (0..30).flat_map(|_| round(&[]).unwrap()).collect();
    let shared = |test: &TestCase| test.steps.iter().filter(|step| notable.steps.contains(step)).count() * 2 >= notable.len();
    let like = |tests: &[TestCase]| tests.iter().filter(|test| shared(test)).count();
    assert!(like(&after) > 40 && like(&after) > like(&before), "{} and {} of 60", like(&before), like(&after));
    let error = round(&[2]).unwrap_err();
    assert_eq!(error.message, "test 2 of a batch is notable: it has 2");
}

/// Of a batch whose worker was lost, all count but the tests that did it.
#[test]
fn the_others_of_a_lost_batch_count() {
    let mut generation = Generation::new(&lock_facts(), settings(Algorithm::Random), 3).unwrap();
    assert_eq!(generation.propose_again().map(|_| ()).unwrap_err().kind, crate::ErrorKind::InvalidState);
    generation.propose().unwrap();
    let tests = generation.proposed().to_vec();
    let (fatal, mut lost, mut place) = (17, 0u32, Vec::new());
    loop {
        let group = generation.propose_again().unwrap();
        if group.tests == 0 {
            break;
        }
        // The groups are the halves of those before, breadth first.
        let range = next_group(&mut place, tests.len(), fatal);
        assert_eq!(group.tests, range.len());
        let answer = play(generation.cluster(), &tests[range.clone()]);
        let survived = generation.learn_again((!range.contains(&fatal)).then_some(answer.as_slice())).unwrap();
        assert_eq!(survived, !range.contains(&fatal));
        lost += u32::from(!survived);
    }
    assert!(lost <= tests.len().ilog2() + 1, "{lost} JVMs for one of {}", tests.len());
    let progress = generation.learn(None).unwrap();
    assert_eq!(progress.tests, tests.len() as u64);
    assert!(progress.covered > 0);
    let ends: Vec<_> = generation.archive().tests().iter().map(|one| one.test.clone()).collect();
    assert!(!ends.is_empty() && !ends.contains(&tests[fatal]));
    // The next batch has nothing of it.
    generation.propose().unwrap();
    assert_eq!(generation.learn(None).unwrap().covered, progress.covered);
}

/// Halves of a range and of its halves that have the fatal place, in the order in which they are asked for.
fn next_group(due: &mut Vec<std::ops::Range<usize>>, tests: usize, fatal: usize) -> std::ops::Range<usize> {
    let halves = |range: &std::ops::Range<usize>| {
        let middle = range.start + range.len() / 2;
        [range.start..middle, middle..range.end]
    };
    if due.is_empty() {
        due.extend(halves(&(0..tests)));
    }
    let group = due.remove(0);
    if group.contains(&fatal) && group.len() > 1 {
        due.extend(halves(&group));
    }
    group
}

/// Where no JVM survives any test, all of them are left out, and what was seen of them is forgotten.
#[test]
fn tests_that_no_jvm_survives_are_kept_no_more() {
    let mut generation = Generation::new(&lock_facts(), settings(Algorithm::Random), 3).unwrap();
    drive(&mut generation, 5_000, 0, None);
    generation.minimise();
    drive(&mut generation, u64::MAX, 0, None);
    let kept = generation.tests().len();
    assert!(kept > 1);
    assert_eq!(generation.propose_fatal().map(|_| ()).unwrap_err().message, "the tests were not observed");
    let [ordered, _] = generation.observe(&Default::default());
    assert_eq!(ordered.tests, kept);
    let mut groups = Vec::new();
    loop {
        let [ordered, reversed] = generation.propose_fatal().unwrap();
        assert_eq!(ordered.tests, reversed.tests);
        if ordered.tests == 0 {
            break;
        }
        groups.push(ordered.tests);
        // One worker was lost, and the other's answer is of no tests.
        assert!(!generation.learn_fatal(None, Some(&[0])).unwrap());
    }
    assert_eq!(groups[0] + groups[1], kept);
    assert_eq!(generation.leave_out_fatal(), kept);
    assert!(generation.tests().is_empty());
    assert_eq!(generation.observe(&Default::default()).map(|batch| batch.tests), [0, 0]);
}

#[test]
fn answers_without_a_batch_are_refused() {
    let mut generation = Generation::new(&lock_facts(), Settings::default(), 1).unwrap();
    assert_eq!(generation.learn(None).unwrap_err().message, "an answer, but no batch is on its way");
    let batch = generation.propose().unwrap();
    assert_eq!(batch.tests, Settings::default().population);
    let damaged = generation.learn(Some(&[0])).unwrap_err();
    assert_eq!(damaged.kind, crate::ErrorKind::DamagedAnswer);
    assert!(damaged.message.contains("it is of 0 tests: 50 were asked for"));
    // Its worker is lost, then.
    assert_eq!(generation.learn(None).unwrap().tests, 50);
}

/// Whatever the class, or other code, compares the makers of keys with, keys get from then on.
#[test]
fn what_is_compared_comes_into_the_next_tests() {
    for secret in [&[1, 6, b's', b'e', b'c', b'r', b'e', b't', 0], &[0, 1, 6, b's', b'e', b'c', b'r', b'e', b't']] {
        let mut generation = Generation::new(&lock_facts(), settings(Algorithm::Random), 1).unwrap();
        let has_secret = |tests: &[TestCase]| tests.iter().flat_map(|t| &t.steps).any(|s| s.statement == Statement::Text("secret".into()));
        let count = generation.propose().unwrap().tests;
        assert!(!has_secret(generation.proposed()));
        let mut answer = Vec::new();
        number(&mut answer, count as u64);
        // The status, goals reached, goals near, and of the last test one text.
        answer.extend([0, 0, 0, 0, 0].repeat(count - 1));
        answer.extend([0, 0, 0]);
        answer.extend(secret);
        generation.learn(Some(&answer)).unwrap();
        generation.propose().unwrap();
        assert!(has_secret(generation.proposed()));
    }
}

#[test]
fn values_are_written_as_the_format_says() {
    let cluster = cluster();
    let mut shared = super::wire::Shared::new(&cluster);
    let mut names = cluster.names.clone();
    let mut ty = |text: &str| parse(text, &mut names).unwrap();
    let mut test = TestCase::default();
    let text: Slot = test.push(Statement::Text("aä".into()), ty("Ljava/lang/String;"));
    let long = test.push(Statement::Long(-2), ty("J"));
    let key = test.push(Statement::Invoke { member: 6, receiver: None, arguments: vec![text, long] }, ty("Lp/Key;"));
    test.push(Statement::Invoke { member: 0, receiver: None, arguments: vec![key] }, ty("Lp/Lock;"));
    test.push(Statement::Float(1.0), ty("F"));
    let bytes = shared.batch(&cluster, &[test], 300, false);
    let expected = [10, 0xac, 2, 1, 5, 9, 2, 97, 0xe4, 1, 6, 3, 11, 6, 0, 1, 11, 0, 2, 7, 0x3f, 0x80, 0, 0];
    assert_eq!(bytes, expected);
    assert_eq!(cluster.member(6).name, "<init>");
}

/// A call that a clock had to end is made less and less, others as before.
#[test]
fn calls_that_do_not_come_back_become_rare() {
    let (cluster, settings) = (cluster(), Settings::default());
    let calls = |endless: &Endless| {
        let made = (0..300u64).map(|seed| Maker { endless, ..maker(&cluster, &settings, seed) }.test());
        made.flat_map(|t| t.steps).filter(|s| s.statement.member() == Some(1)).count()
    };
    let before = calls(&Endless::new());
    let after = calls(&Endless::from([(1, 4)]));
    assert!(before > 100, "{before}");
    assert!(after * 10 < before, "{after} of {before}");
}

/// The batch says which call it was: the last one that ran, when those behind it did not.
#[test]
fn a_generation_learns_which_calls_do_not_come_back() {
    let mut generation = Generation::new(&lock_facts(), settings(Algorithm::Dynamosa), 3).unwrap();
    let mut turns = Vec::new();
    for _ in 0..60 {
        let batch = generation.propose().unwrap();
        let tests = generation.proposed().to_vec();
        turns.push(tests.iter().flat_map(|t| &t.steps).filter(|s| s.statement.member() == Some(1)).count());
        // The first test with a turn hangs in it; nothing behind it runs.
        let mut out = vec![batch.tests as u8];
        let hanging = tests.iter().position(|t| t.steps.iter().any(|s| s.statement.member() == Some(1))).unwrap_or(usize::MAX);
        for (number, test) in tests.iter().enumerate() {
            match number.cmp(&hanging) {
                std::cmp::Ordering::Less => out.extend([0, 0, 0, 0, 0]),
                std::cmp::Ordering::Equal => {
                    let at = test.steps.iter().position(|s| s.statement.member() == Some(1)).unwrap();
                    out.extend([2, at as u8, 0, 0, 0, 0]);
                }
                std::cmp::Ordering::Greater => out.extend([3, 0, 0, 0, 0]),
            }
        }
        generation.learn(Some(&out)).unwrap();
    }
    let (first, last): (usize, usize) = (turns[..5].iter().sum(), turns[55..].iter().sum());
    assert!(last * 5 < first, "{turns:?}");
}
