//! State records as the recorder in the worker writes them (docs/formats.md, "States as binary records"): read in place, every
//! length and value checked once, on arrival.

use super::bits::{CANONICAL_NAN, in_range};
use super::contents::{self, canonical};
use super::schema::{Schema, ValueType};
use crate::{Error, Result};
use std::borrow::Cow;

/// Bytes of a record before its presence bits: length, test, invocation, exit.
const HEADER: usize = 4 + 4 + 4 + 2;

/// Bound on a record's tail: what the contents of one state may take.
pub const MAX_TAIL_BYTES: usize = 1 << 20;

/// A value of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A number, boolean or reference: i64, or f64 bits.
    Bits(u64),
    /// Contents, in the form of a tail ([`contents`]).
    Contents(Cow<'a, [u8]>),
}

/// Sizes and types of the records of a schema.
#[derive(Clone, Debug)]
pub struct Layout {
    types: Vec<ValueType>,
    names: Vec<String>,
    presence: usize,
    has_contents: bool,
}

/// One record, borrowed from its batch.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    /// Index into the unit's list of tests.
    pub test: u32,
    /// Of the method within the test, counted at entry from 0.
    pub invocation: u32,
    /// Which normal exit, in bytecode order.
    pub exit: u16,
    pub state: State<'a>,
}

/// The state of a record: presence bits, values, tail.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    presence: &'a [u8],
    values: &'a [u8],
    tail: &'a [u8],
}

impl Layout {
    pub fn new(schema: &Schema) -> Self {
        Self {
            types: schema.variables.iter().map(|v| v.value_type).collect(),
            names: schema.variables.iter().map(|v| v.name.clone()).collect(),
            presence: schema.variables.len().div_ceil(8),
            has_contents: schema.variables.iter().any(|v| v.value_type.is_contents()),
        }
    }

    /// Number of values of a record.
    pub fn variables(&self) -> usize {
        self.types.len()
    }

    /// Bytes of a record without its tail, its length field included.
    pub fn fixed_bytes(&self) -> usize {
        HEADER + self.presence + 8 * self.types.len()
    }

    /// Checks a batch and counts its records. A batch that passes is read by [`Layout::records`] without failing.
    pub fn check(&self, batch: &[u8]) -> Result<usize> {
        let (mut records, mut at) = (0, 0);
        while at < batch.len() {
            let rest = &batch[at..];
            let bytes = rest.first_chunk().map(|length| u32::from_le_bytes(*length) as usize);
            let least = self.fixed_bytes() - 4;
            let most = least + if self.has_contents { MAX_TAIL_BYTES } else { 0 };
            if let Some(bytes) = bytes.filter(|bytes| !(least..=most).contains(bytes)) {
                let range = if self.has_contents { format!("{least} to {most}") } else { least.to_string() };
                return Err(Error::invalid_input(format!(
                    "state record at byte {at} says it is {bytes} bytes long: a record of this schema ({} variables) is {range}",
                    self.types.len(),
                )));
            }
            let size = 4 + bytes.unwrap_or(least);
            if rest.len() < size {
                return Err(Error::invalid_input(format!(
                    "the batch of state records ends within a record: {} bytes are left where a record has {size}",
                    rest.len()
                )));
            }
            let record = Record::of(&rest[..size], self.presence, self.types.len());
            self.check_values(&record.state).map_err(|why| Error::invalid_input(format!("state record {records} of the batch: {why}")))?;
            records += 1;
            at += size;
        }
        Ok(records)
    }

