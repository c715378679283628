//! The best test for each goal that any test covered, and some of the others that reach its line.

use super::goals::{GoalId, GoalKind, Goals, Reach};
use super::statement::TestCase;
use super::wire::{Answer, End};
use crate::compute::rng::Source;
use rand::RngExt;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Tests that are remembered of each line.
const OF_A_LINE: usize = 8;
/// Tests that may be offered after a branch was first covered, before one that throws is taken for the best there is.
const PATIENCE: u64 = 5_000;

/// Errors of a JVM that has come to its bounds.
const OF_THE_MACHINE: [&str; 4] =
    ["java.lang.OutOfMemoryError", "java.lang.StackOverflowError", "java.lang.InternalError", "java.lang.UnknownError"];

/// Whether a test that is kept may end so: not by what depends on the memory of a machine, and not before its time.
pub fn is_sound(end: &End) -> bool {
    match end {
        End::Passed => true,
        End::Threw { exception, .. } => !OF_THE_MACHINE.contains(&exception.as_str()),
        _ => false,
    }
}

/// A test that was run.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// Without the statements behind the one that threw.
    pub test: TestCase,
    pub end: End,
    pub reach: Reach,
}

impl Evaluated {
    pub fn new(mut test: TestCase, answer: Answer) -> Self {
        if let Some(last) = answer.end.last() {
            test.steps.truncate(last as usize + 1);
        }
        Self { test, end: answer.end, reach: answer.reach }
    }

    /// The last statement that may change what the test does.
    pub fn last(&self) -> usize {
        self.test.len().saturating_sub(1)
    }

    /// Whether it ended as tests that are kept may end.
    pub fn is_sound(&self) -> bool {
        is_sound(&self.end)
    }

    /// What makes it worse than another that covers the same: an exception, then length.
    fn weight(&self) -> (bool, usize) {
        (self.end != End::Passed, self.test.len())
    }
}

/// A sample of the passing tests that cover a goal, each as likely as any other (Vitter, TOMS 1985, algorithm R).
#[derive(Clone, Debug, Default)]
struct Sample {
    seen: u64,
    tests: Vec<Arc<Evaluated>>,
}

impl Sample {
    fn offer(&mut self, goal: GoalId, test: &Arc<Evaluated>) {
        self.seen += 1;
        if self.tests.len() < OF_A_LINE {
            if !self.tests.iter().any(|t| t.test == test.test) {
                self.tests.push(test.clone());
            }
            return;
        }
        let place = Source::new(u64::from(goal)).stream([self.seen]).random_range(0..self.seen) as usize;
        if place < OF_A_LINE && !self.tests.iter().any(|t| t.test == test.test) {
            self.tests[place] = test.clone();
        }
    }
}

#[derive(Debug)]
pub struct Archive {
    /// By goal.
    best: Vec<Option<Arc<Evaluated>>>,
    /// By goal; those of lines and methods have some. Where infections are sought, these and branches, too: a test that takes a branch is
    /// one that notices if its condition is gone.
    samples: Vec<Option<Sample>>,
    /// By goal, how many tests had been offered when it was first covered.
    since: Vec<u64>,
    /// By goal, whether a test that does not throw is better.
    improved: Vec<bool>,
    /// By goal.
    wanted: Vec<bool>,
    /// Goals that are sought, each with those of which one leads to its place.
    infections: Vec<(GoalId, Vec<GoalId>)>,
    /// By goal.
    is_infection: Vec<bool>,
    offered: u64,
    covered: usize,
}

