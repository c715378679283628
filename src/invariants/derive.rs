//! Variables derived from others: lengths, and the elements and parts of a sequence at the places that integer variables name.
//!
//! A place is followed only if it is within bounds in every sample: what is sometimes no element at all makes no invariant (Daikon
//! drops such a variable when it first is out of bounds).

use super::equality;
use super::samples::{Cell, Column, Data, Derivation, Kind, Samples, Shape, Var, Variable};
use super::settings::Settings;
use super::texts::Texts;
use crate::evidence::dataset::Bits;

/// Adds the derived variables; says how many there was no room for.
pub fn extend(samples: &mut Samples, texts: &Texts, settings: &Settings) -> usize {
    let originals = samples.variables.len();
    let mut wanted = Vec::new();
    for base in 0..originals {
        let variable = &samples.variables[base];
        let has_length = samples.variables.iter().any(|v| v.derivation == Some(Derivation::Length(base)));
        if variable.kind == Kind::ClassName {
            // The objects that the names are of have the same length.
            continue;
        }
        let counted = if variable.is_scalar() { variable.kind == Kind::Text && settings.characters } else { true };
        if counted && !has_length {
            wanted.push(Derivation::Length(base));
        }
        if !variable.is_scalar() && settings.last_index {
            wanted.push(Derivation::LastIndex(base));
        }
    }
    if settings.subscripts || settings.slices {
        wanted.extend(places(samples, originals, settings));
    }
    let (mut added, mut left_out) = (0, 0);
    for derivation in wanted {
        if let Some(column) = derive(samples, texts, derivation) {
            if added == settings.max_derived {
                left_out += 1;
                continue;
            }
            let variable = describe(samples, derivation);
            samples.push(variable, column);
            added += 1;
        }
    }
    left_out
}

/// Elements and parts of each sequence at each place that a variable may name. Of equal variables the first is enough.
fn places(samples: &Samples, originals: usize, settings: &Settings) -> Vec<Derivation> {
    let leaders: Vec<Var> = equality::sets(samples).into_iter().map(|set| set[0]).filter(|v| *v < originals).collect();
    let of = |v: &&Var, shape, kind: Option<Kind>| {
        let variable = &samples.variables[**v];
        variable.shape == shape && kind.is_none_or(|k| variable.kind == k)
    };
    let mut places = Vec::new();
    let is_named_part = |v: &&Var| of(v, Shape::Sequence, None) && samples.variables[**v].kind != Kind::ClassName;
    for &sequence in leaders.iter().filter(is_named_part) {
        let group = samples.variables[sequence].index_group;
        // A length is the place of nothing (Daikon takes no derived variable as one).
        let names_places = |v: Var| {
            let index = &samples.variables[v];
            index.derivation.is_none() && group.is_none_or(|a| index.group.is_none_or(|b| a == b))
        };
        let index_like = |v: &&Var| of(v, Shape::Scalar, Some(Kind::Integer)) && names_places(**v);
        for &index in leaders.iter().filter(index_like) {
            if settings.subscripts {
                places.extend([0, -1].map(|shift| Derivation::Element { sequence, index, shift }));
            }
            // Of 0 and 1 nobody knows whether they are places, or yes and no.
            if !settings.slices || samples.is_within(index, 0..=1) {
                continue;
            }
            places.extend([0, -1].map(|shift| Derivation::Head { sequence, index, shift }));
            places.extend([0, 1].map(|shift| Derivation::Tail { sequence, index, shift }));
        }
    }
    places
}

/// Adds to the samples of a point the variables that were derived at another of the same variables, which come first in `like`. Where a
/// place is out of bounds the variable is absent.
///
/// # Panics
/// If the variables that both have are not the same.
pub fn extend_like(samples: &mut Samples, texts: &Texts, like: &[Variable]) {
    let originals = samples.variables.len();
    assert!(
        like.len() >= originals && samples.variables.iter().zip(like).all(|(a, b)| (&a.name, a.kind) == (&b.name, b.kind)),
        "the variables of one point"
    );
    for variable in &like[originals..] {
        let derivation = variable.derivation.expect("what is not read is derived");
        let column = column(samples, texts, derivation, false).map(|d| d.column);
        samples.push(variable.clone(), column.expect("a place out of bounds is absent"));
    }
}

