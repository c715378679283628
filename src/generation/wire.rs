//! Batches of tests for workers, and their answers (docs/formats.md, "Test batches").

use super::assertions::observation::{Observation, Observed};
use super::cluster::Cluster;
use super::facts::MemberKind;
use super::goals::{GoalId, Reach};
use super::statement::{Statement, TestCase};
use super::types::Type;
use crate::{Error, ErrorKind, Result};
use hashbrown::HashMap;

const VALUES: u8 = 1;
const COVERAGE: u8 = 2;
const OBSERVATIONS: u8 = 4;
const COMPARED: u8 = 8;
const TOGETHER: u8 = 16;
const OTHERS_FIRST: u8 = 32;
const TEXTS_OF_OTHERS: u8 = 64;

/// What the tests of a batch are to notice beside themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Company {
    /// Nothing: each is as if it were alone.
    Alone,
    /// Other threads of the program, which come first: a test waits after each statement until they rest.
    OtherThreads,
    /// Tests before: static state is put back behind so many, and not before; 0: behind the last.
    Tests(usize),
}

/// The format's name.
pub const FORMAT: &str = "tests 9";

/// How a test ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    Passed,
    /// A statement threw.
    Threw {
        statement: u32,
        /// Binary name of the exception's class.
        exception: String,
        /// By a `throw` of the code under test, or of a type that it declares.
        expected: bool,
    },
    /// The budget was used up in a statement.
    OutOfTicks {
        statement: u32,
    },
    /// A statement did what no test may do.
    Refused {
        statement: u32,
    },
    /// Something before it ended the batch.
    NotRun,
    /// The worker cannot run it: something that it uses does not link, for example.
    Unusable {
        why: String,
    },
}

impl End {
    /// The last statement that ran, of a test that did not come to its end.
    pub fn last(&self) -> Option<u32> {
        match self {
            Self::Threw { statement, .. } | Self::OutOfTicks { statement } | Self::Refused { statement } => Some(*statement),
            Self::Passed | Self::NotRun | Self::Unusable { .. } => None,
        }
    }
}

/// What a worker says of a test.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub end: End,
    pub reach: Reach,
    /// Texts that the code has compared, as they came, each once.
    pub compared: Vec<String>,
    /// Likewise of other code, and of what containers hold that were asked for a text; empty: not asked for.
    pub compared_by_others: Vec<String>,
}

impl Answer {
    /// Of a test that has compared nothing.
    pub fn new(end: End, reach: Reach) -> Self {
        Self { end, reach, compared: Vec::new(), compared_by_others: Vec::new() }
    }
}

/// What all batches of a class have in common: its members and types.
#[derive(Clone, Debug)]
pub struct Shared {
    types: Vec<String>,
    numbers: HashMap<String, u32, crate::program::facts::FixedHasher>,
    /// How many types and members were said last.
    said: Option<(usize, usize)>,
}

struct Out(Vec<u8>);

impl Out {
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn signed(&mut self, value: i64) {
        self.number((value << 1 ^ value >> 63) as u64);
    }

    fn text(&mut self, text: &str) {
        self.number(text.encode_utf16().count() as u64);
        text.encode_utf16().for_each(|unit| self.number(u64::from(unit)));
    }
}

impl Shared {
    /// The types are those that tests may name: of parameters and results, and of the cluster.
    pub fn new(cluster: &Cluster) -> Self {
        let mut shared = Self { types: Vec::new(), numbers: HashMap::default(), said: None };
        shared.add_types(cluster);
        for named in cluster.casts.iter().chain(&cluster.classes) {
            shared.add(named, cluster);
        }
        for primitive in super::types::Primitive::ALL {
            shared.add(&Type::class(cluster.boxed(primitive)), cluster);
        }
        shared.add(&Type::class(cluster.string), cluster);
        // Workers keep what they made for the last unit as long as this part stays the same: arrays are told from the beginning.
        for parameter in cluster.members.iter().flat_map(|m| &m.parameters) {
            if let Type::Array(_) = parameter {
                shared.add(&cluster.erase(parameter, &[]), cluster);
            }
        }
        shared
    }

