//! The contents of arrays and collections: a view of a dataset's column, and how elements compare.

use std::borrow::Cow;
use std::fmt;

use super::Value;
use crate::assertion::ast::{Element, Type};
use crate::evidence::dataset::{TextPool, Values};
use crate::evidence::schema::ValueType;

/// The elements of one sequence or bag.
#[derive(Clone, Copy)]
pub struct Contents<'a> {
    element: Element,
    items: &'a Values,
    start: usize,
    end: usize,
    texts: &'a TextPool,
}

/// An element as `equals` of boxes and strings sees it: two elements of one type are equal iff their keys are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key<'a> {
    Null,
    /// Boolean, integer, or identity.
    Integral(i64),
    /// The bits, of the one NaN if it is one (`Double.doubleToLongBits`).
    Real(u64),
    Text(&'a [u16]),
}

impl<'a> Contents<'a> {
    /// The items `start..end` of a column of that element type.
    ///
    /// # Panics
    /// If the column does not have these items.
    pub fn new(items: &'a Values, range: std::ops::Range<usize>, element: Element, texts: &'a TextPool) -> Self {
        assert!(range.start <= range.end && range.end <= items.len(), "items {range:?} of {}", items.len());
        Self { element, items, start: range.start, end: range.end, texts }
    }

    /// The items of one row of a column of sequences or bags.
    ///
    /// # Panics
    /// If that is no such column, or has no such row.
    pub fn of_row(values: &'a Values, row: usize, element: Element, texts: &'a TextPool) -> Self {
        let Values::Sequence { offsets, items } = values else { panic!("a column of the wrong kind for contents") };
        Self::new(items, offsets[row] as usize..offsets[row + 1] as usize, element, texts)
    }

    pub fn element(&self) -> Element {
        self.element
    }

    pub fn len(&self) -> usize {
        self.end - self.start
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at that place, from 0 on; `None`: it is a text and null.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn get(&self, index: usize) -> Option<Value<'a>> {
        assert!(index < self.len(), "element {index} of {}", self.len());
        let at = self.start + index;
        Some(match (self.items, Type::from(self.element)) {
            (Values::Boolean(bits), Type::Boolean) => Value::Boolean(bits.get(at)),
            (Values::Integral(values), Type::Int) => Value::Int(values[at] as i32),
            (Values::Integral(values), Type::Long) => Value::Long(values[at]),
            (Values::Integral(values), Type::Reference) => Value::Reference(values[at]),
            (Values::Real(values), Type::Float) => Value::Float(values[at] as f32),
            (Values::Real(values), Type::Double) => Value::Double(values[at]),
            (Values::Text(ids), Type::Text) => Value::Text(Cow::Borrowed(self.texts.get(ids[at])?.units())),
            (_, expected) => panic!("items of the wrong kind for elements of type {expected}"),
        })
    }

    pub(super) fn key(&self, index: usize) -> Key<'a> {
        let at = self.start + index;
        match self.items {
            Values::Boolean(bits) => Key::Integral(bits.get(at).into()),
            Values::Integral(values) => Key::Integral(values[at]),
            Values::Real(values) => Key::Real(real_key(values[at])),
            Values::Text(ids) => self.texts.get(ids[at]).map_or(Key::Null, |text| Key::Text(text.units())),
            Values::Sequence { .. } => panic!("sequences in a sequence"),
        }
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = Key<'a>> + use<'a> {
        let contents = *self;
        (0..self.len()).map(move |i| contents.key(i))
    }

    /// Integers and booleans as they are.
    pub(super) fn integers(&self) -> Option<&'a [i64]> {
        match self.items {
            Values::Integral(values) => Some(&values[self.start..self.end]),
            _ => None,
        }
    }

    pub(super) fn reals(&self) -> Option<&'a [f64]> {
        match self.items {
            Values::Real(values) => Some(&values[self.start..self.end]),
            _ => None,
        }
    }

    /// Equal elements in the same order.
    pub fn equals(&self, other: &Contents) -> bool {
        self.len() == other.len() && self.keys().eq(other.keys())
    }

    /// Equal elements, each as often, in any order.
    pub fn is_permutation_of(&self, other: &Contents) -> bool {
        if self.len() != other.len() {
            return false;
        }
        let (mut ours, mut theirs): (Vec<Key>, Vec<Key>) = (self.keys().collect(), other.keys().collect());
        ours.sort_unstable();
        theirs.sort_unstable();
        ours == theirs
    }
}

/// The key of a value that elements of that type are compared with, after widening it to their type.
pub(super) fn key_of<'v>(value: &'v Value, element: Element) -> Key<'v> {
    let real = matches!(element, Element::Float | Element::Double);
    match value {
        Value::Boolean(x) => Key::Integral((*x).into()),
        Value::Int(x) if real => Key::Real(real_key((*x).into())),
        Value::Int(x) => Key::Integral((*x).into()),
        Value::Long(x) | Value::Reference(x) => Key::Integral(*x),
        Value::Float(x) => Key::Real(real_key((*x).into())),
        Value::Double(x) => Key::Real(real_key(*x)),
        Value::Text(units) => Key::Text(units),
        Value::Exact(_) | Value::Sequence(_) | Value::Bag(_) => panic!("a {} is no element", value.value_type()),
    }
}

fn real_key(x: f64) -> u64 {
    if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }
}

impl PartialEq for Contents<'_> {
    /// The same elements in the same order, of one type.
    fn eq(&self, other: &Self) -> bool {
        self.element == other.element && self.equals(other)
    }
}

impl fmt::Debug for Contents<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", ValueType::from(self.element))?;
        f.debug_list().entries((0..self.len()).map(|i| self.get(i))).finish()
    }
}
