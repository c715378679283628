//! Values of variables as a trace has them, and the columns that they become.

use super::decls;
use crate::evidence::dataset::Bits;
use crate::evidence::text::TextPool;
use crate::invariants::samples::{Column, Data, Kind, Shape, Variable};

/// What values of a kind are expected to be, for a message.
pub type Expected = &'static str;

/// The values of a variable that have been read.
pub struct ReadColumn {
    data: Data,
    /// The rows where there is no value.
    absent: Vec<u32>,
    /// Of texts: whether some stood in quotes, and whether some were numbers without.
    quoted: bool,
    numbers: bool,
}

impl ReadColumn {
    pub fn of(variable: &Variable) -> Self {
        Self { data: Data::empty(variable.kind, variable.shape), absent: Vec::new(), quoted: false, numbers: false }
    }

    pub fn rows(&self) -> usize {
        self.data.rows()
    }

    /// Reads the value of the next row.
    ///
    /// # Errors
    /// What was expected; nothing has been added then.
    pub fn read(&mut self, value: &[u8], variable: &Variable, pool: &mut TextPool) -> Result<(), Expected> {
        if !self.parse(value.trim_ascii(), variable, pool)? {
            self.absent.push(self.data.rows() as u32);
            self.data.push_absent();
        }
        Ok(())
    }

    /// Says that the last row has no value after all.
    pub fn clear_last(&mut self) {
        let row = self.data.rows() as u32 - 1;
        if self.absent.last() != Some(&row) {
            self.pop();
            self.absent.push(row);
            self.data.push_absent();
        }
    }

    /// Takes the last row away.
    pub fn pop(&mut self) {
        let row = self.data.rows() as u32 - 1;
        if self.absent.last() == Some(&row) {
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

    /// The number of elements of the last row's list.
    pub fn last_elements(&self) -> u64 {
        match &self.data {
            Data::Integers(_) | Data::Reals(_) => 0,
            Data::IntegerLists { offsets, .. } | Data::RealLists { offsets, .. } => {
                u64::from(offsets[offsets.len() - 1] - offsets[offsets.len() - 2])
            }
        }
    }

    /// The column; `places` are those of the texts. Texts of which none stood in quotes and some were numbers are hash codes: old front
    /// ends declared an array of `String[]` as texts and wrote the identities of its elements.
    pub fn finish(mut self, variable: &mut Variable, pool: &TextPool, places: &[i64]) -> Column {
        if matches!(variable.kind, Kind::Text | Kind::ClassName)
            && let Data::Integers(ids) | Data::IntegerLists { items: ids, .. } = &mut self.data
        {
            if self.numbers && !self.quoted {
                variable.kind = Kind::Reference;
                let identity = |id: u32| pool.get(id).and_then(|t| reference(t.to_string().as_bytes()));
                ids.iter_mut().for_each(|id| *id = identity(*id as u32).unwrap_or(0));
            } else {
                ids.iter_mut().for_each(|id| *id = places[*id as usize]);
            }
        }
        let rows = self.data.rows();
        let present = (!self.absent.is_empty()).then(|| {
            let mut present = Bits::zeros(rows);
            (0..rows).for_each(|row| present.set(row, true));
            self.absent.iter().for_each(|row| present.set(*row as usize, false));
            present
        });
        Column { data: self.data, present }
    }

    /// Appends a value; false: it is none (`nonsensical`), and nothing has been added.
    fn parse(&mut self, value: &[u8], variable: &Variable, pool: &mut TextPool) -> Result<bool, Expected> {
        if is_absent(value) {
            return Ok(false);
        }
        if variable.shape != Shape::Scalar {
            return self.list(value, variable.kind, pool);
        }
        let value = match variable.kind {
            Kind::Real => {
                let value = real(value).ok_or("a number")?;
                let Data::Reals(values) = &mut self.data else { unreachable!("a scalar has no lists") };
                values.push(value);
                return Ok(true);
            }
            Kind::Integer => integer(value).ok_or("an integer of 64 bits")?,
            Kind::Boolean => boolean(value).ok_or("true or false")?,
            Kind::Reference => reference(value).ok_or("a hash code, or null")?,
            Kind::Text | Kind::ClassName => match self.text(value, pool) {
                Some((place, b"")) => place,
                _ => return Err("a text in quotes, or null"),
            },
        };
        let Data::Integers(values) = &mut self.data else { unreachable!("a scalar has no lists") };
        values.push(value);
        Ok(true)
    }

    /// `[1 2 3]`; an element without a value makes the whole sequence have none.
    fn list(&mut self, value: &[u8], kind: Kind, pool: &mut TextPool) -> Result<bool, Expected> {
        const EXPECTED: Expected = "a list such as [1 2 3] of values of its type";
        const MANY: Expected = "fewer than 2^32 elements in all";
        if value == b"null" {
            return Ok(false);
        }
        let mut rest = value.strip_prefix(b"[").and_then(|t| t.strip_suffix(b"]")).ok_or(EXPECTED)?.trim_ascii();
        let (mut integers, mut reals) = (Vec::new(), Vec::new());
        while !rest.is_empty() {
            let (word, after) = rest.split_at(memchr::memchr(b' ', rest).unwrap_or(rest.len()));
            if is_absent(word) {
                return Ok(false);
            }
            rest = after;
            match kind {
                Kind::Text | Kind::ClassName => {
                    let from = &value[value.len() - 1 - word.len() - after.len()..value.len() - 1];
                    let (place, after) = self.text(from.trim_ascii_end(), pool).ok_or(EXPECTED)?;
                    integers.push(place);
                    rest = after;
                }
                Kind::Real => reals.push(real(word).ok_or(EXPECTED)?),
                Kind::Integer => integers.push(integer(word).ok_or(EXPECTED)?),
                Kind::Boolean => integers.push(boolean(word).ok_or(EXPECTED)?),
                Kind::Reference => integers.push(reference(word).ok_or(EXPECTED)?),
            }
            match rest {
                [b' ', after @ ..] => rest = after.trim_ascii_start(),
                [] => {}
                _ => return Err(EXPECTED),
            }
        }
        match &mut self.data {
            Data::IntegerLists { offsets, items } => {
                offsets.push(u32::try_from(items.len() + integers.len()).map_err(|_| MANY)?);
                items.extend(integers);
            }
            Data::RealLists { offsets, items } => {
                offsets.push(u32::try_from(items.len() + reals.len()).map_err(|_| MANY)?);
                items.extend(reals);
            }
            Data::Integers(_) | Data::Reals(_) => unreachable!("a sequence has lists"),
        }
        Ok(true)
    }

    /// A text at the beginning, or a hash code in its place, as its id, and what comes after it.
    fn text<'a>(&mut self, value: &'a [u8], pool: &mut TextPool) -> Option<(i64, &'a [u8])> {
        if value.first() == Some(&b'"') {
            self.quoted = true;
            return quoted(value, pool);
        }
        let (word, after) = value.split_at(memchr::memchr(b' ', value).unwrap_or(value.len()));
        if word == b"null" {
            return Some((0, after));
        }
        reference(word)?;
        self.numbers = true;
        let units: Vec<u16> = word.iter().copied().map(u16::from).collect();
        Some((i64::from(pool.intern(&units)), after))
    }
}

/// Whether the word says that there is no value.
fn is_absent(word: &[u8]) -> bool {
    matches!(word, b"nonsensical" | b"uninit" | b"missing")
}

fn integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.is_empty() || digits.len() > 18 {
        let text = std::str::from_utf8(text).ok()?;
        // Unsigned numbers of C may need all 64 bits; Daikon takes these for negative ones.
        return text.parse().ok().or_else(|| text.parse::<u64>().ok().map(|x| x as i64)).or_else(|| hexadecimal(text));
    }
    let mut value = 0i64;
    for digit in digits {
        match digit.checked_sub(b'0').filter(|d| *d < 10) {
            Some(digit) => value = value * 10 + i64::from(digit),
            None => return hexadecimal(std::str::from_utf8(text).ok()?),
        }
    }
    Some(if negative { -value } else { value })
}

