//! The tree of an assertion.
//!
//! One meaning has one form: equality of booleans is [`BinaryOp::Equiv`] (never `Eq`), and a negative literal is a literal
//! (never a negated one, unless somebody negates it).

mod function;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

pub use self::function::Function;
pub use crate::evidence::schema::Element;
pub use crate::evidence::text::JavaString;

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
    /// An integer of any size, as JML's `\bigint`; goes with int and long only.
    Exact,
    /// The contents of a string.
    Text,
    /// The contents of an array or list.
    Sequence(Element),
    /// The contents of another collection.
    Bag(Element),
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
            ValueType::Text => Self::Text,
            ValueType::Sequence(element) => Self::Sequence(element),
            ValueType::Bag(element) => Self::Bag(element),
        }
    }
}

impl From<Element> for Type {
    fn from(element: Element) -> Self {
        ValueType::from(element).into()
    }
}

impl Type {
    /// A number of one of Java's types.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Int | Self::Long | Self::Float | Self::Double)
    }

    /// A number that no other type has.
    pub fn code(self) -> u8 {
        match self {
            Self::Boolean => 0,
            Self::Int => 1,
            Self::Long => 2,
            Self::Float => 3,
            Self::Double => 4,
            Self::Reference => 5,
            Self::Exact => 6,
            Self::Text => 7,
            Self::Sequence(element) => 8 + element as u8,
            Self::Bag(element) => 24 + element as u8,
        }
    }

    /// float or double
    pub fn is_real(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }

    /// Text, sequence or bag: what an object contains, and compared as such.
    pub fn is_contents(self) -> bool {
        matches!(self, Self::Text | Self::Sequence(_) | Self::Bag(_))
    }

    /// What a sequence or bag holds.
    pub fn element(self) -> Option<Element> {
        match self {
            Self::Sequence(element) | Self::Bag(element) => Some(element),
            _ => None,
        }
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
            Self::Exact => "exact integer",
            Self::Text => "text",
            Self::Sequence(element) => return write!(f, "sequence of {element}"),
            Self::Bag(element) => return write!(f, "bag of {element}"),
        })
    }
}

/// number → number, boolean → boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    Neg,
    Not,
    /// `~` of an int or long.
    BitNot,
    /// The int or long as an exact integer.
    Exact,
}

/// GAssert's functions (Table 1) and Java's bit operations. Arithmetic and comparisons promote their operands as Java does
/// (JLS §5.6.2), and exact integers win over int and long. `Eq` and `Ne` also compare references; for booleans they are `Equiv` and
/// `Xor`. `Eq` also compares contents (its negation is `Not`).
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
    BitAnd,
    BitOr,
    BitXor,
    /// `<<`, by the low 5 bits of the right operand, or 6 if the left one is a long (JLS §15.19).
    Shl,
    /// `>>`
    Shr,
    /// `>>>`
    Ushr,
}

/// What an operator takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpKind {
    /// number × number → number
    Arithmetic,
    /// int or long × int or long → int or long; a shift has the type of its left operand
    Bitwise,
    /// number × number → boolean, or reference × reference → boolean for `Eq` and `Ne`, or contents × contents → boolean for `Eq`
    Comparison,
    /// boolean × boolean → boolean
    Logical,
}

impl BinaryOp {
    pub const ARITHMETIC: [Self; 5] = [Self::Add, Self::Sub, Self::Mul, Self::Div, Self::Rem];
    pub const COMPARISONS: [Self; 6] = [Self::Eq, Self::Ne, Self::Lt, Self::Le, Self::Gt, Self::Ge];
    pub const LOGICAL: [Self; 5] = [Self::And, Self::Or, Self::Xor, Self::Implies, Self::Equiv];
    pub const BITWISE: [Self; 6] = [Self::BitAnd, Self::BitOr, Self::BitXor, Self::Shl, Self::Shr, Self::Ushr];

    pub fn kind(self) -> OpKind {
        match self {
            Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem => OpKind::Arithmetic,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge => OpKind::Comparison,
            Self::And | Self::Or | Self::Xor | Self::Implies | Self::Equiv => OpKind::Logical,
            Self::BitAnd | Self::BitOr | Self::BitXor | Self::Shl | Self::Shr | Self::Ushr => OpKind::Bitwise,
        }
    }

    pub fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::Shr | Self::Ushr)
    }

    /// The comparison with its operands swapped.
    pub fn mirrored(self) -> Self {
        match self {
            Self::Lt => Self::Gt,
            Self::Le => Self::Ge,
            Self::Ge => Self::Le,
            Self::Gt => Self::Lt,
            same => same,
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
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Ushr => ">>>",
        }
    }
}

/// How many numbers a quantifier may range over, so that no assertion runs for minutes on one state. Longer than what a record
/// can hold of an array or text.
pub const LONGEST_RANGE: i64 = 1 << 20;

/// How many numbers of the range have to make the body true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantifier {
    ForAll,
    Exists,
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
    Text(JavaString),
    Var(VarId),
    /// The number of an enclosing quantifier, an int: 0 for the innermost one, counting outwards.
    Bound(u8),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Call(Function, Vec<Expr>),
    /// Whether the body is true for all, or for some, int i with `lo <= i < hi`; false where lo or hi fails, or the range has more than
    /// [`LONGEST_RANGE`] numbers.
    /// The bounds are ints and outside of the quantifier: they do not see its number.
    Quantified(Quantifier, Box<Expr>, Box<Expr>, Box<Expr>),
}

