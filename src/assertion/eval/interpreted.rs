//! A column made by the interpreter, row by row.

use super::deficiencies::Deficiencies;
use super::kernel::{Buffer, Lane};
use super::layout::Layout;
use crate::assertion::ast::{BinaryOp, Expr, Type};
use crate::assertion::interpret::{self, Value};
use crate::compute::pool;
use crate::evidence::dataset::{Bits, Dataset, TextPool, Values};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

/// The values of a term over the rows of a frame. Padding rows hold zeros.
#[derive(Debug)]
pub struct Interpreted {
    /// Of a number or reference.
    pub numbers: Buffer,
    /// Of a boolean: the rows in which it is true.
    pub bits: Vec<u64>,
    /// Of a number or reference: the rows in which it does not fail; `None`: all.
    pub present: Option<Vec<u64>>,
}

/// Words of rows per piece of parallel work, after each of which interruption is polled.
const CHUNK_WORDS: usize = 4;

/// The memory that a column of that type takes at most.
pub fn bytes(ty: Type, words: usize) -> usize {
    match ty {
        Type::Boolean => 8 * words,
        _ => 64 * size_of::<u64>() * words + 8 * words,
    }
}

/// Computes a boolean, number or reference on all rows; `None`: interrupted.
pub fn compute(dataset: &Dataset, layout: Layout, term: &Expr, ty: Type, interrupted: &(dyn Fn() -> bool + Sync)) -> Option<Interpreted> {
    let value = |row: usize| interpret::evaluate(term, &|var| interpret::variable_value(dataset, var, row));
    macro_rules! numbers {
        ($lane:ty, $kind:ident) => {
            numbers::<$lane>(layout, interrupted, |row| match value(row) {
                None => None,
                Some(Value::$kind(x)) => Some(x),
                Some(other) => unreachable!("a {} where {ty} is due", other.value_type()),
            })
        };
    }
    match ty {
        Type::Boolean => {
            let bits = match text_equality(dataset, term) {
                Some(equal) => truths(layout, interrupted, equal),
                None => truths(layout, interrupted, |row| value(row) == Some(Value::Boolean(true))),
            };
            Some(Interpreted { numbers: Buffer::default(), bits: bits?, present: None })
        }
        Type::Int => numbers!(i32, Int),
        Type::Long => numbers!(i64, Long),
        Type::Float => numbers!(f32, Float),
        Type::Double => numbers!(f64, Double),
        Type::Reference => numbers!(i64, Reference),
        Type::Exact | Type::Text | Type::Sequence(_) | Type::Bag(_) => unreachable!("{ty} has no column"),
    }
}

fn truths(layout: Layout, interrupted: &(dyn Fn() -> bool + Sync), holds: impl Fn(usize) -> bool + Sync) -> Option<Vec<u64>> {
    let mut bits = vec![0; layout.words];
    let work = |(chunk, words): (usize, &mut [u64])| {
        for (w, word) in words.iter_mut().enumerate() {
            let first = (chunk * CHUNK_WORDS + w) * 64;
            *word = (0..64).filter_map(|bit| Some(u64::from(holds(layout.dataset_row(first + bit)?)) << bit)).sum();
        }
        !interrupted()
    };
    let complete = if pool::inside() {
        bits.par_chunks_mut(CHUNK_WORDS).enumerate().map(work).reduce(|| true, |a, b| a && b)
    } else {
        bits.chunks_mut(CHUNK_WORDS).enumerate().all(work)
    };
    complete.then_some(bits)
}

fn numbers<T: Lane>(
    layout: Layout,
    interrupted: &(dyn Fn() -> bool + Sync),
    value: impl Fn(usize) -> Option<T> + Sync,
) -> Option<Interpreted> {
    let mut numbers = Buffer::of(std::iter::empty::<T>(), layout.words * 64);
    let mut present = vec![0u64; layout.words];
    let work = |(chunk, (numbers, present)): (usize, (&mut [T], &mut [u64]))| {
        for (i, number) in numbers.iter_mut().enumerate() {
            if let Some(x) = layout.dataset_row(chunk * CHUNK_WORDS * 64 + i).and_then(&value) {
                *number = x;
                present[i / 64] |= 1 << (i % 64);
            }
        }
        !interrupted()
    };
    let lane = &mut numbers.view_mut::<T>()[..layout.words * 64];
    let complete = if pool::inside() {
        let chunks = lane.par_chunks_mut(CHUNK_WORDS * 64).zip(present.par_chunks_mut(CHUNK_WORDS));
        chunks.enumerate().map(work).reduce(|| true, |a, b| a && b)
    } else {
        lane.chunks_mut(CHUNK_WORDS * 64).zip(present.chunks_mut(CHUNK_WORDS)).enumerate().all(work)
    };
    let everywhere = present.iter().map(|word| word.count_ones() as usize).sum::<usize>() == layout.rows;
    complete.then(|| Interpreted { numbers, bits: Vec::new(), present: (!everywhere).then_some(present) })
}

/// Equality of a text variable and another or a literal, by the ids of the dataset's pool: equal texts have equal ids. `None`: it is no
/// such equality. Two literals may be equal and have no id.
fn text_equality<'a>(dataset: &'a Dataset, term: &'a Expr) -> Option<impl Fn(usize) -> bool + Sync + 'a> {
    let Expr::Binary(BinaryOp::Eq, left, right) = term else { return None };
    if matches!((&**left, &**right), (Expr::Text(_), Expr::Text(_))) {
        return None;
    }
    let (left, right) = (text_ids(dataset, left)?, text_ids(dataset, right)?);
    Some(move |row| {
        let id = left(row);
        id != TextPool::NULL && id == right(row)
    })
}

/// The id of a text variable or literal in each row; null where it is absent.
fn text_ids<'a>(dataset: &'a Dataset, text: &'a Expr) -> Option<Box<dyn Fn(usize) -> u32 + Sync + 'a>> {
    match text {
        Expr::Var(var) => match &dataset.columns[*var as usize].values {
            Values::Text(ids) => {
                let present = &dataset.columns[*var as usize].present;
                Some(Box::new(|row| if present.as_ref().is_none_or(|p| p.get(row)) { ids[row] } else { TextPool::NULL }))
            }
            _ => None,
        },
        Expr::Text(literal) => {
            // No state has a text that the pool does not have.
            let id = dataset.texts.find(literal.units()).unwrap_or(TextPool::NULL);
            Some(Box::new(move |_| id))
        }
        _ => None,
    }
}

/// A whole assertion without columns.
pub fn evaluate(dataset: &Dataset, expr: &Expr) -> (Bits, Deficiencies) {
    let mut bits = Bits::zeros(dataset.rows);
    let work = |(word, bits): (usize, &mut u64)| {
        let rows = word * 64..dataset.rows.min(word * 64 + 64);
        *bits = rows.map(|row| u64::from(interpret::holds(expr, dataset, row)) << (row % 64)).sum();
    };
    if pool::inside() {
        bits.words.par_iter_mut().enumerate().for_each(work);
    } else {
        bits.words.iter_mut().enumerate().for_each(work);
    }
    let count = |rows: std::ops::Range<usize>, value| rows.filter(|&row| bits.get(row) == value).count() as u32;
    let false_positives = count(0..dataset.correct, false);
    let false_negatives = count(dataset.correct..dataset.rows, true);
    (bits, Deficiencies { false_positives, false_negatives })
}
