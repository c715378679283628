//! Searches for tests: what each does between two batches.

pub mod monotonic;
pub mod mosa;
pub mod random;

use super::archive::{Archive, Evaluated};
use super::carved::Carved;
use super::cluster::Cluster;
use super::compared::Compared;
use super::goals::{GoalId, Goals};
use super::maker::{Endless, Maker};
use super::round_trips::RoundTrips;
use super::settings::Settings;
use super::statement::TestCase;
use super::templates::Templates;
use super::ways::Way;
use crate::compute::rng::{Source, Stream};
use std::cell::RefCell;
use std::sync::Arc;

/// What every search knows.
#[derive(Debug)]
pub struct Context<'a> {
    pub cluster: &'a Cluster,
    pub goals: &'a Goals,
    pub settings: &'a Settings,
    pub archive: &'a Archive,
    pub endless: &'a Endless,
    pub source: Source,
    /// Texts that the code has compared.
    pub compared: &'a Compared,
    /// Number of the batch that is made.
    pub round: u64,
    /// None: it has no templates, or not yet.
    pub templates: Option<&'a RefCell<Templates>>,
    /// What existing tests do.
    pub carved: &'a Carved,
    pub round_trips: &'a RoundTrips,
    /// Calls that lead to open goals.
    pub open: &'a [Way],
}

impl<'a> Context<'a> {
    /// Makes a test of the batch.
    pub fn maker(&self, index: usize) -> Maker<'a> {
        let Context { cluster, settings, endless, compared, carved, round_trips, open, .. } = *self;
        Maker { cluster, settings, endless, compared, carved, round_trips, open, rng: self.stream(index as u64) }
    }

    /// With the probability of the setting, a test with the template of one of some branches, drawn at random.
    pub fn from_template(&self, maker: &mut Maker, branches: &[GoalId]) -> Option<TestCase> {
        let templates = self.templates?;
        if !maker.chance(self.settings.seed.application_probability) {
            return None;
        }
        let goal = *maker.choose(branches)?;
        templates.borrow_mut().test(self.goals, goal, maker)
    }

    /// Branches to aim at, whether their turn has come or not.
    pub fn open_branches(&self) -> Vec<GoalId> {
        self.branches_of(self.goals.aims(false, |g| self.archive.is_covered(g)))
    }

    /// Those of some goals that are branches of the facts.
    pub fn branches_of(&self, mut goals: Vec<GoalId>) -> Vec<GoalId> {
        goals.retain(|&g| self.goals.goals[g as usize].operation.is_some());
        goals
    }

    /// Infections to aim at: their turn has come, and is not over.
    pub fn infections(&self) -> Vec<GoalId> {
        self.archive.infections(self.settings.weak_mutation).collect()
    }

    pub fn stream(&self, index: u64) -> Stream {
        self.source.stream([self.round, index])
    }
}

/// A search. It makes batches of tests and learns how they ended, in the order of the batches; a batch may be made before all earlier ones
/// have ended.
pub trait Algorithm: Send + std::fmt::Debug {
    /// The tests of the next batch; none: it has nothing to try before it learns more.
    fn propose(&mut self, context: &Context) -> Vec<TestCase>;

    /// The branches that it is looking for, of those that no test covers.
    fn wanted(&self, context: &Context) -> Vec<GoalId> {
        context.open_branches()
    }

    /// How the oldest batch that it has not learnt of ended; the archive knows already.
    fn learn(&mut self, context: &Context, batch: Vec<Arc<Evaluated>>);

    /// Tests of a batch that it has learnt of did what no test had done before.
    fn note(&mut self, _tests: Vec<Arc<Evaluated>>) {}

    /// Tests of somebody else's have run; the archive knows already. A search without a use for them leaves it at that.
    fn adopt(&mut self, _context: &Context, _tests: Vec<Arc<Evaluated>>) {}
}
