//! The choice among the clauses: which of them to take, together with a bound on what any choice can do.

pub mod branch;
pub mod cover;
pub mod floor;
pub mod pareto_front;
pub mod problem;
pub mod weights;
