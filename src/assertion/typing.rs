//! Types of expressions, by Java's rules: binary numeric promotion (JLS §5.6.2), no conversion between booleans, numbers and references.

use super::ast::{BinaryOp, Expr, OpKind, Type, UnaryOp};
use super::render;
use crate::error::{Error, Result};
use crate::evidence::schema::{Schema, VarId};

/// Which operand has the wrong type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Culprit {
    Left,
    Right,
    /// Each would do alone; they do not go together.
    Both,
}

/// Why an operator does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub culprit: Culprit,
    /// What the operator takes, as the end of the sentence "`+` takes ...".
    pub takes: &'static str,
}

/// The common type that Java computes a number × number operator in; `None` unless both are numbers.
pub fn promote(left: Type, right: Type) -> Option<Type> {
    // The order of `Type` is that of widening.
    (left.is_number() && right.is_number()).then(|| left.max(right))
}

/// Type of `op operand`.
pub fn unary_type(op: UnaryOp, operand: Type) -> std::result::Result<Type, Mismatch> {
    let (fits, takes) = match op {
        UnaryOp::Neg => (operand.is_number(), "a number"),
        UnaryOp::Not => (operand == Type::Boolean, "a boolean"),
    };
    if fits { Ok(operand) } else { Err(Mismatch { culprit: Culprit::Right, takes }) }
}

/// Type of `left op right`.
pub fn binary_type(op: BinaryOp, left: Type, right: Type) -> std::result::Result<Type, Mismatch> {
    let of_each = |fits: fn(Type) -> bool, takes| match (fits(left), fits(right)) {
        (true, true) => Ok(()),
        (false, true) => Err(Mismatch { culprit: Culprit::Left, takes }),
        (true, false) => Err(Mismatch { culprit: Culprit::Right, takes }),
        (false, false) => Err(Mismatch { culprit: Culprit::Both, takes }),
    };
    match op.kind() {
        OpKind::Arithmetic => of_each(Type::is_number, "two numbers").map(|()| left.max(right)),
        OpKind::Logical => of_each(|t| t == Type::Boolean, "two booleans").map(|()| Type::Boolean),
        OpKind::Comparison if matches!(op, BinaryOp::Eq | BinaryOp::Ne) => {
            if promote(left, right).is_some() || (left == Type::Reference && right == Type::Reference) {
                Ok(Type::Boolean)
            } else {
                Err(Mismatch { culprit: Culprit::Both, takes: "two numbers, two booleans or two references" })
            }
        }
        OpKind::Comparison => of_each(Type::is_number, "two numbers").map(|()| Type::Boolean),
    }
}

/// The type of variable `id`; `None` if the schema has no such variable.
pub fn variable_type(id: VarId, schema: &Schema) -> Option<Type> {
    schema.variables.get(id as usize).map(|v| v.value_type.into())
}

/// The type of an expression, if every node of it is well typed over the schema's variables.
///
/// # Errors
/// `InvalidInput`; the message names the innermost ill-typed sub-expression, its operands' types and what was expected.
pub fn type_of(expr: &Expr, schema: &Schema) -> Result<Type> {
    match expr {
        Expr::Var(id) => variable_type(*id, schema).ok_or_else(|| {
            Error::invalid_input(format!("the assertion has variable number {id}, but the state has only {}", schema.variables.len()))
        }),
        Expr::Unary(op, operand) => {
            let found = type_of(operand, schema)?;
            unary_type(*op, found).map_err(|m| {
                let symbol = if *op == UnaryOp::Neg { "-" } else { "!" };
                Error::invalid_input(format!("`{symbol}` takes {}, but `{}` is {}", m.takes, render::render(operand, schema), a(found)))
            })
        }
        Expr::Binary(op, left, right) => {
            let (l, r) = (type_of(left, schema)?, type_of(right, schema)?);
            binary_type(*op, l, r).map_err(|m| {
                let (left, right) = (render::render(left, schema), render::render(right, schema));
                Error::invalid_input(mismatch_message(*op, m, (&left, l), (&right, r)))
            })
        }
        leaf => Ok(constant_type(leaf)),
    }
}

