//! How a selection is made.

use super::{Alpha, Impact};
use crate::Result;
use crate::program::call_graph::Algorithm;
use crate::settings::settings;

settings! {
    /// Settings of a selection; alpha 0 and a differentiated impact are what the paper found best.
    pub struct Settings with prefix "" {
        /// How many data to select.
        count: usize = 10, in 1.., "SODS, section 4: up to 10 data";
        /// How far substitution carries over from one chain to the next.
        alpha: f64 = 0.0, in 0.0..=1.0, "SODS, section 4: best of 0, 0.25, 0.5 and 1";
        /// fp: how much a selected datum takes from others that observe the same. `none`: as much as it observes it.
        uniform_impact: Option<f64> = None, in 0.0..=1.0, "SODS, section 4: the differentiated value is best";
        /// Whether the call sites of a method, and the methods that read a field, share what flows there; else each counts as if it were
        /// the only one.
        share_sites: bool = true, paper false, "ours: the paper weighs by branches only";
        /// How calls are followed: by what objects variables may hold (0-1-CFA), or by what classes are used at all, which is faster.
        call_graph: Algorithm = Algorithm::Cfa, "SODS, section 3.4: 0-1-CFA";
    }
}

impl Settings {
    /// # Errors
    /// `InvalidInput`: what is out of range, and the range.
    pub fn check(&self) -> Result<(Alpha, Impact)> {
        self.check_ranges()?;
        Ok((Alpha::new(self.alpha)?, self.uniform_impact.map_or(Ok(Impact::Differentiated), Impact::uniform)?))
    }
}
