//! Files that a user names: opened if they are files, told apart from what only looks like one.

use crate::{Error, ErrorKind, Result};
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The mark that some editors put before UTF-8 text.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Opens a file for reading. `what` it is comes before its name in messages: `the states file`.
///
/// # Errors
/// `InvalidInput`: it is not there, may not be read, is a folder, or a device or pipe, which may never end.
pub fn open(what: &str, path: &Path) -> Result<File> {
    let name = path.display();
    let metadata = fs::metadata(path).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => Error::invalid_input(format!("{what} {name} does not exist")),
        _ => Error::invalid_input(format!("cannot read {what} {name}: {e}")),
    })?;
    if metadata.is_dir() {
        return Err(Error::invalid_input(format!("{what} {name} is a folder: name a file")));
    }
    if !metadata.is_file() {
        return Err(Error::invalid_input(format!("{what} {name} is a device or a pipe: name a regular file")));
    }
    File::open(path).map_err(|e| Error::invalid_input(format!("cannot read {what} {name}: {e}")))
}

/// What an error of reading means: a packed file that is damaged, cut or empty is wrong input, anything else the system's.
pub fn unreadable(what: impl std::fmt::Display, e: &io::Error) -> Error {
    match e.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof => Error::invalid_input(format!(
            "cannot unpack {what}: it is no gzip file, or damaged, or cut off ({e}); make it anew, or give it unpacked"
        )),
        _ => Error::new(ErrorKind::Io, format!("cannot read {what}: {e}")),
    }
}
