//! State records as the recorder in the worker writes them (docs/formats.md, "States as binary records"): read in place, every
//! length and value checked once, on arrival.

use super::schema::{Schema, ValueType};
use crate::{Error, Result};

/// Bytes of a record before its presence bits: length, test, invocation, exit.
const HEADER: usize = 4 + 4 + 4 + 2;

/// The bits of every NaN after reading: Java's `doubleToLongBits` has one NaN, and states are compared by their bits.
const CANONICAL_NAN: u64 = 0x7ff8_0000_0000_0000;

/// Sizes and types of the records of a schema.
#[derive(Clone, Debug)]
pub struct Layout {
    types: Vec<ValueType>,
    names: Vec<String>,
    presence: usize,
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
    presence: &'a [u8],
    values: &'a [u8],
}

impl Layout {
    pub fn new(schema: &Schema) -> Self {
        Self {
            types: schema.variables.iter().map(|v| v.value_type).collect(),
            names: schema.variables.iter().map(|v| v.name.clone()).collect(),
            presence: schema.variables.len().div_ceil(8),
        }
    }

    /// Number of values of a record.
    pub fn variables(&self) -> usize {
        self.types.len()
    }

    /// Bytes of a record, its length field included.
    pub fn record_bytes(&self) -> usize {
        HEADER + self.state_bytes()
    }

    /// Bytes of presence and values.
    pub fn state_bytes(&self) -> usize {
        self.presence + 8 * self.types.len()
    }

    /// Checks a batch and counts its records. A batch that passes is read by [`Layout::records`] without failing.
    pub fn check(&self, batch: &[u8]) -> Result<usize> {
        let size = self.record_bytes();
        if let Some(remainder) = batch.chunks_exact(size).find(|r| le_u32(r, 0) as usize != size - 4) {
            let at = remainder.as_ptr() as usize - batch.as_ptr() as usize;
            return Err(Error::invalid_input(format!(
                "state record at byte {at} says it is {} bytes long: a record of this schema ({} variables) is {}",
                le_u32(remainder, 0),
                self.types.len(),
                size - 4
            )));
        }
        if !batch.len().is_multiple_of(size) {
            return Err(Error::invalid_input(format!(
                "the batch of state records ends within a record: {} bytes are left where a record has {size}",
                batch.len() % size
            )));
        }
        for (i, record) in self.records(batch).enumerate() {
            self.check_values(&record).map_err(|why| Error::invalid_input(format!("state record {i} of the batch: {why}")))?;
        }
        Ok(batch.len() / size)
    }

    /// The records of a batch that was checked; whatever follows the last whole record is passed over.
    pub fn records<'a>(&self, batch: &'a [u8]) -> impl Iterator<Item = Record<'a>> + use<'a> {
        let presence = self.presence;
        batch.chunks_exact(self.record_bytes()).map(move |bytes| Record::of(bytes, presence))
    }

    /// One record of a batch that was checked.
    ///
    /// # Panics
    /// If there is no such record.
    pub fn record<'a>(&self, batch: &'a [u8], index: usize) -> Record<'a> {
        let size = self.record_bytes();
        Record::of(&batch[index * size..(index + 1) * size], self.presence)
    }

    /// Appends a record; `values` are present where they are `Some`.
    pub fn write(&self, into: &mut Vec<u8>, test: u32, invocation: u32, exit: u16, values: &[Option<u64>]) {
        assert_eq!(values.len(), self.types.len(), "one value per variable");
        into.extend_from_slice(&((self.record_bytes() - 4) as u32).to_le_bytes());
        into.extend_from_slice(&test.to_le_bytes());
        into.extend_from_slice(&invocation.to_le_bytes());
        into.extend_from_slice(&exit.to_le_bytes());
        let presence = into.len();
        into.resize(presence + self.presence, 0);
        for (i, value) in values.iter().enumerate() {
            into[presence + i / 8] |= u8::from(value.is_some()) << (i % 8);
            into.extend_from_slice(&value.unwrap_or(0).to_le_bytes());
        }
    }

    fn check_values(&self, record: &Record) -> std::result::Result<(), String> {
        if !self.types.len().is_multiple_of(8) && record.presence[self.presence - 1] >> (self.types.len() % 8) != 0 {
            return Err(format!("presence bits are set past the last of {} variables", self.types.len()));
        }
        for (i, &value_type) in self.types.iter().enumerate() {
            if let Some(bits) = record.raw(i)
                && !in_range(value_type, bits)
            {
                return Err(format!("the bits {bits:#x} are no {value_type} (variable `{}`)", self.names[i]));
            }
        }
        Ok(())
    }
}

impl<'a> Record<'a> {
    fn of(bytes: &'a [u8], presence: usize) -> Self {
        Self {
            test: le_u32(bytes, 4),
            invocation: le_u32(bytes, 8),
            exit: u16::from_le_bytes([bytes[12], bytes[13]]),
            presence: &bytes[HEADER..HEADER + presence],
            values: &bytes[HEADER + presence..],
        }
    }

    /// Bits of variable `i` (i64 or f64), `None` where it is absent. All NaNs are one.
    pub fn value(&self, i: usize, value_type: ValueType) -> Option<u64> {
        let bits = self.raw(i)?;
        let nan = matches!(value_type, ValueType::Float | ValueType::Double) && f64::from_bits(bits).is_nan();
        Some(if nan { CANONICAL_NAN } else { bits })
    }

    fn raw(&self, i: usize) -> Option<u64> {
        let present = self.presence[i / 8] >> (i % 8) & 1 == 1;
        present.then(|| u64::from_le_bytes(self.values[8 * i..8 * i + 8].try_into().expect("eight bytes")))
    }
}

