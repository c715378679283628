//! Variants of tests, bred to kill mutants that the kept tests do not kill (Fraser and Zeller, "Mutation-driven generation of unit tests
//! and oracles", TSE 2012). Tests that cover a line need not notice when it changes: another value, a call more may.
//!
//! The first variants for a mutant are tests of the search that reach its line, as they are; later ones are bred from these and from the
//! kept tests. Which of them kill is seen when they have run: [`Variants::best`].

use super::algorithms::Context;
use super::archive::Evaluated;
use super::assertions::Assertions;
use super::cluster::{Cluster, MemberId};
use super::goals::GoalId;
use super::minimise::Kept;
use super::operators::mutate;
use super::statement::TestCase;
use super::wire::End;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Variants that a mutant is run with in a round of the least size, at most.
const OF_A_MUTANT: usize = 40;

/// How many variants a round has, at most.
#[derive(Clone, Copy, Debug)]
pub struct RoundSize {
    all: usize,
    of_a_mutant: usize,
}

impl RoundSize {
    /// `times`: how many times as many as in the smallest round, of which `least` are made.
    pub const fn new(least: usize, times: usize) -> Self {
        Self { all: least.saturating_mul(times), of_a_mutant: OF_A_MUTANT.saturating_mul(times) }
    }
}

/// Mutants by number, each with the goals of which one must be covered to reach it.
pub type Mutants = BTreeMap<u32, Vec<GoalId>>;

/// The variants of one round, and what was seen of them.
#[derive(Debug)]
pub struct Variants {
    pub assertions: Assertions,
    /// By mutant the variants that may reach it, ascending.
    of: BTreeMap<u32, Vec<usize>>,
}

impl Variants {
    /// `None`: there is nothing to breed from.
    pub fn breed(context: &Context, kept: &[Kept], mutants: &Mutants, inspectors: &BTreeSet<MemberId>, size: RoundSize) -> Option<Self> {
        let most = size.all;
        let parents: BTreeMap<u32, Vec<Arc<Evaluated>>> = mutants.iter().map(|(&m, goals)| (m, parents(context, kept, goals))).collect();
        let fertile: Vec<(u32, &Vec<Arc<Evaluated>>)> = parents.iter().filter(|(_, p)| !p.is_empty()).map(|(&m, p)| (m, p)).collect();
        let mut tests = Vec::new();
        if context.round == 0 {
            // As they are, those of every mutant in turns.
            for place in 0..fertile.iter().map(|(_, p)| p.len()).max()? {
                for (mutant, parent) in fertile.iter().filter_map(|&(m, p)| Some((m, p.get(place)?))) {
                    add(&mut tests, Bred { test: parent.test.clone(), parent: parent.clone(), for_mutant: mutant }, most);
                }
            }
        } else {
            for index in 0..2 * most {
                let &(mutant, of_mutant) = fertile.get(index % fertile.len().max(1))?;
                let mut maker = context.maker(index);
                let parent = maker.choose(of_mutant)?.clone();
                let mut test = mutate(&mut maker, &parent.test, parent.last());
                if maker.chance(0.5) {
                    test = mutate(&mut maker, &test, test.len());
                }
                add(&mut tests, Bred { test, parent, for_mutant: mutant }, most);
            }
        }
        let numbers = |mutant: u32, goals: &[GoalId]| {
            let own = (0..tests.len()).filter(|&i| tests[i].for_mutant == mutant);
            let reaches = |bred: &Bred| bred.for_mutant != mutant && goals.iter().any(|&g| bred.parent.reach.covers(g));
            let mut numbers: Vec<usize> = own.chain((0..tests.len()).filter(|&i| reaches(&tests[i]))).take(size.of_a_mutant).collect();
            numbers.sort_unstable();
            numbers
        };
        let of: BTreeMap<u32, Vec<usize>> =
            mutants.iter().map(|(&m, goals)| (m, numbers(m, goals))).filter(|(_, n)| !n.is_empty()).collect();
        let observed = tests.into_iter().map(|bred| (bred.test, true)).collect();
        Some(Self { assertions: Assertions::new(context.cluster, observed, inspectors), of })
    }

    /// The variants that may reach a mutant.
    pub fn of(&self, mutant: u32) -> &[usize] {
        self.of.get(&mutant).map_or(&[], Vec::as_slice)
    }

    /// Variants that together kill every mutant that any kills, and those mutants: always the one that kills the most that no other does,
    /// of several the shortest.
    pub fn best(&self, cluster: &Cluster) -> (Vec<usize>, BTreeSet<u32>) {
        let mut open: BTreeMap<u32, Vec<usize>> = self.assertions.killers(cluster);
        open.retain(|_, killers| !killers.is_empty());
        let killed = open.keys().copied().collect();
        let mut best = Vec::new();
        loop {
            let mut gain: BTreeMap<usize, usize> = BTreeMap::new();
            open.values().flatten().for_each(|&test| *gain.entry(test).or_default() += 1);
            let length = |test: usize| self.assertions.tests()[test].test.len();
            let ranked = gain.into_iter().map(|(test, gain)| (gain, std::cmp::Reverse((length(test), test))));
            let Some((_, std::cmp::Reverse((_, test)))) = ranked.max() else { break };
            open.retain(|_, killers| !killers.contains(&test));
            best.push(test);
        }
        (best, killed)
    }

    /// A variant as a test that was run. What it covers was not measured.
    pub fn evaluated(&self, variant: usize) -> Arc<Evaluated> {
        let end = self.assertions.end(variant).cloned().unwrap_or(End::NotRun);
        let mut test = self.assertions.tests()[variant].test.clone();
        if let Some(last) = end.last() {
            test.steps.truncate(last as usize + 1);
        }
        Arc::new(Evaluated { test, end, reach: Default::default() })
    }
}

/// Tests of the search that reach one of some goals, then the kept ones.
fn parents(context: &Context, kept: &[Kept], goals: &[GoalId]) -> Vec<Arc<Evaluated>> {
    let mut parents: Vec<Arc<Evaluated>> = Vec::new();
    let sampled = goals.iter().flat_map(|&g| context.archive.sample(g));
    let reaching = kept.iter().map(|k| &k.test).filter(|t| goals.iter().any(|&g| t.reach.covers(g)));
    for test in sampled.chain(reaching) {
        if !parents.iter().any(|p| p.test == test.test) {
            parents.push(test.clone());
        }
    }
    parents
}

/// A variant that is being made.
struct Bred {
    test: TestCase,
    parent: Arc<Evaluated>,
    /// Others that are reached where its parent goes may be run with it, too.
    for_mutant: u32,
}

/// Adds a variant, unless there are enough, or it is there already.
fn add(tests: &mut Vec<Bred>, bred: Bred, most: usize) {
    if tests.len() < most && !bred.test.is_empty() && !tests.iter().any(|t| t.test == bred.test) {
        tests.push(bred);
    }
}
