//! What one method has written is given to another that reads it ([`super::round_trips`]).

use super::cluster::MemberId;
use super::maker::{Maker, SHORTEST_FROM};
use super::round_trips::{Sink, Writer, class_name};
use super::statement::{Slot, Statement, TestCase};
use super::types::{Primitive, Type};

/// Bytes of a buffer that is written to.
const BUFFER: i32 = 1 << 14;

/// What was written, in a slot.
#[derive(Clone, Copy, Debug)]
enum Written {
    Bytes(Slot),
    Buffer(Slot),
    Text(Slot),
}

impl Maker<'_> {
    /// What a method of the program has written, for another that reads it. `None`: none writes such, or chance is against it.
    pub(super) fn read_back(&mut self, test: &mut TestCase, reader: MemberId, place: usize, parameter: &Type, depth: u32) -> Option<Slot> {
        let writers = self.round_trips.writers(reader, place);
        if writers.is_empty() || depth >= SHORTEST_FROM || !self.chance(self.settings.round_trips) {
            return None;
        }
        let writer = *self.choose(writers)?;
        let before = test.clone();
        let slot = self.written(test, writer, depth).and_then(|written| self.as_parameter(test, written, parameter));
        if slot.is_none() {
            *test = before;
        }
        slot
    }

    fn written(&mut self, test: &mut TestCase, writer: Writer, depth: u32) -> Option<Written> {
        let cluster = self.cluster;
        let member = cluster.member(writer.member);
        let receiver = if member.needs_receiver() { Some(self.receiver(test, member.owner, depth + 1)?) } else { None };
        let (kept, given) = match writer.sink {
            Sink::Result | Sink::ResultBuffer => (None, None),
            Sink::Bytes | Sink::Data => {
                let bytes = self.constructed(test, "java/io/ByteArrayOutputStream", "()V", vec![])?;
                let data =
                    |s: &mut Self, t: &mut TestCase| s.constructed(t, "java/io/DataOutputStream", "(Ljava/io/OutputStream;)V", vec![bytes]);
                (Some(bytes), Some(if writer.sink == Sink::Data { data(self, test)? } else { bytes }))
            }
            Sink::Buffer => {
                let length = test.push(Statement::Int(BUFFER), Type::Primitive(Primitive::Int));
                let buffer = self.called(test, "java/nio/ByteBuffer", "allocate", "(I)Ljava/nio/ByteBuffer;", None, vec![length])?;
                (Some(buffer), Some(buffer))
            }
            Sink::Writer => {
                let text = self.constructed(test, "java/io/StringWriter", "()V", vec![])?;
                (Some(text), Some(text))
            }
            Sink::Builder => {
                let text = self.constructed(test, "java/lang/StringBuilder", "()V", vec![])?;
                (Some(text), Some(text))
            }
        };
        let mut arguments = Vec::with_capacity(member.parameters.len());
        for (place, parameter) in member.parameters.iter().enumerate() {
            let sink = given.filter(|_| writer.place == Some(place));
            arguments.push(if sink.is_some() { sink? } else { self.value(test, parameter, depth + 1)? });
        }
        let result = test.push(Statement::Invoke { member: writer.member, receiver, arguments }, member.result.clone());
        let text = "()Ljava/lang/String;";
        Some(match writer.sink {
            Sink::Result if matches!(member.result, Type::Array(_)) => Written::Bytes(result),
            Sink::Result => Written::Text(result),
            Sink::ResultBuffer => Written::Buffer(result),
            Sink::Bytes | Sink::Data => {
                Written::Bytes(self.called(test, "java/io/ByteArrayOutputStream", "toByteArray", "()[B", kept, vec![])?)
            }
            Sink::Buffer => Written::Buffer(self.called(test, "java/nio/ByteBuffer", "flip", "()Ljava/nio/ByteBuffer;", kept, vec![])?),
            Sink::Writer => Written::Text(self.called(test, "java/io/StringWriter", "toString", text, kept, vec![])?),
            Sink::Builder => Written::Text(self.called(test, "java/lang/StringBuilder", "toString", text, kept, vec![])?),
        })
    }

    /// What was written as the type that is asked for.
    fn as_parameter(&mut self, test: &mut TestCase, written: Written, parameter: &Type) -> Option<Slot> {
        let cluster = self.cluster;
        if let Written::Text(text) = written {
            return match parameter {
                Type::Array(_) => self.called(test, "java/lang/String", "toCharArray", "()[C", Some(text), vec![]),
                _ if class_name(cluster, parameter).ends_with("Reader") => {
                    self.constructed(test, "java/io/StringReader", "(Ljava/lang/String;)V", vec![text])
                }
                _ => Some(text),
            };
        }
        let wanted = class_name(cluster, parameter);
        let bytes = match written {
            Written::Buffer(buffer) if wanted == "java/nio/ByteBuffer" => return Some(buffer),
            Written::Buffer(buffer) => self.called(test, "java/nio/ByteBuffer", "array", "()[B", Some(buffer), vec![])?,
            Written::Bytes(bytes) | Written::Text(bytes) => bytes,
        };
        let stream = |s: &mut Self, t: &mut TestCase| s.constructed(t, "java/io/ByteArrayInputStream", "([B)V", vec![bytes]);
        match wanted {
            "" => Some(bytes),
            "java/nio/ByteBuffer" => self.called(test, wanted, "wrap", "([B)Ljava/nio/ByteBuffer;", None, vec![bytes]),
            "java/io/DataInput" | "java/io/DataInputStream" => {
                let stream = stream(self, test)?;
                self.constructed(test, "java/io/DataInputStream", "(Ljava/io/InputStream;)V", vec![stream])
            }
            _ => stream(self, test),
        }
    }

    fn constructed(&mut self, test: &mut TestCase, class: &str, descriptor: &str, arguments: Vec<Slot>) -> Option<Slot> {
        let member = self.cluster.named(class, "<init>", descriptor)?;
        let ty = Type::class(self.cluster.member(member).owner);
        Some(test.push(Statement::Invoke { member, receiver: None, arguments }, ty))
    }

    fn called(
        &mut self,
        test: &mut TestCase,
        class: &str,
        name: &str,
        descriptor: &str,
        receiver: Option<Slot>,
        arguments: Vec<Slot>,
    ) -> Option<Slot> {
        let member = self.cluster.named(class, name, descriptor)?;
        let ty = self.cluster.member(member).result.clone();
        Some(test.push(Statement::Invoke { member, receiver, arguments }, ty))
    }
}
