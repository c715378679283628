//! The variables of a program point.

use crate::{Error, Result};
use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Index of a variable in its [`Schema`].
pub type VarId = u32;

/// Type of a variable, as Java declares it. `Reference` carries identity only: two values of one state are equal
/// iff the references are `==`; 0 is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueType {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl fmt::Display for ValueType {
    /// The word that formats and messages use: `int`, `reference`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Short => "short",
            Self::Char => "char",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
            Self::Reference => "reference",
        })
    }
}

/// One variable of the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Variable {
    /// The name that assertions use: `x`, `old_x`, `result`, `this.top`, `list.size()`, `old_list.size()`.
    pub name: String,
    #[serde(rename = "type")]
    pub value_type: ValueType,
    /// The reference variable that this one is read from; absent values are allowed only where it is null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receiver: Option<String>,
    /// Java text that reads the variable at the program point (for entry values: the identifier that holds them).
    /// `None`: the name, with everything that is no identifier part replaced by `_`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub java: Option<String>,
    /// For an entry value: the Java expression that reads it at the method's entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// Declared Java type of a reference (`java.util.List`), for code that has to compile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub java_type: Option<String>,
}

/// The method and the variables of its program point, in a fixed order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schema {
    /// `pkg.C#m(int,java.lang.String)`.
    pub method: String,
    pub variables: Vec<Variable>,
}

impl Variable {
    /// A variable that is read directly, under its own name.
    pub fn new(name: impl Into<String>, value_type: ValueType) -> Self {
        Self { name: name.into(), value_type, receiver: None, java: None, entry: None, java_type: None }
    }
}

impl Schema {
    /// Checks what the type cannot say: at least one variable, distinct names, receivers that are reference variables of the schema.
    pub fn check(&self) -> Result<()> {
        if self.variables.is_empty() {
            return Err(Error::invalid_input(format!("the schema of {} has no variables", self.method)));
        }
        let mut types = HashMap::new();
        for v in &self.variables {
            if types.insert(v.name.as_str(), v.value_type).is_some() {
                return Err(Error::invalid_input(format!("the schema of {} has the variable `{}` twice", self.method, v.name)));
            }
        }
        for v in &self.variables {
            match v.receiver.as_deref().map(|r| (r, types.get(r))) {
                None | Some((_, Some(ValueType::Reference))) => {}
                Some((receiver, Some(other))) => {
                    let message = format!("variable `{}` has the receiver `{receiver}`, which is no reference but {other}", v.name);
                    return Err(Error::invalid_input(message));
                }
                Some((receiver, None)) => {
                    let message = format!("variable `{}` has the receiver `{receiver}`, which is not a variable of the schema", v.name);
                    return Err(Error::invalid_input(message));
                }
            }
        }
        Ok(())
    }

    /// The variable of that name.
    pub fn find(&self, name: &str) -> Option<VarId> {
        self.variables.iter().position(|v| v.name == name).map(|i| i as VarId)
    }
}
