//! Samples of a trace become columns, record by record.
//!
//! An exit is seen together with the entry of the same invocation: its samples have the entry's values as `orig(..)`. Invocations are
//! told apart by their nonce, or, without one, as calls nest.

use super::decls::{self, Header, PointDeclaration};
use super::lines::{Bounds, Lines, shown, size};
use crate::evidence::dataset::Bits;
use crate::evidence::text::TextPool;
use crate::invariants::samples::{Column, Data, Kind, Place, Point, PointName, Samples, Shape, Trace, Variable};
use crate::invariants::settings::Settings;
use crate::invariants::texts::Texts;
use crate::{Error, Result};
use hashbrown::HashMap;
use std::io::Read;

/// What a trace may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of all columns.
    pub max_bytes: u64,
    /// Bytes of a line.
    pub max_line_bytes: u64,
    /// Bytes of all files, unpacked.
    pub max_trace_bytes: u64,
}

impl Limits {
    pub fn of(settings: &Settings) -> Self {
        let Settings { max_sample_bytes: max_bytes, max_line_bytes, max_trace_bytes, .. } = *settings;
        Self { max_bytes, max_line_bytes, max_trace_bytes }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::of(&Settings::default())
    }
}

/// A trace, and what was found wrong with it.
#[derive(Debug)]
pub struct ReadTrace {
    pub trace: Trace,
    /// Samples of exits of invocations whose entry is not in the trace; they are left out.
    pub exits_without_entry: u64,
    /// Invocations that never ended; their entries count.
    pub entries_without_exit: u64,
}

/// Reads declarations and samples.
pub struct Reader {
    limits: Limits,
    header: Header,
    points: Vec<ReadPoint>,
    by_title: HashMap<Vec<u8>, usize>,
    pool: TextPool,
    bytes: u64,
    /// Bytes of the files that were read, unpacked.
    read: u64,
    exits_without_entry: u64,
    /// Entries that are not ended yet, by method: nonce and row.
    open: HashMap<String, Vec<(Option<u64>, u32)>>,
}

struct ReadPoint {
    declaration: PointDeclaration,
    columns: Vec<ReadColumn>,
    /// Of an exit: the rows of its entry.
    entries: Vec<u32>,
    rows: usize,
}

struct ReadColumn {
    data: Data,
    /// The rows where there is no value.
    absent: Vec<u32>,
}

