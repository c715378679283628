//! Imagined incorrect states: what a fault that no mutant made could have left behind (ours).
//!
//! The incorrect states that were seen are those of a few mutants, and many a weak clause kills them all. A method that is a function
//! of the state it was called in gives no other result than the one seen: so a correct state's entry values with the exit values of
//! another correct state, or with another result, are an incorrect state, whoever makes it. Clauses that kill many of these say much of
//! what the method does, and kill the states of unseen mutants.
//!
//! Imagined states are no evidence of what the assertion is worth: they count in no figure that is reported, neither false negatives
//! nor the floor. They break ties, and are worth a few nodes more ([`Settings::imagined_price`](super::Settings::imagined_price)).
//! Where the method depends on what was not captured, an imagined state may be a correct one that nobody saw; as no clause is taken that a
//! correct state speaks against, this costs no soundness.

use super::chance::scattered;
use super::naturalness::{Role, role};
use crate::evidence::dataset::{Column, Dataset, Origin, Values};
use crate::evidence::schema::ValueType;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// [`Origin::mutant`] of an imagined state.
pub const NO_MUTANT: u32 = u32::MAX;

/// Exit values of how many other states each correct state gets, as wholes.
const WHOLES: usize = 4;
/// Results of how many other states each correct state gets, the other exit values staying.
const RESULTS: usize = 2;

/// Where each value of an imagined state comes from.
struct Mixture {
    /// By imagined state: the correct state of its entry values.
    entries: Vec<usize>,
    /// That of its result.
    results: Vec<usize>,
    /// That of its other exit values.
    exits: Vec<usize>,
}

/// The dataset with at most `limit` imagined states as its last incorrect ones, of the mutant [`NO_MUTANT`].
///
/// None, where no incorrect state was seen: then there is nothing to improve.
pub fn with_imagined(dataset: &Dataset, limit: usize) -> Dataset {
    let limit = if dataset.rows == dataset.correct { 0 } else { limit };
    let mixture = mixture(dataset, limit);
    let roles: Vec<Role> = (0..dataset.columns.len()).map(|id| role(dataset, id as u32)).collect();
    let mut columns: Vec<Column> = Vec::new();
    for (column, role) in dataset.columns.iter().zip(&roles) {
        let from = match role {
            Role::Result => &mixture.results,
            role if role.is_pre_state() => &mixture.entries,
            _ => &mixture.exits,
        };
        columns.push(column.gather(&(0..dataset.rows).chain(from.iter().copied()).collect::<Vec<_>>()));
    }
    let altered = alter_results(dataset, &mut columns, limit / 4);
    let bases = [&mixture.entries[..], &altered].concat();
    let mut seen: HashSet<u64> = (0..dataset.rows).map(|row| key(&columns, row)).collect();
    let all = 0..dataset.rows + bases.len();
    let kept: Vec<usize> = all.filter(|&row| row < dataset.rows || seen.insert(key(&columns, row))).collect();
    let origin = |&row: &usize| {
        let imagined = |base: usize| Origin { mutant: NO_MUTANT, test: 0, pair: Some(base as u32) };
        row.checked_sub(dataset.rows).map_or_else(|| dataset.origins[row - dataset.correct], |nth| imagined(bases[nth]))
    };
    Dataset {
        schema: dataset.schema.clone(),
        rows: kept.len(),
        correct: dataset.correct,
        columns: columns.iter().map(|column| column.gather(&kept)).collect(),
        origins: kept[dataset.correct..].iter().map(origin).collect(),
        texts: dataset.texts.clone(),
        correct_tests: dataset.correct_tests.clone(),
        constants: dataset.constants.clone(),
    }
}

