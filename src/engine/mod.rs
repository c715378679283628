//! The service: requests decoded, sessions held, answers encoded.
//!
//! Everything that a caller can ask for is a [`capability`]: a module of this room, with its requests, its answers and its slot of the
//! session. A technique's algorithm has a room of its own, which knows nothing of requests.

pub mod capability;
pub mod clauses;
pub mod dispatch;
mod generation_assertions;
mod generation_existing;
mod generation_lost;
mod generation_slot;
mod generation_symbolic;
mod generation_tests;
pub mod parsing;
mod rank_answer;
pub mod request;
pub mod result;
pub mod session;
mod states;

// A line registers a capability: the module (a file or a folder here) that has a `CAPABILITY`.
capability::capabilities! {
    assertions,
    effects,
    evidence,
    #[cfg(test)]
    example,
    generation,
    improve,
    infer,
    paths,
    program,
    purity,
    rank,
    seed,
    select,
    settings,
}
