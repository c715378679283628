//! Samples of a trace become columns, record by record.

use super::decls::{self, Header, PointDeclaration};
use super::invocations::{self, Nonce, Open};
use super::lines::{Bounds, Lines, shown, size};
use super::parents::Relations;
use super::values::ReadColumn;
use crate::evidence::text::TextPool;
use crate::invariants::samples::{Place, PointName, Samples};
use crate::invariants::settings::Settings;
use crate::invariants::texts::Texts;
use crate::invariants::trace::{Point, Trace};
use crate::{Error, Result};
use hashbrown::HashMap;
use std::io::Read;

/// How a trace is read, and what it may take.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Bytes of all columns.
    pub max_bytes: u64,
    /// Bytes of a line.
    pub max_line_bytes: u64,
    /// Bytes of all files, unpacked.
    pub max_trace_bytes: u64,
    /// Whether entries of calls that did not return count.
    pub unmatched_entries: bool,
}

impl Reading {
    pub fn of(settings: &Settings) -> Self {
        let Settings { max_sample_bytes: max_bytes, max_line_bytes, max_trace_bytes, unmatched_entries, .. } = *settings;
        Self { max_bytes, max_line_bytes, max_trace_bytes, unmatched_entries }
    }
}

impl Default for Reading {
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
    /// Invocations that never ended, because they threw or the trace ends. Their entries are left out where exits are declared, unless
    /// they are to count.
    pub entries_without_exit: u64,
    /// Files that end before their last sample does: that sample is left out.
    pub truncated: Vec<Truncated>,
}

/// The end of a file that was cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truncated {
    pub file: String,
    /// The last line that is there.
    pub line: u64,
}

/// Reads declarations and samples.
pub struct Reader {
    reading: Reading,
    points: Vec<ReadPoint>,
    by_title: HashMap<Vec<u8>, usize>,
    pool: TextPool,
    bytes: u64,
    /// Bytes of the files that were read, unpacked.
    read: u64,
    exits_without_entry: u64,
    open: Open,
    truncated: Vec<Truncated>,
}

struct ReadPoint {
    declaration: PointDeclaration,
    columns: Vec<ReadColumn>,
    /// Of an exit: the rows of its entry.
    entries: Vec<u32>,
    rows: usize,
}

/// What became of a sample.
#[derive(PartialEq)]
enum Sample {
    Read,
    /// The file ended before it.
    Cut,
}

impl Reader {
    pub fn new(reading: Reading) -> Self {
        Self {
            reading,
            points: Vec::new(),
            by_title: HashMap::new(),
            pool: TextPool::default(),
            bytes: 0,
            read: 0,
            exits_without_entry: 0,
            open: Open::default(),
            truncated: Vec::new(),
        }
    }

    /// Reads a file of declarations, samples, or both.
    pub fn read(&mut self, file: &str, stream: impl Read) -> Result<()> {
        let bounds = Bounds { line: self.reading.max_line_bytes, stream: self.reading.max_trace_bytes.saturating_sub(self.read) };
        let mut lines = Lines::new(file, stream, bounds);
        let samples = self.lines(&mut lines)?;
        lines.check_end(samples > 0)?;
        if lines.is_cut() && !self.truncated.iter().any(|t| t.file == file) {
            self.truncated.push(Truncated { file: file.to_owned(), line: lines.number() });
        }
        self.read += lines.bytes();
        Ok(())
    }