impl Reader {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            header: Header::default(),
            points: Vec::new(),
            by_title: HashMap::new(),
            pool: TextPool::default(),
            bytes: 0,
            read: 0,
            exits_without_entry: 0,
            open: HashMap::new(),
        }
    }

    /// Reads a file of declarations, samples, or both.
    pub fn read(&mut self, file: &str, stream: impl Read) -> Result<()> {
        let bounds = Bounds { line: self.limits.max_line_bytes, stream: self.limits.max_trace_bytes.saturating_sub(self.read) };
        let mut lines = Lines::new(file, stream, bounds);
        self.lines(&mut lines)?;
        self.read += lines.bytes();
        Ok(())
    }

    fn lines<R: Read>(&mut self, lines: &mut Lines<R>) -> Result<()> {
        while let Some(line) = lines.next()? {
            if line.is_empty() || line.starts_with(b"//") || line.starts_with(b"#") {
                continue;
            }
            if let Some(title) = line.strip_prefix(b"ppt ") {
                let title = title.trim_ascii().to_vec();
                let declaration = decls::version_2(&title, self.header, lines)?;
                self.declare(declaration, lines)?;
            } else if line == b"DECLARE" {
                let declaration = decls::version_1(lines)?;
                self.declare(declaration, lines)?;
            } else if let Some(&point) = self.by_title.get(line) {
                self.sample(point, lines)?;
            } else if let Some(comparability) = line.strip_prefix(b"var-comparability ") {
                self.header.implicit_comparability = comparability.trim_ascii() == b"implicit";
            } else if line == b"VarComparability" || line == b"ListImplementors" {
                // Of version 1: how variables compare, and the classes that are lists, up to an empty line.
                while lines.next()?.is_some_and(|line| !line.is_empty()) {}
            } else if let Some(version) = line.strip_prefix(b"decl-version ") {
                let version = version.trim_ascii().to_vec();
                if version != b"2.0" && version != b"2" {
                    return Err(lines.error(format!("declarations of version {}: 1 and 2.0 are understood", shown(&version))));
                }
            } else if !line.starts_with(b"input-language ") {
                let message = if decls::point_name(line).is_some() {
                    format!("a sample of {}, which is not declared: give its .decls file, before the trace", shown(line))
                } else {
                    format!("{}: expected a declaration, or the name of a program point that is declared", shown(line))
                };
                return Err(lines.error(message));
            }
        }
        Ok(())
    }

    fn declare<R: Read>(&mut self, declaration: PointDeclaration, lines: &Lines<R>) -> Result<()> {
        if let Some(&known) = self.by_title.get(&declaration.title) {
            if self.points[known].declaration == declaration {
                return Ok(());
            }
            let name = &declaration.name;
            return Err(lines.error(format!("{name} is declared again, and otherwise")));
        }
        let columns =
            declaration.variables.iter().map(|v| ReadColumn { data: Data::empty(v.variable.kind, v.variable.shape), absent: Vec::new() });
        self.by_title.insert(declaration.title.clone(), self.points.len());
        self.points.push(ReadPoint { columns: columns.collect(), declaration, entries: Vec::new(), rows: 0 });
        Ok(())
    }

    fn sample<R: Read>(&mut self, place: usize, lines: &mut Lines<R>) -> Result<()> {
        let point = &mut self.points[place];
        let name = &point.declaration.name;
        let mut nonce = None;
        let mut first = lines.next()?;
        if first == Some(b"this_invocation_nonce") {
            let text = lines.next()?.unwrap_or_default();
            nonce = std::str::from_utf8(text).ok().and_then(|t| t.trim().parse().ok());
            if nonce.is_none() {
                let shown = shown(text);
                return Err(lines.error(format!("{shown} is no nonce of an invocation: expected a number")));
            }
            first = lines.next()?;
        }
        let is_exit = matches!(name.place, Place::Exit | Place::ExitAt(_));
        let entry = if is_exit { self.open.get_mut(&name.method).and_then(|open| take(open, nonce)) } else { None };
        // Without its entry the sample of an exit is read, but not kept.
        let keep = !is_exit || entry.is_some();
        let mut title = first;
        for (column, declared) in point.columns.iter_mut().zip(&point.declaration.variables) {
            if title != Some(&declared.title[..]) {
                let what = title.filter(|t| !t.is_empty()).map_or("the sample ends".to_owned(), shown);
                let expected = shown(&declared.title);
                return Err(lines.error(format!("{what} in a sample of {name} where the variable {expected} is declared")));
            }
            let value = lines.next()?.unwrap_or_default();
            let rows = column.data.rows() as u32;
            match parse(value, &declared.variable, &mut column.data, &mut self.pool) {
                Ok(true) => {}
                Ok(false) => {
                    column.data.push_absent();
                    column.absent.push(rows);
                }
                Err(expected) => {
                    let (value, variable) = (shown(value), &declared.variable.name);
                    return Err(lines.error(format!("{value} as the value of {variable}: expected {expected}")));
                }
            }
            match lines.next()? {
                Some(b"0" | b"1") => {}
                Some(b"2") => {
                    if column.absent.last() != Some(&rows) {
                        column.absent.push(rows);
                        clear_last(&mut column.data);
                    }
                }
                other => {
                    let what = other.map_or("the end".to_owned(), shown);
                    return Err(lines.error(format!("{what} where 0, 1 or 2 says whether {} was modified", declared.variable.name)));
                }
            }
            title = lines.next()?;
        }
        if let Some(more) = title.filter(|t| !t.is_empty()).map(shown) {
            return Err(lines.error(format!("{more} in a sample of {name} after its last variable: expected an empty line")));
        }
        if !keep {
            self.exits_without_entry += 1;
            point.columns.iter_mut().for_each(ReadColumn::pop);
            return Ok(());
        }
        if let Some(entry) = entry {
            point.entries.push(entry);
        } else if name.place == Place::Entry {
            let row = point.rows as u32;
            if let Some(open) = self.open.get_mut(&name.method) {
                open.push((nonce, row));
            } else {
                self.open.insert(name.method.clone(), vec![(nonce, row)]);
            }
        }
        point.rows += 1;
        self.bytes += point.columns.iter().map(|c| 8 * (1 + last_elements(&c.data))).sum::<u64>();
        if self.bytes > self.limits.max_bytes {
            let limit = size(self.limits.max_bytes);
            return Err(
                lines.limit("maxSampleBytes", &format!("the samples so far take more than {limit}: give fewer, or raise the limit"))
            );
        }
        Ok(())
    }

    /// The points: entries, exits by line, and all exits of a method together.
    pub fn finish(self) -> Result<ReadTrace> {
        let (texts, places) = Texts::of(&self.pool);
        let entries_without_exit = self.open.values().map(|open| open.len() as u64).sum();
        let mut entry_of: HashMap<String, usize> = HashMap::new();
        let mut points: Vec<Point> = Vec::new();
        let mut entries: Vec<Vec<u32>> = Vec::new();
        for point in self.points {
            let rows = point.rows;
            let mut samples = Samples { rows, ..Samples::default() };
            for (declared, column) in point.declaration.variables.into_iter().zip(point.columns) {
                let kind = declared.variable.kind;
                samples.push(declared.variable, column.finish(rows, kind, &places));
            }
            let name = point.declaration.name;
            if name.place == Place::Entry {
                entry_of.insert(name.method.clone(), points.len());
            }
            points.push(Point { name, samples });
            entries.push(point.entries);
        }
        if points.is_empty() {
            return Err(Error::invalid_input("no program point is declared in the files"));
        }
        for (at, rows) in entries.into_iter().enumerate() {
            let is_exit = matches!(points[at].name.place, Place::Exit | Place::ExitAt(_));
            if let Some(&entry) = entry_of.get(&points[at].name.method).filter(|_| is_exit) {
                let mut samples = std::mem::take(&mut points[at].samples);
                add_entry_values(&mut samples, &points[entry].samples, &rows);
                points[at].samples = samples;
            }
        }
        let finished = with_combined_exits(points);
        Ok(ReadTrace { trace: Trace { texts, points: finished }, exits_without_entry: self.exits_without_entry, entries_without_exit })
    }
}

