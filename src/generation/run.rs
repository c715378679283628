//! A generation of tests, batch by batch: the search, then minimisation; what the tests assert comes last ([`asserting`]). It has no clock:
//! whoever drives it says when the search ends.

mod asserting;
mod lost;
mod program;

use super::algorithms::monotonic::Monotonic;
use super::algorithms::mosa::Mosa;
use super::algorithms::random::Random;
use super::algorithms::{Algorithm, Context};
use super::archive::{Archive, Evaluated};
use super::assertions::Assertions;
use super::assertions::dependence::Dependences;
use super::assertions::differences::Difference;
use super::carved::Carved;
use super::carved::conversion::tests_of;
use super::carved::sequence::Sequence;
use super::cluster::{Cluster, MemberId};
use super::compared::Compared;
use super::facts::{Literals, TypeFacts};
use super::fatal::FatalTests;
use super::goals::{GoalId, GoalKind, Goals};
use super::maker::{Endless, Maker};
use super::minimise::{Kept, Minimiser};
use super::portfolio::{Member, Portfolio};
use super::round_trips::RoundTrips;
use super::settings::{Algorithm as Chosen, Engine, Settings, TemplateUse};
use super::statement::TestCase;
use super::symbolic::obstacles::Obstacle;
use super::symbolic::{Figures as SymbolicFigures, Surroundings, Symbolic};
use super::templates::{Figures, Templates};
use super::variants::Variants;
use super::ways::Ways;
use super::wire::{Answer, End, Shared, read_answers};
use crate::compute::rng::Source;
use crate::{Error, ErrorKind, Result};
use lost::Lost;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Place of the test with a template, among those of a batch that random numbers are drawn for.
const TEMPLATE: usize = usize::MAX >> 1;
/// Number of the stream that stands for what carved tests leave open; batches count from 1, and have two numbers.
const CARVING: u64 = 0;

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

/// A batch that has not ended.
#[derive(Debug)]
struct InFlight {
    tests: Vec<TestCase>,
    /// Which of them are templates, as they were made.
    templates: Vec<bool>,
    /// Of a batch of symbolic execution, the number of each test's attempt.
    attempts: Option<Vec<u64>>,
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
    endless: Endless,
    phase: Phase,
    /// Batches that have not ended, the oldest first.
    in_flight: VecDeque<InFlight>,
    rounds: u64,
    progress: Progress,
    /// None: it has none, or they were not needed yet.
    templates: Option<RefCell<Templates>>,
    carved: Carved,
    round_trips: RoundTrips,
    ways: Ways,
    /// None: it is not wanted.
    symbolic: Option<Symbolic>,
    portfolio: Portfolio,
    /// Nothing was proposed, as no alternative that was tried got a test; others wait.
    tries_again: bool,
    /// By goal that a test covers, what made the first that did.
    finders: BTreeMap<GoalId, Finder>,
    /// Since the tests were observed.
    assertions: Option<Assertions>,
    /// Which of the observed tests depend on others; `None`: nobody has asked.
    dependences: Option<Dependences>,
    /// While it is being found out which of the kept tests no JVM survives.
    fatal: Option<FatalTests>,
    /// The oldest batch on its way, if its worker was lost.
    lost: Option<Lost>,
    /// Whether it goes on when all goals are covered: what tests do is wanted, not only what they cover.
    explores: bool,
    inspectors: BTreeSet<MemberId>,
    /// Variants of the tests that are being tried on mutants.
    variants: Option<Variants>,
    /// Rounds of variants that were bred.
    bred: u64,
    /// Variants that were kept, for the mutants that they kill.
    adopted: Vec<Arc<Evaluated>>,
    /// By mutant, the first thing that a variant showed otherwise.
    seen_by_variants: BTreeMap<u32, Difference>,
}

/// Tests that are observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Those that are kept.
    Kept,
    /// Variants that are being tried.
    Variants,
}

/// What makes tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Finder {
    /// The search.
    Search,
    /// A seed template, before the search has changed it.
    Template,
    /// Symbolic execution.
    Solver,
}

