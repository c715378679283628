//! Names in assertions: what may be one, which constant it is or which variable it means.

use super::ast::Expr;
use crate::evidence::schema::{Schema, VarId};

const OLD: &str = "old_";
const THIS: &str = "this.";
/// What follows a variable's name in that of its contents.
const CONTENTS: &str = "[*]";

/// The constants of Java's box classes.
const CONSTANTS: [(&str, Expr); 22] = [
    ("Byte.MIN_VALUE", Expr::Int(i8::MIN as i32)),
    ("Byte.MAX_VALUE", Expr::Int(i8::MAX as i32)),
    ("Short.MIN_VALUE", Expr::Int(i16::MIN as i32)),
    ("Short.MAX_VALUE", Expr::Int(i16::MAX as i32)),
    ("Character.MIN_VALUE", Expr::Int(0)),
    ("Character.MAX_VALUE", Expr::Int(u16::MAX as i32)),
    ("Integer.MIN_VALUE", Expr::Int(i32::MIN)),
    ("Integer.MAX_VALUE", Expr::Int(i32::MAX)),
    ("Long.MIN_VALUE", Expr::Long(i64::MIN)),
    ("Long.MAX_VALUE", Expr::Long(i64::MAX)),
    ("Float.NaN", Expr::Float(f32::NAN)),
    ("Float.POSITIVE_INFINITY", Expr::Float(f32::INFINITY)),
    ("Float.NEGATIVE_INFINITY", Expr::Float(f32::NEG_INFINITY)),
    ("Float.MAX_VALUE", Expr::Float(f32::MAX)),
    ("Float.MIN_NORMAL", Expr::Float(f32::MIN_POSITIVE)),
    ("Float.MIN_VALUE", Expr::Float(f32::from_bits(1))),
    ("Double.NaN", Expr::Double(f64::NAN)),
    ("Double.POSITIVE_INFINITY", Expr::Double(f64::INFINITY)),
    ("Double.NEGATIVE_INFINITY", Expr::Double(f64::NEG_INFINITY)),
    ("Double.MAX_VALUE", Expr::Double(f64::MAX)),
    ("Double.MIN_NORMAL", Expr::Double(f64::MIN_POSITIVE)),
    ("Double.MIN_VALUE", Expr::Double(f64::from_bits(1))),
];

/// Words that never name a variable unless quoted.
const RESERVED: [&str; 4] = ["true", "false", "null", "instanceof"];

/// Java's identifiers, near enough: letters of any script, `_`, `$`, then digits too (JLS §3.8).
pub(super) fn is_identifier_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

pub(super) fn is_identifier_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The constant of that name (`Integer.MAX_VALUE`, `java.lang.Double.NaN`).
pub(super) fn constant(path: &str) -> Option<Expr> {
    let name = path.strip_prefix("java.lang.").unwrap_or(path);
    CONSTANTS.iter().find(|(constant, _)| *constant == name).map(|(_, value)| value.clone())
}

/// The name under which a box class has the constant (those that the renderer writes by name).
pub(super) fn name_of_constant(value: &Expr) -> Option<&'static str> {
    CONSTANTS[6..].iter().find(|(_, constant)| constant == value).map(|(name, _)| *name)
}

/// Whether the parser reads the text as this name, rather than as a literal, a constant or several tokens.
pub(super) fn is_plain(name: &str) -> bool {
    let path = name.split('.').all(|segment| {
        let word = segment.strip_suffix("()").unwrap_or(segment);
        word.starts_with(is_identifier_start) && word.chars().all(is_identifier_part) && !RESERVED.contains(&word)
    });
    path && constant(name).is_none()
}

/// Whether no variable goes by that name, now or on entry.
pub(super) fn is_free(schema: &Schema, name: &str) -> bool {
    [false, true].iter().all(|&on_entry| matches!(resolve(schema, name, on_entry), Resolution::Unknown))
}

/// How a name was resolved, or not.
pub(super) enum Resolution {
    Variable(VarId),
    Ambiguous(Vec<VarId>),
    Unknown,
}

/// The variable that `path` means; inside `\old(..)`, its value on entry.
///
/// In this order: the name itself, a field of `this` without the `this.`, the Java text.
/// A local hides a field of the same name, as in Java.
pub(super) fn resolve(schema: &Schema, path: &str, on_entry: bool) -> Resolution {
    let name = if on_entry { format!("{OLD}{path}") } else { path.to_owned() };
    if let Some(id) = schema.find(&name) {
        return Resolution::Variable(id);
    }
    let field = match name.strip_prefix(OLD) {
        Some(rest) => format!("{OLD}{THIS}{rest}"),
        None => format!("{THIS}{name}"),
    };
    if let Some(id) = schema.find(&field) {
        return Resolution::Variable(id);
    }
    let spelled = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let mut matches: Vec<VarId> =
        (0..schema.variables.len() as VarId).filter(|&id| spelled(&schema.variables[id as usize].java_text()) == spelled(&name)).collect();
    let is_contents = |id: &VarId| schema.variables[*id as usize].value_type.is_contents();
    // Contents have the Java text of what contains them, which is what the text means first of all.
    if !matches.iter().all(is_contents) {
        matches.retain(|id| !is_contents(id));
    }
    match matches[..] {
        [] => Resolution::Unknown,
        [id] => Resolution::Variable(id),
        _ => Resolution::Ambiguous(matches),
    }
}

/// The contents of what `path` means, if the state has them.
pub(super) fn resolve_contents(schema: &Schema, path: &str, on_entry: bool) -> Option<VarId> {
    match resolve(schema, &format!("{path}{CONTENTS}"), on_entry) {
        Resolution::Variable(id) => Some(id),
        _ => None,
    }
}

/// The variable that has the contents of a reference variable.
pub(super) fn contents_of(schema: &Schema, id: VarId) -> Option<VarId> {
    schema
        .find(&format!("{}{CONTENTS}", schema.variables[id as usize].name))
        .filter(|&id| schema.variables[id as usize].value_type.is_contents())
}

/// The known name closest to `name`, if it is close enough to be what was meant.
pub(super) fn closest<'a>(schema: &'a Schema, name: &str) -> Option<&'a str> {
    let known = schema.variables.iter().map(|v| v.name.as_str());
    let limit = (name.chars().count() / 3).max(1);
    known
        .map(|candidate| {
            // A field or an entry value that was written without its prefix is as close as its last part.
            let bare = candidate.rsplit('.').next().unwrap_or(candidate);
            (distance(candidate, name).min(distance(bare, name) + 1), candidate)
        })
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Edit distance without regard to case: insertions, deletions, substitutions and swaps of neighbours cost 1.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substitution = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = substitution.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance("result", "result"), 0);
        assert_eq!(distance("reuslt", "result"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("list.size()", "lst.sizes()"), 2);
    }

    #[test]
    fn what_is_no_java_path_is_not_plain() {
        for name in ["x", "old_x", "this.top", "list.size()", "a.b().c", "größe", "$1"] {
            assert!(is_plain(name), "{name}");
        }
        for name in ["", "my var", "true", "Double.NaN", "a.", "a..b", "1x", "a[0]", "f(x)", "x-y"] {
            assert!(!is_plain(name), "{name}");
        }
    }
}
