//! What the code of the method under test says, whatever its input: constants that its author wrote down, of which assertions may well
//! speak, what it asks before it branches, where it returns, and what it does not write.

use serde::{Deserialize, Serialize};

/// Each constant once, those of the method first, then those of its class.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Constants {
    /// Of the integral types.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub integers: Vec<i64>,
    /// Of float, widened, and double; finite.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reals: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// Names of variables that the method leaves as they were on entry: by its bytecode, whatever the input.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unwritten: Vec<String>,
    /// How many of the integers and then of the reals, the first ones, stand in the method's own code; empty: all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub numbers_of_method: Vec<usize>,
    /// What the code asks before it goes one way or the other, the method's questions first: `x > 0`, `this.size == this.limit`. Names are
    /// those of variables, without saying when; a number or `null` may stand on the right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<String>,
    /// The source lines of the method's return instructions, in the order of the bytecode; 0: not known. Empty: none is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exit_lines: Vec<u32>,
}

impl Constants {
    /// The integers that stand in the method's own code.
    pub fn own_integers(&self) -> &[i64] {
        &self.integers[..self.own(0, self.integers.len())]
    }

    /// The reals that do.
    pub fn own_reals(&self) -> &[f64] {
        &self.reals[..self.own(1, self.reals.len())]
    }

    fn own(&self, kind: usize, all: usize) -> usize {
        self.numbers_of_method.get(kind).map_or(all, |&own| own.min(all))
    }

    pub fn is_empty(&self) -> bool {
        let numbers = self.integers.is_empty() && self.reals.is_empty() && self.texts.is_empty();
        numbers && self.unwritten.is_empty() && self.conditions.is_empty() && self.exit_lines.is_empty()
    }
}
