//! Numbers: the same value, the same failures and the same type with fewer nodes.
//!
//! Integers form a ring, wrapping and all, so that sums cancel as in algebra. Floating-point sums do not: `x + 0.0` turns
//! `-0.0` into `0.0`, and `x - x` may be NaN; for them only what is exact in every case is done.

use super::context::Context;
use super::function;
use crate::assertion::ast::{BinaryOp, Expr, JavaString, OpKind, Type, UnaryOp};
use crate::assertion::interpret::{self, Value};

/// The term, simplified bottom up; references are left as they are.
pub(super) fn simplify(term: &Expr, context: &Context) -> Expr {
    match term {
        Expr::Unary(UnaryOp::Neg, operand) => negated(simplify(operand, context), context),
        Expr::Unary(UnaryOp::BitNot, operand) => function::complement(simplify(operand, context)),
        Expr::Unary(op, operand) => Expr::unary(*op, simplify(operand, context)),
        Expr::Call(function, arguments) => function::call(*function, arguments, context),
        Expr::Binary(op, left, right) if op.kind() == OpKind::Bitwise => {
            function::bitwise(*op, simplify(left, context), simplify(right, context), context)
        }
        Expr::Binary(op, left, right) => {
            let (left, right) = (simplify(left, context), simplify(right, context));
            binary(*op, left, right, context)
        }
        leaf => leaf.clone(),
    }
}

/// The literal of a value; exact integers and contents of collections have none.
pub(super) fn constant(value: Value) -> Option<Expr> {
    Some(match value {
        Value::Int(x) => Expr::Int(x),
        Value::Long(x) => Expr::Long(x),
        Value::Float(x) => Expr::Float(x),
        Value::Double(x) => Expr::Double(x),
        Value::Boolean(x) => Expr::Bool(x),
        Value::Reference(_) => Expr::Null,
        Value::Text(units) => Expr::Text(JavaString::from(&*units)),
        Value::Exact(_) | Value::Sequence(_) | Value::Bag(_) => return None,
    })
}

fn negated(operand: Expr, context: &Context) -> Expr {
    match operand {
        Expr::Unary(UnaryOp::Neg, inner) => *inner,
        // Not so for floating point: -(x - x) is -0.0.
        Expr::Binary(BinaryOp::Sub, a, b) if same_integer(&[&a, &b], context) => Expr::Binary(BinaryOp::Sub, b, a),
        operand => {
            let negation = Expr::unary(UnaryOp::Neg, operand);
            folded(&negation).unwrap_or(negation)
        }
    }
}

/// The value of an operator whose operands are constants, unless it fails.
fn folded(term: &Expr) -> Option<Expr> {
    let constants = match term {
        Expr::Unary(_, operand) => operand.is_constant(),
        Expr::Binary(_, left, right) => left.is_constant() && right.is_constant(),
        _ => false,
    };
    if constants { interpret::evaluate(term, &|_| None).and_then(constant) } else { None }
}

/// Whether all are int, or all long: then nothing widens between them.
fn same_integer(terms: &[&Expr], context: &Context) -> bool {
    let first = context.type_of(terms[0]);
    first.is_integer() && terms.iter().all(|term| context.type_of(term) == first)
}

fn binary(op: BinaryOp, left: Expr, right: Expr, context: &Context) -> Expr {
    let (left, right) = if prefers_right(op, &left, &right) { (right, left) } else { (left, right) };
    let term = Expr::binary(op, left, right);
    if let Some(value) = folded(&term) {
        return value;
    }
    let result = context.type_of(&term);
    let Expr::Binary(_, left, right) = &term else { unreachable!("just built") };
    let keeps_type = |operand: &Expr| context.type_of(operand) == result;
    let (l, r) = (number(left, result), number(right, result));

    // Neutral elements; those of floating point are exact for every value, NaN and both zeros included.
    let minus_zero = |x: f64| x == 0.0 && x.is_sign_negative();
    let plus_zero = |x: f64| x == 0.0 && x.is_sign_positive();
    let drops_right = match (op, r) {
        (BinaryOp::Add, Some(Number::Integer(0))) | (BinaryOp::Sub, Some(Number::Integer(0))) => true,
        (BinaryOp::Mul | BinaryOp::Div, Some(Number::Integer(1))) => true,
        (BinaryOp::Add, Some(Number::Real(x))) => minus_zero(x),
        (BinaryOp::Sub, Some(Number::Real(x))) => plus_zero(x),
        (BinaryOp::Mul | BinaryOp::Div, Some(Number::Real(x))) => x == 1.0,
        _ => false,
    };
    if drops_right && keeps_type(left) {
        return (**left).clone();
    }
    let one = matches!(l, Some(Number::Integer(1))) || matches!(l, Some(Number::Real(x)) if x == 1.0);
    if op == BinaryOp::Mul && one && keeps_type(right) {
        return (**right).clone();
    }
    let minus_one = |n| matches!(n, Some(Number::Integer(-1))) || matches!(n, Some(Number::Real(x)) if x == -1.0);
    if matches!(op, BinaryOp::Mul | BinaryOp::Div) && minus_one(r) && keeps_type(left) {
        return negated((**left).clone(), context);
    }
    if op == BinaryOp::Mul && minus_one(l) && keeps_type(right) {
        return negated((**right).clone(), context);
    }
    // A double negation of the right operand, if it is negated in the type of the sum.
    if let (BinaryOp::Add | BinaryOp::Sub, Expr::Unary(UnaryOp::Neg, inner)) = (op, &**right)
        && keeps_type(inner)
    {
        let op = if op == BinaryOp::Add { BinaryOp::Sub } else { BinaryOp::Add };
        return binary(op, (**left).clone(), (**inner).clone(), context);
    }
    match if result.is_integer() { integer(op, left, right, result, context) } else { None } {
        Some(simpler) => simpler,
        None => term,
    }
}

