//! Values at the places of a sequence, over all states: what element-level synthesis compares.

use crate::assertion::ast::{Element, Type};
use crate::assertion::eval::frame::Frame;
use crate::evidence::dataset::{Bits, Column, Dataset, TextPool, Values};
use crate::improve::synthesis::terms::contents::{Holder, dataset_row};
use crate::improve::synthesis::terms::term::Term;

/// What cells can be compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Integer,
    Real,
    Reference,
    Text,
    Boolean,
}

impl Class {
    pub fn of(ty: Type) -> Option<Self> {
        Some(match ty {
            Type::Int | Type::Long => Self::Integer,
            Type::Float | Type::Double => Self::Real,
            Type::Reference => Self::Reference,
            Type::Text => Self::Text,
            Type::Boolean => Self::Boolean,
            _ => return None,
        })
    }
}

/// The places that a quantifier ranges over, those of correct states first; each group is padded to whole words.
#[derive(Debug)]
pub struct Places {
    /// By place: the row of the frame, and the index. Padding has an index of -1.
    pub at: Vec<(u32, i32)>,
    /// Words of places of correct states.
    pub correct_words: usize,
    /// Bits of what is no padding.
    pub valid: Vec<u64>,
    /// Rows of the frame in which the sequence exists.
    pub present: Vec<u64>,
    /// Whether all states are there.
    pub complete: bool,
}

impl Places {
    /// The places `0..length - shrink` of a sequence. Of too many places those of evenly spread states are taken.
    pub fn new(dataset: &Dataset, frame: &Frame, holder: &Holder, shrink: usize, limit: usize) -> Self {
        let reader = Reader::new(dataset, holder);
        let rows = || (0..frame.words * 64).filter_map(|at| Some((at, reader.len(dataset_row(frame, at)?)?)));
        let mut present = vec![0u64; frame.words];
        rows().for_each(|(at, _)| present[at / 64] |= 1 << (at % 64));
        let total: usize = rows().map(|(_, len)| len.saturating_sub(shrink)).sum();
        let stride = total.div_ceil(limit).max(1);
        let mut at = Vec::new();
        let mut correct_words = 0;
        for correct in [true, false] {
            let states = rows().filter(|(at, _)| (*at < frame.correct_words * 64) == correct).step_by(stride);
            states.for_each(|(row, len)| at.extend((0..len.saturating_sub(shrink)).map(|i| (row as u32, i as i32))));
            at.resize(at.len().next_multiple_of(64), (0, -1));
            if correct {
                correct_words = at.len() / 64;
            }
        }
        let valid = at.chunks(64).map(|c| (0..).zip(c).fold(0, |w, (i, place)| w | u64::from(place.1 >= 0) << i)).collect();
        Self { at, correct_words, valid, present, complete: stride == 1 }
    }

    pub fn words(&self) -> usize {
        self.valid.len()
    }

    /// The states of a set of places, as rows of the frame.
    pub fn states(&self, words: &[u64], first_word: usize, frame_words: usize) -> Vec<u64> {
        let mut rows = vec![0u64; frame_words];
        for place in crate::improve::synthesis::bitset::ones(words) {
            let row = self.at[first_word * 64 + place].0 as usize;
            rows[row / 64] |= 1 << (row % 64);
        }
        rows
    }

    /// The cells with that value at each place.
    pub fn cells<T>(&self, mut value: impl FnMut(u32, i32) -> Option<T>, collect: fn(Vec<T>) -> Raw) -> Cells
    where
        T: Default,
    {
        let mut present = vec![0u64; self.words()];
        let values = self.at.iter().enumerate().map(|(place, &(row, i))| {
            let value = if i < 0 { None } else { value(row, i) };
            present[place / 64] |= u64::from(value.is_some()) << (place % 64);
            value.unwrap_or_default()
        });
        let values = collect(values.collect());
        Cells { values, present }
    }

    /// A number, reference or boolean of the frame in every place.
    pub fn scalar(&self, term: &Term) -> Cells {
        let present = |row: u32| term.column.present.as_ref().is_none_or(|p| p[row as usize / 64] >> (row % 64) & 1 == 1);
        let rows: Vec<usize> = self.at.iter().map(|&(row, _)| row as usize).collect();
        let mut place = 0..;
        if term.column.ty.is_real() {
            let values = term.column.reals_at(&rows);
            // Padding has a value too, but is absent.
            let mut next = || place.next().map(|p: usize| values[p]);
            self.all(|row| next().filter(|_| present(row)), Raw::Real)
        } else {
            let values = term.column.integers_at(&rows);
            let mut next = || place.next().map(|p: usize| values[p]);
            self.all(|row| next().filter(|_| present(row)), Raw::Whole)
        }
    }

    /// As [`Self::cells`], but asks for padding too.
    fn all<T: Default>(&self, mut value: impl FnMut(u32) -> Option<T>, collect: fn(Vec<T>) -> Raw) -> Cells {
        let mut present = vec![0u64; self.words()];
        let values = self.at.iter().enumerate().map(|(place, &(row, i))| {
            let value = value(row);
            present[place / 64] |= u64::from(value.is_some() && i >= 0) << (place % 64);
            value.unwrap_or_default()
        });
        let values = collect(values.collect());
        Cells { values, present }
    }
}

