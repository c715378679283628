//! Values of terms over all rows of a frame, and arithmetic and comparison of them with Java's promotions.

use crate::assertion::ast::Type;
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::{Arithmetic, Bitwise, Buffer, Comparison, Extremum, Kernels, Lane, Operand};
use crate::assertion::eval::lanes::{LaneKind, with_lane, with_promotion};
use std::borrow::Cow;

/// A number or reference in every row: a column of its type's lane, or one literal (its bits as in
/// [`Node::literal`](crate::assertion::eval::dag::Node::literal)).
#[derive(Clone, Debug)]
pub enum Values {
    Column(Buffer),
    Constant(u64),
}

/// Values with their type, and the rows in which they exist (`None`: all).
#[derive(Clone, Debug)]
pub struct Column {
    pub ty: Type,
    pub values: Values,
    pub present: Option<Vec<u64>>,
}

/// Where two columns are equal, and where the first is less, or greater; none of them where one is absent.
#[derive(Clone, Debug)]
pub struct Relation {
    pub equal: Vec<u64>,
    pub less: Vec<u64>,
    pub greater: Vec<u64>,
    /// Both exist; a NaN exists and is in none of the others.
    pub defined: Option<Vec<u64>>,
}

impl Column {
    /// A literal, by its bits.
    pub fn constant(ty: Type, bits: u64) -> Self {
        Self { ty, values: Values::Constant(bits), present: None }
    }

    /// `self op other` in the rows of the first `words` words; a division of integers by zero is absent.
    pub fn combine(&self, op: Arithmetic, other: &Self, words: usize, kernels: Kernels) -> Self {
        let ty = self.ty.max(other.ty);
        let mut present = intersect(self.present.as_deref(), other.present.as_deref(), words);
        let (a, b) = (self.widened(ty, words), other.widened(ty, words));
        let mut out = buffer(ty, words);
        with_lane!(LaneKind::of(ty), T => {
            kernels.arithmetic(op, &mut out.view_mut::<T>()[..words * 64], operand::<T>(&a), operand::<T>(&b));
            if ty.is_integer() && matches!(op, Arithmetic::Div | Arithmetic::Rem) {
                let mut divisible = vec![0; words];
                kernels.compare(Comparison::Ne, &mut divisible, operand::<T>(&b), Operand::Constant(T::default()));
                if divisible.iter().any(|&word| word != u64::MAX) {
                    present = intersect(present.as_deref(), Some(&divisible), words);
                }
            }
        });
        Self { ty, values: Values::Column(out), present }
    }

    /// `-self`.
    pub fn negated(&self, words: usize, kernels: Kernels) -> Self {
        let mut out = buffer(self.ty, words);
        with_lane!(LaneKind::of(self.ty), T => match operand::<T>(&self.values) {
            Operand::Column(a) => kernels.map(&mut out.view_mut::<T>()[..words * 64], &a[..words * 64], T::negate),
            Operand::Constant(a) => out.view_mut::<T>().fill(a.negate()),
        });
        Self { ty: self.ty, values: Values::Column(out), present: self.present.clone() }
    }

    /// The absolute value.
    pub fn absolute(&self, words: usize, kernels: Kernels) -> Self {
        let mut out = buffer(self.ty, words);
        with_lane!(LaneKind::of(self.ty), T => match operand::<T>(&self.values) {
            Operand::Column(a) => kernels.map(&mut out.view_mut::<T>()[..words * 64], &a[..words * 64], <T as Lane>::abs),
            Operand::Constant(a) => out.view_mut::<T>().fill(Lane::abs(a)),
        });
        Self { ty: self.ty, values: Values::Column(out), present: self.present.clone() }
    }

    /// The lesser or the greater of `self` and `other`.
    pub fn extremum(&self, op: Extremum, other: &Self, words: usize, kernels: Kernels) -> Self {
        let ty = self.ty.max(other.ty);
        let present = intersect(self.present.as_deref(), other.present.as_deref(), words);
        let (a, b) = (self.widened(ty, words), other.widened(ty, words));
        let mut out = buffer(ty, words);
        with_lane!(LaneKind::of(ty), T => kernels.extremum(op, &mut out.view_mut::<T>()[..words * 64], operand::<T>(&a), operand::<T>(&b)));
        Self { ty, values: Values::Column(out), present }
    }