/// Where order does not matter, there is one: variables in theirs, a sum's constant on the right, a product's on the left.
fn prefers_right(op: BinaryOp, left: &Expr, right: &Expr) -> bool {
    match (op, left.is_constant(), right.is_constant()) {
        (BinaryOp::Add | BinaryOp::Mul, false, false) => right < left,
        (BinaryOp::Add, constant, other) => constant && !other,
        (BinaryOp::Mul, other, constant) => constant && !other,
        _ => false,
    }
}

/// Rules for int and long only.
fn integer(op: BinaryOp, left: &Expr, right: &Expr, result: Type, context: &Context) -> Option<Expr> {
    let zero = literal(0, result);
    let (l, r) = (number(left, result), number(right, result));
    let is = |n, value| n == Some(Number::Integer(value));
    let same = |terms: &[&Expr]| same_integer(terms, context) && context.type_of(terms[0]) == result;
    let whole = |a: &Expr, b: &Expr| !context.can_fail(a) && !context.can_fail(b);
    match op {
        BinaryOp::Mul if (is(l, 0) || is(r, 0)) && whole(left, right) => return Some(zero),
        BinaryOp::Rem if (is(r, 1) || is(r, -1)) && whole(left, right) => return Some(zero),
        BinaryOp::Sub if left == right && whole(left, right) => return Some(zero),
        BinaryOp::Sub if is(l, 0) && context.type_of(right) == result => return Some(negated(right.clone(), context)),
        BinaryOp::Div | BinaryOp::Rem if left == right => {
            let quotient = Expr::binary(op, left.clone(), right.clone());
            return (!context.can_fail(&quotient)).then(|| literal(i64::from(op == BinaryOp::Div), result));
        }
        _ => {}
    }
    if !matches!(op, BinaryOp::Add | BinaryOp::Sub) {
        return None;
    }
    // (x + 1) + 2 is x + 3, wrapping or not.
    if let (Some((x, first)), Some(Number::Integer(second))) = (shifted(left, result), r)
        && (context.type_of(left) == result)
    {
        let second = if op == BinaryOp::Add { second } else { second.wrapping_neg() };
        let shift = wrap(first.wrapping_add(second), result);
        if context.type_of(x) == result && shift == 0 {
            return Some(x.clone());
        }
        // `x - 1` rather than `x + -1`; the least number has no opposite.
        let (op, shift) = match shift.checked_neg() {
            Some(opposite) if shift < 0 && wrap(opposite, result) > 0 => (BinaryOp::Sub, opposite),
            _ => (BinaryOp::Add, shift),
        };
        let shift = if context.type_of(x) == result { literal(shift, Type::Int.max(type_for(shift))) } else { literal(shift, result) };
        let sum = Expr::binary(op, x.clone(), shift);
        return (sum != Expr::binary(op, left.clone(), right.clone())).then_some(sum).filter(|sum| context.type_of(sum) == result);
    }
    // What is added and subtracted again cancels, unless it may fail.
    let cancels = |dropped: &Expr| !context.can_fail(dropped);
    match (op, left, right) {
        (BinaryOp::Sub, Expr::Binary(BinaryOp::Add, a, b), c) if **b == *c && same(&[a, b]) && cancels(b) => Some((**a).clone()),
        (BinaryOp::Sub, Expr::Binary(BinaryOp::Add, a, b), c) if **a == *c && same(&[a, b]) && cancels(a) => Some((**b).clone()),
        (BinaryOp::Sub, Expr::Binary(BinaryOp::Sub, a, b), c) if **a == *c && same(&[a, b]) && cancels(a) => {
            Some(negated((**b).clone(), context))
        }
        (BinaryOp::Add, Expr::Binary(BinaryOp::Sub, a, b), c) if **b == *c && same(&[a, b]) && cancels(b) => Some((**a).clone()),
        (BinaryOp::Add, c, Expr::Binary(BinaryOp::Sub, a, b)) if **b == *c && same(&[a, b]) && cancels(b) => Some((**a).clone()),
        (BinaryOp::Sub, c, Expr::Binary(BinaryOp::Sub, a, b)) if **a == *c && same(&[a, b]) && cancels(a) => Some((**b).clone()),
        (BinaryOp::Sub, c, Expr::Binary(BinaryOp::Add, a, b)) if **a == *c && same(&[a, b]) && cancels(a) => {
            Some(negated((**b).clone(), context))
        }
        (BinaryOp::Sub, c, Expr::Binary(BinaryOp::Add, a, b)) if **b == *c && same(&[a, b]) && cancels(b) => {
            Some(negated((**a).clone(), context))
        }
        _ => None,
    }
}

