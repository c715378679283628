//! What surrounds the algorithms: requests and results, sessions, randomness, threads, progress and cancel.

pub mod clauses;
pub mod control;
mod fetch;
mod infer;
pub mod pool;
pub mod program;
pub mod rank;
mod rank_answer;
pub mod request;
pub mod result;
pub mod rng;
pub mod search;
pub mod selection;
pub mod session;