    /// `self op other` of ints and longs. A distance must not be wider than what is shifted.
    pub fn bitwise(&self, op: Bitwise, other: &Self, words: usize, kernels: Kernels) -> Self {
        let ty = self.ty.max(other.ty);
        let present = intersect(self.present.as_deref(), other.present.as_deref(), words);
        let (a, b) = (self.widened(ty, words), other.widened(ty, words));
        let mut out = buffer(ty, words);
        match ty {
            Type::Int => kernels.bitwise(op, &mut out.view_mut::<i32>()[..words * 64], operand(&a), operand(&b)),
            Type::Long => kernels.bitwise(op, &mut out.view_mut::<i64>()[..words * 64], operand(&a), operand(&b)),
            other => unreachable!("bits of a {other}"),
        }
        Self { ty, values: Values::Column(out), present }
    }

    /// How `self` and `other` relate in the rows of the first `words` words: one pass, from which all six comparisons follow.
    pub fn relation(&self, other: &Self, words: usize, kernels: Kernels) -> Relation {
        let ty = self.ty.max(other.ty);
        let (a, b) = (self.widened(ty, words), other.widened(ty, words));
        let [mut equal, mut less, mut greater] = [(); 3].map(|()| vec![0; words]);
        with_lane!(LaneKind::of(ty), T => {
            kernels.compare(Comparison::Eq, &mut equal, operand::<T>(&a), operand::<T>(&b));
            if ty != Type::Reference {
                kernels.compare(Comparison::Lt, &mut less, operand::<T>(&a), operand::<T>(&b));
                if matches!(ty, Type::Float | Type::Double) {
                    kernels.compare(Comparison::Gt, &mut greater, operand::<T>(&a), operand::<T>(&b));
                } else {
                    greater.iter_mut().zip(equal.iter().zip(&less)).for_each(|(g, (e, l))| *g = !(e | l));
                }
            }
        });
        let defined = intersect(self.present.as_deref(), other.present.as_deref(), words);
        if let Some(defined) = &defined {
            for set in [&mut equal, &mut less, &mut greater] {
                set.iter_mut().zip(defined).for_each(|(s, d)| *s &= d);
            }
        }
        Relation { equal, less, greater, defined }
    }

    /// The least and the greatest value over `rows`, as literals' bits; `None` if it is absent or NaN in one of them, or there is none.
    pub fn bounds(&self, rows: impl Iterator<Item = usize>) -> Option<(u64, u64)> {
        with_lane!(LaneKind::of(self.ty), T => {
            let Operand::Column(values) = operand::<T>(&self.values) else { return None };
            let mut bounds: Option<(T, T)> = None;
            for row in rows {
                let value = values[row];
                #[allow(clippy::eq_op)] // NaN
                if value != value || self.present.as_ref().is_some_and(|p| p[row / 64] >> (row % 64) & 1 == 0) {
                    return None;
                }
                bounds = Some(match bounds {
                    Some((low, high)) => (if value < low { value } else { low }, if value > high { value } else { high }),
                    None => (value, value),
                });
            }
            bounds.map(|(low, high)| (low.literal_bits(), high.literal_bits()))
        })
    }

    /// Sets what is absent or outside `rows` to 0, so that equal columns have equal bits.
    pub fn normalise(&mut self, rows: &[u64]) {
        let Values::Column(column) = &mut self.values else { return };
        with_lane!(LaneKind::of(self.ty), T => {
            for (i, values) in column.view_mut::<T>().chunks_exact_mut(64).enumerate().take(rows.len()) {
                let keep = rows[i] & self.present.as_ref().map_or(u64::MAX, |p| p[i]);
                if keep != u64::MAX {
                    values.iter_mut().enumerate().filter(|(bit, _)| keep >> bit & 1 == 0).for_each(|(_, v)| *v = T::default());
                }
            }
        });
        if let Some(present) = &mut self.present {
            present.iter_mut().zip(rows).for_each(|(p, r)| *p &= r);
        }
    }

    /// The values at those rows, as the first of one word.
    pub fn values_at(&self, rows: &[usize]) -> Values {
        with_lane!(LaneKind::of(self.ty), T => match operand::<T>(&self.values) {
            Operand::Column(values) => Values::Column(Buffer::of(rows.iter().map(|&row| values[row]), 64)),
            Operand::Constant(_) => self.values.clone(),
        })
    }

