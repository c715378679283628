//! When a run ends.

use super::settings::Settings;
use crate::engine::control::Interruption;
use serde::{Deserialize, Serialize};

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StopReason {
    /// An assertion without false positives and false negatives exists, and the minimum of generations is over.
    Perfect,
    /// The time budget was used up.
    Budget,
    /// Someone asked the run to end.
    Cancelled,
    /// The maximum of generations is over.
    MaxGenerations,
    /// No better assertion appeared for as many generations as the setting allows.
    Stagnation,
}

impl From<Interruption> for StopReason {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::Cancelled => Self::Cancelled,
            Interruption::BudgetExhausted => Self::Budget,
        }
    }
}

/// The reason to end after that generation, if there is one. `last_improvement` is the generation in which the best assertion
/// appeared.
pub fn reason_to_stop(settings: &Settings, generation: u32, perfect: bool, last_improvement: u32) -> Option<StopReason> {
    if perfect && generation >= settings.min_generations {
        Some(StopReason::Perfect)
    } else if generation >= settings.max_generations {
        Some(StopReason::MaxGenerations)
    } else if settings.stagnation_generations.is_some_and(|limit| generation - last_improvement >= limit) {
        Some(StopReason::Stagnation)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_assertion_ends_the_run_only_after_the_minimum_of_generations() {
        let settings = Settings { min_generations: 10, max_generations: 20, ..Settings::default() };
        assert_eq!(reason_to_stop(&settings, 9, true, 0), None);
        assert_eq!(reason_to_stop(&settings, 10, true, 0), Some(StopReason::Perfect));
        assert_eq!(reason_to_stop(&settings, 19, false, 0), None);
        assert_eq!(reason_to_stop(&settings, 20, false, 0), Some(StopReason::MaxGenerations));
    }

    #[test]
    fn stagnation_is_off_unless_asked_for() {
        let published = Settings::default();
        assert_eq!(reason_to_stop(&published, 9_999, false, 0), None);
        let ours = Settings { stagnation_generations: Some(50), ..published };
        assert_eq!(reason_to_stop(&ours, 69, false, 20), None);
        assert_eq!(reason_to_stop(&ours, 70, false, 20), Some(StopReason::Stagnation));
    }
}
