//! Constants of the program under test: what its author wrote down, and what assertions over its states may well speak of.

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
}

impl Constants {
    pub fn is_empty(&self) -> bool {
        self.integers.is_empty() && self.reals.is_empty() && self.texts.is_empty()
    }
}
