//! What the kept tests assert: observed values, chosen by the mutants that they kill (Fraser and Zeller, "Mutation-driven generation of
//! unit tests and oracles", TSE 2012).
//!
//! - [`observation`], [`observers`], [`inspectors`], [`elements`]: what is looked at behind the statements of a test.
//! - [`values`]: what a worker says of it.
//! - [`candidates`]: what an assertion can say of a value, and when another value breaks it.
//! - [`choice`]: a small set of candidates that kills what all of them kill.
//! - [`differences`]: what tests saw of mutants that survive.
//! - [`dependence`]: tests that do otherwise after others.
//!
//! Values are those of the class as it is now: the assertions are a regression oracle, and say nothing of what the class should do.

pub mod candidates;
pub mod choice;
pub mod dependence;
pub mod differences;
mod elements;
mod inspectors;
pub mod observation;
pub mod observers;
#[cfg(test)]
mod tests;
pub mod values;

use self::candidates::{Assertion, Expected, Place};
use self::choice::{Candidate, Kills};
use self::dependence::Role;
use self::differences::Difference;
use self::observation::Observed;
use self::values::{Run, Value, read};
use super::archive::is_sound;
use super::cluster::{Cluster, MemberId};
use super::facts::MemberKind;
use super::statement::{Slot, Statement, TestCase};
use super::wire::End;
use crate::{Error, ErrorKind, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Tests that run on a mutant before it is known whether all have to.
const FIRST_ON_A_MUTANT: usize = 8;
/// So many tests that kill a mutant are enough: of one it may turn out that it cannot be written.
const ENOUGH_KILLERS: usize = 2;

/// What runs on the class as it is have in common.
#[derive(Clone, Debug)]
struct Base {
    run: Run,
    /// It ended otherwise in another run.
    unstable: bool,
}

impl Base {
    /// What differs in another run is forgotten.
    fn meet(&mut self, run: &Run) {
        self.unstable |= self.run.end != run.end;
        self.run.values.truncate(run.values.len());
        for (value, other) in self.run.values.iter_mut().zip(&run.values) {
            value.keep_common(other);
        }
    }
}

/// The tests that were kept, what was seen of them, and what is asserted.
#[derive(Debug)]
pub struct Assertions {
    tests: Vec<Observed>,
    /// By test; none before the first run.
    base: Vec<Base>,
    /// By mutant.
    mutants: BTreeMap<u32, OnMutant>,
    /// Tests that are not to be written, as they depend on the order, or do what no test may do.
    left_out: BTreeMap<usize, Role>,
}

/// What tests did on a mutant.
#[derive(Clone, Debug, Default)]
struct OnMutant {
    /// No worker survived it.
    lost: bool,
    /// By test; those that do not reach it were not run.
    runs: BTreeMap<usize, Run>,
}

/// What a written test asserts of what was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Extent {
    All,
    /// Only what is said of the results of its statements: not what is in them, what inspectors show, or a message.
    Results,
    Nothing,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A test ends otherwise, or an assertion fails.
    Killed,
    Survived {
        /// The written tests that ran on it to an end, ascending.
        missed: Vec<usize>,
        /// What they, or tests that are not written, showed otherwise; `None`: nothing.
        difference: Option<Difference>,
    },
}

impl Assertions {
    /// `inspectors` are members without parameters and without side effects, to be read of objects; of each test is said whether it passes,
    /// or else its last statement throws.
    pub fn new(cluster: &Cluster, tests: Vec<(TestCase, bool)>, inspectors: &BTreeSet<MemberId>) -> Self {
        let observed = |(test, passed): (TestCase, bool)| {
            let observations = observers::of(cluster, &test, !passed, inspectors);
            Observed { test, observations }
        };
        Self { tests: tests.into_iter().map(observed).collect(), base: Vec::new(), mutants: BTreeMap::new(), left_out: BTreeMap::new() }
    }

    pub fn tests(&self) -> &[Observed] {
        &self.tests
    }

