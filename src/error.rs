//! The one error type of the crate. Algorithms cannot fail; errors live at the edge, where input is read.

use std::fmt;

/// What went wrong, as far as the caller has to act differently on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The caller's input is wrong (an assertion that does not parse, a corrupt states line, a setting out of range).
    InvalidInput,
    /// A handle that was closed, or an operation out of order.
    InvalidState,
    /// What a worker has answered cannot be read: code under test has written into the memory of its JVM, or it was another program.
    DamagedAnswer,
    /// A file or database could not be read or written.
    Io,
    /// The caller, or a listener of theirs, asked to stop.
    Cancelled,
    /// A fault of ours.
    Internal,
}

/// An error that says what is wrong and where. What a user is to do about it their front door says, which knows how they write settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub kind: ErrorKind,
    pub message: String,
    /// The setting, by its name in the requests, whose limit was reached; no other error has one.
    pub limit: Option<&'static str>,
}

/// The crate's result type.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), limit: None }
    }

    pub fn invalid_input(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::InvalidInput, message)
    }

    /// There is more than a limit allows.
    pub fn limit_reached(setting: &'static str, message: impl Into<String>) -> Self {
        Self { limit: Some(setting), ..Self::invalid_input(message) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