/// Which states are mixed: spread over the correct states, the same for the same dataset.
fn mixture(dataset: &Dataset, limit: usize) -> Mixture {
    let mut mixture = Mixture { entries: Vec::new(), results: Vec::new(), exits: Vec::new() };
    let n = dataset.correct;
    if n < 2 || limit == 0 {
        return mixture;
    }
    let bases = n.min((limit / (WHOLES + RESULTS)).max(1));
    for i in 0..bases {
        let base = i * n / bases;
        for nth in 0..WHOLES + RESULTS {
            let other = scattered(i * (WHOLES + RESULTS) + nth) % n;
            mixture.entries.push(base);
            mixture.results.push(other);
            mixture.exits.push(if nth < WHOLES { other } else { base });
        }
    }
    mixture
}

/// Appends correct states with a result a little beside their own: one more, one less, the negative, the opposite. Whose.
fn alter_results(dataset: &Dataset, columns: &mut [Column], limit: usize) -> Vec<usize> {
    let Some(result) = dataset.schema.find("result") else { return Vec::new() };
    let result = result as usize;
    let ty = dataset.schema.variables[result].value_type;
    let alterations = match ty {
        ValueType::Boolean => 1,
        ty if ty.is_contents() || ty == ValueType::Reference => return Vec::new(),
        _ => 3,
    };
    let n = dataset.correct;
    let bases = n.min(limit / alterations);
    let rows: Vec<usize> = (0..bases).flat_map(|i| std::iter::repeat_n(i * n / bases, alterations)).collect();
    for (i, (column, original)) in columns.iter_mut().zip(&dataset.columns).enumerate() {
        let added = original.gather(&rows);
        column.append(if i == result { Column { values: altered(added.values, ty), ..added } } else { added });
    }
    rows
}

/// The nth value altered in the nth way, the ways in turn.
fn altered(values: Values, ty: ValueType) -> Values {
    let whole = |(i, v): (usize, i64)| match i % 3 {
        0 => wrapped(v.wrapping_add(1), ty),
        1 => wrapped(v.wrapping_sub(1), ty),
        _ => wrapped(v.wrapping_neg(), ty),
    };
    let real = |(i, v): (usize, f64)| match i % 3 {
        0 => v + 1.0,
        1 => v - 1.0,
        _ => -v,
    };
    let narrow = |v: f64| if ty == ValueType::Float { f64::from(v as f32) } else { v };
    match values {
        Values::Boolean(bits) => Values::Boolean((0..bits.len).map(|i| !bits.get(i)).collect()),
        Values::Integral(values) => Values::Integral(values.into_iter().enumerate().map(whole).collect()),
        Values::Real(values) => Values::Real(values.into_iter().enumerate().map(real).map(narrow).collect()),
        contents => contents,
    }
}

fn wrapped(value: i64, ty: ValueType) -> i64 {
    match ty {
        ValueType::Byte => i64::from(value as i8),
        ValueType::Short => i64::from(value as i16),
        ValueType::Char => i64::from(value as u16),
        ValueType::Int => i64::from(value as i32),
        _ => value,
    }
}

/// A fingerprint of the whole state. Should two states ever have the same one, an imagined state is missed and nothing is wrong.
fn key(columns: &[Column], row: usize) -> u64 {
    fn add(values: &Values, row: usize, hasher: &mut DefaultHasher) {
        match values {
            Values::Boolean(bits) => bits.get(row).hash(hasher),
            Values::Integral(values) => values[row].hash(hasher),
            Values::Real(values) => values[row].to_bits().hash(hasher),
            Values::Text(ids) => ids[row].hash(hasher),
            Values::Sequence { offsets, items } => {
                (offsets[row + 1] - offsets[row]).hash(hasher);
                (offsets[row]..offsets[row + 1]).for_each(|i| add(items, i as usize, hasher));
            }
        }
    }
    let mut hasher = DefaultHasher::new();
    for column in columns {
        let present = column.present.as_ref().is_none_or(|p| p.get(row));
        present.hash(&mut hasher);
        if present {
            add(&column.values, row, &mut hasher);
        }
    }
    hasher.finish()
}

#[cfg(test)]
#[path = "imagined_tests.rs"]
mod tests;
