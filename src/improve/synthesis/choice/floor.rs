//! The certified floor: no boolean combination of the atoms, of whatever size, without false positives has fewer false negatives.
//!
//! A combination has one value per signature. An incorrect state with the signature of a correct one is therefore judged as that: a
//! combination without false positives holds on it. And the disjunction of the signatures of the correct states, each as a
//! conjunction, misses no other.

use crate::improve::synthesis::clauses::signature::Groups;
use serde::{Deserialize, Serialize};

/// "No combination of these N atoms can do better than FN = k."
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Floor {
    /// N: atoms with distinct truth.
    pub atoms: u32,
    /// FN*.
    #[serde(rename = "fn")]
    pub fn_: u32,
}

impl Floor {
    pub fn of(groups: &Groups, atoms: usize) -> Self {
        Self { atoms: atoms as u32, fn_: groups.inseparable }
    }
}
