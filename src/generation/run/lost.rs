//! Tests that a JVM does not survive, or leave one in which nothing can be relied on. Of a batch of the search, whose worker was lost, they
//! are told from the others, which did nothing; of the tests that are kept, they are left out.

use super::{Batch, Generation, Group, Phase};
use crate::generation::cluster::MemberId;
use crate::generation::fatal::FatalTests;
use crate::generation::statement::TestCase;
use crate::generation::wire::{Answer, Company, End, read_answers};
use crate::{Error, ErrorKind, Result};
use std::collections::{BTreeMap, BTreeSet};

/// What a suspect member counts for that is in fatal tests only: so many calls that did not come back.
const SUSPICION: u32 = 3;

/// A batch of the search whose worker was lost, while its tests run again in groups.
#[derive(Debug)]
pub(super) struct Lost {
    fatal: FatalTests,
    /// Of all its tests; those in no group that a JVM has survived count as not run.
    answers: Vec<Answer>,
}

fn not_run(tests: usize) -> Vec<Answer> {
    vec![Answer::new(End::NotRun, Default::default()); tests]
}

impl Generation {
    /// Some tests of the oldest batch on its way, whose worker was lost, to be run again; none: all is known.
    ///
    /// # Errors
    /// `InvalidState`: no batch is on its way.
    pub fn propose_again(&mut self) -> Result<Batch> {
        let oldest = self.in_flight.front().ok_or_else(none_on_its_way)?;
        let count = oldest.tests.len();
        let lost = self.lost.get_or_insert_with(|| Lost { fatal: FatalTests::new(count), answers: not_run(count) });
        let group = lost.fatal.next().unwrap_or(0..0);
        let tests = &oldest.tests[group];
        let bytes = self.shared.batch(&self.cluster, tests, self.settings.ticks, self.settings.looks_beside());
        Ok(Batch { tests: tests.len(), shared: self.shared.news(&self.cluster), bytes })
    }

    /// How those ended; no answer, or one that cannot be read: their worker was lost, too.
    ///
    /// # Returns
    /// Whether a JVM has survived them.
    ///
    /// # Errors
    /// `InvalidState`: nothing is to be run again.
    pub fn learn_again(&mut self, answer: Option<&[u8]>) -> Result<bool> {
        let lost = self.lost.as_mut().ok_or_else(none_on_its_way)?;
        let group = lost.fatal.next().ok_or_else(none_on_its_way)?;
        let read = |bytes| read_answers(bytes, group.len(), self.goals.count(), self.settings.looks_beside()).ok();
        let answers = answer.and_then(read);
        lost.fatal.learn(answers.is_some());
        let survived = answers.is_some();
        for (place, answer) in group.zip(answers.into_iter().flatten()) {
            lost.answers[place] = answer;
        }
        Ok(survived)
    }

    /// What is known of a batch whose worker was lost. The member that most likely made a test fatal is called less from now on.
    pub(super) fn answers_of_lost(&mut self, batch: &[TestCase]) -> Vec<Answer> {
        let Some(Lost { fatal, answers }) = self.lost.take() else { return not_run(batch.len()) };
        for (member, survived) in suspects(batch, fatal.found()) {
            *self.endless.entry(member).or_default() += if survived { 1 } else { SUSPICION };
        }
        answers
    }

    /// Some of the kept tests, in both orders: no JVM survives all of them, and this finds out which it does not survive. None: all is
    /// known.
    ///
    /// # Errors
    /// `InvalidState`: they were not observed.
    pub fn propose_fatal(&mut self) -> Result<[Batch; 2]> {
        let tests = self.group(Group::Kept)?.tests().to_vec();
        let group = self.fatal.get_or_insert_with(|| FatalTests::new(tests.len())).next().unwrap_or(0..0);
        let ordered: Vec<_> = tests[group.clone()].iter().collect();
        let reversed: Vec<_> = tests[group].iter().rev().collect();
        Ok([self.batch(&ordered, Company::Alone), self.batch(&reversed, Company::Alone)])
    }

