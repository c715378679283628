//! A unit of work: one run of tests against one version of the class (docs/formats.md, "Units of work").

use serde::{Deserialize, Serialize};

/// Which version of the class a unit ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UnitKind {
    /// The class as it is.
    Original,
    /// One mutant of it.
    Mutant,
}

/// What is known of a unit before it runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UnitHeader {
    /// Its place: evidence is assembled in this order, whatever order units finish in.
    pub index: u64,
    /// Unique; for a mutant also its name in results.
    pub id: String,
    pub kind: UnitKind,
}

/// A finished unit, without its states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnitInfo {
    #[serde(flatten)]
    pub header: UnitHeader,
    /// How it ended, in the supervisor's words.
    pub status: String,
    /// What the records' test indices refer to.
    pub tests: Vec<String>,
    /// The supervisor's account of it, opaque here.
    pub outcome: String,
    pub states: u64,
}
