//! Values as workers say them (docs/formats.md, "Test batches").

use crate::Result;
use crate::generation::statement::Slot;
use crate::generation::wire::{End, Reader, read_end};

/// A value. Reals are compared by their bits, so that NaN is itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// None, or one of which nothing is known.
    Nothing,
    Null,
    Boolean(bool),
    Byte(i8),
    Short(i16),
    Char(u16),
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
    Text(String),
    /// A constant of an enum.
    Constant {
        class: String,
        name: String,
    },
    /// Another object, of that class.
    Object(String),
    /// With the first of its elements.
    Array {
        length: u64,
        elements: Vec<Value>,
    },
    /// A collection or map of the JDK.
    Container {
        size: u64,
        contents: Contents,
    },
    /// A class object: its binary name, or its descriptor where it has none.
    Class(String),
    /// The same object as that of an earlier statement.
    Same(Slot),
    /// An `Optional`.
    Optional(Option<Box<Value>>),
    /// An observation threw an exception of that class.
    Thrown(String),
    /// Of an object of the program, its fields and those of objects in them, by path.
    State(Vec<(String, Value)>),
}

impl Value {
    /// What two runs have in common.
    pub fn keep_common(&mut self, other: &Self) {
        if let (Self::State(fields), Self::State(others)) = (&mut *self, other) {
            let same = fields.iter().zip(others).take_while(|(field, other)| field.0 == other.0).count();
            // Behind an object that only one of them has, the fields are others.
            fields.truncate(same);
            fields.iter_mut().zip(others).for_each(|(field, (_, other))| field.1.keep_common(other));
        } else if self != other {
            *self = Self::Nothing;
        }
    }

    /// Whether another run may show it, of which this is what runs had in common.
    pub fn allows(&self, other: &Self) -> bool {
        self.first_change(other).is_none()
    }

    /// What another run showed otherwise, and in which field, if it is one's; `None`: nothing.
    pub fn first_change<'a>(&'a self, other: &'a Self) -> Option<(Option<&'a str>, &'a Self, &'a Self)> {
        match (self, other) {
            (Self::Nothing, _) => None,
            (Self::State(fields), Self::State(others)) => {
                let mut pairs = fields.iter().zip(others).take_while(|(field, other)| field.0 == other.0);
                pairs.find_map(|((name, value), (_, other))| {
                    value.first_change(other).map(|(_, value, other)| (Some(name.as_str()), value, other))
                })
            }
            _ => (self != other).then_some((None, self, other)),
        }
    }
}

/// What is in a container, if it is few and plain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    Unsaid,
    List(Vec<Value>),
    /// In an order that does not depend on the container's.
    Set(Vec<Value>),
    /// Keys and values in turns, by keys.
    Map(Vec<Value>),
}

/// How a test ended, and the values of its statements and observations that came to their ends; of a statement that throws, its message.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub end: End,
    pub values: Vec<Value>,
}

/// Elements of an array that are said.
const SAID: u64 = 16;
/// Fields that are said of an object, and of those in it.
const FIELDS: u64 = 40;
/// How deep values are nested: a worker says three levels of arrays, an `Optional` and what is in it.
const DEEPEST: u32 = 8;

/// Reads the answer to a batch that asks for values and no coverage; `shapes` are the numbers of statements and observations of its tests.
///
/// # Errors
/// `DamagedAnswer`: it cannot be read, or is of another number of tests.
pub fn read(bytes: &[u8], shapes: &[(usize, usize)]) -> Result<Vec<Run>> {
    let mut reader = Reader::new(bytes);
    let count = reader.number()?;
    if count != shapes.len() as u64 {
        return Err(reader.wrong(&format!("it is of {count} tests: {} were asked for", shapes.len())));
    }
    let mut runs = Vec::with_capacity(shapes.len());
    for &(statements, observations) in shapes {
        let end = read_end(&mut reader)?;
        let said = match &end {
            End::Passed => statements + observations,
            End::NotRun | End::Unusable { .. } => 0,
            // The exception's message, and what is looked at behind the last statement.
            End::Threw { statement, .. } if *statement as usize + 1 == statements => statements + observations,
            End::Threw { statement, .. } => *statement as usize + 1,
            ended => ended.last().unwrap_or(0) as usize,
        };
        if said > statements + observations {
            return Err(reader.wrong("a statement behind the last one"));
        }
        let values = (0..said).map(|_| value(&mut reader, 0)).collect::<Result<_>>()?;
        runs.push(Run { end, values });
    }
    reader.at_end()?;
    Ok(runs)
}

fn value(reader: &mut Reader, depth: u32) -> Result<Value> {
    if depth > DEEPEST {
        return Err(reader.wrong("values nested too deep"));
    }
    let tag = reader.byte()?;
    Ok(match tag {
        0 => Value::Nothing,
        1 => Value::Null,
        2 => Value::Boolean(reader.number()? == 1),
        3 => Value::Byte(reader.signed()? as i8),
        4 => Value::Short(reader.signed()? as i16),
        5 => Value::Char(reader.number()? as u16),
        6 => Value::Int(reader.signed()? as i32),
        7 => Value::Long(reader.signed()?),
        8 => Value::Float(u32::from_be_bytes(reader.take(4)?.try_into().expect("four bytes"))),
        9 => Value::Double(u64::from_be_bytes(reader.take(8)?.try_into().expect("eight bytes"))),
        // Of half a surrogate pair nothing can be said in a source file that is UTF-8.
        10 => reader.whole_text()?.map_or_else(|| Value::Object("java.lang.String".into()), Value::Text),
        30 => Value::Constant { class: reader.text()?, name: reader.text()? },
        31 => Value::Object(reader.text()?),
        32 => {
            reader.text()?;
            let length = reader.number()?;
            let elements = (0..length.min(SAID)).map(|_| value(reader, depth + 1)).collect::<Result<_>>()?;
            Value::Array { length, elements }
        }
        33 => {
            reader.text()?;
            let size = reader.number()?;
            let kind = reader.byte()?;
            let said = match kind {
                0 => 0,
                3 => size.saturating_mul(2),
                _ => size,
            };
            if said > 2 * SAID {
                return Err(reader.wrong("too many elements of a container"));
            }
            let elements = (0..said).map(|_| value(reader, depth + 1)).collect::<Result<_>>()?;
            let contents = match kind {
                0 => Contents::Unsaid,
                1 => Contents::List(elements),
                2 => Contents::Set(elements),
                3 => Contents::Map(elements),
                other => return Err(reader.wrong(&format!("no container has contents {other}"))),
            };
            Value::Container { size, contents }
        }
        34 => Value::Same(reader.small()?),
        35 => Value::Class(reader.text()?),
        36 => Value::Optional(if reader.byte()? == 0 { None } else { Some(Box::new(value(reader, depth + 1)?)) }),
        37 => Value::Thrown(reader.text()?),
        38 => {
            let fields = reader.number()?;
            if fields > FIELDS {
                return Err(reader.wrong("too many fields of an object"));
            }
            Value::State((0..fields).map(|_| Ok((reader.text()?, value(reader, depth + 1)?))).collect::<Result<_>>()?)
        }
        other => return Err(reader.wrong(&format!("no value has tag {other}"))),
    })
}
