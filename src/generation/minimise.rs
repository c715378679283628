//! Minimises the tests of an archive: fewer tests for the same goals, then fewer statements for the goals of each (Fraser and Arcuri, TSE
//! 2013, section 4.4), then literals that are simpler to read. A change stays if the test with it, run again, covers as much, and does not
//! throw where the one before did not.

use super::algorithms::{Algorithm, Context};
use super::archive::{Archive, Evaluated};
use super::goals::GoalId;
use super::simpler::simpler;
use super::statement::TestCase;
use super::wire::End;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A test that is being made smaller.
#[derive(Debug)]
struct Shrinking {
    best: Arc<Evaluated>,
    /// What it must cover.
    goals: Vec<GoalId>,
    step: Step,
}

/// What is to be tried next with a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// To leave this statement out; those behind it must stay.
    LeaveOut(usize),
    /// To write a simpler form of the literal that is this statement; forms before the second number were tried.
    Simplify(usize, usize),
    Done,
}

impl Shrinking {
    /// The test that is to be tried next.
    fn next(&mut self) -> Option<TestCase> {
        loop {
            match self.step {
                Step::LeaveOut(at) => {
                    let smaller = without(&self.best.test, at);
                    if !smaller.is_empty() {
                        return Some(smaller);
                    }
                    self.step = Step::before(at);
                }
                Step::Simplify(at, form) => match self.best.test.steps.get(at).map(|s| simpler(&s.statement)) {
                    None => self.step = Step::Done,
                    Some(forms) => match forms.into_iter().nth(form) {
                        None => self.step = Step::Simplify(at + 1, 0),
                        Some(form) => {
                            let mut simpler = self.best.test.clone();
                            simpler.steps[at].statement = form;
                            return Some(simpler);
                        }
                    },
                },
                Step::Done => return None,
            }
        }
    }

    /// The test that was tried, run.
    fn learn(&mut self, tried: Arc<Evaluated>) {
        let worse = self.best.end == End::Passed && tried.end != End::Passed;
        let good = !worse && tried.is_sound() && self.goals.iter().all(|&g| tried.reach.covers(g));
        self.step = match self.step {
            Step::LeaveOut(at) => {
                if good && tried.test.len() < self.best.test.len() {
                    self.best = tried;
                }
                Step::before(at.min(self.best.test.len()))
            }
            Step::Simplify(at, _) if good => {
                self.best = tried;
                Step::Simplify(at, 0)
            }
            Step::Simplify(at, form) => Step::Simplify(at, form + 1),
            Step::Done => Step::Done,
        };
    }
}

impl Step {
    /// After a statement was tried.
    fn before(at: usize) -> Self {
        at.checked_sub(1).map_or(Self::Simplify(0, 0), Self::LeaveOut)
    }
}

fn without(test: &TestCase, at: usize) -> TestCase {
    let mut smaller = test.clone();
    smaller.remove_with_users((0..test.len()).map(|i| i == at).collect());
    smaller.remove_unused();
    smaller
}

#[derive(Debug)]
pub struct Minimiser {
    tests: Vec<Shrinking>,
    /// Places of the tests of which a smaller form is being tried.
    tried: Vec<usize>,
}

/// A test that is kept, and the goals that it is kept for.
#[derive(Clone, Debug)]
pub struct Kept {
    pub test: Arc<Evaluated>,
    pub goals: Vec<GoalId>,
}

impl Minimiser {
    /// Chooses tests greedily: always the one that covers the most goals that no chosen one covers; of several the shortest.
    pub fn new(archive: &Archive, goals: usize) -> Self {
        let candidates = archive.tests();
        let mut open: Vec<bool> = (0..goals as GoalId).map(|g| archive.is_kept(g)).collect();
        let mut tests = Vec::new();
        loop {
            let gain = |e: &Arc<Evaluated>| e.reach.covered().filter(|&g| open[g as usize]).count();
            let ranked = candidates.iter().enumerate().map(|(i, e)| (gain(e), std::cmp::Reverse(e.test.len()), std::cmp::Reverse(i)));
            let Some((1.., _, std::cmp::Reverse(best))) = ranked.max() else { break };
            let best = candidates[best].clone();
            let goals: Vec<GoalId> = best.reach.covered().filter(|&g| open[g as usize]).collect();
            goals.iter().for_each(|&g| open[g as usize] = false);
            let step = Step::before(best.test.len());
            tests.push(Shrinking { best, goals, step });
        }
        Self { tests, tried: Vec::new() }
    }

    /// Leaves tests out, by their places; what they alone cover is covered no more.
    pub fn leave_out(&mut self, places: &BTreeSet<usize>) {
        let mut place = 0..;
        self.tests.retain(|_| place.next().is_none_or(|p| !places.contains(&p)));
        self.tried.clear();
    }

    /// The tests, in the order in which they were chosen.
    pub fn kept(&self) -> Vec<Kept> {
        self.tests.iter().map(|t| Kept { test: t.best.clone(), goals: t.goals.clone() }).collect()
    }
}

impl Algorithm for Minimiser {
    fn propose(&mut self, _: &Context) -> Vec<TestCase> {
        if !self.tried.is_empty() {
            return Vec::new();
        }
        let mut tests = Vec::new();
        for (place, shrinking) in self.tests.iter_mut().enumerate() {
            if let Some(next) = shrinking.next() {
                tests.push(next);
                self.tried.push(place);
            }
        }
        tests
    }

    fn learn(&mut self, _: &Context, batch: Vec<Arc<Evaluated>>) {
        for (place, tried) in std::mem::take(&mut self.tried).into_iter().zip(batch) {
            self.tests[place].learn(tried);
        }
    }
}
