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

    /// Calls a writer on an object.
    fn written(&mut self, test: &mut TestCase, writer: Writer, depth: u32) -> Option<Written> {
        let member = self.cluster.member(writer.member);
        let receiver = if member.needs_receiver() { Some(self.receiver(test, member.owner, depth + 1)?) } else { None };
        // What is written to, and what the writer is given to write to.
        let sink = match writer.sink {
            Sink::ReturnedBytes | Sink::ReturnedBuffer | Sink::ReturnedText => None,
            Sink::Stream => Some(self.constructed(test, "java/io/ByteArrayOutputStream", "()V", vec![])?).map(|bytes| (bytes, bytes)),
            Sink::Data => {
                let bytes = self.constructed(test, "java/io/ByteArrayOutputStream", "()V", vec![])?;
                Some((bytes, self.constructed(test, "java/io/DataOutputStream", "(Ljava/io/OutputStream;)V", vec![bytes])?))
            }
            Sink::Buffer => {
                let length = test.push(Statement::Int(BUFFER), Type::Primitive(Primitive::Int));
                let made = self.called(test, "java/nio/ByteBuffer", "allocate", "(I)Ljava/nio/ByteBuffer;", None, vec![length])?;
                Some((made, made))
            }
            Sink::Writer => Some(self.constructed(test, "java/io/StringWriter", "()V", vec![])?).map(|text| (text, text)),
            Sink::Builder => Some(self.constructed(test, "java/lang/StringBuilder", "()V", vec![])?).map(|text| (text, text)),
        };
        let mut arguments = Vec::with_capacity(member.parameters.len());
        for (place, parameter) in member.parameters.iter().enumerate() {
            arguments.push(match sink {
                Some((_, given)) if writer.place == Some(place) => given,
                _ => self.value(test, parameter, depth + 1)?,
            });
        }
        let result = test.push(Statement::Invoke { member: writer.member, receiver, arguments }, member.result.clone());
        let kept = sink.map(|(kept, _)| kept);
        let text = "()Ljava/lang/String;";
        Some(match writer.sink {
            Sink::ReturnedBytes => Written::Bytes(result),
            Sink::ReturnedBuffer => Written::Buffer(result),
            Sink::ReturnedText => Written::Text(result),
            Sink::Stream | Sink::Data => {
                Written::Bytes(self.called(test, "java/io/ByteArrayOutputStream", "toByteArray", "()[B", kept, vec![])?)
            }
            Sink::Buffer => Written::Buffer(self.called(test, "java/nio/ByteBuffer", "flip", "()Ljava/nio/ByteBuffer;", kept, vec![])?),
            Sink::Writer => Written::Text(self.called(test, "java/io/StringWriter", "toString", text, kept, vec![])?),
            Sink::Builder => Written::Text(self.called(test, "java/lang/StringBuilder", "toString", text, kept, vec![])?),
        })
    }

    /// What was written as the type that is asked for.
    fn as_parameter(&mut self, test: &mut TestCase, written: Written, parameter: &Type) -> Option<Slot> {
        let wanted = class_name(self.cluster, parameter);
        let bytes = match written {
            Written::Text(text) => {
                return match parameter {
                    Type::Array(_) => self.called(test, "java/lang/String", "toCharArray", "()[C", Some(text), vec![]),
                    _ if wanted.ends_with("Reader") => self.constructed(test, "java/io/StringReader", "(Ljava/lang/String;)V", vec![text]),
                    _ => Some(text),
                };
            }
            Written::Buffer(buffer) if wanted == "java/nio/ByteBuffer" => return Some(buffer),
            Written::Buffer(buffer) => self.called(test, "java/nio/ByteBuffer", "array", "()[B", Some(buffer), vec![])?,
            Written::Bytes(bytes) => bytes,
        };
        if wanted == "java/nio/ByteBuffer" {
            return self.called(test, wanted, "wrap", "([B)Ljava/nio/ByteBuffer;", None, vec![bytes]);
        }
        if parameter.name().is_none() {
            return Some(bytes);
        }
        let stream = self.constructed(test, "java/io/ByteArrayInputStream", "([B)V", vec![bytes])?;
        if wanted.starts_with("java/io/Data") {
            return self.constructed(test, "java/io/DataInputStream", "(Ljava/io/InputStream;)V", vec![stream]);
        }
        Some(stream)
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
