//! Searches for tests: what each does between two batches.

pub mod mosa;
pub mod random;

use super::archive::{Archive, Evaluated};
use super::cluster::Cluster;
use super::goals::Goals;
use super::maker::Maker;
use super::settings::Settings;
use super::statement::TestCase;
use crate::compute::rng::{Source, Stream};
use std::sync::Arc;

/// What every search knows.
#[derive(Debug)]
pub struct Context<'a> {
    pub cluster: &'a Cluster,
    pub goals: &'a Goals,
    pub settings: &'a Settings,
    pub archive: &'a Archive,
    pub source: Source,
    /// Number of the batch that is made.
    pub round: u64,
}

impl<'a> Context<'a> {
    /// Makes a test of the batch.
    pub fn maker(&self, index: usize) -> Maker<'a> {
        Maker { cluster: self.cluster, settings: self.settings, rng: self.stream(index as u64) }
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

    /// How the oldest batch that it has not learnt of ended; the archive knows already.
    fn learn(&mut self, context: &Context, batch: Vec<Arc<Evaluated>>);
}
