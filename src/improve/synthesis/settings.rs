//! Bounds and prices of the synthesis.

use crate::{Error, Result};
use serde::{Deserialize, Serialize};

/// Every parameter of the synthesis; all are ours, the paper has no such step. A bound that is met does not end the synthesis: what
/// lies beyond is left out, and the result says so ([`Synthesis::limits`](super::Synthesis::limits)).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// Constants for each numeric type, besides 0, 1, -1 and 2: up to half of them those that the class writes down, the method first, the
    /// others mined from the evidence. Default: 6.
    pub mined_constants: u32,
    /// Compound terms (one operator) with distinct columns. Default: 6000.
    pub max_terms: u32,
    /// Terms of two operators that are tried as an equation for a variable that no smaller term explains. Default: 2 000 000.
    pub max_deep_terms: u32,
    /// Atoms with distinct truth. Default: 10 000.
    pub max_atoms: u32,
    /// Atoms that are all tried as a literal of a clause of two, the cheapest first: so many that tell incorrect states from the
    /// correct ones that belong to them, and so many others. Default: 2500.
    pub max_pair_atoms: u32,
    /// Atoms that are tried as a guard of comparisons with compound terms, the cheapest, where some incorrect states are not killed
    /// otherwise. Default: 64.
    pub max_guards: u32,
    /// Literals of a clause, from 1. Default: 4.
    pub max_width: u32,
    /// Nodes of the branch and bound. Default: 20 000.
    pub max_cover_nodes: u32,
    /// Bytes of columns and bitsets that the synthesis holds at a time, beside the states themselves: of six parts in sixteen terms,
    /// of five atoms, and as much what is known of atoms by groups of states. Default: 4 GiB.
    pub max_bytes: u64,
    /// Price of a clause that kills the states of one mutant only, in nodes: what detects several mutants generalises better. Default: 3.
    pub single_mutant_price: u32,
    /// Generations without a better assertion after which the co-evolution that follows in a hybrid ends, times one more than the binary
    /// logarithm of the incorrect states missed. Default: 50.
    pub stagnation_generations: u32,
    /// Whether a clause must pass the gates below: what the evidence does not justify is not taken, though it has no false positive.
    /// Default: true.
    pub gates: bool,
    /// Groups of tests for cross-validation: a constant that the tests of one group alone speak for is not trusted. 0 or 1: none.
    /// Default: 5.
    pub folds: u32,
    /// Mutants of which a clause must kill a state, all simulated states together as one of them. Default: 1.
    pub min_mutants: u32,
    /// Probability with which a clause has a reason other than chance for being true in all correct states. Daikon's: 0.99.
    pub confidence: f64,
    /// Correct states from which on a bound by a constant is believed. Daikon's: 6.
    pub bound_samples: u32,
    /// Correct states that must meet a bound. Daikon's: 3.
    pub bound_hits: u32,
    /// Evidence, in bits, that a clause needs for each node of its description; 0: the confidence is enough. Default: 1.5.
    pub description_bits: f64,
    /// Nodes of the description of a clause for which it has to kill an incorrect state each. Default: 6.
    pub price_per_kill: u32,
    /// Incorrect states that are simulated, besides those of mutants, unless all states take more than a sixteenth of `max_bytes`.
    /// Default: 1000.
    pub simulated_faults: u32,
    /// What it is worth to kill all simulated states, in nodes; every kind of fault has an equal share. Default: 400.
    pub simulated_faults_price: u32,
    /// Price of an order of two terms, in nodes: an equation says more. Default: 2.
    pub order_price: u32,
    /// Price of a disequality, in nodes: most that hold on all correct states hold by chance. Default: 2.
    pub disequality_price: u32,
}

/// Less is no room for anything.
const MIN_BYTES: u64 = 1 << 20;

impl Default for Settings {
    fn default() -> Self {
        Self {
            mined_constants: 6,
            max_terms: 6000,
            max_deep_terms: 2_000_000,
            max_atoms: 10_000,
            max_pair_atoms: 2500,
            max_guards: 64,
            max_width: 4,
            max_cover_nodes: 20_000,
            max_bytes: 4 << 30,
            single_mutant_price: 3,
            stagnation_generations: 50,
            gates: true,
            folds: 5,
            min_mutants: 1,
            confidence: 0.99,
            bound_samples: 6,
            bound_hits: 3,
            description_bits: 1.5,
            price_per_kill: 6,
            simulated_faults: 1000,
            simulated_faults_price: 400,
            order_price: 2,
            disequality_price: 2,
        }
    }
}

impl Settings {
    /// Bytes for the columns of terms.
    pub(super) fn term_bytes(&self) -> u64 {
        self.max_bytes / 16 * 6
    }

    /// Bytes for the rows in which atoms hold.
    pub(super) fn atom_bytes(&self) -> u64 {
        self.max_bytes / 16 * 5
    }

    /// Bytes for what clauses kill.
    pub(super) fn clause_bytes(&self) -> u64 {
        self.max_bytes / 16
    }

    /// Checks the ranges.
    ///
    /// # Errors
    /// `InvalidInput` that names the setting as the user writes it, its value and the range.
    pub fn validate(&self) -> Result<()> {
        let ranges = [
            ("minedConstants", self.mined_constants, 0, 1000),
            ("maxTerms", self.max_terms, 0, 1_000_000),
            ("maxDeepTerms", self.max_deep_terms, 0, u32::MAX),
            ("maxAtoms", self.max_atoms, 1, 1_000_000),
            ("maxPairAtoms", self.max_pair_atoms, 0, 100_000),
            ("maxGuards", self.max_guards, 0, 10_000),
            ("maxWidth", self.max_width, 1, 16),
            ("maxCoverNodes", self.max_cover_nodes, 0, u32::MAX),
            ("singleMutantPrice", self.single_mutant_price, 0, 1000),
            ("stagnationGenerations", self.stagnation_generations, 1, u32::MAX),
            ("folds", self.folds, 0, 64),
            ("minMutants", self.min_mutants, 1, 1000),
            ("boundSamples", self.bound_samples, 1, 1_000_000),
            ("boundHits", self.bound_hits, 1, 1_000_000),
            ("pricePerKill", self.price_per_kill, 1, 1_000_000),
            ("simulatedFaults", self.simulated_faults, 0, 1_000_000),
            ("simulatedFaultsPrice", self.simulated_faults_price, 0, 1000),
            ("orderPrice", self.order_price, 0, 1000),
            ("disequalityPrice", self.disequality_price, 0, 1000),
        ];
        for (name, value, min, max) in ranges {
            if !(min..=max).contains(&value) {
                return Err(Error::invalid_input(format!(
                    "setting synthesis.{name} is {value}: choose a whole number from {min} to {max}"
                )));
            }
        }
        if self.max_bytes < MIN_BYTES {
            let (value, least) = (self.max_bytes, MIN_BYTES);
            return Err(Error::invalid_input(format!("setting synthesis.maxBytes is {value}: choose a whole number of at least {least}")));
        }
        if !(0.0..1.0).contains(&self.confidence) {
            let value = self.confidence;
            return Err(Error::invalid_input(format!(
                "setting synthesis.confidence is {value}: choose a probability from 0 to less than 1"
            )));
        }
        if !(0.0..=1000.0).contains(&self.description_bits) {
            let value = self.description_bits;
            return Err(Error::invalid_input(format!("setting synthesis.descriptionBits is {value}: choose a number from 0 to 1000")));
        }
        Ok(())
    }
}
