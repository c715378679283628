//! One atom.

use crate::assertion::ast::Expr;

/// A boolean expression and where it holds.
#[derive(Clone, Debug)]
pub struct Atom {
    pub expr: Expr,
    /// Nodes, and the description length beyond them.
    pub price: u32,
    /// The expression that holds exactly where this one does not, in whatever state; `None` if no comparison is that, as where
    /// something may be absent or NaN.
    pub complement: Option<Expr>,
    /// About values from before the method ran only.
    pub pre_state: bool,
    /// One bit per row of the frame; 0 where no state is.
    pub holds: Vec<u64>,
}

impl Atom {
    /// Whether it holds in a row of the frame; a correct state's is that of the dataset.
    pub fn holds_in(&self, row: usize) -> bool {
        self.holds[row / 64] >> (row % 64) & 1 == 1
    }
}
