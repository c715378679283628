//! Which tests no JVM survives, or leave one in which nothing can be relied on: by native code or by `sun.misc.Unsafe` they write where
//! something else is. A group of tests runs in a JVM of its own; of one that does not survive, the halves do (group testing by halving:
//! Dorfman 1943; Hwang 1972). So a few of many tests take a few JVMs.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Range;

/// The search for them, among tests that no JVM has survived together.
#[derive(Debug)]
pub struct FatalTests {
    /// Still to be run; the first is the one that is asked for.
    groups: VecDeque<Range<usize>>,
    found: BTreeSet<usize>,
}

impl FatalTests {
    /// `tests`: how many there are.
    pub fn new(tests: usize) -> Self {
        let mut new = Self { groups: VecDeque::new(), found: BTreeSet::new() };
        new.halve(0..tests);
        new
    }

    /// Places of the tests that are to be run next; `None`: all is known.
    pub fn next(&self) -> Option<Range<usize>> {
        self.groups.front().cloned()
    }

    /// Whether a JVM has survived the group that is asked for.
    pub fn learn(&mut self, survived: bool) {
        match self.groups.pop_front() {
            Some(group) if !survived && group.len() == 1 => {
                self.found.insert(group.start);
            }
            Some(group) if !survived => self.halve(group),
            _ => {}
        }
    }

    /// Places of those that no JVM has survived alone. Empty where it takes several of them.
    pub fn found(&self) -> &BTreeSet<usize> {
        &self.found
    }

    /// Those, and the tests of groups that were not run: some of them may be fatal.
    pub fn found_or_unknown(&self) -> BTreeSet<usize> {
        self.found.iter().copied().chain(self.groups.iter().cloned().flatten()).collect()
    }

    fn halve(&mut self, group: Range<usize>) {
        let middle = group.start + group.len() / 2;
        self.groups.extend([group.start..middle, middle..group.end].into_iter().filter(|half| !half.is_empty()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What is found, and how many groups were run.
    fn search(tests: usize, survives: impl Fn(Range<usize>) -> bool) -> (Vec<usize>, usize) {
        let mut fatal = FatalTests::new(tests);
        let mut groups = 0;
        while let Some(group) = fatal.next() {
            fatal.learn(survives(group));
            groups += 1;
        }
        (fatal.found().iter().copied().collect(), groups)
    }

    proptest! {
        #[test]
        fn all_are_found_and_no_other(tests in 0usize..80, fatal in prop::collection::btree_set(0usize..80, 0..6)) {
            let (found, _) = search(tests, |group| !fatal.iter().any(|f| group.contains(f)));
            prop_assert_eq!(found, fatal.into_iter().filter(|&f| f < tests).collect::<Vec<_>>());
        }
    }

    #[test]
    fn one_of_many_takes_a_few_jvms() {
        assert_eq!(search(64, |group| !group.contains(&17)), (vec![17], 12));
        assert_eq!(search(1, |_| false), (vec![0], 1));
    }

    /// Where the search ends early, a group that was not run counts as fatal: it is a part of one that no JVM has survived.
    #[test]
    fn what_was_not_run_counts_as_fatal() {
        let mut fatal = FatalTests::new(8);
        for survived in [false, true, true] {
            fatal.learn(survived);
        }
        assert_eq!(fatal.next(), Some(2..4));
        assert!(fatal.found().is_empty());
        assert_eq!(fatal.found_or_unknown(), BTreeSet::from([2, 3]));
    }

    /// Two that only together harm are not found: each half is survived.
    #[test]
    fn what_takes_two_is_not_found() {
        let (found, groups) = search(8, |group| !(group.contains(&0) && group.contains(&7)));
        assert_eq!((found, groups), (vec![], 2));
    }
}
