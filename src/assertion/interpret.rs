//! The meaning of an assertion: its value on one state, node by node.
//!
//! This is the definition that every faster evaluation is tested against, so it is kept plain. It follows the Java Language
//! Specification (§15.15 to §15.24) on a value that carries its type, and "An expression that would throw" of
//! `docs/formats.md` where Java would throw. It is itself tested against a JVM (`tests/assertion_jvm.rs`).

mod call;
mod contents;

use std::borrow::Cow;

pub use self::contents::Contents;
use super::ast::{BinaryOp, Expr, LONGEST_RANGE, OpKind, Quantifier, Type, UnaryOp};
use super::typing;
use crate::evidence::dataset::{Column, Dataset, TextPool, Values};
use crate::evidence::schema::{ValueType, VarId};

/// A value, of the type that Java computes with. Contents are borrowed from a dataset where they are not computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    Boolean(bool),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// Identity within the state; 0 is null.
    Reference(i64),
    /// An integer of any size; typing keeps it within 128 bits.
    Exact(i128),
    /// Code units.
    Text(Cow<'a, [u16]>),
    Sequence(Contents<'a>),
    Bag(Contents<'a>),
}

/// Whether a boolean expression is true in one row of a dataset.
///
/// # Panics
/// If the expression is not well typed over the dataset's schema, or not boolean, or there is no such row.
pub fn holds(expr: &Expr, data: &Dataset, row: usize) -> bool {
    boolean(evaluate(expr, &|id| variable_value(data, id, row)))
}

/// Whether a boolean expression is true on a row of values, one per variable; `None`: absent.
///
/// # Panics
/// As [`holds`].
pub fn holds_on<'a>(expr: &'a Expr, row: &[Option<Value<'a>>]) -> bool {
    boolean(evaluate(expr, &|id| row[id as usize].clone()))
}

/// The value of a well-typed expression, given the values of its variables; `None`: it fails.
/// A boolean expression has always a value, except that an absent boolean variable, or a function's boolean that fails, is `None`,
/// which means false.
///
/// # Panics
/// If the expression is not well typed.
pub fn evaluate<'a>(expr: &'a Expr, variable: &impl Fn(VarId) -> Option<Value<'a>>) -> Option<Value<'a>> {
    within(expr, variable, None)
}

/// The numbers of the quantifiers around a place, innermost first.
struct Binding<'b> {
    number: i32,
    outer: Option<&'b Binding<'b>>,
}

fn within<'a>(expr: &'a Expr, variable: &impl Fn(VarId) -> Option<Value<'a>>, bound: Option<&Binding>) -> Option<Value<'a>> {
    match expr {
        Expr::Bool(x) => Some(Value::Boolean(*x)),
        Expr::Int(x) => Some(Value::Int(*x)),
        Expr::Long(x) => Some(Value::Long(*x)),
        Expr::Float(x) => Some(Value::Float(*x)),
        Expr::Double(x) => Some(Value::Double(*x)),
        Expr::Null => Some(Value::Reference(0)),
        Expr::Var(id) => variable(*id),
        Expr::Unary(UnaryOp::Not, operand) => Some(Value::Boolean(!boolean(within(operand, variable, bound)))),
        Expr::Unary(op, operand) => within(operand, variable, bound).map(|value| unary(*op, value)),
        Expr::Binary(op, left, right) => {
            let (left, right) = (within(left, variable, bound), within(right, variable, bound));
            match op.kind() {
                OpKind::Arithmetic => arithmetic(*op, left?, right?),
                OpKind::Bitwise => Some(bitwise(*op, left?, right?)),
                OpKind::Comparison => Some(Value::Boolean(match (left, right) {
                    (Some(left), Some(right)) => compare(*op, left, right),
                    _ => false,
                })),
                OpKind::Logical => Some(Value::Boolean(logical(*op, boolean(left), boolean(right)))),
            }
        }
        Expr::Text(text) => Some(Value::Text(Cow::Borrowed(text.units()))),
        Expr::Bound(index) => {
            let binding = std::iter::successors(bound, |b| b.outer).nth(usize::from(*index));
            Some(Value::Int(binding.expect("a number of an enclosing quantifier").number))
        }
        Expr::Call(function, arguments) => {
            let value = |i: usize| arguments.get(i).and_then(|a| within(a, variable, bound));
            call::apply(*function, arguments.len(), &value)
        }
        Expr::Quantified(quantifier, lo, hi, body) => {
            let (lo, hi) = match (within(lo, variable, bound), within(hi, variable, bound)) {
                (Some(lo), Some(hi)) => (int(lo), int(hi)),
                _ => return Some(Value::Boolean(false)),
            };
            if i64::from(hi) - i64::from(lo) > LONGEST_RANGE {
                return Some(Value::Boolean(false));
            }
            let mut bodies = (lo..hi).map(|number| boolean(within(body, variable, Some(&Binding { number, outer: bound }))));
            Some(Value::Boolean(match quantifier {
                Quantifier::ForAll => bodies.all(|holds| holds),
                Quantifier::Exists => bodies.any(|holds| holds),
            }))
        }
    }
}

/// The value of a variable in one row of a dataset; `None`: absent.
pub fn variable_value(data: &Dataset, id: VarId, row: usize) -> Option<Value<'_>> {
    let i = id as usize;
    column_value(&data.columns[i], data.schema.variables[i].value_type, row, &data.texts)
}

