//! Texts in a stream of bytes: the length in bytes, as four bytes, the least first; then the text as UTF-8 (docs/formats.md, "Solver").

use std::io::{self, ErrorKind, Read, Write};

/// Bytes of a text, at most.
pub const LONGEST: usize = 1 << 28;

/// An answer's first byte: what the library said.
pub const ANSWER: u8 = b'+';
/// An answer's first byte: a sentence, why there is no library.
pub const REFUSAL: u8 = b'-';

/// Writes a text as a frame.
///
/// # Errors
/// The stream's; `InvalidInput`: the text is longer than [`LONGEST`].
pub fn write(to: &mut impl Write, text: &[u8]) -> io::Result<()> {
    let too_long = || io::Error::new(ErrorKind::InvalidInput, format!("{} bytes are no frame: at most {LONGEST}", text.len()));
    let length = u32::try_from(text.len()).ok().filter(|&l| l as usize <= LONGEST).ok_or_else(too_long)?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(text)?;
    to.flush()
}

/// The next text; `None`: the stream ended before it.
///
/// # Errors
/// The stream's; `InvalidData`: it says a length beyond [`LONGEST`], or is no UTF-8; `UnexpectedEof`: it ends inside of a frame.
pub fn read(from: &mut impl Read) -> io::Result<Option<String>> {
    let mut length = [0; 4];
    let mut has = 0;
    while has < length.len() {
        match from.read(&mut length[has..]) {
            Ok(0) if has == 0 => return Ok(None),
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(more) => has += more,
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > LONGEST {
        return Err(io::Error::new(ErrorKind::InvalidData, format!("a frame of {length} bytes: at most {LONGEST}")));
    }
    // It grows with what is there: a length that is wrong takes no memory.
    let mut text = Vec::new();
    if from.take(length as u64).read_to_end(&mut text)? < length {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    String::from_utf8(text).map(Some).map_err(|_| io::Error::new(ErrorKind::InvalidData, "a frame that is no UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let mut stream = Vec::new();
        for text in ["(check-sat)", "", "äß"] {
            write(&mut stream, text.as_bytes()).unwrap();
        }
        let mut from = &stream[..];
        for text in ["(check-sat)", "", "äß"] {
            assert_eq!(read(&mut from).unwrap().as_deref(), Some(text));
        }
        assert_eq!(read(&mut from).unwrap(), None);
    }

    #[test]
    fn damaged_frames_are_refused() {
        let kind = |bytes: &[u8]| read(&mut { bytes }).unwrap_err().kind();
        assert_eq!(kind(&[5, 0]), ErrorKind::UnexpectedEof);
        assert_eq!(kind(&[5, 0, 0, 0, b'a']), ErrorKind::UnexpectedEof);
        assert_eq!(kind(&[0xff, 0xff, 0xff, 0xff]), ErrorKind::InvalidData);
        assert_eq!(kind(&[1, 0, 0, 0, 0xff]), ErrorKind::InvalidData);
    }
}
