//! Comparisons: what one says of another that has the same operands, or compares the same term with another constant.

use super::context::Context;
use crate::assertion::ast::{BinaryOp, Expr, OpKind, Type};
use crate::assertion::interpret::{self, Value};

/// How two operands that did not fail may be related; a comparison is a set of these.
pub(super) const LESS: u8 = 1;
pub(super) const EQUAL: u8 = 2;
pub(super) const GREATER: u8 = 4;
/// One of them is NaN.
const UNORDERED: u8 = 8;

/// The relations in which the comparison is true.
pub(super) fn relations(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Lt => LESS,
        BinaryOp::Le => LESS | EQUAL,
        BinaryOp::Eq => EQUAL,
        BinaryOp::Ge => GREATER | EQUAL,
        BinaryOp::Gt => GREATER,
        BinaryOp::Ne => LESS | GREATER | UNORDERED,
        _ => unreachable!("{op:?} is no comparison"),
    }
}

/// The operator and operands, if the expression is a comparison.
pub(super) fn comparison(expr: &Expr) -> Option<(BinaryOp, &Expr, &Expr)> {
    match expr {
        Expr::Binary(op, left, right) if op.kind() == OpKind::Comparison => Some((*op, left, right)),
        _ => None,
    }
}

/// The relations that are possible between the operands here.
fn possible(left: &Expr, right: &Expr, context: &Context) -> u8 {
    let nan = context.can_be_nan(left) || context.can_be_nan(right);
    LESS | EQUAL | GREATER | if nan { UNORDERED } else { 0 }
}

/// The comparison that is true in exactly these of the possible relations, where the operands have not failed.
fn operator(set: u8, possible: u8) -> Option<BinaryOp> {
    BinaryOp::COMPARISONS.into_iter().find(|&op| relations(op) & possible == set & possible)
}

/// The comparison that is true exactly where this one is false, if there is one.
pub(super) fn negation(expr: &Expr, context: &Context) -> Option<Expr> {
    let (op, left, right) = comparison(expr)?;
    // Contents have no `!=`.
    if context.can_fail(left) || context.can_fail(right) || context.type_of(left).is_contents() {
        return None;
    }
    let negated = operator(!relations(op), possible(left, right, context))?;
    Some(Expr::binary(negated, left.clone(), right.clone()))
}

/// Two comparisons as truth tables over the same cases; in each case the operands have values.
struct Cases<'e> {
    /// One bit a case.
    first: u64,
    second: u64,
    /// All cases.
    all: u64,
    /// What may replace both: comparisons and their truth tables.
    candidates: Vec<(BinaryOp, &'e Expr, Expr, u64)>,
    /// No operand can fail, so that every state is one of the cases.
    total: bool,
}

/// The cases of two comparisons that have an operand or two in common; `None` if they have nothing to say about each other.
fn cases<'e>(first: &'e Expr, second: &'e Expr, context: &Context) -> Option<Cases<'e>> {
    let (op, left, right) = comparison(first)?;
    let (op2, left2, right2) = comparison(second)?;
    let op2 = match () {
        () if left == left2 && right == right2 => op2,
        () if left == right2 && right == left2 => op2.mirrored(),
        () => return cases_of_constants((op, left, right), (op2, left2, right2), context),
    };
    let all = possible(left, right, context);
    let candidates = BinaryOp::COMPARISONS.map(|op| (op, left, right.clone(), u64::from(relations(op) & all)));
    Some(Cases {
        first: u64::from(relations(op) & all),
        second: u64::from(relations(op2) & all),
        all: all.into(),
        candidates: candidates.into(),
        total: !context.can_fail(left) && !context.can_fail(right),
    })
}

type Comparison<'e> = (BinaryOp, &'e Expr, &'e Expr);

/// The cases of `t op c` and `t op2 c2`: values of t on, beside and far from the constants, as many as can make a difference.
fn cases_of_constants<'e>(first: Comparison<'e>, second: Comparison<'e>, context: &Context) -> Option<Cases<'e>> {
    let (op, term, constant) = with_constant(first)?;
    let (op2, term2, constant2) = with_constant(second)?;
    if term != term2 {
        return None;
    }
    let term_type = context.type_of(term);
    let samples = samples(term, &[as_compared(constant, term_type)?, as_compared(constant2, term_type)?], context);
    let table = |op: BinaryOp, constant: &Expr| {
        let constant = as_compared(constant, term_type).expect("the constants and the samples have values");
        let holds = |value: &Value| interpret::compare(op, value.clone(), constant.clone());
        let cases = samples.iter().enumerate().map(|(i, value)| u64::from(holds(value)) << i);
        cases.sum::<u64>()
    };
    let mut constants = vec![constant.clone(), constant2.clone()];
    if term_type.is_integer() {
        // `x > 2 && x < 4` is `x == 3`.
        constants.extend(samples.iter().filter_map(|value| match value {
            Value::Long(x) => Some(i32::try_from(*x).map_or(Expr::Long(*x), Expr::Int)),
            _ => None,
        }));
    }
    let mut candidates = Vec::new();
    for (i, constant) in constants.into_iter().enumerate() {
        let operators: &[BinaryOp] = if i < 2 { &BinaryOp::COMPARISONS } else { &[BinaryOp::Eq, BinaryOp::Ne] };
        candidates.extend(operators.iter().map(|&op| (op, term, constant.clone(), table(op, &constant))));
    }
    Some(Cases {
        first: table(op, constant),
        second: table(op2, constant2),
        all: (1 << samples.len()) - 1,
        candidates,
        total: !context.can_fail(term),
    })
}

