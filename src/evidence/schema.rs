//! The variables of a program point.

use super::java_text;
use crate::{Error, Result};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Index of a variable in its [`Schema`].
pub type VarId = u32;

/// Bytes of a variable's name.
const LONGEST_NAME: usize = 1 << 16;

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

/// Elements that are not any object: as a primitive (strings have none) and as a class.
const ELEMENT_CLASSES: [(Element, &str, &str); 9] = [
    (Element::Boolean, "boolean", "java.lang.Boolean"),
    (Element::Byte, "byte", "java.lang.Byte"),
    (Element::Short, "short", "java.lang.Short"),
    (Element::Char, "char", "java.lang.Character"),
    (Element::Int, "int", "java.lang.Integer"),
    (Element::Long, "long", "java.lang.Long"),
    (Element::Float, "float", "java.lang.Float"),
    (Element::Double, "double", "java.lang.Double"),
    (Element::Text, "", "java.lang.String"),
];

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

impl Element {
    /// The least and the greatest number of an integer type.
    pub fn range(self) -> Option<(i64, i64)> {
        match self {
            Self::Byte => Some((i8::MIN.into(), i8::MAX.into())),
            Self::Short => Some((i16::MIN.into(), i16::MAX.into())),
            Self::Char => Some((u16::MIN.into(), u16::MAX.into())),
            Self::Int => Some((i32::MIN.into(), i32::MAX.into())),
            Self::Long => Some((i64::MIN, i64::MAX)),
            _ => None,
        }
    }
}

/// Java's integer types by name, with their least and their greatest number.
pub fn integer_types() -> impl Iterator<Item = (&'static str, (i64, i64))> {
    ELEMENT_CLASSES.iter().filter_map(|(element, name, _)| Some((*name, element.range()?)))
}

impl ValueType {
    /// The least and the greatest number of an integer type, or of the elements' type.
    pub fn range(self) -> Option<(i64, i64)> {
        match self {
            Self::Byte => Element::Byte.range(),
            Self::Short => Element::Short.range(),
            Self::Char => Element::Char.range(),
            Self::Int => Element::Int.range(),
            Self::Long => Element::Long.range(),
            Self::Sequence(element) | Self::Bag(element) => element.range(),
            Self::Boolean | Self::Float | Self::Double | Self::Reference | Self::Text => None,
        }
    }

    /// Whether the type of source can be that of a reference, or of the object that holds such contents. Other values need none.
    fn may_be_declared(self, java_type: &str) -> bool {
        let of = |element: Element, class: &str| match ELEMENT_CLASSES.iter().find(|(e, ..)| *e == element) {
            Some((_, primitive, boxed)) => class == *boxed || !class.is_empty() && class == *primitive,
            // What no source can name is an object.
            None => ELEMENT_CLASSES.iter().all(|(_, primitive, _)| class != *primitive),
        };
        let held = |kinds: &[&str], element| {
            let argument = kinds
                .iter()
                .find_map(|kind| java_type.strip_prefix("java.util.")?.strip_prefix(kind)?.strip_prefix('<')?.strip_suffix('>'));
            argument
                .is_some_and(|class| if class == "?" { element == Element::Reference } else { class.contains('.') && of(element, class) })
        };
        match self {
            Self::Reference => ELEMENT_CLASSES.iter().all(|(_, primitive, _)| java_type != *primitive),
            Self::Text => java_type == "java.lang.String",
            Self::Sequence(element) => java_type.strip_suffix("[]").map_or_else(|| held(&["List"], element), |class| of(element, class)),
            Self::Bag(element) => held(&["Set", "Collection"], element),
            _ => true,
        }
    }

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
    /// `None`: the name as an identifier ([`java_text::identifier_for`]).
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

    /// The Java text that reads the variable at the program point: its `java`, or its name as an identifier.
    pub fn java_text(&self) -> Cow<'_, str> {
        self.java.as_deref().map_or_else(|| java_text::identifier_for(&self.name).into(), Cow::Borrowed)
    }

    /// The variable with its Java text, for those who are told: they need no rule of their own.
    pub fn spelled(&self) -> Self {
        Self { java: Some(self.java_text().into_owned()), ..self.clone() }
    }

    /// Whether the texts are such as may stand in a Java program; the message says which is not.
    fn check(&self) -> Result<()> {
        let refused = |what: &str| {
            let name = java_text::shown(&self.name);
            let what = what.to_owned();
            move |e: Error| Error::invalid_input(format!("variable `{name}`: {what} {}", e.message))
        };
        if self.name.is_empty() || self.name.chars().any(|c| c.is_control()) || self.name.len() > LONGEST_NAME {
            let shown = java_text::shown(&self.name);
            return Err(Error::invalid_input(format!(
                "a variable has the name `{shown}`; use 1 to {LONGEST_NAME} characters that can be printed"
            )));
        }
        let java = self.java_text();
        match &self.entry {
            Some(entry) => {
                java_text::check_identifier(&java).map_err(refused("its `java`"))?;
                java_text::check_entry(entry).map_err(refused("its `entry`"))?;
            }
            None => java_text::check_path(&java).map_err(refused("its `java`"))?,
        }
        if let Some(java_type) = &self.java_type {
            java_text::check_type(java_type).map_err(refused("its `javaType`"))?;
            if !self.value_type.may_be_declared(java_type) {
                let name = java_text::shown(&self.name);
                let shown = java_text::shown(java_type);
                return Err(Error::invalid_input(format!(
                    "variable `{name}`: its `javaType` `{shown}` does not go with its type {}: see \"Variables and their \
                     names\" in docs/formats.md",
                    self.value_type
                )));
            }
        }
        Ok(())
    }
}

