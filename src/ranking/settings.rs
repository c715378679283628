//! How a ranking is made; where the description of the technique leaves a choice, it is a setting here.

use crate::Result;
use crate::invariants::settings::Settings as InferSettings;
use crate::settings::{choice, settings};

choice! {
    /// Which violations of a constraint make it less unusual.
    pub enum UniquenessCount {
        /// All of the generated run.
        "beforeFilter" = BeforeFilter,
        /// Those with a profile similar to a manual one.
        "afterFilter" = AfterFilter,
    }
}

choice! {
    /// What a suspiciousness score sums up.
    pub enum Count {
        /// Each violation.
        "events" = Events,
        /// Each violated constraint, once.
        "constraints" = Constraints,
    }
}

choice! {
    /// How the violated constraints that affect an assertion make its score.
    pub enum Aggregate {
        /// The most unusual of them alone: what one value breaks it often breaks in many ways, which are one piece of evidence.
        "strongest" = Strongest,
        /// All of them (the paper's).
        "sum" = Sum,
    }
}

choice! {
    /// Which invariants are constraints.
    pub enum Constraints {
        /// Those that `infer` reports: what they imply, and what the entry says of an exit, is not counted again.
        "reported" = Reported,
        /// All that are justified.
        "all" = All,
    }
}

settings! {
    /// Settings of a ranking.
    pub struct Settings with prefix "" {
        /// Least degree of similarity of a violation to some manual execution.
        threshold: f64 = 0.75, in 0.0..=1.0, "ZoomIn, section 3.2";
        /// Whether violations with no similar manual execution are left out.
        profile_filter: bool = true, "ZoomIn, section 3.2";
        /// Whether a violation counts the less the more often its constraint is violated.
        uniqueness: bool = true, "ZoomIn, section 3.3";
        /// Which violations of a constraint make it less unusual: all of the generated run, or those with a similar manual execution.
        uniqueness_count: UniquenessCount = UniquenessCount::BeforeFilter, "ZoomIn, section 3.3, as we read it";
        /// Whether a violation counts the less the more of the generated tests' executions violate its constraint: of N executions, v of
        /// them violating, it weighs (N - v + 1) / (N + 2).
        reliability: bool = false, "ours; not in ZoomIn";
        /// How the violated constraints that affect an assertion make its score: the most unusual of them alone, or their sum.
        aggregate: Aggregate = Aggregate::Strongest, paper Aggregate::Sum, "ours: ZoomIn, section 3.3, sums up";
        /// Whether a constraint weighs the less the more assertions that it speaks against are listed already: 2 / (k + 2) of its weight
        /// after k.
        diversified: bool = false, "ours; not in ZoomIn";
        /// Whether a violation affects only the assertions that its values reach, and not all of its test.
        data_flow: bool = true, "ZoomIn, section 3.3";
        /// What a score that is a sum sums up: each violation, or each violated constraint once.
        count: Count = Count::Events, "ZoomIn, section 3.3, as we read it";
        /// Which invariants are constraints: those that `infer` reports, or all that are justified, implied ones too.
        constraints: Constraints = Constraints::Reported, "ZoomIn takes what Daikon reports";
        /// Whether NaN equals NaN in constraints, so that a value which stays NaN is no anomaly, but two NaNs also refute that values
        /// differ; else as in Java, where a value that is NaN also breaks `x == orig(x)`.
        nan_equals_nan: bool = false, paper true, "ours: Daikon's fuzzy comparison takes NaN for NaN";
        /// Whether the sign of what varies is a constraint: `x >= 0` where no manual test saw less, in 7 or more samples.
        signs: bool = true, paper false, "ours: Daikon has the template, switched off";
        /// N of Top-N.
        top: usize = 5, in 1.., "ZoomIn, section 4";
        /// Anomalies of a test that are followed; of more, those of the most unusual violations, and the number of the others is reported.
        max_anomalies_per_test: usize = 10_000, in 1.., "ours: a bound on time";
        /// Whether anomalies that the profile filter leaves out are followed too, so that one flow serves rankings with laxer filters.
        all_anomalies: bool = false, "ours: for experiments";
        /// Constraints that an assertion's explanation names.
        max_reasons: usize = 10, "ours";
        /// Invocations that a constraint's explanation shows.
        max_examples: usize = 3, "ours";
        /// Constraints of an entry or exit; of more, those with the most samples.
        max_constraints: usize = 50_000, in 1.., "ours: a bound on memory; 17 000 is the most that was met";
        /// Violations of all constraints together; of more, constraints are left out, those violated most often first.
        max_violations: usize = 5_000_000, in 1.., "ours: a bound on memory; 426 000 is the most that was met";
        nested
        /// How constraints are inferred.
        infer: InferSettings = of_constraints();
    }
}

/// More than people are told: a violation of what says little to a reader may still show a fault.
fn of_constraints() -> InferSettings {
    InferSettings {
        bits: true,
        class_names: true,
        slices: true,
        last_index: false,
        constants: false,
        conditional: false,
        ..InferSettings::default()
    }
}

impl Settings {
    /// # Errors
    /// `InvalidInput`: what is out of range, and the range.
    pub fn check(&self) -> Result<()> {
        self.check_ranges()?;
        self.infer.check()
    }

    /// Whether a violation counts; `None`: no manual test executes the method.
    pub fn keeps(&self, dos: Option<f64>) -> bool {
        !self.profile_filter || dos.is_some_and(|dos| dos >= self.threshold)
    }
}
