//! A unit of work: one run of tests against one version of the class (docs/formats.md, "Units of work").

use serde::{Deserialize, Serialize};

/// Bytes of a status.
const LONGEST_STATUS: usize = 100;

/// Which version of the class a unit ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UnitKind {
    /// The class as it is.
    Original,
    /// One mutant of it.
    Mutant,
    /// The class as it is, run by tests that were generated for it. Units of mutants may have states of the same tests.
    Generated,
    /// The class as it is: correct states in which an assertion was false that the states of the other units had not refuted.
    Counterexamples,
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
    /// How it ended, in the supervisor's words: one word of ASCII letters, digits, `_`, `-` and `.`.
    pub status: String,
    /// What the records' test indices refer to.
    pub tests: Vec<String>,
    /// The supervisor's account of it, opaque here.
    pub outcome: String,
    pub states: u64,
}

impl UnitInfo {
    /// # Errors
    /// What is impossible: a place or number that no file can hold, a name or status without a word.
    pub(super) fn check(&self) -> Result<(), String> {
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        if self.status.is_empty() || self.status.len() > LONGEST_STATUS || !self.status.chars().all(word) {
            return Err(format!("its status is {:?}, which is no word", self.status));
        }
        if i64::try_from(self.header.index.max(self.states)).is_err() {
            return Err(format!("its place is {}, its number of states {}", self.header.index, self.states));
        }
        Ok(())
    }
}
