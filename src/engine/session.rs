//! A session: one evidence, and what is asked of it. Everything that the bridge offers to Java is here, without Java.
//!
//! Every method may be called from any thread at any time; none holds a lock while it searches.

use super::clauses;
use super::fetch::States;
use super::pool::{Pool, STACK_BYTES};
use super::program::ProgramSlot;
use super::rank::RankingSession;
use super::request::{Begin, Call, Fetch, InferSource, Limits, Open};
use super::result::{AssertionText, Clauses, Done, EvidenceSummary, ScoredAssertion, UnitToken, Units, to_json};
use super::search::SearchSlot;
use crate::assertion::ast::Expr;
use crate::assertion::eval;
use crate::assertion::parse::parse;
use crate::evidence::assemble::{self, Assembly, assemble};
use crate::evidence::dataset::Bits;
use crate::evidence::json_lines;
use crate::evidence::record::Layout;
use crate::evidence::schema::Schema;
use crate::evidence::store::{self, Store};
use crate::evidence::unit::{UnitHeader, UnitInfo};
use crate::ranking::plan::Run;
use crate::{Error, ErrorKind, Result};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Threads of a session.
const MOST_THREADS: usize = 1024;

/// One evidence and the threads that work on it.
#[derive(Debug)]
pub struct Session {
    pub(super) pool: Pool,
    limits: Limits,
    assembly_settings: assemble::Settings,
    store: Mutex<Store>,
    open_units: Mutex<OpenUnits>,
    /// What the finished units amount to; emptied when one more is finished.
    assembled: Mutex<Option<Arc<Assembly>>>,
    /// The last assertion whose states were fetched, and where it holds: batches of one check evaluate it once.
    fetched: Mutex<Option<Fetched>>,
    pub(super) search: Mutex<SearchSlot>,
    program: Mutex<ProgramSlot>,
    ranking: Mutex<Option<Arc<RankingSession>>>,
}

#[derive(Debug, Default)]
struct OpenUnits {
    next: u64,
    units: HashMap<u64, Arc<OpenUnit>>,
}

/// A unit being written. Its records are in memory until it is finished.
#[derive(Debug)]
struct OpenUnit {
    header: UnitHeader,
    layout: Layout,
    written: Mutex<Written>,
}

#[derive(Debug, Default)]
struct Written {
    records: Vec<u8>,
    /// The greatest test index seen.
    last_test: Option<u32>,
    finished: bool,
}

#[derive(Debug)]
struct Fetched {
    assertion: String,
    assembly: Arc<Assembly>,
    holds: Arc<Bits>,
}

impl Session {
    pub fn open(request: &Open) -> Result<Self> {
        let store = match &request.path {
            Some(path) => Store::open(path, request.mode)?,
            None => Store::in_memory()?,
        };
        let Limits { max_states, max_bytes, .. } = request.limits;
        if !(0.0..=1.0).contains(&request.unreadable_share) {
            return Err(Error::invalid_input(format!("unreadableShare is {}: expected a number from 0 to 1", request.unreadable_share)));
        }
        if request.threads > MOST_THREADS {
            return Err(Error::invalid_input(format!("threads is {}: expected 0 to {MOST_THREADS}", request.threads)));
        }
        Ok(Self {
            pool: Pool::new(request.threads)?,
            limits: request.limits,
            assembly_settings: assemble::Settings {
                duplicate_incorrect: request.duplicate_incorrect,
                inherited_corruption: request.inherited_corruption,
                unreadable_share: request.unreadable_share,
                max_states,
                max_bytes,
            },
            store: Mutex::new(store),
            open_units: Mutex::default(),
            assembled: Mutex::default(),
            fetched: Mutex::default(),
            search: Mutex::default(),
            program: Mutex::default(),
            ranking: Mutex::default(),
        })
    }

