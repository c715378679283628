//! `generate`: what the kept tests assert.
//!
//! `observeTests` for two batches that ask for values, `learnObserved` with their answers from fresh workers; then for each mutant
//! `testsForMutant`, the batch that runs on it, and `learnMutant` with its answer (and `isAsObserved`, whether a worker that had a
//! mutant still does what others did).
//!
//! Mutants that survive (`survivingMutants`) are tried with other tests, round by round: `breedVariants` for two batches, which are
//! observed and run on those mutants as the kept tests were, and `keepVariants` for those that kill any, with the batches of all that
//! are kept by then. Before and after all that, `testsBehindOtherThreads` for a batch of the kept tests in order in which other threads of
//! the program come first; it is learnt as the others are.
//!
//! Last, `proposeOrders` for batches that show which of the kept tests depend on others, and `learnOrders` with their answers, until there
//! is none.
//!
//! From then on `keptTests` says the assertions, and `mutantVerdicts` which mutants those tests kill that are written, and what they
//! showed of the others. `blockReach` says which tests come to a block of the class, and what keeps them from one.

use super::generation_slot::{AnswerOf, GenerationSlot, OfGeneration, decode};
use super::session::Session;
use crate::compute::lock::lock;
use crate::generation::assertions::differences::{Difference, Why};
use crate::generation::assertions::{Extent, Verdict};
use crate::generation::blockers::Blocker;
use crate::generation::cluster::MemberId;
use crate::generation::goals::GoalId;
use crate::generation::run::{Batch, Generation, Group};
use crate::generation::variants::Place;
use crate::{Error, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ObserveTests {
    pub generation: u64,
    /// Members without parameters and without side effects, to be called or read on objects of the tests.
    pub inspectors: BTreeSet<MemberId>,
}

/// The kept tests.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToObserve {
    pub ordered: ObservedBatch,
    pub reversed: ObservedBatch,
}

/// A batch that asks for values, and what it has in common with others; base64.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObservedBatch {
    pub tests: usize,
    /// Null: as it was said last.
    pub shared: Option<String>,
    pub batch: String,
}

impl From<Batch> for ObservedBatch {
    fn from(batch: Batch) -> Self {
        Self { tests: batch.tests, shared: batch.shared.map(|s| STANDARD.encode(s)), batch: STANDARD.encode(batch.bytes) }
    }
}

pub fn observe(session: &Session, request: ObserveTests) -> Result<ToObserve> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    let members = generation.cluster().members.len();
    if let Some(member) = request.inspectors.iter().find(|&&m| m as usize >= members) {
        return Err(Error::invalid_input(format!("there is no member {member} to inspect: there are {members}")));
    }
    let [ordered, reversed] = generation.observe(&request.inspectors).map(ObservedBatch::from);
    Ok(ToObserve { ordered, reversed })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LearnObserved {
    pub generation: u64,
    /// Base64.
    pub answer: String,
    pub reversed: bool,
    /// Where other threads of the program come first.
    #[serde(default)]
    pub behind_others: bool,
    /// Of variants, and not of the kept tests.
    #[serde(default)]
    pub variants: bool,
}

fn group(variants: bool) -> Group {
    if variants { Group::Variants } else { Group::Kept }
}

pub fn learn(session: &Session, request: LearnObserved) -> Result<()> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let answer = decode(Some(request.answer))?.unwrap_or_default();
    let mut generation = lock(&generation);
    let assertions = generation.group(group(request.variants))?;
    if request.behind_others { assertions.learn_behind_others(&answer) } else { assertions.learn(&answer, request.reversed) }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IsAsObserved {
    pub generation: u64,
    /// To the batch in order, base64.
    pub answer: String,
    /// Of variants, and not of the kept tests.
    #[serde(default)]
    pub variants: bool,
}

pub fn is_as_before(session: &Session, request: IsAsObserved) -> Result<bool> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let answer = decode(Some(request.answer))?.unwrap_or_default();
    lock(&generation).group(group(request.variants))?.is_as_before(&answer)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TestsForMutant {
    pub generation: u64,
    /// Chosen by the caller.
    pub mutant: u32,
    /// A test that covers none of these does not reach it; none: nobody knows.
    pub goals: Vec<GoalId>,
    /// Of variants, and not of the kept tests.
    #[serde(default)]
    pub variants: bool,
}

/// The tests that may reach a mutant, by their places, and a batch of them.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ForMutant {
    pub places: Vec<usize>,
    pub batch: ObservedBatch,
}

