//! The request to improve an assertion, carried out: the search on threads of ours, the caller watching.

use super::assertions::ScoredAssertion;
use super::capability::{Capability, empty_slot, operation};
use super::clauses::{self, Clause};
use super::evidence::EvidenceSlot;
use super::parsing::parse_over;
use super::result::Done;
use super::session::Session;
use crate::assertion::ast::{BinaryOp, Expr};
use crate::assertion::eval;
use crate::assertion::render::render;
use crate::assertion::simplify::{Facts, clauses_apart, simplify, smallest};
use crate::compute::control::{Control, Snapshot};
use crate::compute::lock::lock;
use crate::compute::pool::{Pool, STACK_BYTES};
use crate::evidence::assemble::Assembly;
use crate::improve::evolution::{GenerationFigures, InputAssertion, Outcome, Settings, StopReason};
use crate::improve::hybrid::{self, Engine, Synthesized};
use crate::improve::synthesis::{self, Choice, Floor};
use crate::improve::{cases, counters, frame, identity};
use crate::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub const CAPABILITY: Capability = Capability {
    operations: &[operation!("checkSettings", |_: &Session, r: CheckSettings| r.check().map(|()| Done {}))],
    slot: empty_slot::<ImproveSlot>,
};

/// How often the calling thread looks up: the delay with which an interrupt is noticed.
const POLL: Duration = Duration::from_millis(20);

/// The operation of `NativeEngine.improve`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ImproveCall {
    Improve(Improve),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Improve {
    /// Null: `true`.
    pub assertion: Option<String>,
    /// Any number: its bits are what counts.
    pub seed: i64,
    /// Of the search, in ms; evidence is assembled before.
    pub budget_millis: u64,
    /// Least time between two reports of progress, in ms.
    pub progress_millis: u64,
    /// Whether the result lists every generation.
    pub history: bool,
    pub settings: Settings,
    /// Which algorithm searches; co-evolution if it is not given.
    #[serde(default)]
    pub engine: Engine,
    /// Bounds of the synthesis, if the engine has one.
    #[serde(default)]
    pub synthesis: synthesis::Settings,
}

/// Settings that a later search is to have.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckSettings {
    settings: Settings,
    synthesis: synthesis::Settings,
}

impl CheckSettings {
    /// # Errors
    /// `InvalidInput`: a setting is out of range.
    pub fn check(&self) -> Result<()> {
        self.settings.validate()?;
        self.synthesis.validate()
    }
}

/// What a search found.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Improvement {
    pub stop_reason: StopReason,
    pub generations: u32,
    /// Assertions made and evaluated.
    pub evaluations: u64,
    pub initial: ScoredAssertion,
    /// Without false positives, and better than `initial`: it misses fewer incorrect states, or no more and says more.
    pub improved: Option<ScoredAssertion>,
    pub history: Vec<GenerationFigures>,
    /// What no combination of the atoms can do better than, and [`None`] without synthesis, as the next two.
    pub floor: Option<Floor>,
    /// False negatives of the best assertion without false positives, less the floor's. Negative where evolution found a term that is
    /// outside the atoms.
    pub gap: Option<i64>,
    /// Settings of the synthesis that left something out.
    pub limits: Option<Vec<&'static str>>,
    /// What the synthesis would have chosen if no clause had to pass a gate.
    pub ungated: Option<Ungated>,
    /// For each size the choice without gates that misses the fewest incorrect states, the largest first.
    pub archive: Option<Vec<Ungated>>,
    /// Those of the best assertion, the initial one if there is none better.
    pub clauses: Vec<Clause>,
    /// What the method leaves as it was, by its bytecode ([`frame`]): conditions in the assertion language. An improved assertion has
    /// them as its last clauses, but for that of co-evolution alone.
    pub unchanged: Vec<String>,
    pub elapsed_millis: u64,
}

/// A choice of clauses that the gates did not let through.
#[derive(Clone, Debug, Serialize)]
pub struct Ungated {
    pub assertion: String,
    #[serde(rename = "fn")]
    pub fn_: usize,
    pub size: usize,
}

/// Who watches a search, on the thread that asked for it.
pub trait Observer {
    /// Whether to stop; asked every few milliseconds.
    fn interrupted(&mut self) -> bool;
    /// Hears of progress; whether to go on.
    fn progress(&mut self, snapshot: Snapshot, elapsed: Duration) -> bool;
}

/// The one search of a session.
#[derive(Debug, Default)]
pub struct ImproveSlot {
    search: Mutex<Search>,
}

#[derive(Debug, Default)]
enum Search {
    #[default]
    Free,
    /// Evidence is being assembled; the budget does not run yet.
    Preparing {
        cancelled: bool,
    },
    Running(Arc<Control>),
    /// The session is closed.
    Closed,
}

