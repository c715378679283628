//! After the search: what its tests show is observed and asserted, and variants of them are bred that may kill mutants.

use super::{Batch, Generation, Group};
use crate::generation::algorithms::Context;
use crate::generation::assertions::Assertions;
use crate::generation::assertions::dependence::{self, Dependences};
use crate::generation::assertions::differences::Difference;
use crate::generation::assertions::observation::Observed;
use crate::generation::cluster::{Cluster, MemberId};
use crate::generation::goals::GoalId;
use crate::generation::minimise::Kept;
use crate::generation::variants::{Mutants, RoundSize, Variants};
use crate::generation::wire::{Company, End};
use crate::{Error, ErrorKind, Result};
use std::collections::BTreeSet;

impl Generation {
    /// The tests that are kept are to be observed: as a batch, and as one in reversed order. It is no batch of the search.
    pub fn observe(&mut self, inspectors: &BTreeSet<MemberId>) -> [Batch; 2] {
        let tests = self.tests().iter().map(|k| (k.test.test.clone(), k.test.end == End::Passed)).collect();
        self.inspectors = inspectors.clone();
        self.assertions = Some(Assertions::new(&self.cluster, tests, inspectors));
        self.dependences = None;
        self.both_orders(Group::Kept)
    }

    /// The tests of a group as a batch, and as one in reversed order; empty ones if there is no such group by now.
    pub fn both_orders(&mut self, group: Group) -> [Batch; 2] {
        let Ok(assertions) = self.group(group) else { return [self.batch(&[], Company::Alone), self.batch(&[], Company::Alone)] };
        let tests = assertions.tests().to_vec();
        let ordered: Vec<_> = tests.iter().collect();
        let reversed: Vec<_> = tests.iter().rev().collect();
        [self.batch(&ordered, Company::Alone), self.batch(&reversed, Company::Alone)]
    }

    pub(super) fn batch(&mut self, tests: &[&Observed], company: Company) -> Batch {
        let bytes = self.shared.observing(&self.cluster, tests, self.settings.ticks, company);
        Batch { tests: tests.len(), shared: self.shared.news(&self.cluster), bytes }
    }

    /// Those tests of a group that run next on a mutant, by their places, and a batch of these; none: all have run that may reach it, or
    /// enough of them kill it. Of variants, those that were bred for the mutant; of the kept tests, those that cover one of some goals.
    ///
    /// # Errors
    /// `InvalidState`: there is no such group by now.
    pub fn reaching(&mut self, group: Group, mutant: u32, goals: &[GoalId]) -> Result<(Vec<usize>, Batch)> {
        let places: Vec<usize> = match (group, &self.variants) {
            (Group::Variants, Some(variants)) => variants.of(mutant).to_vec(),
            _ => {
                // A variant that was adopted reached what its parent did: nobody has measured it.
                let reaches = |k: &Kept| k.goals.is_empty() || goals.is_empty() || goals.iter().any(|&g| k.test.reach.covers(g));
                self.tests().iter().enumerate().filter(|(_, k)| reaches(k)).map(|(place, _)| place).collect()
            }
        };
        let method = goals.first().and_then(|&g| self.goals.methods[self.goals.goals[g as usize].method as usize].member);
        let assertions = match (group, &self.variants, &self.assertions) {
            (Group::Variants, Some(variants), _) => &variants.assertions,
            (_, _, Some(kept)) => kept,
            _ => return Err(Error::new(ErrorKind::InvalidState, "the tests were not observed")),
        };
        let places = assertions.next_on(&self.cluster, mutant, places, method);
        let all = self.group(group)?.tests();
        let chosen: Vec<Observed> = places.iter().map(|&p| all[p].clone()).collect();
        let chosen: Vec<&Observed> = chosen.iter().collect();
        Ok((places, self.batch(&chosen, Company::Alone)))
    }

    /// What was seen of a group.
    ///
    /// # Errors
    /// `InvalidState`: the tests were not observed, or no variants were bred.
    pub fn group(&mut self, group: Group) -> Result<&mut Assertions> {
        let (found, missing) = match group {
            Group::Kept => (self.assertions.as_mut(), "the tests were not observed"),
            Group::Variants => (self.variants.as_mut().map(|v| &mut v.assertions), "there are no variants to try"),
        };
        found.ok_or_else(|| Error::new(ErrorKind::InvalidState, missing))
    }

