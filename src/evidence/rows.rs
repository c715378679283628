//! States as rows of bits: the form in which duplicates are found, before they become columns.

use super::dataset::{Bits, Column, Values};
use super::schema::{Schema, ValueType};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

/// One state: presence words, then the bits of each value (0 where absent).
#[derive(Clone, Debug)]
pub(super) struct Cells {
    words: Vec<u64>,
    presence: usize,
}

impl Cells {
    pub fn new(variables: usize) -> Self {
        let presence = variables.div_ceil(64);
        Self { words: vec![0; presence + variables], presence }
    }

    pub fn set(&mut self, variable: usize, value: Option<u64>) {
        let mask = 1 << (variable % 64);
        let presence = &mut self.words[variable / 64];
        *presence = if value.is_some() { *presence | mask } else { *presence & !mask };
        self.words[self.presence + variable] = value.unwrap_or(0);
    }

    pub fn bytes(&self) -> usize {
        8 * self.words.len()
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for &word in &self.words {
            hasher.write_u64(word);
        }
        hasher.finish()
    }
}

/// States in order of arrival, searchable by content. Holds what is pushed, duplicates too.
#[derive(Debug)]
pub(super) struct RowSet {
    words: Vec<u64>,
    width: usize,
    presence: usize,
    /// First row of each hash; rows of equal hash follow by `next`.
    heads: HashMap<u64, u32>,
    next: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl RowSet {
    pub fn new(shape: &Cells) -> Self {
        Self { words: Vec::new(), width: shape.words.len(), presence: shape.presence, heads: HashMap::new(), next: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.next.len()
    }

    pub fn find(&self, cells: &Cells) -> Option<u32> {
        let mut row = *self.heads.get(&cells.hash())?;
        while row != NONE {
            if self.row(row) == cells.words {
                return Some(row);
            }
            row = self.next[row as usize];
        }
        None
    }

    pub fn push(&mut self, cells: &Cells) -> u32 {
        let row = self.next.len() as u32;
        self.words.extend_from_slice(&cells.words);
        self.next.push(NONE);
        // The new row goes second in its chain: the first stays first without a walk to the end.
        let head = *self.heads.entry(cells.hash()).or_insert(row);
        if head != row {
            self.next[row as usize] = self.next[head as usize];
            self.next[head as usize] = row;
        }
        row
    }

    fn row(&self, row: u32) -> &[u64] {
        &self.words[row as usize * self.width..][..self.width]
    }

    fn values(&self, variable: usize) -> impl Iterator<Item = Option<u64>> + '_ {
        let rows = self.words.chunks_exact(self.width);
        rows.map(move |r| (r[variable / 64] >> (variable % 64) & 1 == 1).then(|| r[self.presence + variable]))
    }
}

/// The columns of the rows of both sets, the first set's first.
pub(super) fn columns(schema: &Schema, correct: &RowSet, incorrect: &RowSet) -> Vec<Column> {
    let rows = correct.len() + incorrect.len();
    let column = |(i, v): (usize, &super::schema::Variable)| {
        let cells = || correct.values(i).chain(incorrect.values(i)).enumerate();
        let bits = |of: &dyn Fn(Option<u64>) -> bool| {
            let mut bits = Bits::zeros(rows);
            cells().filter(|&(_, cell)| of(cell)).for_each(|(row, _)| bits.set(row, true));
            bits
        };
        let numbers = || cells().map(|(_, cell)| cell.unwrap_or(0));
        let values = match v.value_type {
            ValueType::Boolean => Values::Boolean(bits(&|cell| cell == Some(1))),
            ValueType::Float | ValueType::Double => Values::Real(numbers().map(f64::from_bits).collect()),
            _ => Values::Integral(numbers().map(|bits| bits as i64).collect()),
        };
        let present = cells().any(|(_, cell)| cell.is_none()).then(|| bits(&|cell| cell.is_some()));
        Column { values, present }
    };
    schema.variables.iter().enumerate().map(column).collect()
}
