//! Which alternative is tried next.

use super::Candidate;
use std::collections::VecDeque;

/// Orders the alternatives that may be tried. It is told of each once.
pub trait Policy: Send + std::fmt::Debug {
    fn offer(&mut self, candidate: Candidate);

    /// The next to try; `None`: there is none.
    fn next(&mut self) -> Option<Candidate>;
}

/// In the order in which they came, those that lead to a goal which no test covers before the others.
#[derive(Debug, Default)]
pub struct Queue {
    to_goals: VecDeque<Candidate>,
    others: VecDeque<Candidate>,
}

/// Of those that lead to no open goal, so many wait; others are forgotten.
const MOST_OTHERS: usize = 2_000;

impl Policy for Queue {
    fn offer(&mut self, candidate: Candidate) {
        if candidate.goal.is_some() {
            self.to_goals.push_back(candidate);
        } else if self.others.len() < MOST_OTHERS {
            self.others.push_back(candidate);
        }
    }

    fn next(&mut self) -> Option<Candidate> {
        self.to_goals.pop_front().or_else(|| self.others.pop_front())
    }
}