    /// Breeds variants that may kill mutants, to be observed as the kept tests were; those of the round before are forgotten.
    ///
    /// `times`: how many times as many as in the smallest round.
    pub fn breed(&mut self, mutants: &Mutants, times: usize) -> [Batch; 2] {
        let kept = self.tests();
        let context = Context {
            cluster: &self.cluster,
            goals: &self.goals,
            settings: &self.settings,
            archive: &self.archive,
            endless: &self.endless,
            // No stream of the search is one of these.
            source: self.source.of(self.rounds),
            compared: &self.compared,
            round: self.bred,
            templates: None,
            carved: &self.carved,
            round_trips: &self.round_trips,
            open: &[],
        };
        self.variants =
            Variants::breed(&context, &self.ways, &kept, mutants, &self.inspectors, RoundSize::new(self.settings.variants, times));
        self.bred += 1;
        self.both_orders(Group::Variants)
    }

    /// Whether one of the variants kills a mutant, by what was seen of them until now.
    ///
    /// # Errors
    /// `InvalidState`: no variants were bred.
    pub fn variants_kill(&mut self) -> Result<bool> {
        self.group(Group::Variants)?;
        let killers = self.variants.as_ref().map(|variants| variants.assertions.killers(&self.cluster));
        Ok(killers.is_some_and(|killers| killers.values().any(|of_mutant| !of_mutant.is_empty())))
    }

    /// Keeps those of the variants that kill mutants, as few as kill all that they can kill.
    ///
    /// # Returns
    /// The mutants that they kill.
    ///
    /// # Errors
    /// `InvalidState`: the tests were not observed.
    pub fn adopt(&mut self) -> Result<BTreeSet<u32>> {
        let Some(mut variants) = self.variants.take() else { return Ok(BTreeSet::new()) };
        for (mutant, difference) in variants.assertions.differences(&self.cluster) {
            self.seen_by_variants.entry(mutant).or_insert(difference.in_variant());
        }
        let (best, killed) = variants.best(&self.cluster);
        for variant in best {
            self.adopted.push(variants.evaluated(variant));
            self.group(Group::Kept)?.adopt(&mut variants.assertions, variant);
        }
        Ok(killed)
    }

    /// The first thing that a variant which was tried on a mutant showed otherwise than on the class as it is; `None`: nothing.
    pub fn seen_by_variant(&self, mutant: u32) -> Option<&Difference> {
        self.seen_by_variants.get(&mutant)
    }

    /// The kept tests, in order, to be observed where other threads of the program come first: learnt as those in order are.
    ///
    /// # Errors
    /// `InvalidState`: they were not observed.
    pub fn behind_other_threads(&mut self) -> Result<Batch> {
        let tests = self.group(Group::Kept)?.tests().to_vec();
        let ordered: Vec<_> = tests.iter().collect();
        Ok(self.batch(&ordered, Company::OtherThreads))
    }

    /// The kept tests, some or all and some often, in orders that show which of them depend on others; none: nothing is left to be asked.
    ///
    /// # Errors
    /// `InvalidState`: they were not observed.
    pub fn propose_orders(&mut self) -> Result<Batch> {
        let assertions = self.group(Group::Kept)?;
        let tests = assertions.tests().len();
        let next = self.dependences.get_or_insert_with(|| Dependences::new(tests)).next().cloned();
        let Some(round) = next else { return Ok(self.batch(&[], Company::Alone)) };
        let all = self.group(Group::Kept)?.tests().to_vec();
        let chosen: Vec<&Observed> = round.tests.iter().map(|&test| &all[test]).collect();
        Ok(self.batch(&chosen, Company::Tests(round.together)))
    }

    /// What a worker showed of them; no answer: none survived them, or there is no time for more.
    ///
    /// # Errors
    /// `DamagedAnswer`: it cannot be read. `InvalidState`: nothing was proposed.
    pub fn learn_orders(&mut self, answer: Option<&[u8]>) -> Result<()> {
        let (Some(assertions), Some(dependences)) = (self.assertions.as_mut(), self.dependences.as_mut()) else {
            return Err(Error::new(ErrorKind::InvalidState, "no orders were proposed"));
        };
        let round = dependences.next().ok_or_else(|| Error::new(ErrorKind::InvalidState, "no orders were proposed"))?;
        let runs = answer.map(|bytes| dependence::read(assertions, round, bytes)).transpose()?;
        dependences.learn(assertions, runs);
        Ok(())
    }

    /// What is asserted of the kept tests.
    ///
    /// # Errors
    /// `InvalidState`: they were not observed.
    pub fn assertions(&mut self) -> Result<(&Cluster, &mut Assertions)> {
        let assertions = self.assertions.as_mut();
        let assertions = assertions.ok_or_else(|| Error::new(ErrorKind::InvalidState, "the tests were not observed"))?;
        Ok((&self.cluster, assertions))
    }
}