    /// Answers a call; the answer is JSON.
    pub fn call(&self, call: Call) -> Result<Vec<u8>> {
        match call {
            Call::Begin(r) => self.begin(&r).and_then(|()| to_json(&Done {})),
            Call::Schema(_) => to_json(&self.schema()?),
            Call::Units(_) => to_json(&Units { units: lock(&self.store).units()? }),
            Call::BeginUnit(header) => to_json(&UnitToken { unit: self.begin_unit(header)? }),
            Call::FinishUnit(r) => self.finish_unit(r.unit, r.status, r.tests, r.outcome).and_then(|()| to_json(&Done {})),
            Call::DropUnit(r) => {
                lock(&self.open_units).units.remove(&r.unit);
                to_json(&Done {})
            }
            Call::Summary(_) => to_json(&EvidenceSummary::of(&*self.assembly()?)),
            Call::ImportStates(r) => self.import_states(&r.path).and_then(|()| to_json(&Done {})),
            Call::ExportStates(r) => self.export_states(&r.path).and_then(|()| to_json(&Done {})),
            Call::Check(r) => {
                let schema = self.schema()?;
                with_deep_stack(|| parse(&r.assertion, &schema).and_then(|expr| to_json(&AssertionText::of(&expr, &schema))))
            }
            Call::CheckSettings(r) => {
                r.settings.validate()?;
                r.synthesis.validate()?;
                to_json(&Done {})
            }
            Call::Evaluate(r) => {
                let assembly = self.assembly()?;
                let expr = parse_over(&r.assertion, &assembly)?;
                let holds = self.evaluate(&assembly, &expr);
                with_deep_stack(|| to_json(&ScoredAssertion::of(&expr, &assembly, &holds)))
            }
            Call::Clauses(r) => {
                let assembly = self.assembly()?;
                let expr = parse_over(&r.assertion, &assembly)?;
                with_deep_stack(|| to_json(&Clauses { clauses: clauses::of(&expr, &assembly, |e| self.evaluate(&assembly, e)) }))
            }
            Call::Infer(r) => to_json(&match r.source {
                InferSource::Daikon { .. } => super::infer::of_files(&r, &self.pool)?,
                InferSource::States(_) => super::infer::of_states(&r, &self.assembly()?.dataset, &self.pool)?,
            }),
            Call::CallGraph(r) => to_json(&super::program::call_graph(&lock(&self.program).complete(), &r)?),
            Call::Select(r) => {
                let program = lock(&self.program).complete();
                to_json(&self.pool.run(|| super::selection::select(&program, &r))?)
            }
            Call::OpenRanking(plan) => {
                let ranking = Arc::new(RankingSession::open(plan, self.limits.max_unit_bytes)?);
                *lock(&self.ranking) = Some(ranking);
                to_json(&Done {})
            }
            Call::DetectAnomalies(r) => self.ranking()?.detect(r, &self.pool),
            Call::AddFlow(r) => self.ranking()?.add_flow(r).and_then(|()| to_json(&Done {})),
            Call::Rank(r) => self.ranking()?.rank(&r, &self.pool),
        }
    }

    /// Appends checked records to an open unit; their number.
    pub fn append(&self, unit: u64, batch: &[u8]) -> Result<usize> {
        let unit = self.open_unit(unit)?;
        let records = unit.layout.check(batch)?;
        let mut written = lock(&unit.written);
        if written.finished {
            return Err(unit_ended());
        }
        let bytes = written.records.len() as u64 + batch.len() as u64;
        if bytes > self.limits.max_unit_bytes {
            return Err(Error::invalid_input(format!(
                "unit `{}` has more states than fit into {} MiB; use fewer tests, or raise the limit (maxUnitBytes; on the command line \
                 --evidence-memory)",
                unit.header.id,
                self.limits.max_unit_bytes >> 20
            )));
        }
        written.last_test = unit.layout.records(batch).map(|r| r.test).max().max(written.last_test);
        written.records.extend_from_slice(batch);
        Ok(records)
    }

    /// Appends invocation records of a run to the ranking; their number. `first_test` is added to the tests that they name.
    pub fn append_invocations(&self, run: Run, first_test: u32, batch: &[u8]) -> Result<usize> {
        self.ranking()?.append(run, first_test, batch)
    }