    /// Adds the types of the cluster that were not among them.
    pub fn add_types(&mut self, cluster: &Cluster) {
        for known in cluster.types() {
            self.add(&Type::class(known.name), cluster);
        }
    }

    fn add(&mut self, ty: &Type, cluster: &Cluster) {
        self.number(&ty.descriptor(&cluster.names));
    }

    fn number(&mut self, descriptor: &str) -> u32 {
        if let Some(&number) = self.numbers.get(descriptor) {
            return number;
        }
        let number = self.types.len() as u32;
        self.types.push(descriptor.to_owned());
        self.numbers.insert(descriptor.to_owned(), number);
        number
    }

    /// The tests of a batch that asks for coverage and compared texts, those of other code among them or not. Types that no batch had
    /// before are added: [`Shared::news`] comes after.
    pub fn batch(&mut self, cluster: &Cluster, tests: &[TestCase], ticks: u64, others: bool) -> Vec<u8> {
        let mut out = Out(Vec::with_capacity(tests.len() * 64));
        out.0.push(COVERAGE | COMPARED | if others { TEXTS_OF_OTHERS } else { 0 });
        out.number(ticks);
        out.number(tests.len() as u64);
        for test in tests {
            out.number(test.len() as u64);
            for step in &test.steps {
                self.statement(&mut out, cluster, &step.statement, &step.ty);
            }
        }
        out.0
    }

    /// The tests of a batch that asks for values, each with what is looked at behind its statements, and for no coverage.
    pub fn observing(&mut self, cluster: &Cluster, tests: &[&Observed], ticks: u64, company: Company) -> Vec<u8> {
        let mut out = Out(Vec::with_capacity(tests.len() * 128));
        let company_flag = match company {
            Company::Alone => 0,
            Company::OtherThreads => OTHERS_FIRST,
            Company::Tests(_) => TOGETHER,
        };
        out.0.push(VALUES | OBSERVATIONS | company_flag);
        out.number(ticks);
        out.number(tests.len() as u64);
        if let Company::Tests(together) = company {
            out.number(together as u64);
        }
        for observed in tests {
            out.number((observed.test.len() + observed.observations.len()) as u64);
            out.number(observed.observations.len() as u64);
            for step in &observed.test.steps {
                self.statement(&mut out, cluster, &step.statement, &step.ty);
            }
            for observation in &observed.observations {
                match observation {
                    Observation::Contents { of } | Observation::State { of } | Observation::Received { of } => {
                        out.0.push(match observation {
                            Observation::Contents { .. } => 18,
                            Observation::State { .. } => 19,
                            _ => 20,
                        });
                        out.number(u64::from(*of));
                    }
                    Observation::Element { of, index } => {
                        out.0.push(15);
                        out.number(u64::from(*of));
                        out.number(u64::from(*index));
                    }
                    Observation::Call { member, on } | Observation::Field { member, on } => {
                        out.0.push(if matches!(observation, Observation::Call { .. }) { 11 } else { 12 });
                        out.number(u64::from(*member));
                        out.number(u64::from(*on));
                    }
                }
            }
        }
        out.0
    }

