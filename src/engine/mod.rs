//! What surrounds the algorithms: requests and results, randomness, threads, progress and cancel.

pub mod control;
pub mod pool;
pub mod rng;
