//! A generation of tests, batch by batch: the search, then minimisation. It has no clock: whoever drives it says when the search ends.

use super::algorithms::mosa::Mosa;
use super::algorithms::random::Random;
use super::algorithms::{Algorithm, Context};
use super::archive::{Archive, Evaluated};
use super::assertions::Assertions;
use super::cluster::{Cluster, MemberId};
use super::compared::Compared;
use super::facts::TypeFacts;
use super::goals::{GoalId, Goals};
use super::minimise::{Kept, Minimiser};
use super::settings::{Algorithm as Chosen, Settings, TemplateUse};
use super::statement::TestCase;
use super::templates::{Figures, Known, Templates};
use super::wire::{End, Shared, read_answers};
use crate::compute::rng::Source;
use crate::{Error, ErrorKind, Result};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Place of the test with a template, among those of a batch that random numbers are drawn for.
const TEMPLATE: usize = usize::MAX >> 1;

#[derive(Debug)]
enum Phase {
    Search(Box<dyn Algorithm>),
    Minimise(Minimiser),
}

impl Phase {
    fn algorithm(&mut self) -> &mut dyn Algorithm {
        match self {
            Self::Search(search) => search.as_mut(),
            Self::Minimise(minimiser) => minimiser,
        }
    }
}

#[derive(Debug)]
pub struct Generation {
    cluster: Cluster,
    goals: Goals,
    settings: Settings,
    source: Source,
    shared: Shared,
    archive: Archive,
    compared: Compared,
    phase: Phase,
    /// Batches that have not ended, the oldest first.
    in_flight: VecDeque<Vec<TestCase>>,
    rounds: u64,
    progress: Progress,
    /// None: it has none, or they were not needed yet.
    templates: Option<RefCell<Templates>>,
    /// Since the tests were observed.
    assertions: Option<Assertions>,
}

/// A batch of tests for a worker.
#[derive(Clone, Debug)]
pub struct Batch {
    pub tests: usize,
    /// What it has in common with all before it.
    pub shared: Vec<u8>,
    pub bytes: Vec<u8>,
}

/// How far a generation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// Those that a test can be seen to cover.
    pub goals: usize,
    pub covered: usize,
    /// Tests that were run.
    pub tests: u64,
    /// Tests that were run when a goal was covered for the last time.
    pub last_gain: u64,
}

impl Generation {
    /// # Errors
    /// `InvalidInput`: facts or settings are wrong, or tests can call nothing of the class.
    pub fn new(facts: &TypeFacts, settings: Settings, seed: u64) -> Result<Self> {
        settings.check_ranges()?;
        settings.seed.check()?;
        let cluster = Cluster::new(facts)?;
        let goals = Goals::new(facts)?;
        let archive = Archive::new(&goals);
        let phase = Phase::Search(match settings.algorithm {
            Chosen::Dynamosa => Box::new(Mosa::new(true)),
            Chosen::Mosa => Box::new(Mosa::new(false)),
            Chosen::Random => Box::new(Random::default()),
        });
        let progress = Progress { goals: goals.coverable(), ..Progress::default() };
        let shared = Shared::new(&cluster);
        let source = Source::new(seed);
        Ok(Self {
            cluster,
            goals,
            settings,
            source,
            shared,
            archive,
            compared: Compared::default(),
            phase,
            in_flight: VecDeque::new(),
            rounds: 0,
            progress,
            templates: None,
            assertions: None,
        })
    }

    /// Whether the next batch may have templates, for which the program under test must be known ([`Generation::set_program`]). Without
    /// it, the batch is made without templates.
    pub fn needs_program(&self) -> bool {
        let from = match self.settings.templates {
            TemplateUse::Off => return false,
            TemplateUse::Initial => 0,
            TemplateUse::Paper | TemplateUse::Fresh => 1,
        };
        let searching = matches!(self.phase, Phase::Search(_)) && self.progress.covered < self.progress.goals;
        self.templates.is_none() && searching && self.rounds >= from
    }

    /// Settings of the templates.
    pub fn seed_settings(&self) -> &crate::seed::settings::Settings {
        &self.settings.seed
    }

    /// The program under test, of which templates are made.
    pub fn set_program(&mut self, known: Known) {
        self.templates = Some(RefCell::new(Templates::new(known, &self.cluster)));
    }

    /// By goal that no test covers: what of that which its branch looks at no test in the package can set, and why. Only of branches, only
    /// where templates were made, and of so many goals at most.
    pub fn infeasible(&self) -> BTreeMap<GoalId, Vec<String>> {
        const MOST_GOALS: usize = 500;
        let Some(templates) = &self.templates else { return BTreeMap::new() };
        let open = (0..self.goals.count() as GoalId).filter(|&g| {
            let goal = &self.goals.goals[g as usize];
            goal.coverable && goal.operation.is_some() && !self.archive.is_covered(g)
        });
        let why = |g| (g, templates.borrow_mut().infeasible(&self.goals, g, &self.settings.seed));
        open.take(MOST_GOALS).map(why).filter(|(_, reasons)| !reasons.is_empty()).collect()
    }

