//! The states as the kernels want them: one aligned column per variable, correct and incorrect states in words of their own.

use super::kernel::Buffer;
use crate::assertion::ast::Type;
use crate::evidence::dataset::{Bits, Dataset, Values};
use crate::evidence::schema::VarId;

/// Rows per block of [`Frame::blocks`], in words of 64. Small enough that a comparison's columns stay in the first cache levels,
/// large enough that a kernel call is cheap against its loop.
pub const BLOCK_WORDS: usize = 32;

/// A [`Dataset`] laid out for evaluation. Rows are padded, so that words hold either correct or incorrect states:
/// words `0..correct_words` the correct ones, the rest the incorrect ones. Padding rows hold zeros and are never counted.
#[derive(Debug)]
pub struct Frame {
    /// Number of correct states.
    pub correct: usize,
    /// Number of incorrect states.
    pub incorrect: usize,
    /// Words that hold correct states.
    pub correct_words: usize,
    /// Words in all.
    pub words: usize,
    columns: Vec<Column>,
    correct_rows: Vec<u64>,
    incorrect_rows: Vec<u64>,
}

#[derive(Debug)]
struct Column {
    ty: Type,
    /// Numbers and references, in the type's lane.
    numbers: Buffer,
    /// Booleans, false where absent.
    bits: Vec<u64>,
    present: Option<Vec<u64>>,
}

impl Frame {
    pub fn new(dataset: &Dataset) -> Self {
        let (correct, incorrect) = (dataset.correct, dataset.rows - dataset.correct);
        let correct_words = correct.div_ceil(64);
        let words = correct_words + incorrect.div_ceil(64);
        let layout = Layout { correct, words, correct_words, rows: dataset.rows };
        let columns = dataset
            .schema
            .variables
            .iter()
            .zip(&dataset.columns)
            .map(|(variable, column)| {
                let present = column.present.as_ref().map(|p| layout.bits(|row| p.get(row)));
                let mut bits = Vec::new();
                let numbers = match (&column.values, Type::from(variable.value_type)) {
                    (Values::Boolean(values), _) => {
                        bits = layout.bits(|row| values.get(row) && column.present.as_ref().is_none_or(|p| p.get(row)));
                        Buffer::default()
                    }
                    (Values::Integral(values), Type::Int) => Buffer::of(layout.spread(values, |v| v as i32), words * 64),
                    (Values::Integral(values), _) => Buffer::of(layout.spread(values, |v| v), words * 64),
                    (Values::Real(values), Type::Float) => Buffer::of(layout.spread(values, |v| v as f32), words * 64),
                    (Values::Real(values), _) => Buffer::of(layout.spread(values, |v| v), words * 64),
                    // The interpreter reads contents from the dataset.
                    (Values::Text(_) | Values::Sequence { .. }, _) => Buffer::default(),
                };
                Column { ty: variable.value_type.into(), numbers, bits, present }
            })
            .collect();
        let correct_rows = layout.bits(|row| row < correct);
        let incorrect_rows = layout.bits(|row| row >= correct);
        Self { correct, incorrect, correct_words, words, columns, correct_rows, incorrect_rows }
    }

    /// Types of the variables, by [`VarId`].
    pub fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.columns.iter().map(|c| c.ty)
    }

    /// Whether each variable may be absent, by [`VarId`].
    pub(super) fn absent(&self) -> impl Iterator<Item = bool> + '_ {
        self.columns.iter().map(|c| c.present.is_some())
    }

    /// Number of blocks of [`BLOCK_WORDS`] words; the last may be shorter.
    pub fn blocks(&self) -> usize {
        self.words.div_ceil(BLOCK_WORDS)
    }

    /// Words of that block.
    pub fn block(&self, index: usize) -> std::ops::Range<usize> {
        index * BLOCK_WORDS..self.words.min((index + 1) * BLOCK_WORDS)
    }

    /// Rows that are correct states; the padding is in neither this set nor the next.
    pub fn correct_rows(&self) -> &[u64] {
        &self.correct_rows
    }

    /// Rows that are incorrect states.
    pub fn incorrect_rows(&self) -> &[u64] {
        &self.incorrect_rows
    }

    /// Where a dataset's row is here.
    pub fn position(&self, row: usize) -> usize {
        if row < self.correct { row } else { self.correct_words * 64 + row - self.correct }
    }

    /// The dataset's order again: a set of rows of this frame as a set of the dataset's rows.
    pub fn to_dataset_rows(&self, words: &[u64]) -> Bits {
        let mut bits = Bits::zeros(self.correct + self.incorrect);
        for row in 0..bits.len {
            let at = self.position(row);
            bits.set(row, words[at / 64] >> (at % 64) & 1 == 1);
        }
        bits
    }

    /// Numbers or references, in the lane of the type: one element per row of the frame.
    pub fn numbers(&self, var: VarId) -> &Buffer {
        &self.columns[var as usize].numbers
    }

    /// A boolean variable: the rows in which it is true.
    pub fn bits(&self, var: VarId) -> &[u64] {
        &self.columns[var as usize].bits
    }

    /// `None`: present everywhere.
    pub fn present(&self, var: VarId) -> Option<&[u64]> {
        self.columns[var as usize].present.as_deref()
    }
}

/// How the dataset's rows are spread over words.
struct Layout {
    correct: usize,
    correct_words: usize,
    words: usize,
    rows: usize,
}

impl Layout {
    fn bits(&self, of: impl Fn(usize) -> bool) -> Vec<u64> {
        let mut words = vec![0; self.words];
        for row in 0..self.rows {
            let at = if row < self.correct { row } else { self.correct_words * 64 + row - self.correct };
            words[at / 64] |= u64::from(of(row)) << (at % 64);
        }
        words
    }

    fn spread<'a, T: Copy, U: Default>(&self, values: &'a [T], convert: impl Fn(T) -> U + 'a) -> impl Iterator<Item = U> + 'a {
        let padding = self.correct_words * 64 - self.correct;
        let (correct, incorrect) = values.split_at(self.correct);
        let mut row = 0;
        let end = correct.len() + padding + incorrect.len();
        std::iter::from_fn(move || {
            let at = row;
            row += 1;
            if at < correct.len() {
                Some(convert(correct[at]))
            } else if at < correct.len() + padding {
                Some(U::default())
            } else if at < end {
                Some(convert(incorrect[at - correct.len() - padding]))
            } else {
                None
            }
        })
    }
}
