//! Infections: goals of weak mutation.

use super::algorithms::mosa::Mosa;
use super::algorithms::{Algorithm, Context};
use super::archive::{Archive, Evaluated};
use super::carved::Carved;
use super::compared::Compared;
use super::facts::TypeFacts;
use super::goals::{GoalKind, Goals, Reach};
use super::maker::Endless;
use super::round_trips::RoundTrips;
use super::settings::Settings;
use super::statement::{Statement, TestCase};
use super::tests::{cluster, lock_facts, point};
use super::types::parse;
use super::variants::{Place, RoundSize, Variants};
use super::wire::{Answer, End};
use crate::compute::rng::Source;
use std::sync::Arc;

/// The lock with three infections behind its other goals: 8 in the first block of `all`; of `turn`, as a method of its own behind that,
/// 9 to 13 are entry and branches, 14 is the line and 15 an infection in its block, 16 and 17 those of a returned boolean.
fn facts() -> TypeFacts {
    let mut facts = lock_facts();
    let add = |facts: &mut TypeFacts, method: usize, kind: &str, block: u32, goals: u32| {
        facts.goals[method].points.push(serde_json::from_value(point(kind, block, 7, goals)).unwrap());
    };
    add(&mut facts, 1, "boundary", 0, 1);
    facts.goals.push(lock_facts().goals.remove(0));
    add(&mut facts, 2, "arithmetic", 2, 1);
    add(&mut facts, 2, "returned", 3, 2);
    facts
}

/// A test of `length` calls of `turn`.
fn evaluated(length: usize, reach: Vec<(u32, f64)>) -> Arc<Evaluated> {
    let mut names = cluster().names;
    let mut test = TestCase::default();
    let lock = test.push(Statement::Null, parse("Lp/Lock;", &mut names).unwrap());
    for call in 0..length {
        let number = test.push(Statement::Int(call as i32), parse("I", &mut names).unwrap());
        test.push(Statement::Invoke { member: 1, receiver: Some(lock), arguments: vec![number] }, parse("Z", &mut names).unwrap());
    }
    Arc::new(Evaluated::new(test, Answer::new(End::Passed, Reach::new(reach))))
}

#[test]
fn they_are_sought_and_never_wanted() {
    let mut goals = Goals::new(&facts()).unwrap();
    let infections = |goals: &Goals| (0..18).filter(|&g| goals.goals[g].sought).collect::<Vec<_>>();
    assert_eq!((goals.count(), goals.wanted(), infections(&goals)), (18, 14, vec![8, 15, 16, 17]));
    assert!(goals.goals.iter().all(|g| !(g.wanted && g.kind == GoalKind::Infection)));
    assert_eq!([8, 15, 16].map(|g: usize| goals.goals[g].parents.clone()), [vec![6], vec![12], vec![9]]);
    assert!(goals.aims(false, |_| false).iter().all(|&g| goals.goals[g as usize].wanted));
    goals.leave_out(&[8, 14]);
    assert_eq!((goals.wanted(), infections(&goals)), (13, vec![8, 15, 16, 17]), "existing tests may not show what they infect");
    goals.restrict(&[7, 8]).unwrap();
    assert_eq!((goals.wanted(), infections(&goals)), (1, vec![8]));
    assert!(goals.aims(true, |_| false).iter().all(|&g| goals.goals[g as usize].kind != GoalKind::Infection), "not on the way either");
    assert!(goals.restrict(&[8]).is_err());
}