/// Takes the entry of an invocation: that of the nonce, or the last one.
fn take(open: &mut Vec<(Option<u64>, u32)>, nonce: Option<u64>) -> Option<u32> {
    // Nearly always it is the last one.
    let at = open.iter().rposition(|(n, _)| *n == nonce || nonce.is_none())?;
    Some(open.remove(at).1)
}

impl ReadColumn {
    /// Takes the last row away.
    fn pop(&mut self) {
        let rows = self.data.rows() as u32 - 1;
        if self.absent.last() == Some(&rows) {
            self.absent.pop();
        }
        match &mut self.data {
            Data::Integers(values) => drop(values.pop()),
            Data::Reals(values) => drop(values.pop()),
            Data::IntegerLists { offsets, items } => {
                offsets.pop();
                items.truncate(*offsets.last().expect("starts with 0") as usize);
            }
            Data::RealLists { offsets, items } => {
                offsets.pop();
                items.truncate(*offsets.last().expect("starts with 0") as usize);
            }
        }
    }

    fn finish(mut self, rows: usize, kind: Kind, places: &[i64]) -> Column {
        if matches!(kind, Kind::Text | Kind::ClassName)
            && let Data::Integers(ids) | Data::IntegerLists { items: ids, .. } = &mut self.data
        {
            ids.iter_mut().for_each(|id| *id = places[*id as usize]);
        }
        let present = (!self.absent.is_empty()).then(|| {
            let mut present = Bits::zeros(rows);
            (0..rows).for_each(|row| present.set(row, true));
            self.absent.iter().for_each(|row| present.set(*row as usize, false));
            present
        });
        Column { data: self.data, present }
    }
}

/// The number of elements of the last row's list.
fn last_elements(data: &Data) -> u64 {
    match data {
        Data::Integers(_) | Data::Reals(_) => 0,
        Data::IntegerLists { offsets, .. } | Data::RealLists { offsets, .. } => {
            u64::from(offsets[offsets.len() - 1] - offsets[offsets.len() - 2])
        }
    }
}

/// Makes the last value that of a row without one.
fn clear_last(data: &mut Data) {
    match data {
        Data::Integers(values) => *values.last_mut().expect("just pushed") = 0,
        Data::Reals(values) => *values.last_mut().expect("just pushed") = 0.0,
        Data::IntegerLists { offsets, items } => {
            let end = offsets.len() - 1;
            items.truncate(offsets[end - 1] as usize);
            offsets[end] = items.len() as u32;
        }
        Data::RealLists { offsets, items } => {
            let end = offsets.len() - 1;
            items.truncate(offsets[end - 1] as usize);
            offsets[end] = items.len() as u32;
        }
    }
}