    /// The values of an int or long column at those rows.
    pub fn integers_at(&self, rows: &[usize]) -> Vec<i64> {
        match self.ty {
            Type::Int => self.at::<i32>(rows).map(i64::from).collect(),
            _ => self.at::<i64>(rows).collect(),
        }
    }

    /// The values of a float or double column at those rows.
    pub fn reals_at(&self, rows: &[usize]) -> Vec<f64> {
        match self.ty {
            Type::Float => self.at::<f32>(rows).map(f64::from).collect(),
            _ => self.at::<f64>(rows).collect(),
        }
    }

    fn at<'a, T: Lane>(&'a self, rows: &'a [usize]) -> impl Iterator<Item = T> + 'a {
        let operand = operand::<T>(&self.values);
        rows.iter().map(move |&row| match operand {
            Operand::Column(values) => values[row],
            Operand::Constant(value) => value,
        })
    }

    /// Of type, values and presence; of [normalised](Self::normalise) columns.
    pub fn fingerprint(&self) -> u64 {
        let present = self.present.iter().flatten().map(|&word| word as i64);
        self.words().iter().copied().chain(present).fold(self.ty.code().into(), |hash, word| {
            let product = u128::from(hash ^ word as u64 ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15_u128;
            (product >> 64) as u64 ^ product as u64
        })
    }

    fn words(&self) -> &[i64] {
        match &self.values {
            Values::Column(column) => column.view::<i64>(),
            Values::Constant(_) => &[],
        }
    }

    fn widened(&self, to: Type, words: usize) -> Cow<'_, Values> {
        if self.ty == to {
            return Cow::Borrowed(&self.values);
        }
        Cow::Owned(with_promotion!(LaneKind::of(self.ty), LaneKind::of(to), (F, T) => match operand::<F>(&self.values) {
            Operand::Constant(c) => Values::Constant((c as T).literal_bits()),
            Operand::Column(column) => {
                let mut out = buffer(to, words);
                let values = out.view_mut::<T>().iter_mut().zip(&column[..words * 64]);
                values.for_each(|(out, &value)| *out = value as T);
                Values::Column(out)
            }
        }))
    }
}

fn operand<T: Lane>(values: &Values) -> Operand<'_, T> {
    match values {
        Values::Column(column) => Operand::Column(column.view()),
        Values::Constant(bits) => Operand::Constant(T::from_literal(*bits)),
    }
}

/// Zeros for a column of that type.
fn buffer(ty: Type, words: usize) -> Buffer {
    with_lane!(LaneKind::of(ty), T => Buffer::of::<T>(std::iter::empty(), words * 64))
}

/// The first words of the intersection; `None` is the set of all rows.
fn intersect(a: Option<&[u64]>, b: Option<&[u64]>, words: usize) -> Option<Vec<u64>> {
    match (a, b) {
        (None, None) => None,
        (Some(one), None) | (None, Some(one)) => Some(one[..words].to_vec()),
        (Some(a), Some(b)) => Some(a.iter().zip(b).take(words).map(|(a, b)| a & b).collect()),
    }
}

/// The bits of a number as a literal has them.
trait LiteralBits {
    fn literal_bits(self) -> u64;
}

impl LiteralBits for i32 {
    fn literal_bits(self) -> u64 {
        i64::from(self) as u64
    }
}

impl LiteralBits for i64 {
    fn literal_bits(self) -> u64 {
        self as u64
    }
}

impl LiteralBits for f32 {
    fn literal_bits(self) -> u64 {
        self.to_bits().into()
    }
}

impl LiteralBits for f64 {
    fn literal_bits(self) -> u64 {
        self.to_bits()
    }
}

/// The rows of the frame that are states.
pub fn states(frame: &Frame) -> Vec<u64> {
    frame.correct_rows().iter().zip(frame.incorrect_rows()).map(|(c, i)| c | i).collect()
}

/// Whether each of those rows is in one of the sets.
pub fn covers<'a>(sets: impl Iterator<Item = &'a [u64]>, rows: &[u64]) -> bool {
    let mut rest = rows.to_vec();
    sets.for_each(|set| rest.iter_mut().zip(set).for_each(|(r, s)| *r &= !s));
    rest.iter().all(|&r| r == 0)
}
