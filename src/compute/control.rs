//! Stopping a run from outside, and watching it.
//!
//! An algorithm gets a [`Control`], polls [`Control::interruption`] once per chunk of work and writes its [`Progress`]. It sees
//! neither a clock nor its caller. Another thread may cancel, or read the progress, at any time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Why a run must end before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// Someone called [`Control::cancel`].
    Cancelled,
    /// The time budget is used up.
    BudgetExhausted,
}

/// The rope by which a run can be stopped, and the window through which it can be watched.
#[derive(Debug, Default)]
pub struct Control {
    cancelled: AtomicBool,
    deadline: Option<Instant>,
    pub progress: Progress,
}

impl Control {
    /// No limit of time.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// The run must end when `budget` from now is over.
    pub fn with_budget(budget: Duration) -> Self {
        Self { deadline: Instant::now().checked_add(budget), ..Self::default() }
    }

    /// Asks the run to end; it does so at its next poll.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// `Some` from the moment the run must end. Costs a load and a clock reading: poll per chunk, not per state.
    pub fn interruption(&self) -> Option<Interruption> {
        if self.cancelled.load(Relaxed) {
            Some(Interruption::Cancelled)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Interruption::BudgetExhausted)
        } else {
            None
        }
    }
}

/// How far a run has come. The figures are written one by one: a reader may see a new generation with the previous best.
#[derive(Debug)]
pub struct Progress {
    generation: AtomicU64,
    offspring: AtomicU64,
    best: AtomicU64,
}

/// The best assertion without false positives so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestSoFar {
    pub false_negatives: u32,
    pub size: u32,
}

/// What [`Progress::snapshot`] saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snapshot {
    pub generation: u64,
    pub offspring: u64,
    pub best: Option<BestSoFar>,
}

const NO_BEST: u64 = u64::MAX;

impl Default for Progress {
    fn default() -> Self {
        Self { generation: AtomicU64::new(0), offspring: AtomicU64::new(0), best: AtomicU64::new(NO_BEST) }
    }
}

impl Progress {
    pub fn record(&self, snapshot: Snapshot) {
        self.generation.store(snapshot.generation, Relaxed);
        self.offspring.store(snapshot.offspring, Relaxed);
        let best = snapshot.best.map_or(NO_BEST, |b| u64::from(b.false_negatives) << 32 | u64::from(b.size));
        self.best.store(best, Relaxed);
    }

    pub fn snapshot(&self) -> Snapshot {
        let best = self.best.load(Relaxed);
        Snapshot {
            generation: self.generation.load(Relaxed),
            offspring: self.offspring.load(Relaxed),
            best: (best != NO_BEST).then_some(BestSoFar { false_negatives: (best >> 32) as u32, size: best as u32 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_interrupted_by_cancel_and_by_an_exhausted_budget_only() {
        let control = Control::unlimited();
        assert_eq!(control.interruption(), None);
        control.cancel();
        assert_eq!(control.interruption(), Some(Interruption::Cancelled));
        assert_eq!(Control::with_budget(Duration::ZERO).interruption(), Some(Interruption::BudgetExhausted));
        assert_eq!(Control::with_budget(Duration::from_secs(3600)).interruption(), None);
    }

    #[test]
    fn a_reader_sees_the_progress_as_recorded() {
        let progress = Progress::default();
        assert_eq!(progress.snapshot().best, None);
        let seen = Snapshot { generation: 3, offspring: 2000, best: Some(BestSoFar { false_negatives: 4, size: 7 }) };
        progress.record(seen);
        assert_eq!(progress.snapshot(), seen);
    }
}
