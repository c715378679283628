//! The Java texts of variables, as far as they are believed (docs/formats.md, "Variables and their names").
//!
//! A text that a file brings is compiled and run with the assertion. So nothing is taken but what the product itself writes: this is the
//! one grammar, and it is asked wherever a [`Schema`](super::schema::Schema) enters.
//!
//! ```text
//! path  = ("this" | name) {"." name ["()"]}
//! entry = [path " == null" {" || " path " == null"} " ? " ("0" | "false" | "null") " : "] value
//! value = path | path ".clone()" | "new java.util.ArrayList<>(" path ")" | "new java.util.LinkedHashSet<>(" path ")"
//! type  = (primitive | name [args] {"." name [args]}) {"[]"}        args = "<" arg {"," [" "] arg} ">"
//! arg   = type | "?" [" extends " type | " super " type]
//! ```
//!
//! Blanks stand where they are shown and nowhere else. A name is an identifier of Java that is no keyword; the first of a path also is none
//! of the words that the text of an assertion needs for itself, such as `java` and `Math`.

use crate::{Error, Result};

/// Longer texts are refused, in bytes. A class file's names have at most 65 535.
const MAX_BYTES: usize = 1 << 16;
/// Type arguments within type arguments.
const MAX_DEPTH: usize = 16;

/// JLS §3.9, §3.10.3, §3.10.8.
const RESERVED: &[&str] = &[
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];
/// No type of source is called so (JLS §3.9).
const NO_TYPES: &[&str] = &["permits", "record", "sealed", "var", "yield"];
/// The text of an assertion speaks of packages and classes by these words; a variable of that name would hide them (JLS §6.4.2).
const TAKEN: &[&str] = &["java", "Boolean", "Byte", "Character", "Double", "Float", "Integer", "Long", "Math", "Object", "Short", "String"];
const PRIMITIVES: &[&str] = &["boolean", "byte", "char", "double", "float", "int", "long", "short"];

/// Part of identifiers to Unicode and to other languages, but not to Java, or ignored by it.
const FOREIGN: &[char] = &['\u{b7}', '\u{387}', '\u{19da}', '\u{200c}', '\u{200d}', '\u{30fb}', '\u{ff65}'];

/// Whether the character may stand in an identifier. A few letters that Java does not know yet pass, but no sign of any meaning to Java.
pub fn is_identifier_part(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || c == '_' || c == '$'
    } else {
        (c.is_alphabetic() || unicode_ident::is_xid_continue(c)) && !FOREIGN.contains(&c)
    }
}

/// Whether the text is an identifier and no keyword.
pub fn is_identifier(text: &str) -> bool {
    let starts = |c: char| is_identifier_part(c) && !c.is_numeric();
    text.len() <= MAX_BYTES && text.starts_with(starts) && text.chars().all(is_identifier_part) && !RESERVED.contains(&text)
}

/// The name as an identifier: what cannot stand in one becomes `_`.
pub fn identifier_for(name: &str) -> String {
    let mut text: String = name.chars().map(|c| if is_identifier_part(c) { c } else { '_' }).collect();
    if !text.starts_with(|c: char| !c.is_numeric()) {
        text.insert(0, '_');
    }
    if text != "this" && (!is_identifier(&text) || TAKEN.contains(&text.as_str())) {
        text.push('_');
    }
    text
}

/// Checks a text that reads a variable at the exit.
pub fn check_path(text: &str) -> Result<()> {
    let expected = "a path of identifiers, fields and calls without arguments, such as `list.size()`";
    whole(text, expected, |p| p.path().map(drop))
}

/// Checks the name that an entry value has at the exit.
pub fn check_identifier(text: &str) -> Result<()> {
    if is_identifier(text) && !TAKEN.contains(&text) { Ok(()) } else { Err(refused(text, "an identifier, such as `old_x`")) }
}

/// Checks a text that reads a variable at the entry.
pub fn check_entry(text: &str) -> Result<()> {
    let expected = "a path such as `this.top`, `x == null ? 0 : x.size()`, or a copy: `a == null ? null : a.clone()`, \
                    `c == null ? null : new java.util.ArrayList<>(c)`";
    whole(text, expected, |p| p.entry())
}

