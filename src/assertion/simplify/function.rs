//! Functions and bit operations: constants, idempotence, absorption, and comparisons that another function says in fewer nodes.

use super::context::Context;
use super::{logic, term};
use crate::assertion::ast::{BinaryOp, Element, Expr, Function, Quantifier, Type, UnaryOp};
use crate::assertion::interpret;

/// A call whose arguments are simplified here.
pub(super) fn call(function: Function, arguments: &[Expr], context: &Context) -> Expr {
    use Function::*;
    let simple = |a: &Expr| if context.type_of(a) == Type::Boolean { logic::simplify(a, context) } else { term::simplify(a, context) };
    let mut arguments: Vec<Expr> = arguments.iter().map(simple).collect();
    if matches!(function, Min | Max | Permutation) && comes_after(&arguments[0], &arguments[1]) {
        arguments.swap(0, 1);
    }
    let result = context.type_of(&Expr::Call(function, arguments.clone()));
    let empty = |e: &Expr| matches!(e, Expr::Text(text) if text.is_empty());
    match (function, &arguments[..]) {
        // |-x| is |x|, the least int included.
        (Abs, [Expr::Unary(UnaryOp::Neg, x)]) => return call(Abs, &[(**x).clone()], context),
        (Abs, [x @ Expr::Call(Abs, _)]) => return x.clone(),
        (Abs, [x]) if result.is_integer() && context.range(x).0 >= 0 => return x.clone(),
        // Differences of integers wrap alike in both directions.
        (Abs, [Expr::Binary(BinaryOp::Sub, x, y)])
            if context.type_of(x) == context.type_of(y) && result.is_integer() && comes_after(x, y) =>
        {
            return call(Abs, &[Expr::Binary(BinaryOp::Sub, y.clone(), x.clone())], context);
        }
        (Min | Max, [x, y]) if x == y => return x.clone(),
        (Min | Max, [x, y]) if result.is_integer() => {
            // The lesser one for a minimum; what is dropped must not fail.
            let (a, b) = (context.range(x), context.range(y));
            let (first, second) = if function == Min { (a.1 <= b.0, b.1 <= a.0) } else { (a.0 >= b.1, b.0 >= a.1) };
            for (is_it, kept, dropped) in [(first, x, y), (second, y, x)] {
                let absorbed = matches!(kept, Expr::Call(inner, operands) if *inner == function && operands.contains(dropped));
                if absorbed && context.type_of(kept) == result {
                    return kept.clone();
                }
                if is_it && context.type_of(kept) == result && !context.can_fail(dropped) {
                    return kept.clone();
                }
            }
        }
        (Strip | Trim, [x @ Expr::Call(inner, _)]) if *inner == function => return x.clone(),
        (IsBlank, [Expr::Call(Strip, x)]) => return call(IsBlank, x, context),
        (Concat, [x, y]) if empty(y) => return x.clone(),
        (Concat, [x, y]) if empty(x) => return y.clone(),
        (Substring, [x, Expr::Int(0)]) => return x.clone(),
        (StartsWith | EndsWith | Contains, [x, y]) if empty(y) && !context.can_fail(x) => return Expr::Bool(true),
        (Permutation, [x, y]) if x == y && !context.can_fail(x) => return Expr::Bool(true),
        _ => {}
    }
    let call = Expr::Call(function, arguments);
    let constant = call.operands().into_iter().all(Expr::is_constant);
    (if constant { interpret::evaluate(&call, &|_| None).and_then(term::constant) } else { None }).unwrap_or(call)
}

/// An order of operands whose order does not matter: constants last.
fn comes_after(x: &Expr, y: &Expr) -> bool {
    (x.is_constant(), x) > (y.is_constant(), y)
}

/// `~operand`, which is simplified.
pub(super) fn complement(operand: Expr) -> Expr {
    match operand {
        Expr::Unary(UnaryOp::BitNot, x) => *x,
        Expr::Int(x) => Expr::Int(!x),
        Expr::Long(x) => Expr::Long(!x),
        operand => Expr::unary(UnaryOp::BitNot, operand),
    }
}

/// `left op right` of simplified integers, `op` being on bits.
pub(super) fn bitwise(op: BinaryOp, left: Expr, right: Expr, context: &Context) -> Expr {
    use BinaryOp::*;
    let (left, right) = if !op.is_shift() && comes_after(&left, &right) { (right, left) } else { (left, right) };
    let whole = Expr::binary(op, left, right);
    if whole.operands().into_iter().all(Expr::is_constant)
        && let Some(value) = interpret::evaluate(&whole, &|_| None).and_then(term::constant)
    {
        return value;
    }
    let result = context.type_of(&whole);
    let Expr::Binary(_, left, right) = &whole else { unreachable!("just built") };
    let keeps_type = context.type_of(left) == result;
    let zero = || if result == Type::Int { Expr::Int(0) } else { Expr::Long(0) };
    let constant = match **right {
        Expr::Int(x) => Some(i64::from(x)),
        Expr::Long(x) => Some(x),
        _ => None,
    };
    match (op, constant) {
        (BitAnd | BitOr, _) if left == right => return (**left).clone(),
        (BitXor, _) if left == right && !context.can_fail(left) => return zero(),
        (BitAnd, Some(0)) if !context.can_fail(left) => return zero(),
        (BitAnd, Some(-1)) | (BitOr | BitXor, Some(0)) if keeps_type => return (**left).clone(),
        (BitXor, Some(-1)) if keeps_type => return complement((**left).clone()),
        (Shl | Shr | Ushr, Some(distance)) => {
            let distance = if result == Type::Int { distance & 31 } else { distance & 63 };
            return if distance == 0 { (**left).clone() } else { Expr::binary(op, (**left).clone(), Expr::Int(distance as i32)) };
        }
        _ => {}
    }
    whole
}

