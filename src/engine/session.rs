//! A session: a pool of threads and one slot for each capability. Everything that the bridge offers to Java is here, without Java.
//!
//! Every method may be called from any thread at any time; none holds a lock while it searches.

use super::assertions::{self, AssertionSlot, Fetch};
use super::call::Call;
use super::effects;
use super::evidence::{EvidenceSlot, EvidenceSummary, Open, UnitToken};
use super::improve::{Improve, ImproveSlot, Improvement, Observer};
use super::infer::{self, InferSource};
use super::program::{self, ProgramSlot};
use super::rank::RankSlot;
use super::result::{Done, to_json};
use super::select;
use crate::assertion::ast::Expr;
use crate::assertion::eval;
use crate::compute::lock::lock;
use crate::compute::pool::{Pool, with_deep_stack};
use crate::evidence::assemble::Assembly;
use crate::evidence::dataset::Bits;
use crate::ranking::plan::Run;
use crate::{Error, Result};
use std::sync::Mutex;

/// Threads of a session.
const MOST_THREADS: usize = 1024;

/// What one caller works on, and the threads that work for it.
#[derive(Debug)]
pub struct Session {
    pool: Pool,
    /// Bytes of records that there is room for, of an unfinished unit and of each run of a ranking.
    max_unit_bytes: u64,
    evidence: EvidenceSlot,
    assertions: AssertionSlot,
    improve: ImproveSlot,
    program: Mutex<ProgramSlot>,
    ranking: RankSlot,
}

impl Session {
    pub fn open(request: &Open) -> Result<Self> {
        let evidence = EvidenceSlot::open(request)?;
        if request.threads > MOST_THREADS {
            return Err(Error::invalid_input(format!("threads is {}: expected 0 to {MOST_THREADS}", request.threads)));
        }
        Ok(Self {
            pool: Pool::new(request.threads)?,
            max_unit_bytes: request.limits.max_unit_bytes,
            evidence,
            assertions: AssertionSlot::default(),
            improve: ImproveSlot::default(),
            program: Mutex::default(),
            ranking: RankSlot::default(),
        })
    }

    /// Answers a call; the answer is JSON.
    pub fn call(&self, call: Call) -> Result<Vec<u8>> {
        let done = || to_json(&Done {});
        match call {
            Call::Begin(r) => self.evidence.begin(&r).and_then(|()| done()),
            Call::Schema(_) => to_json(&self.evidence.schema()?),
            Call::Units(_) => to_json(&self.evidence.units()?),
            Call::BeginUnit(header) => to_json(&UnitToken { unit: self.evidence.begin_unit(header)? }),
            Call::FinishUnit(r) => self.evidence.finish_unit(r).and_then(|()| done()),
            Call::DropUnit(r) => {
                self.evidence.drop_unit(r.unit);
                done()
            }
            Call::Summary(_) => to_json(&EvidenceSummary::of(&*self.evidence.assembly()?)),
            Call::ImportStates(r) => self.evidence.import_states(&r.path).and_then(|()| done()),
            Call::ExportStates(r) => self.evidence.export_states(&r.path).and_then(|()| done()),
            Call::Check(r) => assertions::check(&r, &self.evidence.schema()?),
            Call::CheckSettings(r) => r.check().and_then(|()| done()),
            Call::Evaluate(r) => assertions::scored(&r, &*self.evidence.assembly()?, &|a, e| self.evaluate(a, e)),
            Call::Clauses(r) => assertions::clauses(&r, &*self.evidence.assembly()?, &|a, e| self.evaluate(a, e)),
            Call::Infer(r) => to_json(&match r.source {
                InferSource::Daikon { .. } => infer::of_files(&r, &self.pool)?,
                InferSource::States(_) => infer::of_states(&r, &self.evidence.assembly()?.dataset, &self.pool)?,
            }),
            Call::CallGraph(r) => to_json(&program::call_graph(&lock(&self.program).complete(), &r)?),
            Call::Effects(r) => {
                let program = lock(&self.program).complete();
                to_json(&self.pool.run(|| effects::effects(&program, &r))?)
            }
            Call::Select(r) => {
                let program = lock(&self.program).complete();
                to_json(&self.pool.run(|| select::select(&program, &r))?)
            }
            Call::OpenRanking(plan) => self.ranking.open(plan, self.max_unit_bytes).and_then(|()| done()),
            Call::DetectAnomalies(r) => self.ranking.get()?.detect(r, &self.pool),
            Call::AddFlow(r) => self.ranking.get()?.add_flow(r).and_then(|()| done()),
            Call::Rank(r) => self.ranking.get()?.rank(&r, &self.pool),
        }
    }

    /// Appends checked records to an open unit; their number.
    pub fn append(&self, unit: u64, batch: &[u8]) -> Result<usize> {
        self.evidence.append(unit, batch)
    }

    /// Appends invocation records of a run to the ranking; their number. `first_test` is added to the tests that they name.
    pub fn append_invocations(&self, run: Run, first_test: u32, batch: &[u8]) -> Result<usize> {
        self.ranking.get()?.append(run, first_test, batch)
    }

    /// Adds the facts of a class to the program under analysis (docs/formats.md, "Program facts").
    pub fn add_class(&self, record: &[u8]) -> Result<()> {
        lock(&self.program).add(record)
    }

    /// Writes states from a row on, as `Evidence.readStates` documents them; (states, bytes).
    pub fn fetch(&self, request: &Fetch, into: &mut [u8]) -> Result<(usize, usize)> {
        self.assertions.fetch(request, &self.evidence, &|a, e| self.evaluate(a, e), into)
    }

    /// Searches for a better assertion; see [`ImproveSlot::improve`].
    pub fn improve(&self, request: &Improve, observer: &mut dyn Observer) -> Result<Improvement> {
        self.improve.improve(request, &self.evidence, &self.pool, observer)
    }

    /// Ends the search that is running, if any.
    pub fn cancel(&self) {
        self.improve.cancel();
    }

    /// Ends the search that is running, and lets none begin.
    pub fn close(&self) {
        self.improve.close();
    }

    /// In which rows the assertion is true. While a search has the pool, a thread of its own answers: the pool's would not be free
    /// before the search ends.
    fn evaluate(&self, assembly: &Assembly, expr: &Expr) -> Bits {
        let evaluate = || eval::evaluate(&assembly.dataset, expr).0;
        if self.improve.is_running() { with_deep_stack(evaluate) } else { self.pool.run(evaluate) }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "hostile_tests.rs"]
mod hostile;