/// The type of an expression that is known to be well typed (one that [`type_of`] or the parser accepted).
///
/// # Panics
/// If it has a variable that the schema does not have.
pub fn type_of_checked(expr: &Expr, schema: &Schema) -> Type {
    match expr {
        Expr::Var(id) => schema.variables[*id as usize].value_type.into(),
        Expr::Unary(_, operand) => type_of_checked(operand, schema),
        Expr::Binary(op, left, right) => match op.kind() {
            OpKind::Arithmetic => type_of_checked(left, schema).max(type_of_checked(right, schema)),
            OpKind::Comparison | OpKind::Logical => Type::Boolean,
        },
        leaf => constant_type(leaf),
    }
}

fn constant_type(leaf: &Expr) -> Type {
    match leaf {
        Expr::Bool(_) => Type::Boolean,
        Expr::Int(_) => Type::Int,
        Expr::Long(_) => Type::Long,
        Expr::Float(_) => Type::Float,
        Expr::Double(_) => Type::Double,
        Expr::Null => Type::Reference,
        Expr::Var(_) | Expr::Unary(..) | Expr::Binary(..) => unreachable!("not a constant: {leaf:?}"),
    }
}

/// "`+` takes two numbers, but `b` is a boolean", given both operands as text with their types.
pub(super) fn mismatch_message(op: BinaryOp, mismatch: Mismatch, left: (&str, Type), right: (&str, Type)) -> String {
    let found = match mismatch.culprit {
        Culprit::Left => format!("`{}` is {}", left.0, a(left.1)),
        Culprit::Right => format!("`{}` is {}", right.0, a(right.1)),
        Culprit::Both => format!("`{}` is {} and `{}` is {}", left.0, a(left.1), right.0, a(right.1)),
    };
    format!("`{}` takes {}, but {found}", op.symbol(), mismatch.takes)
}

/// The type with its article.
pub(super) fn a(t: Type) -> String {
    format!("{} {t}", if t == Type::Int { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{schema, var};
    use super::*;

    fn check(expr: Expr, expected: std::result::Result<Type, &str>) {
        let actual = type_of(&expr, &schema()).map_err(|e| e.message);
        assert_eq!(actual, expected.map_err(str::to_owned));
        if let Ok(t) = actual {
            assert_eq!(type_of_checked(&expr, &schema()), t);
        }
    }

    fn add(left: Expr, right: Expr) -> Expr {
        Expr::binary(BinaryOp::Add, left, right)
    }

    #[test]
    fn small_integers_compute_as_int() {
        check(add(var("by"), var("c")), Ok(Type::Int));
        check(Expr::unary(UnaryOp::Neg, var("s")), Ok(Type::Int));
    }

    #[test]
    fn the_wider_operand_decides() {
        check(add(var("i"), var("l")), Ok(Type::Long));
        check(add(var("l"), var("f")), Ok(Type::Float));
        check(add(var("f"), var("d")), Ok(Type::Double));
    }

    #[test]
    fn references_compare_only_with_references() {
        check(Expr::binary(BinaryOp::Eq, var("r"), Expr::Null), Ok(Type::Boolean));
        check(Expr::binary(BinaryOp::Lt, var("r"), var("i")), Err("`<` takes two numbers, but `r` is a reference"));
        check(
            Expr::binary(BinaryOp::Eq, var("r"), var("i")),
            Err("`==` takes two numbers, two booleans or two references, but `r` is a reference and `i` is an int"),
        );
    }

    #[test]
    fn logic_takes_booleans_only() {
        check(Expr::binary(BinaryOp::And, var("b"), var("i")), Err("`&&` takes two booleans, but `i` is an int"));
        check(Expr::unary(UnaryOp::Not, add(var("i"), Expr::Int(1))), Err("`!` takes a boolean, but `i + 1` is an int"));
        check(Expr::Var(99), Err("the assertion has variable number 99, but the state has only 21"));
    }
}