/// The value of a variable in one row of its column; `None`: absent.
pub fn column_value<'a>(column: &'a Column, value_type: ValueType, row: usize, texts: &'a TextPool) -> Option<Value<'a>> {
    if column.present.as_ref().is_some_and(|present| !present.get(row)) {
        return None;
    }
    Some(match (&column.values, Type::from(value_type)) {
        (Values::Boolean(bits), Type::Boolean) => Value::Boolean(bits.get(row)),
        // A column holds only values of its variable's type, so that narrowing loses nothing.
        (Values::Integral(values), Type::Int) => Value::Int(values[row] as i32),
        (Values::Integral(values), Type::Long) => Value::Long(values[row]),
        (Values::Integral(values), Type::Reference) => Value::Reference(values[row]),
        (Values::Real(values), Type::Float) => Value::Float(values[row] as f32),
        (Values::Real(values), Type::Double) => Value::Double(values[row]),
        (Values::Text(ids), Type::Text) => Value::Text(Cow::Borrowed(texts.get(ids[row])?.units())),
        (Values::Sequence { .. }, Type::Sequence(element)) => Value::Sequence(Contents::of_row(&column.values, row, element, texts)),
        (Values::Sequence { .. }, Type::Bag(element)) => Value::Bag(Contents::of_row(&column.values, row, element, texts)),
        (_, expected) => panic!("a column of the wrong kind for a variable of type {expected}"),
    })
}

impl Value<'_> {
    pub fn value_type(&self) -> Type {
        match self {
            Self::Boolean(_) => Type::Boolean,
            Self::Int(_) => Type::Int,
            Self::Long(_) => Type::Long,
            Self::Float(_) => Type::Float,
            Self::Double(_) => Type::Double,
            Self::Reference(_) => Type::Reference,
            Self::Exact(_) => Type::Exact,
            Self::Text(_) => Type::Text,
            Self::Sequence(contents) => Type::Sequence(contents.element()),
            Self::Bag(contents) => Type::Bag(contents.element()),
        }
    }

    /// Widening primitive conversion (JLS §5.1.2): to the nearest float or double, ties to even, as Rust's `as` does; or to exact.
    fn widen(self, to: Type) -> Self {
        match (self, to) {
            (Self::Int(x), Type::Long) => Self::Long(i64::from(x)),
            (Self::Int(x), Type::Float) => Self::Float(x as f32),
            (Self::Int(x), Type::Double) => Self::Double(f64::from(x)),
            (Self::Long(x), Type::Float) => Self::Float(x as f32),
            (Self::Long(x), Type::Double) => Self::Double(x as f64),
            (Self::Float(x), Type::Double) => Self::Double(f64::from(x)),
            (Self::Int(x), Type::Exact) => Self::Exact(i128::from(x)),
            (Self::Long(x), Type::Exact) => Self::Exact(i128::from(x)),
            (value, _) => value,
        }
    }
}

