//! The states of a unit as the store has them, and what of them is not used.

use super::record::{Layout, Record};
use super::store::Store;
use super::unit::UnitInfo;
use crate::{Error, Result};
use serde::Serialize;

/// A variable or test that is not used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    pub name: String,
    pub reason: String,
}

/// Shows every state of a unit.
pub(super) fn visit(store: &Store, layout: &Layout, unit: &UnitInfo, mut see: impl FnMut(&Record) -> Result<()>) -> Result<()> {
    store.visit_states(unit.header.index, |batch| {
        for record in layout.records(batch) {
            test_of(unit, &record)?;
            see(&record)?;
        }
        Ok(())
    })
}

/// The test of a state.
///
/// # Errors
/// The unit does not list it: what wrote the file was not this crate, or the file is damaged.
pub(super) fn test_of<'u>(unit: &'u UnitInfo, record: &Record) -> Result<&'u str> {
    unit.tests.get(record.test as usize).map(String::as_str).ok_or_else(|| {
        let message = format!("unit `{}` is corrupt: a state refers to test {} of {}", unit.header.id, record.test, unit.tests.len());
        Error::invalid_input(message)
    })
}
