//! Daikon's files and notation: `.decls` and `.dtrace` in, invariants as Daikon prints them out (Daikon Developer Manual, appendix
//! "File formats"; versions 1 and 2.0).
//!
//! This is the edge: the only place where the inference meets files.

mod decls;
mod dtrace;
mod lines;
pub mod notation;
#[cfg(test)]
mod tests;

pub use dtrace::{Limits, ReadTrace};

use crate::{Error, ErrorKind, Result};
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Reads declarations, which may also stand in the traces, and traces, one after the other. What ends in `.gz` is unpacked on the way.
///
/// # Errors
/// `Io` for files that cannot be read; `InvalidInput`, with file and line, for what is not in the format.
pub fn read(decls: &[PathBuf], traces: &[PathBuf], limits: Limits) -> Result<ReadTrace> {
    let mut reader = dtrace::Reader::new(limits);
    for path in decls.iter().chain(traces) {
        reader.read(&path.display().to_string(), open(path)?)?;
    }
    reader.finish()
}

fn open(path: &Path) -> Result<Box<dyn Read>> {
    let file = File::open(path).map_err(|e| Error::new(ErrorKind::Io, format!("cannot read {}: {e}", path.display())))?;
    Ok(if path.extension().is_some_and(|e| e == "gz") { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) })
}
