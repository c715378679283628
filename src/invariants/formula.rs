//! What an invariant says, and whether it is so in a sample.
//!
//! [`Formula::holds`] is the definition of every template, written to be read. The searches of this module's siblings decide the same on
//! whole columns, and the tests compare the two.

use super::samples::{Cell, Kind, Samples, Var};
use super::texts::Texts;
use crate::relation::Relation;
use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;

/// A value that an invariant names.
#[derive(Clone, Copy, Debug)]
pub enum Constant {
    Integer(i64),
    Real(f64),
}

impl Constant {
    /// By value, reals as `Double.compare` orders them but for zeros, which are one.
    pub fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a.cmp(&b),
            (Self::Real(a), Self::Real(b)) => real_order(a, b),
            (Self::Integer(_), Self::Real(_)) => Ordering::Less,
            (Self::Real(_), Self::Integer(_)) => Ordering::Greater,
        }
    }
}

impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        self.compare(*other).is_eq()
    }
}

/// Reals by value; both zeros are one value, and NaN is one value, above all others.
pub fn real_order(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

/// What one value, or each element, may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// One of at most a few values, in ascending order.
    OneOf(Vec<Constant>),
    /// Not 0, or not null.
    NonZero,
    AtLeast(Constant),
    AtMost(Constant),
    /// The remainder, at least 0, of a division by a modulus of at least 2.
    Modulus {
        modulus: u64,
        remainder: u64,
    },
    PowerOfTwo,
    /// A text of characters that ASCII prints, and white space.
    Printable,
}

/// A relation between two integers that is no comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Numeric {
    /// `x % y == 0`
    Divides,
    /// `x == y * y`
    Square,
    /// `x == |y|`
    Absolute,
    /// `x == ~y`
    Complement,
    /// `x == x | y`: all bits of y are in x
    BitSubset,
    /// `(x & y) == 0`
    BitsDisjoint,
    /// `(x >> y) == 0`
    ShiftedOut,
}

/// Where one text is within another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    Anywhere,
    Start,
    End,
}

/// A number that two others determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Function {
    Min,
    Max,
    Multiply,
    Divide,
    Remainder,
    Gcd,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
}

/// How a function of two numbers is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `x * y`, with this operator.
    Infix(&'static str),
    /// `min(x, y)`, with this name.
    Call(&'static str),
}

impl Function {
    pub const ALL: [Self; 11] = [
        Self::Min,
        Self::Max,
        Self::Multiply,
        Self::Divide,
        Self::Remainder,
        Self::Gcd,
        Self::BitAnd,
        Self::BitOr,
        Self::BitXor,
        Self::ShiftLeft,
        Self::ShiftRight,
    ];

    /// How Java, JML and Daikon write it, which agree.
    pub fn notation(self) -> Notation {
        match self {
            Self::Min => Notation::Call("min"),
            Self::Max => Notation::Call("max"),
            Self::Gcd => Notation::Call("gcd"),
            Self::Multiply => Notation::Infix("*"),
            Self::Divide => Notation::Infix("/"),
            Self::Remainder => Notation::Infix("%"),
            Self::BitAnd => Notation::Infix("&"),
            Self::BitOr => Notation::Infix("|"),
            Self::BitXor => Notation::Infix("^"),
            Self::ShiftLeft => Notation::Infix("<<"),
            Self::ShiftRight => Notation::Infix(">>"),
        }
    }

    /// Whether the order of the operands does not matter.
    pub fn is_symmetric(self) -> bool {
        matches!(self, Self::Min | Self::Max | Self::Multiply | Self::Gcd | Self::BitAnd | Self::BitOr | Self::BitXor)
    }

    /// Whether it is one of bits.
    pub fn is_of_bits(self) -> bool {
        matches!(self, Self::BitAnd | Self::BitOr | Self::BitXor | Self::ShiftLeft | Self::ShiftRight)
    }

    /// Whether it is one of reals too.
    pub fn is_real(self) -> bool {
        matches!(self, Self::Min | Self::Max | Self::Multiply | Self::Divide)
    }

    /// The value over the integers; `None` where it is none (division by 0, a shift by less than 0 or more than 62) or no long.
    pub fn of_integers(self, x: i64, y: i64) -> Option<i64> {
        match self {
            Self::Min => Some(x.min(y)),
            Self::Max => Some(x.max(y)),
            Self::Multiply => x.checked_mul(y),
            Self::Divide => x.checked_div(y),
            Self::Remainder => (y != 0).then(|| x.wrapping_rem(y)),
            Self::Gcd => i64::try_from(gcd(x.unsigned_abs(), y.unsigned_abs())).ok(),
            Self::BitAnd => Some(x & y),
            Self::BitOr => Some(x | y),
            Self::BitXor => Some(x ^ y),
            Self::ShiftLeft => {
                let shift = u32::try_from(y).ok().filter(|s| *s < 63)?;
                x.checked_mul(1 << shift)
            }
            Self::ShiftRight => Some(x >> u32::try_from(y).ok().filter(|s| *s < 63)?),
        }
    }

    /// The value over the doubles, as Java computes it.
    pub fn of_reals(self, x: f64, y: f64) -> Option<f64> {
        match self {
            _ if x.is_nan() || y.is_nan() => None,
            Self::Min => Some(if real_order(x, y).is_le() { x } else { y }),
            Self::Max => Some(if real_order(x, y).is_ge() { x } else { y }),
            Self::Multiply => Some(x * y),
            Self::Divide => Some(x / y),
            _ => None,
        }
        .filter(|value| !value.is_nan())
    }
}

/// The greatest common divisor; that of 0 and 0 is 0.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// What an invariant says. A scalar variable stands for its value, a sequence for all its elements where a scalar is expected.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// Of a scalar, or of each element.
    Unary(Predicate, Var),
    /// The sequence is one of a few, element for element.
    SequenceOneOf(Vec<Vec<Constant>>, Var),
    /// Each element and the next one.
    Neighbours(Relation, Var),
    NoDuplicates(Var),
    /// Two scalars.
    Compare(Relation, Var, Var),
    /// Each element of the first and a scalar.
    ElementsCompare(Relation, Var, Var),
    /// Two sequences of equal length, element by element.
    Pairwise(Relation, Var, Var),
    /// Two sequences in the order of dictionaries.
    Lexical(Relation, Var, Var),
    /// `a1 * x1 + a2 * x2 [+ a3 * x3] + constant == 0` over the integers, for scalars or for the elements of sequences of equal length.
    Linear {
        terms: Vec<(i64, Var)>,
        constant: i128,
    },
    /// `result == a1 * x1 [+ a2 * x2] + constant`, computed in doubles from left to right.
    RealLinear {
        result: Var,
        terms: Vec<(f64, Var)>,
        constant: f64,
    },
    Numeric(Numeric, Var, Var),
    /// The first text is part of the second.
    Within(Part, Var, Var),
    /// The scalar is an element of the sequence.
    Member(Var, Var),
    /// All elements of the first are elements of the second.
    Subset(Var, Var),
    /// The first sequence is a run of elements of the second.
    Subsequence(Var, Var),
    /// The first sequence is the second from its end to its beginning.
    Reverse(Var, Var),
    /// `result == f(x, y)`
    Function {
        function: Function,
        result: Var,
        x: Var,
        y: Var,
    },
}

