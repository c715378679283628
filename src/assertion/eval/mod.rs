//! Columnar evaluation: whole columns of states at a time, with Java's semantics.
//!
//! A [`frame::Frame`] holds the states as aligned columns. A [`forest::Forest`] holds hash-consed trees ([`dag::Dag`]) and, for
//! every boolean node, the set of states in which it is true: shared subtrees are evaluated once. What is new is planned once
//! ([`plan`]) and computed block of rows by block of rows ([`block`], [`kernel`]), so that working sets stay in the cache however many
//! states there are.
//!
//! Terms that have no kernels, as those on contents, are columns made by the interpreter, and leaves of the trees ([`derived`]).
//!
//! The semantics are those of [`super::interpret`], state by state; docs/formats.md says what failing expressions mean.

mod block;
pub mod dag;
pub mod deficiencies;
pub mod derived;
pub mod forest;
pub mod frame;
mod interpreted;
pub mod kernel;
pub mod lanes;
mod layout;
mod plan;
pub mod sketch;

use super::ast::Expr;
use crate::evidence::dataset::{Bits, Dataset};
use deficiencies::Deficiencies;
use forest::Forest;
use frame::{Frame, Underived};
use kernel::Kernels;

/// The states in which a boolean expression is true, and its deficiencies. Parallel as [`Forest::evaluate`] is.
///
/// # Panics
/// If the expression is not a well-typed boolean over the dataset's schema.
pub fn evaluate(dataset: &Dataset, expr: &Expr) -> (Bits, Deficiencies) {
    evaluate_with(Kernels::best(), dataset, expr)
}

/// [`evaluate`] with the kernels of a certain level.
///
/// # Panics
/// As [`evaluate`].
pub fn evaluate_with(kernels: Kernels, dataset: &Dataset, expr: &Expr) -> (Bits, Deficiencies) {
    evaluate_within(kernels, dataset, expr, MAX_DERIVED_BYTES)
}

/// Memory that the derived terms of one expression may take; an expression with more of them is interpreted as a whole.
const MAX_DERIVED_BYTES: usize = 1 << 30;

/// [`evaluate_with`], with a bound on the memory of derived columns in bytes.
///
/// # Panics
/// As [`evaluate`].
pub fn evaluate_within(kernels: Kernels, dataset: &Dataset, expr: &Expr, limit: usize) -> (Bits, Deficiencies) {
    match frame_of(dataset, expr, limit, &|| false) {
        Ok(frame) => {
            let mut forest = Forest::new(&frame, kernels);
            let root = forest.add_expr(expr).expect("a well-typed expression");
            forest.evaluate(&frame, std::iter::once(root), &|| false);
            (frame.to_dataset_rows(&forest.bits(root)), forest.deficiencies(root))
        }
        Err(_) => interpreted::evaluate(dataset, expr),
    }
}

/// A frame with just the columns that an expression needs.
///
/// # Errors
/// The derived terms take more than `limit` bytes, or `interrupted` said true.
///
/// # Panics
/// Perhaps, if the expression is not well typed over the dataset's schema.
pub fn frame_of(dataset: &Dataset, expr: &Expr, limit: usize, interrupted: &(dyn Fn() -> bool + Sync)) -> Result<Frame, Underived> {
    let mut needed = vec![false; dataset.schema.variables.len()];
    expr.for_each_variable(&mut |var| needed[var as usize] = true);
    let mut frame = Frame::of_variables(dataset, |var| needed[var as usize]);
    frame.derive(dataset, expr, limit, interrupted)?;
    Ok(frame)
}
