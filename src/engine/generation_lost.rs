//! `generate`: tests that no JVM survives.
//!
//! The worker of a batch of the search was lost: `proposeAgain` for some of its tests and `learnAgain` with how they ended, until there are
//! none; then `learnTests` without an answer.
//!
//! No JVM has survived the kept tests: `proposeFatalTests` for some of them and `learnFatalTests` with what workers showed, until there
//! are none, or whoever asks has no more time; then `leaveOutFatalTests`, and `observeTests` again.

use super::generation_assertions::{ObservedBatch, ToObserve};
use super::generation_slot::{AnswerOf, GenerationSlot, OfGeneration, decode};
use super::session::Session;
use crate::Result;
use crate::compute::lock::lock;
use serde::Deserialize;

/// Some tests of the oldest batch on its way, whose worker was lost; none: all is known.
pub fn propose_again(session: &Session, request: OfGeneration) -> Result<ObservedBatch> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    Ok(lock(&generation).propose_again()?.into())
}

/// Whether a JVM has survived them, and its answer can be read.
pub fn learn_again(session: &Session, request: AnswerOf) -> Result<bool> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let answer = decode(request.answer)?;
    lock(&generation).learn_again(answer.as_deref())
}

/// Some of the kept tests; none: all is known.
pub fn propose_fatal(session: &Session, request: OfGeneration) -> Result<ToObserve> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let [ordered, reversed] = lock(&generation).propose_fatal()?.map(ObservedBatch::from);
    Ok(ToObserve { ordered, reversed })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LearnFatal {
    pub generation: u64,
    /// Base64; null: its worker was lost.
    pub ordered: Option<String>,
    pub reversed: Option<String>,
}

/// Whether JVMs have survived them in both orders, and their answers can be read.
pub fn learn_fatal(session: &Session, request: LearnFatal) -> Result<bool> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let [ordered, reversed] = [decode(request.ordered)?, decode(request.reversed)?];
    lock(&generation).learn_fatal(ordered.as_deref(), reversed.as_deref())
}

/// Tests that no JVM survives are kept no more, and those of which that is not known yet; how many these were.
pub fn leave_out_fatal(session: &Session, request: OfGeneration) -> Result<usize> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    Ok(lock(&generation).leave_out_fatal())
}