impl Schema {
    /// The schema with the Java texts of all its variables.
    pub fn spelled(&self) -> Self {
        Self { method: self.method.clone(), variables: self.variables.iter().map(Variable::spelled).collect() }
    }

    /// Checks what the type cannot say: at least one variable, distinct names, receivers that are reference variables of the schema, Java
    /// texts of the few forms that there are ([`java_text`]).
    pub fn check(&self) -> Result<()> {
        if self.variables.is_empty() {
            return Err(Error::invalid_input(format!("the schema of {} has no variables", self.method)));
        }
        let mut types = HashMap::new();
        for v in &self.variables {
            if types.insert(v.name.as_str(), v.value_type).is_some() {
                return Err(Error::invalid_input(format!("the schema of {} has the variable `{}` twice", self.method, v.name)));
            }
            v.check()?;
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

    /// Checks that no two variables are read by the same Java text, but contents and the reference that has them: what is compiled could
    /// not tell them apart.
    pub fn check_distinct_texts(&self) -> Result<()> {
        let mut known = HashMap::new();
        for v in &self.variables {
            if let Some(other) = known.insert((v.java_text(), v.value_type.is_contents()), v) {
                let [a, b] = [other, v].map(|v| java_text::shown(&v.name));
                return Err(Error::invalid_input(format!(
                    "variables `{a}` and `{b}` are both read by the Java text `{}`; give one of them another `java`",
                    java_text::shown(&v.java_text())
                )));
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

    fn refusal(change: impl FnOnce(&mut Vec<Variable>)) -> String {
        let contents =
            |name: &str, value_type| Variable { receiver: Some("a".into()), java: Some("a".into()), ..Variable::new(name, value_type) };
        let mut variables = vec![
            Variable::new("x", ValueType::Int),
            Variable { entry: Some("x".into()), ..Variable::new("old_x", ValueType::Int) },
            Variable { java_type: Some("int[]".into()), ..Variable::new("a", ValueType::Reference) },
            Variable { java_type: Some("int[]".into()), ..contents("a[*]", ValueType::Sequence(Element::Int)) },
        ];
        let check = |variables: &[Variable]| {
            let schema = Schema { method: "C#m(int)".into(), variables: variables.to_vec() };
            schema.check().and_then(|()| schema.check_distinct_texts())
        };
        check(&variables).expect("a good schema");
        change(&mut variables);
        check(&variables).expect_err("a bad schema").message
    }

    #[test]
    fn texts_that_are_no_data_are_refused_with_the_variable_and_what_is_accepted() {
        let message = refusal(|v| v[0].java = Some("1 || new java.io.File(\"f\").mkdir()".into()));
        assert!(message.contains("variable `x`: its `java` `1 || new") && message.contains("such as `list.size()`"), "{message}");
        let message = refusal(|v| v[1].entry = Some("f(x)".into()));
        assert!(message.contains("variable `old_x`: its `entry` `f(x)`"), "{message}");
        let message = refusal(|v| v[1].java = Some("this.x".into()));
        assert!(message.contains("variable `old_x`: its `java` `this.x` is not accepted: expected an identifier"), "{message}");
        let message = refusal(|v| v[2].java_type = Some("int[]; static { f(); } int[]".into()));
        assert!(message.contains("variable `a`: its `javaType`"), "{message}");
        let message = refusal(|v| v[0].name = "x\u{1b}[2J".into());
        assert!(message.contains("`x\\u{1b}[2J`"), "{message}");
        let message = refusal(|v| v[0].java = Some("old_x".into()));
        assert!(message.contains("variables `x` and `old_x` are both read by the Java text `old_x`"), "{message}");
    }

    #[test]
    fn a_declared_type_goes_with_the_contents() {
        use ValueType::*;
        for (value_type, java_type) in [
            (Reference, "pkg.C"),
            (Reference, "int[]"),
            (Text, "java.lang.String"),
            (Sequence(Element::Int), "int[]"),
            (Sequence(Element::Int), "java.lang.Integer[]"),
            (Sequence(Element::Text), "java.util.List<java.lang.String>"),
            (Sequence(Element::Reference), "java.lang.Object[]"),
            (Sequence(Element::Reference), "int[][]"),
            (Bag(Element::Reference), "java.util.Collection<?>"),
            (Bag(Element::Long), "java.util.Set<java.lang.Long>"),
            (Int, "int"),
        ] {
            assert!(value_type.may_be_declared(java_type), "{value_type} {java_type}");
        }
        for (value_type, java_type) in [
            (Reference, "int"),
            (Text, "java.lang.Object"),
            (Sequence(Element::Int), "java.lang.String[]"),
            (Sequence(Element::Int), "long[]"),
            (Sequence(Element::Int), "java.util.List<int>"),
            (Sequence(Element::Int), "java.util.List<?>"),
            (Sequence(Element::Int), "java.util.ArrayList<java.lang.Integer>"),
            (Sequence(Element::Int), "pkg.C"),
            (Sequence(Element::Text), "java.util.Set<java.lang.String>"),
            (Sequence(Element::Text), "[]"),
            (Bag(Element::Int), "int[]"),
            (Bag(Element::Int), "java.util.List<java.lang.Integer>"),
        ] {
            assert!(!value_type.may_be_declared(java_type), "{value_type} {java_type}");
        }
    }
}