/// An absent boolean is false.
fn boolean(value: Option<Value>) -> bool {
    match value {
        None => false,
        Some(Value::Boolean(x)) => x,
        Some(other) => panic!("a {} where a boolean is due", other.value_type()),
    }
}

fn int(value: Value) -> i32 {
    match value {
        Value::Int(x) => x,
        other => panic!("a {} where an int is due", other.value_type()),
    }
}

fn unary(op: UnaryOp, value: Value) -> Value {
    match (op, value) {
        (UnaryOp::Neg, Value::Int(x)) => Value::Int(x.wrapping_neg()),
        (UnaryOp::Neg, Value::Long(x)) => Value::Long(x.wrapping_neg()),
        (UnaryOp::Neg, Value::Float(x)) => Value::Float(-x),
        (UnaryOp::Neg, Value::Double(x)) => Value::Double(-x),
        (UnaryOp::Neg, Value::Exact(x)) => Value::Exact(-x),
        (UnaryOp::BitNot, Value::Int(x)) => Value::Int(!x),
        (UnaryOp::BitNot, Value::Long(x)) => Value::Long(!x),
        (UnaryOp::Exact, value @ (Value::Int(_) | Value::Long(_))) => value.widen(Type::Exact),
        (op, value) => panic!("{op:?} of a {}", value.value_type()),
    }
}

/// Both operands, converted to their common type (JLS §5.6.2).
fn promote<'a>(left: Value<'a>, right: Value<'a>) -> (Value<'a>, Value<'a>) {
    let common = typing::wider(left.value_type(), right.value_type());
    (left.widen(common), right.widen(common))
}

fn bitwise<'a>(op: BinaryOp, left: Value<'a>, right: Value<'a>) -> Value<'a> {
    use BinaryOp::{BitAnd, BitOr, BitXor, Shl, Shr, Ushr};
    if op.is_shift() {
        // Each operand is promoted by itself, and the distance taken modulo the width (JLS §15.19): so do wrapping shifts.
        let distance = match right {
            Value::Int(x) => x as u32,
            Value::Long(x) => x as u32,
            other => panic!("a shift by a {}", other.value_type()),
        };
        return match (op, left) {
            (Shl, Value::Int(x)) => Value::Int(x.wrapping_shl(distance)),
            (Shr, Value::Int(x)) => Value::Int(x.wrapping_shr(distance)),
            (Ushr, Value::Int(x)) => Value::Int((x as u32).wrapping_shr(distance) as i32),
            (Shl, Value::Long(x)) => Value::Long(x.wrapping_shl(distance)),
            (Shr, Value::Long(x)) => Value::Long(x.wrapping_shr(distance)),
            (Ushr, Value::Long(x)) => Value::Long((x as u64).wrapping_shr(distance) as i64),
            (op, left) => panic!("{op:?} of a {}", left.value_type()),
        };
    }
    match (op, promote(left, right)) {
        (BitAnd, (Value::Int(x), Value::Int(y))) => Value::Int(x & y),
        (BitOr, (Value::Int(x), Value::Int(y))) => Value::Int(x | y),
        (BitXor, (Value::Int(x), Value::Int(y))) => Value::Int(x ^ y),
        (BitAnd, (Value::Long(x), Value::Long(y))) => Value::Long(x & y),
        (BitOr, (Value::Long(x), Value::Long(y))) => Value::Long(x | y),
        (BitXor, (Value::Long(x), Value::Long(y))) => Value::Long(x ^ y),
        (op, (left, right)) => panic!("{op:?} of a {} and a {}", left.value_type(), right.value_type()),
    }
}