/// `0x7ffe`, as front ends for C write addresses.
fn hexadecimal(text: &str) -> Option<i64> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).filter(|d| !d.starts_with(['+', '-']))?;
    u64::from_str_radix(digits, 16).ok().map(|x| x as i64)
}

/// Whatever is not 0 is true, as in C.
fn boolean(text: &[u8]) -> Option<i64> {
    match text {
        b"true" => Some(1),
        b"false" => Some(0),
        _ => integer(text).map(|value| i64::from(value != 0)),
    }
}

fn reference(text: &[u8]) -> Option<i64> {
    if text == b"null" { Some(0) } else { integer(text) }
}

fn real(text: &[u8]) -> Option<f64> {
    let (negative, size) = match text {
        [b'-', size @ ..] => (true, size),
        [b'+', size @ ..] => (false, size),
        size => (false, size),
    };
    let word = |word: &[u8]| size.eq_ignore_ascii_case(word);
    let value = if word(b"nan") {
        f64::NAN
    } else if word(b"inf") || word(b"infinity") {
        f64::INFINITY
    } else if size.first().is_some_and(|c| c.is_ascii_digit() || *c == b'.') {
        std::str::from_utf8(size).ok()?.parse().ok()?
    } else {
        return None;
    };
    Some(if negative { -value } else { value })
}

/// A text in quotes at the beginning, and what comes after it.
fn quoted<'a>(text: &'a [u8], pool: &mut TextPool) -> Option<(i64, &'a [u8])> {
    let inner = text.strip_prefix(b"\"")?;
    let mut units: Vec<u16> = Vec::new();
    let mut at = 0;
    loop {
        let run = inner[at..].iter().position(|b| matches!(b, b'"' | b'\\'))?;
        units.extend(decls::text(&inner[at..at + run]).encode_utf16());
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
            // A backslash before a character of more bytes, too: the character comes with the next run.
            other if other < 128 => units.push(u16::from(other)),
            _ => at -= 1,
        }
    }
}
