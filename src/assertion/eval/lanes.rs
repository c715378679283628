//! The element types of columns, and how code for one of them is chosen.

use crate::assertion::ast::Type;

/// Element type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneKind {
    I32,
    I64,
    F32,
    F64,
}

impl LaneKind {
    /// Of numbers and references of a type.
    pub fn of(ty: Type) -> Self {
        match ty {
            Type::Int => Self::I32,
            Type::Long | Type::Reference => Self::I64,
            Type::Float => Self::F32,
            Type::Double => Self::F64,
            Type::Boolean => unreachable!("booleans are bitsets"),
            Type::Exact | Type::Text | Type::Sequence(_) | Type::Bag(_) => unreachable!("{ty} has no lane"),
        }
    }
}

/// Runs a piece of code with `$T` standing for the lane's element type.
macro_rules! with_lane {
    ($lane:expr, $T:ident => $code:expr) => {
        match $lane {
            $crate::assertion::eval::lanes::LaneKind::I32 => {
                type $T = i32;
                $code
            }
            $crate::assertion::eval::lanes::LaneKind::I64 => {
                type $T = i64;
                $code
            }
            $crate::assertion::eval::lanes::LaneKind::F32 => {
                type $T = f32;
                $code
            }
            $crate::assertion::eval::lanes::LaneKind::F64 => {
                type $T = f64;
                $code
            }
        }
    };
}

/// The same for integers.
macro_rules! with_integral_lane {
    ($lane:expr, $T:ident => $code:expr) => {
        match $lane {
            $crate::assertion::eval::lanes::LaneKind::I32 => {
                type $T = i32;
                $code
            }
            $crate::assertion::eval::lanes::LaneKind::I64 => {
                type $T = i64;
                $code
            }
            lane => unreachable!("no operations on bits of {lane:?}"),
        }
    };
}

/// The same for a lane `$F` and one that its numbers are promoted to, `$T` (JLS §5.6).
macro_rules! with_promotion {
    ($from:expr, $to:expr, ($F:ident, $T:ident) => $code:expr) => {{
        use $crate::assertion::eval::lanes::{LaneKind, in_lanes};
        match ($from, $to) {
            (LaneKind::I32, LaneKind::I64) => in_lanes!($F = i32, $T = i64, $code),
            (LaneKind::I32, LaneKind::F32) => in_lanes!($F = i32, $T = f32, $code),
            (LaneKind::I32, LaneKind::F64) => in_lanes!($F = i32, $T = f64, $code),
            (LaneKind::I64, LaneKind::F32) => in_lanes!($F = i64, $T = f32, $code),
            (LaneKind::I64, LaneKind::F64) => in_lanes!($F = i64, $T = f64, $code),
            (LaneKind::F32, LaneKind::F64) => in_lanes!($F = f32, $T = f64, $code),
            (from, to) => unreachable!("{from:?} is not promoted to {to:?}"),
        }
    }};
}

macro_rules! in_lanes {
    ($F:ident = $from:ty, $T:ident = $to:ty, $code:expr) => {{
        type $F = $from;
        type $T = $to;
        $code
    }};
}

pub(crate) use {in_lanes, with_integral_lane, with_lane, with_promotion};