impl Session {
    /// Searches for a better assertion; see [`ImproveSlot::improve`].
    pub fn improve(&self, request: &Improve, observer: &mut dyn Observer) -> Result<Improvement> {
        self.slot::<ImproveSlot>().improve(request, self.evidence(), self.pool(), observer)
    }

    /// Ends the search that is running, if any.
    pub fn cancel(&self) {
        self.slot::<ImproveSlot>().cancel();
    }

    /// Ends the search that is running, and lets none begin.
    pub fn close(&self) {
        self.slot::<ImproveSlot>().close();
    }
}

impl ImproveSlot {
    /// Searches for a better assertion. Stopping, by whomever, ends the search with the best assertion so far.
    ///
    /// # Errors
    /// `InvalidInput`: the assertion is wrong, a setting out of range, or there is no correct state. `InvalidState`: a search is
    /// running already.
    ///
    /// # Panics
    /// If the search does, on whatever thread.
    pub fn improve(&self, request: &Improve, evidence: &EvidenceSlot, pool: &Pool, observer: &mut dyn Observer) -> Result<Improvement> {
        request.settings.validate()?;
        request.synthesis.validate()?;
        let running = self.begin()?;
        let assembly = evidence.assembly()?;
        if assembly.dataset.correct == 0 {
            return Err(Error::invalid_input(format!(
                "there are no correct states of {}: no stable test reached the end of the method",
                assembly.dataset.schema.method
            )));
        }
        let initial = parse_over(request.assertion.as_deref().unwrap_or("true"), &assembly)?;
        let _taken = pool.take();
        let control = running.start(Duration::from_millis(request.budget_millis));
        let start = Instant::now();
        let outcome = watched(&control, start, Duration::from_millis(request.progress_millis), observer, || {
            let input = InputAssertion::single(initial.clone());
            let settings = hybrid::Settings { evolution: &request.settings, synthesis: &request.synthesis };
            hybrid::run(request.engine, &assembly.dataset, &input, settings, request.seed as u64, pool, &control)
        });
        let elapsed_millis = start.elapsed().as_millis() as u64;
        log::debug!(
            "search of {} ended after {} generations: {:?}",
            assembly.dataset.schema.method,
            outcome.0.generations,
            outcome.0.stop_reason
        );
        Ok(pool.run(|| improvement(request, &assembly, &initial, outcome, elapsed_millis)))
    }

    /// Whether no search was asked for.
    #[cfg(test)]
    pub fn is_free(&self) -> bool {
        matches!(*lock(&self.search), Search::Free)
    }

    /// Ends the search that is running, if any.
    pub fn cancel(&self) {
        lock(&self.search).cancel();
    }

    /// Ends the search that is running, and lets none begin.
    pub fn close(&self) {
        let mut search = lock(&self.search);
        search.cancel();
        *search = Search::Closed;
    }

    /// Registers the search so that it can be cancelled, until the result is dropped.
    fn begin(&self) -> Result<Running<'_>> {
        let mut slot = lock(&self.search);
        match *slot {
            Search::Free => *slot = Search::Preparing { cancelled: false },
            Search::Closed => return Err(Error::new(ErrorKind::InvalidState, "the engine is closed")),
            _ => {
                let message = "a search is running on this engine already: wait for it, or open another engine";
                return Err(Error::new(ErrorKind::InvalidState, message));
            }
        }
        Ok(Running(self))
    }
}

impl Search {
    fn cancel(&mut self) {
        match self {
            Self::Preparing { cancelled } => *cancelled = true,
            Self::Running(control) => control.cancel(),
            Self::Free | Self::Closed => {}
        }
    }
}

/// A registered search; deregistered however it ends.
struct Running<'a>(&'a ImproveSlot);

impl Running<'_> {
    /// Starts the clock. What was cancelled meanwhile stays so.
    fn start(&self, budget: Duration) -> Arc<Control> {
        let control = Arc::new(Control::with_budget(budget));
        let mut slot = lock(&self.0.search);
        match *slot {
            Search::Preparing { cancelled: false } => *slot = Search::Running(control.clone()),
            _ => control.cancel(),
        }
        control
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let mut slot = lock(&self.0.search);
        if !matches!(*slot, Search::Closed) {
            *slot = Search::Free;
        }
    }
}

