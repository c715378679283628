//! When a run ends.

use super::settings::Settings;
use crate::compute::control::Interruption;
use serde::{Deserialize, Serialize};

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StopReason {
    /// An assertion without false positives and false negatives exists, and has had its time to become smaller.
    Perfect,
    /// The time budget was used up.
    Budget,
    /// Someone asked the run to end.
    Cancelled,
    /// The maximum of generations is over.
    MaxGenerations,
    /// No better assertion appeared for as many generations as the setting allows.
    Stagnation,
    /// The synthesis has made its choice, which is not perfect; no evolution was asked for.
    Synthesized,
}

impl From<Interruption> for StopReason {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::Cancelled => Self::Cancelled,
            Interruption::BudgetExhausted => Self::Budget,
        }
    }
}

/// What has been reached, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Milestones {
    /// The generation in which the first perfect assertion appeared.
    pub perfect_since: Option<u32>,
    /// The generation in which the best assertion appeared.
    pub last_improvement: u32,
}

/// The reason to end after that generation, if there is one.
pub fn reason_to_stop(settings: &Settings, generation: u32, reached: Milestones) -> Option<StopReason> {
    let Settings { min_generations, shrink_generations, .. } = *settings;
    let perfect_for_long = |since: u32| generation >= min_generations.max(since.saturating_add(shrink_generations));
    if reached.perfect_since.is_some_and(perfect_for_long) {
        Some(StopReason::Perfect)
    } else if generation >= settings.max_generations {
        Some(StopReason::MaxGenerations)
    } else if settings.stagnation_generations.is_some_and(|limit| generation - reached.last_improvement >= limit) {
        Some(StopReason::Stagnation)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn perfect_since(generation: u32) -> Milestones {
        Milestones { perfect_since: Some(generation), last_improvement: generation }
    }

    #[test]
    fn a_perfect_assertion_ends_the_run_only_after_the_minimum_of_generations() {
        let settings = Settings { min_generations: 10, max_generations: 20, shrink_generations: 0, ..Settings::default() };
        assert_eq!(reason_to_stop(&settings, 9, perfect_since(0)), None);
        assert_eq!(reason_to_stop(&settings, 10, perfect_since(0)), Some(StopReason::Perfect));
        assert_eq!(reason_to_stop(&settings, 19, Milestones::default()), None);
        assert_eq!(reason_to_stop(&settings, 20, Milestones::default()), Some(StopReason::MaxGenerations));
    }

    #[test]
    fn a_perfect_assertion_gets_some_generations_to_become_smaller() {
        let settings = Settings { min_generations: 10, shrink_generations: 5, ..Settings::default() };
        assert_eq!(reason_to_stop(&settings, 10, perfect_since(3)), Some(StopReason::Perfect));
        assert_eq!(reason_to_stop(&settings, 44, perfect_since(40)), None);
        assert_eq!(reason_to_stop(&settings, 45, perfect_since(40)), Some(StopReason::Perfect));
    }

    #[test]
    fn stagnation_is_off_unless_asked_for() {
        let published = Settings::default();
        let idle = Milestones { perfect_since: None, last_improvement: 20 };
        assert_eq!(reason_to_stop(&published, 9_999, idle), None);
        let ours = Settings { stagnation_generations: Some(50), ..published };
        assert_eq!(reason_to_stop(&ours, 69, idle), None);
        assert_eq!(reason_to_stop(&ours, 70, idle), Some(StopReason::Stagnation));
    }
}
