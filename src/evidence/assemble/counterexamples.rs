//! Further states of the class as it is, and those of them in which an assertion is false.

use super::{Assembly, Rows, Settings};
use crate::Result;
use crate::evidence::dataset::Bits;
use crate::evidence::record::Layout;
use crate::evidence::schema::Schema;

/// What an assertion is false in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexamples {
    /// States that were looked at.
    pub states: u64,
    /// Those of them that have all values which the evidence keeps; no others are judged.
    pub judged: u64,
    /// Records in which the assertion is false, each state once, in their order.
    pub records: Vec<u8>,
    /// How many these are.
    pub count: u64,
}

/// Judges records, which were checked, over the variables that the evidence keeps.
///
/// `holds` says in which rows the assertion is true.
pub fn counterexamples(
    records: &[u8],
    schema: &Schema,
    evidence: &Assembly,
    settings: &Settings,
    holds: impl FnOnce(&Assembly) -> Result<Bits>,
) -> Result<Counterexamples> {
    let mut rows = Rows::new(schema, evidence.kept.clone(), settings);
    let mut first: Vec<&[u8]> = Vec::new();
    let (mut states, mut judged, mut at) = (0, 0, 0);
    for record in Layout::new(schema).records(records) {
        let bytes = &records[at..at + record.bytes()];
        at += record.bytes();
        states += 1;
        if let Some(row) = rows.add_counterexample("", &record)? {
            judged += 1;
            if row as usize == first.len() {
                first.push(bytes);
            }
        }
    }
    let mut found = Counterexamples { states, judged, records: Vec::new(), count: 0 };
    if !first.is_empty() {
        let further = rows.finish(evidence.variables_left_out.clone(), Vec::new(), evidence.dataset.constants.clone());
        let holds = holds(&further)?;
        for (row, bytes) in first.iter().enumerate().filter(|(row, _)| !holds.get(*row)) {
            debug_assert!(row < further.dataset.correct);
            found.records.extend_from_slice(bytes);
            found.count += 1;
        }
    }
    Ok(found)
}
