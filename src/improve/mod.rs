//! GAssert: improving an assertion by co-evolution (ESEC/FSE 2020).
//!
//! Given an assertion at a program point, correct states S+ and incorrect states S-, find one without false positives
//! (correct states in which it is false) and with as few false negatives (incorrect states in which it is true) as possible.

pub mod cases;
pub mod counters;
pub mod evolution;
pub mod frame;
pub mod hybrid;
pub mod identity;
pub mod synthesis;
