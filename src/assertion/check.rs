//! Whether an assertion is well typed, and if not, what to say: the rules are those of [`typing`].

use super::ast::{Expr, Type};
use super::render::render;
use super::typing::{
    TOO_LARGE, a, binary_type, call_message, call_type, exact_range, mismatch_message, type_of_checked, unary_symbol, unary_type,
    variable_type,
};
use crate::error::{Error, Result};
use crate::evidence::schema::Schema;

/// The type of an expression, if every node of it is well typed over the schema's variables.
///
/// # Errors
/// `InvalidInput`; the message names the innermost ill-typed sub-expression, its operands' types and what was expected.
pub fn type_of(expr: &Expr, schema: &Schema) -> Result<Type> {
    type_within(expr, schema, 0)
}

/// [`type_of`], inside that many quantifiers.
fn type_within(expr: &Expr, schema: &Schema, quantifiers: usize) -> Result<Type> {
    let found = match expr {
        Expr::Var(id) => variable_type(*id, schema).ok_or_else(|| {
            Error::invalid_input(format!("the assertion has variable number {id}, but the state has only {}", schema.variables.len()))
        })?,
        Expr::Bound(index) if usize::from(*index) >= quantifiers => {
            let message = format!("the assertion has the number of quantifier {index} outwards where only {quantifiers} are around");
            return Err(Error::invalid_input(message));
        }
        Expr::Unary(op, operand) => {
            let found = type_within(operand, schema, quantifiers)?;
            unary_type(*op, found).map_err(|m| {
                let symbol = unary_symbol(*op);
                Error::invalid_input(format!("`{symbol}` takes {}, but `{}` is {}", m.takes, render(operand, schema), a(found)))
            })?
        }
        Expr::Binary(op, left, right) => {
            let (l, r) = (type_within(left, schema, quantifiers)?, type_within(right, schema, quantifiers)?);
            binary_type(*op, l, r).map_err(|m| {
                let (left, right) = (render(left, schema), render(right, schema));
                Error::invalid_input(mismatch_message(*op, m, (&left, l), (&right, r)))
            })?
        }
        Expr::Call(function, arguments) => {
            let types = arguments.iter().map(|a| type_within(a, schema, quantifiers)).collect::<Result<Vec<_>>>()?;
            call_type(*function, &types).map_err(|m| {
                let texts: Vec<String> = arguments.iter().map(|a| render(a, schema)).collect();
                let found: Vec<(&str, Type)> = texts.iter().map(String::as_str).zip(types).collect();
                Error::invalid_input(call_message(*function, m, &found))
            })?
        }
        Expr::Quantified(_, lo, hi, body) => {
            for bound in [lo, hi] {
                let found = type_within(bound, schema, quantifiers)?;
                if found != Type::Int {
                    let text = render(bound, schema);
                    return Err(Error::invalid_input(format!("a quantifier's range is of ints, but `{text}` is {}", a(found))));
                }
            }
            let found = type_within(body, schema, quantifiers + 1)?;
            if found != Type::Boolean {
                let text = render(body, schema);
                return Err(Error::invalid_input(format!("a quantifier takes a boolean, but `{text}` is {}", a(found))));
            }
            found
        }
        leaf => type_of_checked(leaf, schema),
    };
    if found == Type::Exact && exact_range(expr, schema).is_none() {
        return Err(Error::invalid_input(format!("`{}` {TOO_LARGE}", render(expr, schema))));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::ast::{BinaryOp, UnaryOp};
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
        check(Expr::Var(99), Err("the assertion has variable number 99, but the state has only 37"));
    }
}
