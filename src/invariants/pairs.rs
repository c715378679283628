//! Invariants of two scalar variables.
//!
//! What a pair can still be is a few bits; a pass over the rows clears them and stops when none is left, which for unrelated
//! variables is within the first rows. Rows are gone through in blocks of 64, whole where both variables are always present.

use super::confidence;
use super::formula::{Constant, Formula, Numeric, Part, gcd};
use super::found::Candidate;
use super::samples::{Data, Derivation, Kind, Samples, Var, full_word, ones};
use super::settings::Settings;
use super::texts::Texts;
use crate::relation::Relation;
use std::cmp::Ordering;

/// What was seen of two values: less, equal, greater, or unequal and without order.
pub const LT: u8 = 1;
pub const EQ: u8 = 2;
pub const GT: u8 = 4;
pub const UNORDERED: u8 = 8;

/// All that matters has been seen when these have.
const ALL: u8 = LT | EQ | GT;

/// The strongest relation that admits all that was seen.
pub fn relation_of(flags: u8) -> Option<Relation> {
    Some(match flags {
        EQ => Relation::Equal,
        LT => Relation::Less,
        GT => Relation::Greater,
        f if f == LT | EQ => Relation::LessOrEqual,
        f if f == GT | EQ => Relation::GreaterOrEqual,
        f if f != 0 && f & EQ == 0 => Relation::NotEqual,
        _ => return None,
    })
}

/// What two values are to each other; `nan`: whether NaN equals NaN.
pub fn flag(kind: Kind, nan: bool, x: Constant, y: Constant) -> u8 {
    match (x, y) {
        (Constant::Real(x), Constant::Real(y)) => real_flag(nan, x, y),
        (Constant::Integer(x), Constant::Integer(y)) if is_text(kind) && x != y && (x == 0 || y == 0) => UNORDERED,
        _ => match x.compare(y) {
            Ordering::Less => LT,
            Ordering::Equal => EQ,
            Ordering::Greater => GT,
        },
    }
}

fn is_text(kind: Kind) -> bool {
    matches!(kind, Kind::Text | Kind::ClassName)
}

fn real_flag(nan: bool, x: f64, y: f64) -> u8 {
    match x.partial_cmp(&y) {
        Some(Ordering::Less) => LT,
        Some(Ordering::Equal) => EQ,
        Some(Ordering::Greater) => GT,
        None if nan && x.is_nan() && y.is_nan() => EQ,
        None => UNORDERED,
    }
}

/// Whether two variables may be compared at all.
pub fn comparable(samples: &Samples, x: Var, y: Var) -> bool {
    let (a, b) = (&samples.variables[x], &samples.variables[y]);
    a.kind == b.kind && a.group.is_none_or(|a| b.group.is_none_or(|b| a == b))
}

/// Whether a relation says something of values of the kind.
pub fn says_something(kind: Kind, relation: Relation) -> bool {
    match kind {
        Kind::Integer | Kind::Real | Kind::Text => true,
        Kind::Boolean | Kind::ClassName => matches!(relation, Relation::Equal | Relation::NotEqual),
        // That two references differ is the normal case.
        Kind::Reference => relation == Relation::Equal,
    }
}

/// Looks at two scalars of one kind, neither of them constant.
pub fn infer(samples: &Samples, texts: &Texts, settings: &Settings, x: Var, y: Var) -> Vec<Candidate> {
    let mut found = Vec::new();
    if !comparable(samples, x, y) || samples.common([x, y]).next().is_none() {
        return found;
    }
    let kind = samples.variables[x].kind;
    let rows = || samples.common_rows([x, y]);
    match (&samples.columns[x].data, &samples.columns[y].data) {
        (Data::Integers(a), Data::Integers(b)) => {
            let text = is_text(kind);
            let flags = integer_flags(samples, x, y, a, b, text);
            compare(kind, flags, x, y, &rows, &mut found);
            if kind == Kind::Integer {
                line(samples, x, y, a, b, &mut found);
                numeric(
                    samples,
                    settings,
                    x,
                    y,
                    |numeric, swapped, row| {
                        if swapped { numeric.of_integers(b[row], a[row]) } else { numeric.of_integers(a[row], b[row]) }
                    },
                    &mut found,
                );
            }
            if kind == Kind::Text && settings.characters {
                within(samples, texts, x, y, a, b, &mut found);
                within(samples, texts, y, x, b, a, &mut found);
            }
        }
        (Data::Reals(a), Data::Reals(b)) => {
            let flags = real_flags(samples, x, y, a, b);
            compare(kind, flags, x, y, &rows, &mut found);
            real_line(samples, x, y, a, b, &mut found);
            numeric(
                samples,
                settings,
                x,
                y,
                |numeric, swapped, row| {
                    if swapped { numeric.of_reals(b[row], a[row]) } else { numeric.of_reals(a[row], b[row]) }
                },
                &mut found,
            );
        }
        _ => {}
    }
    found
}