    fn statement(&mut self, out: &mut Out, cluster: &Cluster, statement: &Statement, ty: &Type) {
        let mut describe = |ty: &Type| u64::from(self.number(&ty.descriptor(&cluster.names)));
        let mut tagged = |tag: u8, numbers: &[u64]| {
            out.0.push(tag);
            numbers.iter().for_each(|&n| out.number(n));
        };
        match statement {
            Statement::Null => tagged(0, &[]),
            Statement::Boolean(b) => tagged(1, &[u64::from(*b)]),
            Statement::Char(c) => tagged(4, &[u64::from(*c)]),
            Statement::Byte(v) => {
                tagged(2, &[]);
                out.signed(i64::from(*v));
            }
            Statement::Short(v) => {
                tagged(3, &[]);
                out.signed(i64::from(*v));
            }
            Statement::Int(v) => {
                tagged(5, &[]);
                out.signed(i64::from(*v));
            }
            Statement::Long(v) => {
                tagged(6, &[]);
                out.signed(*v);
            }
            Statement::Float(v) => {
                tagged(7, &[]);
                out.0.extend(v.to_bits().to_be_bytes());
            }
            Statement::Double(v) => {
                tagged(8, &[]);
                out.0.extend(v.to_bits().to_be_bytes());
            }
            Statement::Text(text) => {
                tagged(9, &[]);
                out.text(text);
            }
            Statement::Class(class) => tagged(10, &[describe(class)]),
            Statement::Invoke { member, .. } | Statement::Get { member, .. } | Statement::Set { member, .. } => {
                let tag = match statement {
                    Statement::Invoke { .. } => 11,
                    Statement::Get { .. } => 12,
                    _ => 13,
                };
                tagged(tag, &[u64::from(*member)]);
                statement.uses().iter().for_each(|&slot| out.number(u64::from(slot)));
            }
            Statement::Array { length } => tagged(14, &[describe(ty), u64::from(*length)]),
            Statement::Element { array, index } => tagged(15, &[u64::from(*array), u64::from(*index)]),
            Statement::Store { array, index, value } => tagged(16, &[u64::from(*array), u64::from(*index), u64::from(*value)]),
            Statement::Stub { answers } => {
                tagged(17, &[describe(ty), answers.len() as u64]);
                for answer in answers {
                    let then = answer.then.map_or(0, |slot| u64::from(slot) + 1);
                    [u64::from(answer.method), u64::from(answer.first), then].iter().for_each(|&n| out.number(n));
                }
            }
        }
    }

    /// [`Shared::encode`], if it says more than when this was last asked.
    pub fn news(&mut self, cluster: &Cluster) -> Option<Vec<u8>> {
        let now = Some((self.types.len(), cluster.members.len()));
        (std::mem::replace(&mut self.said, now) != now).then(|| self.encode(cluster))
    }

    /// What goes with every batch that was encoded until now.
    pub fn encode(&self, cluster: &Cluster) -> Vec<u8> {
        let mut out = Out(Vec::new());
        out.text(&cluster.names.text(cluster.target).replace('/', "."));
        out.number(cluster.members.len() as u64);
        for member in &cluster.members {
            out.0.push(match member.kind {
                MemberKind::Constructor => 0,
                MemberKind::Method => 1,
                MemberKind::Field => 2,
            });
            out.text(cluster.names.text(member.owner));
            out.text(&member.name);
            out.text(&member.descriptor);
            let interface = cluster
                .known(member.owner)
                .is_some_and(|t| matches!(t.kind, super::facts::TypeKind::Interface | super::facts::TypeKind::Annotation));
            out.0.push(u8::from(member.is_static) | u8::from(interface) << 1);
        }
        out.number(self.types.len() as u64);
        self.types.iter().for_each(|t| out.text(t));
        out.0
    }
}

