//! The best test for each goal that any test covered.

use super::goals::{GoalId, Goals, Reach};
use super::statement::TestCase;
use super::wire::{Answer, End};
use std::sync::Arc;

/// Errors of a JVM that has come to its bounds.
const OF_THE_MACHINE: [&str; 4] =
    ["java.lang.OutOfMemoryError", "java.lang.StackOverflowError", "java.lang.InternalError", "java.lang.UnknownError"];

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

    /// Whether it ended as tests that are kept may end: not by what depends on the memory of a machine.
    pub fn is_sound(&self) -> bool {
        match &self.end {
            End::Passed => true,
            End::Threw { exception, .. } => !OF_THE_MACHINE.contains(&exception.as_str()),
            _ => false,
        }
    }

    /// What makes it worse than another that covers the same: an exception, then length.
    fn weight(&self) -> (bool, usize) {
        (self.end != End::Passed, self.test.len())
    }
}

#[derive(Debug)]
pub struct Archive {
    /// By goal.
    best: Vec<Option<Arc<Evaluated>>>,
    covered: usize,
}

impl Archive {
    pub fn new(goals: &Goals) -> Self {
        Self { best: vec![None; goals.count()], covered: 0 }
    }

    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.best[goal as usize].is_some()
    }

    /// How many goals are covered.
    pub fn covered(&self) -> usize {
        self.covered
    }

    pub fn test(&self, goal: GoalId) -> Option<&Arc<Evaluated>> {
        self.best[goal as usize].as_ref()
    }

    /// The tests that are kept, each once, by the first goal that each is kept for.
    pub fn tests(&self) -> Vec<Arc<Evaluated>> {
        let mut tests: Vec<Arc<Evaluated>> = Vec::new();
        for test in self.best.iter().flatten() {
            if !tests.iter().any(|t| Arc::ptr_eq(t, test)) {
                tests.push(test.clone());
            }
        }
        tests
    }

    /// Keeps a test for the goals that it is the first or the best to cover; whether it was the first for any.
    pub fn offer(&mut self, test: &Arc<Evaluated>) -> bool {
        if !test.is_sound() {
            return false;
        }
        let mut first = false;
        for goal in test.reach.covered() {
            let place = &mut self.best[goal as usize];
            if place.is_none() {
                self.covered += 1;
                first = true;
            }
            if place.as_ref().is_none_or(|best| test.weight() < best.weight()) {
                *place = Some(test.clone());
            }
        }
        first
    }
}
