//! `generate`: the class files that symbolic execution replays tests on.

use super::generation_slot::GenerationSlot;
use super::session::Session;
use crate::compute::lock::lock;
use crate::{Error, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;

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