    /// The records of a batch that was checked; of another, those before the first that is none.
    pub fn records<'a>(&self, batch: &'a [u8]) -> impl Iterator<Item = Record<'a>> + use<'a> {
        let (presence, variables, fixed) = (self.presence, self.types.len(), self.fixed_bytes());
        let mut rest = batch;
        std::iter::from_fn(move || {
            let size = u32::from_le_bytes(*rest.first_chunk()?) as usize + 4;
            let (record, after) = rest.split_at_checked(size).filter(|_| size >= fixed)?;
            rest = after;
            Some(Record::of(record, presence, variables))
        })
    }

    /// The record that begins at a byte of a batch that was checked.
    ///
    /// # Panics
    /// If none does.
    pub fn record_at<'a>(&self, batch: &'a [u8], at: usize) -> Record<'a> {
        self.records(&batch[at..]).next().expect("a record begins here")
    }

    /// Parts a batch that was checked into runs of whole records of at most so many bytes, or of one record.
    pub fn runs<'a>(&self, batch: &'a [u8], bytes: usize) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let mut records = self.records(batch).peekable();
        let mut rest = batch;
        std::iter::from_fn(move || {
            let mut run = records.next()?.bytes();
            while let Some(record) = records.next_if(|record| run + record.bytes() <= bytes) {
                run += record.bytes();
            }
            let (first, after) = rest.split_at(run);
            rest = after;
            Some(first)
        })
    }

    /// Appends a record of values that are no contents, present where they are `Some`.
    pub fn write(&self, into: &mut Vec<u8>, test: u32, invocation: u32, exit: u16, values: &[Option<u64>]) {
        let values: Vec<_> = values.iter().map(|v| v.map(Value::Bits)).collect();
        self.write_values(into, test, invocation, exit, &values);
    }

    /// Appends a record; `values` are present where they are `Some`.
    ///
    /// # Panics
    /// If there is not one value per variable.
    pub fn write_values(&self, into: &mut Vec<u8>, test: u32, invocation: u32, exit: u16, values: &[Option<Value>]) {
        assert_eq!(values.len(), self.types.len(), "one value per variable");
        let start = into.len();
        into.extend_from_slice(&[0; 4]);
        into.extend_from_slice(&test.to_le_bytes());
        into.extend_from_slice(&invocation.to_le_bytes());
        into.extend_from_slice(&exit.to_le_bytes());
        self.write_state(into, values);
        let length = (into.len() - start - 4) as u32;
        into[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    /// Appends presence, values and tail.
    pub fn write_state(&self, into: &mut Vec<u8>, values: &[Option<Value>]) {
        let presence = into.len();
        into.resize(presence + self.presence, 0);
        let mut tail = 0;
        for (i, value) in values.iter().enumerate() {
            into[presence + i / 8] |= u8::from(value.is_some()) << (i % 8);
            let slot = match value {
                None => 0,
                Some(Value::Bits(bits)) => *bits,
                Some(Value::Contents(bytes)) => {
                    let slot = tail as u64 | u64::from(contents::count(self.types[i], bytes)) << 32;
                    tail += bytes.len();
                    slot
                }
            };
            into.extend_from_slice(&slot.to_le_bytes());
        }
        for value in values {
            if let Some(Value::Contents(bytes)) = value {
                into.extend_from_slice(bytes);
            }
        }
    }

    /// The state that those bytes are, all of them, checked; an error says what is wrong.
    pub fn check_state<'a>(&self, bytes: &'a [u8]) -> std::result::Result<State<'a>, String> {
        let least = self.presence + 8 * self.types.len();
        let most = least + if self.has_contents { MAX_TAIL_BYTES } else { 0 };
        if !(least..=most).contains(&bytes.len()) {
            let range = if self.has_contents { format!("{least} to {most}") } else { least.to_string() };
            return Err(format!("its state has {} bytes: one of {} variables has {range}", bytes.len(), self.types.len()));
        }
        let state = self.state(bytes);
        self.check_values(&state)?;
        Ok(state)
    }

    /// The state of bytes that were checked.
    ///
    /// # Panics
    /// If they were not and are too few.
    pub fn state<'a>(&self, bytes: &'a [u8]) -> State<'a> {
        State::of(bytes, self.presence, self.types.len())
    }

    fn check_values(&self, record: &State) -> std::result::Result<(), String> {
        if !self.types.len().is_multiple_of(8) && record.presence[self.presence - 1] >> (self.types.len() % 8) != 0 {
            return Err(format!("presence bits are set past the last of {} variables", self.types.len()));
        }
        let mut end = 0;
        for (i, &value_type) in self.types.iter().enumerate() {
            let Some(bits) = record.raw(i) else { continue };
            let name = &self.names[i];
            if value_type.is_contents() {
                let (at, count) = (bits as u32 as usize, (bits >> 32) as u32);
                if at != end {
                    return Err(format!("the contents of `{name}` begin at byte {at} of the tail, those before them end at {end}"));
                }
                let Some(size) = contents::measure(value_type, record.tail, at, count) else {
                    return Err(format!(
                        "the contents of `{name}` ({count} from byte {at} on) end past the tail of {} bytes",
                        record.tail.len()
                    ));
                };
                end += size;
                if let Some(bits) = contents::out_of_range(value_type, &record.tail[at..end]) {
                    return Err(format!("the bits {bits:#x} are no element of a {value_type} (variable `{name}`)"));
                }
            } else if !in_range(value_type, bits) {
                return Err(format!("the bits {bits:#x} are no {value_type} (variable `{name}`)"));
            }
        }
        if end != record.tail.len() {
            return Err(format!("{} bytes of the tail belong to no variable", record.tail.len() - end));
        }
        Ok(())
    }
}