#[derive(Clone, Debug)]
pub enum Raw {
    /// Integers, identities, ids of texts, 0 and 1.
    Whole(Vec<i64>),
    /// Floats exactly widened.
    Real(Vec<f64>),
}

/// A value at every place where there is one.
#[derive(Clone, Debug)]
pub struct Cells {
    pub values: Raw,
    pub present: Vec<u64>,
}

/// Where the first cells are equal to, less than and greater than the second; nowhere if one is absent.
pub struct Order {
    pub equal: Vec<u64>,
    pub less: Vec<u64>,
    pub greater: Vec<u64>,
    /// Both exist.
    pub defined: Vec<u64>,
}

impl Cells {
    /// The same number in every place.
    pub fn constant(places: &Places, class: Class, value: i64) -> Self {
        let n = places.at.len();
        let values = if class == Class::Real { Raw::Real(vec![value as f64; n]) } else { Raw::Whole(vec![value; n]) };
        Self { values, present: places.valid.clone() }
    }

    /// Both must be of one class.
    pub fn order(&self, other: &Self) -> Order {
        let defined: Vec<u64> = self.present.iter().zip(&other.present).map(|(a, b)| a & b).collect();
        let mut order = Order { equal: defined.clone(), less: defined.clone(), greater: defined.clone(), defined };
        macro_rules! compare {
            ($a:expr, $b:expr) => {
                for (word, (a, b)) in $a.chunks(64).zip($b.chunks(64)).enumerate() {
                    let (mut equal, mut less, mut greater) = (0u64, 0u64, 0u64);
                    for (bit, (a, b)) in a.iter().zip(b).enumerate() {
                        equal |= u64::from(a == b) << bit;
                        less |= u64::from(a < b) << bit;
                        greater |= u64::from(a > b) << bit;
                    }
                    order.equal[word] &= equal;
                    order.less[word] &= less;
                    order.greater[word] &= greater;
                }
            };
        }
        match (&self.values, &other.values) {
            (Raw::Whole(a), Raw::Whole(b)) => compare!(a, b),
            (Raw::Real(a), Raw::Real(b)) => compare!(a, b),
            _ => unreachable!("cells of one class"),
        }
        order
    }

    /// The cells that a function makes of two, which may fail.
    pub fn combine(&self, other: &Self, whole: impl Fn(i64, i64) -> i64, real: impl Fn(f64, f64) -> f64) -> Self {
        let present = self.present.iter().zip(&other.present).map(|(a, b)| a & b).collect();
        let values = match (&self.values, &other.values) {
            (Raw::Whole(a), Raw::Whole(b)) => Raw::Whole(a.iter().zip(b).map(|(&a, &b)| whole(a, b)).collect()),
            (Raw::Real(a), Raw::Real(b)) => Raw::Real(a.iter().zip(b).map(|(&a, &b)| real(a, b)).collect()),
            _ => unreachable!("cells of one class"),
        };
        Self { values, present }
    }
}

/// Reads the elements of a contents variable.
pub struct Reader<'a> {
    column: &'a Column,
    texts: &'a TextPool,
    pub element: Type,
}

impl<'a> Reader<'a> {
    pub fn new(dataset: &'a Dataset, holder: &Holder) -> Self {
        let element = match holder.ty {
            Type::Text => Type::Int,
            ty => ty.element().map(<Type as From<Element>>::from).expect("a collection"),
        };
        Self { column: &dataset.columns[holder.var as usize], texts: &dataset.texts, element }
    }

    pub fn class(&self) -> Class {
        Class::of(self.element).expect("elements are scalars or texts")
    }

    /// Number of elements in a row of the dataset; `None`: absent.
    pub fn len(&self, row: usize) -> Option<usize> {
        if self.column.present.as_ref().is_some_and(|p: &Bits| !p.get(row)) {
            return None;
        }
        match &self.column.values {
            Values::Sequence { offsets, .. } => Some((offsets[row + 1] - offsets[row]) as usize),
            Values::Text(ids) => self.texts.get(ids[row]).map(|t| t.units().len()),
            _ => unreachable!("contents"),
        }
    }

    /// The item at an index, as its place among all items; `None`: out of range or absent.
    fn place(&self, row: usize, index: i64) -> Option<usize> {
        let index = usize::try_from(index).ok()?;
        (index < self.len(row)?).then_some(index)
    }

    /// An element that is no real.
    pub fn whole(&self, row: usize, index: i64) -> Option<i64> {
        let index = self.place(row, index)?;
        match &self.column.values {
            Values::Text(ids) => self.texts.get(ids[row]).map(|t| t.units()[index].into()),
            Values::Sequence { offsets, items } => {
                let item = offsets[row] as usize + index;
                match &**items {
                    Values::Integral(items) => Some(items[item]),
                    Values::Boolean(items) => Some(items.get(item).into()),
                    Values::Text(items) => Some(items[item].into()).filter(|id| *id != i64::from(TextPool::NULL)),
                    _ => unreachable!("no real"),
                }
            }
            _ => unreachable!("contents"),
        }
    }

    /// An element that is a float or double.
    pub fn real(&self, row: usize, index: i64) -> Option<f64> {
        let index = self.place(row, index)?;
        let Values::Sequence { offsets, items } = &self.column.values else { unreachable!("a sequence") };
        let Values::Real(items) = &**items else { unreachable!("reals") };
        Some(items[offsets[row] as usize + index])
    }
}
