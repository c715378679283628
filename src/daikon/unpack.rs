//! Packed files, unpacked on a thread of their own while what is unpacked already is read.

use crate::{Error, ErrorKind, Result};
use flate2::read::MultiGzDecoder;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, sync_channel};

/// Bytes that are handed over at a time, and how many such blocks may wait.
const BLOCK: usize = 1 << 18;
const WAITING: usize = 4;

/// What is in a packed stream.
pub struct Unpacked {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    at: usize,
}

impl Unpacked {
    /// # Errors
    /// `Internal`: no thread could be started.
    pub fn new(packed: impl Read + Send + 'static) -> Result<Self> {
        let (send, blocks) = sync_channel(WAITING);
        let unpack = move || {
            let mut stream = MultiGzDecoder::new(packed);
            loop {
                let mut block = vec![0; BLOCK];
                let read = stream.read(&mut block).map(|read| {
                    block.truncate(read);
                    block
                });
                let last = read.as_ref().map_or(true, Vec::is_empty);
                // Nobody listens any more: the reader has met an error.
                if send.send(read).is_err() || last {
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name("oraculum-unpack".into());
        thread.spawn(unpack).map_err(|e| Error::new(ErrorKind::Internal, format!("could not start a thread to unpack a trace: {e}")))?;
        Ok(Self { blocks, block: Vec::new(), at: 0 })
    }
}

impl Read for Unpacked {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() {
            // A thread that has ended has said why.
            let Ok(block) = self.blocks.recv() else { return Ok(0) };
            (self.block, self.at) = (block?, 0);
        }
        let count = to.len().min(self.block.len() - self.at);
        to[..count].copy_from_slice(&self.block[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    /// What does not get smaller.
    fn mix(i: u64) -> u64 {
        crate::compute::rng::mix(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    #[test]
    fn what_was_packed_comes_out_whole_and_what_is_cut_off_is_an_error() {
        let bytes: Vec<u8> = (0..3_000_000u64).map(|i| mix(i) as u8).collect();
        let twice = [packed(&bytes), packed(b"end")].concat();
        let mut read = Vec::new();
        Unpacked::new(io::Cursor::new(twice)).expect("a thread").read_to_end(&mut read).expect("is whole");
        assert_eq!(read, [&bytes[..], b"end"].concat());
        let cut = packed(&bytes)[..1_000_000].to_vec();
        let error = Unpacked::new(io::Cursor::new(cut)).expect("a thread").read_to_end(&mut Vec::new()).expect_err("is cut off");
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn a_reader_that_stops_ends_the_thread() {
        let mut unpacked = Unpacked::new(io::Cursor::new(packed(&vec![7; 20_000_000]))).expect("a thread");
        let mut first = [0; 10];
        unpacked.read_exact(&mut first).expect("is there");
        assert_eq!(first, [7; 10]);
    }
}
