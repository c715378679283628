//! Assertions as callers write them.

use crate::Result;
use crate::assertion::ast::Expr;
use crate::assertion::parse::parse;
use crate::compute::pool::with_deep_stack;
use crate::evidence::assemble::Assembly;

/// Parses an assertion over the variables that the evidence kept; one that was left out is named with the reason.
pub fn parse_over(assertion: &str, assembly: &Assembly) -> Result<Expr> {
    with_deep_stack(|| parse(assertion, &assembly.dataset.schema)).map_err(|mut e| {
        for left_out in &assembly.variables_left_out {
            if assertion.contains(&left_out.name) && e.message.contains(&left_out.name) {
                e.message += &format!("\n`{}` is left out: it {}", left_out.name, left_out.reason);
            }
        }
        e
    })
}