    fn shapes<'a>(&'a self, tests: impl Iterator<Item = &'a Observed>) -> Vec<(usize, usize)> {
        tests.map(|t| (t.test.len(), t.observations.len())).collect()
    }

    fn read(&self, answer: &[u8], reversed: bool) -> Result<Vec<Run>> {
        let mut shapes = self.shapes(self.tests.iter());
        if reversed {
            shapes.reverse();
        }
        let mut runs = read(answer, &shapes)?;
        if reversed {
            runs.reverse();
        }
        Ok(runs)
    }

    /// Whether an answer to a batch of these tests can be read.
    pub fn can_read(&self, tests: &[usize], answer: &[u8]) -> bool {
        read(answer, &self.shapes(tests.iter().map(|&test| &self.tests[test]))).is_ok()
    }

    /// A run on the class as it is. What differs from runs before is forgotten: it depends on the time, the run of the JVM, or what ran
    /// before.
    ///
    /// # Errors
    /// `DamagedAnswer`: it cannot be read.
    pub fn learn(&mut self, answer: &[u8], reversed: bool) -> Result<()> {
        let runs = self.read(answer, reversed)?;
        if self.base.is_empty() {
            self.base = runs.into_iter().map(|run| Base { unstable: !is_sound(&run.end), run }).collect();
            return Ok(());
        }
        self.base.iter_mut().zip(&runs).for_each(|(base, run)| base.meet(run));
        Ok(())
    }

    /// The same of a run where other threads of the program come first. Only there it is sure whose thread was refused something: elsewhere
    /// it may be that of a test before.
    ///
    /// # Errors
    /// `DamagedAnswer`: it cannot be read.
    pub fn learn_behind_others(&mut self, answer: &[u8]) -> Result<()> {
        self.learn(answer, false)?;
        for (test, run) in self.read(answer, false)?.iter().enumerate() {
            if matches!(run.end, End::Refused { .. }) {
                self.leave_out(test, Role::Refused);
            }
        }
        Ok(())
    }

    /// Whether a run on the class as it is shows nothing but what those before had in common.
    ///
    /// # Errors
    /// `DamagedAnswer`: it cannot be read.
    pub fn is_as_before(&self, answer: &[u8]) -> Result<bool> {
        Ok(self.read(answer, false)?.iter().enumerate().all(|(test, run)| self.agrees(test, run)))
    }

    fn agrees(&self, test: usize, run: &Run) -> bool {
        let base = &self.base[test];
        // What only fields have, no test can tell.
        let same = |(value, other): (&Value, &Value)| matches!(value, Value::State(_)) || value.allows(other);
        base.unstable
            || base.run.end == run.end && base.run.values.len() <= run.values.len() && base.run.values.iter().zip(&run.values).all(same)
    }

    /// A run of some tests on a mutant; no answer: no worker survived it.
    ///
    /// # Returns
    /// Whether it differs from the class as it is in any way.
    ///
    /// # Errors
    /// `DamagedAnswer`: it cannot be read. `InvalidInput`: there is no such test. `InvalidState`: nothing ran on the class as it is.
    pub fn learn_mutant(&mut self, mutant: u32, tests: &[usize], answer: Option<&[u8]>) -> Result<bool> {
        if self.base.len() != self.tests.len() {
            return Err(Error::new(ErrorKind::InvalidState, "a mutant's answer before one of the class as it is"));
        }
        if let Some(test) = tests.iter().find(|&&t| t >= self.tests.len()) {
            return Err(Error::invalid_input(format!("there is no test {test}: there are {}", self.tests.len())));
        }
        let runs = answer.map(|bytes| read(bytes, &self.shapes(tests.iter().map(|&t| &self.tests[t])))).transpose()?;
        let differs = runs.as_ref().is_none_or(|runs| !tests.iter().zip(runs).all(|(&test, run)| self.agrees(test, run)));
        let seen = self.mutants.entry(mutant).or_default();
        match runs {
            Some(runs) => seen.runs.extend(tests.iter().copied().zip(runs)),
            None => seen.lost = true,
        }
        Ok(differs)
    }

    /// Of the tests that may reach a mutant, those that run on it next: a few first, those before others that are about a method; then
    /// the rest, unless enough of the first kill it. None: no more are needed, or there are none. Most mutants are killed by the first test
    /// that comes to them, and by hundreds of others.
    pub fn next_on(&self, cluster: &Cluster, mutant: u32, mut reaching: Vec<usize>, method: Option<MemberId>) -> Vec<usize> {
        let Some(seen) = self.mutants.get(&mutant) else {
            if reaching.len() > FIRST_ON_A_MUTANT {
                reaching.sort_by_key(|&test| (method.is_none() || called_last(cluster, &self.tests[test].test) != method, test));
                reaching.truncate(FIRST_ON_A_MUTANT);
                reaching.sort_unstable();
            }
            return reaching;
        };
        reaching.retain(|test| !seen.runs.contains_key(test));
        let kills = |(&test, run): (&usize, &Run)| self.ends_otherwise(test, Some(run)) || self.breaks_any(cluster, test, run);
        if seen.lost || !reaching.is_empty() && seen.runs.iter().filter(|&seen| kills(seen)).take(ENOUGH_KILLERS).count() == ENOUGH_KILLERS
        {
            return Vec::new();
        }
        reaching
    }

    fn breaks_any(&self, cluster: &Cluster, test: usize, run: &Run) -> bool {
        self.sayable(cluster, test).iter().any(|assertion| self.breaks(assertion, Some(run)))
    }

    /// What was learnt of some mutants counts for nothing.
    pub fn forget(&mut self, mutants: &[u32]) {
        mutants.iter().for_each(|m| drop(self.mutants.remove(m)));
    }

    /// By mutant that was run and that workers survive, the tests that can kill it, ascending: by how they end, or by something that can be
    /// asserted of them.
    pub fn killers(&self, cluster: &Cluster) -> BTreeMap<u32, Vec<usize>> {
        let sayable: Vec<Vec<Assertion>> = (0..self.tests.len()).map(|test| self.sayable(cluster, test)).collect();
        let kills = |test: usize, run: &Run| {
            self.ends_otherwise(test, Some(run)) || sayable[test].iter().any(|assertion| self.breaks(assertion, Some(run)))
        };
        let killers = |seen: &OnMutant| seen.runs.iter().filter(|&(&test, run)| kills(test, run)).map(|(&test, _)| test).collect();
        self.mutants.iter().filter(|(_, seen)| !seen.lost).map(|(&mutant, seen)| (mutant, killers(seen))).collect()
    }

    /// Moves a test from others here, with all that was seen of it; it is the last one then. What is behind a statement that throws goes,
    /// and with it what is looked at.
    pub fn adopt(&mut self, others: &mut Self, test: usize) {
        let place = self.tests.len();
        let mut observed = others.tests[test].clone();
        let base = others.base[test].clone();
        let last = base.run.end.last().map(|last| last as usize + 1);
        if let Some(ended) = last.filter(|&ended| ended < observed.test.len()) {
            observed.test.steps.truncate(ended);
            observed.observations.clear();
        }
        self.tests.push(observed);
        self.base.push(base);
        for (&mutant, seen) in &mut others.mutants {
            if let Some(run) = seen.runs.remove(&test) {
                self.mutants.entry(mutant).or_default().runs.insert(place, run);
            }
        }
    }

    /// How a test ended on the class as it is; `None`: not always the same, or it was not run.
    pub fn end(&self, test: usize) -> Option<&End> {
        self.base.get(test).filter(|base| !base.unstable).map(|base| &base.run.end)
    }

    /// Why a test is left out; `None`: it is not.
    pub fn role(&self, test: usize) -> Option<Role> {
        self.left_out.get(&test).copied()
    }

    fn leave_out(&mut self, test: usize, role: Role) {
        self.left_out.entry(test).or_insert(role);
    }

    /// All that can be asserted of a test; nothing of one that is left out.
    fn sayable(&self, cluster: &Cluster, test: usize) -> Vec<Assertion> {
        let Some(base) = self.base.get(test).filter(|b| !b.unstable && self.role(test).is_none()) else { return Vec::new() };
        let expected = |place| candidates::expected(cluster, &self.tests[test], &base.run, place);
        (0..base.run.values.len()).filter_map(|place| Some(Assertion { place, expected: expected(place)? })).collect()
    }

    /// The assertions of each test, in the order of their places.
    pub fn choose(&self, cluster: &Cluster) -> Vec<Vec<Assertion>> {
        let mut places = Vec::new();
        let mut candidates = Vec::new();
        for (number, (observed, base)) in self.tests.iter().zip(&self.base).enumerate() {
            let named = named_after(cluster, &observed.test);
            for assertion in self.sayable(cluster, number) {
                candidates.push(Candidate {
                    test: number,
                    cost: candidates::cost(observed, &base.run.end, &assertion),
                    subject: subject(cluster, observed, &base.run.end, &assertion, named),
                    kills: self.kills(number, &assertion),
                });
                places.push(assertion);
            }
        }
        let mut chosen = vec![Vec::new(); self.tests.len()];
        for number in choice::choose(&candidates) {
            chosen[candidates[number].test].push(places[number].clone());
        }
        chosen.iter_mut().for_each(|of_test| of_test.sort_by_key(|a| a.place));
        chosen
    }

    /// By mutant, in the order of their numbers, whether it breaks an assertion of a test that ends as it should.
    fn kills(&self, test: usize, assertion: &Assertion) -> Kills {
        let broken = |run: Option<&Run>| !self.ends_otherwise(test, run) && self.breaks(assertion, run);
        self.mutants.values().map(|seen| broken(seen.runs.get(&test))).collect()
    }

    fn breaks(&self, assertion: &Assertion, run: Option<&Run>) -> bool {
        let Some(run) = run else { return false };
        match run.values.get(assertion.place) {
            Some(value) => !assertion.expected.holds(value),
            // It did not end.
            None => matches!(run.end, End::OutOfTicks { statement } if statement as usize == assertion.place),
        }
    }

    /// Whether a mutant makes a test fail that asserts nothing.
    fn ends_otherwise(&self, test: usize, run: Option<&Run>) -> bool {
        let Some(run) = run else { return false };
        let base = &self.base[test];
        let own = self.tests[test].test.len() as u32;
        match &run.end {
            _ if base.unstable => false,
            // Nobody knows how it would have ended.
            End::NotRun | End::Unusable { .. } | End::Refused { .. } => false,
            End::OutOfTicks { statement } if *statement >= own => false,
            End::Threw { statement, exception, .. } => match &base.run.end {
                End::Threw { statement: before, exception: expected, .. } => statement != before || exception != expected,
                _ => true,
            },
            end => std::mem::discriminant(end) != std::mem::discriminant(&base.run.end),
        }
    }

    /// What became of the mutants that were run.
    ///
    /// `written`: the tests that are written, and what they assert.
    pub fn verdicts(&self, cluster: &Cluster, written: &[(usize, Extent)]) -> BTreeMap<u32, Verdict> {
        let chosen = self.choose(cluster);
        let killed = |seen: &OnMutant| {
            written.iter().any(|&(test, extent)| {
                let run = seen.runs.get(&test);
                let own = self.tests[test].test.len();
                let is_said = |assertion: &&Assertion| match extent {
                    Extent::All => true,
                    Extent::Results => assertion.place < own && !matches!(assertion.expected, Expected::Message(_)),
                    Extent::Nothing => false,
                };
                let fails = || chosen[test].iter().filter(is_said).any(|assertion| self.breaks(assertion, run));
                seen.lost || self.ends_otherwise(test, run) || fails()
            })
        };
        let verdict = |seen: &OnMutant| {
            if killed(seen) {
                return Verdict::Killed;
            }
            let ran = |test: &usize| seen.runs.get(test).is_some_and(|run| !matches!(run.end, End::NotRun | End::Unusable { .. }));
            let mut missed: Vec<usize> = written.iter().map(|&(test, _)| test).filter(ran).collect();
            missed.sort_unstable();
            Verdict::Survived { missed, difference: self.difference(cluster, seen, written) }
        };
        self.mutants.iter().map(|(&mutant, seen)| (mutant, verdict(seen))).collect()
    }
}

