//! The values that violate a constraint, by number: what data flow is followed from.

use super::constraints::Moment;
use super::detection::{Detection, Evidence};
use super::settings::Settings;
use serde::Serialize;

/// A value of an invocation of the generated run that takes part in a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Anomaly {
    /// Its place in the list.
    pub id: u32,
    /// Place in the list of generated tests.
    pub test: u32,
    /// Among the planned invocations of the test, by entry, from 0.
    pub invocation: u32,
    pub method: u32,
    pub moment: Moment,
    /// Place in the method's schema.
    pub variable: u32,
}

/// All anomalies, and which violations they belong to.
#[derive(Debug, Default)]
pub struct Anomalies {
    /// By test, invocation and variable.
    pub list: Vec<Anomaly>,
    pub dropped: u64,
    /// Tests of which some were dropped, ascending.
    pub tests_with_dropped: Vec<u32>,
    /// Violations of each anomaly, ascending: `violations[offsets[id]..offsets[id + 1]]`.
    offsets: Vec<usize>,
    violations: Vec<u32>,
}

/// A variable of an invocation in a violation.
struct Part {
    row: u32,
    variable: u32,
    violation: u32,
}

impl Anomalies {
    /// The anomalies of a detection. Of a test with too many those remain that are in the rarest violations, the earlier ones first.
    pub fn of(evidence: &Evidence, detection: &Detection, settings: &Settings) -> Self {
        let counts = detection.counts(settings);
        let invocations = evidence.generated.invocations();
        let mut parts: Vec<Part> = Vec::new();
        for (i, violation) in detection.violations.iter().enumerate() {
            if settings.all_anomalies || settings.keeps(violation.dos()) {
                let variables = &detection.constraints[violation.constraint as usize].variables;
                parts.extend(variables.iter().map(|v| Part { row: violation.row, variable: *v, violation: i as u32 }));
            }
        }
        let key = |p: &Part| {
            let invocation = &invocations[p.row as usize];
            (invocation.test, invocation.number, p.variable, p.violation)
        };
        parts.sort_unstable_by_key(key);
        let mut anomalies = Self { offsets: vec![0], ..Self::default() };
        for of_test in parts.chunk_by(|a, b| key(a).0 == key(b).0) {
            let mut groups: Vec<&[Part]> = of_test.chunk_by(|a, b| (a.row, a.variable) == (b.row, b.variable)).collect();
            if groups.len() > settings.max_anomalies_per_test {
                let rarest = |group: &[Part]| {
                    let of = |p: &Part| counts[detection.violations[p.violation as usize].constraint as usize].violations;
                    group.iter().map(of).min()
                };
                anomalies.dropped += (groups.len() - settings.max_anomalies_per_test) as u64;
                anomalies.tests_with_dropped.push(key(&of_test[0]).0);
                groups.sort_by_key(|group| rarest(group));
                groups.truncate(settings.max_anomalies_per_test);
                groups.sort_by_key(|group| key(&group[0]));
            }
            for group in groups {
                let invocation = &invocations[group[0].row as usize];
                let method = &evidence.plan.methods[invocation.method as usize];
                anomalies.list.push(Anomaly {
                    id: anomalies.list.len() as u32,
                    test: invocation.test,
                    invocation: invocation.number,
                    method: invocation.method,
                    moment: Moment::of(method, group[0].variable),
                    variable: group[0].variable,
                });
                anomalies.violations.extend(group.iter().map(|p| p.violation));
                anomalies.offsets.push(anomalies.violations.len());
            }
        }
        anomalies
    }

    /// The violations that an anomaly takes part in, ascending.
    pub fn violations(&self, id: u32) -> &[u32] {
        &self.violations[self.offsets[id as usize]..self.offsets[id as usize + 1]]
    }
}
