//! The four kinds of numbers, with Java's arithmetic (JLS §15.17, §15.18), and aligned memory for columns of them.

/// A Java number type as a column's element: `i32` (also byte, short and char), `i64` (also references), `f32`, `f64`.
///
/// Arithmetic is total: an integral division by zero yields an unspecified value, and the caller has to mask the row.
///
/// # Safety
/// The type must be plain data of at most 8 bytes: every bit pattern is a value, and its alignment divides its size.
pub unsafe trait Lane: Copy + Default + PartialEq + PartialOrd + Send + Sync + 'static {
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn negate(self) -> Self;
    /// `Math.abs`: the least integer is its own.
    fn abs(self) -> Self;
    /// `Math.min`: NaN if either is; -0.0 is less than 0.0.
    fn min(self, other: Self) -> Self;
    /// `Math.max`, accordingly.
    fn max(self, other: Self) -> Self;
    /// `dst = a / b`, elementwise; all of one length.
    fn divide_into(dst: &mut [Self], a: super::Operand<Self>, b: super::Operand<Self>);
    /// `dst = a % b`, elementwise; all of one length.
    fn remainder_into(dst: &mut [Self], a: super::Operand<Self>, b: super::Operand<Self>);
    /// The value of a literal's bits, see [`super::super::dag::Node::literal`].
    fn from_literal(bits: u64) -> Self;
}

/// A lane with the operations on bits (JLS §15.19, §15.22.1).
pub trait Integral: Lane {
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn complement(self) -> Self;
    /// Of the distance, the lowest five bits (`i32`) or six (`i64`) count.
    fn shl(self, distance: Self) -> Self;
    /// Fills with the sign.
    fn shr(self, distance: Self) -> Self;
    /// Fills with zeros.
    fn ushr(self, distance: Self) -> Self;
}

macro_rules! bits {
    ($t:ty, $unsigned:ty) => {
        impl Integral for $t {
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn complement(self) -> Self {
                !self
            }
            #[inline(always)]
            fn shl(self, distance: Self) -> Self {
                self.wrapping_shl(distance as u32)
            }
            #[inline(always)]
            fn shr(self, distance: Self) -> Self {
                self.wrapping_shr(distance as u32)
            }
            #[inline(always)]
            fn ushr(self, distance: Self) -> Self {
                (self as $unsigned).wrapping_shr(distance as u32) as $t
            }
        }
    };
}
bits!(i32, u32);
bits!(i64, u64);

macro_rules! integral {
    ($t:ty) => {
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            self.wrapping_add(other)
        }
        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            self.wrapping_sub(other)
        }
        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            self.wrapping_mul(other)
        }
        #[inline(always)]
        fn negate(self) -> Self {
            self.wrapping_neg()
        }
        #[inline(always)]
        fn abs(self) -> Self {
            self.wrapping_abs()
        }
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            Ord::min(self, other)
        }
        #[inline(always)]
        fn max(self, other: Self) -> Self {
            Ord::max(self, other)
        }
        #[inline(always)]
        fn from_literal(bits: u64) -> Self {
            bits as $t
        }
    };
}

macro_rules! real {
    ($t:ty, $bits:ty) => {
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            self + other
        }
        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            self - other
        }
        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            self * other
        }
        #[inline(always)]
        fn negate(self) -> Self {
            -self
        }
        #[inline(always)]
        fn abs(self) -> Self {
            <$t>::abs(self)
        }
        /// Of equal numbers, which differ at most in the sign, the bits are joined: selections only, no branches.
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            let least = if self < other { self } else { other };
            let least = if self == other { <$t>::from_bits(self.to_bits() | other.to_bits()) } else { least };
            if self.is_nan() { self } else { least }
        }
        #[inline(always)]
        fn max(self, other: Self) -> Self {
            let greatest = if self > other { self } else { other };
            let greatest = if self == other { <$t>::from_bits(self.to_bits() & other.to_bits()) } else { greatest };
            if self.is_nan() { self } else { greatest }
        }
        #[inline(always)]
        fn divide_into(dst: &mut [Self], a: super::Operand<Self>, b: super::Operand<Self>) {
            super::zip(dst, a, b, |a, b| a / b);
        }
        /// Java's `%` on floats is C's `fmod`, as is Rust's.
        #[inline(always)]
        fn remainder_into(dst: &mut [Self], a: super::Operand<Self>, b: super::Operand<Self>) {
            super::zip(dst, a, b, |a, b| a % b);
        }
        #[inline(always)]
        fn from_literal(bits: u64) -> Self {
            <$t>::from_bits(bits as $bits)
        }
    };
}

