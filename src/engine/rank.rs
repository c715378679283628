//! `rank`: invocation records in, anomalies out; flow in, a ranking out.

use super::pool::Pool;
use super::session::lock;
use crate::ranking::anomalies::{Anomalies, Anomaly};
use crate::ranking::constraints::Moment;
use crate::ranking::detection::{Detection, Evidence, detect};
use crate::ranking::explain::{self, ShownValue};
use crate::ranking::flow::Flow;
use crate::ranking::invocations::{Reader, Records};
use crate::ranking::plan::{Plan, Run, Test};
use crate::ranking::score::{self, Position, Reason, Unsafe, uniqueness};
use crate::ranking::settings::Settings;
use crate::{Error, ErrorKind, Result};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

/// Finds the values of the generated run that violate a constraint of the manual run.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DetectAnomalies {
    pub manual_tests: Vec<Test>,
    pub generated_tests: Vec<Test>,
    pub settings: Settings,
}

/// What reached the assertions of some tests.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddFlow {
    pub tests: Vec<FlowOfTest>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FlowOfTest {
    /// Place in the list of generated tests.
    pub test: u32,
    /// All sites that were executed.
    pub sites: Vec<ReachedSite>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReachedSite {
    /// Place in the list of sites.
    pub site: u32,
    /// Times.
    pub executions: u64,
    /// Whether the assertion failed.
    pub threw: bool,
    pub anomalies: Vec<u32>,
}

/// Ranks assertion sites.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rank {
    pub sites: Vec<Site>,
    pub settings: Settings,
}

/// An assertion in the code of a generated test.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Site {
    /// Internal name.
    pub class_name: String,
    pub method: String,
    pub descriptor: String,
    /// 0: unknown.
    pub line: u32,
    /// Among the assertions of the method, in the order of the code, from 0.
    pub ordinal: u32,
    /// What is called, `assertEquals`.
    pub kind: String,
    /// Of the source, if that is known.
    pub text: Option<String>,
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

/// A ranking in the making.
#[derive(Debug)]
pub struct RankingSession {
    plan: Plan,
    reader: Reader,
    /// Bytes of records that there is room for, of each run.
    max_bytes: u64,
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    Collecting([Records; 2]),
    Complete { evidence: Arc<Evidence>, detected: Option<Arc<Mutex<Known>>> },
}

/// What was detected, and the flow since.
struct Known {
    detection: Detection,
    anomalies: Anomalies,
    flow: Flow,
    settings: Settings,
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Known({} violations, {} anomalies)", self.detection.violations.len(), self.anomalies.list.len())
    }
}

impl RankingSession {
    /// # Errors
    /// `InvalidInput`: the plan has no methods, or a wrong schema.
    pub fn open(plan: Plan, max_bytes: u64) -> Result<Self> {
        plan.check()?;
        let reader = Reader::new(&plan);
        Ok(Self { plan, reader, max_bytes, state: Mutex::new(State::Collecting(Default::default())) })
    }

    /// Appends whole records of a run; their number.
    ///
    /// # Errors
    /// `InvalidInput`: what is wrong with which record, or there is no more room; `InvalidState` after anomalies were detected.
    pub fn append(&self, run: Run, first_test: u32, batch: &[u8]) -> Result<usize> {
        let read = self.reader.read(run, first_test, batch)?;
        let records = read.len();
        let mut state = lock(&self.state);
        let State::Collecting(runs) = &mut *state else {
            return Err(Error::new(ErrorKind::InvalidState, "anomalies were detected already: open another ranking for more records"));
        };
        let of_run = &mut runs[run as usize];
        if of_run.bytes() + batch.len() as u64 > self.max_bytes {
            return Err(Error::invalid_input(format!(
                "the {run} tests have more invocations than fit into {} MiB; use fewer tests, record fewer invocations of a test, or raise the limit (maxUnitBytes; on the command line --evidence-memory)",
                self.max_bytes >> 20
            )));
        }
        of_run.add(batch, read);
        Ok(records)
    }

    /// Detects the anomalies; the answer is a [`Detected`] as JSON.
    pub fn detect(&self, request: DetectAnomalies, pool: &Pool) -> Result<Vec<u8>> {
        let DetectAnomalies { manual_tests, generated_tests, settings } = request;
        settings.check()?;
        let evidence = self.complete(manual_tests, generated_tests)?;
        let (detection, anomalies) = pool.run(|| -> Result<_> {
            let detection = detect(&evidence, &settings)?;
            let anomalies = Anomalies::of(&evidence, &detection, &settings);
            Ok((detection, anomalies))
        })?;
        let known = Known { detection, anomalies, flow: Flow::default(), settings };
        let answer = super::result::to_json(&detected(&evidence, &known))?;
        if let State::Complete { detected, .. } = &mut *lock(&self.state) {
            *detected = Some(Arc::new(Mutex::new(known)));
        }
        Ok(answer)
    }

    /// The evidence with these lists of tests, to which nothing is added from now on.
    fn complete(&self, manual_tests: Vec<Test>, generated_tests: Vec<Test>) -> Result<Arc<Evidence>> {
        let mut state = lock(&self.state);
        if let State::Collecting(runs) = &mut *state {
            runs[0].check_tests(Run::Manual, &manual_tests)?;
            runs[1].check_tests(Run::Generated, &generated_tests)?;
            runs[0].sort(Run::Manual)?;
            runs[1].sort(Run::Generated)?;
            let [manual, generated] = std::mem::take(runs).map(Arc::new);
            *state =
                State::Complete { evidence: Arc::new(self.evidence(manual, generated, manual_tests, generated_tests)), detected: None };
        } else if let State::Complete { evidence, detected } = &mut *state {
            evidence.manual.check_tests(Run::Manual, &manual_tests)?;
            evidence.generated.check_tests(Run::Generated, &generated_tests)?;
            let again = self.evidence(evidence.manual.clone(), evidence.generated.clone(), manual_tests, generated_tests);
            (*evidence, *detected) = (Arc::new(again), None);
        }
        match &*state {
            State::Complete { evidence, .. } => Ok(evidence.clone()),
            State::Collecting(_) => unreachable!("it was just completed"),
        }
    }

