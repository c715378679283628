//! States as rows of bits: the form in which duplicates are found, before they become columns.

use super::contents::{self, Pool};
use super::dataset::{Bits, Column, TextPool, Values};
use super::schema::{Element, Schema, ValueType};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};

/// One state: presence words, then the bits of each value (0 where absent). Contents are numbers of a [`Pool`].
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

    pub fn get(&self, variable: usize) -> Option<u64> {
        (self.words[variable / 64] >> (variable % 64) & 1 == 1).then(|| self.words[self.presence + variable])
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

    /// A value of a row.
    pub fn value(&self, row: u32, variable: usize) -> Option<u64> {
        let words = self.row(row);
        (words[variable / 64] >> (variable % 64) & 1 == 1).then(|| words[self.presence + variable])
    }

    fn row(&self, row: u32) -> &[u64] {
        &self.words[row as usize * self.width..][..self.width]
    }

    fn values(&self, variable: usize) -> impl Iterator<Item = Option<u64>> + Clone + '_ {
        let rows = self.words.chunks_exact(self.width);
        rows.map(move |r| (r[variable / 64] >> (variable % 64) & 1 == 1).then(|| r[self.presence + variable]))
    }
}

/// The columns of the rows of both sets, the first set's first, and the texts in them. A cell of contents is a number of `contents`.
pub(super) fn columns(schema: &Schema, correct: &RowSet, incorrect: &RowSet, contents: &Pool) -> (Vec<Column>, TextPool) {
    let rows = correct.len() + incorrect.len();
    let mut texts = TextPool::default();
    let mut column = |(i, v): (usize, &super::schema::Variable)| {
        let cells = || correct.values(i).chain(incorrect.values(i));
        let values = match v.value_type {
            ValueType::Text => Values::Text(text_ids(cells(), contents, &mut texts)),
            ValueType::Sequence(element) | ValueType::Bag(element) => sequences(element, cells(), rows, contents, &mut texts),
            scalar => scalars(scalar, cells().map(|cell| cell.unwrap_or(0))),
        };
        let present = cells().any(|cell| cell.is_none()).then(|| Bits::from_iter(cells().map(|cell| cell.is_some())));
        Column { values, present }
    };
    let columns = schema.variables.iter().enumerate().map(&mut column).collect();
    (columns, texts)
}

/// Values that are record bits.
pub(super) fn scalars(value_type: ValueType, bits: impl Iterator<Item = u64>) -> Values {
    match value_type {
        ValueType::Boolean => Values::Boolean(Bits::from_iter(bits.map(|b| b == 1))),
        ValueType::Float | ValueType::Double => Values::Real(bits.map(f64::from_bits).collect()),
        _ => Values::Integral(bits.map(|b| b as i64).collect()),
    }
}

fn text_ids(cells: impl Iterator<Item = Option<u64>>, contents: &Pool, texts: &mut TextPool) -> Vec<u32> {
    // Texts recur: each is looked up once.
    let mut known = vec![TextPool::NULL; contents.len()];
    let id = |cell: Option<u64>| {
        let Some(number) = cell else { return TextPool::NULL };
        let id = &mut known[number as usize];
        if *id == TextPool::NULL {
            *id = texts.intern(&contents::units(contents.get(number as u32)).collect::<Vec<_>>());
        }
        *id
    };
    cells.map(id).collect()
}

fn sequences(
    element: Element,
    cells: impl Iterator<Item = Option<u64>> + Clone,
    rows: usize,
    contents: &Pool,
    texts: &mut TextPool,
) -> Values {
    let bytes = |cell: Option<u64>| cell.map_or(&[][..], |number| contents.get(number as u32));
    let mut offsets = Vec::with_capacity(rows + 1);
    offsets.push(0);
    let mut end = 0u32;
    for cell in cells.clone() {
        end += contents::count(ValueType::Sequence(element), bytes(cell));
        offsets.push(end);
    }
    let items = if element == Element::Text {
        let mut id = |text: Option<&[u8]>| text.map_or(TextPool::NULL, |t| texts.intern(&contents::units(t).collect::<Vec<_>>()));
        Values::Text(cells.flat_map(|cell| contents::texts(bytes(cell))).map(&mut id).collect())
    } else {
        scalars(element.into(), cells.flat_map(|cell| contents::numbers(bytes(cell))))
    };
    Values::Sequence { offsets, items: Box::new(items) }
}