/// The column of a derived variable; `None` if it is out of bounds somewhere, or says nothing new: never there, always empty, or always
/// the whole sequence.
fn derive(samples: &Samples, texts: &Texts, derivation: Derivation) -> Option<Column> {
    let derived = column(samples, texts, derivation, true)?;
    let part = matches!(derivation, Derivation::Head { .. } | Derivation::Tail { .. });
    let telling = derived.ever && !(part && (derived.whole || derived.empty));
    telling.then_some(derived.column)
}

/// A column and what is so in all of its rows.
struct Derived {
    column: Column,
    /// Whether it is present somewhere.
    ever: bool,
    /// Whether it is the whole sequence wherever it is present.
    whole: bool,
    empty: bool,
}

/// The values of a derived variable. Where a place is out of bounds the variable is absent, or there is no column if it is `bounded`.
fn column(samples: &Samples, texts: &Texts, derivation: Derivation, bounded: bool) -> Option<Derived> {
    let base = derivation.base();
    let (kind, shape) = (samples.variables[base].kind, samples.variables[base].shape);
    let mut present = Bits::zeros(samples.rows);
    let mut data = match derivation {
        Derivation::Length(_) | Derivation::LastIndex(_) => Data::empty(Kind::Integer, Shape::Scalar),
        Derivation::Element { .. } => Data::empty(kind, Shape::Scalar),
        Derivation::Head { .. } | Derivation::Tail { .. } => Data::empty(kind, shape),
    };
    let (mut ever, mut whole, mut empty) = (false, true, true);
    for row in 0..samples.rows {
        let index = match derivation.index().map(|v| samples.cell(v, row)) {
            None => 0,
            Some(Some(Cell::Integer(index))) => index,
            Some(_) => {
                data.push_absent();
                continue;
            }
        };
        let Some(cell) = samples.cell(base, row) else {
            data.push_absent();
            continue;
        };
        if let (Derivation::Length(_), Cell::Integer(place)) = (derivation, cell) {
            let length = texts.get(place).map(|t| t.len() as i64);
            if let (Some(length), Data::Integers(values)) = (length, &mut data) {
                values.push(length);
                present.set(row, true);
                ever = true;
            } else {
                data.push_absent();
            }
            continue;
        }
        let length = match cell {
            Cell::Integers(items) => items.len() as i64,
            Cell::Reals(items) => items.len() as i64,
            Cell::Integer(_) | Cell::Real(_) => unreachable!("a part is one of a sequence"),
        };
        let Some(range) = range(derivation, index, length) else {
            if bounded {
                return None;
            }
            data.push_absent();
            continue;
        };
        whole &= range.end - range.start == length;
        empty &= range.is_empty();
        ever = true;
        present.set(row, true);
        push(&mut data, cell, derivation, range.start as usize..range.end as usize);
    }
    Some(Derived { column: Column { data, present: Some(present) }, ever, whole, empty })
}

/// The places of the elements of a sequence of that length; `None`: out of bounds.
fn range(derivation: Derivation, index: i64, length: i64) -> Option<std::ops::Range<i64>> {
    let range = match derivation {
        Derivation::Length(_) | Derivation::LastIndex(_) => 0..length,
        Derivation::Element { shift, .. } => index.checked_add(shift)?..index.checked_add(shift)?.checked_add(1)?,
        Derivation::Head { shift, .. } => 0..index.checked_add(shift)?.checked_add(1)?,
        Derivation::Tail { shift, .. } => index.checked_add(shift)?..length,
    };
    (range.start >= 0 && range.start <= range.end && range.end <= length).then_some(range)
}

fn push(data: &mut Data, cell: Cell, derivation: Derivation, range: std::ops::Range<usize>) {
    match (data, cell) {
        (Data::Integers(values), _) if matches!(derivation, Derivation::Length(_)) => values.push(range.len() as i64),
        (Data::Integers(values), _) if matches!(derivation, Derivation::LastIndex(_)) => values.push(range.len() as i64 - 1),
        (Data::Integers(values), Cell::Integers(items)) => values.push(items[range.start]),
        (Data::Reals(values), Cell::Reals(items)) => values.push(items[range.start]),
        (Data::IntegerLists { offsets, items: to }, Cell::Integers(items)) => {
            to.extend_from_slice(&items[range]);
            offsets.push(to.len() as u32);
        }
        (Data::RealLists { offsets, items: to }, Cell::Reals(items)) => {
            to.extend_from_slice(&items[range]);
            offsets.push(to.len() as u32);
        }
        _ => unreachable!("the data is of the type of the derivation"),
    }
}