impl<'a> Record<'a> {
    /// `bytes` are those of one record, at least its fixed part.
    fn of(bytes: &'a [u8], presence: usize, variables: usize) -> Self {
        Self {
            test: le_u32(bytes, 4),
            invocation: le_u32(bytes, 8),
            exit: u16::from_le_bytes([bytes[12], bytes[13]]),
            state: State::of(&bytes[HEADER..], presence, variables),
        }
    }

    /// Bytes of the record, its length field included.
    pub fn bytes(&self) -> usize {
        HEADER + self.state.presence.len() + self.state.values.len() + self.state.tail.len()
    }

    /// As [`State::value`].
    pub fn value(&self, i: usize, value_type: ValueType) -> Option<Value<'a>> {
        self.state.value(i, value_type)
    }

    /// As [`State::has`].
    pub fn has(&self, i: usize) -> bool {
        self.state.has(i)
    }

    /// As [`State::is_object`].
    pub fn is_object(&self, i: usize) -> bool {
        self.state.is_object(i)
    }
}

impl<'a> State<'a> {
    fn of(bytes: &'a [u8], presence: usize, variables: usize) -> Self {
        let (fixed, tail) = bytes.split_at(presence + 8 * variables);
        Self { presence: &fixed[..presence], values: &fixed[presence..], tail }
    }

    /// Variable `i`, `None` where it is absent; equal values are equal here. All NaNs are one; contents are canonical.
    pub fn value(&self, i: usize, value_type: ValueType) -> Option<Value<'a>> {
        let bits = self.raw(i)?;
        if value_type.is_contents() {
            let at = bits as u32 as usize;
            let size = contents::measure(value_type, self.tail, at, (bits >> 32) as u32).unwrap_or(0);
            let bytes = self.tail.get(at..at + size).unwrap_or_default();
            return Some(Value::Contents(canonical(value_type, bytes)));
        }
        let nan = matches!(value_type, ValueType::Float | ValueType::Double) && f64::from_bits(bits).is_nan();
        Some(Value::Bits(if nan { CANONICAL_NAN } else { bits }))
    }

    /// Whether variable `i` is present.
    pub fn has(&self, i: usize) -> bool {
        self.presence[i / 8] >> (i % 8) & 1 == 1
    }

    /// Whether variable `i`, a reference, is there and not null.
    pub fn is_object(&self, i: usize) -> bool {
        self.raw(i).is_some_and(|identity| identity != 0)
    }

    fn raw(&self, i: usize) -> Option<u64> {
        self.has(i).then(|| u64::from_le_bytes(self.values[8 * i..8 * i + 8].try_into().expect("eight bytes")))
    }
}

fn le_u32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
