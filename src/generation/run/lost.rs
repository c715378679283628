//! Tests that a JVM does not survive, or leave one in which nothing can be relied on. Of a batch of the search, whose worker was lost, they
//! are told from the others, which did nothing; of the tests that are kept, they are left out.

use super::{Batch, Generation, Group, Phase};
use crate::generation::cluster::MemberId;
use crate::generation::fatal::FatalTests;
use crate::generation::statement::TestCase;
use crate::generation::wire::{Answer, Company, End, read_answers};
use crate::{Error, ErrorKind, Result};
use std::collections::BTreeSet;

/// What a member counts for which is in a test that no JVM survives, and in no other of its batch: so many calls that did not come back.
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

    /// What is known of a batch whose worker was lost. Members that only fatal tests call are called less from now on.
    pub(super) fn answers_of_lost(&mut self, batch: &[TestCase]) -> Vec<Answer> {
        let Some(Lost { fatal, answers }) = self.lost.take() else { return not_run(batch.len()) };
        let members = |test: &TestCase| test.steps.iter().filter_map(|step| step.statement.member()).collect::<BTreeSet<MemberId>>();
        let survived: BTreeSet<MemberId> =
            batch.iter().zip(&answers).filter(|(_, answer)| answer.end != End::NotRun).flat_map(|(test, _)| members(test)).collect();
        for &place in fatal.found() {
            for member in members(&batch[place]).difference(&survived) {
                *self.endless.entry(*member).or_default() += SUSPICION;
            }
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
    /// # Errors
    /// `InvalidState`: nothing was proposed.
    pub fn learn_fatal(&mut self, ordered: Option<&[u8]>, reversed: Option<&[u8]>) -> Result<()> {
        let none = || Error::new(ErrorKind::InvalidState, "no tests were proposed to find out which no JVM survives");
        let group = self.fatal.as_ref().and_then(FatalTests::next).ok_or_else(none)?;
        let places: Vec<usize> = group.clone().collect();
        let backwards: Vec<usize> = group.rev().collect();
        let assertions = self.group(Group::Kept)?;
        let survived = [(ordered, places), (reversed, backwards)]
            .into_iter()
            .all(|(answer, places)| answer.is_some_and(|bytes| assertions.can_read(&places, bytes)));
        self.fatal.as_mut().ok_or_else(none)?.learn(survived);
        Ok(())
    }

    /// Leaves out those that no JVM survives alone. The others are to be observed anew.
    ///
    /// # Returns
    /// How many these were.
    pub fn leave_out_fatal(&mut self) -> usize {
        let found = self.fatal.take().map_or_else(BTreeSet::new, |fatal| fatal.found().clone());
        if let Phase::Minimise(minimiser) = &mut self.phase {
            minimiser.leave_out(&found);
        }
        found.len()
    }
}

fn none_on_its_way() -> Error {
    Error::new(ErrorKind::InvalidState, "no batch is on its way whose worker was lost")
}
