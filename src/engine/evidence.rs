//! The evidence of a session: units are written, finished units are assembled.

use super::capability::{Capability, Operation, decode, encode, operation};
use super::parsing::parse_over;
use super::request::Nothing;
use super::result::Done;
use super::session::{Limits, Open, Session};
use crate::compute::lock::lock;
use crate::evidence::assemble::{self, Assembly, assemble, counterexamples};
use crate::evidence::constants::Constants;
use crate::evidence::dataset::Bits;
use crate::evidence::json_lines;
use crate::evidence::record::Layout;
use crate::evidence::schema::Schema;
use crate::evidence::store::{self, Store};
use crate::evidence::unit::{UnitHeader, UnitInfo};
use crate::evidence::verdict::{self, MutantFigures};
use crate::evidence::visit::LeftOut;
use crate::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

pub const CAPABILITY: Capability = Capability {
    operations: &[
        operation!("begin", |s: &Session, r: Begin| s.evidence().begin(&r).map(|()| Done {})),
        operation!("schema", |s: &Session, _: Nothing| s.evidence().schema()),
        operation!("units", |s: &Session, _: Nothing| s.evidence().units()),
        operation!("beginUnit", |s: &Session, header: UnitHeader| s.evidence().begin_unit(header).map(|unit| UnitToken { unit })),
        operation!("finishUnit", |s: &Session, r: FinishUnit| s.evidence().finish_unit(r).map(|()| Done {})),
        operation!("keepCounterexamples", |s: &Session, r: KeepCounterexamples| s.keep_counterexamples(&r)),
        operation!("dropUnit", |s: &Session, r: DropUnit| {
            s.evidence().drop_unit(r.unit);
            Ok::<_, Error>(Done {})
        }),
        Operation {
            name: "summary",
            run: |s, r| {
                decode::<Nothing>(r)?;
                encode(&EvidenceSummary::of(&*s.evidence().assembly()?))
            },
        },
        operation!("importStates", |s: &Session, r: StatesFile| s.evidence().import_states(&r.path).map(|()| Done {})),
        operation!("exportStates", |s: &Session, r: StatesFile| s.evidence().export_states(&r.path).map(|()| Done {})),
    ],
    slot: |request| Ok(Box::new(EvidenceSlot::open(request)?)),
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Begin {
    pub schema: Schema,
    /// What the units depend on, by name.
    pub inputs: BTreeMap<String, String>,
    /// Those of the program.
    #[serde(default)]
    pub constants: Constants,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FinishUnit {
    pub unit: u64,
    pub status: String,
    pub tests: Vec<String>,
    pub outcome: String,
}

/// Drops from an open unit all states but those in which an assertion is false.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KeepCounterexamples {
    pub unit: u64,
    pub assertion: String,
}

/// What [`KeepCounterexamples`] found.
#[derive(Debug, Serialize)]
pub struct Kept {
    pub states: u64,
    pub judged: u64,
    pub counterexamples: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DropUnit {
    pub unit: u64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StatesFile {
    pub path: PathBuf,
}

#[derive(Debug, Serialize)]
pub struct UnitToken {
    pub unit: u64,
}

#[derive(Debug, Serialize)]
pub struct Units {
    pub units: Vec<UnitInfo>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EvidenceSummary<'a> {
    pub correct: usize,
    pub incorrect: usize,
    pub tests: usize,
    /// How many of the tests are generated.
    pub generated_tests: usize,
    pub invocations: u64,
    pub mutants: MutantFigures,
    pub schema: Schema,
    pub variables_left_out: &'a [LeftOut],
    pub tests_left_out: &'a [LeftOut],
    pub too_long: u64,
    pub inherited_corruption: u64,
}

impl<'a> EvidenceSummary<'a> {
    pub fn of(assembly: &'a Assembly) -> Self {
        let data = &assembly.dataset;
        let mut all = Bits::zeros(data.rows);
        (0..data.rows).for_each(|row| all.set(row, true));
        Self {
            correct: data.correct,
            incorrect: data.rows - data.correct,
            tests: assembly.tests.len(),
            generated_tests: assembly.generated_tests,
            invocations: assembly.invocations,
            mutants: verdict::figures(&verdict::mutant_verdicts(assembly, &all)),
            schema: data.schema.spelled(),
            variables_left_out: &assembly.variables_left_out,
            tests_left_out: &assembly.tests_left_out,
            too_long: assembly.too_long,
            inherited_corruption: assembly.inherited_corruption,
        }
    }
}

/// The units of a session, and what they amount to.
#[derive(Debug)]
pub struct EvidenceSlot {
    limits: Limits,
    settings: assemble::Settings,
    store: Mutex<Store>,
    open_units: Mutex<OpenUnits>,
    /// What the finished units amount to; emptied when one more is finished.
    assembled: Mutex<Option<Arc<Assembly>>>,
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

impl Session {
    pub fn evidence(&self) -> &EvidenceSlot {
        self.slot()
    }

    /// Appends checked records to an open unit; their number.
    pub fn append(&self, unit: u64, batch: &[u8]) -> Result<usize> {
        self.evidence().append(unit, batch)
    }

    fn keep_counterexamples(&self, request: &KeepCounterexamples) -> Result<Kept> {
        let expr = parse_over(&request.assertion, &*self.evidence().assembly()?)?;
        self.evidence().keep_counterexamples(request.unit, |further| Ok(self.evaluate(further, &expr)))
    }
}

impl EvidenceSlot {
    /// Opens the evidence file, or evidence in memory.
    pub fn open(request: &Open) -> Result<Self> {
        let store = match &request.path {
            Some(path) => Store::open(path, request.mode)?,
            None => Store::in_memory()?,
        };
        let Limits { max_states, max_bytes, .. } = request.limits;
        if !(0.0..=1.0).contains(&request.unreadable_share) {
            return Err(Error::invalid_input(format!("unreadableShare is {}: expected a number from 0 to 1", request.unreadable_share)));
        }
        Ok(Self {
            limits: request.limits,
            settings: assemble::Settings {
                duplicate_incorrect: request.duplicate_incorrect,
                inherited_corruption: request.inherited_corruption,
                unreadable_share: request.unreadable_share,
                max_states,
                max_bytes,
            },
            store: Mutex::new(store),
            open_units: Mutex::default(),
            assembled: Mutex::default(),
        })
    }

    /// The store, for who must hold it.
    #[cfg(test)]
    pub fn store(&self) -> std::sync::MutexGuard<'_, Store> {
        lock(&self.store)
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
            return Err(Error::limit_reached(
                "maxUnitBytes",
                format!(
                    "unit `{}` has more states than fit into {} MiB; use fewer tests, or raise the limit (maxUnitBytes)",
                    unit.header.id,
                    self.limits.max_unit_bytes >> 20
                ),
            ));
        }
        written.last_test = unit.layout.records(batch).map(|r| r.test).max().max(written.last_test);
        written.records.extend_from_slice(batch);
        Ok(records)
    }

    /// Drops what is no counterexample from an open unit; `holds` says where the assertion is true.
    fn keep_counterexamples(&self, unit: u64, holds: impl FnOnce(&Assembly) -> Result<Bits>) -> Result<Kept> {
        let (unit, assembly, schema) = (self.open_unit(unit)?, self.assembly()?, self.schema()?);
        let mut written = lock(&unit.written);
        if written.finished {
            return Err(unit_ended());
        }
        let found = counterexamples(&written.records, &schema, &assembly, &self.settings, holds)?;
        let kept = Kept { states: found.states, judged: found.judged, counterexamples: found.count };
        written.last_test = unit.layout.records(&found.records).map(|r| r.test).max();
        written.records = found.records;
        Ok(kept)
    }

    /// What the finished units amount to.
    pub fn assembly(&self) -> Result<Arc<Assembly>> {
        // The store first, as everywhere: a unit finished meanwhile must not be missed.
        let store = lock(&self.store);
        let mut assembled = lock(&self.assembled);
        if let Some(assembly) = &*assembled {
            return Ok(assembly.clone());
        }
        let assembly = Arc::new(assemble(&store, &self.settings)?);
        *assembled = Some(assembly.clone());
        Ok(assembly)
    }

    pub fn begin(&self, request: &Begin) -> Result<()> {
        lock(&self.store).atomically(|store| {
            store.begin(&request.schema, &request.inputs)?;
            store.set_constants(&request.constants)
        })
    }

    pub fn schema(&self) -> Result<Schema> {
        let schema = lock(&self.store).schema()?;
        schema.ok_or_else(|| Error::new(ErrorKind::InvalidState, "there is no evidence yet: begin it, or import states"))
    }

    /// The finished units.
    pub fn units(&self) -> Result<Units> {
        Ok(Units { units: lock(&self.store).units()? })
    }

    pub fn begin_unit(&self, header: UnitHeader) -> Result<u64> {
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

    pub fn finish_unit(&self, request: FinishUnit) -> Result<()> {
        let FinishUnit { unit: token, status, tests, outcome } = request;
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

    pub fn import_states(&self, path: &Path) -> Result<()> {
        let file = crate::input::open("the states file", path)?;
        let mut store = lock(&self.store);
        json_lines::import(&mut store, BufReader::new(file), &path.display().to_string(), self.limits.max_bytes)?;
        *lock(&self.assembled) = None;
        Ok(())
    }

    /// Writes beside the file and renames, so that the file is never half a file; what is no regular file is written directly.
    pub fn export_states(&self, path: &Path) -> Result<()> {
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

    /// Forgets an open unit.
    pub fn drop_unit(&self, token: u64) {
        lock(&self.open_units).units.remove(&token);
    }
}

fn unit_ended() -> Error {
    Error::new(ErrorKind::InvalidState, "the unit is finished or closed")
}