    fn evidence(&self, manual: Arc<Records>, generated: Arc<Records>, manual_tests: Vec<Test>, generated_tests: Vec<Test>) -> Evidence {
        let plan = self.plan.clone();
        Evidence { reader: Reader::new(&plan), plan, manual, generated, manual_tests, generated_tests }
    }

    fn known(&self) -> Result<(Arc<Evidence>, Arc<Mutex<Known>>)> {
        match &*lock(&self.state) {
            State::Complete { evidence, detected: Some(known) } => Ok((evidence.clone(), known.clone())),
            _ => Err(Error::new(ErrorKind::InvalidState, "no anomalies were detected yet: detect them first")),
        }
    }

    /// Adds what reached the assertions of some tests.
    ///
    /// # Errors
    /// `InvalidInput`: a test or an anomaly is unknown, or an anomaly is of another test; nothing is added then.
    pub fn add_flow(&self, request: AddFlow) -> Result<()> {
        let (evidence, known) = self.known()?;
        let mut known = lock(&known);
        for of_test in &request.tests {
            let Some(test) = evidence.generated_tests.get(of_test.test as usize) else {
                let tests = evidence.generated_tests.len();
                return Err(Error::invalid_input(format!("the flow names test {}: there are {tests} generated tests", of_test.test)));
            };
            for site in &of_test.sites {
                let list = &known.anomalies.list;
                let of_another = |a: &&u32| list.get(**a as usize).is_none_or(|a| a.test != of_test.test);
                if let Some(anomaly) = site.anomalies.iter().find(of_another) {
                    let message =
                        format!("the flow of test {} to site {} names anomaly {anomaly}, which is none of that test", test.name, site.site);
                    return Err(Error::invalid_input(message));
                }
            }
        }
        for of_test in request.tests {
            of_test.sites.into_iter().for_each(|s| known.flow.add(of_test.test, s.site, s.anomalies));
        }
        Ok(())
    }

    /// Ranks the sites; the answer is a [`Ranking`] as JSON.
    ///
    /// # Errors
    /// `InvalidInput`: a setting is out of range or asks for anomalies that were not followed, or the flow names an unknown site.
    pub fn rank(&self, request: &Rank, pool: &Pool) -> Result<Vec<u8>> {
        let settings = &request.settings;
        settings.check()?;
        let (evidence, known) = self.known()?;
        let known = lock(&known);
        let stricter = !known.settings.profile_filter || (settings.profile_filter && settings.threshold >= known.settings.threshold);
        if settings.data_flow && !known.settings.all_anomalies && known.settings.profile_filter && !stricter {
            return Err(Error::invalid_input(
                "the settings keep violations whose values were not followed: detect anomalies with the setting allAnomalies, or without the data flow",
            ));
        }
        if let Some((_, site, _)) = known.flow.reached().into_iter().find(|r| r.1 as usize >= request.sites.len()) {
            return Err(Error::invalid_input(format!("the flow names site {site}: {} sites are listed", request.sites.len())));
        }
        let positions: Vec<Position> = request.sites.iter().map(Site::position).collect();
        pool.run(|| {
            let Known { detection, anomalies, flow, .. } = &*known;
            let ranked = score::rank(&evidence, detection, anomalies, flow, &positions, settings);
            let shown = ranked.unsafe_assertions.iter().flat_map(|a| a.reasons.iter().take(settings.max_reasons));
            let violations: BTreeSet<u32> = shown.clone().flat_map(|r| r.examples.iter().copied()).collect();
            let values = explain::values(&evidence, detection, &violations.into_iter().collect::<Vec<_>>())?;
            let named: Vec<u32> = shown.map(|r| r.constraint).collect::<BTreeSet<_>>().into_iter().collect();
            let answer = Answer { evidence: &evidence, known: &known, settings, named, values };
            super::result::to_json(&answer.ranking(ranked, request.sites.len()))
        })
    }
}

impl Site {
    fn position(&self) -> Position {
        Position {
            class_name: self.class_name.clone(),
            method: format!("{}{}", self.method, self.descriptor),
            line: self.line,
            ordinal: self.ordinal,
        }
    }
}

fn detected<'a>(evidence: &'a Evidence, known: &'a Known) -> Detected<'a> {
    let Known { detection, anomalies, settings, .. } = known;
    let method = |m: &crate::ranking::detection::MethodFigures| DetectedMethod {
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
        anomalies: &anomalies.list,
        anomalies_dropped: anomalies.dropped,
        tests_with_dropped_anomalies: anomalies.tests_with_dropped.iter().map(|t| &*evidence.generated_tests[*t as usize].name).collect(),
    }
}

/// What an answer is made of.
struct Answer<'a> {
    evidence: &'a Evidence,
    known: &'a Known,
    settings: &'a Settings,
    /// The constraints that reasons name, ascending.
    named: Vec<u32>,
    values: HashMap<u32, Vec<ShownValue>>,
}

impl<'a> Answer<'a> {
    fn ranking(&self, ranked: score::Ranked, sites: usize) -> Ranking<'a> {
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

#[cfg(test)]
#[path = "rank_tests.rs"]
mod tests;