fn arithmetic<'a>(op: BinaryOp, left: Value<'a>, right: Value<'a>) -> Option<Value<'a>> {
    use BinaryOp::{Add, Div, Mul, Rem, Sub};
    Some(match promote(left, right) {
        (Value::Int(x), Value::Int(y)) => Value::Int(match op {
            Add => x.wrapping_add(y),
            Sub => x.wrapping_sub(y),
            Mul => x.wrapping_mul(y),
            Div | Rem if y == 0 => return None,
            Div => x.wrapping_div(y),
            Rem => x.wrapping_rem(y),
            _ => panic!("{op:?} is not arithmetic"),
        }),
        (Value::Long(x), Value::Long(y)) => Value::Long(match op {
            Add => x.wrapping_add(y),
            Sub => x.wrapping_sub(y),
            Mul => x.wrapping_mul(y),
            Div | Rem if y == 0 => return None,
            Div => x.wrapping_div(y),
            Rem => x.wrapping_rem(y),
            _ => panic!("{op:?} is not arithmetic"),
        }),
        (Value::Float(x), Value::Float(y)) => Value::Float(match op {
            Add => x + y,
            Sub => x - y,
            Mul => x * y,
            Div => x / y,
            // Truncating and exact, with the dividend's sign: C's fmod, as Java's (JLS §15.17.3), not the IEEE remainder.
            Rem => x % y,
            _ => panic!("{op:?} is not arithmetic"),
        }),
        (Value::Double(x), Value::Double(y)) => Value::Double(match op {
            Add => x + y,
            Sub => x - y,
            Mul => x * y,
            Div => x / y,
            Rem => x % y,
            _ => panic!("{op:?} is not arithmetic"),
        }),
        // The types of the operands bound the result, see `typing`.
        (Value::Exact(x), Value::Exact(y)) => Value::Exact(match op {
            Add => x + y,
            Sub => x - y,
            Mul => x * y,
            _ => panic!("{op:?} is not exact arithmetic"),
        }),
        (left, right) => panic!("arithmetic on a {} and a {}", left.value_type(), right.value_type()),
    })
}

/// Whether the comparison of two values of one kind holds.
///
/// # Panics
/// If the operator does not compare values of those types.
pub fn compare(op: BinaryOp, left: Value, right: Value) -> bool {
    // `None` is a comparison with NaN: unequal, and in no order.
    let ordering = match promote(left, right) {
        (Value::Int(x), Value::Int(y)) => Some(x.cmp(&y)),
        (Value::Long(x), Value::Long(y)) => Some(x.cmp(&y)),
        (Value::Float(x), Value::Float(y)) => x.partial_cmp(&y),
        (Value::Double(x), Value::Double(y)) => x.partial_cmp(&y),
        (Value::Reference(x), Value::Reference(y)) if matches!(op, BinaryOp::Eq | BinaryOp::Ne) => Some(x.cmp(&y)),
        (Value::Exact(x), Value::Exact(y)) => Some(x.cmp(&y)),
        (Value::Text(x), Value::Text(y)) if op == BinaryOp::Eq => return x == y,
        (Value::Sequence(x), Value::Sequence(y)) if op == BinaryOp::Eq => return x.equals(&y),
        (Value::Bag(x), Value::Bag(y)) if op == BinaryOp::Eq => return x.is_permutation_of(&y),
        (left, right) => panic!("{op:?} of a {} and a {}", left.value_type(), right.value_type()),
    };
    match op {
        BinaryOp::Eq => ordering.is_some_and(|o| o.is_eq()),
        BinaryOp::Ne => ordering.is_none_or(|o| o.is_ne()),
        BinaryOp::Lt => ordering.is_some_and(|o| o.is_lt()),
        BinaryOp::Le => ordering.is_some_and(|o| o.is_le()),
        BinaryOp::Gt => ordering.is_some_and(|o| o.is_gt()),
        BinaryOp::Ge => ordering.is_some_and(|o| o.is_ge()),
        _ => panic!("{op:?} is not a comparison"),
    }
}

