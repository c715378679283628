//! `openPaths` and what follows it: which alternatives of executed paths to make a test for next (TARDIS). A session has one selection.

use super::capability::{Capability, empty_slot, operation};
use super::request::Nothing;
use super::session::Session;
use crate::compute::lock::lock;
use crate::path::alternatives::alternatives;
use crate::path::condition::{Clause, Condition};
use crate::path::knn::Label;
use crate::path::selector::{Choice, Offer, Outcome, Selector};
use crate::path::settings::Settings;
use crate::path::training::TrainingFile;
use crate::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use std::sync::Mutex;

pub const CAPABILITY: Capability = Capability {
    operations: &[
        operation!("openPaths", open),
        operation!("offerPaths", offer),
        operation!("pollPaths", poll),
        operation!("reportPath", report),
        operation!("executedPath", executed),
        operation!("coverBranches", cover),
        operation!("pathAlternatives", path_alternatives),
        operation!("pathTraining", training),
        operation!("learnPathTraining", learn),
        operation!("pathStatistics", statistics),
    ],
    slot: empty_slot::<PathSlot>,
};

/// The selection of a session; none before it is opened.
#[derive(Default)]
pub struct PathSlot {
    selector: Mutex<Option<Selector>>,
}

/// Begins a selection, in place of the one that the session had.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpenPaths {
    pub settings: Settings,
    /// The same seed and calls give the same choices.
    pub seed: u64,
}

/// A path condition. A clause of the kind `text` that holds may be several, joined by `&&`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PathCondition {
    pub clauses: Vec<Clause>,
}

