//! Evidence for the benchmarks: a typical subject, with as many states as wanted.

use oraculum::evidence::dataset::{Column, Dataset, Origin, Values};
use oraculum::evidence::schema::{Schema, ValueType, Variable};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// States of `int clamp(int x, int lo, int hi)` and of ten mutants of it, half of them correct: 12 int variables, of which eight are
/// unrelated locals. No assertion of the grammar's size bound tells all states apart, so that a search does not end early.
#[allow(dead_code)] // each benchmark compiles this module for itself and uses a part
pub fn clamp(states: usize) -> Dataset {
    clamp_among(states, 12)
}

/// [`clamp`] with as many variables as wanted, from 4.
#[allow(dead_code)] // as above
pub fn clamp_among(states: usize, variables: usize) -> Dataset {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let correct = states / 2;
    let mut rows: Vec<Vec<i64>> = Vec::with_capacity(states);
    let mut origins = Vec::new();
    for i in 0..states {
        let lo = rng.random_range(-50..50);
        let hi = lo + rng.random_range(0..40);
        let x = rng.random_range(-120..120);
        let right = x.max(lo).min(hi);
        let mutant = (i % 10) as u32;
        let result = if i < correct {
            right
        } else {
            match mutant {
                0 => x,
                1 => lo,
                2 => hi,
                3 => right + 1,
                4 => right - 1,
                5 => 0,
                6 => -right,
                7 => x.min(lo).max(hi),
                8 => lo + hi - right,
                // Only a part of these is wrong.
                _ => rng.random_range(lo..=hi),
            }
        };
        let mut row = vec![x, lo, hi, result];
        row.extend((4..variables).map(|_| rng.random_range(-100..100)));
        if i >= correct {
            origins.push(Origin { mutant, test: i as u32, pair: Some((i - correct) as u32) });
            // A paired state shares what the mutant does not change.
            let pair = &rows[i - correct];
            row[4..].copy_from_slice(&pair[4..]);
        }
        rows.push(row);
    }
    let unrelated = (0..variables - 4).map(|i| format!("local{i}"));
    let names: Vec<String> = ["x", "lo", "hi", "result"].map(String::from).into_iter().chain(unrelated).collect();
    let variables: Vec<(&str, ValueType)> = names.iter().map(|n| (n.as_str(), ValueType::Int)).collect();
    dataset(&variables, correct, origins, |v| Values::Integral(rows.iter().map(|r| r[v]).collect()))
}

/// States of twenty double variables, drawn from a few values so that equality happens.
#[allow(dead_code)] // as above
pub fn doubles(states: usize) -> Dataset {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let names: Vec<String> = (0..20).map(|i| format!("v{i}")).collect();
    let variables: Vec<(&str, ValueType)> = names.iter().map(|n| (n.as_str(), ValueType::Double)).collect();
    let correct = states / 2;
    let origins = (correct..states).map(|i| Origin { mutant: 0, test: i as u32, pair: None }).collect();
    dataset(&variables, correct, origins, |_| Values::Real((0..states).map(|_| f64::from(rng.random_range(-32..32)) / 4.0).collect()))
}

fn dataset(variables: &[(&str, ValueType)], correct: usize, origins: Vec<Origin>, mut values: impl FnMut(usize) -> Values) -> Dataset {
    let columns: Vec<Column> = (0..variables.len()).map(|v| Column { values: values(v), present: None }).collect();
    let rows = correct + origins.len();
    let variables = variables
        .iter()
        .map(|(name, value_type)| Variable {
            name: (*name).into(),
            value_type: *value_type,
            receiver: None,
            java: None,
            entry: None,
            java_type: None,
        })
        .collect();
    Dataset {
        explored: false,
        schema: Schema { method: "bench.Sample#clamp(int,int,int)".into(), variables },
        rows,
        correct,
        columns,
        origins,
        texts: Default::default(),
        correct_tests: Vec::new(),
        constants: Default::default(),
    }
}

/// States of guava's `long saturatedMultiply(long, long)` over edge values of all magnitudes, and of mutants of it: seven long and int
/// variables whose quotients and remainders are those of large numbers.
#[allow(dead_code)] // as above
pub fn saturated_multiply(states: usize) -> Dataset {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
    let correct = states / 2;
    let mut rows: Vec<Vec<i64>> = Vec::with_capacity(states);
    let mut origins = Vec::new();
    for i in 0..states {
        let mut any = || rng.random::<i64>() >> rng.random_range(0..64);
        let (a, b, wild) = (any(), any(), any());
        let right = a.saturating_mul(b);
        let mutant = (i % 5) as u32;
        let result = match mutant {
            _ if i < correct => right,
            0 => a.wrapping_mul(b),
            1 => right.wrapping_neg(),
            2 => wild,
            3 => 0,
            _ => a.wrapping_div(if b == 0 { 1 } else { b }),
        };
        let zeros = [a, !a, b, !b].map(i64::leading_zeros).iter().sum::<u32>();
        rows.push(vec![a, b, a, b, i64::from(zeros), i64::MAX.wrapping_add(i64::from((a ^ b) < 0)), result]);
        if i >= correct {
            origins.push(Origin { mutant, test: i as u32, pair: None });
        }
    }
    use ValueType::{Int, Long};
    let variables = [("a", Long), ("b", Long), ("old_a", Long), ("old_b", Long), ("leadingZeros", Int), ("limit", Long), ("result", Long)];
    dataset(&variables, correct, origins, |v| Values::Integral(rows.iter().map(|r| r[v]).collect()))
}
