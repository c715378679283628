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
    ($lane:expr, $T:ident => $code:expr) => {{
        use $crate::assertion::eval::lanes;
        match $lane {
            lanes::LaneKind::I32 => lanes::in_lanes!($T = i32 => $code),
            lanes::LaneKind::I64 => lanes::in_lanes!($T = i64 => $code),
            lanes::LaneKind::F32 => lanes::in_lanes!($T = f32 => $code),
            lanes::LaneKind::F64 => lanes::in_lanes!($T = f64 => $code),
        }
    }};
}

/// The same for integers.
macro_rules! with_integral_lane {
    ($lane:expr, $T:ident => $code:expr) => {{
        use $crate::assertion::eval::lanes;
        match $lane {
            lanes::LaneKind::I32 => lanes::in_lanes!($T = i32 => $code),
            lanes::LaneKind::I64 => lanes::in_lanes!($T = i64 => $code),
            lane => unreachable!("no operations on bits of {lane:?}"),
        }
    }};
}

/// The same for a lane `$F` and one that its numbers are promoted to, `$T` (JLS §5.6).
macro_rules! with_promotion {
    ($from:expr, $to:expr, ($F:ident, $T:ident) => $code:expr) => {{
        use $crate::assertion::eval::lanes;
        match ($from, $to) {
            (lanes::LaneKind::I32, lanes::LaneKind::I64) => lanes::in_lanes!($F = i32, $T = i64 => $code),
            (lanes::LaneKind::I32, lanes::LaneKind::F32) => lanes::in_lanes!($F = i32, $T = f32 => $code),
            (lanes::LaneKind::I32, lanes::LaneKind::F64) => lanes::in_lanes!($F = i32, $T = f64 => $code),
            (lanes::LaneKind::I64, lanes::LaneKind::F32) => lanes::in_lanes!($F = i64, $T = f32 => $code),
            (lanes::LaneKind::I64, lanes::LaneKind::F64) => lanes::in_lanes!($F = i64, $T = f64 => $code),
            (lanes::LaneKind::F32, lanes::LaneKind::F64) => lanes::in_lanes!($F = f32, $T = f64 => $code),
            (from, to) => unreachable!("{from:?} is not promoted to {to:?}"),
        }
    }};
}

macro_rules! in_lanes {
    ($($T:ident = $element:ty),+ => $code:expr) => {{
        $(type $T = $element;)+
        $code
    }};
}

pub(crate) use {in_lanes, with_integral_lane, with_lane, with_promotion};