fn add_entry_values(samples: &mut Samples, entry: &Samples, rows: &[u32]) {
    for (variable, column) in entry.variables.iter().zip(&entry.columns) {
        let mut data = Data::empty(variable.kind, variable.shape);
        let mut present = Bits::zeros(rows.len());
        for (at, row) in rows.iter().enumerate() {
            data.push_from(&column.data, *row as usize);
            present.set(at, column.has(*row as usize));
        }
        let name = format!("orig({})", variable.name);
        let variable = Variable { name, entry: true, non_null: variable.non_null, ..variable.clone() };
        samples.push(variable, Column { data, present: Some(present) });
    }
}

/// Adds, after the last exit of each method, all its exits together: the variables that each of them has. A lone exit is all of them.
fn with_combined_exits(points: Vec<Point>) -> Vec<Point> {
    let mut exits_of: HashMap<String, Vec<usize>> = HashMap::new();
    for (i, point) in points.iter().enumerate().filter(|(_, p)| matches!(p.name.place, Place::ExitAt(_))) {
        exits_of.entry(point.name.method.clone()).or_default().push(i);
    }
    let mut combined: HashMap<usize, Option<Point>> = HashMap::new();
    for (method, exits) in exits_of {
        let last = *exits.last().expect("one at least");
        let several = exits.len() > 1;
        let together = several.then(|| Point {
            name: PointName { method, place: Place::Exit },
            samples: all_exits(&exits.iter().map(|e| &points[*e].samples).collect::<Vec<_>>()),
        });
        combined.insert(last, together);
    }
    let mut result: Vec<Point> = Vec::new();
    for (i, mut point) in points.into_iter().enumerate() {
        match combined.remove(&i) {
            None => result.push(point),
            Some(None) => {
                point.name.place = Place::Exit;
                result.push(point);
            }
            Some(Some(together)) => result.extend([point, together]),
        }
    }
    result
}

fn all_exits(exits: &[&Samples]) -> Samples {
    let mut samples = Samples { rows: exits.iter().map(|e| e.rows).sum(), ..Samples::default() };
    for variable in &exits[0].variables {
        let same = |other: &Variable| (other.kind, other.shape) == (variable.kind, variable.shape);
        let found: Option<Vec<_>> = exits.iter().map(|e| e.find(&variable.name).filter(|v| same(&e.variables[*v]))).collect();
        let Some(found) = found else { continue };
        let mut data = Data::empty(variable.kind, variable.shape);
        let mut present = Bits::zeros(samples.rows);
        for (exit, var) in exits.iter().zip(found) {
            for row in 0..exit.rows {
                present.set(data.rows(), exit.columns[var].has(row));
                data.push_from(&exit.columns[var].data, row);
            }
        }
        samples.push(Variable { group: None, ..variable.clone() }, Column { data, present: Some(present) });
    }
    samples
}

/// Appends a value to its column; false: it is none (`nonsensical`).
///
/// # Errors
/// What was expected.
fn parse(text: &[u8], variable: &Variable, data: &mut Data, pool: &mut TextPool) -> std::result::Result<bool, &'static str> {
    if let b"nonsensical" | b"uninit" | b"missing" = text {
        return Ok(false);
    }
    if variable.shape != Shape::Scalar {
        return list(text, variable.kind, data, pool);
    }
    match data {
        Data::Integers(values) => {
            let value = match variable.kind {
                Kind::Integer => integer(text).ok_or("an integer of 64 bits")?,
                Kind::Boolean => boolean(text).ok_or("true or false")?,
                Kind::Reference => reference(text).ok_or("a hash code, or null")?,
                _ => match self::text(text, pool).ok_or("a text in quotes, or null")? {
                    (place, b"") => place,
                    _ => return Err("a text in quotes, or null"),
                },
            };
            values.push(value);
        }
        Data::Reals(values) => values.push(real(text).ok_or("a number")?),
        Data::IntegerLists { .. } | Data::RealLists { .. } => unreachable!("a scalar has no lists"),
    }
    Ok(true)
}

fn integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 18 {
        return std::str::from_utf8(text).ok()?.parse().ok();
    }
    let mut value = 0i64;
    for digit in digits {
        value = value * 10 + i64::from(digit.checked_sub(b'0').filter(|d| *d < 10)?);
    }
    Some(if negative { -value } else { value })
}

fn boolean(text: &[u8]) -> Option<i64> {
    match text {
        b"true" | b"1" => Some(1),
        b"false" | b"0" => Some(0),
        _ => None,
    }
}

