//! What `rank` answers: anomalies, and the ranking with its reasons.

use crate::ranking::anomalies::{Anomalies, Anomaly};
use crate::ranking::constraints::Moment;
use crate::ranking::detection::{Detection, Evidence, MethodFigures};
use crate::ranking::explain::ShownValue;
use crate::ranking::flow::Flow;
use crate::ranking::score::{self, uniqueness};
use crate::ranking::settings::Settings;
use crate::ranking::unsafe_assertion::{Reason, Unsafe};
use hashbrown::HashMap;
use serde::Serialize;

/// What was detected, and the flow since.
pub struct Known {
    pub detection: Detection,
    pub anomalies: Anomalies,
    pub flow: Flow,
    pub settings: Settings,
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Known({} violations, {} anomalies)", self.detection.violations.len(), self.anomalies.list.len())
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Detected<'a> {
    /// In the order of the plan.
    pub methods: Vec<DetectedMethod>,
    pub constraints: usize,
    pub violations: usize,
    /// Those with a similar manual execution.
    pub kept_violations: u64,
    /// Distinct ones.
    pub manual_profiles: usize,
    pub generated_profiles: usize,
    /// Of all points with more than the settings allow.
    pub constraints_left_out: usize,
    /// Violated constraints that were left out because there were too many violations, and how many these have.
    pub violated_constraints_left_out: usize,
    pub violations_left_out: u64,
    pub anomalies: &'a [Anomaly],
    pub anomalies_dropped: u64,
    pub tests_with_dropped_anomalies: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DetectedMethod {
    pub manual_invocations: usize,
    pub generated_invocations: usize,
    pub constraints: usize,
    /// Derived variables that there was no room for.
    pub variables_left_out: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Ranking<'a> {
    pub totals: Totals,
    /// The unsafe ones, most suspicious first.
    pub assertions: Vec<RankedAssertion<'a>>,
    /// Those that reasons name by their places.
    pub constraints: Vec<BrokenConstraint<'a>>,
    /// SOSP of each site.
    pub scores: Vec<f64>,
    /// That all sites of score 0 share; null: there are none.
    pub rest_position: Option<f64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    pub assertions: usize,
    /// Those that were executed.
    pub executed: usize,
    #[serde(rename = "unsafe")]
    pub unsafe_: usize,
    /// Of the manual run.
    pub constraints: usize,
    pub violated_constraints: usize,
    pub violations: usize,
    /// Those that the profile filter keeps.
    pub kept_violations: u64,
    pub anomalies: usize,
    pub anomalies_dropped: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RankedAssertion<'a> {
    /// Place in the list of sites.
    pub site: u32,
    pub score: f64,
    /// From 1; that of the middle among equal scores.
    pub position: f64,
    /// Whether it is in Top-N.
    pub top: bool,
    /// Tests in which it was affected.
    pub tests: Vec<&'a str>,
    pub reasons: Vec<RankedReason<'a>>,
    /// Further constraints that speak against it.
    pub reasons_left_out: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RankedReason<'a> {
    /// Place in the list of constraints of the ranking.
    pub constraint: usize,
    /// Violations that affect the assertion.
    pub violations: u64,
    /// Their part of its score.
    pub score: f64,
    pub examples: Vec<Example<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Example<'a> {
    pub test: &'a str,
    pub invocation: u32,
    /// Degree of similarity to the most similar manual execution; null: no manual test executes the method.
    pub dos: Option<f64>,
    pub similar: Option<ManualExecution<'a>>,
    pub values: Vec<ShownValue>,
}

#[derive(Debug, Serialize)]
pub struct ManualExecution<'a> {
    pub test: &'a str,
    pub invocation: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BrokenConstraint<'a> {
    /// Place in the plan.
    pub method: u32,
    pub moment: Moment,
    /// In Daikon's notation.
    pub daikon: &'a str,
    /// Null: it cannot be said.
    pub java: Option<&'a str>,
    pub violations: u64,
    pub kept_violations: u64,
    /// US of each of its violations.
    pub uniqueness: f64,
    pub confidence: f64,
    /// Samples, or elements, that it was judged by.
    pub samples: u64,
}

