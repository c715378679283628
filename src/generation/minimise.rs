//! Minimises the tests of an archive: fewer tests for the same goals, then fewer statements for the goals of each (Fraser and Arcuri, TSE
//! 2013, section 4.4). A statement is gone if the test without it, run again, covers as much.

use super::algorithms::{Algorithm, Context};
use super::archive::{Archive, Evaluated};
use super::goals::GoalId;
use super::statement::TestCase;
use std::sync::Arc;

/// A test that is being made smaller.
#[derive(Debug)]
struct Shrinking {
    best: Arc<Evaluated>,
    /// What it must cover.
    goals: Vec<GoalId>,
    /// The statement to leave out next; those behind it must stay. `None`: it is as small as it gets.
    next: Option<usize>,
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
            let next = best.test.len().checked_sub(1);
            tests.push(Shrinking { best, goals, next });
        }
        Self { tests, tried: Vec::new() }
    }

    /// The tests, in the order in which they were chosen.
    pub fn kept(&self) -> Vec<Kept> {
        self.tests.iter().map(|t| Kept { test: t.best.clone(), goals: t.goals.clone() }).collect()
    }

    fn without(test: &TestCase, at: usize) -> TestCase {
        let mut smaller = test.clone();
        smaller.remove_with_users((0..test.len()).map(|i| i == at).collect());
        smaller.remove_unused();
        smaller
    }
}

impl Algorithm for Minimiser {
    fn propose(&mut self, _: &Context) -> Vec<TestCase> {
        if !self.tried.is_empty() {
            return Vec::new();
        }
        let mut tests = Vec::new();
        for (place, shrinking) in self.tests.iter_mut().enumerate() {
            while let Some(at) = shrinking.next {
                let smaller = Self::without(&shrinking.best.test, at);
                if smaller.is_empty() {
                    shrinking.next = at.checked_sub(1);
                    continue;
                }
                tests.push(smaller);
                self.tried.push(place);
                break;
            }
        }
        tests
    }

    fn learn(&mut self, _: &Context, batch: Vec<Arc<Evaluated>>) {
        for (place, tried) in std::mem::take(&mut self.tried).into_iter().zip(batch) {
            let shrinking = &mut self.tests[place];
            let at = shrinking.next.unwrap_or(0);
            let good = tried.is_sound() && shrinking.goals.iter().all(|&g| tried.reach.covers(g));
            if good && tried.test.len() < shrinking.best.test.len() {
                shrinking.best = tried;
            }
            shrinking.next = at.min(shrinking.best.test.len()).checked_sub(1);
        }
    }
}
