//! An assertion of a population.

use crate::assertion::eval::dag::NodeId;
use crate::assertion::eval::deficiencies::Deficiencies;

/// An assertion with what selection needs to know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Individual {
    /// In its population's forest.
    pub root: NodeId,
    pub deficiencies: Deficiencies,
    /// Fingerprint of the states in which it is true.
    pub behaviour: u64,
    /// Enough others of the same behaviour are before it in the population: in tournaments it loses against all that are not surplus
    /// ([`Settings::behaviour_copies`](super::settings::Settings::behaviour_copies)).
    pub surplus: bool,
    /// Number of nodes.
    pub size: u32,
    /// Drawn at random when the individual was made: orders individuals that are equally fit.
    pub tie: u32,
}

impl Individual {
    /// Neither false positives nor false negatives.
    pub fn is_perfect(&self) -> bool {
        self.deficiencies == Deficiencies { false_positives: 0, false_negatives: 0 }
    }
}
