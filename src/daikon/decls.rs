//! Declarations of program points and their variables.

use super::lines::{Lines, shown};
use crate::Result;
use crate::invariants::samples::{Kind, Place, PointName, Shape, Variable};
use std::io::Read;

/// A program point as declared.
#[derive(Clone, Debug, PartialEq)]
pub struct PointDeclaration {
    /// The line that samples begin with.
    pub title: Vec<u8>,
    pub name: PointName,
    pub variables: Vec<VariableDeclaration>,
}

/// A variable whose values are in the trace.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableDeclaration {
    /// The line that its value comes after.
    pub title: Vec<u8>,
    pub variable: Variable,
}

/// What the beginning of a file says of all that follows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Header {
    /// Whether comparability is meant by numbers; otherwise all variables are comparable.
    pub implicit_comparability: bool,
}

/// What is said of a variable before it is known to be complete.
#[derive(Default)]
struct Draft {
    title: Vec<u8>,
    rep_type: Option<String>,
    class_name: bool,
    non_null: bool,
    constant: bool,
    group: Option<u64>,
}

/// The point of a title: `pkg.C.m(int):::EXIT12`.
pub fn point_name(title: &[u8]) -> Option<PointName> {
    let text = unescaped(title);
    let (method, place) = text.rsplit_once(":::")?;
    let place = match place {
        "OBJECT" => Place::Object,
        "ENTER" => Place::Entry,
        "EXIT" => Place::Exit,
        other => match other.strip_prefix("EXIT").and_then(|line| line.parse().ok()) {
            Some(line) => Place::ExitAt(line),
            None => Place::Other(other.to_owned()),
        },
    };
    Some(PointName { method: method.to_owned(), place })
}

/// Names of version 2.0 have `\_` for a space and `\\` for a backslash.
fn unescaped(name: &[u8]) -> String {
    String::from_utf8_lossy(name).replace("\\_", " ").replace("\\\\", "\\")
}

/// Reads a declaration of version 2.0 up to the empty line after it; its first line, `ppt NAME`, has been read.
pub fn version_2<R: Read>(title: &[u8], header: Header, lines: &mut Lines<R>) -> Result<PointDeclaration> {
    let Some(name) = point_name(title) else {
        return Err(lines.error(format!("{} is no name of a program point: `:::` is missing", shown(title))));
    };
    let mut point = PointDeclaration { title: title.to_vec(), name, variables: Vec::new() };
    let mut draft: Option<Draft> = None;
    while let Some(line) = lines.next()?.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        let line = line.to_vec();
        let (word, rest) = line.iter().position(|b| *b == b' ').map_or((&line[..], &b""[..]), |at| (&line[..at], &line[at + 1..]));
        if word == b"variable" {
            finish(draft.take(), &mut point, lines)?;
            draft = Some(Draft { title: rest.to_vec(), ..Draft::default() });
            continue;
        }
        let Some(draft) = &mut draft else {
            // Of the point: its type, parents and flags.
            continue;
        };
        match word {
            b"rep-type" => draft.rep_type = Some(unescaped(rest)),
            b"flags" => {
                let flags = unescaped(rest);
                draft.non_null |= flags.split_whitespace().any(|f| f == "non_null");
                draft.class_name |= flags.split_whitespace().any(|f| f == "classname");
            }
            b"constant" => draft.constant = true,
            b"comparability" if header.implicit_comparability => draft.group = group(rest),
            _ => {}
        }
    }
    finish(draft, &mut point, lines)?;
    Ok(point)
}

/// Reads a declaration of version 1 up to the empty line after it; its first line, `DECLARE`, has been read.
pub fn version_1<R: Read>(lines: &mut Lines<R>) -> Result<PointDeclaration> {
    let title = lines.next()?.unwrap_or_default().to_vec();
    let Some(name) = point_name(&title) else {
        return Err(lines.error(format!("{} is no name of a program point: `:::` is missing", shown(&title))));
    };
    let mut point = PointDeclaration { title, name, variables: Vec::new() };
    while let Some(title) = lines.next()?.filter(|line| !line.is_empty()) {
        let title = title.to_vec();
        let mut following = || -> Result<String> { Ok(String::from_utf8_lossy(lines.next()?.unwrap_or_default()).into_owned()) };
        let (_declared, representation, _comparability) = (following()?, following()?, following()?);
        let (rep_type, constant) = match representation.split_once('=') {
            Some((rep_type, _)) => (rep_type.trim(), true),
            None => (representation.trim(), false),
        };
        let class_name = title.ends_with(b".class") || title.ends_with(b".getClass()");
        finish(Some(Draft { title, rep_type: Some(rep_type.to_owned()), class_name, constant, ..Draft::default() }), &mut point, lines)?;
    }
    Ok(point)
}

/// The number of a comparability such as `7` or `7[8]`; a negative one is comparable with all.
fn group(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    text.split('[').next()?.trim().parse().ok()
}

fn finish<R: Read>(draft: Option<Draft>, point: &mut PointDeclaration, lines: &Lines<R>) -> Result<()> {
    // The value of a constant is not in the trace.
    let Some(draft) = draft.filter(|d| !d.constant) else { return Ok(()) };
    let name = unescaped(&draft.title);
    let Some(rep_type) = draft.rep_type else { return Err(lines.error(format!("the variable `{name}` has no rep-type"))) };
    let (element, shape) = rep_type.strip_suffix("[]").map_or((rep_type.as_str(), Shape::Scalar), |element| (element, Shape::Sequence));
    let kind = match element {
        "boolean" => Kind::Boolean,
        "int" | "long" | "short" | "byte" | "char" => Kind::Integer,
        "hashcode" | "pointer" | "address" => Kind::Reference,
        "double" | "float" => Kind::Real,
        "java.lang.String" | "String" if draft.class_name => Kind::ClassName,
        "java.lang.String" | "String" => Kind::Text,
        _ => {
            let known = "boolean, int, hashcode, double, java.lang.String, or one of these and []";
            return Err(lines.error(format!("the variable `{name}` has the rep-type `{rep_type}`: expected {known}")));
        }
    };
    let mut variable = Variable::new(name.replace("[..]", "[]"), kind, shape);
    variable.non_null = draft.non_null;
    variable.group = draft.group;
    point.variables.push(VariableDeclaration { title: draft.title, variable });
    Ok(())
}
