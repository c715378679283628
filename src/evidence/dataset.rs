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

/// One variable's column. Where `present` is unset the row's value is 0/false and means nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub values: Values,
    /// `None`: present in every row.
    pub present: Option<Bits>,
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
}
