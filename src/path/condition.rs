//! Path conditions: conjunctions of clauses over origins of the inputs.
//!
//! An *origin* says how a test's inputs lead to a value: `x`, `this.a.length`, `this.a[0]`, `this.map.get(key)`. A clause has a kind where
//! the caller knows it, and a text always: texts are what slices and fingerprints are made of.

use super::origins;
use crate::relation::Relation;
use crate::{Error, Result};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// In an order in which none hides a longer one.
const OPERATORS: [Relation; 6] =
    [Relation::Equal, Relation::NotEqual, Relation::LessOrEqual, Relation::GreaterOrEqual, Relation::Less, Relation::Greater];
/// Bytes of the text of one clause.
pub const MOST_CLAUSE_BYTES: usize = 1 << 16;

/// One condition on the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind", deny_unknown_fields)]
pub enum Clause {
    /// `left operator right`; both sides are terms over origins and numerals.
    Compare { left: String, operator: Relation, right: String },
    /// `origin == null`, or that it is not.
    Null { origin: String, holds: bool },
    /// The origin is an object of that class which nothing else refers to. Where it does not hold: a subtype that was not tried yet.
    Fresh { origin: String, class: String, holds: bool },
    /// Both origins are the same object.
    Alias { origin: String, other: String, holds: bool },
    /// Anything else. `holds` false is its negation.
    Text { text: String, holds: bool },
}

impl Clause {
    /// The clause of a text: one of the kinds if it is written as [`text`](Self::text) writes it, else a [`Clause::Text`].
    pub fn parse(text: &str) -> Self {
        let text = spaced(text);
        let is_origin = |t: &str| origins::is_origin(t);
        let known = || -> Option<Self> {
            let is = [(" is not fresh ", false), (" is fresh ", true)];
            if let Some((origin, class, holds)) = is.iter().find_map(|&(word, holds)| text.split_once(word).map(|(o, c)| (o, c, holds))) {
                return is_origin(origin).then(|| Self::Fresh { origin: origin.into(), class: class.into(), holds });
            }
            let aliases = [(" does not alias ", false), (" aliases ", true)];
            if let Some((origin, other, holds)) = aliases.iter().find_map(|&(w, holds)| text.split_once(w).map(|(o, c)| (o, c, holds))) {
                let both = is_origin(origin) && is_origin(other);
                return both.then(|| Self::Alias { origin: origin.into(), other: other.into(), holds });
            }
            let (left, operator, right) = comparison(&text)?;
            if right == "null" && is_origin(left) && matches!(operator, Relation::Equal | Relation::NotEqual) {
                return Some(Self::Null { origin: left.into(), holds: operator == Relation::Equal });
            }
            Some(Self::Compare { left: left.into(), operator, right: right.into() })
        };
        match known() {
            Some(clause) => clause,
            None => match text.strip_prefix("!(").and_then(|inner| inner.strip_suffix(')')).filter(|inner| closed(inner)) {
                Some(inner) => Self::Text { text: inner.into(), holds: false },
                None => Self::Text { text: text.into_owned(), holds: true },
            },
        }
    }

    /// The clause in one line; equal clauses have equal texts.
    pub fn text(&self) -> String {
        match self {
            Self::Compare { left, operator, right } => format!("{} {} {}", spaced(left), operator.symbol(), spaced(right)),
            Self::Null { origin, holds } => format!("{} {} null", spaced(origin), if *holds { "==" } else { "!=" }),
            Self::Fresh { origin, class, holds } => {
                format!("{} is {}fresh {}", spaced(origin), if *holds { "" } else { "not " }, spaced(class))
            }
            Self::Alias { origin, other, holds } => {
                format!("{} {} {}", spaced(origin), if *holds { "aliases" } else { "does not alias" }, spaced(other))
            }
            Self::Text { text, holds: true } => spaced(text).into_owned(),
            Self::Text { text, holds: false } => format!("!({})", spaced(text)),
        }
    }

    /// What holds where this does not. A comparison becomes the opposite one, which is right for numbers that are not NaN.
    pub fn negated(&self) -> Self {
        match self {
            Self::Compare { left, operator, right } => {
                Self::Compare { left: left.clone(), operator: operator.negated(), right: right.clone() }
            }
            Self::Null { origin, holds } => Self::Null { origin: origin.clone(), holds: !holds },
            Self::Fresh { origin, class, holds } => Self::Fresh { origin: origin.clone(), class: class.clone(), holds: !holds },
            Self::Alias { origin, other, holds } => Self::Alias { origin: origin.clone(), other: other.clone(), holds: !holds },
            Self::Text { text, holds } => Self::Text { text: text.clone(), holds: !holds },
        }
    }

