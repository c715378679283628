//! Kernels against the definition of their operation, on all pairs of edge values, at every level of the processor.

use super::*;
use crate::compute::rng::Source;
use rand::RngExt;

const INTS: [i32; 13] = [0, 1, -1, 2, -2, 31, 32, 33, -31, 0x5555_5555, i32::MAX, i32::MIN, i32::MIN + 1];
const DOUBLES: [f64; 12] =
    [0.0, -0.0, 1.0, -1.0, 0.1, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

fn longs() -> Vec<i64> {
    let edges = [63, 64, 65, i64::MAX, i64::MIN, i64::MIN + 1, 0x5555_5555_5555_5555, 1 << 31, 1 << 32, (1 << 53) + 1];
    INTS.map(i64::from).into_iter().chain(edges).collect()
}

/// What `kernel` makes of all pairs of values: as columns, and with either operand the same in every row.
fn all_pairs<T: Lane>(values: &[T], mut kernel: impl FnMut(Kernels, &mut [T], Operand<T>, Operand<T>), mut check: impl FnMut(T, T, T)) {
    let pairs: Vec<(T, T)> = values.iter().flat_map(|&a| values.iter().map(move |&b| (a, b))).collect();
    let rows = pairs.len().next_multiple_of(64);
    let (left, right) = (Buffer::of(pairs.iter().map(|p| p.0), rows), Buffer::of(pairs.iter().map(|p| p.1), rows));
    let (left, right) = (&left.view::<T>()[..rows], &right.view::<T>()[..rows]);
    let mut buffer = Buffer::with_rows(rows);
    for level in Level::available() {
        let kernels = Kernels::of(level).unwrap();
        let dst = &mut buffer.view_mut::<T>()[..rows];
        kernel(kernels, dst, Operand::Column(left), Operand::Column(right));
        pairs.iter().zip(&*dst).for_each(|(&(a, b), &actual)| check(a, b, actual));
        for &constant in values {
            kernel(kernels, dst, Operand::Column(left), Operand::Constant(constant));
            pairs.iter().zip(&*dst).for_each(|(&(a, _), &actual)| check(a, constant, actual));
            kernel(kernels, dst, Operand::Constant(constant), Operand::Column(right));
            pairs.iter().zip(&*dst).for_each(|(&(_, b), &actual)| check(constant, b, actual));
        }
    }
}

#[test]
fn the_operations_on_bits_are_javas() {
    // JLS §15.19: the distance modulo the width; `>>>` is division by a power of two of the unsigned number.
    let int = |op, a: i32, b: i32| {
        let distance = b as u32 % 32;
        match op {
            Bitwise::And => a & b,
            Bitwise::Or => a | b,
            Bitwise::Xor => a ^ b,
            Bitwise::Shl => (i64::from(a) << distance) as i32,
            Bitwise::Shr => (i64::from(a) >> distance) as i32,
            Bitwise::Ushr => (u64::from(a as u32) >> distance) as i32,
        }
    };
    let long = |op, a: i64, b: i64| {
        let distance = b as u32 % 64;
        match op {
            Bitwise::And => a & b,
            Bitwise::Or => a | b,
            Bitwise::Xor => a ^ b,
            Bitwise::Shl => (i128::from(a) << distance) as i64,
            Bitwise::Shr => (i128::from(a) >> distance) as i64,
            Bitwise::Ushr => (u128::from(a as u64) >> distance) as i64,
        }
    };
    for op in [Bitwise::And, Bitwise::Or, Bitwise::Xor, Bitwise::Shl, Bitwise::Shr, Bitwise::Ushr] {
        all_pairs(&INTS, |k, dst, a, b| k.bitwise(op, dst, a, b), |a, b, v| assert_eq!(v, int(op, a, b), "{op:?} {a} {b}"));
        all_pairs(&longs(), |k, dst, a, b| k.bitwise(op, dst, a, b), |a, b, v| assert_eq!(v, long(op, a, b), "{op:?} {a} {b}"));
    }
}

#[test]
fn division_and_remainder_of_longs_are_javas() {
    let check = |op, a: i64, b: i64, v: i64| match (op, b) {
        (_, 0) => {}
        (Arithmetic::Div, _) => assert_eq!(v, a.wrapping_div(b), "{a} / {b}"),
        _ => assert_eq!(v, a.wrapping_rem(b), "{a} % {b}"),
    };
    // Of all magnitudes, and multiples of one another and their neighbours, where a rounded quotient is on the wrong side.
    let mut rng = Source::new(1).stream([0]);
    let mut values = longs();
    for _ in 0..150 {
        let a: i64 = rng.random::<i64>() >> rng.random_range(0..64);
        let b: i64 = rng.random::<i64>() >> rng.random_range(0..64);
        let product = a.wrapping_mul(b);
        values.extend([a, b, product, product.wrapping_add(1), product.wrapping_sub(1)]);
    }
    for op in [Arithmetic::Div, Arithmetic::Rem] {
        all_pairs(&longs(), |k, dst, a, b| k.arithmetic(op, dst, a, b), |a, b, v| check(op, a, b, v));
        let rows = values.len().next_multiple_of(64);
        let left = Buffer::of(values.iter().copied(), rows);
        for level in Level::available() {
            let mut dst = Buffer::with_rows(rows);
            for &b in &values {
                let dst = &mut dst.view_mut::<i64>()[..rows];
                let kernels = Kernels::of(level).unwrap();
                kernels.arithmetic(op, dst, Operand::Column(&left.view::<i64>()[..rows]), Operand::Constant(b));
                values.iter().zip(&*dst).for_each(|(&a, &v)| check(op, a, b, v));
            }
        }
    }
}

#[test]
fn the_lesser_and_the_greater_are_those_of_java_lang_math() {
    let by_order = |op, less: bool| (op == Extremum::Min) == less;
    for op in [Extremum::Min, Extremum::Max] {
        let check_int = |a, b, v| assert_eq!(v, if by_order(op, a < b) { a } else { b }, "{op:?} {a} {b}");
        all_pairs(&INTS, |k, dst, a, b| k.extremum(op, dst, a, b), check_int);
        let check_long = |a, b, v| assert_eq!(v, if by_order(op, a < b) { a } else { b }, "{op:?} {a} {b}");
        all_pairs(&longs(), |k, dst, a, b| k.extremum(op, dst, a, b), check_long);
        // `total_cmp` is the order of Java's min and max where nothing is NaN: -0.0 before 0.0.
        let check_double = |a: f64, b: f64, v: f64| {
            let expected = if a.is_nan() || b.is_nan() {
                f64::NAN
            } else if by_order(op, a.total_cmp(&b).is_lt()) {
                a
            } else {
                b
            };
            assert!(v.to_bits() == expected.to_bits() || v.is_nan() && expected.is_nan(), "{op:?} {a} {b}: {v}");
        };
        all_pairs(&DOUBLES, |k, dst, a, b| k.extremum(op, dst, a, b), check_double);
        let floats = DOUBLES.map(|d| d as f32);
        all_pairs(&floats, |k, dst, a, b| k.extremum(op, dst, a, b), |a, b, v| check_double(a.into(), b.into(), v.into()));
    }
}

#[test]
fn magnitudes_and_complements_are_javas() {
    for level in Level::available() {
        let kernels = Kernels::of(level).unwrap();
        let mut ints = [0; INTS.len()];
        kernels.map(&mut ints, &INTS, Lane::abs);
        assert_eq!(ints, INTS.map(i32::wrapping_abs));
        kernels.map(&mut ints, &INTS, Integral::complement);
        assert_eq!(ints, INTS.map(|v| -1 - v));
        let mut doubles = [0.0; DOUBLES.len()];
        kernels.map(&mut doubles, &DOUBLES, Lane::abs);
        for (actual, of) in doubles.iter().zip(DOUBLES) {
            assert_eq!(actual.to_bits(), of.to_bits() & !(1 << 63), "the magnitude of {of}");
        }
    }
}
