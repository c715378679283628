//! What an operand should be: values with which a comparison holds or an operation gives what is wanted, by its inverse where it has one,
//! else such as bring it nearer. Of several that do, one is drawn.

use super::scalar::{Binary, Scalar, Sort, Unary};
use crate::compute::rng::Stream;
use crate::relation::Relation;
use rand::RngExt;

/// A number in a relation to another: mostly near to it, sometimes at an end or anywhere.
pub fn related(rng: &mut Stream, relation: Relation, than: i64, least: i64, most: i64) -> Option<i64> {
    let (low, high) = match relation {
        Relation::Equal => (than, than),
        Relation::NotEqual => {
            let up = than < most && (than == least || rng.random_bool(0.5));
            if up { (than + 1, most) } else { (least, than.checked_sub(1)?) }
        }
        Relation::Less => (least, than.checked_sub(1)?),
        Relation::LessOrEqual => (least, than),
        Relation::Greater => (than.checked_add(1)?, most),
        Relation::GreaterOrEqual => (than, most),
    };
    if low > high {
        return None;
    }
    // The end next to the other number is the one that is not an end of the type.
    let near_is_low = low != least || relation == Relation::Equal;
    Some(match rng.random_range(0..10) {
        0..=4 => {
            if near_is_low {
                low
            } else {
                high
            }
        }
        5 | 6 => {
            let by = rng.random_range(0..=100);
            if near_is_low { low.saturating_add(by).min(high) } else { high.saturating_sub(by).max(low) }
        }
        7 | 8 => rng.random_range(low..=high),
        _ => {
            if near_is_low {
                high
            } else {
                low
            }
        }
    })
}

pub fn related_real(rng: &mut Stream, relation: Relation, than: f64, narrow: bool) -> f64 {
    let up = |v: f64| if narrow { f64::from((v as f32).next_up()) } else { v.next_up() };
    let down = |v: f64| if narrow { f64::from((v as f32).next_down()) } else { v.next_down() };
    let far = rng.random_range(0.0..1.0) * than.abs().max(1.0) * 2.0;
    let near = rng.random_bool(0.3);
    match relation {
        Relation::Equal | Relation::LessOrEqual | Relation::GreaterOrEqual if relation == Relation::Equal || near => than,
        Relation::NotEqual | Relation::Greater | Relation::GreaterOrEqual => {
            if near {
                up(than)
            } else {
                than + far.max(0.5)
            }
        }
        _ => {
            if near {
                down(than)
            } else {
                than - far.max(0.5)
            }
        }
    }
}

/// What an operand should be.
pub fn before_unary(rng: &mut Stream, operation: Unary, now: Scalar, wanted: Scalar) -> Scalar {
    // The bits that are cut off stay, or become such that the number is the same.
    let cut = |rng: &mut Stream, now: i64, wanted: i64, bits: u32| {
        let mask = (1i64 << bits) - 1;
        if rng.random_bool(0.5) { wanted } else { now & !mask | wanted & mask }
    };
    match (operation, now.sort(), wanted) {
        (Unary::Negate, _, _) => Scalar::unary(Unary::Negate, wanted).unwrap_or(wanted),
        (Unary::ToByte | Unary::ToChar | Unary::ToShort, _, Scalar::Int(w)) => {
            let bits = if operation == Unary::ToByte { 8 } else { 16 };
            Scalar::Int(cut(rng, now.whole().unwrap_or(0), i64::from(w), bits) as i32)
        }
        (Unary::ToInt, Sort::Long, Scalar::Int(w)) => Scalar::Long(cut(rng, now.whole().unwrap_or(0), i64::from(w), 32)),
        (_, Sort::Int, Scalar::Long(w)) => Scalar::Int(w.clamp(i32::MIN.into(), i32::MAX.into()) as i32),
        _ => {
            let to = match now.sort() {
                Sort::Int => Unary::ToInt,
                Sort::Long => Unary::ToLong,
                Sort::Float => Unary::ToFloat,
                Sort::Double => Unary::ToDouble,
            };
            Scalar::unary(to, wanted).unwrap_or(now)
        }
    }
}

/// What the left or the right operand should be.
pub fn before_binary(rng: &mut Stream, operation: Binary, (a, b): (Scalar, Scalar), left: bool, wanted: Scalar) -> Scalar {
    let now = if left { a } else { b };
    if let (Some(a), Some(b), Some(w)) = (a.real(), b.real(), wanted.real()) {
        let value = match (operation, left) {
            (Binary::Add, true) => w - b,
            (Binary::Add, _) => w - a,
            (Binary::Sub, true) => w + b,
            (Binary::Sub, _) => a - w,
            (Binary::Mul, true) => w / b,
            (Binary::Mul, _) => w / a,
            (Binary::Div, true) => w * b,
            (Binary::Div, _) => a / w,
            (_, true) => w,
            _ => a - w,
        };
        return if matches!(now, Scalar::Float(_)) { Scalar::float(value as f32) } else { Scalar::double(value) };
    }
    let (Some(x), Some(y), Some(w)) = (a.whole(), b.whole(), wanted.whole()) else { return now };
    let bits = if matches!(a, Scalar::Int(_)) { 32 } else { 64 };
    let value = whole_before(rng, operation, (x, y), left, w, bits);
    match now {
        Scalar::Int(_) => Scalar::Int(value as i32),
        _ => Scalar::Long(value),
    }
}