/// What a detection has found.
pub fn detected<'a>(evidence: &'a Evidence, known: &'a Known) -> Detected<'a> {
    let Known { detection, anomalies, settings, .. } = known;
    let method = |m: &MethodFigures| DetectedMethod {
        manual_invocations: m.manual_invocations,
        generated_invocations: m.generated_invocations,
        constraints: m.constraints,
        variables_left_out: m.variables_left_out,
    };
    Detected {
        methods: detection.methods.iter().map(method).collect(),
        constraints: detection.methods.iter().map(|m| m.constraints).sum(),
        violations: detection.violations.len(),
        kept_violations: detection.counts(settings).iter().map(|c| c.kept).sum(),
        manual_profiles: detection.manual_profiles,
        generated_profiles: detection.generated_profiles,
        constraints_left_out: detection.methods.iter().map(|m| m.constraints_left_out).sum(),
        violated_constraints_left_out: detection.left_out.constraints,
        violations_left_out: detection.left_out.violations,
        anomalies: &anomalies.list,
        anomalies_dropped: anomalies.dropped,
        tests_with_dropped_anomalies: anomalies.tests_with_dropped.iter().map(|t| &*evidence.generated_tests[*t as usize].name).collect(),
    }
}

/// What an answer is made of.
pub struct Answer<'a> {
    pub evidence: &'a Evidence,
    pub known: &'a Known,
    pub settings: &'a Settings,
    /// The constraints that reasons name, ascending.
    pub named: Vec<u32>,
    /// Of the violations that reasons show.
    pub values: HashMap<u32, Vec<ShownValue>>,
}

impl<'a> Answer<'a> {
    pub fn ranking(&self, ranked: score::Ranked, sites: usize) -> Ranking<'a> {
        let Known { detection, anomalies, .. } = self.known;
        let counts = detection.counts(self.settings);
        let constraint = |id: &u32| {
            let (c, counts) = (&detection.constraints[*id as usize], counts[*id as usize]);
            BrokenConstraint {
                method: c.method,
                moment: c.moment,
                daikon: &c.daikon,
                java: c.java.as_deref(),
                violations: counts.violations,
                kept_violations: counts.kept,
                uniqueness: uniqueness(counts, self.settings),
                confidence: c.confidence,
                samples: c.samples,
            }
        };
        Ranking {
            totals: Totals {
                assertions: sites,
                executed: ranked.executed,
                unsafe_: ranked.unsafe_assertions.len(),
                constraints: detection.methods.iter().map(|m| m.constraints).sum(),
                violated_constraints: detection.constraints.len(),
                violations: detection.violations.len(),
                kept_violations: counts.iter().map(|c| c.kept).sum(),
                anomalies: anomalies.list.len(),
                anomalies_dropped: anomalies.dropped,
            },
            constraints: self.named.iter().map(constraint).collect(),
            assertions: ranked.unsafe_assertions.into_iter().map(|a| self.assertion(a)).collect(),
            scores: ranked.scores,
            rest_position: ranked.rest_position,
        }
    }

    fn assertion(&self, found: Unsafe) -> RankedAssertion<'a> {
        RankedAssertion {
            site: found.site,
            score: found.score,
            position: found.position,
            top: found.top,
            tests: found.tests.iter().map(|t| &*self.evidence.generated_tests[*t as usize].name).collect(),
            reasons_left_out: found.reasons.len().saturating_sub(self.settings.max_reasons),
            reasons: found.reasons.into_iter().take(self.settings.max_reasons).map(|r| self.reason(r)).collect(),
        }
    }

    fn reason(&self, reason: Reason) -> RankedReason<'a> {
        RankedReason {
            constraint: self.named.binary_search(&reason.constraint).expect("it was collected"),
            violations: reason.violations,
            score: reason.score,
            examples: reason.examples.into_iter().map(|v| self.example(v)).collect(),
        }
    }

    fn example(&self, violation: u32) -> Example<'a> {
        let found = &self.known.detection.violations[violation as usize];
        let invocation = &self.evidence.generated.invocations()[found.row as usize];
        let similar = found.similar.map(|s| &self.evidence.manual.invocations()[s.row as usize]);
        Example {
            test: &self.evidence.generated_tests[invocation.test as usize].name,
            invocation: invocation.number,
            dos: found.dos(),
            similar: similar.map(|m| ManualExecution { test: &self.evidence.manual_tests[m.test as usize].name, invocation: m.number }),
            values: self.values[&violation].clone(),
        }
    }
}