/// The comparison with its constant on the right, if it has just one constant.
fn with_constant((op, left, right): Comparison<'_>) -> Option<Comparison<'_>> {
    match (left.is_constant(), right.is_constant()) {
        (false, true) => Some((op, left, right)),
        (true, false) => Some((op.mirrored(), right, left)),
        _ => None,
    }
}

/// The value that Java compares a term of that type with, when it compares it with the constant.
/// `None` where it rounds the term, so that neighbours coincide, and for NaN and references.
fn as_compared(constant: &Expr, term: Type) -> Option<Value<'static>> {
    match (term, constant) {
        (Type::Int | Type::Long, Expr::Int(x)) => Some(Value::Long(i64::from(*x))),
        (Type::Int | Type::Long, Expr::Long(x)) => Some(Value::Long(*x)),
        // Java converts the constant to the term's type, or the term exactly to double.
        (Type::Float, Expr::Int(x)) => Some(Value::Double(f64::from(*x as f32))),
        (Type::Float, Expr::Long(x)) => Some(Value::Double(f64::from(*x as f32))),
        (Type::Double, Expr::Int(x)) => Some(Value::Double(f64::from(*x))),
        (Type::Double, Expr::Long(x)) => Some(Value::Double(*x as f64)),
        (Type::Float | Type::Double, Expr::Float(x)) if !x.is_nan() => Some(Value::Double(f64::from(*x))),
        (Type::Float | Type::Double, Expr::Double(x)) if !x.is_nan() => Some(Value::Double(*x)),
        _ => None,
    }
}

/// Values of the term, both ends at least of each interval that the values it is compared with cut its range into.
fn samples(term: &Expr, compared: &[Value], context: &Context) -> Vec<Value<'static>> {
    let mut samples = Vec::new();
    if context.type_of(term).is_integer() {
        let (least, greatest) = context.range(term);
        samples.extend([least, greatest]);
        for value in compared {
            let Value::Long(x) = *value else { unreachable!("an integer is compared with {value:?}") };
            samples.extend([x.saturating_sub(1), x, x.saturating_add(1)]);
        }
        samples.retain(|x| (least..=greatest).contains(x));
        samples.sort_unstable();
        samples.dedup();
        return samples.into_iter().map(Value::Long).collect();
    }
    // As doubles: a float has the same order among them, and a case that no float can be in does no harm.
    let mut samples = vec![f64::NEG_INFINITY, f64::INFINITY];
    for value in compared {
        let Value::Double(x) = *value else { unreachable!("a floating-point number is compared with {value:?}") };
        samples.extend([x.next_down(), x, x.next_up()]);
    }
    if context.can_be_nan(term) {
        samples.push(f64::NAN);
    }
    samples.into_iter().map(Value::Double).collect()
}

/// Whether `first` being true means that `second` is.
pub(super) fn implies(first: &Expr, second: &Expr, context: &Context) -> bool {
    use BinaryOp::{And, Ne, Or};
    match (first, second) {
        (Expr::Binary(Or, a, b), _) => implies(a, second, context) && implies(b, second, context),
        (_, Expr::Binary(And, a, b)) => implies(first, a, context) && implies(first, b, context),
        (Expr::Binary(And, a, b), _) => implies(a, second, context) || implies(b, second, context),
        (_, Expr::Binary(Or, a, b)) => implies(first, a, context) || implies(first, b, context),
        (Expr::Unary(_, a), Expr::Unary(_, b)) => implies(b, a, context),
        (Expr::Unary(_, a), _) => cover(a, second, context),
        (_, Expr::Unary(_, b)) => excludes(first, b, context),
        (_, Expr::Binary(Ne, reference, null)) if **null == Expr::Null && reads_through(first, reference, context) => true,
        _ => first == second || cases(first, second, context).is_some_and(|cases| cases.first & !cases.second == 0),
    }
}

/// Whether `first` being true means that `second` is false.
pub(super) fn excludes(first: &Expr, second: &Expr, context: &Context) -> bool {
    use BinaryOp::{And, Eq, Or};
    match (first, second) {
        (Expr::Binary(Or, a, b), _) => excludes(a, second, context) && excludes(b, second, context),
        (_, Expr::Binary(Or, a, b)) => excludes(first, a, context) && excludes(first, b, context),
        (Expr::Binary(And, a, b), _) => excludes(a, second, context) || excludes(b, second, context),
        (_, Expr::Binary(And, a, b)) => excludes(first, a, context) || excludes(first, b, context),
        (_, Expr::Unary(_, b)) => implies(first, b, context),
        (Expr::Unary(_, a), _) => implies(second, a, context),
        (_, Expr::Binary(Eq, reference, null)) if **null == Expr::Null && reads_through(first, reference, context) => true,
        _ => cases(first, second, context).is_some_and(|cases| cases.first & cases.second == 0),
    }
}