impl Formula {
    /// The variables, in the order in which they are named.
    pub fn variables(&self) -> SmallVec<[Var; 3]> {
        match self {
            Self::Unary(_, v) | Self::SequenceOneOf(_, v) | Self::Neighbours(_, v) | Self::NoDuplicates(v) => smallvec![*v],
            Self::Compare(_, x, y)
            | Self::ElementsCompare(_, x, y)
            | Self::Pairwise(_, x, y)
            | Self::Lexical(_, x, y)
            | Self::Numeric(_, x, y)
            | Self::Within(_, x, y)
            | Self::Member(x, y)
            | Self::Subset(x, y)
            | Self::Subsequence(x, y)
            | Self::Reverse(x, y) => smallvec![*x, *y],
            Self::Linear { terms, .. } => terms.iter().map(|t| t.1).collect(),
            Self::RealLinear { result, terms, .. } => std::iter::once(*result).chain(terms.iter().map(|t| t.1)).collect(),
            Self::Function { result, x, y, .. } => smallvec![*result, *x, *y],
        }
    }

    /// The same said of other variables.
    pub fn renamed(&self, to: &dyn Fn(Var) -> Var) -> Self {
        let mut renamed = self.clone();
        match &mut renamed {
            Self::Unary(_, v) | Self::SequenceOneOf(_, v) | Self::Neighbours(_, v) | Self::NoDuplicates(v) => *v = to(*v),
            Self::Compare(_, x, y)
            | Self::ElementsCompare(_, x, y)
            | Self::Pairwise(_, x, y)
            | Self::Lexical(_, x, y)
            | Self::Numeric(_, x, y)
            | Self::Within(_, x, y)
            | Self::Member(x, y)
            | Self::Subset(x, y)
            | Self::Subsequence(x, y)
            | Self::Reverse(x, y) => (*x, *y) = (to(*x), to(*y)),
            Self::Linear { terms, .. } => terms.iter_mut().for_each(|t| t.1 = to(t.1)),
            Self::RealLinear { result, terms, .. } => {
                *result = to(*result);
                terms.iter_mut().for_each(|t| t.1 = to(t.1));
            }
            Self::Function { result, x, y, .. } => (*result, *x, *y) = (to(*result), to(*x), to(*y)),
        }
        renamed
    }