impl PathCondition {
    fn read(&self) -> Result<Condition> {
        let mut clauses = Vec::new();
        for clause in &self.clauses {
            match clause {
                Clause::Text { text, holds: true } => clauses.extend(Condition::parse(text)?.clauses),
                other => clauses.push(other.clone()),
            }
        }
        let condition = Condition { clauses };
        condition.check()?;
        Ok(condition)
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OfferPaths {
    pub alternatives: Vec<Offered>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Offered {
    pub condition: PathCondition,
    /// What it is for, by any names.
    #[serde(default)]
    pub branches: Vec<String>,
}

/// One for each alternative that was offered.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Offers {
    pub offers: Vec<OfferAnswer>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OfferAnswer {
    /// `queued`, `seen`, `tooLong` or `full`.
    pub outcome: &'static str,
    /// Of what is queued.
    pub id: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PollPaths {
    pub count: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Attempts {
    pub attempts: Vec<AttemptAnswer>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AttemptAnswer {
    pub id: u64,
    /// `knn`, `fifo` or `random`.
    pub choice: &'static str,
    pub prediction: Option<Prediction>,
}

/// What the three nearest neighbours said.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    pub feasible: bool,
    pub votes: u8,
    pub similarity: f64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportPath {
    pub id: u64,
    pub outcome: OutcomeWord,
    /// What the test of a solved one really executed, if that is known.
    #[serde(default)]
    pub executed: Option<PathCondition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OutcomeWord {
    Solved,
    Failed,
    Unsatisfiable,
    Released,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExecutedPath {
    pub path: PathCondition,
}

/// Alternatives that need no attempt any longer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Overtaken {
    pub overtaken: Vec<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CoverBranches {
    pub branches: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PathAlternatives {
    pub executed: PathCondition,
    /// The first clause to negate, from 0.
    pub from: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Alternatives {
    pub alternatives: Vec<Condition>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LearnPathTraining {
    /// As [`Training`] has it: input is read here, and nowhere else.
    pub training: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Training {
    /// A [`TrainingFile`] as JSON.
    pub training: String,
}

/// See [`Statistics`](crate::path::selector::Statistics).
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatisticsAnswer {
    pub offered: u64,
    pub seen: u64,
    pub too_long: u64,
    pub full: u64,
    pub polled: u64,
    pub polled_by_votes: u64,
    pub solved: u64,
    pub failed: u64,
    pub unsatisfiable: u64,
    pub released: u64,
    pub diverged: u64,
    pub overtaken: u64,
    pub pending: u64,
    pub in_flight: u64,
    pub feasible_items: u64,
    pub infeasible_items: u64,
    pub corrected_items: u64,
    pub refused_items: u64,
    pub buckets: [u64; 4],
}

#[derive(Debug, Serialize)]
pub struct Done {}

/// What is done with the selector of a session. It is out of its slot meanwhile: a fault of ours leaves none behind, not half of one.
fn with_selector<T>(session: &Session, work: impl FnOnce(&mut Selector) -> Result<T>) -> Result<T> {
    let mut slot = lock(&session.slot::<PathSlot>().selector);
    let Some(mut selector) = slot.take() else {
        return Err(Error::new(ErrorKind::InvalidState, "no selection of paths was opened"));
    };
    let result = work(&mut selector);
    *slot = Some(selector);
    result
}

fn open(session: &Session, request: OpenPaths) -> Result<Done> {
    let selector = Selector::new(request.settings, request.seed)?;
    *lock(&session.slot::<PathSlot>().selector) = Some(selector);
    Ok(Done {})
}

fn offer(session: &Session, request: OfferPaths) -> Result<Offers> {
    // All are read before one is offered: what is refused changes nothing.
    let offered: Vec<(Condition, Vec<String>)> =
        request.alternatives.into_iter().map(|offered| Ok((offered.condition.read()?, offered.branches))).collect::<Result<_>>()?;
    with_selector(session, |selector| {
        let answer = |(condition, branches): (Condition, Vec<String>)| {
            let (outcome, id) = match selector.offer(&condition, &branches)? {
                Offer::Queued(id) => ("queued", Some(id)),
                Offer::Seen => ("seen", None),
                Offer::TooLong => ("tooLong", None),
                Offer::Full => ("full", None),
            };
            Ok(OfferAnswer { outcome, id })
        };
        Ok(Offers { offers: offered.into_iter().map(answer).collect::<Result<_>>()? })
    })
}

fn poll(session: &Session, request: PollPaths) -> Result<Attempts> {
    with_selector(session, |selector| {
        let attempts = selector.poll(request.count).into_iter().map(|attempt| AttemptAnswer {
            id: attempt.id,
            choice: match attempt.choice {
                Choice::Knn => "knn",
                Choice::Fifo => "fifo",
                Choice::Random => "random",
            },
            prediction: attempt.classification.map(|c| Prediction {
                feasible: c.label == Label::Feasible,
                votes: c.votes,
                similarity: c.similarity,
            }),
        });
        Ok(Attempts { attempts: attempts.collect() })
    })
}

fn report(session: &Session, request: ReportPath) -> Result<Overtaken> {
    let executed = request.executed.map(|path| path.read()).transpose()?;
    let outcome = match (request.outcome, executed) {
        (OutcomeWord::Solved, executed) => Outcome::Solved(executed),
        (_, Some(_)) => return Err(Error::invalid_input("executed is given of an attempt that is not solved: report it as executedPath")),
        (OutcomeWord::Failed, None) => Outcome::Failed,
        (OutcomeWord::Unsatisfiable, None) => Outcome::Unsatisfiable,
        (OutcomeWord::Released, None) => Outcome::Released,
    };
    with_selector(session, |selector| Ok(Overtaken { overtaken: selector.report(request.id, &outcome)? }))
}

fn executed(session: &Session, request: ExecutedPath) -> Result<Overtaken> {
    let path = request.path.read()?;
    with_selector(session, |selector| Ok(Overtaken { overtaken: selector.executed(&path)? }))
}

fn cover(session: &Session, request: CoverBranches) -> Result<Done> {
    with_selector(session, |selector| {
        selector.cover(&request.branches);
        Ok(Done {})
    })
}

fn path_alternatives(session: &Session, request: PathAlternatives) -> Result<Alternatives> {
    let executed = request.executed.read()?;
    let most = with_selector(session, |selector| Ok(selector.settings().max_clauses))?;
    Ok(Alternatives { alternatives: alternatives(&executed, request.from, most).collect() })
}

fn training(session: &Session, _: Nothing) -> Result<Training> {
    let file = with_selector(session, |selector| Ok(selector.training()))?;
    let training = serde_json::to_string(&file).map_err(|e| Error::new(ErrorKind::Internal, format!("cannot write the training: {e}")))?;
    Ok(Training { training })
}

fn learn(session: &Session, request: LearnPathTraining) -> Result<Done> {
    let file: TrainingFile =
        serde_json::from_str(&request.training).map_err(|e| Error::invalid_input(format!("the training set does not parse: {e}")))?;
    with_selector(session, |selector| {
        selector.load(&file)?;
        Ok(Done {})
    })
}

fn statistics(session: &Session, _: Nothing) -> Result<StatisticsAnswer> {
    with_selector(session, |selector| {
        let all = selector.statistics();
        Ok(StatisticsAnswer {
            offered: all.offered,
            seen: all.seen,
            too_long: all.too_long,
            full: all.full,
            polled: all.polled,
            polled_by_votes: all.polled_by_votes,
            solved: all.solved,
            failed: all.failed,
            unsatisfiable: all.unsatisfiable,
            released: all.released,
            diverged: all.diverged,
            overtaken: all.overtaken,
            pending: all.pending,
            in_flight: all.in_flight,
            feasible_items: all.feasible_items,
            infeasible_items: all.infeasible_items,
            corrected_items: all.corrected_items,
            refused_items: all.refused_items,
            buckets: all.buckets,
        })
    })
}

#[cfg(test)]
#[path = "paths_tests.rs"]
mod tests;