impl Expr {
    pub fn unary(op: UnaryOp, operand: Expr) -> Self {
        Self::Unary(op, Box::new(operand))
    }

    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Self {
        Self::Binary(op, Box::new(left), Box::new(right))
    }

    pub fn call(function: Function, arguments: impl Into<Vec<Expr>>) -> Self {
        Self::Call(function, arguments.into())
    }

    pub fn quantified(quantifier: Quantifier, lo: Expr, hi: Expr, body: Expr) -> Self {
        Self::Quantified(quantifier, Box::new(lo), Box::new(hi), Box::new(body))
    }

    /// Number of nodes.
    pub fn size(&self) -> usize {
        match self {
            Self::Unary(_, operand) => 1 + operand.size(),
            Self::Binary(_, left, right) => 1 + left.size() + right.size(),
            Self::Call(_, arguments) => 1 + arguments.iter().map(Self::size).sum::<usize>(),
            Self::Quantified(_, lo, hi, body) => 1 + lo.size() + hi.size() + body.size(),
            _ => 1,
        }
    }

    /// The sub-expressions of the root, left to right.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Self::Unary(_, operand) => vec![operand],
            Self::Binary(_, left, right) => vec![left, right],
            Self::Call(_, arguments) => arguments.iter().collect(),
            Self::Quantified(_, lo, hi, body) => vec![lo, hi, body],
            _ => Vec::new(),
        }
    }

    /// The expression as it is outside of the innermost quantifier around it; `None` if it has that one's number.
    pub fn outside(&self) -> Option<Expr> {
        self.renumbered(0, &|index| index.checked_sub(1))
    }

    /// The expression as it is inside of one more quantifier.
    pub fn inside(&self) -> Expr {
        self.renumbered(0, &|index| index.checked_add(1)).expect("fewer than 256 quantifiers")
    }

    /// Whether it has the number of a quantifier that is not in it.
    pub fn is_open(&self) -> bool {
        self.renumbered(0, &|_| None).is_none()
    }

    /// With other numbers of the quantifiers around it; `inner` of them are in it.
    fn renumbered(&self, inner: u8, number: &dyn Fn(u8) -> Option<u8>) -> Option<Expr> {
        let same = |e: &Expr| e.renumbered(inner, number);
        Some(match self {
            Self::Bound(index) if *index >= inner => Self::Bound(inner + number(index - inner)?),
            Self::Unary(op, operand) => Self::unary(*op, same(operand)?),
            Self::Binary(op, left, right) => Self::binary(*op, same(left)?, same(right)?),
            Self::Call(function, arguments) => Self::Call(*function, arguments.iter().map(same).collect::<Option<_>>()?),
            Self::Quantified(quantifier, lo, hi, body) => {
                Self::quantified(*quantifier, same(lo)?, same(hi)?, body.renumbered(inner + 1, number)?)
            }
            leaf => leaf.clone(),
        })
    }

    /// A literal, including `null`.
    pub fn is_constant(&self) -> bool {
        matches!(self, Self::Bool(_) | Self::Int(_) | Self::Long(_) | Self::Float(_) | Self::Double(_) | Self::Null | Self::Text(_))
    }

    /// All of them; `true` if there are none.
    pub fn conjunction(conditions: impl IntoIterator<Item = Self>) -> Self {
        conditions.into_iter().reduce(|all, condition| Self::binary(BinaryOp::And, all, condition)).unwrap_or(Self::Bool(true))
    }

    /// Whether some variable of the tree is wanted.
    pub fn has_variable(&self, is_wanted: impl Fn(VarId) -> bool) -> bool {
        let mut found = false;
        self.for_each_variable(&mut |id| found |= is_wanted(id));
        found
    }

    /// Whether the variable is part of the tree.
    pub fn mentions(&self, variable: VarId) -> bool {
        self.has_variable(|id| id == variable)
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
            Self::Call(_, arguments) => arguments.iter().for_each(|a| a.for_each_variable(visit)),
            Self::Quantified(_, lo, hi, body) => [lo, hi, body].iter().for_each(|e| e.for_each_variable(visit)),
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
            Self::Text(_) => 7,
            Self::Bound(_) => 8,
            Self::Unary(..) => 9,
            Self::Binary(..) => 10,
            Self::Call(..) => 11,
            Self::Quantified(..) => 12,
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
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bound(a), Self::Bound(b)) => a == b,
            (Self::Call(a, x), Self::Call(b, y)) => a == b && x == y,
            (Self::Quantified(a, u, v, w), Self::Quantified(b, x, y, z)) => a == b && u == x && v == y && w == z,
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
            Self::Text(a) => a.hash(state),
            Self::Bound(a) => a.hash(state),
            Self::Call(function, arguments) => (function, arguments).hash(state),
            Self::Quantified(quantifier, lo, hi, body) => (quantifier, lo, hi, body).hash(state),
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
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Bound(a), Self::Bound(b)) => a.cmp(b),
            (Self::Call(a, x), Self::Call(b, y)) => (a, x).cmp(&(b, y)),
            (Self::Quantified(a, u, v, w), Self::Quantified(b, x, y, z)) => (a, u, v, w).cmp(&(b, x, y, z)),
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
