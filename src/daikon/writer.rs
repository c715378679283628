//! Samples as a trace in Daikon's format, version 2.0, with its declarations.

use super::notation::quoted;
use crate::evidence::schema::integer_types;
use crate::invariants::samples::{Cell, Kind, Place, PointName, Samples, Shape, Var, Variable};
use crate::invariants::texts::Texts;
use crate::invariants::trace::{Point, Trace};
use hashbrown::HashMap;
use std::io::{Result, Write};

/// What a file begins with.
pub const HEADER: &str = "input-language Java\ndecl-version 2.0\nvar-comparability implicit\n";

/// Writes declarations and samples. The samples of an exit end, row by row, the invocations that those of the entry begin; a method
/// without entry has one without variables. Where a method's exits by line say which rows of the entry are theirs, these are written, and
/// not all exits together. An exit that has not as many samples as the entry, and does not say so, is left out: its invocations are not
/// known.
///
/// Variables that are derived, or are values of the entry at an exit, are not written: readers make them.
///
/// # Errors
/// What `out` says.
pub fn write(trace: &Trace, out: &mut impl Write) -> Result<()> {
    let has_entry = |method: &str| trace.points.iter().any(|p| p.name.place == Place::Entry && p.name.method == method);
    let is_exit = |p: &&Point| matches!(p.name.place, Place::Exit | Place::ExitAt(_));
    let mut bare: Vec<Point> = Vec::new();
    for exit in trace.points.iter().filter(is_exit) {
        if !has_entry(&exit.name.method) && !bare.iter().any(|p| p.name.method == exit.name.method) {
            let samples = Samples { rows: exit.samples.rows, ..Samples::default() };
            bare.push(Point::new(PointName { method: exit.name.method.clone(), place: Place::Entry }, samples));
        }
    }
    let by_line = |method: &str| trace.points.iter().any(|p| p.name.method == method && p.entry_rows.is_some());
    let is_told_by_line = |p: &Point| p.name.place == Place::Exit && by_line(&p.name.method);
    let points: Vec<&Point> = trace.points.iter().filter(|p| !is_told_by_line(p)).collect();
    bare.iter().chain(points.iter().copied()).try_for_each(|point| declare(point, out))?;
    let entries: HashMap<&str, &Point> =
        bare.iter().chain(&trace.points).filter(|p| p.name.place == Place::Entry).map(|p| (p.name.method.as_str(), p)).collect();
    let mut nonce = 0u64;
    for point in points {
        let of_rows = |e: &&&Point| point.entry_rows.is_some() || e.samples.rows == point.samples.rows;
        let entry = entries.get(point.name.method.as_str()).filter(of_rows);
        match (&point.name.place, entry) {
            (Place::Entry, _) => {}
            (Place::Exit | Place::ExitAt(_), None) => {}
            (Place::Exit | Place::ExitAt(_), Some(entry)) => {
                for row in 0..point.samples.rows {
                    let entry_row = point.entry_rows.as_ref().map_or(row, |rows| rows[row] as usize);
                    sample(entry, entry_row, Some(nonce), &trace.texts, out)?;
                    sample(point, row, Some(nonce), &trace.texts, out)?;
                    nonce += 1;
                }
            }
            (Place::Object | Place::Class | Place::Other(_), _) => {
                (0..point.samples.rows).try_for_each(|row| sample(point, row, None, &trace.texts, out))?;
            }
        }
    }
    Ok(())
}

/// The variables that a trace has.
fn written(samples: &Samples) -> impl Iterator<Item = (Var, &Variable)> {
    samples.variables.iter().enumerate().filter(|(_, v)| !v.entry && v.derivation.is_none())
}

/// A lone exit has no line; a file needs a number.
fn title(point: &Point) -> String {
    let name = point.name.to_string();
    if point.name.place == Place::Exit { name + "0" } else { name }
}

/// The name of the type that has these numbers.
fn integer_type(variable: &Variable) -> &'static str {
    integer_types().find(|(_, range)| variable.range == Some(*range)).map_or("long", |(name, _)| name)
}

