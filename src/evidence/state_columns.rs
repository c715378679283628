//! States as they come, one row each, duplicates included, as columns.

use super::contents;
use super::dataset::{Bits, Column, TextPool, Values};
use super::record::{State, Value};
use super::rows::scalars;
use super::schema::{Element, Schema, ValueType};
use crate::{Error, Result};
use std::borrow::Cow;

/// The columns of states of the schema, and their texts in the pool.
///
/// # Errors
/// `InvalidInput` if the sequences of a variable have more elements than 2^32 - 1.
pub fn columns(schema: &Schema, states: &[State], texts: &mut TextPool) -> Result<Vec<Column>> {
    let mut columns = Vec::with_capacity(schema.variables.len());
    for (i, variable) in schema.variables.iter().enumerate() {
        let values = match variable.value_type {
            ValueType::Text => {
                let id = |cell: Option<Cow<[u8]>>| cell.map_or(TextPool::NULL, |bytes| intern(texts, &bytes));
                Values::Text(cells(states, i, variable.value_type).map(id).collect())
            }
            ValueType::Sequence(element) | ValueType::Bag(element) => sequences(element, states, i, variable.value_type, texts)
                .ok_or_else(|| {
                    Error::invalid_input(format!("the sequences `{}` of {} have too many elements in all", variable.name, schema.method))
                })?,
            scalar => scalars(scalar, states.iter().map(|s| bits(s, i, scalar))),
        };
        let present = states.iter().any(|s| !s.has(i)).then(|| states.iter().map(|s| s.has(i)).collect::<Bits>());
        columns.push(Column { values, present });
    }
    Ok(columns)
}

fn bits(state: &State, variable: usize, value_type: ValueType) -> u64 {
    match state.value(variable, value_type) {
        Some(Value::Bits(bits)) => bits,
        Some(Value::Contents(_)) | None => 0,
    }
}

fn cells<'a>(states: &'a [State], variable: usize, value_type: ValueType) -> impl Iterator<Item = Option<Cow<'a, [u8]>>> + 'a {
    states.iter().map(move |s| match s.value(variable, value_type) {
        Some(Value::Contents(bytes)) => Some(bytes),
        Some(Value::Bits(_)) | None => None,
    })
}

fn intern(texts: &mut TextPool, bytes: &[u8]) -> u32 {
    texts.intern(&contents::units(bytes).collect::<Vec<_>>())
}

fn sequences(element: Element, states: &[State], variable: usize, value_type: ValueType, texts: &mut TextPool) -> Option<Values> {
    let mut offsets = Vec::with_capacity(states.len() + 1);
    offsets.push(0u32);
    let (mut numbers, mut ids) = (Vec::new(), Vec::new());
    for cell in cells(states, variable, value_type) {
        let bytes = cell.unwrap_or_default();
        let end = offsets.last().expect("starts with 0").checked_add(contents::count(value_type, &bytes))?;
        offsets.push(end);
        if element == Element::Text {
            ids.extend(contents::texts(&bytes).map(|text| text.map_or(TextPool::NULL, |t| intern(texts, t))));
        } else {
            numbers.extend(contents::numbers(&bytes));
        }
    }
    let items = if element == Element::Text { Values::Text(ids) } else { scalars(element.into(), numbers.into_iter()) };
    Some(Values::Sequence { offsets, items: Box::new(items) })
}