/// Reads an answer.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub fn wrong(&self, what: &str) -> Error {
        Error::new(ErrorKind::DamagedAnswer, format!("an answer of a worker is damaged at byte {}: {what}", self.at))
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let taken =
            self.at.checked_add(count).and_then(|end| self.bytes.get(self.at..end)).ok_or_else(|| self.wrong("it ends too early"))?;
        self.at += count;
        Ok(taken)
    }

    pub fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    #[inline]
    pub fn number(&mut self) -> Result<u64> {
        // Most are small.
        match self.bytes.get(self.at) {
            Some(&byte) if byte < 0x80 => {
                self.at += 1;
                Ok(byte.into())
            }
            _ => self.long_number(),
        }
    }

    fn long_number(&mut self) -> Result<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(self.wrong("a number of more than 64 bits"))
    }

    pub fn small(&mut self) -> Result<u32> {
        let number = self.number()?;
        u32::try_from(number).map_err(|_| self.wrong("a number of more than 32 bits"))
    }

    pub fn signed(&mut self) -> Result<i64> {
        let value = self.number()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    pub fn text(&mut self) -> Result<String> {
        let length = self.text_length()?;
        match self.ascii(length) {
            Some(text) => Ok(text.to_owned()),
            None => Ok(String::from_utf16_lossy(&self.units_of(length)?)),
        }
    }

    /// A text; `None`: it has half a surrogate pair.
    pub fn whole_text(&mut self) -> Result<Option<String>> {
        let length = self.text_length()?;
        match self.ascii(length) {
            Some(text) => Ok(Some(text.to_owned())),
            None => Ok(String::from_utf16(&self.units_of(length)?).ok()),
        }
    }

    /// So many characters, if they are all of ASCII: each of them is a byte, as most texts' are.
    fn ascii(&mut self, length: usize) -> Option<&'a str> {
        let bytes = &self.bytes[self.at..self.at + length];
        let text = std::str::from_utf8(bytes).ok().filter(|text| text.is_ascii())?;
        self.at += length;
        Some(text)
    }

    fn text_length(&mut self) -> Result<usize> {
        let length = self.small()? as usize;
        if length > self.bytes.len() - self.at {
            return Err(self.wrong("a text that is longer than the answer"));
        }
        Ok(length)
    }

    fn units_of(&mut self, length: usize) -> Result<Vec<u16>> {
        let mut units = Vec::with_capacity(length);
        for _ in 0..length {
            let unit = self.number()?;
            units.push(u16::try_from(unit).map_err(|_| self.wrong("a character of more than 16 bits"))?);
        }
        Ok(units)
    }

    /// Nothing is left.
    pub fn at_end(&self) -> Result<()> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.wrong("there is more than the tests' answers")) }
    }
}

/// Reads the answer to a batch without values, whose texts of other code were asked for or not.
///
/// # Errors
/// `DamagedAnswer`: it cannot be read, or is of another number of tests.
pub fn read_answers(bytes: &[u8], tests: usize, goals: usize, others: bool) -> Result<Vec<Answer>> {
    let mut reader = Reader::new(bytes);
    let count = reader.number()?;
    if count != tests as u64 {
        return Err(reader.wrong(&format!("it is of {count} tests: {tests} were asked for")));
    }
    let mut answers = Vec::with_capacity(tests);
    for _ in 0..tests {
        let end = read_end(&mut reader)?;
        let reach = read_reach(&mut reader, goals)?;
        let compared = read_compared(&mut reader)?;
        let compared_by_others = if others { read_compared(&mut reader)? } else { Vec::new() };
        answers.push(Answer { end, reach, compared, compared_by_others });
    }
    reader.at_end()?;
    Ok(answers)
}

/// How a test ended.
pub(super) fn read_end(reader: &mut Reader) -> Result<End> {
    Ok(match reader.byte()? {
        0 => End::Passed,
        1 => End::Threw { statement: reader.small()?, exception: reader.text()?, expected: reader.byte()? == 1 },
        2 => End::OutOfTicks { statement: reader.small()? },
        3 => End::NotRun,
        4 => End::Refused { statement: reader.small()? },
        5 => End::Unusable { why: reader.text()? },
        other => return Err(reader.wrong(&format!("no test ends with status {other}"))),
    })
}

fn read_reach(reader: &mut Reader, goals: usize) -> Result<Reach> {
    let mut near = Vec::new();
    for with_distance in [false, true] {
        let count = reader.small()?;
        let mut goal: GoalId = 0;
        for _ in 0..count {
            let difference = reader.small()?;
            goal = goal.checked_add(difference).filter(|&g| (g as usize) < goals).ok_or_else(|| reader.wrong("there is no such goal"))?;
            let distance = if with_distance {
                let bits = u64::from_be_bytes(reader.take(8)?.try_into().expect("eight bytes"));
                let distance = f64::from_bits(bits);
                if !(distance > 0.0 && distance < f64::INFINITY) {
                    return Err(reader.wrong("a distance that is not positive and finite"));
                }
                distance
            } else {
                0.0
            };
            near.push((goal, distance));
        }
    }
    Ok(Reach::new(near))
}

fn read_compared(reader: &mut Reader) -> Result<Vec<String>> {
    let count = reader.small()?;
    (0..count).map(|_| reader.text()).collect()
}
