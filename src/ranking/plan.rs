//! What a ranking is about: the methods of the class under test, and how their invocations are recorded.

use crate::evidence::schema::Schema;
use crate::{Error, Result};
use serde::Deserialize;

/// A method or constructor of the class under test.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Method {
    /// Internal name.
    pub class_name: String,
    pub name: String,
    pub descriptor: String,
    /// The variables that are recorded of each invocation; there may be none.
    pub schema: Schema,
}

/// Which statements the profile of an invocation has (ZoomIn, section 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ProfileMode {
    /// Those that the test executed until the invocation ended.
    Cumulative,
    /// Those executed between entry and end, callees included.
    Invocation,
}

/// The methods whose invocations are recorded; a method's id is its place.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Plan {
    pub methods: Vec<Method>,
    /// Statements of all methods; ids are below.
    pub statements: u32,
    pub profile: ProfileMode,
}

/// Statements of a plan: every profile has a bit for each.
const MOST_STATEMENTS: u32 = 1 << 24;

impl Plan {
    /// # Errors
    /// `InvalidInput`: there is no method, or a schema is wrong.
    pub fn check(&self) -> Result<()> {
        if self.methods.is_empty() {
            return Err(Error::invalid_input("there is no method to rank by: the class under test has none with code"));
        }
        if self.statements > MOST_STATEMENTS {
            return Err(Error::invalid_input(format!("the plan has {} statements: expected at most {MOST_STATEMENTS}", self.statements)));
        }
        self.methods.iter().filter(|m| !m.schema.variables.is_empty()).try_for_each(|m| m.schema.check())
    }
}

impl std::fmt::Display for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}{}", self.class_name.replace('/', "."), self.name, self.descriptor)
    }
}

/// Which of the two test suites ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// The suite that constraints and profiles are taken from.
    Manual,
    /// The suite whose assertions are ranked.
    Generated,
}

impl Run {
    /// 0 and 1, as Java numbers them.
    pub fn of(number: i32) -> Option<Self> {
        match number {
            0 => Some(Self::Manual),
            1 => Some(Self::Generated),
            _ => None,
        }
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Manual => "manual",
            Self::Generated => "generated",
        })
    }
}

/// A test of one of the suites.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Test {
    pub name: String,
    /// Whether its records count; those of a manual test that failed do not.
    pub used: bool,
}
