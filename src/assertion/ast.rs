//! The tree of an assertion.
//!
//! One meaning has one form: equality of booleans is [`BinaryOp::Equiv`] (never `Eq`), and a negative literal is a literal
//! (never a negated one, unless somebody negates it).

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

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

    /// int or long: division by zero fails, nothing is ever NaN, and arithmetic wraps.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Int | Self::Long)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Boolean => "boolean",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
            Self::Reference => "reference",
        })
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

/// What an operator takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpKind {
    /// number × number → number
    Arithmetic,
    /// number × number → boolean, or reference × reference → boolean for `Eq` and `Ne`
    Comparison,
    /// boolean × boolean → boolean
    Logical,
}

impl BinaryOp {
    pub const ARITHMETIC: [Self; 5] = [Self::Add, Self::Sub, Self::Mul, Self::Div, Self::Rem];
    pub const COMPARISONS: [Self; 6] = [Self::Eq, Self::Ne, Self::Lt, Self::Le, Self::Gt, Self::Ge];
    pub const LOGICAL: [Self; 5] = [Self::And, Self::Or, Self::Xor, Self::Implies, Self::Equiv];

    pub fn kind(self) -> OpKind {
        match self {
            Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem => OpKind::Arithmetic,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge => OpKind::Comparison,
            Self::And | Self::Or | Self::Xor | Self::Implies | Self::Equiv => OpKind::Logical,
        }
    }

    /// The operator as the assertion notation writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Eq | Self::Equiv => "==",
            Self::Ne | Self::Xor => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::And => "&&",
            Self::Or => "||",
            Self::Implies => "==>",
        }
    }
}

/// An expression tree. Its size is its number of nodes ([`Expr::size`]), as in GAssert.
///
/// Equality, order and hash are those of the text: `-0.0` differs from `0.0`, and NaN equals NaN.
#[derive(Clone, Debug)]
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

    /// A literal, including `null`.
    pub fn is_constant(&self) -> bool {
        matches!(self, Self::Bool(_) | Self::Int(_) | Self::Long(_) | Self::Float(_) | Self::Double(_) | Self::Null)
    }

    /// Calls `visit` with every variable of the tree, left to right, repeated ones each time.
    pub fn for_each_variable(&self, visit: &mut impl FnMut(VarId)) {
        match self {
            Self::Var(id) => visit(*id),
            Self::Unary(_, operand) => operand.for_each_variable(visit),
            Self::Binary(_, left, right) => {
                left.for_each_variable(visit);
                right.for_each_variable(visit);
            }
            _ => {}
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Bool(_) => 0,
            Self::Var(_) => 1,
            Self::Null => 2,
            Self::Int(_) => 3,
            Self::Long(_) => 4,
            Self::Float(_) => 5,
            Self::Double(_) => 6,
            Self::Unary(..) => 7,
            Self::Binary(..) => 8,
        }
    }
}

/// Bits that are equal iff the floats are the same to Java: it has one NaN.
fn bits_f32(x: f32) -> u32 {
    if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() }
}

fn bits_f64(x: f64) -> u64 {
    if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Int(a), Self::Int(b)) => a == b,
            (Self::Long(a), Self::Long(b)) => a == b,
            (Self::Float(a), Self::Float(b)) => bits_f32(*a) == bits_f32(*b),
            (Self::Double(a), Self::Double(b)) => bits_f64(*a) == bits_f64(*b),
            (Self::Null, Self::Null) => true,
            (Self::Var(a), Self::Var(b)) => a == b,
            (Self::Unary(a, x), Self::Unary(b, y)) => a == b && x == y,
            (Self::Binary(a, w, x), Self::Binary(b, y, z)) => a == b && w == y && x == z,
            _ => false,
        }
    }
}

impl Eq for Expr {}

impl Hash for Expr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.rank().hash(state);
        match self {
            Self::Bool(a) => a.hash(state),
            Self::Int(a) => a.hash(state),
            Self::Long(a) => a.hash(state),
            Self::Float(a) => bits_f32(*a).hash(state),
            Self::Double(a) => bits_f64(*a).hash(state),
            Self::Null => {}
            Self::Var(a) => a.hash(state),
            Self::Unary(op, x) => (op, x).hash(state),
            Self::Binary(op, x, y) => (op, x, y).hash(state),
        }
    }
}

impl Ord for Expr {
    /// An arbitrary but fixed order: variables in the schema's order before literals before compound terms.
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (Self::Int(a), Self::Int(b)) => a.cmp(b),
            (Self::Long(a), Self::Long(b)) => a.cmp(b),
            (Self::Float(a), Self::Float(b)) => f32::from_bits(bits_f32(*a)).total_cmp(&f32::from_bits(bits_f32(*b))),
            (Self::Double(a), Self::Double(b)) => f64::from_bits(bits_f64(*a)).total_cmp(&f64::from_bits(bits_f64(*b))),
            (Self::Var(a), Self::Var(b)) => a.cmp(b),
            (Self::Unary(a, x), Self::Unary(b, y)) => (a, x).cmp(&(b, y)),
            (Self::Binary(a, w, x), Self::Binary(b, y, z)) => (a, w, x).cmp(&(b, y, z)),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for Expr {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_is_the_number_of_nodes() {
        let e = Expr::binary(BinaryOp::Lt, Expr::unary(UnaryOp::Neg, Expr::Var(0)), Expr::Int(3));
        assert_eq!(e.size(), 4);
    }

    #[test]
    fn literals_are_equal_as_text_is() {
        assert_ne!(Expr::Double(0.0), Expr::Double(-0.0));
        assert_eq!(Expr::Double(f64::NAN), Expr::Double(-f64::NAN));
        assert_ne!(Expr::Int(1), Expr::Long(1));
    }
}
