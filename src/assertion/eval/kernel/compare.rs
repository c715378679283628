//! Comparison of a column with a column or constant, into a bitset.

use super::{Comparison, Lane, Operand};

/// A lane with hand-written comparisons.
pub trait Compare: Lane {
    /// # Safety
    /// The processor must have AVX-512 F; the columns must have `64 * dst.len()` rows.
    #[cfg(target_arch = "x86_64")]
    unsafe fn compare_avx512(op: Comparison, dst: &mut [u64], a: &[Self], b: Operand<Self>);

    /// # Safety
    /// The processor must have AVX2; the columns must have `64 * dst.len()` rows.
    #[cfg(target_arch = "x86_64")]
    unsafe fn compare_avx2(op: Comparison, dst: &mut [u64], a: &[Self], b: Operand<Self>);
}

/// Without special instructions: comparisons become bytes, which the compiler vectorises, and eight bytes become eight bits by
/// a multiplication that lets each byte's bit end in the top byte without a carry.
pub fn portable<T: Lane>(op: Comparison, dst: &mut [u64], a: &[T], b: Operand<T>) {
    #[inline(always)]
    fn words<T: Lane>(dst: &mut [u64], a: &[T], b: Operand<T>, holds: impl Fn(T, T) -> bool) {
        const GATHER: u64 = 0x0102_0408_1020_4080;
        for (w, (word, a)) in dst.iter_mut().zip(a.chunks_exact(64)).enumerate() {
            let mut bytes = [0u8; 64];
            match b {
                Operand::Column(b) => {
                    let b = &b[w * 64..w * 64 + 64];
                    bytes.iter_mut().zip(a.iter().zip(b)).for_each(|(byte, (a, b))| *byte = u8::from(holds(*a, *b)));
                }
                Operand::Constant(b) => bytes.iter_mut().zip(a).for_each(|(byte, a)| *byte = u8::from(holds(*a, b))),
            }
            *word = (0..8).fold(0, |word, i| {
                let eight = u64::from_le_bytes(bytes[i * 8..i * 8 + 8].try_into().expect("eight bytes"));
                word | (eight.wrapping_mul(GATHER) >> 56) << (i * 8)
            });
        }
    }
    match op {
        Comparison::Eq => words(dst, a, b, |a, b| a == b),
        Comparison::Ne => words(dst, a, b, |a, b| a != b),
        Comparison::Lt => words(dst, a, b, |a, b| a < b),
        Comparison::Le => words(dst, a, b, |a, b| a <= b),
        Comparison::Gt => words(dst, a, b, |a, b| a > b),
        Comparison::Ge => words(dst, a, b, |a, b| a >= b),
    }
}

/// One word per 64 rows: `$mask(a, b)` gives the bits of `$lanes` rows.
#[cfg(target_arch = "x86_64")]
macro_rules! words {
    ($dst:ident, $a:ident, $b:ident, $lanes:literal, $load:path, $splat:path, $mask:expr) => {{
        // SAFETY (of the whole block): the caller promises the features and 64 rows per word of `dst`; loads are unaligned.
        unsafe {
            let mut left = $a.as_ptr();
            match $b {
                Operand::Column(column) => {
                    let mut right = column.as_ptr();
                    for word in $dst.iter_mut() {
                        let mut bits = 0u64;
                        for i in 0..64 / $lanes {
                            bits |= ($mask($load(left.add(i * $lanes).cast()), $load(right.add(i * $lanes).cast())) as u64) << (i * $lanes);
                        }
                        *word = bits;
                        left = left.add(64);
                        right = right.add(64);
                    }
                }
                Operand::Constant(constant) => {
                    let right = $splat(constant);
                    for word in $dst.iter_mut() {
                        let mut bits = 0u64;
                        for i in 0..64 / $lanes {
                            bits |= ($mask($load(left.add(i * $lanes).cast()), right) as u64) << (i * $lanes);
                        }
                        *word = bits;
                        left = left.add(64);
                    }
                }
            }
        }
    }};
}

/// The comparison predicates of the instruction sets, by what they answer for NaN (Intel SDM, CMPPD and VPCMPD).
#[cfg(target_arch = "x86_64")]
mod predicate {
    pub const REAL_EQ: i32 = 0x00; // ordered
    pub const REAL_NE: i32 = 0x04; // unordered: true for NaN
    pub const REAL_LT: i32 = 0x11; // ordered, quiet
    pub const REAL_LE: i32 = 0x12;
    pub const REAL_GE: i32 = 0x1d;
    pub const REAL_GT: i32 = 0x1e;
    pub const INT_EQ: i32 = 0;
    pub const INT_LT: i32 = 1;
    pub const INT_LE: i32 = 2;
    pub const INT_NE: i32 = 4;
    pub const INT_GE: i32 = 5;
    pub const INT_GT: i32 = 6;
}

