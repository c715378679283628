//! `rank`: invocation records in, anomalies out; flow in, a ranking out.

use super::capability::{Capability, Operation, decode, empty_slot, operation};
use super::rank_answer::{Answer, Known, detected};
use super::result::Done;
use super::session::Session;
use crate::compute::lock::lock;
use crate::compute::pool::Pool;
use crate::ranking::anomalies::Anomalies;
use crate::ranking::detection::{Evidence, detect};
use crate::ranking::explain;
use crate::ranking::flow::Flow;
use crate::ranking::invocations::{Reader, Records};
use crate::ranking::plan::{Plan, Run, Test};
use crate::ranking::score::{self, Position};
use crate::ranking::settings::Settings;
use crate::{Error, ErrorKind, Result};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

pub const CAPABILITY: Capability = Capability {
    operations: &[
        operation!("openRanking", |s: &Session, plan: Plan| slot(s).open(plan, s.max_unit_bytes()).map(|()| Done {})),
        Operation { name: "detectAnomalies", run: |s, r| slot(s).get()?.detect(decode(r)?, s.pool()) },
        operation!("addFlow", |s: &Session, r: AddFlow| slot(s).get()?.add_flow(r).map(|()| Done {})),
        Operation { name: "rank", run: |s, r| slot(s).get()?.rank(&decode(r)?, s.pool()) },
    ],
    slot: empty_slot::<RankSlot>,
};

fn slot(session: &Session) -> &RankSlot {
    session.slot()
}

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

/// The ranking of a session, once one is opened.
#[derive(Debug, Default)]
pub struct RankSlot {
    open: Mutex<Option<Arc<OpenRanking>>>,
}

impl Session {
    /// Appends invocation records of a run to the ranking; their number. `first_test` is added to the tests that they name.
    pub fn append_invocations(&self, run: Run, first_test: u32, batch: &[u8]) -> Result<usize> {
        self.slot::<RankSlot>().get()?.append(run, first_test, batch)
    }
}

impl RankSlot {
    /// Opens a ranking in place of the last one; `max_bytes`: room for the records of each run.
    ///
    /// # Errors
    /// `InvalidInput`: the plan has no methods, or a wrong schema.
    pub fn open(&self, plan: Plan, max_bytes: u64) -> Result<()> {
        let ranking = Arc::new(OpenRanking::of(plan, max_bytes)?);
        *lock(&self.open) = Some(ranking);
        Ok(())
    }

    /// # Errors
    /// `InvalidState`: none was opened.
    pub fn get(&self) -> Result<Arc<OpenRanking>> {
        lock(&self.open).clone().ok_or_else(|| Error::new(ErrorKind::InvalidState, "there is no ranking yet: open one"))
    }
}

/// A ranking in the making.
#[derive(Debug)]
pub struct OpenRanking {
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

impl OpenRanking {
    fn of(plan: Plan, max_bytes: u64) -> Result<Self> {
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
            let limit = self.max_bytes >> 20;
            return Err(Error::limit_reached(
                "maxUnitBytes",
                format!(
                    "the {run} tests have more invocations than fit into {limit} MiB; use fewer tests, record fewer invocations of a test, \
                     or raise the limit (maxUnitBytes)"
                ),
            ));
        }
        of_run.add(batch, read);
        Ok(records)
    }

    /// Detects the anomalies; the answer is a [`Detected`](super::rank_answer::Detected) as JSON.
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

    /// Ranks the sites; the answer is a [`Ranking`](super::rank_answer::Ranking) as JSON.
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
                "the settings keep violations whose values were not followed: detect anomalies with the setting allAnomalies, or \
                 without the data flow",
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

#[cfg(test)]
#[path = "rank_tests.rs"]
mod tests;