fn describe(samples: &Samples, derivation: Derivation) -> Variable {
    let base = &samples.variables[derivation.base()];
    let index = derivation.index().map(|v| &samples.variables[v]);
    let entry = base.entry && index.is_none_or(|i| i.entry);
    let inner = base.name.strip_prefix("orig(").and_then(|n| n.strip_suffix(')')).filter(|_| base.entry).unwrap_or(&base.name);
    let stem = inner.strip_suffix("[]").unwrap_or(inner);
    let place = |shift: i64| {
        let index = index.expect("a place has an index");
        let own = index.name.strip_prefix("orig(").and_then(|n| n.strip_suffix(')')).filter(|_| index.entry);
        let name = match (base.entry, own) {
            (true, Some(own)) => own.to_owned(),
            (true, None) => format!("post({})", index.name),
            (false, _) => index.name.clone(),
        };
        match shift {
            0 => name,
            s if s < 0 => format!("{name}{s}"),
            s => format!("{name}+{s}"),
        }
    };
    let (name, kind, shape) = match derivation {
        Derivation::Length(_) if base.is_scalar() => (format!("{inner}.length()"), Kind::Integer, Shape::Scalar),
        Derivation::Length(_) => (format!("size({inner})"), Kind::Integer, Shape::Scalar),
        Derivation::LastIndex(_) => (format!("size({inner})-1"), Kind::Integer, Shape::Scalar),
        Derivation::Element { shift, .. } => (format!("{stem}[{}]", place(shift)), base.kind, Shape::Scalar),
        Derivation::Head { shift, .. } => (format!("{stem}[0..{}]", place(shift)), base.kind, base.shape),
        Derivation::Tail { shift, .. } => (format!("{stem}[{}..]", place(shift)), base.kind, base.shape),
    };
    let name = if base.entry { format!("orig({name})") } else { name };
    let (group, index_group) = match derivation {
        Derivation::Length(_) | Derivation::LastIndex(_) => (base.index_group, None),
        Derivation::Element { .. } => (base.group, None),
        Derivation::Head { .. } | Derivation::Tail { .. } => (base.group, base.index_group),
    };
    let range = match derivation {
        Derivation::Length(_) => Some((0, i64::from(i32::MAX))),
        Derivation::LastIndex(_) => Some((-1, i64::from(i32::MAX) - 1)),
        Derivation::Element { .. } | Derivation::Head { .. } | Derivation::Tail { .. } => base.range,
    };
    Variable { name, kind, shape, entry, non_null: false, range, group, index_group, derivation: Some(derivation), source: None }
}

/// The derived sequences and sequences that have all elements of the variable, nearest first: of `a[0..i-1]` those are `a[0..i]` and `a[]`.
pub fn containers(samples: &Samples, var: Var) -> Vec<Var> {
    let at = |wanted: Derivation| samples.variables.iter().position(|v| v.derivation == Some(wanted));
    let mut found = Vec::new();
    match samples.variables[var].derivation {
        Some(Derivation::Element { sequence, index, shift }) => {
            found.extend(at(Derivation::Head { sequence, index, shift }));
            found.extend(at(Derivation::Tail { sequence, index, shift }));
            if shift < 0 {
                found.extend(at(Derivation::Head { sequence, index, shift: 0 }));
            }
            found.push(sequence);
        }
        Some(Derivation::Head { sequence, index, shift }) => {
            if shift < 0 {
                found.extend(at(Derivation::Head { sequence, index, shift: 0 }));
            }
            found.push(sequence);
        }
        Some(Derivation::Tail { sequence, index, shift }) => {
            if shift > 0 {
                found.extend(at(Derivation::Tail { sequence, index, shift: 0 }));
            }
            found.push(sequence);
        }
        Some(Derivation::Length(_) | Derivation::LastIndex(_)) | None => {}
    }
    found
}
