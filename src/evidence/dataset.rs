//! The states of a program point as columns: correct states first, then incorrect ones.

use super::constants::Constants;
use super::schema::Schema;
pub use super::text::{JavaString, TextPool};

/// A packed set of rows; bit `i % 64` of word `i / 64`. Bits at and past the length are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    pub words: Vec<u64>,
    pub len: usize,
}

impl Bits {
    pub fn zeros(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)], len }
    }

    pub fn get(&self, row: usize) -> bool {
        assert!(row < self.len, "row {row} of {}", self.len);
        self.words[row / 64] >> (row % 64) & 1 == 1
    }

    pub fn set(&mut self, row: usize, value: bool) {
        assert!(row < self.len, "row {row} of {}", self.len);
        let mask = 1 << (row % 64);
        if value { self.words[row / 64] |= mask } else { self.words[row / 64] &= !mask }
    }

    /// Adds rows that are not set, so that there are as many.
    pub fn grow(&mut self, len: usize) {
        self.len = self.len.max(len);
        self.words.resize(self.len.div_ceil(64), 0);
    }

    /// The bits of those rows, in that order.
    pub fn gather(&self, rows: &[usize]) -> Self {
        rows.iter().map(|&row| self.get(row)).collect()
    }
}

impl FromIterator<bool> for Bits {
    fn from_iter<I: IntoIterator<Item = bool>>(bits: I) -> Self {
        let mut collected = Self { words: Vec::new(), len: 0 };
        for bit in bits {
            if collected.len.is_multiple_of(64) {
                collected.words.push(0);
            }
            *collected.words.last_mut().expect("a word was just pushed") |= u64::from(bit) << (collected.len % 64);
            collected.len += 1;
        }
        collected
    }
}

/// The values of one variable over all rows. byte, short, char, int, long and references are `Integral`
/// (a reference is its identity within the state, 0 for null); float and double are `Real` (a float exactly widened);
/// sequences and bags are `Sequence`.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    Boolean(Bits),
    Integral(Vec<i64>),
    Real(Vec<f64>),
    /// Ids of the dataset's [`TextPool`]. Null only as an element of a sequence or bag; an absent text is null too.
    Text(Vec<u32>),
    /// Row r has the items `offsets[r]..offsets[r + 1]`, none where it is absent. The items are values of the element type, all present.
    Sequence {
        offsets: Vec<u32>,
        items: Box<Values>,
    },
}

impl Values {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Boolean(bits) => bits.len,
            Self::Integral(values) => values.len(),
            Self::Real(values) => values.len(),
            Self::Text(ids) => ids.len(),
            Self::Sequence { offsets, .. } => offsets.len() - 1,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Values {
    /// Adds the rows of values of the same type.
    pub fn append(&mut self, other: Self) {
        match (self, other) {
            (Self::Boolean(to), Self::Boolean(from)) => {
                *to = (0..to.len).map(|i| to.get(i)).chain((0..from.len).map(|i| from.get(i))).collect()
            }
            (Self::Integral(to), Self::Integral(from)) => to.extend(from),
            (Self::Real(to), Self::Real(from)) => to.extend(from),
            (Self::Text(to), Self::Text(from)) => to.extend(from),
            (Self::Sequence { offsets, items }, Self::Sequence { offsets: more, items: from }) => {
                let end = *offsets.last().expect("a sequence has an end");
                offsets.extend(more[1..].iter().map(|offset| end + offset));
                items.append(*from);
            }
            _ => unreachable!("values of another type"),
        }
    }

    /// The values of those rows, in that order; a row may come several times.
    pub fn gather(&self, rows: &[usize]) -> Self {
        match self {
            Self::Boolean(values) => Self::Boolean(values.gather(rows)),
            Self::Integral(values) => Self::Integral(rows.iter().map(|&row| values[row]).collect()),
            Self::Real(values) => Self::Real(rows.iter().map(|&row| values[row]).collect()),
            Self::Text(ids) => Self::Text(rows.iter().map(|&row| ids[row]).collect()),
            Self::Sequence { offsets, items } => {
                let of_row = |&row: &usize| offsets[row] as usize..offsets[row + 1] as usize;
                let places: Vec<usize> = rows.iter().flat_map(of_row).collect();
                let mut end = 0;
                let ends = rows.iter().map(|row| {
                    end += of_row(row).len() as u32;
                    end
                });
                let offsets = std::iter::once(0).chain(ends).collect();
                Self::Sequence { offsets, items: Box::new(items.gather(&places)) }
            }
        }
    }
}

/// One variable's column. Where `present` is unset the row's value is 0/false and means nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub values: Values,
    /// `None`: present in every row.
    pub present: Option<Bits>,
}

impl Column {
    /// The column of those rows, in that order; a row may come several times.
    pub fn gather(&self, rows: &[usize]) -> Self {
        Self { values: self.values.gather(rows), present: self.present.as_ref().map(|present| present.gather(rows)) }
    }

    /// Adds the rows of a column of the same type.
    pub fn append(&mut self, other: Self) {
        let rows = self.values.len();
        let added = other.values.len();
        self.values.append(other.values);
        if self.present.is_some() || other.present.is_some() {
            let bits = |present: &Option<Bits>, row| present.as_ref().is_none_or(|p| p.get(row));
            let before = (0..rows).map(|row| bits(&self.present, row));
            self.present = Some(before.chain((0..added).map(|row| bits(&other.present, row))).collect());
        }
    }
}

/// Where an incorrect state comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Index of the mutant, in the order of first appearance.
    pub mutant: u32,
    /// Index of the test, in the order of first appearance.
    pub test: u32,
    /// Row of the correct state of the same (test, invocation), if that was observed.
    pub pair: Option<u32>,
}

/// Correct states (rows `0..correct`) and incorrect states (rows `correct..rows`) of one program point.
#[derive(Clone, Debug)]
pub struct Dataset {
    pub schema: Schema,
    pub rows: usize,
    pub correct: usize,
    /// One per variable of the schema, in its order.
    pub columns: Vec<Column>,
    /// One per incorrect state: `origins[i]` belongs to row `correct + i`.
    pub origins: Vec<Origin>,
    /// The texts that the columns speak of.
    pub texts: TextPool,
    /// One per correct state: the tests that it was seen in, test `t` as bit `t % 64`. Empty: unknown.
    pub correct_tests: Vec<u64>,
    /// What the program's author wrote down.
    pub constants: Constants,
    /// Whether many of the correct states are of generated tests, which try what people's examples avoid.
    pub explored: bool,
}