/// A batch of tests for a worker.
#[derive(Clone, Debug)]
pub struct Batch {
    pub tests: usize,
    /// What it has in common with all before it; `None`: what was said last. It only grows: later ones go with earlier batches, too.
    pub shared: Option<Vec<u8>>,
    pub bytes: Vec<u8>,
}

/// How far a generation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// Those that are wanted.
    pub goals: usize,
    /// Of these.
    pub covered: usize,
    /// Covered branches and methods of which the search still wants a test that does not throw, and infections that it aims at.
    pub improvable: usize,
    /// Tests that were run.
    pub tests: u64,
    /// Tests that were run when a goal was covered for the last time.
    pub last_gain: u64,
}

impl Generation {
    /// # Errors
    /// `InvalidInput`: facts or settings are wrong, or tests can call nothing of the class.
    pub fn new(facts: &TypeFacts, settings: Settings, seed: u64) -> Result<Self> {
        Self::of_goals(facts, None, settings, seed)
    }

    /// The same, but it goes on when all goals are covered: what tests do is wanted, not only what they cover.
    pub fn exploring(self) -> Self {
        Self { explores: true, ..self }
    }

    /// The same, for some of the goals only: others are aimed at only where they lead to these, and no test is kept for them.
    ///
    /// `scope`: `None`: all.
    ///
    /// # Errors
    /// As [`Generation::new`], or a goal of the scope is not there, or no test can be seen to cover any of them.
    pub fn of_goals(facts: &TypeFacts, scope: Option<&[GoalId]>, settings: Settings, seed: u64) -> Result<Self> {
        settings.check()?;
        let mut cluster = Cluster::new(facts)?;
        let mut goals = Goals::new(facts)?;
        if let Some(scope) = scope {
            goals.restrict(scope)?;
            cluster.focus = goals.focus();
        }
        let archive = Archive::new(&goals);
        let phase = Phase::Search(match settings.algorithm {
            // Its first tests are all that it needs of a search.
            _ if settings.engine == Engine::Paths => Box::new(Random::default()),
            Chosen::Dynamosa => Box::new(Mosa::new(true)),
            Chosen::Mosa => Box::new(Mosa::new(false)),
            Chosen::Monotonic => Box::new(Monotonic::default()),
            Chosen::Random => Box::new(Random::default()),
        });
        let progress = Progress { goals: goals.wanted(), ..Progress::default() };
        let shared = Shared::new(&cluster);
        let source = Source::new(seed);
        let symbolic = (settings.engine != Engine::Search).then(|| Symbolic::new(&settings, seed));
        let portfolio = Portfolio::new(&settings);
        let round_trips = RoundTrips::of(&cluster);
        let ways = Ways::new(facts, &cluster)?;
        Ok(Self {
            cluster,
            goals,
            settings,
            source,
            shared,
            archive,
            compared: Compared::NONE,
            endless: Endless::new(),
            phase,
            in_flight: VecDeque::new(),
            rounds: 0,
            progress,
            templates: None,
            carved: Carved::NONE,
            round_trips,
            ways,
            symbolic,
            portfolio,
            tries_again: false,
            finders: BTreeMap::new(),
            assertions: None,
            dependences: None,
            fatal: None,
            lost: None,
            explores: false,
            inspectors: BTreeSet::new(),
            variants: None,
            bred: 0,
            adopted: Vec::new(),
            seen_by_variants: BTreeMap::new(),
        })
    }

    fn is_turn_of_paths(&self) -> bool {
        let Progress { tests, last_gain, covered, goals, .. } = self.progress;
        let searching = matches!(self.phase, Phase::Search(_)) && covered < goals;
        // Its own batch is learnt of first: the next turn stands on it. What only it continues stands on all.
        let on_their_way = self.in_flight.iter().any(|b| b.attempts.is_some() || self.portfolio.has_ended_search());
        searching && !on_their_way && self.portfolio.next(tests, last_gain) == Member::Paths
    }