fn declare(point: &Point, out: &mut impl Write) -> Result<()> {
    let place = match point.name.place {
        Place::Object => "object",
        Place::Class => "class",
        Place::Entry => "enter",
        Place::Exit | Place::ExitAt(_) => "subexit",
        Place::Other(_) => "point",
    };
    writeln!(out, "\nppt {}\nppt-type {place}", title(point).replace('\\', "\\\\").replace(' ', "\\_"))?;
    for (_, variable) in written(&point.samples) {
        let name = variable.name.replace('\\', "\\\\").replace(' ', "\\_").replace("[]", "[..]");
        writeln!(out, "variable {name}\n  var-kind variable")?;
        let (declared, representation) = match variable.kind {
            Kind::Boolean => ("boolean", "boolean"),
            Kind::Integer => (integer_type(variable), "int"),
            Kind::Reference => ("java.lang.Object", "hashcode"),
            Kind::Real => ("double", "double"),
            Kind::Text => ("java.lang.String", "java.lang.String"),
            Kind::ClassName => ("java.lang.Class", "java.lang.String"),
        };
        let brackets = if variable.is_scalar() { "" } else { "[]" };
        if !variable.is_scalar() {
            writeln!(out, "  array 1")?;
        }
        writeln!(out, "  dec-type {declared}{brackets}\n  rep-type {representation}{brackets}")?;
        let flags = [
            (variable.non_null, "non_null"),
            (variable.kind == Kind::ClassName, "classname"),
            (variable.shape == Shape::Bag, "not_ordered"),
        ];
        let flags: Vec<&str> = flags.into_iter().filter(|f| f.0).map(|f| f.1).collect();
        if !flags.is_empty() {
            writeln!(out, "  flags {}", flags.join(" "))?;
        }
        let group = |group: Option<u64>| group.map_or_else(|| "-1".to_owned(), |g| g.to_string());
        let of_index = if variable.is_scalar() { String::new() } else { format!("[{}]", group(variable.index_group)) };
        writeln!(out, "  comparability {}{of_index}", group(variable.group))?;
    }
    Ok(())
}

fn sample(point: &Point, row: usize, nonce: Option<u64>, texts: &Texts, out: &mut impl Write) -> Result<()> {
    // Spaces are escaped in declarations only, as Chicory does.
    writeln!(out, "\n{}", title(point).replace('\\', "\\\\"))?;
    if let Some(nonce) = nonce {
        writeln!(out, "this_invocation_nonce\n{nonce}")?;
    }
    for (var, variable) in written(&point.samples) {
        let integer = |value: i64| integer(variable.kind, value, texts);
        let list = |values: &mut dyn Iterator<Item = String>| format!("[{}]", values.collect::<Vec<_>>().join(" "));
        let (value, modified) = match point.samples.cell(var, row) {
            None => ("nonsensical".to_owned(), 2),
            Some(Cell::Integer(value)) => (integer(value), 1),
            Some(Cell::Real(value)) => (real(value), 1),
            Some(Cell::Integers(values)) => (list(&mut values.iter().map(|v| integer(*v))), 1),
            Some(Cell::Reals(values)) => (list(&mut values.iter().map(|v| real(*v))), 1),
        };
        writeln!(out, "{}\n{value}\n{modified}", variable.name.replace('\\', "\\\\").replace("[]", "[..]"))?;
    }
    Ok(())
}

fn integer(kind: Kind, value: i64, texts: &Texts) -> String {
    match kind {
        Kind::Boolean => (value != 0).to_string(),
        Kind::Integer | Kind::Real => value.to_string(),
        Kind::Reference if value == 0 => "null".to_owned(),
        Kind::Reference => value.to_string(),
        Kind::Text | Kind::ClassName => texts.get(value).map_or_else(|| "null".to_owned(), |t| quoted(t.units())),
    }
}

fn real(value: f64) -> String {
    match value {
        v if v.is_nan() => "NaN".to_owned(),
        v if v.is_infinite() => if v > 0.0 { "Infinity" } else { "-Infinity" }.to_owned(),
        v => format!("{v:?}"),
    }
}
