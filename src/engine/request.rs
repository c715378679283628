//! What a caller can ask for (docs/formats.md, "Engine requests"): typed, strict, versioned.

use super::rank::{AddFlow, DetectAnomalies, Rank};
use crate::evidence::assemble::{Duplicates, InheritedCorruption, UNREADABLE_SHARE};
use crate::evidence::constants::Constants;
use crate::evidence::schema::Schema;
use crate::evidence::store::OpenMode;
use crate::evidence::unit::UnitHeader;
use crate::improve::{evolution, synthesis};
use crate::ranking::plan::Plan;
use crate::{Error, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Version of requests and results.
pub const SCHEMA_VERSION: u32 = 1;

/// `{"schemaVersion":1,"request":{"operation":{..}}}`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Envelope<T> {
    schema_version: u32,
    request: T,
}

/// The operations of `NativeEngine.call`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Call {
    Begin(Begin),
    Schema(Nothing),
    Units(Nothing),
    BeginUnit(UnitHeader),
    FinishUnit(FinishUnit),
    DropUnit(DropUnit),
    Summary(Nothing),
    ImportStates(StatesFile),
    ExportStates(StatesFile),
    Check(AssertionOf),
    CheckSettings(CheckSettings),
    Evaluate(AssertionOf),
    Clauses(AssertionOf),
    Select(Select),
    CallGraph(CallGraph),
    Infer(Infer),
    OpenRanking(Plan),
    DetectAnomalies(DetectAnomalies),
    AddFlow(AddFlow),
    Rank(Rank),
}

/// The operation of `NativeEngine.open`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OpenCall {
    Open(Open),
}

/// The operation of `NativeEngine.fetch`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FetchCall {
    Fetch(Fetch),
}

/// An operation without parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Open {
    /// 0: one per processor.
    pub threads: usize,
    /// The evidence file; null: in memory.
    pub path: Option<PathBuf>,
    pub mode: OpenMode,
    pub limits: Limits,
    pub duplicate_incorrect: Duplicates,
    #[serde(default)]
    pub inherited_corruption: InheritedCorruption,
    /// See [`assemble::Settings::unreadable_share`](crate::evidence::assemble::Settings).
    #[serde(default = "unreadable_share")]
    pub unreadable_share: f64,
}

fn unreadable_share() -> f64 {
    UNREADABLE_SHARE
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Limits {
    /// Distinct states.
    pub max_states: u64,
    /// Bytes of records of one unfinished unit.
    pub max_unit_bytes: u64,
    /// Bytes of an assembly.
    pub max_bytes: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Begin {
    pub schema: Schema,
    /// What the units depend on, by name.
    pub inputs: BTreeMap<String, String>,
    /// Those of the program.
    #[serde(default)]
    pub constants: Constants,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FinishUnit {
    pub unit: u64,
    pub status: String,
    pub tests: Vec<String>,
    pub outcome: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DropUnit {
    pub unit: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatesFile {
    pub path: PathBuf,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssertionOf {
    pub assertion: String,
}

/// Settings that a later search is to have.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckSettings {
    pub settings: evolution::Settings,
    pub synthesis: synthesis::Settings,
}

/// Who may call whom among the classes that were added.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CallGraph {
    /// Internal names of the test classes that execution begins in; null: any client of the analysed classes.
    pub test_classes: Option<Vec<String>>,
    pub algorithm: CallGraphAlgorithm,
}

/// How call graphs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CallGraphAlgorithm {
    /// 0-1-CFA.
    Cfa,
    /// Rapid type analysis.
    Rta,
}

/// Which oracle data of the classes that were added are worth asserting on.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Select {
    pub count: usize,
    pub alpha: f64,
    /// fp; null: differentiated.
    pub uniform_impact: Option<f64>,
    /// Whether several call sites of a method, and several readers of a field, share what flows there.
    pub share_sites: bool,
    /// Internal names of the test classes that the selection is for; null: for any client.
    pub test_classes: Option<Vec<String>>,
    pub call_graph: CallGraphAlgorithm,
    /// Whether the answer holds all chains.
    pub graph: bool,
}

/// Likely invariants.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Infer {
    pub source: InferSource,
    pub settings: crate::invariants::settings::Settings,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum InferSource {
    /// The correct states of the session.
    States(Nothing),
    /// Daikon's files.
    Daikon { decls: Vec<PathBuf>, traces: Vec<PathBuf> },
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fetch {
    pub assertion: String,
    pub first_state: u64,
}

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

    fn refusal(json: &str) -> String {
        parse::<Call>(json.as_bytes()).unwrap_err().message
    }

    #[test]
    fn a_request_names_its_operation() {
        let call = parse::<Call>(br#"{"schemaVersion":1,"request":{"check":{"assertion":"x > 0"}}}"#).unwrap();
        assert!(matches!(call, Call::Check(AssertionOf { assertion }) if assertion == "x > 0"));
        assert!(matches!(parse(br#"{"schemaVersion":1,"request":{"units":{}}}"#).unwrap(), Call::Units(_)));
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_place() {
        assert!(refusal("{").starts_with("the request does not parse: EOF while parsing an object at line 1 column 1"));
        assert!(refusal(r#"{"schemaVersion":1,"request":{"dance":{}}}"#).contains("unknown variant `dance`"));
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