/// x and c, if the term is `x + c`; x and -c, if it is `x - c`.
fn shifted(term: &Expr, result: Type) -> Option<(&Expr, i64)> {
    let Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), x, c) = term else { return None };
    let Some(Number::Integer(c)) = number(c, result) else { return None };
    Some((x, if *op == BinaryOp::Add { c } else { c.wrapping_neg() }))
}

/// Both sides of an `==` or `!=` between integers with what is on both taken off; wrapping sums are equal iff the rests are.
pub(super) fn equation(left: &Expr, right: &Expr, context: &Context) -> Option<(Expr, Expr)> {
    let same = |terms: &[&Expr]| same_integer(terms, context);
    match (left, right) {
        (Expr::Binary(BinaryOp::Sub, a, b), Expr::Int(0) | Expr::Long(0)) if same_kind(a, b, context) => {
            Some(((**a).clone(), (**b).clone()))
        }
        (Expr::Unary(UnaryOp::Neg, a), Expr::Unary(UnaryOp::Neg, b)) if same(&[a, b]) => Some(((**a).clone(), (**b).clone())),
        (Expr::Unary(UnaryOp::Neg, a), c) if c.is_constant() && same(&[a, c]) => Some(((**a).clone(), negated(c.clone(), context))),
        (Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), x, c), d) if c.is_constant() && d.is_constant() && same(&[x, c, d]) => {
            let inverse = if *op == BinaryOp::Add { BinaryOp::Sub } else { BinaryOp::Add };
            Some(((**x).clone(), folded(&Expr::binary(inverse, d.clone(), (**c).clone()))?))
        }
        (Expr::Binary(BinaryOp::Add, a, b), Expr::Binary(BinaryOp::Add, c, d)) if same(&[a, b, c, d]) => {
            let [(x, p), (y, q)] = [(a, b), (b, a)];
            [(x, p, c, d), (x, p, d, c), (y, q, c, d), (y, q, d, c)]
                .into_iter()
                .find(|(common, _, other, _)| common == other && !context.can_fail(common))
                .map(|(_, rest, _, other_rest)| ((**rest).clone(), (**other_rest).clone()))
        }
        (Expr::Binary(BinaryOp::Sub, a, b), Expr::Binary(BinaryOp::Sub, c, d)) if same(&[a, b, c, d]) => match () {
            () if a == c && !context.can_fail(a) => Some(((**b).clone(), (**d).clone())),
            () if b == d && !context.can_fail(b) => Some(((**a).clone(), (**c).clone())),
            () => None,
        },
        (Expr::Binary(BinaryOp::Add, a, b), c) | (c, Expr::Binary(BinaryOp::Add, a, b)) if same(&[a, b, c]) && !context.can_fail(c) => {
            let zero = || literal(0, Type::Int);
            if **a == *c {
                Some(((**b).clone(), zero()))
            } else if **b == *c {
                Some(((**a).clone(), zero()))
            } else {
                None
            }
        }
        (Expr::Binary(BinaryOp::Sub, a, b), c) | (c, Expr::Binary(BinaryOp::Sub, a, b))
            if **a == *c && same(&[a, b, c]) && !context.can_fail(c) =>
        {
            Some(((**b).clone(), literal(0, Type::Int)))
        }
        _ => None,
    }
}

fn same_kind(a: &Expr, b: &Expr, context: &Context) -> bool {
    context.type_of(a).is_integer() && context.type_of(b).is_integer()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Number {
    Integer(i64),
    Real(f64),
}

/// A constant's value as the operator sees it that computes in that type.
fn number(constant: &Expr, result: Type) -> Option<Number> {
    match (constant, result) {
        (Expr::Int(x), Type::Int | Type::Long) => Some(Number::Integer(i64::from(*x))),
        (Expr::Long(x), Type::Long) => Some(Number::Integer(*x)),
        (Expr::Int(x), Type::Float | Type::Double) => Some(Number::Real(f64::from(*x))),
        (Expr::Long(x), Type::Float | Type::Double) => Some(Number::Real(*x as f64)),
        (Expr::Float(x), Type::Float | Type::Double) => Some(Number::Real(f64::from(*x))),
        (Expr::Double(x), Type::Double) => Some(Number::Real(*x)),
        _ => None,
    }
}

fn wrap(x: i64, result: Type) -> i64 {
    if result == Type::Int { i64::from(x as i32) } else { x }
}

fn type_for(x: i64) -> Type {
    if i32::try_from(x).is_ok() { Type::Int } else { Type::Long }
}

/// An integer literal of that type.
fn literal(x: i64, literal_type: Type) -> Expr {
    if literal_type == Type::Int { Expr::Int(x as i32) } else { Expr::Long(x) }
}