fn reference(text: &[u8]) -> Option<i64> {
    if text == b"null" {
        return Some(0);
    }
    // Addresses may need all 64 bits.
    integer(text).or_else(|| std::str::from_utf8(text).ok()?.parse::<u64>().ok().map(|x| x as i64))
}

fn real(text: &[u8]) -> Option<f64> {
    match text {
        b"NaN" | b"nan" | b"-nan" => Some(f64::NAN),
        b"Infinity" | b"inf" => Some(f64::INFINITY),
        b"-Infinity" | b"-inf" => Some(f64::NEG_INFINITY),
        _ if text.first().is_some_and(|c| c.is_ascii_digit() || matches!(c, b'-' | b'+' | b'.')) => {
            std::str::from_utf8(text).ok()?.parse().ok()
        }
        _ => None,
    }
}

/// A text at the beginning, as its id, and what comes after it.
fn text<'a>(text: &'a [u8], pool: &mut TextPool) -> Option<(i64, &'a [u8])> {
    if let Some(rest) = text.strip_prefix(b"null") {
        return Some((0, rest));
    }
    let inner = text.strip_prefix(b"\"")?;
    let mut units: Vec<u16> = Vec::new();
    let mut at = 0;
    loop {
        let run = inner[at..].iter().position(|b| matches!(b, b'"' | b'\\'))?;
        units.extend(String::from_utf8_lossy(&inner[at..at + run]).encode_utf16());
        at += run;
        if inner[at] == b'"' {
            return Some((i64::from(pool.intern(&units)), &inner[at + 1..]));
        }
        let escaped = *inner.get(at + 1)?;
        at += 2;
        match escaped {
            b'n' => units.push(10),
            b'r' => units.push(13),
            b't' => units.push(9),
            b'b' => units.push(8),
            b'f' => units.push(12),
            b'u' => {
                let digits = std::str::from_utf8(inner.get(at..at + 4)?).ok()?;
                units.push(u16::from_str_radix(digits, 16).ok()?);
                at += 4;
            }
            b'0'..=b'7' => {
                let digits = inner[at - 1..].iter().take(3).take_while(|d| (b'0'..=b'7').contains(*d)).count();
                units.push(inner[at - 1..at - 1 + digits].iter().fold(0, |value, d| value * 8 + u16::from(d - b'0')));
                at += digits - 1;
            }
            other => units.push(u16::from(other)),
        }
    }
}

/// `[1 2 3]`; an element without a value makes the whole sequence have none.
fn list(text: &[u8], kind: Kind, data: &mut Data, pool: &mut TextPool) -> std::result::Result<bool, &'static str> {
    const EXPECTED: &str = "a list such as [1 2 3] of values of its type";
    if text == b"null" {
        return Ok(false);
    }
    let mut rest = text.strip_prefix(b"[").and_then(|t| t.strip_suffix(b"]")).ok_or(EXPECTED)?.trim_ascii();
    let (mut integers, mut reals) = (Vec::new(), Vec::new());
    while !rest.is_empty() {
        if matches!(kind, Kind::Text | Kind::ClassName) && !rest.starts_with(b"nonsensical") {
            let (place, after) = self::text(rest, pool).ok_or(EXPECTED)?;
            integers.push(place);
            rest = after;
        } else {
            let (word, after) = rest.split_at(memchr::memchr(b' ', rest).unwrap_or(rest.len()));
            match kind {
                _ if word == b"nonsensical" => return Ok(false),
                Kind::Real => reals.push(real(word).ok_or(EXPECTED)?),
                Kind::Integer => integers.push(integer(word).ok_or(EXPECTED)?),
                Kind::Boolean => integers.push(boolean(word).ok_or(EXPECTED)?),
                _ => integers.push(reference(word).ok_or(EXPECTED)?),
            }
            rest = after;
        }
        match rest {
            [b' ', after @ ..] => rest = after.trim_ascii_start(),
            [] => {}
            _ => return Err(EXPECTED),
        }
    }
    match data {
        Data::IntegerLists { offsets, items } => {
            items.extend(integers);
            offsets.push(u32::try_from(items.len()).map_err(|_| "fewer than 2^32 elements in all")?);
        }
        Data::RealLists { offsets, items } => {
            items.extend(reals);
            offsets.push(u32::try_from(items.len()).map_err(|_| "fewer than 2^32 elements in all")?);
        }
        Data::Integers(_) | Data::Reals(_) => unreachable!("a sequence has lists"),
    }
    Ok(true)
}
