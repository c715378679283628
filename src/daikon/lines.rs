//! Lines of a stream, lent from its buffer, with their numbers.

use crate::{Error, ErrorKind, Result};
use std::io::Read;

/// Bytes read at a time.
const BLOCK: usize = 1 << 18;

/// Reads lines. A line that does not fit into the buffer makes it grow.
pub struct Lines<R> {
    file: String,
    stream: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
    number: u64,
}

impl<R: Read> Lines<R> {
    pub fn new(file: &str, stream: R) -> Self {
        Self { file: file.to_owned(), stream, buffer: vec![0; BLOCK], start: 0, end: 0, ended: false, number: 0 }
    }

    /// The next line without its end; `None` after the last.
    pub fn next(&mut self) -> Result<Option<&[u8]>> {
        let mut searched = self.start;
        loop {
            if let Some(at) = memchr::memchr(b'\n', &self.buffer[searched..self.end]) {
                let (from, to) = (self.start, searched + at);
                self.start = to + 1;
                self.number += 1;
                return Ok(Some(trimmed(&self.buffer[from..to])));
            }
            if self.ended {
                let (from, to) = (self.start, self.end);
                self.start = to;
                self.number += 1;
                return Ok((from < to).then(|| trimmed(&self.buffer[from..to])));
            }
            searched = self.end - self.start;
            self.fill()?;
            searched += self.start;
        }
    }

    fn fill(&mut self) -> Result<()> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        let read = self.stream.read(&mut self.buffer[self.end..]).map_err(|e| {
            let message = format!("cannot read {} after line {}: {e}", self.file, self.number);
            Error::new(if e.kind() == std::io::ErrorKind::InvalidData { ErrorKind::InvalidInput } else { ErrorKind::Io }, message)
        })?;
        self.ended = read == 0;
        self.end += read;
        Ok(())
    }

    /// An error about the line that was read last.
    pub fn error(&self, what: impl std::fmt::Display) -> Error {
        Error::invalid_input(format!("{}, line {}: {what}", self.file, self.number))
    }
}

fn trimmed(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// A line for a message: as text, and not all of it.
pub fn shown(line: &[u8]) -> String {
    const LONGEST: usize = 80;
    let text = String::from_utf8_lossy(line);
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("`{}..`", &text[..at]),
        None => format!("`{text}`"),
    }
}
