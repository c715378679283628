//! Settings declared once. A table gives each setting's name, type, default, range, published value, documentation and source; the struct
//! that algorithms read, its JSON, its checks, its presets and the schema for other front ends all come from the table
//! ([`settings!`](crate::settings::settings)).

use crate::{Error, Result};
use serde::Serialize;
use serde_json::Value;
use std::ops::{Bound, RangeBounds};

/// What values a setting may have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "type")]
pub enum Kind {
    /// A whole number.
    Whole { least: u64, most: u64 },
    /// A real number; `below`: `most` itself is too much.
    Number { least: f64, most: f64, below: bool },
    /// `true` or `false`.
    Flag,
    /// One of some words.
    Choice { words: Vec<&'static str> },
}

/// A setting, as front ends see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Setting {
    /// As the user writes it.
    pub name: String,
    #[serde(flatten)]
    pub kind: Kind,
    /// Whether there may be no value: no limit, or what the documentation says.
    pub optional: bool,
    pub default: Value,
    /// What the `paper` preset sets: the published value, or the default where nothing is published.
    pub paper: Value,
    /// What the `authors` preset sets, where their code has something else than the paper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authors: Option<Value>,
    pub documentation: String,
    /// Where the default, or what differs from it, comes from.
    pub source: &'static str,
}

/// A type that settings have.
pub trait Typed {
    /// What its range is made of.
    type Bound;
    const OPTIONAL: bool = false;
    /// The values in a range.
    fn within(range: impl RangeBounds<Self::Bound>) -> Kind;
    /// All values.
    fn any() -> Kind;
}

macro_rules! whole {
    ($($type:ty),*) => { $(
        impl Typed for $type {
            type Bound = $type;
            fn within(range: impl RangeBounds<$type>) -> Kind {
                let least = match range.start_bound() {
                    Bound::Included(&least) => least as u64,
                    Bound::Excluded(&before) => before as u64 + 1,
                    Bound::Unbounded => 0,
                };
                let most = match range.end_bound() {
                    Bound::Included(&most) => most as u64,
                    Bound::Excluded(&after) => after as u64 - 1,
                    Bound::Unbounded => <$type as Largest>::LARGEST,
                };
                Kind::Whole { least, most }
            }
            fn any() -> Kind {
                Self::within(0..)
            }
        }
    )* };
}

/// Of what has no bound of its own: the largest number that every front end can hold.
const LARGEST: u64 = i64::MAX as u64;

/// The largest number of a type that front ends can hold.
trait Largest {
    const LARGEST: u64;
}

impl Largest for u32 {
    const LARGEST: u64 = u32::MAX as u64;
}

impl Largest for u64 {
    const LARGEST: u64 = LARGEST;
}

/// Numbers of elements.
impl Largest for usize {
    const LARGEST: u64 = i32::MAX as u64;
}

whole!(u32, u64, usize);

impl Typed for f64 {
    type Bound = f64;
    fn within(range: impl RangeBounds<f64>) -> Kind {
        let least = match range.start_bound() {
            Bound::Included(&least) | Bound::Excluded(&least) => least,
            Bound::Unbounded => f64::MIN,
        };
        let (most, below) = match range.end_bound() {
            Bound::Included(&most) => (most, false),
            Bound::Excluded(&most) => (most, true),
            Bound::Unbounded => (f64::MAX, false),
        };
        Kind::Number { least, most, below }
    }
    fn any() -> Kind {
        Self::within(..)
    }
}

impl Typed for bool {
    type Bound = bool;
    fn within(_: impl RangeBounds<bool>) -> Kind {
        Kind::Flag
    }
    fn any() -> Kind {
        Kind::Flag
    }
}

impl<T: Typed> Typed for Option<T> {
    type Bound = T::Bound;
    const OPTIONAL: bool = true;
    fn within(range: impl RangeBounds<T::Bound>) -> Kind {
        T::within(range)
    }
    fn any() -> Kind {
        T::any()
    }
}

