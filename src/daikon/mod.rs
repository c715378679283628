//! Daikon's files and notation: `.decls` and `.dtrace` in, and out (Daikon Developer Manual, appendix "File formats"; versions 1 and 2.0;
//! docs/daikon-format.md says construct by construct what is read), invariants as Daikon prints them out.
//!
//! This is the edge: the only place where the inference meets files.

mod decls;
mod dtrace;
#[cfg(test)]
mod format_tests;
mod invocations;
pub mod jml;
mod lines;
pub mod notation;
mod parents;
#[cfg(test)]
mod round_trip_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod truth_tests;
mod unpack;
mod values;
mod writer;

pub use dtrace::{ReadTrace, Reading, Truncated};

use crate::invariants::trace::Trace;
use crate::{Error, ErrorKind, Result, input};
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Reads declarations, which may also stand in the traces, and traces, one after the other. What ends in `.gz` is unpacked on the way.
///
/// # Errors
/// `InvalidInput` for what is no file, and, with file and line, for what is not in the format or more than the limits allow.
pub fn read(decls: &[PathBuf], traces: &[PathBuf], reading: Reading) -> Result<ReadTrace> {
    let mut reader = dtrace::Reader::new(reading);
    for (what, path) in decls.iter().map(|p| ("the file of declarations", p)).chain(traces.iter().map(|p| ("the trace", p))) {
        reader.read(&path.display().to_string(), open(what, path)?)?;
    }
    reader.finish()
}

/// Writes samples to a file as a trace that [`read`] reads; appended to what is there, or as a new file.
///
/// # Errors
/// `Io`: the file cannot be written.
pub fn write(trace: &Trace, path: &Path, append: bool) -> Result<()> {
    let failed = |e: &std::io::Error| Error::new(ErrorKind::Io, format!("cannot write the trace {}: {e}", path.display()));
    let file = File::options().create(true).write(true).append(append).truncate(!append).open(path).map_err(|e| failed(&e))?;
    let mut out = BufWriter::new(file);
    let header = if append { "" } else { writer::HEADER };
    out.write_all(header.as_bytes()).and_then(|()| writer::write(trace, &mut out)).and_then(|()| out.flush()).map_err(|e| failed(&e))
}

/// Reads bytes as a trace.
#[cfg(test)]
pub fn fuzz_trace(bytes: &[u8]) {
    let mut reader = dtrace::Reader::new(Reading::default());
    if reader.read("f", bytes).is_ok() {
        let _ = reader.finish();
    }
}

fn open(what: &str, path: &Path) -> Result<Box<dyn Read>> {
    let file = input::open(what, path)?;
    Ok(if path.extension().is_some_and(|e| e == "gz") { Box::new(unpack::Unpacked::new(file)?) } else { Box::new(file) })
}