/// Runs the search on a thread of its own, while this one tells the observer.
fn watched<T: Send>(
    control: &Control,
    start: Instant,
    every: Duration,
    observer: &mut dyn Observer,
    search: impl FnOnce() -> T + Send,
) -> T {
    std::thread::scope(|scope| {
        let (done, ended) = channel::<()>();
        let thread = std::thread::Builder::new().name("oraculum-search".into()).stack_size(STACK_BYTES);
        let search = thread.spawn_scoped(scope, move || {
            // Dropped when the search ends, or panics.
            let _done = done;
            search()
        });
        let search = search.expect("a thread can be started");
        let mut reported = start;
        while ended.recv_timeout(POLL.min(every)) == Err(RecvTimeoutError::Timeout) {
            let due = reported.elapsed() >= every;
            let go_on = !observer.interrupted() && (!due || observer.progress(control.progress.snapshot(), start.elapsed()));
            if !go_on {
                control.cancel();
                break;
            }
            if due {
                reported = Instant::now();
            }
        }
        search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The operands of the outermost `&&`.
fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Binary(BinaryOp::And, left, right) => [conjuncts(left), conjuncts(right)].concat(),
        other => vec![other],
    }
}

fn improvement(
    request: &Improve,
    assembly: &Assembly,
    initial: &Expr,
    (outcome, synthesized): (Outcome, Option<Synthesized>),
    elapsed_millis: u64,
) -> Improvement {
    let evaluate = |expr: &Expr| eval::evaluate(&assembly.dataset, expr).0;
    let score = |expr: &Expr| ScoredAssertion::of(expr, assembly, &evaluate(expr));
    let given = initial;
    let initial = score(given);
    let improved = outcome.best.map(|best| {
        let found = score(&best.assertion);
        debug_assert_eq!((found.fp, found.fn_), (best.false_positives as usize, best.false_negatives as usize));
        let schema = &assembly.dataset.schema;
        let simpler = clauses_apart(smallest(&best.assertion, schema, &Facts::of_schema(schema)));
        let simplified = score(&simpler);
        if (simplified.fp, simplified.fn_) != (found.fp, found.fn_) {
            log::error!("simplifying `{}` to `{}` changed its meaning", found.text.assertion, simplified.text.assertion);
            return (best.assertion, found);
        }
        if simplified.rank() <= found.rank() { (simpler, simplified) } else { (best.assertion, found) }
    });
    let improved = improved.filter(|(_, i)| outcome.improved && i.fp == 0 && i.text.assertion != initial.text.assertion);
    let frame = frame::conditions(&assembly.dataset);
    let unchanged = frame.iter().map(|condition| render(condition, &assembly.dataset.schema)).collect();
    let improved = improved.map(|(expr, scored)| {
        // Co-evolution alone is the paper's, and has nothing of ours beside it.
        if request.engine == Engine::Coevolution {
            return (expr, scored);
        }
        let known = conjuncts(&expr);
        let data = &assembly.dataset;
        let changes = counters::conditions(data, &request.synthesis).into_iter().filter(|c| !counters::is_said(c, &known, data));
        let otherwise = cases::conditions(&known, data, &request.synthesis);
        let same = identity::condition(data, &request.synthesis);
        let more = same.iter().cloned().chain(changes).chain(otherwise).chain(frame);
        let missing = more.filter(|condition| !known.contains(&condition)).collect::<Vec<_>>();
        if missing.is_empty() {
            return (expr, scored);
        }
        let said = |conjunct: &Expr| same.as_ref().is_some_and(|same| identity::says(same, conjunct));
        let kept = known.into_iter().filter(|conjunct| !said(conjunct)).cloned();
        let framed = Expr::conjunction(kept.chain(missing));
        let scored = score(&framed);
        (framed, scored)
    });
    let clauses = clauses::of(improved.as_ref().map_or(given, |(expr, _)| expr), assembly, evaluate);
    let improved = improved.map(|(_, scored)| scored);
    let ungated = |choice: &Choice| {
        let schema = &assembly.dataset.schema;
        let scored = score(&simplify(&choice.assertion, schema, &Facts::of_schema(schema)));
        Ungated { assertion: scored.text.assertion, fn_: scored.fn_, size: scored.text.size }
    };
    let archive = synthesized.as_ref().map(|s| s.archive.iter().map(ungated).collect());
    let synthesis = synthesized.map(|s| s.synthesis);
    let ungated = synthesis.as_ref().map(|s| ungated(&s.ungated));
    let floor = synthesis.as_ref().map(|s| s.floor);
    let sound = improved.as_ref().or(Some(&initial).filter(|i| i.fp == 0));
    Improvement {
        floor,
        gap: floor.zip(sound).map(|(floor, sound)| sound.fn_ as i64 - i64::from(floor.fn_)),
        limits: synthesis.map(|s| s.limits),
        ungated,
        archive,
        clauses,
        unchanged,
        stop_reason: outcome.stop_reason,
        generations: outcome.generations,
        evaluations: outcome.offspring,
        improved,
        initial,
        history: if request.history { outcome.history } else { Vec::new() },
        elapsed_millis,
    }
}