fn check_goals<'a>(generation: &Generation, goals: impl IntoIterator<Item = &'a GoalId>) -> Result<()> {
    let count = generation.goals().count();
    match goals.into_iter().find(|&&g| g as usize >= count) {
        Some(goal) => Err(Error::invalid_input(format!("there is no goal {goal}: there are {count}"))),
        None => Ok(()),
    }
}

pub fn tests_for_mutant(session: &Session, request: TestsForMutant) -> Result<ForMutant> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    check_goals(&generation, &request.goals)?;
    let (places, batch) = generation.reaching(group(request.variants), request.mutant, &request.goals)?;
    Ok(ForMutant { places, batch: batch.into() })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LearnMutant {
    pub generation: u64,
    /// Chosen by the caller.
    pub mutant: u32,
    /// The tests that ran on it, by their places.
    pub places: Vec<usize>,
    /// Base64; null: no worker survived it.
    pub answer: Option<String>,
    /// Of variants, and not of the kept tests.
    #[serde(default)]
    pub variants: bool,
}

/// Whether the mutant differs in any way from the class as it is.
pub fn learn_mutant(session: &Session, request: LearnMutant) -> Result<bool> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let answer = decode(request.answer)?;
    lock(&generation).group(group(request.variants))?.learn_mutant(request.mutant, &request.places, answer.as_deref())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ForgetMutants {
    pub generation: u64,
    pub mutants: Vec<u32>,
    /// Of variants, and not of the kept tests.
    #[serde(default)]
    pub variants: bool,
}

/// What was learnt of these counts for nothing: their worker was not as it should be.
pub fn forget(session: &Session, request: ForgetMutants) -> Result<()> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    lock(&generation).group(group(request.variants))?.forget(&request.mutants);
    Ok(())
}

/// The mutants that ran, that workers survive, and that no kept test can kill whatever it asserts; ascending.
pub fn survivors(session: &Session, request: OfGeneration) -> Result<Vec<u32>> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    let (cluster, assertions) = generation.assertions()?;
    Ok(assertions.killers(cluster).into_iter().filter(|(_, killers)| killers.is_empty()).map(|(mutant, _)| mutant).collect())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BreedVariants {
    pub generation: u64,
    /// By mutant that survives the goals of which one must be covered to reach it.
    pub mutants: BTreeMap<u32, Vec<GoalId>>,
    /// Of some of them the goals of which one is covered by tests that infect: the mutant makes another state of these.
    #[serde(default)]
    pub infections: BTreeMap<u32, Vec<GoalId>>,
    /// How many times as many variants as in the smallest round.
    pub times: usize,
}

/// Variants to observe; there may be none.
pub fn breed(session: &Session, request: BreedVariants) -> Result<ToObserve> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    check_goals(&generation, request.mutants.values().chain(request.infections.values()).flatten())?;
    let mut infections = request.infections;
    let place = |(mutant, reached_by)| (mutant, Place { reached_by, infected_by: infections.remove(&mutant).unwrap_or_default() });
    let mutants = request.mutants.into_iter().map(place).collect();
    let [ordered, reversed] = generation.breed(&mutants, request.times).map(ObservedBatch::from);
    Ok(ToObserve { ordered, reversed })
}

/// Whether one of the variants kills a mutant, by what was seen of them until now.
pub fn variants_kill(session: &Session, request: OfGeneration) -> Result<bool> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    lock(&generation).variants_kill()
}

/// What [`keep_variants`] did.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptVariants {
    /// The mutants that they kill, ascending.
    pub killed: BTreeSet<u32>,
    /// All kept tests, those variants among them.
    pub kept: ToObserve,
}

/// Keeps those variants that kill mutants.
pub fn keep_variants(session: &Session, request: OfGeneration) -> Result<KeptVariants> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    let killed = generation.adopt()?;
    let [ordered, reversed] = generation.both_orders(Group::Kept).map(ObservedBatch::from);
    Ok(KeptVariants { killed, kept: ToObserve { ordered, reversed } })
}

/// The kept tests, to be observed where other threads of the program come first.
pub fn behind_other_threads(session: &Session, request: OfGeneration) -> Result<ObservedBatch> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    Ok(lock(&generation).behind_other_threads()?.into())
}

/// Tests in orders that show which of them depend on others; none: all is known.
pub fn propose_orders(session: &Session, request: OfGeneration) -> Result<ObservedBatch> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    Ok(lock(&generation).propose_orders()?.into())
}

/// No answer: no worker survived them, or there is no time for more.
pub fn learn_orders(session: &Session, request: AnswerOf) -> Result<()> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let answer = decode(request.answer)?;
    lock(&generation).learn_orders(answer.as_deref())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MutantVerdicts {
    pub generation: u64,
    pub written: Vec<WrittenTest>,
}

