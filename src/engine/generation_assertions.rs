//! `generate`: what the kept tests assert.
//!
//! `observeTests` for two batches that ask for values, `learnObserved` with their answers from fresh workers, `learnMutant` with the answer
//! of each mutant (and `isAsObserved`, whether a worker that had a mutant still does what others did). From then on `keptTests` says the
//! assertions, and `mutantVerdicts` which mutants those tests kill that are written.

use super::generation_slot::{GenerationSlot, decode};
use super::session::Session;
use crate::compute::lock::lock;
use crate::generation::assertions::Verdict;
use crate::generation::cluster::MemberId;
use crate::generation::run::Batch;
use crate::{Error, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

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
    pub shared: String,
    pub batch: String,
}

impl From<Batch> for ObservedBatch {
    fn from(batch: Batch) -> Self {
        Self { tests: batch.tests, shared: STANDARD.encode(batch.shared), batch: STANDARD.encode(batch.bytes) }
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
}

pub fn learn(session: &Session, request: LearnObserved) -> Result<()> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let answer = decode(Some(request.answer))?.unwrap_or_default();
    lock(&generation).assertions()?.1.learn(&answer, request.reversed)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IsAsObserved {
    pub generation: u64,
    /// To the batch in order, base64.
    pub answer: String,
}

pub fn is_as_before(session: &Session, request: IsAsObserved) -> Result<bool> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let answer = decode(Some(request.answer))?.unwrap_or_default();
    lock(&generation).assertions()?.1.is_as_before(&answer)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LearnMutant {
    pub generation: u64,
    /// Chosen by the caller.
    pub mutant: u32,
    /// To the batch in order, base64; null: no worker survived it.
    pub answer: Option<String>,
}

/// Whether the mutant differs in any way from the class as it is.
pub fn learn_mutant(session: &Session, request: LearnMutant) -> Result<bool> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let answer = decode(request.answer)?;
    lock(&generation).assertions()?.1.learn_mutant(request.mutant, answer.as_deref())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MutantVerdicts {
    pub generation: u64,
    /// Tests that are written, by their places in `keptTests`, with their assertions.
    pub asserted: Vec<usize>,
    /// And without.
    pub bare: Vec<usize>,
}

/// Mutants by number, ascending.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdicts {
    pub killed: Vec<u32>,
    pub survived: Vec<u32>,
}

pub fn verdicts(session: &Session, request: MutantVerdicts) -> Result<Verdicts> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    let (cluster, assertions) = generation.assertions()?;
    let count = assertions.tests().len();
    let written: Vec<(usize, bool)> = request.asserted.iter().map(|&t| (t, true)).chain(request.bare.iter().map(|&t| (t, false))).collect();
    if let Some((test, _)) = written.iter().find(|(t, _)| *t >= count) {
        return Err(Error::invalid_input(format!("there is no test {test}: there are {count}")));
    }
    let all = assertions.verdicts(cluster, &written);
    let of = |verdict: Verdict| all.iter().filter(|&(_, &v)| v == verdict).map(|(&m, _)| m).collect();
    Ok(Verdicts { killed: of(Verdict::Killed), survived: of(Verdict::Survived) })
}
