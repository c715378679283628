//! What the 64 bits of a number, boolean or reference may be.

use super::schema::ValueType;

/// The bits of every NaN after reading: Java's `doubleToLongBits` has one NaN, and states are compared by their bits.
pub(super) const CANONICAL_NAN: u64 = 0x7ff8_0000_0000_0000;

/// Whether the bits are a value of the type; what Java cannot hold would be compared wrongly.
pub(super) fn in_range(value_type: ValueType, bits: u64) -> bool {
    let integer = bits as i64;
    match value_type {
        ValueType::Boolean => bits <= 1,
        ValueType::Byte => i8::try_from(integer).is_ok(),
        ValueType::Short => i16::try_from(integer).is_ok(),
        ValueType::Char => u16::try_from(integer).is_ok(),
        ValueType::Int => i32::try_from(integer).is_ok(),
        ValueType::Long | ValueType::Double => true,
        ValueType::Reference => integer >= 0,
        ValueType::Float => {
            let wide = f64::from_bits(bits);
            wide.is_nan() || f64::from(wide as f32) == wide
        }
        ValueType::Text | ValueType::Sequence(_) | ValueType::Bag(_) => false,
    }
}
