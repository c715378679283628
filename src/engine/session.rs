//! A session: what one caller works on, a pool of threads and one slot for each capability. What it can do is in the capabilities.
//!
//! Every method may be called from any thread at any time; none holds a lock while it searches.

use crate::assertion::ast::Expr;
use crate::assertion::eval;
use crate::compute::pool::{Pool, with_deep_stack};
use crate::evidence::assemble::{Assembly, Duplicates, InheritedCorruption, UNREADABLE_SHARE};
use crate::evidence::dataset::Bits;
use crate::evidence::store::OpenMode;
use crate::{Error, Result};
use serde::Deserialize;
use std::any::{Any, type_name};
use std::fmt;
use std::path::PathBuf;

/// Threads of a session.
const MOST_THREADS: usize = 1024;

/// The operation of `NativeEngine.open`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OpenCall {
    Open(Open),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Open {
    /// 0: one per processor.
    pub threads: usize,
    /// The evidence file; null: in memory.
    pub path: Option<PathBuf>,
    pub mode: OpenMode,
    pub limits: Limits,
    pub duplicate_incorrect: Duplicates,
    #[serde(default)]
    pub inherited_corruption: InheritedCorruption,
    /// See [`assemble::Settings::unreadable_share`](crate::evidence::assemble::Settings).
    #[serde(default = "unreadable_share")]
    pub unreadable_share: f64,
}

fn unreadable_share() -> f64 {
    UNREADABLE_SHARE
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Limits {
    /// Distinct states.
    pub max_states: u64,
    /// Bytes of records of one unfinished unit.
    pub max_unit_bytes: u64,
    /// Bytes of an assembly.
    pub max_bytes: u64,
}

/// What a session keeps for a capability. Calls come from any thread at any time.
pub type Slot = Box<dyn Any + Send + Sync>;

/// What one caller works on, and the threads that work for it.
pub struct Session {
    pool: Pool,
    /// Bytes of records that there is room for, of an unfinished unit and of each run of a ranking.
    max_unit_bytes: u64,
    /// One for each capability.
    slots: Vec<Slot>,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("pool", &self.pool).finish_non_exhaustive()
    }
}

impl Session {
    /// # Errors
    /// `InvalidInput`: more than 1024 threads. `Internal`: the system starts none.
    pub(super) fn with_slots(request: &Open, slots: Vec<Slot>) -> Result<Self> {
        if request.threads > MOST_THREADS {
            return Err(Error::invalid_input(format!("threads is {}: expected 0 to {MOST_THREADS}", request.threads)));
        }
        Ok(Self { pool: Pool::new(request.threads)?, max_unit_bytes: request.limits.max_unit_bytes, slots })
    }

    /// What this session keeps for a capability.
    ///
    /// # Panics
    /// If no capability has a slot of that type.
    pub fn slot<T: Any>(&self) -> &T {
        let found = self.slots.iter().find_map(|slot| slot.downcast_ref());
        found.unwrap_or_else(|| panic!("no capability keeps a {}", type_name::<T>()))
    }

    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Bytes of records that there is room for, of an unfinished unit and of each run of a ranking.
    pub fn max_unit_bytes(&self) -> u64 {
        self.max_unit_bytes
    }

    /// In which rows the assertion is true. While a search has the pool, a thread of its own answers: the pool's would not be free
    /// before the search ends.
    pub fn evaluate(&self, assembly: &Assembly, expr: &Expr) -> Bits {
        let evaluate = || eval::evaluate(&assembly.dataset, expr).0;
        if self.pool.is_taken() { with_deep_stack(evaluate) } else { self.pool.run(evaluate) }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
pub mod tests;

#[cfg(test)]
#[path = "hostile_tests.rs"]
mod hostile;
