//! The members by which tests make copies by serialization.

use super::{Cluster, MemberId};
use crate::generation::serialization::STREAMS;

/// The members by which a test makes a copy.
pub struct Copying {
    pub bytes_out: MemberId,
    pub out: MemberId,
    pub write: MemberId,
    pub to_bytes: MemberId,
    pub bytes_in: MemberId,
    pub input: MemberId,
    pub read: MemberId,
}

impl Cluster {
    /// `None`: not all are known.
    pub fn copying(&self) -> Option<Copying> {
        Some(Copying {
            bytes_out: self.named("java/io/ByteArrayOutputStream", "<init>", "()V")?,
            out: self.named(STREAMS[0], "<init>", "(Ljava/io/OutputStream;)V")?,
            write: self.named(STREAMS[0], "writeObject", "(Ljava/lang/Object;)V")?,
            to_bytes: self.named("java/io/ByteArrayOutputStream", "toByteArray", "()[B")?,
            bytes_in: self.named("java/io/ByteArrayInputStream", "<init>", "([B)V")?,
            input: self.named(STREAMS[1], "<init>", "(Ljava/io/InputStream;)V")?,
            read: self.named(STREAMS[1], "readObject", "()Ljava/lang/Object;")?,
        })
    }
}