    /// What workers showed of them, in both orders; no answer, and one that cannot be read: the JVM did not survive.
    ///
    /// # Returns
    /// Whether JVMs have survived them.
    ///
    /// # Errors
    /// `InvalidState`: nothing was proposed.
    pub fn learn_fatal(&mut self, ordered: Option<&[u8]>, reversed: Option<&[u8]>) -> Result<bool> {
        let none = || Error::new(ErrorKind::InvalidState, "no tests were proposed to find out which no JVM survives");
        let group = self.fatal.as_ref().and_then(FatalTests::next).ok_or_else(none)?;
        let places: Vec<usize> = group.clone().collect();
        let backwards: Vec<usize> = group.rev().collect();
        let assertions = self.group(Group::Kept)?;
        let survived = [(ordered, places), (reversed, backwards)]
            .into_iter()
            .all(|(answer, places)| answer.is_some_and(|bytes| assertions.can_read(&places, bytes)));
        self.fatal.as_mut().ok_or_else(none)?.learn(survived);
        Ok(survived)
    }

    /// Leaves out those that no JVM survives alone, and those of which it is not known yet. The others are to be observed anew.
    ///
    /// # Returns
    /// How many these were.
    pub fn leave_out_fatal(&mut self) -> usize {
        let found = self.fatal.take().map_or_else(BTreeSet::new, |fatal| fatal.found_or_unknown());
        if let Phase::Minimise(minimiser) = &mut self.phase {
            minimiser.leave_out(&found);
        }
        found.len()
    }
}

/// Of each fatal test the member of whose tests the largest share is fatal; of several the last one that is called.
///
/// # Returns
/// The member, and whether it is in a test that is not fatal, too.
fn suspects(batch: &[TestCase], fatal: &BTreeSet<usize>) -> Vec<(MemberId, bool)> {
    let members = |test: &TestCase| test.steps.iter().filter_map(|step| step.statement.member()).collect::<Vec<MemberId>>();
    let mut tests: BTreeMap<MemberId, (usize, usize)> = BTreeMap::new();
    for (place, test) in batch.iter().enumerate() {
        for member in members(test).into_iter().collect::<BTreeSet<_>>() {
            let (deadly, all) = tests.entry(member).or_default();
            *deadly += usize::from(fatal.contains(&place));
            *all += 1;
        }
    }
    // Shares, compared without dividing.
    let larger = |a: &MemberId, b: &MemberId| (tests[a].0 * tests[b].1).cmp(&(tests[b].0 * tests[a].1));
    let suspect = |&place: &usize| members(&batch[place]).into_iter().max_by(larger);
    fatal.iter().filter_map(suspect).map(|member| (member, tests[&member].0 < tests[&member].1)).collect()
}

fn none_on_its_way() -> Error {
    Error::new(ErrorKind::InvalidState, "no batch is on its way whose worker was lost")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::statement::Statement;
    use crate::generation::types::{Primitive, Type};

    fn test(members: &[MemberId]) -> TestCase {
        let mut test = TestCase::default();
        for &member in members {
            test.push(Statement::Invoke { member, receiver: None, arguments: Vec::new() }, Type::Primitive(Primitive::Int));
        }
        test
    }

    /// All tests begin with the constructor, 0; some calls of 1 are fatal, and all of 3.
    #[test]
    fn the_member_is_suspected_that_fatal_tests_call_most() {
        let batch: Vec<TestCase> = [&[0, 1, 2][..], &[0, 2], &[0, 1], &[0, 2, 1], &[0, 3, 2], &[0]].map(test).into();
        assert_eq!(suspects(&batch, &BTreeSet::from([0, 3])), [(1, true), (1, true)]);
        assert_eq!(suspects(&batch, &BTreeSet::from([4])), [(3, false)]);
        assert_eq!(suspects(&batch, &BTreeSet::new()), []);
        // Where all are fatal, the last call is as likely as any.
        assert_eq!(suspects(&batch[..1], &BTreeSet::from([0])), [(2, false)]);
    }
}
