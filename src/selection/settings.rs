//! How a selection is made.

use super::{Alpha, Impact, Paths, Substitution};
use crate::Result;
use crate::program::call_graph::Algorithm;
use crate::settings::{choice, settings};

choice! {
    /// How definitions and chains are weighed.
    pub enum Variant {
        /// As SODS has it, plain or, for tests, extended: definitions alike, chains by branches.
        "published" = Published,
        /// By what is executed.
        "observed" = Observed,
    }
}

settings! {
    /// Settings of a selection; the preset `paper` is SODS with the values that it found best.
    pub struct Settings with prefix "" {
        /// How many data to select.
        count: usize = 10, in 1.., "SODS, section 4: up to 10 data";
        /// By what definitions and chains are weighed. `published`: each definition counts 1, a chain by the branches between its ends.
        /// `observed`: by which definitions a run of the tests executes, and executes in one test; without tests, a definition by how
        /// likely a client's call reaches it.
        variant: Variant = Variant::Observed, paper Variant::Published, "ours: docs/results/select-effectiveness.md";
        /// How far substitution carries over from one chain to the next.
        alpha: f64 = 0.5, in 0.0..=1.0, paper 0.0,
            "SODS, section 4: best of 0, 0.25, 0.5 and 1; ours: docs/results/select-effectiveness.md";
        /// What several paths of chains between two data count together.
        paths: Paths = Paths::Strongest, paper Paths::Sum, "ours: docs/results/select-effectiveness.md";
        /// fp: how much a selected datum takes from others that observe the same. `none`: as much as it observes it.
        uniform_impact: Option<f64> = None, in 0.0..=1.0, "SODS, section 4: the differentiated value is best";
        /// Whether the call sites of a method, and the methods that read a field, share what flows there; else each counts as if it were
        /// the only one.
        share_sites: bool = true, paper false, "ours: the paper weighs by branches only";
        /// Whether a condition passes faults on, from what it reads to what is executed only if it holds, and may be faulty itself.
        conditions: bool = true, paper false, "ours: the paper follows data only";
        /// How calls are followed: by what objects variables may hold (0-1-CFA), or by what classes are used at all, which is faster.
        call_graph: Algorithm = Algorithm::Cfa, "SODS, section 3.4: 0-1-CFA";
    }
}

impl Settings {
    /// # Errors
    /// `InvalidInput`: what is out of range, and the range.
    pub fn check(&self) -> Result<(Substitution, Impact)> {
        self.check_ranges()?;
        let how = Substitution { alpha: Alpha::new(self.alpha)?, paths: self.paths };
        Ok((how, self.uniform_impact.map_or(Ok(Impact::Differentiated), Impact::uniform)?))
    }
}