impl Kind {
    /// What to choose, as the end of a message.
    pub fn expectation(&self) -> String {
        match self {
            Self::Whole { least, most } if *most == LARGEST => format!("a whole number of at least {least}"),
            Self::Whole { least, most } => format!("a whole number from {least} to {most}"),
            Self::Number { least, most, below: false } => format!("a number from {least} to {most}"),
            Self::Number { least, most, below: true } => format!("a number from {least} to less than {most}"),
            Self::Flag => "true or false".into(),
            Self::Choice { words } => words.join(" or "),
        }
    }

    fn allows(&self, value: &Value) -> bool {
        match self {
            Self::Whole { least, most } => value.as_u64().is_some_and(|v| (*least..=*most).contains(&v)),
            Self::Number { least, most, below } => value.as_f64().is_some_and(|v| v >= *least && (v < *most || v == *most && !below)),
            Self::Flag => value.is_boolean(),
            Self::Choice { words } => value.as_str().is_some_and(|v| words.contains(&v)),
        }
    }
}

/// `maxAtoms` of `max_atoms`.
pub fn camel_case(field: &str) -> String {
    let mut words = field.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

/// The lines of a documentation comment as one text.
pub fn text(lines: &[&str]) -> String {
    lines.iter().map(|l| l.trim()).collect::<Vec<_>>().join(" ")
}

/// Checks values against their table.
///
/// # Errors
/// `InvalidInput` that names the first setting that is out of its range, its value and the range.
pub fn check(table: &[Setting], settings: &impl Serialize) -> Result<()> {
    let values = values(settings);
    for setting in table {
        let field = setting.name.rsplit('.').next().expect("a name");
        let value = &values[field];
        let absent = value.is_null() && setting.optional;
        if !absent && !setting.kind.allows(value) {
            let expectation = setting.kind.expectation();
            return Err(Error::invalid_input(format!("setting {} is {}: choose {expectation}", setting.name, written(value))));
        }
    }
    Ok(())
}

/// Settings as JSON.
pub fn values(settings: &impl Serialize) -> Value {
    serde_json::to_value(settings).expect("settings are numbers, words and flags")
}

fn written(value: &Value) -> String {
    match value {
        // JSON has none.
        Value::Null => "no number".into(),
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

/// Declares a struct of settings: serde, `Default`, `paper()`, `authors()`, `table()`, `check()`. A row is
///
/// ```text
/// /// Documentation.
/// name: type = default, in range, paper published value, authors value of the authors' code, "source";
/// ```
///
/// `in` is left out where every value will do, `paper` where the preset has the default, `authors` where it has what `paper` has. Names in
/// JSON and messages are in camel case, in messages and the schema with the prefix in front. `nested` fields are other settings, with a
/// table of their own; their default here may be another than there.
macro_rules! settings {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident with prefix $prefix:literal {
            $($(#[doc = $doc:literal])+ $field:ident: $type:ty = $default:expr,
                $(in $range:expr,)? $(paper $paper:expr,)? $(authors $authors:expr,)? $source:literal;)+
            $(nested $(#[doc = $nested_doc:literal])+ $nested:ident: $nested_type:ty = $nested_default:expr;)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase", default, deny_unknown_fields)]
        pub struct $name {
            $($(#[doc = $doc])+ pub $field: $type,)+
            $($(#[doc = $nested_doc])+ pub $nested: $nested_type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ $($nested: $nested_default,)* }
            }
        }

        impl $name {
            /// As published; what the paper leaves open is as by default.
            pub fn paper() -> Self {
                Self {
                    $($field: $crate::settings::settings!(@first $($paper,)? $default),)+
                    $($nested: <$nested_type>::paper(),)*
                }
            }

            /// As the authors' code has it; what it leaves open is as published.
            pub fn authors() -> Self {
                Self {
                    $($field: $crate::settings::settings!(@first $($authors,)? $($paper,)? $default),)+
                    $($nested: <$nested_type>::authors(),)*
                }
            }

            /// Every setting but the nested ones.
            pub fn table() -> Vec<$crate::settings::Setting> {
                let (default, paper) = ($crate::settings::values(&Self::default()), $crate::settings::values(&Self::paper()));
                let authors = $crate::settings::values(&Self::authors());
                vec![$({
                    let field = $crate::settings::camel_case(stringify!($field));
                    $crate::settings::Setting {
                        name: format!("{}{field}", $prefix),
                        kind: $crate::settings::settings!(@kind $type $(, $range)?),
                        optional: <$type as $crate::settings::Typed>::OPTIONAL,
                        default: default[&field].clone(),
                        paper: paper[&field].clone(),
                        authors: (authors[&field] != paper[&field]).then(|| authors[&field].clone()),
                        documentation: $crate::settings::text(&[$($doc),+]),
                        source: $source,
                    }
                },)+]
            }

            /// Checks the range of each setting.
            ///
            /// # Errors
            /// `InvalidInput` that names the setting as the user writes it, its value and the range.
            pub fn check_ranges(&self) -> $crate::Result<()> {
                $crate::settings::check(&Self::table(), self)
            }
        }
    };
    (@first $first:expr $(, $rest:expr)*) => { $first };
    (@kind $type:ty) => { <$type as $crate::settings::Typed>::any() };
    (@kind $type:ty, $range:expr) => { <$type as $crate::settings::Typed>::within($range) };
}

/// Declares an enum that a setting chooses from: words in camel case.
macro_rules! choice {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident { $($(#[$of_word:meta])+ $word:literal = $variant:ident,)+ }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$of_word])+ #[serde(rename = $word)] $variant,)+ }

        impl $crate::settings::Typed for $name {
            type Bound = ();
            fn within(_: impl std::ops::RangeBounds<()>) -> $crate::settings::Kind {
                Self::any()
            }
            fn any() -> $crate::settings::Kind {
                $crate::settings::Kind::Choice { words: vec![$($word),+] }
            }
        }
    };
}

pub(crate) use {choice, settings};

#[cfg(test)]
mod tests {
    use super::*;

    choice! {
        /// How.
        pub enum How {
            /// Fast.
            "quick" = Quick,
            /// Not.
            "slowAndSure" = SlowAndSure,
        }
    }

    settings! {
        /// A few.
        pub struct Few with prefix "few." {
            /// How many
            /// there are.
            max_count: u32 = 7, in 1..=10, paper 9, "Table 1";
            /// A share.
            share: f64 = 0.5, in 0.0..1.0, "ours";
            /// A limit.
            limit: Option<u64> = None, in 1.., "ours";
            /// Whether.
            whether: bool = true, paper false, authors true, "section 2";
            /// How.
            how: How = How::Quick, "ours";
        }
    }

    #[test]
    fn a_table_says_all_of_a_setting() {
        let table = Few::table();
        assert_eq!(
            table.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(),
            ["few.maxCount", "few.share", "few.limit", "few.whether", "few.how"]
        );
        let first = serde_json::to_value(&table[0]).unwrap();
        let expected = serde_json::json!({"name": "few.maxCount", "type": "whole", "least": 1, "most": 10, "optional": false, "default": 7,
            "paper": 9, "documentation": "How many there are.", "source": "Table 1"});
        assert_eq!(first, expected);
        assert!(table[2].optional);
        assert_eq!(table[4].kind, Kind::Choice { words: vec!["quick", "slowAndSure"] });
        assert_eq!(Few::paper(), Few { max_count: 9, whether: false, ..Few::default() });
        assert_eq!(Few::authors(), Few { max_count: 9, ..Few::default() });
        assert_eq!((&table[0].authors, &table[3].authors), (&None, &Some(Value::Bool(true))));
    }

    #[test]
    fn what_is_out_of_range_is_named_with_value_and_range() {
        let refusal = |few: Few| few.check_ranges().unwrap_err().message;
        assert_eq!(Few::default().check_ranges(), Ok(()));
        assert_eq!(refusal(Few { max_count: 11, ..Few::default() }), "setting few.maxCount is 11: choose a whole number from 1 to 10");
        assert_eq!(refusal(Few { share: 1.0, ..Few::default() }), "setting few.share is 1.0: choose a number from 0 to less than 1");
        assert_eq!(
            refusal(Few { share: f64::NAN, ..Few::default() }),
            "setting few.share is no number: choose a number from 0 to less than 1"
        );
        assert_eq!(refusal(Few { limit: Some(0), ..Few::default() }), "setting few.limit is 0: choose a whole number of at least 1");
    }
}
