//! Sums and differences of two compound terms that equal a variable: found by a join rather than by trying all pairs.
//!
//! `t == a + b` iff `b == t - a`: the wanted column is looked up among those that there are. Integers are looked up by all sampled
//! values at once; with reals, where rounding lets `t - a` miss `b`, by the value in one state, within a tolerance, and the other states
//! are compared with what the sum really is.

use crate::assertion::ast::Type;
use crate::assertion::eval::kernel::Arithmetic;
use crate::improve::synthesis::terms::column::Column;
use std::collections::HashMap;

/// Matches remembered: equal columns are one term, so that there are few.
const MATCHES: usize = 4096;
/// How far a rounded difference may be from the column looked for, as a part of the operands.
const TOLERANCE: f64 = 1e-12;

/// The values of a variable and of terms in some states.
pub struct Join {
    target: Values,
    terms: Vec<Values>,
}

enum Values {
    Integers { values: Vec<i64>, int: bool },
    Reals(Vec<f64>),
}

impl Join {
    /// All columns are of one type and present in those rows.
    pub fn new<'a>(target: &Column, terms: impl Iterator<Item = &'a Column>, rows: &[usize]) -> Self {
        let of = |column: &Column| match column.ty {
            Type::Int | Type::Long => Values::Integers { values: column.integers_at(rows), int: column.ty == Type::Int },
            _ => Values::Reals(column.reals_at(rows)),
        };
        Self { target: of(target), terms: terms.map(of).collect() }
    }

    /// (a, operator, b): the target is `a + b` or `a - b` in those rows. In the order of the terms.
    pub fn matches(&self) -> Vec<(usize, Arithmetic, usize)> {
        match &self.target {
            Values::Integers { values, int } => self.of_integers(values, *int),
            Values::Reals(values) => self.of_reals(values),
        }
    }

    fn of_integers(&self, target: &[i64], int: bool) -> Vec<(usize, Arithmetic, usize)> {
        let terms: Vec<&[i64]> =
            self.terms.iter().map(|t| if let Values::Integers { values, .. } = t { &values[..] } else { &[] }).collect();
        let by_values: HashMap<&[i64], usize> = (0..terms.len()).rev().map(|i| (terms[i], i)).collect();
        let wrap = |value: i64| if int { i64::from(value as i32) } else { value };
        let mut found = Vec::new();
        let mut wanted = vec![0; target.len()];
        for (a, values) in terms.iter().enumerate() {
            for (op, sign) in [(Arithmetic::Add, 1i64), (Arithmetic::Sub, -1)] {
                let each = wanted.iter_mut().zip(target.iter().zip(*values));
                each.for_each(|(w, (&t, &a))| *w = wrap(t.wrapping_sub(a).wrapping_mul(sign)));
                if let Some(&b) = by_values.get(&wanted[..])
                    && (op == Arithmetic::Sub || a <= b)
                {
                    found.push((a, op, b));
                    if found.len() == MATCHES {
                        return found;
                    }
                }
            }
        }
        found
    }

    fn of_reals(&self, target: &[f64]) -> Vec<(usize, Arithmetic, usize)> {
        // A state in which the value is finite and says most.
        let telling = |i: &usize| target[*i].is_finite() && target[*i] != 0.0;
        let Some(pivot) = (0..target.len()).find(telling) else { return Vec::new() };
        let terms: Vec<&[f64]> = self.terms.iter().map(|t| if let Values::Reals(values) = t { &values[..] } else { &[] }).collect();
        let mut order: Vec<usize> = (0..terms.len()).filter(|&i| terms[i][pivot].is_finite()).collect();
        order.sort_by(|&a, &b| terms[a][pivot].total_cmp(&terms[b][pivot]).then(a.cmp(&b)));
        let mut found = Vec::new();
        for (a, values) in terms.iter().enumerate().filter(|(_, v)| v[pivot].is_finite()) {
            for op in [Arithmetic::Add, Arithmetic::Sub] {
                let add = op == Arithmetic::Add;
                let wanted = if add { target[pivot] - values[pivot] } else { values[pivot] - target[pivot] };
                let slack = (target[pivot].abs() + values[pivot].abs()) * TOLERANCE;
                let start = order.partition_point(|&b| terms[b][pivot] < wanted - slack);
                for &b in order[start..].iter().take_while(|&&b| terms[b][pivot] <= wanted + slack) {
                    let sum = |i: usize| if add { values[i] + terms[b][i] } else { values[i] - terms[b][i] };
                    if (!add || a <= b) && (0..target.len()).all(|i| sum(i) == target[i]) {
                        found.push((a, op, b));
                        if found.len() == MATCHES {
                            return found;
                        }
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assertion::eval::kernel::Buffer;
    use crate::improve::synthesis::terms::column;

    fn column(ty: Type, values: &[f64]) -> Column {
        let values = match ty {
            Type::Int => Buffer::of(values.iter().map(|&v| v as i32), 64),
            Type::Long => Buffer::of(values.iter().map(|&v| v as i64), 64),
            _ => Buffer::of(values.iter().copied(), 64),
        };
        Column { ty, values: column::Values::Column(values), present: None }
    }

    #[test]
    fn sums_and_differences_are_found_for_every_type() {
        for ty in [Type::Int, Type::Long, Type::Double] {
            let a = column(ty, &[1.0, 5.0, -7.0, 40.0]);
            let b = column(ty, &[3.0, 2.0, 8.0, -6.0]);
            let other = column(ty, &[9.0, 9.0, 1.0, 1.0]);
            let rows = [0, 1, 2, 3];
            let matches = |target: &[f64]| Join::new(&column(ty, target), [&a, &b, &other].into_iter(), &rows).matches();
            assert_eq!(matches(&[4.0, 7.0, 1.0, 34.0]), [(0, Arithmetic::Add, 1)], "{ty}");
            assert_eq!(matches(&[2.0, -3.0, 15.0, -46.0]), [(1, Arithmetic::Sub, 0)], "{ty}");
            assert_eq!(matches(&[2.0, -3.0, 15.0, -45.0]), [], "{ty}");
        }
    }

    #[test]
    fn ints_wrap_in_a_sum() {
        let (max, one) = (f64::from(i32::MAX), [1.0, 2.0, 3.0]);
        let terms = [column(Type::Int, &[max, max, max]), column(Type::Int, &one)];
        let min = f64::from(i32::MIN);
        let target = column(Type::Int, &[min, min + 1.0, min + 2.0]);
        assert_eq!(Join::new(&target, terms.iter(), &[0, 1, 2]).matches(), [(0, Arithmetic::Add, 1)]);
    }

    #[test]
    fn a_rounded_sum_is_found_although_the_difference_misses_it() {
        let (a, b) = ([0.1, 0.7, 1e17], [0.2, 0.1, 1.0]);
        let sum: Vec<f64> = a.iter().zip(b).map(|(a, b)| a + b).collect();
        assert_ne!(sum[0] - a[0], b[0]);
        let terms = [column(Type::Double, &a), column(Type::Double, &b)];
        assert_eq!(Join::new(&column(Type::Double, &sum), terms.iter(), &[0, 1, 2]).matches(), [(0, Arithmetic::Add, 1)]);
    }
}
