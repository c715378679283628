//! The states as the kernels want them: one aligned column per variable, correct and incorrect states in words of their own.

use super::derived::{ColumnId, Terms, for_each_outermost};
use super::interpreted::{self, Interpreted};
use super::kernel::Buffer;
use super::layout::Layout;
use crate::assertion::ast::{Expr, Type};
use crate::evidence::dataset::{self, Bits, Dataset, Values};
use crate::evidence::schema::{VarId, Variable};
use std::sync::Arc;

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
    /// The variables in their order, then the derived terms.
    columns: Vec<Column>,
    variables: usize,
    terms: Arc<Terms>,
    correct_rows: Vec<u64>,
    incorrect_rows: Vec<u64>,
}

/// Why a term got no column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Underived {
    /// Its column would exceed the memory that derived columns may take.
    TooLarge,
    Interrupted,
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

impl Column {
    fn bytes(&self) -> usize {
        self.numbers.bytes() + 8 * (self.bits.len() + self.present.as_ref().map_or(0, Vec::len))
    }
}

impl Frame {
    /// All variables of the dataset, and no derived terms.
    pub fn new(dataset: &Dataset) -> Self {
        Self::of_variables(dataset, |_| true)
    }

    /// Some variables of the dataset, and no derived terms; no tree may have the other variables, which take no memory.
    pub fn of_variables(dataset: &Dataset, needed: impl Fn(VarId) -> bool) -> Self {
        let layout = Layout::of(dataset);
        let (rows, Layout { words, .. }) = (layout.words * 64, layout);
        let column = |(var, (variable, column)): (VarId, (&Variable, &dataset::Column))| {
            let ty = Type::from(variable.value_type);
            // The interpreter reads contents from the dataset.
            if !needed(var) || ty.is_contents() {
                return Column { ty, numbers: Buffer::default(), bits: Vec::new(), present: None };
            }
            let present = column.present.as_ref().map(|p| layout.bits(|row| p.get(row)));
            let mut bits = Vec::new();
            let numbers = match (&column.values, ty) {
                (Values::Boolean(values), _) => {
                    bits = layout.bits(|row| values.get(row) && column.present.as_ref().is_none_or(|p| p.get(row)));
                    Buffer::default()
                }
                (Values::Integral(values), Type::Int) => Buffer::of(layout.spread(values, |v| v as i32), rows),
                (Values::Integral(values), _) => Buffer::of(layout.spread(values, |v| v), rows),
                (Values::Real(values), Type::Float) => Buffer::of(layout.spread(values, |v| v as f32), rows),
                (Values::Real(values), _) => Buffer::of(layout.spread(values, |v| v), rows),
                (Values::Text(_) | Values::Sequence { .. }, ty) => unreachable!("contents as a column of {ty}"),
            };
            Column { ty, numbers, bits, present }
        };
        let columns: Vec<Column> = (0..).zip(dataset.schema.variables.iter().zip(&dataset.columns)).map(column).collect();
        Self {
            correct: layout.correct,
            incorrect: dataset.rows - dataset.correct,
            correct_words: layout.correct_words,
            words,
            variables: columns.len(),
            terms: Arc::new(Terms::new(columns.len())),
            columns,
            correct_rows: layout.bits(|row| row < layout.correct),
            incorrect_rows: layout.bits(|row| row >= layout.correct),
        }
    }

    /// Computes the columns of the expression's derived terms ([`super::derived`]) that are not there yet; in parallel inside a pool.
    /// Terms before the one that fails stay. `interrupted` is polled often. Forests know the terms that were there when they were made.
    ///
    /// `dataset` must be the frame's, and the expression well typed. `limit`: bytes that all derived columns together may take.
    pub fn derive(
        &mut self,
        dataset: &Dataset,
        expr: &Expr,
        limit: usize,
        interrupted: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), Underived> {
        let types: Vec<Type> = self.types().collect();
        let mut wanted = Vec::new();
        for_each_outermost(expr, &types, &mut |term| wanted.push(term));
        let layout = Layout::of(dataset);
        for term in wanted {
            if self.terms.find(term).is_some() {
                continue;
            }
            let ty = term.type_with(&|var| types[var as usize]);
            if self.derived_bytes() + interpreted::bytes(ty, layout.words) > limit {
                return Err(Underived::TooLarge);
            }
            let Interpreted { numbers, bits, present } =
                interpreted::compute(dataset, layout, term, ty, interrupted).ok_or(Underived::Interrupted)?;
            self.columns.push(Column { ty, numbers, bits, present });
            Arc::make_mut(&mut self.terms).push(term.clone(), ty);
        }
        Ok(())
    }

    /// Whether two columns of one type have the same values, to the bit, in the same rows.
    pub fn are_equal(&self, a: ColumnId, b: ColumnId) -> bool {
        let (a, b) = (&self.columns[a as usize], &self.columns[b as usize]);
        a.numbers.view::<i64>() == b.numbers.view::<i64>() && a.bits == b.bits && a.present == b.present
    }

    /// The derived terms.
    pub fn terms(&self) -> &Arc<Terms> {
        &self.terms
    }

    /// Memory of the derived columns.
    pub fn derived_bytes(&self) -> usize {
        self.columns[self.variables..].iter().map(Column::bytes).sum()
    }

    /// Memory of all columns.
    pub fn bytes(&self) -> usize {
        self.columns.iter().map(Column::bytes).sum::<usize>() + 8 * (self.correct_rows.len() + self.incorrect_rows.len())
    }

    /// Types of the variables, by [`VarId`].
    pub fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.columns[..self.variables].iter().map(|c| c.ty)
    }

    /// Whether each column's value may be absent.
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
    pub fn numbers(&self, column: ColumnId) -> &Buffer {
        &self.columns[column as usize].numbers
    }

    /// A boolean column: the rows in which it is true.
    pub fn bits(&self, column: ColumnId) -> &[u64] {
        &self.columns[column as usize].bits
    }

    /// The rows in which the column has a value; `None`: all.
    pub fn present(&self, column: ColumnId) -> Option<&[u64]> {
        self.columns[column as usize].present.as_deref()
    }
}
