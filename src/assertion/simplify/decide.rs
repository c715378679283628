//! Boolean expressions that what is known at a place decides.

use super::context::Context;
use super::{order, relation};
use crate::assertion::ast::{Expr, UnaryOp};

impl Context<'_> {
    /// The value of a boolean expression, if what is known here decides it.
    pub fn decide(&self, expr: &Expr) -> Option<bool> {
        if let Some((_, value)) = self.known.iter().find(|(known, _)| known == expr) {
            return Some(*value);
        }
        if let Expr::Unary(UnaryOp::Not, operand) = expr {
            return self.decide(operand).map(|value| !value);
        }
        let by_one = self.known.iter().find_map(|(known, value)| match value {
            true if relation::implies(known, expr, self) => Some(true),
            true if relation::excludes(known, expr, self) => Some(false),
            false if relation::implies(expr, known, self) => Some(false),
            false if relation::cover(expr, known, self) => Some(true),
            _ => None,
        });
        by_one.or_else(|| order::decide(expr, self.known.iter().filter(|(_, value)| *value).map(|(known, _)| known), self))
    }
}
