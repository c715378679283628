//! Simulated incorrect states: what a fault that no mutant made could have left behind (ours).
//!
//! The incorrect states that were seen are those of a few mutants, and many a weak clause kills them all. A method that is a function
//! of the state it was called in gives no other result than the one seen: so a correct state's entry values with the exit values of
//! another correct state, or with another result, are an incorrect state, whoever makes it. Clauses that kill many of these say much of
//! what the method does, and kill the states of unseen mutants.
//!
//! Simulated states are no evidence of what the assertion is worth: they count in no figure that is reported, neither false negatives
//! nor the floor. They break ties, and are worth a few nodes more ([`simulated_faults_price`](super::Settings::simulated_faults_price)).
//! Where the method depends on what was not captured, a simulated state may be a correct one that nobody saw; as no clause is taken that a
//! correct state speaks against, this costs no soundness.

mod observers;

use crate::assertion::eval::frame::Frame;
use crate::compute::rng::scattered;
use crate::evidence::dataset::{Column, Dataset, Origin, Values};
use crate::evidence::schema::{Element, ValueType, Variable};
use crate::improve::synthesis::naturalness::{ENTRY, Role, role};
use crate::improve::synthesis::terms::contents;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// [`Origin::mutant`] of a simulated state. Its [`Origin::test`] is the kind of fault.
pub const NO_MUTANT: u32 = u32::MAX;

/// What may have gone wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Everything that the method leaves behind is another call's.
    Wholes,
    /// The result is.
    Results,
    /// Everything but the result is.
    Exits,
    /// The result is a little beside the right one.
    AlteredResult,
    /// Another value that the method leaves behind is.
    AlteredExit,
    /// A write of the method is lost.
    Undone,
}

/// Exit values of how many other states each correct state gets, as wholes.
const WHOLES: usize = 4;
/// Results of how many other states each correct state gets, the other exit values staying.
const RESULTS: usize = 2;
/// Exit values of how many other states each correct state gets, the result staying, where there are any.
const EXITS: usize = 2;

/// A simulated state made of two correct ones: the entry values are of one, and of the other some exit values.
struct Mixture {
    base: usize,
    other: usize,
    kind: Kind,
}

impl Mixture {
    /// The correct state that a variable of that role has its value from.
    fn source(&self, role: Role) -> usize {
        let others = match role {
            Role::Result => self.kind != Kind::Exits,
            Role::Exit => self.kind != Kind::Results,
            Role::Local | Role::Overwritten => self.kind == Kind::Wholes,
            Role::Unchanged | Role::Entry => false,
        };
        if others { self.other } else { self.base }
    }
}

/// The simulated states, as words of the frame.
pub fn rows(dataset: &Dataset, frame: &Frame) -> Vec<u64> {
    let mut rows = vec![0; frame.words];
    for (i, _) in dataset.origins.iter().enumerate().filter(|(_, origin)| origin.mutant == NO_MUTANT) {
        let row = frame.position(dataset.correct + i);
        rows[row / 64] |= 1 << (row % 64);
    }
    rows
}

