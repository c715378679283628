//! What computations run on: a pool of threads, loops that are parallel inside it, locks, cancelling and progress, the level of the
//! processor, and the one source of randomness. It knows no algorithm and no request.

pub mod control;
pub mod level;
pub mod lock;
pub mod parallel;
pub mod pool;
pub mod rng;
