//! How a ranking is made; where the description of the technique leaves a choice, it is a setting here.

use crate::invariants::settings::Settings as InferSettings;
use crate::{Error, Result};
use serde::Deserialize;

/// Which violations of a constraint make it less unusual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum UniquenessCount {
    /// All of the generated run.
    BeforeFilter,
    /// Those with a profile similar to a manual one.
    AfterFilter,
}

/// What a suspiciousness score sums up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Count {
    /// Each violation.
    Events,
    /// Each violated constraint, once.
    Constraints,
}

/// How the violated constraints that affect an assertion make its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Aggregate {
    /// The most unusual of them alone: what one value breaks it often breaks in many ways, which are one piece of evidence.
    Strongest,
    /// All of them (the paper's).
    Sum,
}

/// Which invariants are constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Constraints {
    /// Those that `infer` reports: what they imply, and what the entry says of an exit, is not counted again.
    Reported,
    /// All that are justified.
    All,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// Least degree of similarity to some manual execution, in 0..=1.
    pub threshold: f64,
    /// Whether violations with no similar manual execution are left out.
    pub profile_filter: bool,
    /// Whether a violation counts the less the more often its constraint is violated.
    pub uniqueness: bool,
    pub uniqueness_count: UniquenessCount,
    /// Whether a violation counts the less the more of all executions violate its constraint; not in the paper.
    pub reliability: bool,
    pub aggregate: Aggregate,
    /// Whether a constraint weighs the less the more assertions that it speaks against are listed already; not in the paper.
    #[serde(rename = "turns")]
    pub diversified: bool,
    /// Whether a violation affects only the assertions that its values reach, and not all of its test.
    pub data_flow: bool,
    /// Where scores are sums.
    pub count: Count,
    pub constraints: Constraints,
    /// Whether NaN equals NaN, so that a value which stays NaN is no anomaly, but two NaNs also refute that values differ; else, by
    /// default, as in Java.
    pub nan_equals_nan: bool,
    /// Whether the sign of what varies is a constraint: `x >= 0` where no manual test saw less. Daikon has the template, switched off.
    pub signs: bool,
    /// N of Top-N.
    pub top: usize,
    /// Anomalies of a test that are followed; of more, those of the most unusual violations.
    pub max_anomalies_per_test: usize,
    /// Whether anomalies that the profile filter leaves out are followed too.
    pub all_anomalies: bool,
    /// Constraints that an assertion's explanation names.
    pub max_reasons: usize,
    /// Invocations that a constraint's explanation shows.
    pub max_examples: usize,
    /// Constraints of an entry or exit; of more, those with the most samples.
    pub max_constraints: usize,
    /// Violations of all constraints together; of more, constraints are left out, those violated most often first.
    pub max_violations: usize,
    pub infer: InferSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threshold: 0.75,
            profile_filter: true,
            uniqueness: true,
            uniqueness_count: UniquenessCount::BeforeFilter,
            reliability: false,
            aggregate: Aggregate::Strongest,
            diversified: false,
            data_flow: true,
            count: Count::Events,
            constraints: Constraints::Reported,
            nan_equals_nan: false,
            signs: true,
            top: 5,
            max_anomalies_per_test: 10_000,
            all_anomalies: false,
            max_reasons: 10,
            max_examples: 3,
            max_constraints: 50_000,
            max_violations: 5_000_000,
            infer: InferSettings::default(),
        }
    }
}

impl Settings {
    /// Scores as ZoomIn has them.
    pub fn paper() -> Self {
        Self { aggregate: Aggregate::Sum, ..Self::default() }
    }

    /// # Errors
    /// `InvalidInput`: what is out of range, and the range.
    pub fn check(&self) -> Result<()> {
        if !(0.0..=1.0).contains(&self.threshold) {
            return Err(Error::invalid_input(format!("threshold is {}: expected 0 to 1", self.threshold)));
        }
        if self.top == 0 {
            return Err(Error::invalid_input("top is 0: expected 1 or more"));
        }
        if self.max_anomalies_per_test == 0 {
            return Err(Error::invalid_input("maxAnomaliesPerTest is 0: expected 1 or more"));
        }
        for (name, limit) in [("maxConstraints", self.max_constraints), ("maxViolations", self.max_violations)] {
            if limit == 0 {
                return Err(Error::invalid_input(format!("{name} is 0: expected 1 or more")));
            }
        }
        self.infer.check()
    }

    /// Whether a violation of that similarity counts; `None`: no manual test executes the method.
    pub fn keeps(&self, dos: Option<f64>) -> bool {
        !self.profile_filter || dos.is_some_and(|dos| dos >= self.threshold)
    }
}