#[cfg(target_arch = "x86_64")]
macro_rules! avx512 {
    ($lanes:literal, $load:ident, $splat:ident, $compare:ident, [$eq:ident $ne:ident $lt:ident $le:ident $gt:ident $ge:ident]) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        unsafe fn compare_avx512(op: Comparison, dst: &mut [u64], a: &[Self], b: Operand<Self>) {
            use std::arch::x86_64::*;
            match op {
                Comparison::Eq => words!(dst, a, b, $lanes, $load, $splat, $compare::<{ predicate::$eq }>),
                Comparison::Ne => words!(dst, a, b, $lanes, $load, $splat, $compare::<{ predicate::$ne }>),
                Comparison::Lt => words!(dst, a, b, $lanes, $load, $splat, $compare::<{ predicate::$lt }>),
                Comparison::Le => words!(dst, a, b, $lanes, $load, $splat, $compare::<{ predicate::$le }>),
                Comparison::Gt => words!(dst, a, b, $lanes, $load, $splat, $compare::<{ predicate::$gt }>),
                Comparison::Ge => words!(dst, a, b, $lanes, $load, $splat, $compare::<{ predicate::$ge }>),
            }
        }
    };
}

/// AVX2 compares reals by predicate and gathers the sign bits.
#[cfg(target_arch = "x86_64")]
macro_rules! avx2_real {
    ($lanes:literal, $load:ident, $splat:ident, $compare:ident, $movemask:ident) => {
        #[target_feature(enable = "avx2")]
        unsafe fn compare_avx2(op: Comparison, dst: &mut [u64], a: &[Self], b: Operand<Self>) {
            use std::arch::x86_64::*;
            macro_rules! by {
                ($predicate:ident) => {
                    words!(dst, a, b, $lanes, $load, $splat, |a, b| $movemask($compare::<{ predicate::$predicate }>(a, b)) as u32)
                };
            }
            match op {
                Comparison::Eq => by!(REAL_EQ),
                Comparison::Ne => by!(REAL_NE),
                Comparison::Lt => by!(REAL_LT),
                Comparison::Le => by!(REAL_LE),
                Comparison::Gt => by!(REAL_GT),
                Comparison::Ge => by!(REAL_GE),
            }
        }
    };
}

/// AVX2 has only `==` and `>` on integers; the others are a swap or a negation of those.
#[cfg(target_arch = "x86_64")]
macro_rules! avx2_integral {
    ($lanes:literal, $splat:ident, $eq:ident, $gt:ident, $movemask:ident, $as_real:ident) => {
        #[target_feature(enable = "avx2")]
        unsafe fn compare_avx2(op: Comparison, dst: &mut [u64], a: &[Self], b: Operand<Self>) {
            use std::arch::x86_64::*;
            const ALL: u32 = (1u32 << $lanes) - 1;
            match op {
                Comparison::Eq => words!(dst, a, b, $lanes, _mm256_loadu_si256, $splat, |a, b| $movemask($as_real($eq(a, b))) as u32),
                Comparison::Ne => words!(dst, a, b, $lanes, _mm256_loadu_si256, $splat, |a, b| $movemask($as_real($eq(a, b))) as u32 ^ ALL),
                Comparison::Lt => words!(dst, a, b, $lanes, _mm256_loadu_si256, $splat, |a, b| $movemask($as_real($gt(b, a))) as u32),
                Comparison::Le => words!(dst, a, b, $lanes, _mm256_loadu_si256, $splat, |a, b| $movemask($as_real($gt(a, b))) as u32 ^ ALL),
                Comparison::Gt => words!(dst, a, b, $lanes, _mm256_loadu_si256, $splat, |a, b| $movemask($as_real($gt(a, b))) as u32),
                Comparison::Ge => words!(dst, a, b, $lanes, _mm256_loadu_si256, $splat, |a, b| $movemask($as_real($gt(b, a))) as u32 ^ ALL),
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
impl Compare for f64 {
    avx512!(8, _mm512_loadu_pd, _mm512_set1_pd, _mm512_cmp_pd_mask, [REAL_EQ REAL_NE REAL_LT REAL_LE REAL_GT REAL_GE]);
    avx2_real!(4, _mm256_loadu_pd, _mm256_set1_pd, _mm256_cmp_pd, _mm256_movemask_pd);
}

#[cfg(target_arch = "x86_64")]
impl Compare for f32 {
    avx512!(16, _mm512_loadu_ps, _mm512_set1_ps, _mm512_cmp_ps_mask, [REAL_EQ REAL_NE REAL_LT REAL_LE REAL_GT REAL_GE]);
    avx2_real!(8, _mm256_loadu_ps, _mm256_set1_ps, _mm256_cmp_ps, _mm256_movemask_ps);
}

#[cfg(target_arch = "x86_64")]
impl Compare for i64 {
    avx512!(8, _mm512_loadu_si512, _mm512_set1_epi64, _mm512_cmp_epi64_mask, [INT_EQ INT_NE INT_LT INT_LE INT_GT INT_GE]);
    avx2_integral!(4, _mm256_set1_epi64x, _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_movemask_pd, _mm256_castsi256_pd);
}

#[cfg(target_arch = "x86_64")]
impl Compare for i32 {
    avx512!(16, _mm512_loadu_si512, _mm512_set1_epi32, _mm512_cmp_epi32_mask, [INT_EQ INT_NE INT_LT INT_LE INT_GT INT_GE]);
    avx2_integral!(8, _mm256_set1_epi32, _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_movemask_ps, _mm256_castsi256_ps);
}

#[cfg(not(target_arch = "x86_64"))]
impl Compare for f64 {}
#[cfg(not(target_arch = "x86_64"))]
impl Compare for f32 {}
#[cfg(not(target_arch = "x86_64"))]
impl Compare for i64 {}
#[cfg(not(target_arch = "x86_64"))]
impl Compare for i32 {}
