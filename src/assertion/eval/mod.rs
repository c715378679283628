//! Columnar evaluation: whole columns of states at a time, with Java's semantics.
//!
//! A [`frame::Frame`] holds the states as aligned columns. A [`forest::Forest`] holds hash-consed trees ([`dag::Dag`]) and, for
//! every boolean node, the set of states in which it is true: shared subtrees are evaluated once. What is new is planned once
//! ([`plan`]) and computed block of rows by block of rows ([`block`], [`kernel`]), so that working sets stay in the cache however many states there are.
//!
//! The semantics are those of [`super::interpret`], state by state; docs/formats.md says what failing expressions mean.

mod block;
pub mod dag;
pub mod forest;
pub mod frame;
pub mod kernel;
mod plan;
pub mod sketch;

use super::ast::Expr;
use crate::evidence::dataset::{Bits, Dataset};
use forest::{Deficiencies, Forest};
use frame::Frame;
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
    let frame = Frame::new(dataset);
    let mut forest = Forest::new(&frame, kernels);
    let root = forest.add_expr(expr).expect("a well-typed expression");
    forest.evaluate(&frame, std::iter::once(root), &|| false);
    (frame.to_dataset_rows(&forest.bits(root)), forest.deficiencies(root))
}