    /// How symbolic execution went.
    pub fn symbolic_figures(&self) -> SymbolicFigures {
        self.symbolic.as_ref().map_or_else(SymbolicFigures::default, Symbolic::figures)
    }

    /// By goal that a test covers, wanted or not, what made the first that did.
    pub fn finders(&self) -> &BTreeMap<GoalId, Finder> {
        &self.finders
    }

    /// By wanted branch that no test covers, why symbolic execution has made none, where it came to it.
    pub fn obstacles(&self) -> BTreeMap<GoalId, Obstacle> {
        let Some(symbolic) = &self.symbolic else { return BTreeMap::new() };
        let open = (0..self.goals.count() as GoalId).filter(|&g| self.goals.goals[g as usize].wanted && !self.archive.is_covered(g));
        open.filter_map(|g| Some((g, symbolic.obstacle(g)?))).collect()
    }

    /// The class has tests: what they do is tried first, and is what the search starts from; what they cover is not wanted any more.
    ///
    /// - `sequences`: what each of them does;
    /// - `literals`: values in them, which join the constants of the code;
    /// - `covered`: goals.
    ///
    /// # Returns
    /// How many of the sequences became tests; of equal ones one.
    ///
    /// # Errors
    /// `InvalidInput`: there is no such goal, or a sequence is damaged. `InvalidState`: the search has begun.
    pub fn use_existing(&mut self, sequences: &[Sequence], literals: &Literals, covered: &[GoalId]) -> Result<usize> {
        if self.rounds > 0 {
            return Err(Error::new(ErrorKind::InvalidState, "existing tests, but the search has begun"));
        }
        if let Some(goal) = covered.iter().find(|&&g| g as usize >= self.goals.count()) {
            return Err(Error::invalid_input(format!("existing tests cover goal {goal}: there are {}", self.goals.count())));
        }
        self.cluster.add_constants(literals)?;
        let mut maker = Maker {
            cluster: &self.cluster,
            settings: &self.settings,
            compared: &Compared::NONE,
            endless: &self.endless,
            carved: &Carved::NONE,
            round_trips: &self.round_trips,
            open: &[],
            rng: self.source.stream([CARVING]),
        };
        let tests = tests_of(sequences, &mut maker)?;
        self.carved = Carved::of(tests, &self.cluster);
        self.goals.leave_out(covered);
        self.archive = Archive::new(&self.goals);
        self.progress.goals = self.goals.wanted();
        Ok(self.carved.tests().len())
    }

