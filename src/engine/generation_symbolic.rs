//! `generate`: the class files that symbolic execution replays tests on, and the library that helps to solve.

use super::generation_slot::GenerationSlot;
use super::session::Session;
use crate::compute::lock::lock;
use crate::{Error, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UseClassFiles {
    pub generation: u64,
    /// Of the program under test.
    pub class_files: Vec<ClassFile>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClassFile {
    /// Internal name.
    pub name: String,
    /// Base64.
    pub bytes: String,
}

/// One that cannot be decoded is as good as missing: calls of its code are not replayed.
pub fn use_class_files(session: &Session, request: UseClassFiles) -> Result<()> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    let decoded = request.class_files.into_iter().map(|file| {
        let bytes =
            STANDARD.decode(file.bytes).map_err(|e| Error::invalid_input(format!("`classFiles`: {} is no base64: {e}", file.name)))?;
        Ok((file.name, bytes))
    });
    let files = decoded.collect::<Result<_>>()?;
    lock(&generation).set_classes(files);
    Ok(())
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UseSolverLibrary {
    pub generation: u64,
    /// `oraculum-solver`, which opens the library in a process of its own.
    pub program: PathBuf,
    /// A native library of Z3.
    pub library: PathBuf,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SolverInUse {
    /// Null: it cannot be used.
    pub version: Option<String>,
    /// Why it cannot.
    pub failure: Option<String>,
}

/// A library that cannot be used is no error: what there is without it goes on.
pub fn use_solver_library(session: &Session, request: UseSolverLibrary) -> Result<SolverInUse> {
    let generation = session.slot::<GenerationSlot>().get(request.generation)?;
    Ok(match lock(&generation).use_solver_library(&request.program, &request.library) {
        Ok(version) => SolverInUse { version: Some(version), failure: None },
        Err(failure) => SolverInUse { version: None, failure: Some(failure) },
    })
}