/// No processor divides vectors of integers, but a double holds every int and the quotient of two ints rounds to a double
/// on the right side of every integer: truncation is exact. `i32::MIN / -1` is 2^31 there, and `i32::MIN` in Java.
#[inline(always)]
fn divide_i32(a: i32, b: i32) -> i32 {
    let divisor = if b == 0 { 1 } else { b };
    let quotient = f64::from(a) / f64::from(divisor);
    let quotient = if quotient >= 2_147_483_648.0 { -2_147_483_648.0 } else { quotient };
    // SAFETY: neither NaN nor infinite, as the divisor is not 0; at least -2^31 and, by the line above, below 2^31.
    unsafe { quotient.to_int_unchecked() }
}

// SAFETY: plain data of 4 bytes.
unsafe impl Lane for i32 {
    integral!(i32);
    #[inline(always)]
    fn divide_into(dst: &mut [Self], a: super::Operand<Self>, b: super::Operand<Self>) {
        super::zip(dst, a, b, divide_i32);
    }
    #[inline(always)]
    fn remainder_into(dst: &mut [Self], a: super::Operand<Self>, b: super::Operand<Self>) {
        super::zip(dst, a, b, |a, b| a.wrapping_sub(divide_i32(a, b).wrapping_mul(b)));
    }
}

/// Below this magnitude a long is a double, and so is rounded division exact after truncation: a quotient just below an
/// integer n is away from it by 1/b, more than half the distance of doubles at n as long as n * b < 2^53.
const EXACT_IN_DOUBLE: u64 = 1 << 53;
/// Rows that share the decision whether division may go through doubles.
const DIVISION_CHUNK: usize = 16;

/// The greatest double below 2^63.
const GREATEST_LONG: f64 = 9_223_372_036_854_774_784.0;

/// A quotient of any two longs, the divisor not 0, without the processor's division, which takes tens of cycles and is done one by
/// one. The doubles' quotient is wrong by a part of 2^-51 and then by the part that is cut off; dividing what it leaves over
/// makes up for all but 1.
#[inline(always)]
fn divide_large(a: i64, b: i64) -> i64 {
    let divisor = b as f64;
    let estimate = |dividend: i64| {
        let quotient = dividend as f64 / divisor;
        let quotient = if quotient > GREATEST_LONG { GREATEST_LONG } else { quotient };
        // SAFETY: finite, as the divisor is not 0; at least -2^63, as it is no smaller than 1, and below 2^63.
        unsafe { quotient.to_int_unchecked::<i64>() }
    };
    let first = estimate(a);
    let rest = a.wrapping_sub(first.wrapping_mul(b));
    let second = estimate(rest);
    let rest = rest.wrapping_sub(second.wrapping_mul(b));
    // Truncation: the rest has the dividend's sign, and is smaller than the divisor.
    let away_from_zero = (a ^ b) >> 63 | 1;
    let beyond = rest != 0 && (rest ^ a) < 0;
    let short = !beyond & (rest.unsigned_abs() >= b.unsigned_abs());
    let correction = if short { away_from_zero } else { 0 } - if beyond { away_from_zero } else { 0 };
    first.wrapping_add(second).wrapping_add(correction)
}