    /// By wanted goal that no test covers: what of that which its branch looks at no test in the package can set, and why. Only of
    /// branches, only where templates were made, and of so many goals at most.
    pub fn infeasible(&self) -> BTreeMap<GoalId, Vec<String>> {
        const MOST_GOALS: usize = 500;
        let Some(templates) = &self.templates else { return BTreeMap::new() };
        let open = (0..self.goals.count() as GoalId).filter(|&g| {
            let goal = &self.goals.goals[g as usize];
            goal.wanted && goal.operation.is_some() && !self.archive.is_covered(g)
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

    /// Whether the last proposal was `None` only because no alternative that was tried got a test: others wait for the next. So whoever
    /// drives it has a say between them.
    pub fn tries_again(&self) -> bool {
        self.tries_again
    }

    /// The next batch; `None`: there is nothing to try before a batch on its way has ended, or, if there is none, at all
    /// ([`Generation::tries_again`] aside).
    pub fn propose(&mut self) -> Option<Batch> {
        let done = !self.explores
            && self.progress.covered == self.progress.goals
            && self.progress.improvable == 0
            && matches!(self.phase, Phase::Search(_));
        if done {
            return None;
        }
        if let Some(batch) = self.propose_solved() {
            return Some(batch);
        }
        if self.portfolio.has_ended_search() && matches!(self.phase, Phase::Search(_)) {
            return None;
        }
        self.rounds += 1;
        let archive = &self.archive;
        self.ways.find_open(&self.goals, archive.covered(), |goal| archive.is_covered(goal));
        let context = Context {
            cluster: &self.cluster,
            goals: &self.goals,
            settings: &self.settings,
            archive: &self.archive,
            endless: &self.endless,
            source: self.source,
            compared: &self.compared,
            round: self.rounds,
            templates: self.templates.as_ref(),
            carved: &self.carved,
            round_trips: &self.round_trips,
            open: self.ways.open(),
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
        Some(self.send(tests, None))
    }

    fn send(&mut self, tests: Vec<TestCase>, attempts: Option<Vec<u64>>) -> Batch {
        let bytes = self.shared.batch(&self.cluster, &tests, self.settings.ticks, self.settings.looks_beside());
        let batch = Batch { tests: tests.len(), shared: self.shared.news(&self.cluster), bytes };
        let member = if attempts.is_some() { Member::Paths } else { Member::Search };
        self.portfolio.spend(member, tests.len() as u64);
        let is_template = |test: &TestCase| self.templates.as_ref().is_some_and(|t| t.borrow().made(test));
        let templates = tests.iter().map(is_template).collect();
        self.in_flight.push_back(InFlight { tests, templates, attempts });
        batch
    }

    /// A batch of symbolic execution, if it is its turn and it finds any tests.
    fn propose_solved(&mut self) -> Option<Batch> {
        self.tries_again = false;
        if !self.is_turn_of_paths() {
            return None;
        }
        let around = Surroundings { cluster: &self.cluster, goals: &self.goals, archive: &self.archive, settings: &self.settings };
        let symbolic = self.symbolic.as_mut()?;
        let turn = symbolic.turn(around);
        self.portfolio.spend(Member::Paths, symbolic.charge(&self.settings));
        if turn.solved.is_empty() {
            self.tries_again = turn.has_tried && self.portfolio.has_ended_search();
            return None;
        }
        let (tests, attempts) = turn.solved.into_iter().unzip();
        Some(self.send(tests, Some(attempts)))
    }

    /// The tests of the batch that was proposed last.
    pub fn proposed(&self) -> &[TestCase] {
        self.in_flight.back().map_or(&[], |b| &b.tests)
    }

    /// How the oldest batch on its way ended; `None`: its worker was lost, and what counts is what [`Generation::learn_again`] was told.
    ///
    /// # Errors
    /// `DamagedAnswer`: it cannot be read; the batch is on its way still. `InvalidState`: no batch is.
    pub fn learn(&mut self, answer: Option<&[u8]>) -> Result<Progress> {
        self.learn_of(answer, &[])
    }

    /// The same. Which of its tests did what no test had done before is for the caller to say, by their places: who explores sees more than
    /// coverage.
    ///
    /// # Errors
    /// As [`Generation::learn`], or there are fewer tests.
    pub fn learn_of(&mut self, answer: Option<&[u8]>, notable: &[u32]) -> Result<Progress> {
        let none = || Error::new(ErrorKind::InvalidState, "an answer, but no batch is on its way");
        let count = self.in_flight.front().ok_or_else(none)?.tests.len();
        if let Some(place) = notable.iter().find(|&&place| place as usize >= count) {
            return Err(Error::invalid_input(format!("test {place} of a batch is notable: it has {count}")));
        }
        let read = |bytes| read_answers(bytes, count, self.goals.count(), self.settings.looks_beside());
        let answers = answer.map(read).transpose()?;
        let InFlight { tests, templates, attempts } = self.in_flight.pop_front().ok_or_else(none)?;
        if let Some(member) = answers.as_ref().and_then(|answers| did_not_come_back(&tests, answers)) {
            *self.endless.entry(member).or_default() += 1;
        }
        let answers = answers.unwrap_or_else(|| self.answers_of_lost(&tests));
        self.progress.tests += tests.len() as u64;
        let searching = matches!(self.phase, Phase::Search(_));
        let mut batch = Vec::with_capacity(tests.len());
        for (test, mut answer) in tests.into_iter().zip(answers) {
            if searching {
                self.compared.learn(&test, std::mem::take(&mut answer.compared));
                self.compared.learn_of_others(&test, std::mem::take(&mut answer.compared_by_others));
            }
            batch.push(Arc::new(Evaluated::new(test, answer)));
        }
        let mut gains = Vec::new();
        for (place, test) in batch.iter().enumerate() {
            let is_new = |&g: &GoalId| self.goals.goals[g as usize].kind == GoalKind::Branch && !self.archive.is_covered(g);
            let branches = if attempts.is_some() && test.is_sound() { test.reach.covered().filter(is_new).count() as u64 } else { 0 };
            if searching && self.archive.offer(test) {
                self.progress.last_gain = self.progress.tests;
                let finder = if attempts.is_some() {
                    Finder::Solver
                } else if templates[place] {
                    Finder::Template
                } else {
                    Finder::Search
                };
                for goal in test.reach.covered() {
                    self.finders.entry(goal).or_insert(finder);
                }
                gains.push(test.clone());
            }
            if let (Some(attempts), Some(symbolic)) = (&attempts, &mut self.symbolic) {
                let around = Surroundings { cluster: &self.cluster, goals: &self.goals, archive: &self.archive, settings: &self.settings };
                symbolic.learn(around, test, attempts[place], branches);
            }
        }
        if let Some(symbolic) = self.symbolic.as_mut().filter(|_| attempts.is_some()) {
            self.portfolio.spend(Member::Paths, symbolic.charge(&self.settings));
        }
        let member = if attempts.is_some() { Member::Paths } else { Member::Search };
        self.portfolio.gain(member, (self.archive.covered() - self.progress.covered) as u64);
        self.progress.covered = self.archive.covered();
        let improves = matches!(self.settings.algorithm, Chosen::Dynamosa | Chosen::Mosa) && self.settings.engine != Engine::Paths;
        let improvable = (0..self.goals.count() as GoalId).filter(|&g| improves && self.archive.is_improvable(g));
        let infections = self.archive.infections(self.settings.weak_mutation).take_while(|_| improves);
        self.progress.improvable = improvable.count() + infections.count();
        let context = Context {
            cluster: &self.cluster,
            goals: &self.goals,
            settings: &self.settings,
            archive: &self.archive,
            endless: &self.endless,
            source: self.source,
            compared: &self.compared,
            round: self.rounds,
            templates: self.templates.as_ref(),
            carved: &self.carved,
            round_trips: &self.round_trips,
            open: self.ways.open(),
        };
        let notable = notable.iter().map(|&place| batch[place as usize].clone()).collect();
        match attempts {
            // Solved tests are many, alike, and near to all goals behind the same branch: in the population they would crowd out all else.
            Some(_) => self.phase.algorithm().adopt(&context, gains),
            None => self.phase.algorithm().learn(&context, batch),
        }
        self.phase.algorithm().note(notable);
        Ok(self.progress)
    }

    /// The search is over: from now on batches make its tests smaller. Those on their way are forgotten.
    pub fn minimise(&mut self) {
        self.in_flight.clear();
        self.lost = None;
        self.phase = Phase::Minimise(Minimiser::new(&self.archive, self.goals.count()));
    }

    /// The tests, as small as they are by now; behind them the variants that were kept.
    pub fn tests(&self) -> Vec<Kept> {
        let mut kept = match &self.phase {
            Phase::Minimise(minimiser) => minimiser.kept(),
            Phase::Search(_) => Minimiser::new(&self.archive, self.goals.count()).kept(),
        };
        kept.extend(self.adopted.iter().map(|test| Kept { test: test.clone(), goals: Vec::new() }));
        kept
    }
}

/// The member whose call a clock had to end. One that its budget of ticks has ended does not end the batch.
fn did_not_come_back(tests: &[TestCase], answers: &[Answer]) -> Option<MemberId> {
    let not_run = answers.iter().position(|a| a.end == End::NotRun)?;
    let last = not_run.checked_sub(1)?;
    match answers[last].end {
        End::OutOfTicks { statement } => tests[last].steps.get(statement as usize)?.statement.member(),
        _ => None,
    }
}