    /// Whether it is so in a row; `None` if a variable is absent there.
    pub fn holds(&self, samples: &Samples, texts: &Texts, row: usize) -> Option<bool> {
        let cells: Option<SmallVec<[Cell; 3]>> = self.variables().into_iter().map(|v| samples.cell(v, row)).collect();
        let cells = cells?;
        let kind = |v: Var| samples.variables[v].kind;
        let nan = samples.nan_equals_nan;
        let order = |x: Var, a: Constant, b: Constant| order(kind(x), nan, a, b);
        Some(match self {
            Self::Unary(predicate, v) => elements(cells[0]).all(|value| predicate.holds(kind(*v), texts, value)),
            Self::SequenceOneOf(lists, _) => lists.iter().any(|list| elements(cells[0]).eq(list.iter().copied())),
            Self::Neighbours(relation, v) => {
                let values: Vec<Constant> = elements(cells[0]).collect();
                values.windows(2).all(|w| relation.admits(order(*v, w[0], w[1])))
            }
            Self::NoDuplicates(_) => {
                let values: Vec<Constant> = elements(cells[0]).collect();
                values.iter().enumerate().all(|(i, a)| !values[..i].contains(a))
            }
            Self::Compare(relation, x, _) => relation.admits(order(*x, scalar(cells[0]), scalar(cells[1]))),
            Self::ElementsCompare(relation, a, _) => elements(cells[0]).all(|e| relation.admits(order(*a, e, scalar(cells[1])))),
            Self::Pairwise(relation, a, _) => {
                length(cells[0]) == length(cells[1])
                    && elements(cells[0]).zip(elements(cells[1])).all(|(x, y)| relation.admits(order(*a, x, y)))
            }
            Self::Lexical(relation, a, _) => relation.admits(lexical(kind(*a), nan, cells[0], cells[1])),
            Self::Linear { terms, constant } => {
                let rows = length(cells[0]);
                cells.iter().all(|c| length(*c) == rows)
                    && (0..rows).all(|i| {
                        let term = |(t, c): (&(i64, Var), &Cell)| i128::from(t.0).checked_mul(i128::from(integer_at(*c, i)));
                        let sum = terms.iter().zip(&cells).try_fold(*constant, |sum, t| sum.checked_add(term(t)?));
                        sum == Some(0)
                    })
            }
            Self::RealLinear { terms, constant, .. } => {
                let value = |c: Cell| if let Constant::Real(value) = scalar(c) { value } else { f64::NAN };
                let products = terms.iter().zip(&cells[1..]).map(|(t, c)| t.0 * value(*c));
                let sum = products.reduce(|a, b| a + b).expect("one term at least") + constant;
                let result = value(cells[0]);
                result == sum || (nan && result.is_nan() && sum.is_nan())
            }
            Self::Numeric(numeric, ..) => numeric.holds(nan, cells[0], cells[1]),
            Self::Within(part, ..) => {
                let found = texts.within(integer_at(cells[0], 0), integer_at(cells[1], 0));
                match part {
                    Part::Anywhere => found.anywhere,
                    Part::Start => found.start,
                    Part::End => found.end,
                }
            }
            Self::Member(..) => elements(cells[1]).any(|e| e == scalar(cells[0])),
            Self::Subset(..) => elements(cells[0]).all(|e| elements(cells[1]).any(|f| e == f)),
            Self::Subsequence(..) => {
                let (part, whole): (Vec<_>, Vec<_>) = (elements(cells[0]).collect(), elements(cells[1]).collect());
                part.is_empty() || whole.windows(part.len()).any(|w| w == part)
            }
            Self::Reverse(..) => {
                let mut reversed: Vec<Constant> = elements(cells[1]).collect();
                reversed.reverse();
                elements(cells[0]).eq(reversed)
            }
            Self::Function { function, .. } => match (scalar(cells[0]), scalar(cells[1]), scalar(cells[2])) {
                (Constant::Integer(z), Constant::Integer(x), Constant::Integer(y)) => function.of_integers(x, y) == Some(z),
                (Constant::Real(z), Constant::Real(x), Constant::Real(y)) => {
                    let value = function.of_reals(x, y);
                    value == Some(z) || (nan && function.is_real() && z.is_nan() && value.is_none())
                }
                _ => false,
            },
        })
    }
}

