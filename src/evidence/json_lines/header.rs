//! The header line of a states file.

use crate::evidence::constants::Constants;
use crate::evidence::schema::Variable;
use serde::{Deserialize, Serialize};

/// Version of the format, in the header.
pub const SCHEMA_VERSION: u32 = 1;
/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Header {
    pub schema_version: u32,
    #[serde(flatten)]
    pub schema: HeaderSchema,
    /// Mutants in unit order, for those without states; others may follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mutants: Vec<String>,
    #[serde(default, skip_serializing_if = "Constants::is_empty")]
    pub constants: Constants,
}

/// [`Schema`] without `deny_unknown_fields`, which does not go with `flatten`.
#[derive(Serialize, Deserialize)]
pub struct HeaderSchema {
    pub method: String,
    pub variables: Vec<Variable>,
}
