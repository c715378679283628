//! Where tests of the class under test come to, by what was recorded of them, and what keeps all of them from a block.

use super::goals::{GoalId, GoalKind, Goals};

/// What keeps all tests from a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// No test covers this goal, though some come to where it is decided: an outcome of a branch, a handler, or the entry of the method,
    /// which no test calls.
    Goal(GoalId),
    /// Every branch on the way is taken: an exception leaves the code before it.
    Exception,
}

impl Goals {
    /// How many blocks a method has; `None`: there is no such method.
    pub fn block_count(&self, method: u32) -> Option<usize> {
        self.blocks.get(method as usize).map(Vec::len)
    }

    /// By block of a method whether a test may have come to it that covers some goals. It has come to no other; an exception in the middle
    /// of a block is the one thing that can have kept it from one of these.
    pub fn may_reach(&self, method: u32, covers: impl Fn(GoalId) -> bool) -> Vec<bool> {
        let blocks = &self.blocks[method as usize];
        let mut reached = vec![false; blocks.len()];
        if blocks.is_empty() || !covers(self.methods[method as usize].entry) {
            return reached;
        }
        let mut open = vec![0];
        while let Some(number) = open.pop() {
            if std::mem::replace(&mut reached[number as usize], true) {
                continue;
            }
            let block = &blocks[number as usize];
            let taken = |&(outcome, _): &(GoalId, &u32)| block.branch.is_none_or(|first| covers(first + outcome));
            open.extend((0..).zip(&block.next).filter(taken).map(|(_, &next)| next));
            open.extend(block.handlers.iter().filter(|&&h| blocks[h as usize].handler.is_none_or(&covers)));
        }
        reached
    }

    /// What keeps all tests from a block that none comes to: upwards by control dependence, the nearest goal that no test covers and that
    /// is decided where some test comes to; of several the first in the code.
    ///
    /// `covers`: whether any test covers a goal.
    pub fn blocker(&self, method: u32, block: u32, covers: impl Fn(GoalId) -> bool) -> Blocker {
        let reached = self.may_reach(method, &covers);
        let mut seen = vec![false; self.goals.len()];
        let mut level = self.blocks[method as usize][block as usize].parents.clone();
        while !level.is_empty() {
            level.sort_unstable();
            level.retain(|&goal| !covers(goal) && !std::mem::replace(&mut seen[goal as usize], true));
            if let Some(&goal) = level.iter().find(|&&goal| self.is_decided(method, goal, &reached)) {
                return Blocker::Goal(goal);
            }
            level = level.iter().flat_map(|&goal| self.goals[goal as usize].parents.clone()).collect();
        }
        Blocker::Exception
    }

    /// Whether a test comes to where it is decided whether a goal is covered.
    fn is_decided(&self, method: u32, goal: GoalId, reached: &[bool]) -> bool {
        let blocks = &self.blocks[method as usize];
        let reaches = |block: usize| reached[block];
        match self.goals[goal as usize].kind {
            GoalKind::Entry => true,
            GoalKind::Branch => {
                let outcome = self.goals[goal as usize].outcome;
                (0..blocks.len()).any(|b| blocks[b].branch == Some(goal - outcome) && reaches(b))
            }
            GoalKind::Handler => {
                let begins = blocks.iter().position(|b| b.handler == Some(goal));
                begins.is_some_and(|begin| (0..blocks.len()).any(|b| blocks[b].handlers.contains(&(begin as u32)) && reaches(b)))
            }
            GoalKind::Line | GoalKind::Infection => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::tests::lock_facts;

    /// Of `turn`: 0 is its entry; 1 and 2 the outcomes of a branch in its first block, 3 and 4 of one in the second, which outcome 0 of the
    /// first leads to; block 2 is where the second leads to.
    fn reached(covered: &[GoalId]) -> (Vec<bool>, Blocker) {
        let goals = Goals::new(&lock_facts()).unwrap();
        let covers = |goal| covered.contains(&goal);
        (goals.may_reach(0, covers), goals.blocker(0, 2, covers))
    }

    #[test]
    fn the_nearest_branch_that_no_test_takes_is_the_blocker() {
        assert_eq!(reached(&[]), (vec![false; 4], Blocker::Goal(0)), "nobody calls it");
        assert_eq!(reached(&[0, 2]), (vec![true, false, false, true], Blocker::Goal(1)), "the nearer branch is not come to");
        assert_eq!(reached(&[0, 1, 4]), (vec![true, true, false, true], Blocker::Goal(3)));
        assert_eq!(reached(&[0, 1, 3]), (vec![true, true, true, true], Blocker::Exception));
    }

    #[test]
    fn what_leaves_by_an_exception_takes_no_branch() {
        let (reached, blocker) = reached(&[0]);
        assert_eq!(reached, [true, false, false, false]);
        assert_eq!(blocker, Blocker::Goal(1));
    }
}