    fn ranking(&self) -> Result<Arc<RankingSession>> {
        lock(&self.ranking).clone().ok_or_else(|| Error::new(ErrorKind::InvalidState, "there is no ranking yet: open one"))
    }

    /// Adds the facts of a class to the program under analysis (docs/formats.md, "Program facts").
    pub fn add_class(&self, record: &[u8]) -> Result<()> {
        lock(&self.program).add(record)
    }

    /// Writes states from a row on, as `Evidence.readStates` documents them; (states, bytes).
    pub fn fetch(&self, request: &Fetch, into: &mut [u8]) -> Result<(usize, usize)> {
        let assembly = self.assembly()?;
        let holds = self.holds(&request.assertion, &assembly)?;
        let data = &assembly.dataset;
        let states = States::new(data, &holds);
        let first = request.first_state.min(data.rows as u64) as usize;
        let (mut row, mut written) = (first, 0);
        let mut state = Vec::new();
        while row < data.rows {
            state.clear();
            states.write(row, &mut state);
            let Some(room) = into.get_mut(written..written + state.len()) else { break };
            room.copy_from_slice(&state);
            (row, written) = (row + 1, written + state.len());
        }
        if row == first && first < data.rows {
            return Err(Error::invalid_input(format!("the buffer has room for {} bytes: the state takes {}", into.len(), state.len())));
        }
        Ok((row - first, written))
    }

    /// Ends the search that is running, if any.
    pub fn cancel(&self) {
        lock(&self.search).cancel();
    }

    /// Ends the search that is running, and lets none begin.
    pub fn close(&self) {
        let mut search = lock(&self.search);
        search.cancel();
        *search = SearchSlot::Closed;
    }

    /// What the finished units amount to.
    pub fn assembly(&self) -> Result<Arc<Assembly>> {
        // The store first, as everywhere: a unit finished meanwhile must not be missed.
        let store = lock(&self.store);
        let mut assembled = lock(&self.assembled);
        if let Some(assembly) = &*assembled {
            return Ok(assembly.clone());
        }
        let assembly = Arc::new(assemble(&store, &self.assembly_settings)?);
        *assembled = Some(assembly.clone());
        Ok(assembly)
    }

    fn begin(&self, request: &Begin) -> Result<()> {
        lock(&self.store).atomically(|store| {
            store.begin(&request.schema, &request.inputs)?;
            store.set_constants(&request.constants)
        })
    }

    fn schema(&self) -> Result<Schema> {
        let schema = lock(&self.store).schema()?;
        schema.ok_or_else(|| Error::new(ErrorKind::InvalidState, "there is no evidence yet: begin it, or import states"))
    }

    fn begin_unit(&self, header: UnitHeader) -> Result<u64> {
        let layout = Layout::new(&self.schema()?);
        let same = |other: &UnitHeader| other.index == header.index || other.id == header.id;
        if lock(&self.store).has_unit(&header)? {
            return Err(Error::invalid_input(format!("unit {} (`{}`) is finished already", header.index, header.id)));
        }
        let mut open = lock(&self.open_units);
        if open.units.values().any(|u| same(&u.header)) {
            return Err(Error::invalid_input(format!("unit {} (`{}`) is open already", header.index, header.id)));
        }
        open.next += 1;
        let token = open.next;
        open.units.insert(token, Arc::new(OpenUnit { header, layout, written: Mutex::default() }));
        Ok(token)
    }

    fn finish_unit(&self, token: u64, status: String, tests: Vec<String>, outcome: String) -> Result<()> {
        let unit = self.open_unit(token)?;
        let mut written = lock(&unit.written);
        if written.finished {
            return Err(unit_ended());
        }
        if let Some(last) = written.last_test.filter(|&last| last as usize >= tests.len()) {
            return Err(Error::invalid_input(format!(
                "unit `{}`: a state refers to test {last}, but {} tests are listed",
                unit.header.id,
                tests.len()
            )));
        }
        let states = unit.layout.records(&written.records).count() as u64;
        let info = UnitInfo { header: unit.header.clone(), status, tests, outcome, states };
        let mut store = lock(&self.store);
        store.add(&info, unit.layout.runs(&written.records, store::RUN_BYTES))?;
        *lock(&self.assembled) = None;
        *written = Written { finished: true, ..Written::default() };
        drop((store, written));
        lock(&self.open_units).units.remove(&token);
        Ok(())
    }

