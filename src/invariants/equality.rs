//! Sets of variables that were equal in all samples: one of them, the leader, stands for all.

use super::pairs::comparable;
use super::samples::{Data, Samples, Var};
use hashbrown::HashMap;

/// Parts the variables into sets; each set in ascending order, so that its first is the leader. Sets are in the order of their leaders.
pub fn sets(samples: &Samples) -> Vec<Vec<Var>> {
    let mut by_hash: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut sets: Vec<Vec<Var>> = Vec::new();
    for var in 0..samples.variables.len() {
        if !samples.columns[var].is_ever_present() {
            continue;
        }
        let candidates = by_hash.entry(hash(samples, var)).or_default();
        match candidates.iter().find(|set| same(samples, sets[**set][0], var)) {
            Some(&set) => sets[set].push(var),
            None => {
                candidates.push(sets.len());
                sets.push(vec![var]);
            }
        }
    }
    sets
}

/// A hash of some of the rows: variables that differ there differ.
fn hash(samples: &Samples, var: Var) -> u64 {
    const ROWS: usize = 64;
    let mix = |h: u64, value: u64| (h ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let real = |value: f64| match value {
        _ if value == 0.0 => 0,
        _ if value.is_nan() => f64::NAN.to_bits(),
        _ => value.to_bits(),
    };
    let column = &samples.columns[var];
    let step = samples.rows.div_ceil(ROWS).max(1);
    let mut h = 0;
    for row in (0..samples.rows).step_by(step) {
        h = mix(h, u64::from(column.has(row)));
        if column.has(row) {
            match &column.data {
                Data::Integers(values) => h = mix(h, values[row] as u64),
                Data::Reals(values) => h = mix(h, real(values[row])),
                Data::IntegerLists { offsets, items } => {
                    items[offsets[row] as usize..offsets[row + 1] as usize].iter().for_each(|v| h = mix(h, *v as u64));
                }
                Data::RealLists { offsets, items } => {
                    items[offsets[row] as usize..offsets[row + 1] as usize].iter().for_each(|v| h = mix(h, real(*v)));
                }
            }
        }
    }
    h
}

/// Whether two variables are of one type, present in the same rows, and equal in all of them. A NaN is equal to NaN at most.
fn same(samples: &Samples, x: Var, y: Var) -> bool {
    let (a, b) = (&samples.columns[x], &samples.columns[y]);
    let equal = |p: &[f64], q: &[f64]| {
        let same = |(a, b): (&f64, &f64)| a == b || (samples.nan_equals_nan && a.is_nan() && b.is_nan());
        p.len() == q.len() && p.iter().zip(q).all(same)
    };
    let shapes = samples.variables[x].shape == samples.variables[y].shape;
    shapes
        && comparable(samples, x, y)
        && a.present == b.present
        && match (&a.data, &b.data) {
            // Absent values are 0, and no elements.
            (Data::Integers(p), Data::Integers(q)) => p == q,
            (Data::Reals(p), Data::Reals(q)) => equal(p, q),
            (Data::IntegerLists { offsets: o, items: p }, Data::IntegerLists { offsets: r, items: q }) => o == r && p == q,
            (Data::RealLists { offsets: o, items: p }, Data::RealLists { offsets: r, items: q }) => o == r && equal(p, q),
            _ => false,
        }
}
