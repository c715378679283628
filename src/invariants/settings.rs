//! What is looked for, and how much evidence it needs.

use serde::{Deserialize, Serialize};

/// Settings of the inference. The defaults are Daikon's where it has the setting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// Confidence that an invariant must have, in 0..=1 (Daikon's `confidence_limit`).
    pub confidence: f64,
    /// How many values `one of` may name (Daikon's `OneOf.size`).
    pub one_of: usize,
    /// Whether `x >= c` and `x <= c` are reported for c in -1..=2 only, as Daikon does by default.
    pub interesting_bounds_only: bool,
    /// Remainders (off in Daikon).
    pub modulus: bool,
    /// `(x >> y) == 0` (on in Daikon): whatever is small, shifted by a length.
    pub shifts: bool,
    /// Linear relations of three variables.
    pub linear_ternary: bool,
    /// `z == f(x, y)` (off in Daikon).
    pub functions: bool,
    /// Elements and parts of sequences at the places that variables name: `a[i]`, `a[0..i]`, `a[i+1..]`.
    pub subscripts: bool,
    /// How many variables may be derived at a point; more are left out, and their number is reported.
    pub max_derived: usize,
    /// Whether what holds wherever an object is seen from outside is reported once, for its class.
    pub objects: bool,
    /// Whether `x >= 0` and `x <= 0` are reported of what was never on the other side, however seldom it was near 0 (Daikon's `Positive`
    /// is off there).
    pub signs: bool,
    /// Whether NaN equals NaN where two values are compared, as in Daikon's fuzzy comparison; else as in Java.
    pub nan_equals_nan: bool,
    /// Bytes that a line of a trace may have.
    pub max_line_bytes: u64,
    /// Bytes that the files of a trace may have together, unpacked.
    pub max_trace_bytes: u64,
    /// Bytes that the samples of a trace may take in memory.
    pub max_sample_bytes: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            confidence: 0.99,
            one_of: 3,
            interesting_bounds_only: false,
            modulus: true,
            shifts: false,
            linear_ternary: true,
            functions: true,
            subscripts: true,
            max_derived: 256,
            objects: true,
            signs: false,
            nan_equals_nan: false,
            max_line_bytes: 64 << 20,
            max_trace_bytes: 64 << 30,
            max_sample_bytes: 8 << 30,
        }
    }
}

impl Settings {
    /// # Errors
    /// What is out of range, for whom it may concern.
    pub fn check(&self) -> crate::Result<()> {
        if !(0.0..=1.0).contains(&self.confidence) {
            return Err(crate::Error::invalid_input(format!("the confidence limit {} is not between 0 and 1", self.confidence)));
        }
        if self.one_of == 0 || self.one_of > 100 {
            return Err(crate::Error::invalid_input(format!("`one of` cannot name {} values: 1 to 100", self.one_of)));
        }
        Ok(())
    }
}