#[test]
fn a_search_aims_at_them_for_a_while_after_it_came_to_their_place() {
    let mut archive = Archive::new(&Goals::new(&facts()).unwrap());
    let turn = |archive: &Archive| archive.infections(20).collect::<Vec<_>>();
    assert!(turn(&archive).is_empty(), "no test came there");
    assert!(archive.offer(&evaluated(1, vec![(9, 0.0), (10, 0.0)])));
    assert_eq!(turn(&archive), [16, 17]);
    assert_eq!(archive.infections(0).count(), 0);
    assert!(!archive.offer(&evaluated(2, vec![(9, 0.0), (16, 0.0)])), "an infection is no gain of coverage");
    assert_eq!((turn(&archive), archive.covered()), (vec![17], 2));
    assert_eq!(archive.sample(16).len(), 1, "it is tried on the mutant");
    assert_eq!(archive.sample(10).len(), 1, "and so is what takes a branch, on the mutant without it");
    assert_eq!(archive.tests().len(), 1, "but it leads to nothing new");
    for _ in 0..10 {
        archive.offer(&evaluated(1, vec![(9, 0.0)]));
    }
    archive.offer(&evaluated(1, vec![(12, 0.0)]));
    assert_eq!(turn(&archive), [15, 17]);
    for _ in 0..10 {
        archive.offer(&evaluated(1, vec![(9, 0.0), (12, 0.0)]));
    }
    assert_eq!(turn(&archive), [15], "of a mutant that is equivalent nothing infects");
}

struct World {
    cluster: super::cluster::Cluster,
    goals: Goals,
    settings: Settings,
    archive: Archive,
    endless: Endless,
    carved: Carved,
}

impl World {
    fn new(settings: Settings) -> Self {
        let goals = Goals::new(&facts()).unwrap();
        let archive = Archive::new(&goals);
        Self { cluster: cluster(), goals, settings, archive, endless: Endless::new(), carved: Carved::NONE }
    }

    fn context<'a>(&'a self, compared: &'a Compared, round: u64) -> Context<'a> {
        let World { cluster, goals, settings, archive, endless, carved } = self;
        static NO_TRIPS: RoundTrips = RoundTrips::NONE;
        let (source, round_trips) = (Source::new(1), &NO_TRIPS);
        Context { cluster, goals, settings, archive, endless, source, compared, round, templates: None, carved, round_trips, open: &[] }
    }
}

/// The only long test, which is nearer to nothing else, does not survive: what is made of it is nearer to an infection.
#[test]
fn some_of_the_offspring_is_of_tests_that_are_near_to_an_infection() {
    for (weak_mutation, expected) in [(2000, 2), (0, 0)] {
        let mut world = World::new(Settings { population: 20, fresh_share: 0.0, weak_mutation, ..Settings::default() });
        let reach = |near: f64| vec![(0, 0.0), (1, 0.0), (2, 5.0), (6, 0.0), (8, near)];
        let mut batch: Vec<_> = (0..40).map(|_| evaluated(1, reach(9.0))).collect();
        batch.push(evaluated(19, reach(2.0)));
        batch.iter().for_each(|test| {
            world.archive.offer(test);
        });
        let (nothing, mut search) = (Compared::NONE, Mosa::new(true));
        search.learn(&world.context(&nothing, 1), batch);
        let long = search.propose(&world.context(&nothing, 2)).iter().filter(|test| test.len() > 30).count();
        assert_eq!(long, expected, "{weak_mutation}");
    }
}

#[test]
fn tests_that_infect_are_the_first_to_be_tried_and_most_often_changed() {
    let mut world = World::new(Settings::default());
    for length in 1..=6 {
        let mut reach = vec![(9, 0.0), (12, 0.0), (14, 0.0)];
        reach.extend((length == 5).then_some((15, 0.0)));
        world.archive.offer(&evaluated(length, reach));
    }
    let place = |infected_by: &[u32]| [(3, Place { reached_by: vec![14], infected_by: infected_by.to_vec() })].into();
    let bred = |round, infected_by: &[u32]| {
        let nothing = Compared::NONE;
        let context = world.context(&nothing, round);
        let variants =
            Variants::breed(&context, &Default::default(), &[], &place(infected_by), &Default::default(), RoundSize::new(40, 1)).unwrap();
        variants.assertions.tests().iter().map(|t| t.test.len()).collect::<Vec<_>>()
    };
    assert_eq!(bred(0, &[15]), [11, 3, 5, 7, 9, 13], "two statements a call, and the lock");
    assert_eq!(bred(0, &[]), [3, 5, 7, 9, 11, 13]);
    let long = |lengths: &[usize]| lengths.iter().filter(|&&l| l >= 9).count();
    assert!(long(&bred(1, &[15])) > long(&bred(1, &[])), "{:?} {:?}", bred(1, &[15]), bred(1, &[]));
}
