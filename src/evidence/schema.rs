//! The variables of a program point.

use crate::{Error, Result};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Index of a variable in its [`Schema`].
pub type VarId = u32;

/// What an array, collection or map holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    /// Identity within the state, as [`ValueType::Reference`].
    Reference,
    /// The characters of a string; an element may be null.
    Text,
}

impl Element {
    pub const ALL: [Self; 10] =
        [Self::Boolean, Self::Byte, Self::Short, Self::Char, Self::Int, Self::Long, Self::Float, Self::Double, Self::Reference, Self::Text];
}

impl From<Element> for ValueType {
    fn from(element: Element) -> Self {
        match element {
            Element::Boolean => Self::Boolean,
            Element::Byte => Self::Byte,
            Element::Short => Self::Short,
            Element::Char => Self::Char,
            Element::Int => Self::Int,
            Element::Long => Self::Long,
            Element::Float => Self::Float,
            Element::Double => Self::Double,
            Element::Reference => Self::Reference,
            Element::Text => Self::Text,
        }
    }
}

impl fmt::Display for Element {
    /// As the [`ValueType`] of the same name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ValueType::from(*self).fmt(f)
    }
}

/// Type of a variable, as Java declares it. `Reference` carries identity only: two values of one state are equal
/// iff the references are `==`; 0 is null. The last three are the *contents* of the object that a variable's receiver refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// The code units of a `String`.
    Text,
    /// The elements of an array or `java.util.List`, in their order.
    Sequence(Element),
    /// The elements of another collection; their order means nothing.
    Bag(Element),
}

impl ValueType {
    /// Whether a value is the contents of an object.
    pub fn is_contents(self) -> bool {
        matches!(self, Self::Text | Self::Sequence(_) | Self::Bag(_))
    }
}

impl fmt::Display for ValueType {
    /// The word that formats and messages use: `int`, `reference`, `int[]` for a sequence, `int{}` for a bag.
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
            Self::Text => "text",
            Self::Sequence(element) => return write!(f, "{element}[]"),
            Self::Bag(element) => return write!(f, "{element}{{}}"),
        })
    }
}

impl FromStr for ValueType {
    type Err = Error;

    /// The inverse of `Display`.
    fn from_str(name: &str) -> Result<Self> {
        let element = |name: &str| Element::ALL.into_iter().find(|e| e.to_string() == name);
        let found = match (name.strip_suffix("[]"), name.strip_suffix("{}")) {
            (Some(name), _) => element(name).map(Self::Sequence),
            (_, Some(name)) => element(name).map(Self::Bag),
            _ => element(name).map(Self::from),
        };
        let words = || Element::ALL.map(|e| format!("`{e}`")).join(", ");
        found
            .ok_or_else(|| Error::invalid_input(format!("unknown type `{name}`: expected {}, or one of these and `[]` or `{{}}`", words())))
    }
}

impl Serialize for ValueType {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ValueType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        name.parse().map_err(|e: Error| serde::de::Error::custom(e.message))
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

    /// Whether the variable is the length, or size, of the contents that the other is.
    pub fn is_length_of(&self, length: VarId, contents: VarId) -> bool {
        let (length, of) = (&self.variables[length as usize], &self.variables[contents as usize]);
        let base = of.name.strip_suffix("[*]").unwrap_or(&of.name);
        let property = length.name.strip_prefix(base).unwrap_or_default();
        of.value_type.is_contents() && length.value_type == ValueType::Int && matches!(property, ".length" | ".length()" | ".size()")
    }

    /// The variable of that name.
    pub fn find(&self, name: &str) -> Option<VarId> {
        self.variables.iter().position(|v| v.name == name).map(|i| i as VarId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_read_back_from_its_name() {
        for element in Element::ALL {
            for value_type in [element.into(), ValueType::Sequence(element), ValueType::Bag(element)] {
                let json = serde_json::to_string(&value_type).expect("a type is JSON");
                assert_eq!(json, format!("\"{value_type}\""));
                assert_eq!(serde_json::from_str::<ValueType>(&json).expect("a type"), value_type);
            }
        }
        assert_eq!(ValueType::Sequence(Element::Int).to_string(), "int[]");
        assert_eq!(ValueType::Bag(Element::Text).to_string(), "text{}");
    }

    #[test]
    fn an_unknown_type_is_refused_with_the_known_ones() {
        let message = serde_json::from_str::<ValueType>("\"integer\"").expect_err("no type").to_string();
        assert!(message.contains("unknown type `integer`: expected `boolean`, `byte`"), "{message}");
        assert!("int[][]".parse::<ValueType>().is_err());
    }
}