    /// The number of samples.
    fn lines<R: Read>(&mut self, lines: &mut Lines<R>) -> Result<u64> {
        let mut header = Header::default();
        let mut samples = 0;
        while let Some(line) = lines.next()? {
            if line.is_empty() || line.starts_with(b"//") || line.starts_with(b"#") {
                continue;
            }
            if let Some(&point) = self.by_title.get(line) {
                samples += self.sample_or_end(point, lines)?;
                continue;
            }
            let trimmed = line.trim_ascii();
            if trimmed.is_empty() {
                continue;
            }
            let (word, rest) =
                trimmed.iter().position(|b| *b == b' ').map_or((trimmed, &b""[..]), |at| (&trimmed[..at], trimmed[at..].trim_ascii()));
            match word {
                b"ppt" => {
                    let title = rest.to_vec();
                    let declaration = decls::version_2(&title, header, lines)?;
                    self.declare(declaration, lines)?;
                }
                b"DECLARE" if rest.is_empty() => {
                    let declaration = decls::version_1(header, lines)?;
                    self.declare(declaration, lines)?;
                }
                b"var-comparability" => header.implicit_comparability = rest == b"implicit",
                b"VarComparability" if rest.is_empty() => {
                    header.implicit_comparability = lines.next()?.is_some_and(|line| line.trim_ascii() == b"implicit");
                }
                b"ListImplementors" if rest.is_empty() => {
                    // The classes that are lists, up to an empty line: a front end writes what is in them as arrays.
                    while lines.next()?.is_some_and(|line| !line.is_empty()) {}
                }
                b"decl-version" => {
                    if !matches!(rest, b"2.0" | b"2" | b"1.0" | b"1") {
                        let version = shown(rest);
                        return Err(lines.error(format!("declarations of version {version}: 1 and 2.0 are understood")));
                    }
                }
                b"input-language" => header.java = rest.eq_ignore_ascii_case(b"java"),
                _ => {
                    let plain = decls::unescaped(trimmed).into_owned();
                    if let Some(&point) = self.by_title.get(&plain) {
                        samples += self.sample_or_end(point, lines)?;
                        continue;
                    }
                    let message = if decls::point_name(&plain).is_some() {
                        format!("a sample of {}, which is not declared: give its .decls file, before the trace", shown(&plain))
                    } else {
                        format!("{}: expected a declaration, or the name of a program point that is declared", shown(&plain))
                    };
                    if samples > 0 && lines.is_last_unended() {
                        lines.cut();
                        break;
                    }
                    return Err(lines.error(message));
                }
            }
        }
        Ok(samples)
    }

    fn declare<R: Read>(&mut self, declaration: PointDeclaration, lines: &Lines<R>) -> Result<()> {
        let [declared, plain] = declaration.title.spellings();
        if let Some(&known) = self.by_title.get(plain) {
            if self.points[known].declaration.variables == declaration.variables {
                return Ok(());
            }
            let name = &declaration.name;
            return Err(lines.error(format!("{name} is declared again, and otherwise")));
        }
        for spelling in [declared, plain] {
            self.by_title.insert(spelling.to_vec(), self.points.len());
        }
        let columns = declaration.variables.iter().map(|v| ReadColumn::of(&v.variable)).collect();
        self.points.push(ReadPoint { columns, declaration, entries: Vec::new(), rows: 0 });
        Ok(())
    }

    /// Reads a sample, the last of a file that was cut off included. How many were read.
    fn sample_or_end<R: Read>(&mut self, place: usize, lines: &mut Lines<R>) -> Result<u64> {
        match self.sample(place, lines)? {
            Sample::Read => Ok(1),
            Sample::Cut => {
                lines.cut();
                let point = &mut self.points[place];
                let rows = point.rows;
                point.columns.iter_mut().filter(|c| c.rows() > rows).for_each(ReadColumn::pop);
                Ok(0)
            }
        }
    }

    fn sample<R: Read>(&mut self, place: usize, lines: &mut Lines<R>) -> Result<Sample> {
        let point = &mut self.points[place];
        let name = &point.declaration.name;
        let mut nonce = None;
        let mut title = lines.next()?;
        if title == Some(b"this_invocation_nonce") {
            let Some(text) = lines.next()? else { return Ok(Sample::Cut) };
            if text.trim_ascii().is_empty() {
                return Err(lines.error("the nonce of the invocation is missing"));
            }
            nonce = Some(Nonce::of(text));
            title = lines.next()?;
        }
        for (column, declared) in point.columns.iter_mut().zip(&point.declaration.variables) {
            let Some(line) = title else { return Ok(Sample::Cut) };
            if !declared.title.is(line) {
                let what = if line.is_empty() { "the sample ends".to_owned() } else { shown(line) };
                if lines.is_last_unended() {
                    return Ok(Sample::Cut);
                }
                let expected = shown(declared.title.text().as_bytes());
                return Err(lines.error(format!("{what} in a sample of {name} where the variable {expected} is declared")));
            }
            let Some(value) = lines.next()? else { return Ok(Sample::Cut) };
            if let Err(expected) = column.read(value, &declared.variable, &mut self.pool) {
                let (value, variable) = (shown(value), &declared.variable.name);
                if lines.is_last_unended() {
                    return Ok(Sample::Cut);
                }
                return Err(lines.error(format!("{value} as the value of {variable}: expected {expected}")));
            }
            match lines.next()?.map(<[u8]>::trim_ascii) {
                None => return Ok(Sample::Cut),
                Some(b"0" | b"1") => {}
                Some(b"2") => column.clear_last(),
                Some(other) => {
                    let what = shown(other);
                    return Err(lines.error(format!("{what} where 0, 1 or 2 says whether {} was modified", declared.variable.name)));
                }
            }
            title = lines.next()?;
        }
        if let Some(more) = title.map(<[u8]>::trim_ascii).filter(|t| !t.is_empty()).map(shown) {
            if lines.is_last_unended() {
                return Ok(Sample::Cut);
            }
            return Err(lines.error(format!("{more} in a sample of {name} after its last variable: expected an empty line")));
        }
        self.keep(place, nonce, lines)?;
        Ok(Sample::Read)
    }