/// Checks the name of a type.
pub fn check_type(text: &str) -> Result<()> {
    whole(text, "a type, such as `java.util.List<java.lang.String>`", |p| p.type_name(0))
}

/// A text for a message: short, and without what a terminal would obey.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 80;
    let start: String = text.chars().take(LONGEST).collect();
    let rest = if start.len() < text.len() { ".." } else { "" };
    format!("{}{rest}", start.escape_debug())
}

fn refused(text: &str, expected: &str) -> Error {
    let too_long = if text.len() > MAX_BYTES { format!(" ({} bytes long)", text.len()) } else { String::new() };
    Error::invalid_input(format!("`{}`{too_long} is not accepted: expected {expected}", shown(text)))
}

fn whole(text: &str, expected: &str, rule: impl for<'a> FnOnce(&mut Parser<'a>) -> Option<()>) -> Result<()> {
    let mut parser = Parser { rest: text };
    let matches = text.len() <= MAX_BYTES && rule(&mut parser).is_some() && parser.rest.is_empty();
    if matches { Ok(()) } else { Err(refused(text, expected)) }
}

/// What is left to read. A rule that does not match gives `None`, and the text is refused: no rule is tried in place of another.
struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn skip(&mut self, text: &str) -> bool {
        self.rest.strip_prefix(text).map(|rest| self.rest = rest).is_some()
    }

    fn take(&mut self, text: &str) -> Option<()> {
        self.skip(text).then_some(())
    }

    /// The longest word here, a keyword or not.
    fn word(&mut self) -> Option<&'a str> {
        let end = self.rest.find(|c| !is_identifier_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    fn name(&mut self) -> Option<&'a str> {
        self.word().filter(|word| is_identifier(word))
    }

    fn path(&mut self) -> Option<&'a str> {
        let start = self.rest;
        let root = self.word()?;
        if root != "this" && (!is_identifier(root) || TAKEN.contains(&root)) {
            return None;
        }
        while self.skip(".") {
            self.name()?;
            self.skip("()");
        }
        Some(&start[..start.len() - self.rest.len()])
    }

    fn entry(&mut self) -> Option<()> {
        let start = self.rest;
        let mut asked = false;
        // A value that begins with a path may be asked for null first: only what follows the path tells.
        while !self.rest.starts_with("new ") {
            let path_start = self.rest;
            self.path()?;
            if !self.skip(" == null") {
                self.rest = path_start;
                break;
            }
            asked = true;
            if self.skip(" || ") {
                continue;
            }
            self.take(" ? ")?;
            ["0", "false", "null"].iter().find(|zero| self.skip(zero))?;
            self.take(" : ")?;
            return self.value();
        }
        // A copy of null would throw at the entry.
        (!asked && !start.starts_with("new ")).then(|| self.value())?
    }

    fn value(&mut self) -> Option<()> {
        for copy in ["new java.util.ArrayList<>(", "new java.util.LinkedHashSet<>("] {
            if self.skip(copy) {
                self.path()?;
                return self.take(")");
            }
        }
        self.path().map(drop)
    }

    fn type_name(&mut self, depth: usize) -> Option<()> {
        let first = self.word()?;
        if !PRIMITIVES.contains(&first) {
            let is_type = |word: &str| is_identifier(word) && !NO_TYPES.contains(&word);
            let mut last = first;
            loop {
                if self.rest.starts_with('<') {
                    self.arguments(depth)?;
                }
                if !self.rest.starts_with('.') {
                    break;
                }
                if !is_identifier(last) {
                    return None;
                }
                self.take(".")?;
                last = self.word()?;
            }
            if !is_type(last) {
                return None;
            }
        }
        while self.skip("[]") {}
        Some(())
    }

    fn arguments(&mut self, depth: usize) -> Option<()> {
        if depth == MAX_DEPTH {
            return None;
        }
        self.take("<")?;
        loop {
            if self.skip("?") {
                if self.skip(" extends ") || self.skip(" super ") {
                    self.type_name(depth + 1)?;
                }
            } else {
                self.type_name(depth + 1)?;
            }
            if !self.skip(",") {
                return self.take(">");
            }
            self.skip(" ");
        }
    }
}

#[cfg(test)]
#[path = "java_text_tests.rs"]
mod tests;
