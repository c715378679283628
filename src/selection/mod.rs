//! SODS: which variables are worth asserting on (Chen et al., "Supporting oracle construction via static analysis", ASE 2016).
//!
//! An *oracle datum* is a variable and the statement that defines it. Where the definition of one uses the value of another (a
//! definition-use chain), a fault in the other may show in the one: it *substitutes* for it, with the probability that its definition
//! is executed when the other's is.
//!
//! - [`acyclic`]: which chains go where recursion and shared fields close cycles.
//! - [`graph`]: the probabilistic substitution graph (section 3.1 of the paper), acyclic because loops count as one iteration.
//! - [`capability`]: the fault-observing capability FOC (section 3.2), exact for every `alpha`, one sparse row at a time.
//! - [`oracle_data`]: the data of a program and the chains between them.
//! - [`executed`]: weights by what tests execute, the variant `observed`.
//! - [`choose`]: the greedy selection (section 3.3), uniform and differentiated, exact without ever holding the whole matrix.
//!
//! What is ours: the paper fills an n x n matrix with a variant of Floyd's algorithm and updates it after each selection. On a
//! directed acyclic graph a row is one sweep over the edges it can reach, rows are independent of each other, and a selection changes
//! whole columns by one factor each, so that neither the matrix nor its updates are needed.

pub mod acyclic;
pub mod capability;
pub mod choose;
pub mod executed;
pub mod graph;
pub mod oracle_data;
#[cfg(test)]
mod reference_tests;
pub mod settings;
#[cfg(test)]
mod tests;

pub use capability::{Alpha, Paths, Substitution};
pub use choose::{Impact, Selected, Worth, select, select_worth};
pub use graph::{Chain, SubstitutionGraph};