/// Whether one of the two is true in every state.
pub(super) fn cover(first: &Expr, second: &Expr, context: &Context) -> bool {
    use BinaryOp::{And, Or};
    match (first, second) {
        (Expr::Binary(And, a, b), _) => cover(a, second, context) && cover(b, second, context),
        (_, Expr::Binary(And, a, b)) => cover(first, a, context) && cover(first, b, context),
        (Expr::Binary(Or, a, b), _) => cover(a, second, context) || cover(b, second, context),
        (_, Expr::Binary(Or, a, b)) => cover(first, a, context) || cover(first, b, context),
        (Expr::Unary(_, a), _) => implies(a, second, context),
        (_, Expr::Unary(_, b)) => implies(b, first, context),
        _ => cases(first, second, context).is_some_and(|cases| cases.total && cases.first | cases.second == cases.all),
    }
}

/// Whether `expr`, a comparison or variable that is true, had to read something through the reference.
fn reads_through(expr: &Expr, reference: &Expr, context: &Context) -> bool {
    let Expr::Var(reference) = *reference else { return false };
    let is_read = matches!(expr, Expr::Var(_)) || comparison(expr).is_some();
    is_read && context.reads_through(expr, reference)
}

/// One expression that is `first && second`, or `first || second`, if there is one of the size of a comparison.
pub(super) fn merge(first: &Expr, second: &Expr, conjunction: bool, context: &Context) -> Option<Expr> {
    let cases = cases(first, second, context)?;
    let table = if conjunction { cases.first & cases.second } else { cases.first | cases.second };
    if table == 0 {
        return Some(Expr::Bool(false));
    }
    if table == cases.all && cases.total {
        return Some(Expr::Bool(true));
    }
    let (op, left, right, _) = cases.candidates.into_iter().find(|(.., candidate)| *candidate == table)?;
    Some(Expr::binary(op, left.clone(), right))
}

/// A comparison of simplified operands.
pub(super) fn simplify(op: BinaryOp, left: Expr, right: Expr, context: &Context) -> Expr {
    if context.always_fails(&left) || context.always_fails(&right) {
        return Expr::Bool(false);
    }
    let (op, left, right) = if prefers_right(op, &left, &right, context) { (op.mirrored(), right, left) } else { (op, left, right) };
    let fails = context.can_fail(&left) || context.can_fail(&right);
    if left.is_constant() {
        return Expr::Bool(interpret::holds_on(&Expr::binary(op, left, right), &[]));
    }
    let right = plain_constant(right, context.type_of(&left));

    // The relations that are possible, as far as the operands tell.
    let possible = match (&left, &right) {
        (l, r) if l == r => EQUAL | (possible(l, r, context) & UNORDERED),
        (_, Expr::Float(x)) if x.is_nan() => UNORDERED,
        (_, Expr::Double(x)) if x.is_nan() => UNORDERED,
        (l, Expr::Null) if !context.can_be_null(l) => LESS | GREATER,
        (l, r) => possible(l, r, context),
    };
    let holds = relations(op) & possible;
    if holds == 0 {
        return Expr::Bool(false);
    }
    if holds == possible && !fails {
        return Expr::Bool(true);
    }
    if let Some(constant) = as_compared(&right, context.type_of(&left)) {
        let samples = samples(&left, std::slice::from_ref(&constant), context);
        let holds = samples.iter().filter(|value| interpret::compare(op, (*value).clone(), constant.clone())).count();
        if holds == 0 {
            return Expr::Bool(false);
        }
        if holds == samples.len() && !fails {
            return Expr::Bool(true);
        }
    }
    Expr::binary(op, left, right)
}

/// Constants stand on the right, the method's result on the left, and variables that are equal or not in their order.
fn prefers_right(op: BinaryOp, left: &Expr, right: &Expr, context: &Context) -> bool {
    let is_result = |e: &Expr| matches!(e, Expr::Var(id) if context.schema.variables[*id as usize].name == "result");
    if left.is_constant() != right.is_constant() || is_result(left) != is_result(right) {
        return left.is_constant() || is_result(right);
    }
    matches!((op, left, right), (BinaryOp::Eq | BinaryOp::Ne, Expr::Var(l), Expr::Var(r)) if r < l)
}

/// A constant that is compared with a term of that type, as an int if that changes nothing.
fn plain_constant(constant: Expr, other: Type) -> Expr {
    let int = match constant {
        Expr::Long(x) if other.is_integer() => i32::try_from(x).ok(),
        Expr::Double(x) if other == Type::Int && x == f64::from(x as i32) => Some(x as i32),
        _ => None,
    };
    int.map_or(constant, Expr::Int)
}
