//! Variants of tests, and what becomes of those that kill.

use super::run::Generation;
use super::run_tests::{drive, number, settings};
use super::settings::Algorithm;
use super::statement::TestCase;
use super::tests::{fault, lock_facts};
use super::variants::Place;

/// A worker's answer that says of each statement and observation the same: nothing, or a number; but of one statement of one test another.
fn values(tests: &[(super::assertions::observation::Observed, super::wire::End)], said: &[u8], other: Option<(usize, usize)>) -> Vec<u8> {
    let mut out = vec![];
    number(&mut out, tests.len() as u64);
    for (at, (observed, end)) in tests.iter().enumerate() {
        let values = match end {
            super::wire::End::Threw { statement, .. } => {
                out.extend([1, *statement as u8, 1, b'E', 1]);
                let ran = *statement as usize + 1;
                if ran == observed.test.len() { ran + observed.observations.len() } else { ran }
            }
            _ => {
                out.push(0);
                observed.test.len() + observed.observations.len()
            }
        };
        for value in 0..values {
            out.extend(if other == Some((at, value)) { &[6, 84] } else { said });
        }
    }
    out
}

/// Most tests come to a mutant by way of other methods: a variant ends with a call of its own.
#[test]
fn variants_call_the_method_of_the_mutant_themselves() {
    use super::run::Group;
    use super::settings::Settings;
    let with_calls = Settings { variant_calls: 1.0, ..settings(Algorithm::Dynamosa) };
    let mut generation = Generation::new(&lock_facts(), with_calls, 2).unwrap();
    drive(&mut generation, 5_000, 0, None);
    generation.minimise();
    drive(&mut generation, u64::MAX, 0, None);
    generation.observe(&Default::default());
    // The first round has tests of the search as they are. Goal 6 is a line of `all`, member 2.
    for round in 0..3 {
        generation.breed(&[(7, Place { reached_by: vec![6], infected_by: Vec::new() })].into(), 1);
        let variants = generation.group(Group::Variants).unwrap().tests().to_vec();
        let calls = |test: &TestCase| test.steps.iter().filter(|s| s.statement.member() == Some(2)).count();
        assert!(!variants.is_empty());
        for variant in variants.iter().filter(|_| round > 0) {
            assert_eq!(variant.test.steps.last().and_then(|s| s.statement.member()), Some(2), "{:?}", variant.test);
            assert!(calls(&variant.test) > 1, "it is one more call: {:?}", variant.test);
            assert_eq!(fault(generation.cluster(), &variant.test), None);
        }
    }
}

/// What the kept tests do not notice a variant does: it is kept, asserts what it noticed, and the mutant counts as killed.
#[test]
fn variants_that_kill_a_mutant_are_kept() {
    use super::assertions::differences::{Difference, Why};
    use super::assertions::{Extent, Verdict};
    use super::run::Group;
    let mut generation = Generation::new(&lock_facts(), settings(Algorithm::Dynamosa), 2).unwrap();
    drive(&mut generation, 40_000, 0, None);
    generation.minimise();
    drive(&mut generation, u64::MAX, 0, None);
    generation.observe(&Default::default());
    let group = |generation: &mut Generation, group: Group| -> Vec<_> {
        let ends: Vec<_> = generation.tests().iter().map(|k| k.test.end.clone()).collect();
        let tests = generation.group(group).unwrap().tests().to_vec();
        tests
            .into_iter()
            .enumerate()
            .map(|(i, t)| (t, if group == Group::Kept { ends[i].clone() } else { super::wire::End::Passed }))
            .collect()
    };
    let kept = group(&mut generation, Group::Kept);
    // Of what they give nothing can be said.
    let nothing = values(&kept, &[0], None);
    generation.group(Group::Kept).unwrap().learn(&nothing, false).unwrap();
    let (places, batch) = generation.reaching(Group::Kept, 7, &[5]).unwrap();
    assert!(!places.is_empty() && places.len() < kept.len() && places.len() == batch.tests, "those that reach the line");
    let reaching: Vec<_> = places.iter().map(|&p| kept[p].clone()).collect();
    let assertions = generation.group(Group::Kept).unwrap();
    assert!(!assertions.learn_mutant(7, &places, Some(&values(&reaching, &[0], None))).unwrap());
    let (cluster, assertions) = generation.assertions().unwrap();
    assert_eq!(assertions.killers(cluster)[&7], Vec::<usize>::new());
    for round in 0..3 {
        generation.breed(&[(7, Place { reached_by: vec![5], infected_by: Vec::new() })].into(), 1);
        let variants = group(&mut generation, Group::Variants);
        assert!(!variants.is_empty(), "round {round}");
        for (variant, _) in &variants {
            assert_eq!(fault(generation.cluster(), &variant.test), None);
        }
        let same = values(&variants, &[6, 2], None);
        generation.group(Group::Variants).unwrap().learn(&same, false).unwrap();
        let (bred_for, _) = generation.reaching(Group::Variants, 7, &[]).unwrap();
        let bred: Vec<_> = bred_for.iter().map(|&p| variants[p].clone()).collect();
        let turn = |t: &TestCase| t.steps.iter().position(|s| s.statement.member() == Some(1));
        let (noticing, place) = bred.iter().enumerate().find_map(|(i, v)| Some((i, turn(&v.0.test)?))).unwrap();
        let noticed = if round == 2 { Some((noticing, place)) } else { None };
        let answer = values(&bred, &[6, 2], noticed);
        let differs = generation.group(Group::Variants).unwrap().learn_mutant(7, &bred_for, Some(&answer)).unwrap();
        assert_eq!(differs, round == 2);
        let before = generation.tests().len();
        let killed = generation.adopt().unwrap();
        if round < 2 {
            assert!(killed.is_empty() && generation.tests().len() == before);
            assert_eq!(generation.seen_by_variant(7), None);
            continue;
        }
        assert_eq!(killed, [7].into());
        assert_eq!(generation.tests().len(), before + 1);
        assert_eq!(generation.tests()[before].test.test, bred[noticing].0.test);
        let (cluster, assertions) = generation.assertions().unwrap();
        let chosen = assertions.choose(cluster).pop().unwrap();
        assert!(chosen.iter().any(|a| a.place == place), "{chosen:?}");
        let extent = |asserted| if asserted { Extent::All } else { Extent::Nothing };
        let written = |last: bool| (0..=before).map(|t| (t, extent(t < before || last))).collect::<Vec<_>>();
        assert_eq!(assertions.verdicts(cluster, &written(true))[&7], Verdict::Killed);
        let without = assertions.verdicts(cluster, &written(false))[&7].clone();
        let seen = Difference {
            test: Some(before),
            of: "the result of Lock.turn(..)".into(),
            original: "1".into(),
            mutant: "42".into(),
            why: Why::NotWritten,
        };
        let ran = places.iter().copied().chain([before]).collect();
        assert_eq!(without, Verdict::Survived { missed: ran, difference: Some(seen.clone()) }, "without its assertions");
        let only_first = assertions.verdicts(cluster, &written(true)[..before])[&7].clone();
        assert_eq!(only_first, Verdict::Survived { missed: places.clone(), difference: Some(seen.clone()) }, "it is not written");
        assert_eq!(generation.seen_by_variant(7), Some(&seen.in_variant()));
        // A new worker runs the variant, too.
        let [ordered, reversed] = generation.both_orders(Group::Kept);
        assert_eq!([ordered.tests, reversed.tests], [before + 1; 2]);
        let all = group(&mut generation, Group::Kept);
        generation.group(Group::Kept).unwrap().learn(&values(&all, &[0], None), false).unwrap();
    }
}