/// A test that is written.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WrittenTest {
    /// Its place in `keptTests`.
    pub test: usize,
    pub asserts: Extent,
}

/// Mutants by number, ascending.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdicts {
    pub killed: Vec<u32>,
    pub survived: Vec<Survived>,
}

/// A mutant that no written test kills.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Survived {
    pub mutant: u32,
    /// The written tests that ran on it to an end, by their places, ascending.
    pub missed: Vec<usize>,
    /// The first thing that any test showed otherwise on it; null: nothing.
    pub difference: Option<Shown>,
}

/// Something that a test showed on a mutant and never on the class as it is.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// By its place; null: a variant that was not kept.
    pub test: Option<usize>,
    pub of: String,
    pub original: String,
    pub mutant: String,
    /// `HIDDEN`, `NOT_SAYABLE`, `NOT_WRITTEN`, `INCONCLUSIVE`.
    pub why: &'static str,
}

impl From<&Difference> for Shown {
    fn from(difference: &Difference) -> Self {
        let Difference { test, of, original, mutant, why } = difference.clone();
        let why = match why {
            Why::Hidden => "HIDDEN",
            Why::NotSayable => "NOT_SAYABLE",
            Why::NotWritten => "NOT_WRITTEN",
            Why::Inconclusive => "INCONCLUSIVE",
        };
        Self { test, of, original, mutant, why }
    }
}

pub fn verdicts(session: &Session, request: MutantVerdicts) -> Result<Verdicts> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    let (cluster, assertions) = generation.assertions()?;
    let count = assertions.tests().len();
    let written: Vec<(usize, Extent)> = request.written.iter().map(|w| (w.test, w.asserts)).collect();
    if let Some((test, _)) = written.iter().find(|(t, _)| *t >= count) {
        return Err(Error::invalid_input(format!("there is no test {test}: there are {count}")));
    }
    let all = assertions.verdicts(cluster, &written);
    let mut answer = Verdicts { killed: Vec::new(), survived: Vec::new() };
    for (mutant, verdict) in all {
        match verdict {
            Verdict::Killed => answer.killed.push(mutant),
            Verdict::Survived { missed, difference } => {
                let difference = difference.as_ref().or(generation.seen_by_variant(mutant)).map(Shown::from);
                answer.survived.push(Survived { mutant, missed, difference });
            }
        }
    }
    Ok(answer)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlockReach {
    pub generation: u64,
    /// By test the goals that it covers, in any order.
    pub covered: Vec<Vec<GoalId>>,
    pub blocks: Vec<BlockPlace>,
}

/// A block of the class under test.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlockPlace {
    /// Place of its method in the facts' goals.
    pub method: u32,
    pub block: u32,
}

/// Which tests come to a block.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Reached {
    /// By their places, ascending.
    pub tests: Vec<usize>,
    /// Of a block that none comes to: the nearest goal on the way to it that no test covers; null: an exception leaves the code before it.
    pub blocked: Option<GoalId>,
}

/// Block by block of the request.
pub fn block_reach(session: &Session, request: BlockReach) -> Result<Vec<Reached>> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let generation = lock(&generation);
    check_goals(&generation, request.covered.iter().flatten())?;
    let goals = generation.goals();
    let covered: Vec<BTreeSet<GoalId>> = request.covered.into_iter().map(BTreeSet::from_iter).collect();
    // Mutants are many, and blocks few.
    let mut by_method: BTreeMap<u32, Vec<Vec<bool>>> = BTreeMap::new();
    let mut answers = Vec::with_capacity(request.blocks.len());
    for BlockPlace { method, block } in request.blocks {
        if goals.block_count(method).is_none_or(|count| block as usize >= count) {
            return Err(Error::invalid_input(format!("there is no block {block} of a method {method}")));
        }
        let reached = by_method
            .entry(method)
            .or_insert_with(|| covered.iter().map(|covered| goals.may_reach(method, |goal| covered.contains(&goal))).collect());
        let tests: Vec<usize> = (0..covered.len()).filter(|&test| reached[test][block as usize]).collect();
        let any = |goal| covered.iter().any(|covered| covered.contains(&goal));
        let blocked = match tests.is_empty().then(|| goals.blocker(method, block, any)) {
            Some(Blocker::Goal(goal)) => Some(goal),
            Some(Blocker::Exception) | None => None,
        };
        answers.push(Reached { tests, blocked });
    }
    Ok(answers)
}
