//! `generate`: the generations that a session has.

use crate::compute::lock::lock;
use crate::generation::run::Generation;
use crate::{Error, ErrorKind, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The generations of a session, by number.
#[derive(Debug, Default)]
pub struct GenerationSlot {
    pub(super) open: Mutex<Open>,
}

#[derive(Debug, Default)]
pub(super) struct Open {
    pub last: u64,
    /// A lock each, so that several classes have tests generated at a time.
    pub generations: BTreeMap<u64, Arc<Mutex<Generation>>>,
}

impl GenerationSlot {
    pub(super) fn get(&self, number: u64) -> Result<Arc<Mutex<Generation>>> {
        let found = lock(&self.open).generations.get(&number).cloned();
        found.ok_or_else(|| Error::new(ErrorKind::InvalidState, format!("there is no generation {number}, or it was closed")))
    }
}

/// A request that says nothing but which generation it is of.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfGeneration {
    pub generation: u64,
}

/// A request that says what a worker has answered to the batch that was proposed last.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerOf {
    pub generation: u64,
    /// Base64; null: there is none.
    pub answer: Option<String>,
}

/// An answer in base64.
pub(super) fn decode(answer: Option<String>) -> Result<Option<Vec<u8>>> {
    answer.map(|a| STANDARD.decode(a)).transpose().map_err(|e| Error::invalid_input(format!("`answer` is no base64: {e}")))
}
