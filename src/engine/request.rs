//! The envelope of requests (docs/formats.md, "Engine requests"): strict and versioned. Each capability declares its own requests.

use crate::{Error, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Version of requests and results.
pub const SCHEMA_VERSION: u32 = 1;

/// `{"schemaVersion":1,"request":{"operation":{..}}}`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Envelope<T> {
    schema_version: u32,
    request: T,
}

/// An operation without parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Reads a request.
///
/// # Errors
/// `InvalidInput` with the place in the JSON text, or the version if that is not ours.
pub fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T> {
    let envelope: Envelope<T> =
        serde_json::from_slice(json).map_err(|e| Error::invalid_input(format!("the request does not parse: {e}")))?;
    if envelope.schema_version != SCHEMA_VERSION {
        let version = envelope.schema_version;
        return Err(Error::invalid_input(format!("the request is of schemaVersion {version}; this engine understands {SCHEMA_VERSION}")));
    }
    Ok(envelope.request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::assertions::AssertionOf;
    use crate::engine::capability::decode;
    use crate::engine::dispatch::Call;

    fn refusal(json: &str) -> String {
        let call = parse::<Call>(json.as_bytes());
        call.and_then(|call| decode::<AssertionOf>(&call.request)).unwrap_err().message
    }

    #[test]
    fn a_request_names_its_operation() {
        let call = parse::<Call>(br#"{"schemaVersion":1,"request":{"check":{"assertion":"x > 0"}}}"#).unwrap();
        assert_eq!((call.operation.name, decode::<AssertionOf>(&call.request).unwrap().assertion.as_str()), ("check", "x > 0"));
        assert_eq!(parse::<Call>(br#"{"schemaVersion":1,"request":{"units":{}}}"#).unwrap().operation.name, "units");
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_place() {
        assert!(refusal("{").starts_with("the request does not parse: EOF while parsing an object at line 1 column 1"));
        assert!(refusal(r#"{"schemaVersion":1,"request":{"dance":{}}}"#).contains("there is no operation `dance`"));
        assert!(refusal(r#"{"schemaVersion":1,"request":{}}"#).contains("no operation is named"));
        assert!(refusal(r#"{"schemaVersion":1,"request":{"units":{},"check":{}}}"#).contains("`check` follows `units`"));
        assert!(refusal(r#"{"schemaVersion":1,"request":{"check":{}}}"#).contains("missing field `assertion`"));
        assert!(
            refusal(r#"{"schemaVersion":1,"request":{"check":{"assertion":1}}}"#).contains("invalid type: integer `1`, expected a string")
        );
        assert!(refusal(r#"{"schemaVersion":1,"request":{"check":{"assertion":"x","loud":true}}}"#).contains("unknown field `loud`"));
        assert!(refusal(r#"{"schemaVersion":1,"request":{"units":{}},"more":1}"#).contains("unknown field `more`"));
        assert_eq!(
            refusal(r#"{"schemaVersion":9,"request":{"units":{}}}"#),
            "the request is of schemaVersion 9; this engine understands 1"
        );
    }

    #[test]
    fn nesting_without_end_is_refused_not_followed() {
        let deep = format!(r#"{{"schemaVersion":1,"request":{{"check":{{"assertion":{}"#, "[".repeat(100_000));
        assert!(refusal(&deep).starts_with("the request does not parse"));
    }
}