/// The dataset with at most `limit` simulated states as its last incorrect ones, of the mutant [`NO_MUTANT`].
///
/// None, where no incorrect state was seen: then there is nothing to improve.
pub fn with_simulated(dataset: &Dataset, limit: usize) -> Dataset {
    let limit = if dataset.rows == dataset.correct { 0 } else { limit };
    let roles = roles(dataset);
    let mixtures = mixtures(dataset, &roles, limit);
    let mut columns: Vec<Column> = Vec::new();
    for (column, &role) in dataset.columns.iter().zip(&roles) {
        let sources = mixtures.iter().map(|mixture| mixture.source(role));
        columns.push(column.gather(&(0..dataset.rows).chain(sources).collect::<Vec<_>>()));
    }
    let mut bases: Vec<(usize, Kind)> = mixtures.iter().map(|mixture| (mixture.base, mixture.kind)).collect();
    let mut add = |kind: Kind, of: Vec<usize>| bases.extend(of.into_iter().map(|base| (base, kind)));
    let is = |wanted: Role| alterable(dataset, |id| roles[id] == wanted);
    // What an observer says follows from what is stored, and alone it does not change.
    let is_observer = |&id: &usize| dataset.schema.variables[id].name.ends_with("()");
    for group in is(Role::Result).iter().take(1) {
        add(Kind::AlteredResult, alter(dataset, &mut columns, group, limit / 4));
    }
    let exits: Vec<Vec<usize>> = is(Role::Exit).into_iter().filter(|group| !group.iter().all(is_observer)).collect();
    for group in &exits {
        add(Kind::AlteredExit, alter(dataset, &mut columns, group, limit / 4 / exits.len()));
        add(Kind::Undone, undo(dataset, &mut columns, group, limit / 4 / exits.len()));
    }
    observers::tell(dataset, &roles, &mut columns);
    let mut seen: HashSet<u64> = (0..dataset.rows).map(|row| key(&columns, row)).collect();
    let all = 0..dataset.rows + bases.len();
    let kept: Vec<usize> = all.filter(|&row| row < dataset.rows || seen.insert(key(&columns, row))).collect();
    let origin = |&row: &usize| {
        let simulated = |(base, kind): (usize, Kind)| Origin { mutant: NO_MUTANT, test: kind as u32, pair: Some(base as u32) };
        row.checked_sub(dataset.rows).map_or_else(|| dataset.origins[row - dataset.correct], |nth| simulated(bases[nth]))
    };
    Dataset {
        explored: dataset.explored,
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
fn mixtures(dataset: &Dataset, roles: &[Role], limit: usize) -> Vec<Mixture> {
    let n = dataset.correct;
    if n < 2 || limit == 0 {
        return Vec::new();
    }
    let exits = if roles.contains(&Role::Exit) { EXITS } else { 0 };
    let each = WHOLES + RESULTS + exits;
    let bases = n.min((limit / each).max(1));
    let of_base = |i: usize| {
        (0..each).map(move |nth| Mixture {
            base: i * n / bases,
            other: scattered(i * each + nth) % n,
            kind: match nth {
                nth if nth < WHOLES => Kind::Wholes,
                nth if nth < WHOLES + RESULTS => Kind::Results,
                _ => Kind::Exits,
            },
        })
    };
    (0..bases).flat_map(of_base).collect()
}

/// What the variables are to the method. The method's own ones that equal something it leaves behind in every correct state are that;
/// where no entry values are known, parameters are taken for what was there before.
fn roles(dataset: &Dataset) -> Vec<Role> {
    let values = in_correct_states(dataset);
    let is_path = |id: usize| dataset.schema.variables[id].name.contains(['.', '[']);
    let of = |id: usize| match role(dataset, id as u32) {
        Role::Exit if !is_path(id) => Role::Unchanged,
        role => role,
    };
    let mut roles: Vec<Role> = (0..dataset.columns.len()).map(of).collect();
    for id in 0..roles.len() {
        if matches!(roles[id], Role::Local | Role::Overwritten) {
            let same = |role: Role| (0..roles.len()).any(|other| roles[other] == role && values[other] == values[id]);
            roles[id] = [Role::Result, Role::Exit].into_iter().find(|&role| same(role)).unwrap_or(roles[id]);
        }
    }
    roles
}

fn in_correct_states(dataset: &Dataset) -> Vec<Column> {
    let correct: Vec<usize> = (0..dataset.correct).collect();
    dataset.columns.iter().map(|column| column.gather(&correct)).collect()
}

/// Of the variables that are wanted those whose values can be altered; variables that were equal in every correct state are one thing
/// seen twice, and in one group.
fn alterable(dataset: &Dataset, is_wanted: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Column, Vec<usize>)> = Vec::new();
    for (id, values) in in_correct_states(dataset).into_iter().enumerate().filter(|(id, _)| is_wanted(*id)) {
        if ways(dataset, id) == 0 || is_looked_into(dataset, id) {
            continue;
        }
        match groups.iter_mut().find(|(others, _)| *others == values) {
            Some((_, group)) => group.push(id),
            None => groups.push((values, vec![id])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Whether it is an object that other variables look into: with another one in its place, these would have to change as well.
fn is_looked_into(dataset: &Dataset, id: usize) -> bool {
    let Variable { name, value_type, .. } = &dataset.schema.variables[id];
    *value_type == ValueType::Reference && dataset.schema.variables.iter().any(|v| v.receiver.as_ref() == Some(name))
}

/// In how many ways a value is altered: one more, one less, the negative, the opposite; another object of the state, or one that is not in
/// it; of a sequence an element, two neighbours exchanged, and the last one lost or there twice, unless it is an array that stayed the
/// same object.
fn ways(dataset: &Dataset, id: usize) -> usize {
    match dataset.schema.variables[id].value_type {
        ValueType::Boolean => 1,
        ValueType::Reference => 2,
        ValueType::Sequence(_) if is_same_array(dataset, id) => 2,
        ValueType::Text | ValueType::Bag(_) => 0,
        ValueType::Sequence(_) => RESIZING,
        // Numbers.
        _ => 3,
    }
}

/// Appends correct states in which those variables have values a little beside their own. Whose.
fn alter(dataset: &Dataset, columns: &mut [Column], variables: &[usize], limit: usize) -> Vec<usize> {
    let ty = |id: usize| dataset.schema.variables[id].value_type;
    let ways = ways(dataset, variables[0]);
    let n = dataset.correct;
    let bases = n.min(limit / ways);
    let rows: Vec<usize> = (0..bases).flat_map(|i| std::iter::repeat_n(i * n / bases, ways)).collect();
    for (id, (column, original)) in columns.iter_mut().zip(&dataset.columns).enumerate() {
        let added = original.gather(&rows);
        column.append(match ty(id) {
            _ if ways == RESIZING && is_length(dataset, id, variables) => Column { values: resized(added.values), ..added },
            _ if !variables.contains(&id) => added,
            ValueType::Reference => Column { values: other_objects(dataset, id, &rows), present: None },
            ty => Column { values: altered(added.values, ty, ways), ..added },
        });
    }
    rows
}

/// Ways in which a sequence is altered that can have fewer elements, or more.
const RESIZING: usize = 4;

/// Whether it holds the elements of an array that is the same object before and after the method in every correct state: no array ever
/// changes its length.
fn is_same_array(dataset: &Dataset, id: usize) -> bool {
    let variables = &dataset.schema.variables;
    let Some(array) = &variables[id].receiver else { return false };
    let is_array = contents::length_variable(variables, id as u32).is_some_and(|l| variables[l as usize].name.ends_with(".length"));
    let [after, before] = [array.clone(), format!("{ENTRY}{array}")].map(|name| dataset.schema.find(&name));
    let (Some(after), Some(before)) = (after, before) else { return false };
    let correct: Vec<usize> = (0..dataset.correct).collect();
    let [after, before] = [after, before].map(|id| dataset.columns[id as usize].gather(&correct));
    is_array && after == before
}

/// Whether it is the number of elements of one of those sequences.
fn is_length(dataset: &Dataset, id: usize, sequences: &[usize]) -> bool {
    let variables = &dataset.schema.variables;
    sequences.iter().any(|&sequence| {
        let is_sequence = matches!(variables[sequence].value_type, ValueType::Sequence(_));
        is_sequence && contents::length_variable(variables, sequence as u32).is_some_and(|length| length as usize == id)
    })
}

/// The lengths of sequences altered in turn ([`altered_sequences`]).
fn resized(values: Values) -> Values {
    let resized = |(i, length): (usize, i64)| match i % RESIZING {
        2 if length > 0 => length - 1,
        3 if length > 0 => length + 1,
        _ => length,
    };
    match values {
        Values::Integral(lengths) => Values::Integral(lengths.into_iter().enumerate().map(resized).collect()),
        other => other,
    }
}

/// Other objects than that variable holds in those rows: in turn one that is in the state, and one that is not.
fn other_objects(dataset: &Dataset, id: usize, rows: &[usize]) -> Values {
    let is_there = |column: &Column, row: usize| column.present.as_ref().is_none_or(|p| p.get(row));
    let object = |column: &Column, row: usize| match &column.values {
        Values::Integral(ids) if is_there(column, row) => ids[row],
        _ => 0,
    };
    let objects = |row: usize| -> Vec<i64> {
        let of = |(variable, column): (&Variable, &Column)| match (&column.values, variable.value_type) {
            (_, ValueType::Reference) => vec![object(column, row)],
            (Values::Sequence { offsets, items }, ValueType::Sequence(Element::Reference)) => {
                let Values::Integral(ids) = &**items else { return Vec::new() };
                ids[offsets[row] as usize..offsets[row + 1] as usize].to_vec()
            }
            _ => Vec::new(),
        };
        dataset.schema.variables.iter().zip(&dataset.columns).flat_map(of).collect()
    };
    let other = |(nth, &row): (usize, &usize)| {
        let there = objects(row);
        let own = object(&dataset.columns[id], row);
        let new = there.iter().max().map_or(1, |most| most + 1);
        let others: Vec<i64> = there.into_iter().filter(|&other| other != 0 && other != own).collect();
        if nth % 2 == 1 || others.is_empty() { new } else { others[scattered(nth) % others.len()] }
    };
    Values::Integral(rows.iter().enumerate().map(other).collect())
}

/// Appends correct states in which those variables have their entry values again, as if the method had not touched them; sequences in turn
/// as wholes and but for one write of an element. Whose; those that the method did not change are taken out where all known states are.
fn undo(dataset: &Dataset, columns: &mut [Column], variables: &[usize], limit: usize) -> Vec<usize> {
    let entry = |id: usize| {
        let entry = dataset.schema.find(&format!("{ENTRY}{}", dataset.schema.variables[id].name))? as usize;
        (dataset.schema.variables[entry].value_type == dataset.schema.variables[id].value_type).then_some(&dataset.columns[entry])
    };
    let Some(entries) = variables.iter().map(|&id| entry(id)).collect::<Option<Vec<&Column>>>() else { return Vec::new() };
    let n = dataset.correct;
    let bases = n.min(limit / 2);
    let rows: Vec<usize> = (0..bases).flat_map(|i| std::iter::repeat_n(i * n / bases, 2)).collect();
    for (id, (column, original)) in columns.iter_mut().zip(&dataset.columns).enumerate() {
        column.append(match variables.iter().position(|&v| v == id) {
            Some(nth) => undone(original, entries[nth], &rows),
            None => original.gather(&rows),
        });
    }
    rows
}

/// The values of those rows as they were on entry, in every other row of a sequence of the same length one element only.
fn undone(exit: &Column, entry: &Column, rows: &[usize]) -> Column {
    let is_there = |column: &Column, row: usize| column.present.as_ref().is_none_or(|p| p.get(row));
    let (Values::Sequence { offsets: old, items: were }, Values::Sequence { offsets, items }) = (&entry.values, &exit.values) else {
        return entry.gather(rows);
    };
    let of = |offsets: &[u32], row: usize| offsets[row] as usize..offsets[row + 1] as usize;
    // Both in one, so that an element can come from either.
    let mut all = (**items).clone();
    all.append((**were).clone());
    let after = items.len();
    let (mut ends, mut places, mut present) = (vec![0u32], Vec::new(), Vec::new());
    for (nth, &row) in rows.iter().enumerate() {
        let (now, then) = (of(offsets, row), of(old, row));
        let element = |nth: usize| items.gather(&[now.start + nth]) != were.gather(&[then.start + nth]);
        let single = nth % 2 == 1 && now.len() == then.len() && is_there(exit, row) && is_there(entry, row);
        let changed: Vec<usize> = if single { (0..now.len()).filter(|&i| element(i)).collect() } else { Vec::new() };
        if let Some(one) = (!changed.is_empty()).then(|| changed[scattered(nth) % changed.len()]) {
            places.extend(now.clone().map(|i| if i == now.start + one { after + then.start + one } else { i }));
            present.push(true);
        } else {
            places.extend(then.map(|i| after + i));
            present.push(is_there(entry, row));
        }
        ends.push(places.len() as u32);
    }
    let present = present.contains(&false).then(|| present.into_iter().collect());
    Column { values: Values::Sequence { offsets: ends, items: Box::new(all.gather(&places)) }, present }
}

/// The nth value altered in the nth way, so many ways in turn.
fn altered(values: Values, ty: ValueType, ways: usize) -> Values {
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
        Values::Sequence { offsets, items } => altered_sequences(offsets, *items, ways),
        Values::Text(_) => values,
    }
}

/// In turn an element takes the place of its neighbour, both change places, the last one is lost, and it is there twice. Elements are not
/// invented: what kind of values they can be, nobody knows.
fn altered_sequences(offsets: Vec<u32>, items: Values, ways: usize) -> Values {
    let (mut places, mut ends) = (Vec::with_capacity(items.len()), vec![0]);
    for (row, bounds) in offsets.windows(2).enumerate() {
        let (start, end) = (bounds[0] as usize, bounds[1] as usize);
        let first = places.len();
        places.extend(start..end);
        let neighbours = (end - start >= 2).then(|| first + scattered(row) % (end - start - 1));
        match (row % ways, neighbours) {
            (0, Some(at)) => places[at] = places[at + 1],
            (1, Some(at)) => places.swap(at, at + 1),
            (2, _) if end > start => places.truncate(places.len() - 1),
            (3, _) if end > start => places.push(end - 1),
            _ => {}
        }
        ends.push(places.len() as u32);
    }
    Values::Sequence { items: Box::new(items.gather(&places)), offsets: ends }
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

/// A fingerprint of a state. Should two states ever have the same one, a simulated state is missed and nothing is wrong.
pub(super) fn key<'c>(columns: impl IntoIterator<Item = &'c Column>, row: usize) -> u64 {
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
mod tests;