    fn open_unit(&self, token: u64) -> Result<Arc<OpenUnit>> {
        let unit = lock(&self.open_units).units.get(&token).cloned();
        unit.ok_or_else(unit_ended)
    }

    fn import_states(&self, path: &Path) -> Result<()> {
        let file = crate::input::open("the states file", path)?;
        let mut store = lock(&self.store);
        json_lines::import(&mut store, BufReader::new(file), &path.display().to_string(), self.limits.max_bytes)?;
        *lock(&self.assembled) = None;
        Ok(())
    }

    /// Writes beside the file and renames, so that the file is never half a file; what is no regular file is written directly.
    fn export_states(&self, path: &Path) -> Result<()> {
        let assembly = self.assembly()?;
        let failed = |e: std::io::Error| Error::new(ErrorKind::Io, format!("cannot write the states to {}: {e}", path.display()));
        let special = path.metadata().is_ok_and(|m| !m.is_file());
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let target = if special { path } else { Path::new(&partial) };
        let mut output = BufWriter::new(File::create(target).map_err(failed)?);
        let written = json_lines::export(&lock(&self.store), &assembly, &mut output).and_then(|()| output.flush().map_err(failed));
        if special {
            return written;
        }
        let outcome = written.and_then(|()| std::fs::rename(target, path).map_err(failed));
        if outcome.is_err() {
            // The message that matters is the first one; a leftover is harmless.
            let _ = std::fs::remove_file(target);
        }
        outcome
    }

    /// In which rows the assertion is true. While a search has the pool, a thread of its own answers: the pool's would not be free
    /// before the search ends.
    fn evaluate(&self, assembly: &Assembly, expr: &Expr) -> Bits {
        let searching = matches!(*lock(&self.search), SearchSlot::Running(_));
        let evaluate = || eval::evaluate(&assembly.dataset, expr).0;
        if searching { with_deep_stack(evaluate) } else { self.pool.run(evaluate) }
    }

    fn holds(&self, assertion: &str, assembly: &Arc<Assembly>) -> Result<Arc<Bits>> {
        let mut fetched = lock(&self.fetched);
        if let Some(f) = &*fetched
            && f.assertion == assertion
            && Arc::ptr_eq(&f.assembly, assembly)
        {
            return Ok(f.holds.clone());
        }
        let expr = parse_over(assertion, assembly)?;
        let holds = Arc::new(self.evaluate(assembly, &expr));
        *fetched = Some(Fetched { assertion: assertion.to_owned(), assembly: assembly.clone(), holds: holds.clone() });
        Ok(holds)
    }
}

fn unit_ended() -> Error {
    Error::new(ErrorKind::InvalidState, "the unit is finished or closed")
}

/// Parses an assertion over the variables that the evidence kept; one that was left out is named with the reason.
pub(super) fn parse_over(assertion: &str, assembly: &Assembly) -> Result<Expr> {
    with_deep_stack(|| parse(assertion, &assembly.dataset.schema)).map_err(|mut e| {
        for left_out in &assembly.variables_left_out {
            if assertion.contains(&left_out.name) && e.message.contains(&left_out.name) {
                e.message += &format!("\n`{}` is left out: it {}", left_out.name, left_out.reason);
            }
        }
        e
    })
}

/// Runs what recurses over trees where there is room for it: the stack of a Java thread is small, and its end would be the JVM's.
pub(super) fn with_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("oraculum-deep".into()).stack_size(STACK_BYTES);
        match thread.spawn_scoped(scope, work).expect("a thread can be started").join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// What a panicking thread held is usable: every change under these locks is a single assignment, or SQLite's transaction.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "hostile_tests.rs"]
mod hostile;
