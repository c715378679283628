//! One term.

use super::column::{Column, Values};
use crate::assertion::ast::{BinaryOp, Expr, Type};
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::{Arithmetic, Kernels};
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::VarId;
use crate::improve::synthesis::naturalness::{constant_price, operator_price, role};

/// A numeric or reference term.
#[derive(Clone, Debug)]
pub struct Term {
    pub expr: Expr,
    pub column: Column,
    /// Nodes, and what its variables and constants cost beyond.
    pub price: u32,
    /// Made of constants and values from before the method ran.
    pub pre_state: bool,
}

impl Term {
    pub fn is_constant(&self) -> bool {
        matches!(self.column.values, Values::Constant(_))
    }

    pub fn variable(frame: &Frame, dataset: &Dataset, id: VarId, ty: Type) -> Self {
        let column = Column { ty, values: Values::Column(frame.numbers(id).clone()), present: frame.present(id).map(<[u64]>::to_vec) };
        let role = role(dataset, id);
        Self { expr: Expr::Var(id), column, price: 1 + role.price(), pre_state: role.is_pre_state() }
    }

    /// The literal of a numeric type with those bits.
    pub fn constant(ty: Type, bits: u64) -> Self {
        let expr = literal(ty, bits);
        Self { price: 1 + constant_price(&expr), expr, column: Column::constant(ty, bits), pre_state: true }
    }

    /// `self op other`.
    pub fn combine(&self, op: Arithmetic, other: &Self, words: usize, kernels: Kernels) -> Self {
        let of_operator = operator_price(operator(op), &self.expr, &other.expr);
        Self {
            expr: Expr::binary(operator(op), self.expr.clone(), other.expr.clone()),
            column: self.column.combine(op, &other.column, words, kernels),
            price: self.price + other.price + 1 + of_operator,
            pre_state: self.pre_state && other.pre_state,
        }
    }
}

/// The literal of a numeric type with those bits.
pub fn literal(ty: Type, bits: u64) -> Expr {
    match ty {
        Type::Int => Expr::Int(bits as i32),
        Type::Long => Expr::Long(bits as i64),
        Type::Float => Expr::Float(f32::from_bits(bits as u32)),
        Type::Double => Expr::Double(f64::from_bits(bits)),
        _ => unreachable!("{ty} has no numeric literals"),
    }
}

pub fn operator(op: Arithmetic) -> BinaryOp {
    match op {
        Arithmetic::Add => BinaryOp::Add,
        Arithmetic::Sub => BinaryOp::Sub,
        Arithmetic::Mul => BinaryOp::Mul,
        Arithmetic::Div => BinaryOp::Div,
        Arithmetic::Rem => BinaryOp::Rem,
    }
}