    /// How templates went.
    pub fn template_figures(&self) -> Figures {
        self.templates.as_ref().map_or_else(Figures::default, |t| t.borrow().figures().clone())
    }

    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    pub fn goals(&self) -> &Goals {
        &self.goals
    }

    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The next batch; `None`: there is nothing to try before a batch on its way has ended, or, if there is none, at all.
    pub fn propose(&mut self) -> Option<Batch> {
        let done = self.progress.covered == self.progress.goals && matches!(self.phase, Phase::Search(_));
        if done {
            return None;
        }
        self.rounds += 1;
        let context = Context {
            cluster: &self.cluster,
            goals: &self.goals,
            settings: &self.settings,
            archive: &self.archive,
            source: self.source,
            compared: self.compared.texts(),
            round: self.rounds,
            templates: self.templates.as_ref(),
        };
        let mut tests = self.phase.algorithm().propose(&context);
        if tests.is_empty() {
            return None;
        }
        let after_each = matches!(self.settings.templates, TemplateUse::Paper | TemplateUse::Initial);
        if after_each && self.rounds > 1 && matches!(self.phase, Phase::Search(_)) {
            let wanted = self.phase.algorithm().wanted(&context);
            tests.extend(context.from_template(&mut context.maker(TEMPLATE), &wanted));
        }
        let bytes = self.shared.batch(&self.cluster, &tests, self.settings.ticks);
        let batch = Batch { tests: tests.len(), shared: self.shared.encode(&self.cluster), bytes };
        self.in_flight.push_back(tests);
        Some(batch)
    }

    /// The tests of the batch that was proposed last.
    pub fn proposed(&self) -> &[TestCase] {
        self.in_flight.back().map_or(&[], Vec::as_slice)
    }

    /// How the oldest batch on its way ended; `None`: its worker was lost, and it counts as not run.
    ///
    /// # Errors
    /// `InvalidInput`: the answer is damaged. `InvalidState`: no batch is on its way.
    pub fn learn(&mut self, answer: Option<&[u8]>) -> Result<Progress> {
        let tests =
            self.in_flight.pop_front().ok_or_else(|| Error::new(ErrorKind::InvalidState, "an answer, but no batch is on its way"))?;
        let answers = match answer {
            Some(bytes) => read_answers(bytes, tests.len(), self.goals.count())?,
            None => vec![super::wire::Answer { end: End::NotRun, reach: Default::default(), compared: Vec::new() }; tests.len()],
        };
        self.progress.tests += tests.len() as u64;
        let searching = matches!(self.phase, Phase::Search(_));
        let mut batch = Vec::with_capacity(tests.len());
        for (test, mut answer) in tests.into_iter().zip(answers) {
            if searching {
                self.compared.learn(&test, std::mem::take(&mut answer.compared));
            }
            batch.push(Arc::new(Evaluated::new(test, answer)));
        }
        for test in &batch {
            if searching && self.archive.offer(test) {
                self.progress.last_gain = self.progress.tests;
            }
        }
        self.progress.covered = self.archive.covered();
        let context = Context {
            cluster: &self.cluster,
            goals: &self.goals,
            settings: &self.settings,
            archive: &self.archive,
            source: self.source,
            compared: self.compared.texts(),
            round: self.rounds,
            templates: self.templates.as_ref(),
        };
        self.phase.algorithm().learn(&context, batch);
        Ok(self.progress)
    }

    /// The search is over: from now on batches make its tests smaller. Those on their way are forgotten.
    pub fn minimise(&mut self) {
        self.in_flight.clear();
        self.phase = Phase::Minimise(Minimiser::new(&self.archive, self.goals.count()));
    }

    /// The tests that are kept are to be observed: as a batch, and as one in reversed order. It is no batch of the search.
    pub fn observe(&mut self, inspectors: &BTreeSet<MemberId>) -> [Batch; 2] {
        let tests = self.tests().iter().map(|k| (k.test.test.clone(), k.test.end == End::Passed)).collect();
        let assertions = self.assertions.insert(Assertions::new(&self.cluster, tests, inspectors));
        let ordered: Vec<_> = assertions.tests().iter().collect();
        let reversed: Vec<_> = assertions.tests().iter().rev().collect();
        [ordered, reversed].map(|tests| {
            let bytes = self.shared.observing(&self.cluster, &tests, self.settings.ticks);
            Batch { tests: tests.len(), shared: self.shared.encode(&self.cluster), bytes }
        })
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

    /// The tests, as small as they are by now.
    pub fn tests(&self) -> Vec<Kept> {
        match &self.phase {
            Phase::Minimise(minimiser) => minimiser.kept(),
            Phase::Search(_) => Minimiser::new(&self.archive, self.goals.count()).kept(),
        }
    }
}
