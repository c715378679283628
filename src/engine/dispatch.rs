//! From the name of an operation to the capability that has it; sessions are opened with a slot of each.

use super::CAPABILITIES;
use super::capability::Operation;
use super::session::{Open, Session};
use crate::Result;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

impl Session {
    /// # Errors
    /// `InvalidInput`: a value is out of range. Those of opening evidence, see [`crate::evidence::store`].
    pub fn open(request: &Open) -> Result<Self> {
        let slots = CAPABILITIES.iter().map(|capability| (capability.slot)(request)).collect::<Result<_>>()?;
        Self::with_slots(request, slots)
    }

    /// Answers a call; the answer is JSON.
    pub fn call(&self, call: &Call) -> Result<Vec<u8>> {
        (call.operation.run)(self, &call.request)
    }
}

/// A call: an operation and its parameters, not read yet.
#[derive(Debug)]
pub struct Call {
    pub operation: &'static Operation,
    pub request: Box<RawValue>,
}

/// `{"name": {parameters}}`.
impl<'de> Deserialize<'de> for Call {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_map(OfOperation)
    }
}

struct OfOperation;

impl<'de> Visitor<'de> for OfOperation {
    type Value = Call;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("one operation with its parameters")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Call, A::Error> {
        let Some(name) = map.next_key::<String>()? else { return Err(A::Error::custom("no operation is named")) };
        let Some(operation) = find(&name) else { return Err(A::Error::custom(format!("there is no operation `{name}`"))) };
        let request = map.next_value()?;
        match map.next_key::<String>()? {
            None => Ok(Call { operation, request }),
            Some(more) => Err(A::Error::custom(format!("`{more}` follows `{name}`: one operation is expected"))),
        }
    }
}

fn find(name: &str) -> Option<&'static Operation> {
    CAPABILITIES.iter().flat_map(|c| c.operations).find(|o| o.name == name)
}

#[cfg(test)]
mod tests {
    use crate::engine::CAPABILITIES;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_operations_have_one_name() {
        let names: Vec<&str> = CAPABILITIES.iter().flat_map(|c| c.operations).map(|o| o.name).collect();
        assert!(names.len() > 20, "{names:?}");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }
}