    /// The origins that the clause speaks of, as they stand in it: those of the terms, not the class of an object.
    pub fn origins(&self) -> Vec<String> {
        match self {
            Self::Compare { left, right, .. } => [origins::of(left), origins::of(right)].concat(),
            Self::Null { origin, .. } | Self::Fresh { origin, .. } => origins::of(origin),
            Self::Alias { origin, other, .. } => [origins::of(origin), origins::of(other)].concat(),
            Self::Text { text, .. } => origins::of(text),
        }
    }

    /// The text; `number`: of the clause in its path condition, from 1.
    ///
    /// # Errors
    /// `InvalidInput`: the clause is empty or too long.
    pub(super) fn checked_text(&self, number: usize) -> Result<String> {
        if self.len() > MOST_CLAUSE_BYTES {
            let length = self.len();
            return Err(Error::invalid_input(format!(
                "clause {number} of a path condition has {length} bytes: expected at most {MOST_CLAUSE_BYTES}"
            )));
        }
        let text = self.text();
        if text.trim().is_empty() {
            return Err(Error::invalid_input(format!("clause {number} of a path condition is empty")));
        }
        Ok(text)
    }

    fn len(&self) -> usize {
        match self {
            Self::Compare { left, right, .. } => left.len() + right.len(),
            Self::Null { origin, .. } => origin.len(),
            Self::Fresh { origin, class, .. } => origin.len() + class.len(),
            Self::Alias { origin, other, .. } => origin.len() + other.len(),
            Self::Text { text, .. } => text.len(),
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// A conjunction: the first clause is that of the branch nearest to the entry. The last one is the *suffix*, what an alternative differs
/// in from the path that it comes from; the others are the *prefix*.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    pub clauses: Vec<Clause>,
}

impl Condition {
    /// The clauses of `c1 && c2 && ..`, each as [`Clause::parse`] reads it; `&&` inside parentheses, brackets or quotes separates nothing.
    ///
    /// # Errors
    /// `InvalidInput`: there is no clause, one is empty, or one is too long.
    pub fn parse(text: &str) -> Result<Self> {
        let condition = Self { clauses: conjuncts(text).into_iter().map(Clause::parse).collect() };
        condition.check()?;
        Ok(condition)
    }

    /// # Errors
    /// `InvalidInput`: there is no clause, one is empty, or one is too long.
    pub fn check(&self) -> Result<()> {
        if self.clauses.is_empty() {
            return Err(Self::none());
        }
        (1..).zip(&self.clauses).try_for_each(|(number, clause)| clause.checked_text(number).map(drop))
    }

    pub(super) fn none() -> Error {
        Error::invalid_input("a path condition has no clause: expected at least one")
    }

    pub fn text(&self) -> String {
        self.clauses.iter().map(Clause::text).collect::<Vec<_>>().join(" && ")
    }
}

/// With single spaces, none at the ends. Most texts are so already.
fn spaced(text: &str) -> Cow<'_, str> {
    let mut before = b' ';
    let is_spaced = text.bytes().all(|byte| {
        let fits = if byte == b' ' { before != b' ' } else { byte.is_ascii_graphic() };
        before = byte;
        fits
    });
    if is_spaced && (before != b' ' || text.is_empty()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The two sides of the only comparison that is outside of parentheses, brackets and quotes; shifts, arrows and `instanceof` are none.
fn comparison(text: &str) -> Option<(&str, Relation, &str)> {
    let mut found = None;
    let mut from = 0;
    while let Some(at) = outside(text, from, |rest| rest.starts_with(['<', '>', '=', '!', '&', '|', '?'])) {
        let rest = &text[at..];
        let before = text[..at].chars().next_back();
        let operator = OPERATORS.into_iter().find(|o| rest.starts_with(o.symbol()))?;
        let shift = rest.starts_with("<<") || rest.starts_with(">>") || (rest.starts_with('>') && matches!(before, Some('-' | '=')));
        if shift || found.is_some() {
            return None;
        }
        let end = at + operator.symbol().len();
        found = Some((at, operator, end));
        from = end;
    }
    let (at, operator, end) = found?;
    let (left, right) = (text[..at].trim(), text[end..].trim());
    (!left.is_empty() && !right.is_empty() && !right.starts_with('=')).then_some((left, operator, right))
}

fn conjuncts(text: &str) -> Vec<&str> {
    let (mut parts, mut begin) = (Vec::new(), 0);
    while let Some(at) = outside(text, begin, |rest| rest.starts_with("&&")) {
        parts.push(&text[begin..at]);
        begin = at + 2;
    }
    let last = &text[begin..];
    if !parts.is_empty() || !last.trim().is_empty() {
        parts.push(last);
    }
    parts
}

/// Whether no parenthesis is left open, and none closed that is not open.
fn closed(text: &str) -> bool {
    let mut open = 0i64;
    for c in text.chars() {
        open += i64::from(c == '(') - i64::from(c == ')');
        if open < 0 {
            return false;
        }
    }
    open == 0
}

/// Where something first is that is not inside parentheses, brackets or quotes, at or after a place that is not inside either.
fn outside(text: &str, from: usize, wanted: impl Fn(&str) -> bool) -> Option<usize> {
    let (mut depth, mut quote, mut escaped) = (0usize, None, false);
    for (at, c) in text[from..].char_indices() {
        let at = from + at;
        match quote {
            Some(q) => {
                if c == q && !escaped {
                    quote = None;
                }
                escaped = c == '\\' && !escaped;
            }
            None => match c {
                '"' | '\'' => quote = Some(c),
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ if depth == 0 && wanted(&text[at..]) => return Some(at),
                _ => {}
            },
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(left: &str, operator: Relation, right: &str) -> Clause {
        Clause::Compare { left: left.into(), operator, right: right.into() }
    }

    #[test]
    fn a_text_is_read_as_it_is_written() {
        let clauses = [
            (compare("this.a[0]", Relation::Greater, "10"), "this.a[0] > 10"),
            (compare("x * 31 + y", Relation::Equal, "40961"), "x * 31 + y == 40961"),
            (compare("f(a < b)", Relation::NotEqual, "c"), "f(a < b) != c"),
            (Clause::Null { origin: "this.next".into(), holds: true }, "this.next == null"),
            (Clause::Null { origin: "this.next".into(), holds: false }, "this.next != null"),
            (Clause::Fresh { origin: "o".into(), class: "p.C".into(), holds: true }, "o is fresh p.C"),
            (Clause::Fresh { origin: "o".into(), class: "p.C".into(), holds: false }, "o is not fresh p.C"),
            (Clause::Alias { origin: "o.l".into(), other: "o".into(), holds: true }, "o.l aliases o"),
            (Clause::Alias { origin: "o.l".into(), other: "o".into(), holds: false }, "o.l does not alias o"),
            (Clause::Text { text: "s.startsWith(\"a && b\")".into(), holds: true }, "s.startsWith(\"a && b\")"),
            (Clause::Text { text: "o instanceof C".into(), holds: false }, "!(o instanceof C)"),
            (Clause::Text { text: "a < b || c > d".into(), holds: true }, "a < b || c > d"),
            (Clause::Text { text: "x << 2".into(), holds: true }, "x << 2"),
        ];
        for (clause, text) in clauses {
            assert_eq!(clause.text(), text);
            assert_eq!(Clause::parse(text), clause, "{text}");
            assert_eq!(clause.negated().negated(), clause);
            assert_eq!(Clause::parse(&clause.negated().text()), clause.negated(), "{text}");
        }
        assert_eq!(Clause::parse("  this.a [0]\n>10 ").text(), "this.a [0] > 10");
    }

    #[test]
    fn a_conjunction_is_split_outside_of_parentheses_and_quotes() {
        let condition = Condition::parse("x > 0 && (a && b) && s.equals(\"&& \\\" &&\") && c == '&'").unwrap();
        assert_eq!(condition.clauses.len(), 4);
        assert_eq!(Condition::parse(&condition.text()), Ok(condition));
        assert!(Condition::parse(" ").unwrap_err().message.contains("has no clause"));
        assert_eq!(Condition::parse("x > 0 && ").unwrap_err().message, "clause 2 of a path condition is empty");
        let long = "x".repeat(MOST_CLAUSE_BYTES + 1);
        assert!(Condition::parse(&long).unwrap_err().message.contains("expected at most 65536"));
    }

    #[test]
    fn clauses_are_json() {
        let clause = Clause::Compare { left: "x".into(), operator: Relation::LessOrEqual, right: "3".into() };
        let json = r#"{"kind":"compare","left":"x","operator":"<=","right":"3"}"#;
        assert_eq!(serde_json::to_string(&clause).unwrap(), json);
        assert_eq!(serde_json::from_str::<Clause>(json).unwrap(), clause);
        assert!(serde_json::from_str::<Clause>(r#"{"kind":"null","origin":"x","holds":true,"more":1}"#).is_err());
    }
}
