//! Numbers of the JVM and what its instructions make of them (JVMS 17, 2.3, 2.11 and 6.5): overflow wraps, shifts take the low five or six
//! bits of their distance, MIN / -1 is MIN, reals become whole by rounding towards zero, and saturate; NaN becomes 0.

use crate::relation::Relation;

/// Computational types of numbers. Those below `int` are `int`s (JVMS 2.11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    Int,
    Long,
    Float,
    Double,
}

/// A number, by its bits: so two NaNs of the same bits are equal, and 0.0 and -0.0 are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    Int(i32),
    Long(i64),
    Float(u32),
    Double(u64),
}

/// Operations on two numbers of one sort; of shifts, the distance is an `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    /// `>>>`
    ShiftRightUnsigned,
}

impl Binary {
    pub const ALL: [Self; 11] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::Rem,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::ShiftLeft,
        Self::ShiftRight,
        Self::ShiftRightUnsigned,
    ];

    pub fn is_shift(self) -> bool {
        matches!(self, Self::ShiftLeft | Self::ShiftRight | Self::ShiftRightUnsigned)
    }

    /// Whether reals have it, too.
    pub fn is_of_reals(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem)
    }
}

/// Negation and conversions, named by what they give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    Negate,
    ToInt,
    ToLong,
    ToFloat,
    ToDouble,
    /// Of an `int`, as `i2b`, `i2c` and `i2s`.
    ToByte,
    ToChar,
    ToShort,
}

impl Scalar {
    pub fn float(value: f32) -> Self {
        Self::Float(value.to_bits())
    }

    pub fn double(value: f64) -> Self {
        Self::Double(value.to_bits())
    }

    pub fn boolean(value: bool) -> Self {
        Self::Int(i32::from(value))
    }

    pub fn sort(self) -> Sort {
        match self {
            Self::Int(_) => Sort::Int,
            Self::Long(_) => Sort::Long,
            Self::Float(_) => Sort::Float,
            Self::Double(_) => Sort::Double,
        }
    }

