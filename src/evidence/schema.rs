//! The variables of a program point.

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
pub struct Schema {
    /// `pkg.C#m(int,java.lang.String)`.
    pub method: String,
    pub variables: Vec<Variable>,
}

impl Schema {
    /// The variable of that name.
    pub fn find(&self, name: &str) -> Option<VarId> {
        self.variables.iter().position(|v| v.name == name).map(|i| i as VarId)
    }
}