/// Whether the bits are a value of the type; what Java cannot hold would be compared wrongly.
fn in_range(value_type: ValueType, bits: u64) -> bool {
    let integer = bits as i64;
    match value_type {
        ValueType::Boolean => bits <= 1,
        ValueType::Byte => i8::try_from(integer).is_ok(),
        ValueType::Short => i16::try_from(integer).is_ok(),
        ValueType::Char => u16::try_from(integer).is_ok(),
        ValueType::Int => i32::try_from(integer).is_ok(),
        ValueType::Long | ValueType::Double => true,
        ValueType::Reference => integer >= 0,
        ValueType::Float => {
            let wide = f64::from_bits(bits);
            wide.is_nan() || f64::from(wide as f32) == wide
        }
        ValueType::Text | ValueType::Sequence(_) | ValueType::Bag(_) => false,
    }
}

fn le_u32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::schema::Variable;
    use proptest::prelude::*;

    fn schema(types: &[ValueType]) -> Schema {
        let variables = types.iter().enumerate().map(|(i, &t)| Variable::new(format!("v{i}"), t)).collect();
        Schema { method: "C#m()".into(), variables }
    }

    fn value_of(value_type: ValueType) -> BoxedStrategy<u64> {
        match value_type {
            ValueType::Boolean => any::<bool>().prop_map(u64::from).boxed(),
            ValueType::Byte => any::<i8>().prop_map(|v| v as i64 as u64).boxed(),
            ValueType::Short => any::<i16>().prop_map(|v| v as i64 as u64).boxed(),
            ValueType::Char => any::<u16>().prop_map(u64::from).boxed(),
            ValueType::Int => any::<i32>().prop_map(|v| v as i64 as u64).boxed(),
            ValueType::Long => any::<i64>().prop_map(|v| v as u64).boxed(),
            ValueType::Reference => (0..5u64).boxed(),
            ValueType::Float => prop::num::f32::ANY.prop_map(|v| f64::from(v).to_bits()).boxed(),
            ValueType::Double => prop::num::f64::ANY.prop_map(f64::to_bits).boxed(),
            ValueType::Text | ValueType::Sequence(_) | ValueType::Bag(_) => unreachable!("not among the types drawn"),
        }
    }

    const ALL: [ValueType; 9] = [
        ValueType::Boolean,
        ValueType::Byte,
        ValueType::Short,
        ValueType::Char,
        ValueType::Int,
        ValueType::Long,
        ValueType::Float,
        ValueType::Double,
        ValueType::Reference,
    ];

    proptest! {
        #[test]
        fn records_read_back_as_written(
            rows in prop::collection::vec((any::<u32>(), any::<u32>(), any::<u16>(), ALL.map(|t| prop::option::of(value_of(t)))), 0..20)
        ) {
            let layout = Layout::new(&schema(&ALL));
            let mut batch = Vec::new();
            for (test, invocation, exit, values) in &rows {
                layout.write(&mut batch, *test, *invocation, *exit, values);
            }
            prop_assert_eq!(layout.check(&batch), Ok(rows.len()));
            for (record, (test, invocation, exit, values)) in layout.records(&batch).zip(&rows) {
                prop_assert_eq!((record.test, record.invocation, record.exit), (*test, *invocation, *exit));
                for (i, value) in values.iter().enumerate() {
                    let same_nan = |bits: u64| if i >= 6 && f64::from_bits(bits).is_nan() { CANONICAL_NAN } else { bits };
                    let expected = if ALL[i] == ValueType::Reference { *value } else { value.map(same_nan) };
                    prop_assert_eq!(record.value(i, ALL[i]), expected);
                }
            }
        }

        #[test]
        fn no_batch_makes_checking_or_reading_panic(batch in prop::collection::vec(any::<u8>(), 0..400)) {
            let layout = Layout::new(&schema(&ALL));
            let _ = layout.check(&batch);
            prop_assert!(layout.records(&batch).count() <= batch.len() / layout.record_bytes());
        }
    }

    fn refusal(types: &[ValueType], spoil: impl Fn(&mut Vec<u8>)) -> String {
        let layout = Layout::new(&schema(types));
        let mut batch = Vec::new();
        layout.write(&mut batch, 0, 0, 0, &vec![Some(0); types.len()]);
        layout.write(&mut batch, 0, 1, 0, &vec![Some(0); types.len()]);
        spoil(&mut batch);
        layout.check(&batch).unwrap_err().message
    }

    #[test]
    fn a_truncated_batch_is_refused() {
        let message = refusal(&[ValueType::Int], |b| b.truncate(b.len() - 1));
        assert_eq!(message, "the batch of state records ends within a record: 22 bytes are left where a record has 23");
    }

    #[test]
    fn a_record_of_another_schema_is_refused_with_its_place() {
        let message = refusal(&[ValueType::Int], |b| b[23] = 27);
        assert_eq!(message, "state record at byte 23 says it is 27 bytes long: a record of this schema (1 variables) is 19");
    }

    #[test]
    fn a_value_outside_its_type_is_refused_with_the_variable() {
        let message = refusal(&[ValueType::Long, ValueType::Byte], |b| {
            let last = b.len() - 8;
            b[last] = 200;
        });
        assert_eq!(message, "state record 1 of the batch: the bits 0xc8 are no byte (variable `v1`)");
    }

    #[test]
    fn presence_bits_past_the_last_variable_are_refused() {
        let message = refusal(&[ValueType::Int], |b| b[14] = 0b11);
        assert_eq!(message, "state record 0 of the batch: presence bits are set past the last of 1 variables");
    }
}