    /// Of whole numbers.
    pub fn whole(self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(i64::from(value)),
            Self::Long(value) => Some(value),
            _ => None,
        }
    }

    /// Of reals.
    pub fn real(self) -> Option<f64> {
        match self {
            Self::Float(bits) => Some(f64::from(f32::from_bits(bits))),
            Self::Double(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// Whether it is other than zero: a condition that holds.
    pub fn is_true(self) -> bool {
        match self {
            Self::Int(value) => value != 0,
            Self::Long(value) => value != 0,
            Self::Float(bits) => f32::from_bits(bits) != 0.0,
            Self::Double(bits) => f64::from_bits(bits) != 0.0,
        }
    }

    /// `None`: a whole number was divided by zero, or the sorts do not fit the operation.
    pub fn binary(operation: Binary, a: Self, b: Self) -> Option<Self> {
        use Binary as B;
        Some(match (a, b) {
            (Self::Int(a), Self::Int(b)) => Self::Int(match operation {
                B::Add => a.wrapping_add(b),
                B::Sub => a.wrapping_sub(b),
                B::Mul => a.wrapping_mul(b),
                B::Div if b == 0 => return None,
                B::Div => a.wrapping_div(b),
                B::Rem if b == 0 => return None,
                B::Rem => a.wrapping_rem(b),
                B::And => a & b,
                B::Or => a | b,
                B::Xor => a ^ b,
                B::ShiftLeft => a.wrapping_shl(b as u32),
                B::ShiftRight => a.wrapping_shr(b as u32),
                B::ShiftRightUnsigned => (a as u32).wrapping_shr(b as u32) as i32,
            }),
            (Self::Long(a), Self::Int(b)) => Self::Long(match operation {
                B::ShiftLeft => a.wrapping_shl(b as u32),
                B::ShiftRight => a.wrapping_shr(b as u32),
                B::ShiftRightUnsigned => (a as u64).wrapping_shr(b as u32) as i64,
                _ => return None,
            }),
            (Self::Long(a), Self::Long(b)) => Self::Long(match operation {
                B::Add => a.wrapping_add(b),
                B::Sub => a.wrapping_sub(b),
                B::Mul => a.wrapping_mul(b),
                B::Div if b == 0 => return None,
                B::Div => a.wrapping_div(b),
                B::Rem if b == 0 => return None,
                B::Rem => a.wrapping_rem(b),
                B::And => a & b,
                B::Or => a | b,
                B::Xor => a ^ b,
                _ => return None,
            }),
            (Self::Float(a), Self::Float(b)) => {
                let (a, b) = (f32::from_bits(a), f32::from_bits(b));
                Self::float(match operation {
                    B::Add => a + b,
                    B::Sub => a - b,
                    B::Mul => a * b,
                    B::Div => a / b,
                    B::Rem => a % b,
                    _ => return None,
                })
            }
            (Self::Double(a), Self::Double(b)) => {
                let (a, b) = (f64::from_bits(a), f64::from_bits(b));
                Self::double(match operation {
                    B::Add => a + b,
                    B::Sub => a - b,
                    B::Mul => a * b,
                    B::Div => a / b,
                    B::Rem => a % b,
                    _ => return None,
                })
            }
            _ => return None,
        })
    }

    /// `None`: a conversion of `int`s was asked of another sort.
    pub fn unary(operation: Unary, a: Self) -> Option<Self> {
        use Unary as U;
        // Rust's `as` of reals saturates and makes 0 of NaN, as the JVM does (JVMS 2.8, 6.5.d2i).
        Some(match (operation, a) {
            (U::Negate, Self::Int(a)) => Self::Int(a.wrapping_neg()),
            (U::Negate, Self::Long(a)) => Self::Long(a.wrapping_neg()),
            (U::Negate, Self::Float(a)) => Self::float(-f32::from_bits(a)),
            (U::Negate, Self::Double(a)) => Self::double(-f64::from_bits(a)),
            (U::ToByte, Self::Int(a)) => Self::Int(i32::from(a as i8)),
            (U::ToChar, Self::Int(a)) => Self::Int(i32::from(a as u16)),
            (U::ToShort, Self::Int(a)) => Self::Int(i32::from(a as i16)),
            (U::ToByte | U::ToChar | U::ToShort, _) => return None,
            (U::ToInt, Self::Int(_)) | (U::ToLong, Self::Long(_)) | (U::ToFloat, Self::Float(_)) | (U::ToDouble, Self::Double(_)) => a,
            (U::ToInt, Self::Long(a)) => Self::Int(a as i32),
            (U::ToInt, Self::Float(a)) => Self::Int(f32::from_bits(a) as i32),
            (U::ToInt, Self::Double(a)) => Self::Int(f64::from_bits(a) as i32),
            (U::ToLong, Self::Int(a)) => Self::Long(i64::from(a)),
            (U::ToLong, Self::Float(a)) => Self::Long(f32::from_bits(a) as i64),
            (U::ToLong, Self::Double(a)) => Self::Long(f64::from_bits(a) as i64),
            (U::ToFloat, Self::Int(a)) => Self::float(a as f32),
            (U::ToFloat, Self::Long(a)) => Self::float(a as f32),
            (U::ToFloat, Self::Double(a)) => Self::float(f64::from_bits(a) as f32),
            (U::ToDouble, Self::Int(a)) => Self::double(f64::from(a)),
            (U::ToDouble, Self::Long(a)) => Self::double(a as f64),
            (U::ToDouble, Self::Float(a)) => Self::double(f64::from(f32::from_bits(a))),
        })
    }

    /// `None`: the sorts differ.
    pub fn compare(relation: Relation, a: Self, b: Self) -> Option<bool> {
        match (a, b) {
            (Self::Int(a), Self::Int(b)) => Some(relation.holds(a, b)),
            (Self::Long(a), Self::Long(b)) => Some(relation.holds(a, b)),
            (Self::Float(a), Self::Float(b)) => Some(relation.holds(f32::from_bits(a), f32::from_bits(b))),
            (Self::Double(a), Self::Double(b)) => Some(relation.holds(f64::from_bits(a), f64::from_bits(b))),
            _ => None,
        }
    }

    /// -1, 0 or 1, as `lcmp` gives it, and `fcmpl`, `fcmpg`, `dcmpl`, `dcmpg`; `None`: the sorts differ.
    ///
    /// `unordered`: what a NaN gives.
    pub fn order(unordered: i32, a: Self, b: Self) -> Option<i32> {
        if a.sort() != b.sort() {
            return None;
        }
        let order = match (a.whole(), b.whole()) {
            (Some(a), Some(b)) => Some(a.cmp(&b)),
            _ => a.real()?.partial_cmp(&b.real()?),
        };
        Some(order.map_or(unordered, |o| o as i32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Binary as B;
    use Unary as U;

    #[test]
    fn whole_numbers_overflow_as_the_jvm_says() {
        let int = |operation, a, b| Scalar::binary(operation, Scalar::Int(a), Scalar::Int(b));
        assert_eq!(int(B::Add, i32::MAX, 1), Some(Scalar::Int(i32::MIN)));
        assert_eq!(int(B::Div, i32::MIN, -1), Some(Scalar::Int(i32::MIN)));
        assert_eq!(int(B::Rem, i32::MIN, -1), Some(Scalar::Int(0)));
        assert_eq!(int(B::Rem, -7, 3), Some(Scalar::Int(-1)), "the sign is that of the dividend");
        assert_eq!(int(B::Div, 1, 0), None);
        assert_eq!(int(B::ShiftLeft, 1, 33), Some(Scalar::Int(2)), "five bits of the distance count");
        assert_eq!(int(B::ShiftRight, -8, -31), Some(Scalar::Int(-4)));
        assert_eq!(int(B::ShiftRightUnsigned, -1, 28), Some(Scalar::Int(15)));
        let long = |operation, a, b| Scalar::binary(operation, Scalar::Long(a), b);
        assert_eq!(long(B::ShiftLeft, 1, Scalar::Int(65)), Some(Scalar::Long(2)), "six bits of the distance count");
        assert_eq!(long(B::ShiftRightUnsigned, -1, Scalar::Int(60)), Some(Scalar::Long(15)));
        assert_eq!(long(B::Div, i64::MIN, Scalar::Long(-1)), Some(Scalar::Long(i64::MIN)));
        assert_eq!(long(B::Add, 1, Scalar::Int(1)), None, "no sum of a long and an int");
        assert_eq!(Scalar::unary(U::Negate, Scalar::Int(i32::MIN)), Some(Scalar::Int(i32::MIN)));
    }

    #[test]
    fn conversions_saturate_and_cut_as_the_jvm_says() {
        let to = |operation, a| Scalar::unary(operation, a);
        assert_eq!(to(U::ToInt, Scalar::double(f64::NAN)), Some(Scalar::Int(0)));
        assert_eq!(to(U::ToInt, Scalar::double(1e10)), Some(Scalar::Int(i32::MAX)));
        assert_eq!(to(U::ToInt, Scalar::double(-2.9)), Some(Scalar::Int(-2)));
        assert_eq!(to(U::ToLong, Scalar::float(f32::NEG_INFINITY)), Some(Scalar::Long(i64::MIN)));
        assert_eq!(to(U::ToInt, Scalar::Long(1 << 32 | 5)), Some(Scalar::Int(5)));
        assert_eq!(to(U::ToByte, Scalar::Int(200)), Some(Scalar::Int(-56)));
        assert_eq!(to(U::ToChar, Scalar::Int(-1)), Some(Scalar::Int(65_535)));
        assert_eq!(to(U::ToShort, Scalar::Int(40_000)), Some(Scalar::Int(-25_536)));
        assert_eq!(to(U::ToFloat, Scalar::Int(16_777_217)), Some(Scalar::float(16_777_216.0)), "ties to even");
        assert_eq!(to(U::Negate, Scalar::double(0.0)), Some(Scalar::double(-0.0)));
    }

    #[test]
    fn a_nan_is_in_no_order() {
        let (nan, one) = (Scalar::double(f64::NAN), Scalar::double(1.0));
        assert_eq!(Scalar::order(-1, nan, one), Some(-1));
        assert_eq!(Scalar::order(1, one, nan), Some(1));
        assert_eq!(Scalar::order(1, Scalar::double(-0.0), Scalar::double(0.0)), Some(0));
        assert_eq!(Scalar::compare(Relation::NotEqual, nan, nan), Some(true));
        assert_eq!(Scalar::binary(B::Rem, one, Scalar::double(0.0)).and_then(Scalar::real).map(f64::is_nan), Some(true));
        assert_eq!(Scalar::order(0, Scalar::Long(i64::MIN), Scalar::Long(i64::MAX)), Some(-1));
        assert_eq!(Scalar::compare(Relation::Equal, Scalar::Int(1), Scalar::Long(1)), None);
    }

    // The numbers of jvm/Arithmetic.java.
    const INTS: [i32; 17] = [i32::MIN, i32::MIN + 1, -65_537, -129, -31, -1, 0, 1, 2, 31, 32, 33, 127, 255, 65_535, 16_777_217, i32::MAX];
    const LONGS: [i64; 16] = [
        i64::MIN,
        i64::MIN + 1,
        -4_294_967_297,
        -2_147_483_649,
        -63,
        -1,
        0,
        1,
        3,
        63,
        64,
        65,
        2_147_483_648,
        4_294_967_295,
        9_007_199_254_740_993,
        i64::MAX,
    ];
    const FLOATS: [f32; 13] =
        [f32::NAN, 0.0, -0.0, 1.5, -2.5, f32::from_bits(1), f32::MAX, f32::MIN, f32::INFINITY, f32::NEG_INFINITY, 3e9, 1e19, 16_777_216.0];
    const DOUBLES: [f64; 14] = [
        f64::NAN,
        0.0,
        -0.0,
        1.5,
        -2.5,
        f64::from_bits(1),
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        3e9,
        1e19,
        9_007_199_254_740_993.0,
        1e40,
    ];

    fn show(value: Scalar) -> String {
        match value {
            Scalar::Int(v) => format!("i{v}"),
            Scalar::Long(v) => format!("l{v}"),
            // All NaNs are one.
            Scalar::Float(bits) => format!("f{:x}", if f32::from_bits(bits).is_nan() { 0x7fc0_0000 } else { bits }),
            Scalar::Double(bits) => format!("d{:x}", if f64::from_bits(bits).is_nan() { 0x7ff8_0000_0000_0000 } else { bits }),
        }
    }

    #[test]
    fn instructions_give_what_they_give_on_a_jvm() {
        let mut checksums = std::collections::BTreeMap::<String, crc32fast::Hasher>::new();
        let mut say = |operation: String, a: Scalar, result: Option<Scalar>| {
            let Some(result) = result else { return };
            let key = format!("{operation} {}", &show(a)[..1]);
            checksums.entry(key).or_default().update(format!("{}\n", show(result)).as_bytes());
        };
        let ints = INTS.map(Scalar::Int);
        let numbers: [Vec<Scalar>; 4] =
            [ints.to_vec(), LONGS.map(Scalar::Long).to_vec(), FLOATS.map(Scalar::float).to_vec(), DOUBLES.map(Scalar::double).to_vec()];
        for group in &numbers {
            for &a in group {
                for operation in Binary::ALL {
                    let second = if operation.is_shift() && a.sort() == Sort::Long { &ints.to_vec() } else { group };
                    for &b in second {
                        say(format!("{operation:?}"), a, Scalar::binary(operation, a, b));
                    }
                }
                let unordered: &[i32] = if matches!(a.sort(), Sort::Float | Sort::Double) { &[-1, 1] } else { &[0] };
                for &nan in unordered.iter().filter(|_| a.sort() != Sort::Int) {
                    for &b in group {
                        say(format!("Order{nan}"), a, Scalar::order(nan, a, b).map(Scalar::Int));
                    }
                }
                let conversions = [U::Negate, U::ToInt, U::ToLong, U::ToFloat, U::ToDouble, U::ToByte, U::ToChar, U::ToShort];
                for operation in conversions {
                    let same = Scalar::unary(operation, a) == Some(a)
                        && matches!(
                            (operation, a.sort()),
                            (U::ToInt, Sort::Int) | (U::ToLong, Sort::Long) | (U::ToFloat, Sort::Float) | (U::ToDouble, Sort::Double)
                        );
                    say(format!("{operation:?}"), a, Scalar::unary(operation, a).filter(|_| !same));
                }
            }
        }
        let own = checksums.into_iter().map(|(operation, checksum)| format!("{operation} {:x}", checksum.finalize()));
        let jvm: Vec<&str> = include_str!("jvm/arithmetic.txt").lines().collect();
        assert_eq!(own.collect::<Vec<_>>(), jvm);
    }
}