    /// Counts the sample that was read last, if it is one of an invocation whose entry is known.
    fn keep<R: Read>(&mut self, place: usize, nonce: Option<Nonce>, lines: &Lines<R>) -> Result<()> {
        let point = &mut self.points[place];
        let name = &point.declaration.name;
        match name.place {
            Place::Exit | Place::ExitAt(_) => match self.open.exit(&name.method, nonce.as_ref()) {
                Some(entry) => point.entries.push(entry),
                None => {
                    self.exits_without_entry += 1;
                    point.columns.iter_mut().for_each(ReadColumn::pop);
                    return Ok(());
                }
            },
            Place::Entry => self.open.enter(&name.method, nonce, point.rows as u32),
            Place::Object | Place::Class | Place::Other(_) => {}
        }
        point.rows += 1;
        self.bytes += point.columns.iter().map(|c| 8 * (1 + c.last_elements())).sum::<u64>();
        if self.bytes > self.reading.max_bytes {
            let limit = size(self.reading.max_bytes);
            return Err(
                lines.limit("maxSampleBytes", &format!("the samples so far take more than {limit}: give fewer, or raise the limit"))
            );
        }
        Ok(())
    }

    /// The points: entries, exits by line, and all exits of a method together.
    pub fn finish(self) -> Result<ReadTrace> {
        let (texts, places) = Texts::of(&self.pool);
        let entries_without_exit = self.open.count();
        let mut entry_of: HashMap<String, usize> = HashMap::new();
        let mut points: Vec<Point> = Vec::new();
        let mut entries: Vec<Vec<u32>> = Vec::new();
        let mut declarations: Vec<PointDeclaration> = Vec::new();
        for point in self.points {
            let mut samples = Samples { rows: point.rows, ..Samples::default() };
            for (declared, column) in point.declaration.variables.iter().zip(point.columns) {
                let mut variable = declared.variable.clone();
                let column = column.finish(&mut variable, &self.pool, &places);
                samples.push(variable, column);
            }
            let name = point.declaration.name.clone();
            declarations.push(point.declaration);
            if name.place == Place::Entry {
                entry_of.insert(name.method.clone(), points.len());
            }
            points.push(Point::new(name, samples));
            entries.push(point.entries);
        }
        if points.is_empty() {
            return Err(Error::invalid_input("no program point is declared in the files"));
        }
        for (at, rows) in entries.into_iter().enumerate() {
            let is_exit = matches!(points[at].name.place, Place::Exit | Place::ExitAt(_));
            if let Some(&entry) = entry_of.get(&points[at].name.method).filter(|_| is_exit) {
                let mut samples = std::mem::take(&mut points[at].samples);
                invocations::add_entry_values(&mut samples, &points[entry].samples, &rows);
                points[at].samples = samples;
            }
        }
        if !self.reading.unmatched_entries {
            for (method, rows) in self.open.rows() {
                let ends = |p: &Point| matches!(p.name.place, Place::Exit | Place::ExitAt(_)) && p.name.method == method;
                if points.iter().any(ends)
                    && let Some(&entry) = entry_of.get(method)
                {
                    points[entry].samples.remove_rows(&rows);
                }
            }
        }
        let relations = Relations::of(&declarations);
        relations.fill(&mut points, &declarations);
        let name = |p: usize| points[p].name.clone();
        let parents: Vec<(PointName, PointName)> = relations.pairs().iter().map(|(child, parent)| (name(*child), name(*parent))).collect();
        let (points, parents) = invocations::with_combined_exits(points, parents);
        let trace = Trace { texts, points, parents };
        let (exits_without_entry, truncated) = (self.exits_without_entry, self.truncated);
        Ok(ReadTrace { trace, exits_without_entry, entries_without_exit, truncated })
    }
}