#[inline(always)]
fn divide_i64(dst: &mut [i64], a: super::Operand<i64>, b: super::Operand<i64>, finish: impl Fn(i64, i64, i64) -> i64) {
    for (chunk, out) in dst.chunks_mut(DIVISION_CHUNK).enumerate() {
        let (mut left, mut right) = ([0; DIVISION_CHUNK], [0; DIVISION_CHUNK]);
        a.copy_chunk(chunk * DIVISION_CHUNK, out.len(), &mut left);
        b.copy_chunk(chunk * DIVISION_CHUNK, out.len(), &mut right);
        let mut quotients = [0; DIVISION_CHUNK];
        let magnitudes = left.iter().zip(&right).fold(0, |m, (l, r)| m | l.unsigned_abs() | r.unsigned_abs());
        if magnitudes < EXACT_IN_DOUBLE {
            for i in 0..DIVISION_CHUNK {
                let divisor = if right[i] == 0 { 1 } else { right[i] };
                // SAFETY: finite, as the divisor is not 0, and no larger than 2^53.
                quotients[i] = unsafe { (left[i] as f64 / divisor as f64).to_int_unchecked() };
            }
        } else {
            for i in 0..DIVISION_CHUNK {
                quotients[i] = divide_large(left[i], if right[i] == 0 { 1 } else { right[i] });
            }
        }
        for (i, out) in out.iter_mut().enumerate() {
            *out = finish(left[i], right[i], quotients[i]);
        }
    }
}

// SAFETY: plain data of 8 bytes.
unsafe impl Lane for i64 {
    integral!(i64);
    #[inline(always)]
    fn divide_into(dst: &mut [Self], a: super::Operand<Self>, b: super::Operand<Self>) {
        divide_i64(dst, a, b, |_, _, quotient| quotient);
    }
    #[inline(always)]
    fn remainder_into(dst: &mut [Self], a: super::Operand<Self>, b: super::Operand<Self>) {
        divide_i64(dst, a, b, |a, b, quotient| a.wrapping_sub(quotient.wrapping_mul(b)));
    }
}

// SAFETY: plain data of 4 bytes.
unsafe impl Lane for f32 {
    real!(f32, u32);
}

// SAFETY: plain data of 8 bytes.
unsafe impl Lane for f64 {
    real!(f64, u64);
}

/// A cache line. A load that crosses one costs two, and every 64-byte load of unaligned memory does.
#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
struct Line([u64; 8]);

/// Zeroed memory for a column of numbers of any lane, aligned to a cache line.
#[derive(Clone, Default)]
pub struct Buffer {
    lines: Vec<Line>,
}

impl Buffer {
    /// Room for `rows` numbers of 8 bytes, or 2 * `rows` of 4.
    pub fn with_rows(rows: usize) -> Self {
        Self { lines: vec![Line::default(); rows.div_ceil(8)] }
    }

    /// A column of those numbers, padded by zeros to `rows`.
    pub fn of<T: Lane>(values: impl Iterator<Item = T>, rows: usize) -> Self {
        let mut buffer = Self { lines: vec![Line::default(); (rows * size_of::<T>()).div_ceil(64)] };
        buffer.view_mut::<T>()[..rows].iter_mut().zip(values).for_each(|(slot, value)| *slot = value);
        buffer
    }

    /// Size of the memory.
    pub fn bytes(&self) -> usize {
        self.lines.len() * 64
    }

    /// The memory as numbers of one lane; as long as fit.
    #[inline(always)]
    pub fn view<T: Lane>(&self) -> &[T] {
        // SAFETY: `Lane` promises plain data whose alignment, at most 8, divides 64; the length covers `lines` exactly.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.lines.len() * 64 / size_of::<T>()) }
    }

    #[inline(always)]
    pub fn view_mut<T: Lane>(&mut self) -> &mut [T] {
        // SAFETY: as in `view`; the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.lines.len() * 64 / size_of::<T>()) }
    }
}

impl std::fmt::Debug for Buffer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buffer({} bytes)", self.lines.len() * 64)
    }
}
