//! Answers of the engine as JSON; the Java records of `dev.oraculum.api` are the other side. Each capability declares its own.

use crate::{Error, ErrorKind, Result};
use serde::Serialize;

/// The answer of an operation that has nothing to say.
#[derive(Debug, Serialize)]
pub struct Done {}

/// The engine itself.
#[derive(Debug, Serialize)]
pub struct EngineInfo {
    pub version: &'static str,
    pub target: String,
    pub cpu: String,
    pub processors: usize,
}

/// A result as JSON.
pub fn to_json(result: &impl Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(result).map_err(|e| Error::new(ErrorKind::Internal, format!("cannot write the result as JSON: {e}")))
}