/// The statement that a test is named after: the last call of the class under test or of what is nested in it, else the last call.
fn named_after(cluster: &Cluster, test: &TestCase) -> Option<usize> {
    let called = |at: &usize| match test.steps[*at].statement {
        Statement::Invoke { member, .. } | Statement::Set { member, .. } => Some(cluster.member(member).owner),
        _ => None,
    };
    let calls = || (0..test.len()).rev().filter(|at| called(at).is_some());
    calls().find(|at| called(at).is_some_and(|owner| cluster.is_target(owner))).or_else(|| calls().next())
}

/// The member that a test is about.
fn called_last(cluster: &Cluster, test: &TestCase) -> Option<MemberId> {
    named_after(cluster, test).and_then(|at| test.steps[at].statement.member())
}

/// The call that an assertion says something of, and how near it is to it: 0 it is the result, 1 what the result shows, 2 what the
/// receiver shows, 3 an argument, 4 that there is a result; one more for what only another observation leads to. Calls are the one that
/// the test is named after, and those of the class under test whose results nothing uses: a reader asks what they are there for.
///
/// `end`: how the test ends on the class as it is.
fn subject(cluster: &Cluster, observed: &Observed, end: &End, assertion: &Assertion, named: Option<usize>) -> Option<(usize, u32)> {
    let steps = &observed.test.steps;
    let wants = |at: usize| {
        let called = matches!(&steps[at].statement, Statement::Invoke { member, .. } if cluster.is_target(cluster.member(*member).owner)
            && cluster.member(*member).kind == MemberKind::Method);
        Some(at) == named || called && !steps.iter().any(|step| step.statement.uses().contains(&(at as Slot)))
    };
    let (seen, nested) = match Place::of(observed, end, assertion.place) {
        // That it is thrown is said.
        Place::Exception(_) => return None,
        Place::Statement(at) => return wants(at).then_some((at, u32::from(assertion.expected.is_of_existence()) * 4)),
        // A call that throws has come to nothing else.
        Place::Observation(_) if matches!(end, End::Threw { .. }) => return None,
        // That a getter gives something says too little.
        Place::Observation(_) if assertion.expected.is_of_existence() => return None,
        Place::Observation(shown) => (observed.root(shown), u32::from(observed.behind(shown.slot()).is_some())),
    };
    if wants(seen as usize) {
        return Some((seen as usize, 1 + nested));
    }
    let named = named?;
    let place = steps[named].statement.uses().iter().position(|&used| used == seen)?;
    Some((named, 2 + u32::from(place > 0) + nested))
}
