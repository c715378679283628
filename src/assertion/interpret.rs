//! The meaning of an assertion: its value on one state, node by node.
//!
//! This is the definition that every faster evaluation is tested against, so it is kept plain. It follows the Java Language
//! Specification (§15.15 to §15.24) on a value that carries its type, and "An expression that would throw" of
//! `docs/formats.md` where Java would throw. It is itself tested against a JVM (`tests/assertion_jvm.rs`).

use super::ast::{BinaryOp, Expr, OpKind, Type, UnaryOp};
use crate::evidence::dataset::{Column, Dataset, Values};
use crate::evidence::schema::{ValueType, VarId};

/// A value, of the type that Java computes with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Boolean(bool),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// Identity within the state; 0 is null.
    Reference(i64),
}

/// Whether a boolean expression is true in one row of a dataset.
///
/// # Panics
/// If the expression is not well typed over the dataset's schema, or not boolean, or there is no such row.
pub fn holds(expr: &Expr, data: &Dataset, row: usize) -> bool {
    boolean(evaluate(expr, &|id| {
        let i = id as usize;
        column_value(&data.columns[i], data.schema.variables[i].value_type, row)
    }))
}

/// Whether a boolean expression is true on a row of values, one per variable; `None`: absent.
///
/// # Panics
/// As [`holds`].
pub fn holds_on(expr: &Expr, row: &[Option<Value>]) -> bool {
    boolean(evaluate(expr, &|id| row[id as usize]))
}

/// The value of a well-typed expression, given the values of its variables; `None`: it fails.
/// A boolean expression has always a value, except that an absent boolean variable alone is `None`, which means false.
///
/// # Panics
/// If the expression is not well typed.
pub fn evaluate(expr: &Expr, variable: &impl Fn(VarId) -> Option<Value>) -> Option<Value> {
    match expr {
        Expr::Bool(x) => Some(Value::Boolean(*x)),
        Expr::Int(x) => Some(Value::Int(*x)),
        Expr::Long(x) => Some(Value::Long(*x)),
        Expr::Float(x) => Some(Value::Float(*x)),
        Expr::Double(x) => Some(Value::Double(*x)),
        Expr::Null => Some(Value::Reference(0)),
        Expr::Var(id) => variable(*id),
        Expr::Unary(UnaryOp::Not, operand) => Some(Value::Boolean(!boolean(evaluate(operand, variable)))),
        Expr::Unary(UnaryOp::Neg, operand) => evaluate(operand, variable).map(negate),
        Expr::Binary(op, left, right) => {
            let (left, right) = (evaluate(left, variable), evaluate(right, variable));
            match op.kind() {
                OpKind::Arithmetic => arithmetic(*op, left?, right?),
                OpKind::Comparison => Some(Value::Boolean(match (left, right) {
                    (Some(left), Some(right)) => compare(*op, left, right),
                    _ => false,
                })),
                OpKind::Logical => Some(Value::Boolean(logical(*op, boolean(left), boolean(right)))),
            }
        }
    }
}

/// The value of a variable in one row of its column; `None`: absent.
pub fn column_value(column: &Column, value_type: ValueType, row: usize) -> Option<Value> {
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
        (_, expected) => panic!("a column of the wrong kind for a variable of type {expected}"),
    })
}

impl Value {
    pub fn value_type(self) -> Type {
        match self {
            Self::Boolean(_) => Type::Boolean,
            Self::Int(_) => Type::Int,
            Self::Long(_) => Type::Long,
            Self::Float(_) => Type::Float,
            Self::Double(_) => Type::Double,
            Self::Reference(_) => Type::Reference,
        }
    }

    /// Widening primitive conversion (JLS §5.1.2): to the nearest float or double, ties to even, as Rust's `as` does.
    fn widen(self, to: Type) -> Self {
        match (self, to) {
            (Self::Int(x), Type::Long) => Self::Long(i64::from(x)),
            (Self::Int(x), Type::Float) => Self::Float(x as f32),
            (Self::Int(x), Type::Double) => Self::Double(f64::from(x)),
            (Self::Long(x), Type::Float) => Self::Float(x as f32),
            (Self::Long(x), Type::Double) => Self::Double(x as f64),
            (Self::Float(x), Type::Double) => Self::Double(f64::from(x)),
            _ => self,
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

fn negate(value: Value) -> Value {
    match value {
        Value::Int(x) => Value::Int(x.wrapping_neg()),
        Value::Long(x) => Value::Long(x.wrapping_neg()),
        Value::Float(x) => Value::Float(-x),
        Value::Double(x) => Value::Double(-x),
        Value::Boolean(_) | Value::Reference(_) => panic!("negation of a {}", value.value_type()),
    }
}

/// Both operands, converted to their common type (JLS §5.6.2).
fn promote(left: Value, right: Value) -> (Value, Value) {
    let common = left.value_type().max(right.value_type());
    (left.widen(common), right.widen(common))
}

fn arithmetic(op: BinaryOp, left: Value, right: Value) -> Option<Value> {
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
        (left, right) => panic!("arithmetic on a {} and a {}", left.value_type(), right.value_type()),
    })
}

/// Whether the comparison of two values of one kind holds.
pub(super) fn compare(op: BinaryOp, left: Value, right: Value) -> bool {
    // `None` is a comparison with NaN: unequal, and in no order.
    let ordering = match promote(left, right) {
        (Value::Int(x), Value::Int(y)) => Some(x.cmp(&y)),
        (Value::Long(x), Value::Long(y)) => Some(x.cmp(&y)),
        (Value::Float(x), Value::Float(y)) => x.partial_cmp(&y),
        (Value::Double(x), Value::Double(y)) => x.partial_cmp(&y),
        (Value::Reference(x), Value::Reference(y)) if matches!(op, BinaryOp::Eq | BinaryOp::Ne) => Some(x.cmp(&y)),
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
    use crate::evidence::dataset::Bits;
    use crate::evidence::schema::{Schema, Variable};

    fn value(op: BinaryOp, left: Expr, right: Expr) -> Option<Value> {
        evaluate(&Expr::binary(op, left, right), &|_| None)
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
    fn a_row_of_a_dataset_is_read_by_its_types_and_presence() {
        let variable =
            |name: &str, value_type| Variable { name: name.into(), value_type, receiver: None, java: None, entry: None, java_type: None };
        let mut present = Bits::zeros(2);
        present.set(1, true);
        let data = Dataset {
            schema: Schema { method: "p.C#m()".into(), variables: vec![variable("c", ValueType::Char), variable("f", ValueType::Float)] },
            rows: 2,
            correct: 2,
            columns: vec![
                Column { values: Values::Integral(vec![65535, 7]), present: None },
                Column { values: Values::Real(vec![0.0, f64::from(0.1f32)]), present: Some(present) },
            ],
            origins: vec![],
        };
        let wraps = Expr::binary(Lt, Expr::binary(Mul, Expr::Var(0), Expr::Var(0)), Expr::Int(0));
        let tenth = Expr::binary(Eq, Expr::Var(1), Expr::Float(0.1));
        assert_eq!((holds(&wraps, &data, 0), holds(&wraps, &data, 1)), (true, false));
        assert_eq!((holds(&tenth, &data, 0), holds(&tenth, &data, 1)), (false, true));
    }
}
