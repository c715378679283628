//! States as `fetch` gives them to the JVM (docs/formats.md, "Engine requests").

use crate::evidence::contents;
use crate::evidence::dataset::{Bits, Column, Dataset, TextPool, Values};
use crate::evidence::record::{Layout, Value};

/// The states of a data set, and where an assertion holds.
pub struct States<'a> {
    data: &'a Dataset,
    holds: &'a Bits,
    layout: Layout,
}

impl<'a> States<'a> {
    pub fn new(data: &'a Dataset, holds: &'a Bits) -> Self {
        Self { data, holds, layout: Layout::new(&data.schema) }
    }

    /// Appends the length of what follows, the flags, and presence, values and tail as in a record.
    pub fn write(&self, row: usize, into: &mut Vec<u8>) {
        let start = into.len();
        into.extend_from_slice(&[0; 4]);
        into.push(u8::from(row < self.data.correct) | u8::from(self.holds.get(row)) << 1);
        let values: Vec<Option<Value>> = self.data.columns.iter().map(|c| value(c, row, &self.data.texts)).collect();
        self.layout.write_state(into, &values);
        let length = (into.len() - start - 4) as u32;
        into[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }
}

fn value(column: &Column, row: usize, texts: &TextPool) -> Option<Value<'static>> {
    if !column.present.as_ref().is_none_or(|p| p.get(row)) {
        return None;
    }
    Some(match &column.values {
        Values::Text(ids) => Value::Contents(text(texts, ids[row]).unwrap_or_default().into()),
        Values::Sequence { offsets, items } => {
            let mut bytes = Vec::new();
            for item in offsets[row] as usize..offsets[row + 1] as usize {
                match &**items {
                    Values::Text(ids) => contents::push_text(&mut bytes, text(texts, ids[item]).as_deref()),
                    scalars => bytes.extend_from_slice(&bits(scalars, item).to_le_bytes()),
                }
            }
            Value::Contents(bytes.into())
        }
        scalars => Value::Bits(bits(scalars, row)),
    })
}

/// A number, boolean or reference as in a record.
fn bits(values: &Values, row: usize) -> u64 {
    match values {
        Values::Boolean(bits) => u64::from(bits.get(row)),
        Values::Integral(values) => values[row] as u64,
        Values::Real(values) => values[row].to_bits(),
        Values::Text(_) | Values::Sequence { .. } => unreachable!("contents are no elements of sequences, but for texts"),
    }
}

/// The code units of a text as bytes; `None`: null.
fn text(texts: &TextPool, id: u32) -> Option<Vec<u8>> {
    texts.get(id).map(|text| text.units().iter().flat_map(|unit| unit.to_le_bytes()).collect())
}