/// Only how two scalars of one kind compare.
pub fn comparison(samples: &Samples, x: Var, y: Var) -> Option<Candidate> {
    if !comparable(samples, x, y) || samples.common([x, y]).next().is_none() {
        return None;
    }
    let kind = samples.variables[x].kind;
    let flags = match (&samples.columns[x].data, &samples.columns[y].data) {
        (Data::Integers(a), Data::Integers(b)) => integer_flags(samples, x, y, a, b, is_text(kind)),
        (Data::Reals(a), Data::Reals(b)) => real_flags(samples, x, y, a, b),
        _ => return None,
    };
    let mut found = Vec::new();
    compare(kind, flags, x, y, &|| samples.common_rows([x, y]), &mut found);
    found.pop()
}

fn integer_flags(samples: &Samples, x: Var, y: Var, a: &[i64], b: &[i64], text: bool) -> u8 {
    let mut flags = 0;
    for (start, word) in samples.common([x, y]) {
        if !text && word == full_word(samples.rows, start / 64) {
            let end = (start + 64).min(samples.rows);
            let (mut less, mut equal, mut greater) = (false, false, false);
            for (p, q) in a[start..end].iter().zip(&b[start..end]) {
                less |= p < q;
                equal |= p == q;
                greater |= p > q;
            }
            for (seen, flag) in [(less, LT), (equal, EQ), (greater, GT)] {
                flags |= if seen { flag } else { 0 };
            }
        } else {
            for bit in ones(word) {
                let (p, q) = (a[start + bit], b[start + bit]);
                flags |= match p.cmp(&q) {
                    Ordering::Equal => EQ,
                    _ if text && (p == 0 || q == 0) => UNORDERED,
                    Ordering::Less => LT,
                    Ordering::Greater => GT,
                };
            }
        }
        if flags & ALL == ALL {
            break;
        }
    }
    flags
}

fn real_flags(samples: &Samples, x: Var, y: Var, a: &[f64], b: &[f64]) -> u8 {
    let mut flags = 0;
    for (start, word) in samples.common([x, y]) {
        for bit in ones(word) {
            flags |= real_flag(samples.nan_equals_nan, a[start + bit], b[start + bit]);
        }
        if flags & ALL == ALL {
            break;
        }
    }
    flags
}

fn compare(kind: Kind, flags: u8, x: Var, y: Var, rows: &dyn Fn() -> u64, found: &mut Vec<Candidate>) {
    let Some(relation) = relation_of(flags).filter(|r| says_something(kind, *r)) else { return };
    let samples = rows();
    let confidence = if relation == Relation::Equal { confidence::JUSTIFIED } else { confidence::coin(samples) };
    found.push(Candidate { formula: Formula::Compare(relation, x, y), confidence, samples });
}

/// `a * x + b * y + c == 0` through the first two points that determine it; exact, over the integers.
fn line(samples: &Samples, x: Var, y: Var, a: &[i64], b: &[i64], found: &mut Vec<Candidate>) {
    let points = samples.rows_of([x, y]).map(|row| (a[row], b[row]));
    if let Some((formula, count)) = line_through(points, x, y) {
        let confidence = if count >= confidence::POINTS_OF_A_LINE { confidence::JUSTIFIED } else { confidence::UNJUSTIFIED };
        found.push(Candidate { formula, confidence, samples: samples.common_rows([x, y]) });
    }
}

/// The line that all points are on, unless it is horizontal, vertical or `x == y`, and how many distinct points there are, counted no
/// further than a line needs.
pub fn line_through(points: impl Iterator<Item = (i64, i64)>, x: Var, y: Var) -> Option<(Formula, usize)> {
    let mut distinct: Vec<(i64, i64)> = Vec::with_capacity(confidence::POINTS_OF_A_LINE);
    let mut line: Option<(i128, i128, i128)> = None;
    for point in points {
        if line.is_some_and(|(p, q, c)| p * i128::from(point.0) + q * i128::from(point.1) + c != 0) {
            return None;
        }
        if distinct.len() < confidence::POINTS_OF_A_LINE && !distinct.contains(&point) {
            if line.is_none()
                && let Some(first) = distinct.first()
            {
                let (dx, dy) = (i128::from(point.0) - i128::from(first.0), i128::from(point.1) - i128::from(first.1));
                if dx == 0 || dy == 0 {
                    return None;
                }
                let divisor = i128::from(gcd(u64::try_from(dx.unsigned_abs()).ok()?, u64::try_from(dy.unsigned_abs()).ok()?));
                let sign = if dy < 0 { -1 } else { 1 };
                let (p, q) = (sign * dy / divisor, -sign * dx / divisor);
                // With coefficients of 32 bits no product below overflows; larger ones are chance.
                if [p, q].iter().any(|&coefficient| i32::try_from(coefficient).is_err()) {
                    return None;
                }
                line = Some((p, q, -(p * i128::from(first.0) + q * i128::from(first.1))));
            }
            distinct.push(point);
        }
    }
    let (p, q, constant) = line.filter(|l| *l != (1, -1, 0))?;
    let terms = vec![(i64::try_from(p).ok()?, x), (i64::try_from(q).ok()?, y)];
    Some((Formula::Linear { terms, constant }, distinct.len()))
}