impl Predicate {
    pub(super) fn holds(&self, kind: Kind, texts: &Texts, value: Constant) -> bool {
        match (self, value) {
            (Self::OneOf(values), _) => values.contains(&value),
            (Self::NonZero, Constant::Integer(x)) => x != 0,
            (Self::NonZero, Constant::Real(x)) => x != 0.0,
            (Self::AtLeast(least), _) => Relation::GreaterOrEqual.admits(order(kind, false, value, *least)),
            (Self::AtMost(most), _) => Relation::LessOrEqual.admits(order(kind, false, value, *most)),
            (Self::Modulus { modulus, remainder }, Constant::Integer(x)) => {
                i128::from(x).rem_euclid(i128::from(*modulus)) == i128::from(*remainder)
            }
            (Self::PowerOfTwo, Constant::Integer(x)) => x > 0 && x & (x - 1) == 0,
            (Self::Printable, Constant::Integer(place)) => texts.is_printable(place),
            (Self::Modulus { .. } | Self::PowerOfTwo | Self::Printable, Constant::Real(_)) => false,
        }
    }
}

impl Numeric {
    pub const ALL: [Self; 7] =
        [Self::Divides, Self::Square, Self::Absolute, Self::Complement, Self::BitSubset, Self::BitsDisjoint, Self::ShiftedOut];

    /// Whether it is one of bits.
    pub fn is_of_bits(self) -> bool {
        matches!(self, Self::Complement | Self::BitSubset | Self::BitsDisjoint | Self::ShiftedOut)
    }

    /// Over the integers.
    pub fn of_integers(self, x: i64, y: i64) -> bool {
        match self {
            Self::Divides => y != 0 && x.wrapping_rem(y) == 0,
            Self::Square => y.checked_mul(y) == Some(x),
            Self::Absolute => y.checked_abs() == Some(x),
            Self::Complement => x == !y,
            Self::BitSubset => x | y == x,
            Self::BitsDisjoint => x & y == 0,
            Self::ShiftedOut => u32::try_from(y).is_ok_and(|shift| shift < 64 && x >> shift == 0),
        }
    }

    /// Over the doubles: squares and absolute values only.
    pub fn of_reals(self, x: f64, y: f64) -> bool {
        match self {
            Self::Square => x == y * y,
            Self::Absolute => x == y.abs(),
            _ => false,
        }
    }

    fn holds(self, nan: bool, x: Cell, y: Cell) -> bool {
        match (scalar(x), scalar(y)) {
            (Constant::Integer(x), Constant::Integer(y)) => self.of_integers(x, y),
            (Constant::Real(x), Constant::Real(y)) => {
                self.of_reals(x, y) || (nan && matches!(self, Self::Square | Self::Absolute) && x.is_nan() && y.is_nan())
            }
            _ => false,
        }
    }
}

/// How two values compare. NaN is unordered, but for equality with NaN if that is wanted; null texts have no order but are equal to each
/// other.
fn order(kind: Kind, nan: bool, a: Constant, b: Constant) -> Option<Ordering> {
    match (a, b) {
        (Constant::Real(a), Constant::Real(b)) if nan && a.is_nan() && b.is_nan() => Some(Ordering::Equal),
        (Constant::Real(a), Constant::Real(b)) => a.partial_cmp(&b),
        (Constant::Integer(a), Constant::Integer(b)) if matches!(kind, Kind::Text | Kind::ClassName) => {
            (a == b || (a != 0 && b != 0)).then(|| a.cmp(&b))
        }
        _ => Some(a.compare(b)),
    }
}

/// How two sequences compare, element by element and then by length.
fn lexical(kind: Kind, nan: bool, a: Cell, b: Cell) -> Option<Ordering> {
    for (x, y) in elements(a).zip(elements(b)) {
        match order(kind, nan, x, y) {
            Some(Ordering::Equal) => {}
            other => return other,
        }
    }
    Some(length(a).cmp(&length(b)))
}

/// The elements of a sequence; the value of a scalar.
fn elements(cell: Cell<'_>) -> impl Iterator<Item = Constant> + '_ {
    (0..length(cell)).map(move |i| match cell {
        Cell::Integer(value) => Constant::Integer(value),
        Cell::Real(value) => Constant::Real(value),
        Cell::Integers(values) => Constant::Integer(values[i]),
        Cell::Reals(values) => Constant::Real(values[i]),
    })
}

fn length(cell: Cell) -> usize {
    match cell {
        Cell::Integer(_) | Cell::Real(_) => 1,
        Cell::Integers(values) => values.len(),
        Cell::Reals(values) => values.len(),
    }
}

fn scalar(cell: Cell) -> Constant {
    match cell {
        Cell::Integer(value) => Constant::Integer(value),
        Cell::Real(value) => Constant::Real(value),
        Cell::Integers(_) | Cell::Reals(_) => unreachable!("a formula says scalar of a scalar variable"),
    }
}

fn integer_at(cell: Cell, index: usize) -> i64 {
    match cell {
        Cell::Integer(value) => value,
        Cell::Integers(values) => values[index],
        Cell::Real(_) | Cell::Reals(_) => unreachable!("a formula says integer of an integer variable"),
    }
}
