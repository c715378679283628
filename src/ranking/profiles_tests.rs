use super::super::fixtures::{I, evidence, method};
use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

const STATEMENTS: u32 = 200;

fn profile(statements: &BTreeSet<u32>) -> Profile {
    let mut bits = vec![0u64; STATEMENTS.div_ceil(64) as usize];
    statements.iter().for_each(|s| bits[*s as usize / 64] |= 1 << (s % 64));
    Profile::of(&bits)
}

fn naive(a: &BTreeSet<u32>, b: &BTreeSet<u32>) -> f64 {
    let all = a.union(b).count();
    if all == 0 { 1.0 } else { a.intersection(b).count() as f64 / all as f64 }
}

fn invocation(test: u32, number: u32, statements: Vec<u32>) -> I {
    I { test, method: 0, number, returned: true, statements, values: vec![] }
}

fn sets(most: usize) -> impl Strategy<Value = Vec<BTreeSet<u32>>> {
    // Few statements, so that there are ties, and many, so that there are several words.
    let small = prop::collection::btree_set(0..6u32, 0..6);
    let large = prop::collection::btree_set(0..STATEMENTS, 0..100);
    prop::collection::vec(prop_oneof![small, large], 0..most)
}

proptest! {
    #[test]
    fn the_degree_of_similarity_is_that_of_the_sets(all in sets(12)) {
        for a in &all {
            prop_assert_eq!(profile(a).size() as usize, a.len());
            for b in &all {
                prop_assert_eq!(Similarity::of(&profile(a), &profile(b)).degree(), naive(a, b));
                prop_assert!(Similarity::bound(a.len() as u32, b.len() as u32).degree() >= naive(a, b));
            }
        }
    }

    #[test]
    fn the_most_similar_profile_is_the_first_of_the_best(manual in sets(20), wanted in sets(6)) {
        let all: Vec<I> =
            manual.iter().chain(&wanted).enumerate().map(|(t, s)| invocation(t as u32, 0, s.iter().copied().collect())).collect();
        let evidence = evidence(vec![method("m", vec![])], STATEMENTS, ProfileMode::Invocation, &all, &[]);
        let mut profiles = Profiles::default();
        let ids = profiles.of_run(&evidence.manual, STATEMENTS, ProfileMode::Invocation);
        let candidates = ManualProfiles::of(&profiles, ids[..manual.len()].iter().enumerate().map(|(row, id)| (row as u32, *id)));
        for (i, set) in wanted.iter().enumerate() {
            let best = manual.iter().map(|m| naive(m, set)).enumerate().reduce(|a, b| if b.1 > a.1 { b } else { a });
            let expected = best.map(|(row, dos)| MostSimilar { dos, row: row as u32 });
            prop_assert_eq!(candidates.most_similar(&mut Wanted::new(&profiles, ids[manual.len() + i])), expected);
        }
    }

    #[test]
    fn a_cumulative_profile_is_what_the_test_executed_so_far(
        records in prop::collection::vec((0..3u32, prop::collection::vec(0..STATEMENTS, 0..5)), 0..30),
    ) {
        let all: Vec<I> = records.iter().enumerate().map(|(i, (test, s))| invocation(*test, i as u32, s.clone())).collect();
        let evidence = evidence(vec![method("m", vec![])], STATEMENTS, ProfileMode::Cumulative, &all, &[]);
        let mut profiles = Profiles::default();
        let ids = profiles.of_run(&evidence.manual, STATEMENTS, ProfileMode::Cumulative);
        for (row, id) in ids.iter().enumerate() {
            let own = &evidence.manual.invocations()[row];
            let until = records[..=own.number as usize].iter().filter(|r| r.0 == own.test).flat_map(|r| r.1.iter().copied());
            prop_assert_eq!(profiles.get(*id), &profile(&until.collect()));
        }
    }
}

#[test]
fn two_empty_profiles_are_the_same() {
    assert_eq!(Similarity::of(&Profile::default(), &Profile::default()).degree(), 1.0);
    assert_eq!(Similarity::of(&Profile::default(), &profile(&BTreeSet::from([1]))).degree(), 0.0);
}
