//! The service: requests decoded, sessions held, answers encoded. One file and one slot of the session for each capability.

pub mod assertions;
pub mod call;
pub mod clauses;
pub mod effects;
pub mod evidence;
pub mod improve;
pub mod infer;
pub mod program;
pub mod rank;
mod rank_answer;
pub mod request;
pub mod result;
pub mod select;
pub mod session;
mod states;
