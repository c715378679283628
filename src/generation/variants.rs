//! Variants of tests, bred to kill mutants that the kept tests do not kill (Fraser and Zeller, "Mutation-driven generation of unit tests
//! and oracles", TSE 2012). Tests that cover a line need not notice when it changes: another value, a call more may.
//!
//! The first variants for a mutant are tests of the search as they are: those that infect, for it is only left to them to show it, then
//! those that reach its line; later ones are bred from these and from the kept tests. Which of them kill is seen when they have run:
//! [`Variants::best`].

use super::algorithms::Context;
use super::archive::Evaluated;
use super::assertions::Assertions;
use super::cluster::{Cluster, MemberId};
use super::goals::GoalId;
use super::maker::Maker;
use super::minimise::Kept;
use super::operators::mutate;
use super::statement::TestCase;
use super::ways::{Way, Ways};
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

/// Mutants by number.
pub type Mutants = BTreeMap<u32, Place>;

/// Where a mutant is.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Of these goals one must be covered to reach it.
    pub reached_by: Vec<GoalId>,
    /// A test that covers one of these infects: the mutant makes another state of it. None: nobody knows.
    pub infected_by: Vec<GoalId>,
}

/// Tests that variants for a mutant are bred from, each once.
#[derive(Debug, Default)]
struct Parents {
    tests: Vec<Arc<Evaluated>>,
    /// So many of the first infect.
    infecting: usize,
}

/// The variants of one round, and what was seen of them.
#[derive(Debug)]
pub struct Variants {
    pub assertions: Assertions,
    /// By mutant the variants that may reach it, ascending.
    of: BTreeMap<u32, Vec<usize>>,
}

impl Variants {
    /// `None`: there is nothing to breed from.
    pub fn breed(
        context: &Context,
        ways: &Ways,
        kept: &[Kept],
        mutants: &Mutants,
        inspectors: &BTreeSet<MemberId>,
        size: RoundSize,
    ) -> Option<Self> {
        let most = size.all;
        let parents: BTreeMap<u32, Parents> = mutants.iter().map(|(&m, place)| (m, parents(context, kept, place))).collect();
        let fertile: Vec<(u32, &Parents)> = parents.iter().filter(|(_, p)| !p.tests.is_empty()).map(|(&m, p)| (m, p)).collect();
        let mut tests = Vec::new();
        let to = |place: &Place| {
            place.reached_by.first().map_or_else(Vec::new, |&g| ways.to(context.goals, context.goals.goals[g as usize].method))
        };
        let calls: BTreeMap<u32, Vec<Way>> = mutants.iter().map(|(&m, place)| (m, to(place))).collect();
        if context.round == 0 {
            // As they are, those of every mutant in turns.
            for place in 0..fertile.iter().map(|(_, p)| p.tests.len()).max()? {
                for (mutant, parent) in fertile.iter().filter_map(|&(m, p)| Some((m, p.tests.get(place)?))) {
                    add(&mut tests, Bred { test: parent.test.clone(), parent: parent.clone(), for_mutant: mutant }, most);
                }
            }
        } else {
            for index in 0..2 * most {
                let &(mutant, of_mutant) = fertile.get(index % fertile.len().max(1))?;
                let mut maker = context.maker(index);
                let infects = of_mutant.infecting > 0 && maker.chance(0.5);
                let from = if infects { &of_mutant.tests[..of_mutant.infecting] } else { &of_mutant.tests };
                let parent = maker.choose(from)?.clone();
                let called =
                    if maker.chance(context.settings.variant_calls) { with_call(&mut maker, &parent, &calls[&mutant]) } else { None };
                let test = called.unwrap_or_else(|| {
                    let test = mutate(&mut maker, &parent.test, parent.last());
                    if maker.chance(0.5) { mutate(&mut maker, &test, test.len()) } else { test }
                });
                add(&mut tests, Bred { test, parent, for_mutant: mutant }, most);
            }
        }
        let numbers = |mutant: u32, place: &Place| {
            let own = (0..tests.len()).filter(|&i| tests[i].for_mutant == mutant);
            let covers = |bred: &Bred, goals: &[GoalId]| goals.iter().any(|&g| bred.parent.reach.covers(g));
            let others = || (0..tests.len()).filter(|&i| tests[i].for_mutant != mutant);
            let infect = others().filter(|&i| covers(&tests[i], &place.infected_by));
            let reach = others().filter(|&i| covers(&tests[i], &place.reached_by) && !covers(&tests[i], &place.infected_by));
            let mut numbers: Vec<usize> = own.chain(infect).chain(reach).take(size.of_a_mutant).collect();
            numbers.sort_unstable();
            numbers
        };
        let of: BTreeMap<u32, Vec<usize>> =
            mutants.iter().map(|(&m, place)| (m, numbers(m, place))).filter(|(_, n)| !n.is_empty()).collect();
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

/// Tests of the search that infect, those that reach a mutant, then the kept ones.
fn parents(context: &Context, kept: &[Kept], place: &Place) -> Parents {
    let mut parents = Parents::default();
    let mut add = |tests: &mut dyn Iterator<Item = &Arc<Evaluated>>| {
        for test in tests {
            if !parents.tests.iter().any(|p| p.test == test.test) {
                parents.tests.push(test.clone());
            }
        }
        parents.tests.len()
    };
    let sampled = |goals: &[GoalId]| goals.iter().flat_map(|&g| context.archive.sample(g)).collect::<Vec<_>>();
    let infecting = add(&mut sampled(&place.infected_by).into_iter());
    add(&mut sampled(&place.reached_by).into_iter());
    add(&mut kept.iter().map(|k| &k.test).filter(|t| place.reached_by.iter().any(|&g| t.reach.covers(g))));
    parents.infecting = infecting;
    parents
}

/// A test with one more call of the mutant's method at its end: what the method gives is seen there. In most tests that reach a mutant,
/// other methods call it.
fn with_call(maker: &mut Maker, parent: &Evaluated, ways: &[Way]) -> Option<TestCase> {
    let way = maker.choose(ways)?;
    let mut test = parent.test.clone();
    if parent.end != End::Passed {
        test.steps.pop();
    }
    maker.call_way(&mut test, way)?;
    Some(test)
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