/// A comparison of simplified operands in fewer nodes, if a function says the same; it fails where they do.
pub(super) fn comparison(op: BinaryOp, left: &Expr, right: &Expr, context: &Context) -> Option<Expr> {
    one_sided(op, left, right, context).or_else(|| one_sided(op.mirrored(), right, left, context))
}

fn one_sided(op: BinaryOp, left: &Expr, right: &Expr, context: &Context) -> Option<Expr> {
    use BinaryOp::*;
    let Expr::Call(function, arguments) = left else { return None };
    match (function, op, right) {
        // `some` of what is counted, `none` cannot be said where the call may fail.
        (Function::Count, Gt | Ne, Expr::Int(0)) | (Function::Count, Ge, Expr::Int(1)) => {
            Some(Expr::Call(Function::Contains, arguments.clone()))
        }
        (Function::IndexOf, Ge, Expr::Int(0)) | (Function::IndexOf, Gt | Ne, Expr::Int(-1))
            if context.type_of(&arguments[0]) != Type::Text || context.type_of(&arguments[1]) == Type::Text =>
        {
            Some(Expr::Call(Function::Contains, arguments.clone()))
        }
        (Function::Strip, Eq, Expr::Text(text)) if text.is_empty() => Some(Expr::Call(Function::IsBlank, arguments.clone())),
        (Function::Min | Function::Max, ..) => {
            let integers = arguments.iter().chain([right]).all(|e| context.type_of(e).is_integer());
            let other = match &arguments[..] {
                [x, other] if x == right => other,
                [other, x] if x == right => other,
                _ => return None,
            };
            let (mirrored, is_max) = (op.mirrored(), *function == Function::Max);
            let at_extreme = if is_max { Ge } else { Le };
            match (integers, if is_max { mirrored } else { op }) {
                // min(x, y) is at most x: x is it, or y is less.
                (true, Eq | Ge) => Some(Expr::binary(at_extreme, right.clone(), other.clone())),
                (true, Ne | Lt) => Some(Expr::binary(if is_max { Lt } else { Gt }, right.clone(), other.clone())),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A quantified expression, its parts simplified here.
pub(super) fn quantified(quantifier: Quantifier, lo: &Expr, hi: &Expr, body: &Expr, context: &Context) -> Expr {
    let (lo, hi) = (term::simplify(lo, context), term::simplify(hi, context));
    let number = Expr::Bound(0);
    let range = [(Expr::binary(BinaryOp::Le, lo.inside(), number.clone()), true), (Expr::binary(BinaryOp::Lt, number, hi.inside()), true)];
    let body = logic::simplify(body, &context.inside().with(&range));
    match (quantifier, &body) {
        (Quantifier::Exists, Expr::Bool(false)) => body,
        (Quantifier::Exists, _) => membership(&lo, &hi, &body, context).unwrap_or_else(|| Expr::quantified(quantifier, lo, hi, body)),
        _ => Expr::quantified(quantifier, lo, hi, body),
    }
}

/// `(\exists int i; 0 <= i && i < a.length; a[i] == x)` is `contains(a, x)`, where elements are equal as `==` says.
fn membership(lo: &Expr, hi: &Expr, body: &Expr, context: &Context) -> Option<Expr> {
    let Expr::Binary(BinaryOp::Eq, left, right) = body else { return None };
    let element = |e: &Expr| match e {
        Expr::Call(Function::Get, arguments) if arguments[1] == Expr::Bound(0) => Some(arguments[0].clone()),
        _ => None,
    };
    let (of, sought) = match (element(left), element(right)) {
        (Some(of), None) => (of, right),
        (None, Some(of)) => (of, left),
        _ => return None,
    };
    let sought = sought.outside()?;
    let kind = context.type_of(&of).element()?;
    let plain = !matches!(kind, Element::Float | Element::Double) && context.type_of(&sought) == Type::from(kind);
    let whole = *lo == Expr::Int(0) && context.is_length_of(hi, &of);
    // A value that fails makes every body false, and the call too.
    (plain && whole).then(|| Expr::call(Function::Contains, [of, sought]))
}
