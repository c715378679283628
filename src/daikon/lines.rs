//! Lines of a stream, lent from its buffer, with their numbers.

use crate::input::{BYTE_ORDER_MARK, unreadable};
use crate::{Error, Result};
use std::io::Read;

/// Bytes read at a time.
const BLOCK: usize = 1 << 18;

/// Bounds of what is read.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Bytes of a line.
    pub line: u64,
    /// Bytes of the stream.
    pub stream: u64,
}

/// Reads lines. A line that does not fit into the buffer makes it grow, up to the bound. A byte-order mark is passed over.
pub struct Lines<R> {
    file: String,
    stream: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
    number: u64,
    bounds: Bounds,
    read: u64,
    /// Why a packed stream ended too early: its packing was cut off.
    broken: Option<Error>,
    /// Whether what was read ended within a record.
    cut: bool,
    /// Whether the line that was read last is the last of the stream and has no end.
    unended: bool,
}

impl<R: Read> Lines<R> {
    pub fn new(file: &str, stream: R, bounds: Bounds) -> Self {
        Self {
            file: file.to_owned(),
            stream,
            buffer: vec![0; BLOCK],
            start: 0,
            end: 0,
            ended: false,
            number: 0,
            bounds,
            read: 0,
            broken: None,
            cut: false,
            unended: false,
        }
    }

    /// Bytes read so far, unpacked.
    pub fn bytes(&self) -> u64 {
        self.read
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
                // Nobody knows how the last line of a stream that broke off went on.
                if from == to || self.broken.is_some() {
                    return Ok(None);
                }
                self.number += 1;
                self.unended = true;
                return Ok(Some(trimmed(&self.buffer[from..to])));
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
        if self.end as u64 > self.bounds.line {
            self.number += 1;
            let limit = size(self.bounds.line);
            return Err(self.limit("maxLineBytes", &format!("the line is longer than {limit}: is this a trace?")));
        }
        if self.end == self.buffer.len() {
            self.buffer.resize(2 * self.end, 0);
        }
        let place = || format!("{} after line {}", self.file, self.number);
        let read = match self.stream.read(&mut self.buffer[self.end..]) {
            Ok(read) => read,
            Err(e) if e.kind() == std::io::ErrorKind::UnexpectedEof => {
                self.broken = Some(unreadable(place(), &e));
                0
            }
            Err(e) => return Err(unreadable(place(), &e)),
        };
        if self.read == 0 && self.buffer[..read].starts_with(BYTE_ORDER_MARK) {
            self.start = BYTE_ORDER_MARK.len();
        }
        self.ended = read == 0;
        self.end += read;
        self.read += read as u64;
        if self.read > self.bounds.stream {
            let limit = size(self.bounds.stream);
            return Err(
                self.limit("maxTraceBytes", &format!("the files have more than {limit} so far, unpacked: give fewer, or raise the limit"))
            );
        }
        Ok(())
    }

    /// The number of the line that was read last.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Whether the line that was read last has no end, and is the last: the file may have been cut off within it.
    pub fn is_last_unended(&self) -> bool {
        self.unended
    }

    /// Says that the stream ended within a record.
    pub fn cut(&mut self) {
        self.cut = true;
    }

    /// Whether the stream ended too early.
    pub fn is_cut(&self) -> bool {
        self.cut || self.broken.is_some()
    }

    /// # Errors
    /// That a packed file was cut off, where what was read of it is of no `use`.
    pub fn check_end(&mut self, of_use: bool) -> Result<()> {
        match self.broken.take_if(|_| !of_use) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// An error about the line that was read last.
    pub fn error(&self, what: impl std::fmt::Display) -> Error {
        Error::invalid_input(format!("{}, line {}: {what}", self.file, self.number))
    }

    /// The same where a limit was reached: `setting` is its name in the requests.
    pub fn limit(&self, setting: &'static str, what: &str) -> Error {
        Error::limit_reached(setting, format!("{} ({setting})", self.error(what).message))
    }
}

/// Bytes for people.
pub fn size(bytes: u64) -> String {
    if bytes >= 1 << 20 { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
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
