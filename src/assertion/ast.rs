//! The tree of an assertion.

use crate::evidence::schema::{ValueType, VarId};

/// Type of an expression after Java's promotions: byte, short and char compute as int (JLS §5.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl From<ValueType> for Type {
    fn from(t: ValueType) -> Self {
        match t {
            ValueType::Boolean => Self::Boolean,
            ValueType::Byte | ValueType::Short | ValueType::Char | ValueType::Int => Self::Int,
            ValueType::Long => Self::Long,
            ValueType::Float => Self::Float,
            ValueType::Double => Self::Double,
            ValueType::Reference => Self::Reference,
        }
    }
}

impl Type {
    pub fn is_number(self) -> bool {
        matches!(self, Self::Int | Self::Long | Self::Float | Self::Double)
    }
}

/// number → number, boolean → boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    Neg,
    Not,
}

/// GAssert's functions (Table 1). Arithmetic and comparisons promote their operands as Java does (JLS §5.6.2).
/// `Eq` and `Ne` also compare references; for booleans they are `Equiv` and `Xor`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Xor,
    Implies,
    Equiv,
}

/// An expression tree. Its size is its number of nodes ([`Expr::size`]), as in GAssert.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Bool(bool),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Null,
    Var(VarId),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
}

impl Expr {
    pub fn unary(op: UnaryOp, operand: Expr) -> Self {
        Self::Unary(op, Box::new(operand))
    }

    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Self {
        Self::Binary(op, Box::new(left), Box::new(right))
    }

    /// Number of nodes.
    pub fn size(&self) -> usize {
        match self {
            Self::Unary(_, operand) => 1 + operand.size(),
            Self::Binary(_, left, right) => 1 + left.size() + right.size(),
            _ => 1,
        }
    }
}