/// `y == p * x + c`, or the other way round, exact in doubles.
fn real_line(samples: &Samples, x: Var, y: Var, a: &[f64], b: &[f64], found: &mut Vec<Candidate>) {
    for (result, of, from, to) in [(y, x, a, b), (x, y, b, a)] {
        let points = samples.rows_of([x, y]).map(|row| (from[row], to[row]));
        if let Some((slope, constant, count)) = real_line_through(points) {
            let formula = Formula::RealLinear { result, terms: vec![(slope, of)], constant };
            let confidence = if count >= confidence::POINTS_OF_A_LINE { confidence::JUSTIFIED } else { confidence::UNJUSTIFIED };
            found.push(Candidate { formula, confidence, samples: samples.common_rows([x, y]) });
            return;
        }
    }
}

fn real_line_through(points: impl Iterator<Item = (f64, f64)>) -> Option<(f64, f64, usize)> {
    let mut distinct: Vec<(f64, f64)> = Vec::with_capacity(confidence::POINTS_OF_A_LINE);
    let mut line: Option<(f64, f64)> = None;
    for (x, y) in points {
        if !x.is_finite() || !y.is_finite() || line.is_some_and(|(slope, constant)| slope * x + constant != y) {
            return None;
        }
        if distinct.len() < confidence::POINTS_OF_A_LINE && !distinct.contains(&(x, y)) {
            if line.is_none()
                && let Some(&(x0, y0)) = distinct.first()
            {
                let slope = (y - y0) / (x - x0);
                let constant = y0 - slope * x0;
                let through = |x: f64, y: f64| slope * x + constant == y;
                if x == x0 || slope == 0.0 || !slope.is_finite() || !constant.is_finite() || !through(x0, y0) || !through(x, y) {
                    return None;
                }
                line = Some((slope, constant));
            }
            distinct.push((x, y));
        }
    }
    line.filter(|l| *l != (1.0, 0.0)).map(|(slope, constant)| (slope, constant, distinct.len()))
}

fn numeric(
    samples: &Samples,
    settings: &Settings,
    x: Var,
    y: Var,
    holds: impl Fn(Numeric, bool, usize) -> bool,
    found: &mut Vec<Candidate>,
) {
    let symmetric = |n: Numeric| matches!(n, Numeric::Complement | Numeric::BitsDisjoint);
    let tried = |n: &Numeric| !n.is_of_bits() || (settings.bits && (settings.shifts || *n != Numeric::ShiftedOut));
    let all: Vec<(Numeric, bool)> = Numeric::ALL
        .into_iter()
        .filter(tried)
        .flat_map(|n| [(n, false), (n, true)])
        .filter(|(n, swapped)| !(*swapped && symmetric(*n)))
        .collect();
    let mut alive: u32 = (1 << all.len()) - 1;
    let mut rows = 0;
    for row in samples.rows_of([x, y]) {
        for bit in ones(u64::from(alive)) {
            if !holds(all[bit].0, all[bit].1, row) {
                alive &= !(1 << bit);
            }
        }
        if alive == 0 {
            return;
        }
        rows += 1;
    }
    for bit in ones(u64::from(alive)) {
        let (numeric, swapped) = all[bit];
        let (x, y) = if swapped { (y, x) } else { (x, y) };
        found.push(Candidate { formula: Formula::Numeric(numeric, x, y), confidence: confidence::coin(rows), samples: rows });
    }
}

/// Whether the text x is always a part of the text y.
fn within(samples: &Samples, texts: &Texts, x: Var, y: Var, a: &[i64], b: &[i64], found: &mut Vec<Candidate>) {
    let (mut anywhere, mut start, mut end, mut rows) = (true, true, true, 0);
    for row in samples.rows_of([x, y]) {
        let w = texts.within(a[row], b[row]);
        (anywhere, start, end) = (anywhere & w.anywhere, start & w.start, end & w.end);
        if !anywhere {
            return;
        }
        rows += 1;
    }
    let confidence = confidence::coin(rows);
    let parts = [(Part::Start, start), (Part::End, end), (Part::Anywhere, !start && !end)];
    for (part, _) in parts.into_iter().filter(|p| p.1) {
        found.push(Candidate { formula: Formula::Within(part, x, y), confidence, samples: rows });
    }
}

/// Whether a relation between two variables follows from how they were made.
pub fn is_obvious(samples: &Samples, x: Var, y: Var) -> bool {
    let length_of = |v: Var| match samples.variables[v].derivation {
        Some(Derivation::Length(base)) => Some(base),
        _ => None,
    };
    // The text and the number of its characters are of different kinds; two lengths of one sequence are one variable.
    length_of(x).is_some() && length_of(x) == length_of(y)
}