impl Archive {
    pub fn new(goals: &Goals) -> Self {
        let infection = |kind| kind == GoalKind::Infection;
        let with_infections = goals.goals.iter().any(|g| infection(g.kind));
        let sampled = |kind| matches!(kind, GoalKind::Line | GoalKind::Entry) || with_infections && kind != GoalKind::Handler;
        let samples = goals.goals.iter().map(|g| sampled(g.kind).then(Sample::default)).collect();
        let improved = |kind| matches!(kind, GoalKind::Branch | GoalKind::Entry);
        let improved = goals.goals.iter().map(|g| g.wanted && improved(g.kind)).collect();
        let wanted = goals.goals.iter().map(|g| g.wanted).collect();
        let sought = (0..).zip(&goals.goals).filter(|(_, g)| g.sought);
        Self {
            best: vec![None; goals.count()],
            samples,
            since: vec![0; goals.count()],
            improved,
            wanted,
            infections: sought.map(|(id, g)| (id, g.parents.clone())).collect(),
            is_infection: goals.goals.iter().map(|g| infection(g.kind)).collect(),
            offered: 0,
            covered: 0,
        }
    }

    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.best[goal as usize].is_some()
    }

    /// Whether a goal is covered, but only by a test that throws, and one that does not may still be found: of such a test more can be
    /// asserted, and tools that look whether code was left at the end of its line, as JaCoCo does, see the branch.
    pub fn is_improvable(&self, goal: GoalId) -> bool {
        let thrown = self.best[goal as usize].as_ref().is_some_and(|best| best.end != End::Passed);
        thrown && self.improved[goal as usize] && self.offered - self.since[goal as usize] < PATIENCE
    }

    /// The infections to aim at: a test came to the place, none has infected, and it is no longer ago than so many tests. Many mutants are
    /// equivalent, and no test infects.
    pub fn infections(&self, patience: u64) -> impl Iterator<Item = GoalId> {
        let reached = |parents: &[GoalId]| parents.iter().filter(|&&p| self.is_covered(p)).map(|&p| self.since[p as usize]).min();
        let is_turn = move |parents: &[GoalId]| reached(parents).is_some_and(|since| self.offered - since < patience);
        self.infections.iter().filter(move |(goal, parents)| !self.is_covered(*goal) && is_turn(parents)).map(|of| of.0)
    }

    /// Whether tests are kept for a goal: it is wanted, and covered.
    pub fn is_kept(&self, goal: GoalId) -> bool {
        self.wanted[goal as usize] && self.is_covered(goal)
    }

    /// How many of the wanted goals are covered.
    pub fn covered(&self) -> usize {
        self.covered
    }

    pub fn test(&self, goal: GoalId) -> Option<&Arc<Evaluated>> {
        self.best[goal as usize].as_ref()
    }

    /// Some passing tests that reach a line or enter a method; where infections are sought, that take a branch or infect.
    pub fn sample(&self, goal: GoalId) -> &[Arc<Evaluated>] {
        self.samples[goal as usize].as_ref().map_or(&[], |s| &s.tests)
    }

    /// The best tests, each once, by the first goal that each is the best for. What only infects is none: it leads to nothing new.
    pub fn tests(&self) -> Vec<Arc<Evaluated>> {
        let mut seen = FxHashSet::default();
        let led = self.best.iter().zip(&self.is_infection).filter_map(|(best, infection)| best.as_ref().filter(|_| !infection));
        led.filter(|test| seen.insert(Arc::as_ptr(test))).cloned().collect()
    }

    /// Keeps a test for the goals that it is the first or the best to cover, wanted or not; whether it was the first for any that is no
    /// infection.
    pub fn offer(&mut self, test: &Arc<Evaluated>) -> bool {
        if !test.is_sound() {
            return false;
        }
        let mut first = false;
        self.offered += 1;
        for goal in test.reach.covered() {
            if let Some(sample) = self.samples[goal as usize].as_mut().filter(|_| test.end == End::Passed) {
                sample.offer(goal, test);
            }
            let place = &mut self.best[goal as usize];
            if place.is_none() {
                self.covered += usize::from(self.wanted[goal as usize]);
                self.since[goal as usize] = self.offered;
                first |= !self.is_infection[goal as usize];
            }
            if place.as_ref().is_none_or(|best| test.weight() < best.weight()) {
                *place = Some(test.clone());
            }
        }
        first
    }
}