/// Bits above those of the type do not matter.
fn whole_before(rng: &mut Stream, operation: Binary, (a, b): (i64, i64), left: bool, w: i64, bits: u32) -> i64 {
    let (own, other) = if left { (a, b) } else { (b, a) };
    let low = |bits: u32| if bits >= 64 { -1i64 } else { ((1u64 << bits) - 1) as i64 };
    match operation {
        Binary::Add => w.wrapping_sub(other),
        Binary::Sub if left => w.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(w),
        Binary::Xor => w ^ other,
        // Bits that the other has not, or has, are free: those of a byte that is read without its sign say whether it is negative.
        Binary::And | Binary::Or => {
            let free = if rng.random_bool(0.75) { own } else { !own };
            let is_free = if operation == Binary::And { !other } else { other };
            free & is_free | w & !is_free
        }
        Binary::Mul => factor(rng, other, w, own, bits),
        Binary::Div if left => {
            // Any dividend between w * b and the next multiple, away from zero.
            let rest = i128::from(rng.random_range(0..=b.unsigned_abs().saturating_sub(1).min(i64::MAX as u64)));
            let product = i128::from(w) * i128::from(b);
            let rest = if product < 0 || product == 0 && own < 0 { -rest } else { rest };
            (product + if rng.random_bool(0.5) { 0 } else { rest }).clamp(i64::MIN.into(), i64::MAX.into()) as i64
        }
        Binary::Div => a.checked_div(w).unwrap_or_else(|| if a == i64::MAX { a } else { a.saturating_abs().saturating_add(1) }),
        Binary::Rem if left => {
            let base = own.wrapping_sub(own.checked_rem(b).unwrap_or(0));
            let times = rng.random_range(0..8i64).wrapping_mul(b);
            let same_sign = (base >= 0) == (w >= 0);
            if same_sign && rng.random_bool(0.7) {
                base.wrapping_add(w)
            } else {
                w.wrapping_add(if w < 0 { times.wrapping_abs().wrapping_neg() } else { times.wrapping_abs() })
            }
        }
        Binary::Rem => {
            let difference = a.wrapping_sub(w);
            if difference == 0 { a.saturating_abs().saturating_add(1) } else { difference }
        }
        Binary::ShiftLeft if left => {
            let by = b as u32 & (bits - 1);
            // The bits that are shifted out are free.
            let kept = low(bits - by);
            (w as u64 & low(bits) as u64) as i64 >> by & kept | own & !kept
        }
        Binary::ShiftRight | Binary::ShiftRightUnsigned if left => {
            let by = b as u32 & (bits - 1);
            w.wrapping_shl(by) | own & low(by)
        }
        // The distance: all are tried.
        _ => {
            let reaches = |&by: &i32| {
                let value = if bits == 32 { Scalar::Int(a as i32) } else { Scalar::Long(a) };
                Scalar::binary(operation, value, Scalar::Int(by)).and_then(Scalar::whole) == Some(w)
            };
            let found = (0..bits as i32).find(reaches);
            found.map_or_else(|| rng.random_range(0..i64::from(bits)), i64::from)
        }
    }
}

/// A number whose product with another is wanted, modulo 2 to the power of the bits; else one near the quotient.
fn factor(rng: &mut Stream, other: i64, wanted: i64, own: i64, bits: u32) -> i64 {
    if other == 0 {
        return own;
    }
    let zeros = other.trailing_zeros();
    let wanted_bits = if bits == 32 { i64::from(wanted as i32) } else { wanted };
    // The quotient, if there is one without overflow: small numbers are likelier to fulfil the rest.
    let is_exact = wanted_bits.wrapping_rem(other) == 0;
    if is_exact && rng.random_bool(0.7) {
        return wanted_bits.wrapping_div(other);
    }
    // One near the quotient: what is missing may come from another summand.
    if zeros >= bits || wanted_bits.trailing_zeros() < zeros || !is_exact && rng.random_bool(0.5) {
        return wanted_bits.wrapping_div(other).wrapping_add(rng.random_range(-1..=1));
    }
    // The inverse of an odd number, by Newton's iteration (Hacker's Delight, 10-16).
    let odd = (other >> zeros) as u64;
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    let solution = ((wanted_bits as u64) >> zeros).wrapping_mul(inverse);
    let valid = bits - zeros;
    let free = if zeros == 0 { 0 } else { rng.random_range(0..1u64 << zeros.min(63)) };
    let masked = if valid >= 64 { solution } else { solution & ((1u64 << valid) - 1) | free << valid };
    if bits == 32 { i64::from(masked as i32) } else { masked as i64 }
}
