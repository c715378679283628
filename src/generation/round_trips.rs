//! Round trips: what one method of a program writes, another of it reads. A class with `write(OutputStream)` and `read(InputStream)`, or
//! with `toString()` and a constructor that takes a text, reads hardly anything else than what it has written: no gradient leads to a whole
//! file format. People test such pairs so, too.
//!
//! A writer gives bytes or a text as its result, or puts them into what it is given; a reader takes them.

use super::cluster::{Cluster, Member, MemberId};
use super::facts::MemberKind;
use super::types::{Primitive, Type};
use std::collections::BTreeMap;

/// Writers of other classes of the program that are remembered for a reader.
const MOST_OF_OTHERS: usize = 8;
/// How the names begin of methods that give the text of an object, and not of a part of it.
const GIVE_TEXT: [&str; 9] = ["to", "as", "format", "encode", "serialize", "write", "print", "render", "dump"];
/// How the names begin of methods that write to a buffer. Others read from it.
const WRITE_BUFFER: [&str; 7] = ["write", "serialize", "put", "encode", "pack", "dump", "save"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Bytes,
    Text,
}

/// Where a writer leaves what it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sink {
    /// It returns an array of bytes.
    ReturnedBytes,
    /// It returns a `ByteBuffer`.
    ReturnedBuffer,
    ReturnedText,
    /// It is given an `OutputStream`.
    Stream,
    /// It is given a `DataOutput`.
    Data,
    /// It is given a `ByteBuffer`.
    Buffer,
    /// It is given a `java.io.Writer`.
    Writer,
    /// It is given a `StringBuilder`.
    Builder,
}

impl Sink {
    fn form(self) -> Form {
        match self {
            Self::ReturnedText | Self::Writer | Self::Builder => Form::Text,
            Self::ReturnedBytes | Self::ReturnedBuffer | Self::Stream | Self::Data | Self::Buffer => Form::Bytes,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Writer {
    pub member: MemberId,
    pub sink: Sink,
    /// The parameter that is the sink.
    pub place: Option<usize>,
}

/// Which methods may have written what another reads.
#[derive(Clone, Debug)]
pub struct RoundTrips {
    /// By member and place of a parameter.
    writers: BTreeMap<(MemberId, usize), Vec<Writer>>,
}

impl RoundTrips {
    pub const NONE: Self = Self { writers: BTreeMap::new() };

    pub fn of(cluster: &Cluster) -> Self {
        let of_program = |m: &Member| m.kind != MemberKind::Field && !cluster.is_of_jdk(m.owner);
        let members: Vec<MemberId> = (0..cluster.members.len() as MemberId).filter(|&m| of_program(cluster.member(m))).collect();
        let all: Vec<Writer> = members.iter().filter_map(|&m| writer(cluster, m)).collect();
        let mut writers = BTreeMap::new();
        for &reader in members.iter().filter(|_| !all.is_empty()) {
            let read = cluster.member(reader);
            let itself = writer(cluster, reader);
            for (place, parameter) in read.parameters.iter().enumerate() {
                let Some(form) = form(cluster, parameter).filter(|_| itself.is_none_or(|w| w.place != Some(place))) else { continue };
                let fitting = || all.iter().filter(|w| w.member != reader && form == w.sink.form());
                let mut found: Vec<Writer> = fitting().filter(|w| is_pair(cluster, read, w, form)).copied().collect();
                if found.is_empty() && form == Form::Bytes {
                    found = fitting().take(MOST_OF_OTHERS).copied().collect();
                }
                if !found.is_empty() {
                    writers.insert((reader, place), found);
                }
            }
        }
        Self { writers }
    }

    /// Those that may have written what a member is given at a place.
    pub(super) fn writers(&self, reader: MemberId, place: usize) -> &[Writer] {
        self.writers.get(&(reader, place)).map_or(&[], Vec::as_slice)
    }
}

/// Whether a reader is the other half of a writer: it makes objects of its class; of bytes, it may also be of that class itself.
fn is_pair(cluster: &Cluster, reader: &Member, writer: &Writer, form: Form) -> bool {
    let written = cluster.member(writer.member);
    let makes = reader.result.name().is_some_and(|made| {
        let related = cluster.is_subclass(made, written.owner) || cluster.is_subclass(written.owner, made) && made != cluster.object;
        related && !reader.needs_receiver()
    });
    makes || form == Form::Bytes && reader.owner == written.owner
}

pub(super) fn class_name<'a>(cluster: &'a Cluster, ty: &Type) -> &'a str {
    ty.name().map_or("", |name| cluster.names.text(name))
}

/// What a parameter reads.
fn form(cluster: &Cluster, parameter: &Type) -> Option<Form> {
    match parameter {
        Type::Array(element) if **element == Type::Primitive(Primitive::Byte) => Some(Form::Bytes),
        Type::Array(element) if **element == Type::Primitive(Primitive::Char) => Some(Form::Text),
        Type::Class(..) => match class_name(cluster, parameter) {
            "java/lang/String" | "java/lang/CharSequence" | "java/io/Reader" | "java/io/StringReader" => Some(Form::Text),
            "java/io/InputStream"
            | "java/io/ByteArrayInputStream"
            | "java/io/DataInput"
            | "java/io/DataInputStream"
            | "java/nio/ByteBuffer" => Some(Form::Bytes),
            _ => None,
        },
        _ => None,
    }
}

/// A method that writes, if it is one.
fn writer(cluster: &Cluster, id: MemberId) -> Option<Writer> {
    let member = cluster.member(id);
    if member.kind != MemberKind::Method || !member.variables.is_empty() || !member.parameters.iter().all(Type::is_ground) {
        return None;
    }
    let begins = |with: &[&str]| with.iter().any(|begin| member.name.starts_with(begin));
    let sink = |parameter: &Type| match class_name(cluster, parameter) {
        "java/io/OutputStream" | "java/io/ByteArrayOutputStream" => Some(Sink::Stream),
        "java/io/DataOutput" | "java/io/DataOutputStream" => Some(Sink::Data),
        "java/nio/ByteBuffer" if begins(&WRITE_BUFFER) => Some(Sink::Buffer),
        "java/io/Writer" | "java/io/StringWriter" => Some(Sink::Writer),
        "java/lang/StringBuilder" | "java/lang/Appendable" => Some(Sink::Builder),
        _ => None,
    };
    let sinks: Vec<(usize, Sink)> = member.parameters.iter().enumerate().filter_map(|(at, p)| Some((at, sink(p)?))).collect();
    if let [(place, sink)] = sinks[..] {
        return Some(Writer { member: id, sink, place: Some(place) });
    }
    // What a method is given takes part in what it returns: then that is not the object alone.
    let of_object = member.needs_receiver() && member.parameters.is_empty();
    let result = &member.result;
    let sink = match class_name(cluster, result) {
        _ if *result == Type::Array(Box::new(Type::Primitive(Primitive::Byte))) => Sink::ReturnedBytes,
        "java/lang/String" if begins(&GIVE_TEXT) => Sink::ReturnedText,
        "java/nio/ByteBuffer" => Sink::ReturnedBuffer,
        _ => return None,
    };
    (of_object && sinks.is_empty()).then_some(Writer { member: id, sink, place: None })
}
