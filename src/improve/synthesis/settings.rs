//! Bounds and prices of the synthesis.

use crate::Result;
use crate::settings::settings;

/// Less is no room for anything.
const MIN_BYTES: u64 = 1 << 20;

settings! {
    /// Every parameter of the synthesis; all are ours, the paper has no such step. A bound that is met does not end the synthesis: what
    /// lies beyond is left out, and the result says so ([`Synthesis::limits`](super::Synthesis::limits)).
    pub struct Settings with prefix "synthesis." {
        /// Constants for each numeric type, besides 0, 1, -1 and 2: up to half of them those that the class writes down, the
        /// method first, the others mined from the evidence.
        mined_constants: u32 = 6, in 0..=1000, "ours";
        /// Compound terms (one operator) with distinct columns.
        max_terms: u32 = 6000, in 0..=1_000_000, "ours";
        /// Terms of two operators that are tried as an equation for a variable that no smaller term explains.
        max_deep_terms: u32 = 2_000_000, "ours";
        /// Atoms with distinct truth.
        max_atoms: u32 = 10_000, in 1..=1_000_000, "ours";
        /// Atoms that are all tried as a literal of a clause of two, the cheapest first: so many that tell incorrect states
        /// from the correct ones that belong to them, and so many others.
        max_pair_atoms: u32 = 2500, in 0..=100_000, "ours";
        /// Atoms that are tried as a guard of comparisons with compound terms, the cheapest, where some incorrect states are
        /// not killed otherwise.
        max_guards: u32 = 64, in 0..=10_000, "ours";
        /// Literals of a clause, from 1.
        max_width: u32 = 4, in 1..=16, "ours";
        /// Nodes of the branch and bound.
        max_cover_nodes: u32 = 20_000, "ours";
        /// Bytes of columns and bitsets that the synthesis holds at a time, beside the states themselves: of six parts in
        /// sixteen terms, of five atoms, and as much what is known of atoms by groups of states.
        max_bytes: u64 = 4 << 30, in MIN_BYTES.., "ours";
        /// Price of a clause that kills the states of one mutant only, in nodes: what detects several mutants generalises
        /// better.
        single_mutant_price: u32 = 3, in 0..=1000, "ours";
        /// Generations without a better assertion after which the co-evolution that follows in a hybrid ends, times one more
        /// than the binary logarithm of the incorrect states missed.
        stagnation_generations: u32 = 50, in 1.., "ours";
        /// Whether a clause must pass the gates below: what the evidence does not justify is not taken, though it has no
        /// false positive.
        gates: bool = true, "ours";
        /// Groups of tests for cross-validation: a constant that the tests of one group alone speak for is not trusted. 0 or
        /// 1: none.
        folds: u32 = 5, in 0..=64, "ours";
        /// Mutants of which a clause must kill a state, all simulated states together as one of them.
        min_mutants: u32 = 1, in 1..=1000, "ours";
        /// Probability with which a clause has a reason other than chance for being true in all correct states.
        confidence: f64 = 0.99, in 0.0..1.0, "Daikon's `confidence_limit`";
        /// Estimated probability of being true of independent tests that a clause needs.
        min_confidence: f64 = 0.7, in 0.0..=1.0, "ours";
        /// Correct states from which on a bound by a constant is believed.
        bound_samples: u32 = 6, in 1..=1_000_000, "Daikon";
        /// Correct states that must meet a bound.
        bound_hits: u32 = 3, in 1..=1_000_000, "Daikon";
        /// Different correct states in which each part of a clause must matter: without it the clause would be false there.
        part_support: u32 = 4, in 0..=1_000_000, "ours";
        /// Evidence, in bits, that a clause needs for each node of its description; 0: the confidence is enough.
        description_bits: f64 = 1.5, in 0.0..=1000.0, "ours";
        /// Nodes of the description of a clause for which it has to kill an incorrect state each.
        price_per_kill: u32 = 6, in 1..=1_000_000, "ours";
        /// Incorrect states that are simulated, besides those of mutants, unless all states take more than a sixteenth of
        /// `maxBytes`.
        simulated_faults: u32 = 1000, in 0..=1_000_000, "ours";
        /// What it is worth to kill all simulated states, in nodes; every kind of fault has an equal share.
        simulated_faults_price: u32 = 400, in 0..=1000, "ours";
        /// Price of an order of two terms, in nodes: an equation says more.
        order_price: u32 = 2, in 0..=1000, "ours";
        /// Price of a disequality, in nodes: most that hold on all correct states hold by chance.
        disequality_price: u32 = 2, in 0..=1000, "ours";
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
        self.check_ranges()
    }
}