fn logical(op: BinaryOp, left: bool, right: bool) -> bool {
    match op {
        BinaryOp::And => left && right,
        BinaryOp::Or => left || right,
        BinaryOp::Xor => left != right,
        BinaryOp::Implies => !left || right,
        BinaryOp::Equiv => left == right,
        _ => panic!("{op:?} is not logical"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::ast::BinaryOp::*;
    use super::*;
    use crate::assertion::ast::{Element, Function};
    use crate::evidence::dataset::Bits;
    use crate::evidence::schema::{Schema, Variable};

    fn value(op: BinaryOp, left: Expr, right: Expr) -> Option<Value<'static>> {
        scalar(&Expr::binary(op, left, right))
    }

    /// The value of a number or boolean without variables.
    fn scalar(expr: &Expr) -> Option<Value<'static>> {
        evaluate(expr, &|_| None).map(|value| match value {
            Value::Boolean(x) => Value::Boolean(x),
            Value::Int(x) => Value::Int(x),
            Value::Long(x) => Value::Long(x),
            Value::Float(x) => Value::Float(x),
            Value::Double(x) => Value::Double(x),
            Value::Exact(x) => Value::Exact(x),
            other => panic!("{other:?} is no number or boolean"),
        })
    }

    fn is(op: BinaryOp, left: Expr, right: Expr) -> bool {
        holds_on(&Expr::binary(op, left, right), &[None])
    }

    #[test]
    fn integers_wrap() {
        assert_eq!(value(Add, Expr::Int(i32::MAX), Expr::Int(1)), Some(Value::Int(i32::MIN)));
        assert_eq!(value(Mul, Expr::Long(i64::MIN), Expr::Int(-1)), Some(Value::Long(i64::MIN)));
        assert_eq!(value(Div, Expr::Int(i32::MIN), Expr::Int(-1)), Some(Value::Int(i32::MIN)));
        assert_eq!(value(Rem, Expr::Long(i64::MIN), Expr::Long(-1)), Some(Value::Long(0)));
    }

    #[test]
    fn integer_division_truncates_and_the_remainder_has_the_dividends_sign() {
        assert_eq!(value(Div, Expr::Int(-7), Expr::Int(2)), Some(Value::Int(-3)));
        assert_eq!(value(Rem, Expr::Int(-7), Expr::Int(2)), Some(Value::Int(-1)));
        assert_eq!(value(Rem, Expr::Double(-7.5), Expr::Int(2)), Some(Value::Double(-1.5)));
    }

    #[test]
    fn floats_round_after_every_operation() {
        assert_eq!(value(Add, Expr::Int(16_777_217), Expr::Float(0.0)), Some(Value::Float(16_777_216.0)));
        assert_eq!(value(Add, Expr::Float(0.1), Expr::Double(0.0)), Some(Value::Double(f64::from(0.1f32))));
        assert!(is(Eq, Expr::Long(i64::MAX), Expr::Float(9.223_372e18)));
    }

    #[test]
    fn integer_division_by_zero_fails_and_a_comparison_of_it_is_false() {
        let quotient = || Expr::binary(Div, Expr::Int(1), Expr::Long(0));
        assert_eq!(evaluate(&quotient(), &|_| None), None);
        assert!(!is(Gt, quotient(), Expr::Int(1)));
        assert!(!is(Le, quotient(), Expr::Int(1)));
        assert!(!is(Ne, quotient(), quotient()));
        assert!(holds_on(&Expr::unary(UnaryOp::Not, Expr::binary(Gt, quotient(), Expr::Int(1))), &[]));
        assert_eq!(value(Div, Expr::Int(1), Expr::Double(0.0)), Some(Value::Double(f64::INFINITY)));
    }

    #[test]
    fn nan_is_unequal_to_everything_and_zero_has_two_signs() {
        assert!(is(Ne, Expr::Double(f64::NAN), Expr::Double(f64::NAN)));
        assert!(!is(Le, Expr::Float(f32::NAN), Expr::Int(1)));
        assert!(is(Eq, Expr::Double(-0.0), Expr::Double(0.0)));
        assert_eq!(value(Div, Expr::Int(1), Expr::Double(-0.0)), Some(Value::Double(f64::NEG_INFINITY)));
    }

    #[test]
    fn what_is_absent_is_false_and_its_negation_true() {
        let absent = Expr::Var(0);
        assert!(!holds_on(&absent, &[None]));
        assert!(holds_on(&Expr::unary(UnaryOp::Not, absent.clone()), &[None]));
        assert!(!is(Eq, absent.clone(), absent.clone()));
        assert!(!is(Ne, absent, Expr::Null));
    }

    #[test]
    fn shifts_take_the_distance_modulo_the_width_of_the_left_operand() {
        assert_eq!(value(Shl, Expr::Int(1), Expr::Int(33)), Some(Value::Int(2)));
        assert_eq!(value(Shl, Expr::Int(1), Expr::Long(-1)), Some(Value::Int(i32::MIN)));
        assert_eq!(value(Ushr, Expr::Int(-1), Expr::Int(28)), Some(Value::Int(15)));
        assert_eq!(value(Shr, Expr::Long(i64::MIN), Expr::Int(127)), Some(Value::Long(-1)));
        assert_eq!(value(BitAnd, Expr::Int(-1), Expr::Long(1 << 40)), Some(Value::Long(1 << 40)));
        assert_eq!(scalar(&Expr::unary(UnaryOp::BitNot, Expr::Int(0))), Some(Value::Int(-1)));
    }

    #[test]
    fn exact_integers_do_not_overflow() {
        let exact = |e| Expr::unary(UnaryOp::Exact, e);
        let square = Expr::binary(Mul, exact(Expr::Long(i64::MIN)), Expr::Long(i64::MIN));
        assert_eq!(scalar(&square), Some(Value::Exact(1 << 126)));
        assert!(is(Lt, Expr::binary(Sub, exact(Expr::Int(i32::MIN)), Expr::Int(1)), Expr::Int(i32::MIN)));
        assert!(is(Eq, exact(Expr::Int(3)), Expr::Long(3)));
    }

    /// A dataset of one row: a text, a list of texts with a null, an array of ints, an array of doubles, and null holders of the first and
    /// third.
    fn contents() -> Dataset {
        let mut texts = TextPool::default();
        let mut text = |s: &str| texts.intern(&s.encode_utf16().collect::<Vec<_>>());
        let (padded, list) = (text("\u{2003}a b \t"), vec![text("a"), TextPool::NULL, text("b")]);
        let sequence = |items: Values| Values::Sequence { offsets: vec![0, items.len() as u32], items: Box::new(items) };
        let variable = |(name, value_type): (&str, ValueType)| Variable::new(name, value_type);
        let types = [
            ("s[*]", ValueType::Text),
            ("list[*]", ValueType::Sequence(Element::Text)),
            ("a[*]", ValueType::Sequence(Element::Int)),
            ("d[*]", ValueType::Sequence(Element::Double)),
            ("null[*]", ValueType::Sequence(Element::Int)),
            ("set[*]", ValueType::Bag(Element::Int)),
        ];
        let column = |values| Column { values, present: None };
        Dataset {
            explored: false,
            schema: Schema { method: "p.C#m()".into(), variables: types.map(variable).into() },
            rows: 1,
            correct: 1,
            columns: vec![
                column(Values::Text(vec![padded])),
                column(sequence(Values::Text(list))),
                column(sequence(Values::Integral(vec![3, 1, 1]))),
                column(sequence(Values::Real(vec![f64::NAN, -0.0]))),
                Column { values: sequence(Values::Integral(vec![])), present: Some(Bits::zeros(1)) },
                column(sequence(Values::Integral(vec![1, 3, 1]))),
            ],
            origins: vec![],
            texts,
            correct_tests: Vec::new(),
            constants: Default::default(),
        }
    }

    fn var(name: &str) -> Expr {
        Expr::Var(contents().schema.find(name).expect("a variable"))
    }

    /// Whether the value of the expression over [`contents`] shows like that.
    fn shows(expr: Expr, expected: &str) {
        let data = contents();
        assert_eq!(format!("{:?}", evaluate(&expr, &|id| variable_value(&data, id, 0))), expected, "{expr:?}");
    }

    fn call(function: Function, arguments: impl Into<Vec<Expr>>) -> Expr {
        Expr::call(function, arguments)
    }

    #[test]
    fn elements_are_read_where_there_are_any() {
        shows(call(Function::Get, [var("a[*]"), Expr::Int(2)]), "Some(Int(1))");
        shows(call(Function::Get, [var("a[*]"), Expr::Int(3)]), "None");
        shows(call(Function::Get, [var("a[*]"), Expr::Int(-1)]), "None");
        shows(call(Function::Get, [var("null[*]"), Expr::Int(0)]), "None");
        shows(call(Function::Get, [var("list[*]"), Expr::Int(1)]), "None");
        shows(call(Function::Get, [var("s[*]"), Expr::Int(1)]), "Some(Int(97))");
        shows(call(Function::Length, [var("list[*]")]), "Some(Int(3))");
    }

    #[test]
    fn elements_compare_as_equals_does() {
        shows(call(Function::Contains, [var("d[*]"), Expr::Double(f64::NAN)]), "Some(Boolean(true))");
        shows(call(Function::Contains, [var("d[*]"), Expr::Int(0)]), "Some(Boolean(false))");
        shows(call(Function::IndexOf, [var("d[*]"), Expr::Float(-0.0)]), "Some(Int(1))");
        shows(call(Function::Count, [var("a[*]"), Expr::Int(1)]), "Some(Int(2))");
        shows(call(Function::IndexOf, [var("list[*]"), Expr::Text("b".into())]), "Some(Int(2))");
        shows(call(Function::Contains, [var("null[*]"), Expr::Int(0)]), "None");
        shows(Expr::binary(Eq, var("a[*]"), var("a[*]")), "Some(Boolean(true))");
        shows(Expr::binary(Eq, var("null[*]"), var("null[*]")), "Some(Boolean(false))");
        shows(call(Function::Permutation, [var("a[*]"), var("set[*]")]), "Some(Boolean(true))");
    }

    #[test]
    fn sums_and_extremes_are_javas() {
        shows(call(Function::Sum, [var("a[*]")]), "Some(Long(5))");
        shows(call(Function::Sum, [var("d[*]")]), "Some(Double(NaN))");
        shows(call(Function::Least, [var("a[*]")]), "Some(Int(1))");
        shows(call(Function::Greatest, [var("d[*]")]), "Some(Double(NaN))");
        shows(call(Function::Min, [Expr::Double(0.0), Expr::Float(-0.0)]), "Some(Double(-0.0))");
        shows(call(Function::Max, [Expr::Double(-0.0), Expr::Int(0)]), "Some(Double(0.0))");
        shows(call(Function::Abs, [Expr::Int(i32::MIN)]), "Some(Int(-2147483648))");
        shows(call(Function::Sorted, [var("a[*]")]), "Some(Boolean(false))");
        shows(call(Function::Sorted, [var("list[*]")]), "Some(Boolean(false))");
    }

    #[test]
    fn texts_are_javas() {
        shows(Expr::binary(Eq, call(Function::Strip, [var("s[*]")]), Expr::Text("a b".into())), "Some(Boolean(true))");
        shows(call(Function::Length, [call(Function::Trim, [var("s[*]")])]), "Some(Int(4))");
        shows(call(Function::IndexOf, [Expr::Text("x\u{1f600}".into()), Expr::Int(0x1f600)]), "Some(Int(1))");
        shows(call(Function::IndexOf, [Expr::Text("x".into()), Expr::Text("".into())]), "Some(Int(0))");
        shows(call(Function::Length, [call(Function::Substring, [var("s[*]"), Expr::Int(5)])]), "Some(Int(1))");
        shows(call(Function::Substring, [var("s[*]"), Expr::Int(2), Expr::Int(1)]), "None");
        shows(call(Function::IsBlank, [call(Function::Concat, [Expr::Text(" ".into()), Expr::Text("\n".into())])]), "Some(Boolean(true))");
        shows(call(Function::IsBlank, [Expr::Text("\u{a0}".into())]), "Some(Boolean(false))");
    }

    #[test]
    fn quantifiers_range_over_ints_and_their_numbers_count_outwards() {
        let at = |index| call(Function::Get, [var("a[*]"), index]);
        let quantified = |q, hi, body| Expr::quantified(q, Expr::Int(0), hi, body);
        let pairs = Expr::binary(Le, at(Expr::Bound(0)), at(Expr::Bound(1)));
        let exists = quantified(Quantifier::Exists, call(Function::Length, [var("a[*]")]), pairs.clone());
        shows(quantified(Quantifier::ForAll, Expr::Int(3), exists.clone()), "Some(Boolean(true))");
        shows(quantified(Quantifier::ForAll, Expr::Int(4), exists.clone()), "Some(Boolean(false))");
        shows(quantified(Quantifier::ForAll, Expr::Int(0), exists), "Some(Boolean(true))");
        let fails = call(Function::Length, [var("null[*]")]);
        shows(quantified(Quantifier::ForAll, fails, Expr::Bool(true)), "Some(Boolean(false))");
        shows(quantified(Quantifier::ForAll, Expr::Int(1 << 20), Expr::Bool(true)), "Some(Boolean(true))");
        shows(quantified(Quantifier::ForAll, Expr::Int((1 << 20) + 1), Expr::Bool(true)), "Some(Boolean(false))");
        shows(Expr::quantified(Quantifier::ForAll, Expr::Int(i32::MIN), Expr::Int(i32::MAX), Expr::Bool(true)), "Some(Boolean(false))");
    }

    #[test]
    fn a_row_of_a_dataset_is_read_by_its_types_and_presence() {
        let variable =
            |name: &str, value_type| Variable { name: name.into(), value_type, receiver: None, java: None, entry: None, java_type: None };
        let mut present = Bits::zeros(2);
        present.set(1, true);
        let data = Dataset {
            explored: false,
            schema: Schema { method: "p.C#m()".into(), variables: vec![variable("c", ValueType::Char), variable("f", ValueType::Float)] },
            rows: 2,
            correct: 2,
            columns: vec![
                Column { values: Values::Integral(vec![65535, 7]), present: None },
                Column { values: Values::Real(vec![0.0, f64::from(0.1f32)]), present: Some(present) },
            ],
            origins: vec![],
            texts: TextPool::default(),
            correct_tests: Vec::new(),
            constants: Default::default(),
        };
        let wraps = Expr::binary(Lt, Expr::binary(Mul, Expr::Var(0), Expr::Var(0)), Expr::Int(0));
        let tenth = Expr::binary(Eq, Expr::Var(1), Expr::Float(0.1));
        assert_eq!((holds(&wraps, &data, 0), holds(&wraps, &data, 1)), (true, false));
        assert_eq!((holds(&tenth, &data, 0), holds(&tenth, &data, 1)), (false, true));
    }
}
