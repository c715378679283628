//! `generate`: tests that a class has already.

use super::generation_slot::GenerationSlot;
use super::session::Session;
use crate::Result;
use crate::compute::lock::lock;
use crate::generation::carved::sequence::Sequence;
use crate::generation::facts::Literals;
use serde::{Deserialize, Serialize};

/// Docs/formats.md ("Carved tests").
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UseExistingTests {
    pub generation: u64,
    /// What each of them does.
    pub sequences: Vec<Sequence>,
    /// Values in them.
    #[serde(default)]
    pub literals: Literals,
    /// Goals that they cover: no test is kept for these.
    #[serde(default)]
    pub covered: Vec<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Existing {
    /// How many of the sequences are seeds of the search; of equal ones one.
    pub seeds: usize,
    /// Whether they cover all that is wanted: there is nothing to search for.
    pub all_covered: bool,
}

/// Before the first batch.
pub fn use_existing(session: &Session, request: UseExistingTests) -> Result<Existing> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let mut generation = lock(&generation);
    let seeds = generation.use_existing(&request.sequences, &request.literals, &request.covered)?;
    let progress = generation.progress();
    Ok(Existing { seeds, all_covered: progress.goals == 0 })
}
