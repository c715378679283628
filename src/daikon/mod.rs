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

use crate::{Result, input};
use flate2::read::MultiGzDecoder;

use std::io::Read;
use std::path::{Path, PathBuf};

/// Reads declarations, which may also stand in the traces, and traces, one after the other. What ends in `.gz` is unpacked on the way.
///
/// # Errors
/// `InvalidInput` for what is no file, and, with file and line, for what is not in the format or more than the limits allow.
pub fn read(decls: &[PathBuf], traces: &[PathBuf], limits: Limits) -> Result<ReadTrace> {
    let mut reader = dtrace::Reader::new(limits);
    for (what, path) in decls.iter().map(|p| ("the file of declarations", p)).chain(traces.iter().map(|p| ("the trace", p))) {
        reader.read(&path.display().to_string(), open(what, path)?)?;
    }
    reader.finish()
}

/// Reads bytes as a trace.
#[cfg(test)]
pub fn fuzz_trace(bytes: &[u8]) {
    let mut reader = dtrace::Reader::new(Limits::default());
    if reader.read("f", bytes).is_ok() {
        let _ = reader.finish();
    }
}

fn open(what: &str, path: &Path) -> Result<Box<dyn Read>> {
    let file = input::open(what, path)?;
    Ok(if path.extension().is_some_and(|e| e == "gz") { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) })
}
