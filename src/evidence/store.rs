//! Where evidence is kept: an SQLite database, in a file or in memory.
//!
//! A unit's states and its outcome are one transaction, so a kill at any point leaves each unit whole or absent. The journal is a
//! write-ahead log with `synchronous = NORMAL`: what was committed survives the death of the process; only a loss of power may take the
//! last commits with it, and never the file's consistency. One process at a time: a second one is told so.
//!
//! A file is read only if it is what was written: whatever is opened is checked as a whole, first ([`integrity`](super::integrity)). One
//! that is damaged is refused, in resuming too: what else is wrong in it nobody knows.

use super::constants::Constants;
use super::integrity::{self, Checksum, Fault};
use super::schema::Schema;
use super::unit::{UnitHeader, UnitInfo, UnitKind};
use crate::{Error, ErrorKind, Result};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What tells our files from other SQLite databases (`PRAGMA application_id`): "Orac".
const APPLICATION_ID: i32 = 0x4f72_6163;
/// States are kept in blobs of about this many bytes: few enough rows, and far below SQLite's limit.
pub const RUN_BYTES: usize = 1 << 20;
/// How long to wait for a process that is just closing the file.
const PATIENCE: Duration = Duration::from_secs(2);

/// What to do with a file that may exist already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OpenMode {
    /// Start a file; refuse one that holds evidence.
    New,
    /// Continue a file, or start it.
    Resume,
    /// Start a file, dropping the evidence that it holds.
    Overwrite,
    /// Open a file that must exist.
    Existing,
}

/// The evidence of one program point: schema, inputs and finished units with their states.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    /// `None`: in memory.
    file: Option<PathBuf>,
}

impl Store {
    pub fn in_memory() -> Result<Self> {
        let store = Self { db: Connection::open_in_memory().map_err(|e| describe(None, &e))?, file: None };
        store.create_tables()?;
        Ok(store)
    }

    /// Opens an evidence file and keeps others out of it until the store is dropped.
    pub fn open(file: &Path, mode: OpenMode) -> Result<Self> {
        let length = match fs::metadata(file) {
            Ok(m) if !m.is_file() => {
                let what = if m.is_dir() { "a folder" } else { "no regular file" };
                return Err(Error::invalid_input(format!("the evidence file {} is {what}: name a file", file.display())));
            }
            Ok(m) => m.len(),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                if mode == OpenMode::Existing {
                    return Err(Error::invalid_input(format!("the evidence file {} does not exist", file.display())));
                }
                0
            }
            Err(e) => return Err(Error::new(ErrorKind::Io, format!("cannot look at the evidence file {}: {e}", file.display()))),
        };
        if length > 0 {
            check_beginning(file)?;
        } else if mode == OpenMode::Existing || (mode != OpenMode::Overwrite && has_log(file)) {
            return Err(Error::invalid_input(format!("the evidence file {} is empty: {REMEDY}", file.display())));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(file, flags).map_err(|e| describe(Some(file), &e))?;
        let store = Self { db, file: Some(file.to_owned()) };
        store.own()?;
        // A database that a kill left without tables is as good as none.
        let fresh = length == 0 || (store.pragma("application_id")? == 0 && store.is_bare()?);
        if fresh && mode == OpenMode::Existing {
            return Err(Error::invalid_input(format!("the evidence file {} is empty: {REMEDY}", file.display())));
        }
        if !fresh {
            store.check_identity(file, mode)?;
            match mode {
                OpenMode::Overwrite => store.sql(|db| {
                    // Works on a damaged file, too.
                    db.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, true)?;
                    db.execute_batch("VACUUM")?;
                    db.set_db_config(DbConfig::SQLITE_DBCONFIG_RESET_DATABASE, false).map(|_| ())
                })?,
                _ => store.check()?,
            }
        }
        store.sql(|db| db.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"))?;
        if fresh || mode == OpenMode::Overwrite {
            store.create_tables()?;
        } else if mode == OpenMode::New && store.schema()?.is_some() {
            return Err(store.occupied(file)?);
        }
        Ok(store)
    }

    /// Says what the evidence is about, or checks that a store which already knows is told the same.
    pub fn begin(&mut self, schema: &Schema, inputs: &BTreeMap<String, String>) -> Result<()> {
        schema.check()?;
        schema.check_distinct_texts()?;
        if let Some(known) = self.schema()? {
            let differences = differences((&known, &self.inputs()?), (schema, inputs));
            if differences.is_empty() {
                return Ok(());
            }
            return Err(Error::invalid_input(format!(
                "{} was begun with other inputs and cannot be continued: {}; start again with another file, or let this one be overwritten",
                self.name(),
                differences.join("; ")
            )));
        }
        let json = |e: serde_json::Error| Error::new(ErrorKind::Internal, format!("cannot write the schema as JSON: {e}"));
        let (schema, inputs) = (serde_json::to_string(schema).map_err(json)?, serde_json::to_string(inputs).map_err(json)?);
        self.sealed(|db| db.execute("INSERT INTO meta VALUES ('schema', ?1), ('inputs', ?2)", params![schema, inputs]))
    }

    /// The schema, once [`Store::begin`] told it.
    pub fn schema(&self) -> Result<Option<Schema>> {
        let schema: Option<Schema> = self.meta("schema")?.map(|text| self.parse("schema", &text)).transpose()?;
        if let Some(schema) = &schema {
            // The file may be anybody's, and the texts of its variables are compiled.
            let checked = schema.check().and_then(|()| schema.check_distinct_texts());
            checked.map_err(|e| Error::invalid_input(format!("{} is no evidence of ours: {}", self.name(), e.message)))?;
        }
        Ok(schema)
    }

    /// What the units depend on, by name.
    pub fn inputs(&self) -> Result<BTreeMap<String, String>> {
        self.meta("inputs")?.map_or(Ok(BTreeMap::new()), |text| self.parse("inputs", &text))
    }

    /// Keeps the constants of the program.
    pub fn set_constants(&mut self, constants: &Constants) -> Result<()> {
        let json = serde_json::to_string(constants)
            .map_err(|e| Error::new(ErrorKind::Internal, format!("cannot write the constants as JSON: {e}")))?;
        self.sealed(|db| db.execute("INSERT OR REPLACE INTO meta VALUES ('constants', ?1)", [json]))
    }

    /// The constants of the program, none if nobody told them.
    pub fn constants(&self) -> Result<Constants> {
        self.meta("constants")?.map_or(Ok(Constants::default()), |text| self.parse("list of constants", &text))
    }

    /// Commits a unit: `runs` are whole records that were checked, each of at most about [`RUN_BYTES`].
    pub fn add<'r>(&mut self, unit: &UnitInfo, runs: impl Iterator<Item = &'r [u8]>) -> Result<()> {
        unit.check().map_err(|why| Error::invalid_input(format!("unit {} (`{}`) cannot be: {why}", unit.header.index, unit.header.id)))?;
        let tests = serde_json::to_string(&unit.tests).expect("strings are JSON");
        let kind = match unit.header.kind {
            UnitKind::Original => "original",
            UnitKind::Mutant => "mutant",
            UnitKind::Generated => "generated",
            UnitKind::Counterexamples => "counterexamples",
        };
        let file = self.file.clone();
        let commit = || -> rusqlite::Result<()> {
            // A savepoint is a transaction by itself, and nests in that of `atomically`.
            let transaction = self.db.savepoint()?;
            let (place, states) = (unit.header.index as i64, unit.states as i64);
            transaction.execute(
                "INSERT INTO unit VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)",
                params![place, unit.header.id, kind, unit.status, tests, unit.outcome, states],
            )?;
            let mut checksum = Checksum::of_unit(place, kind, states, [&unit.header.id, &unit.status, &tests, &unit.outcome]);
            let mut insert = transaction.prepare_cached("INSERT INTO state VALUES (?1, ?2, ?3)")?;
            for (i, batch) in runs.enumerate() {
                checksum.field(batch);
                insert.execute(params![place, i as i64, batch])?;
            }
            drop(insert);
            let checksum = checksum.value();
            transaction.execute("UPDATE unit SET checksum = ?2 WHERE place = ?1", [place, checksum])?;
            integrity::seal_unit(&transaction, checksum)?;
            transaction.commit()
        };
        commit().map_err(|e| match e.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => {
                Error::invalid_input(format!("unit {} (`{}`) is finished already", unit.header.index, unit.header.id))
            }
            _ => describe(file.as_deref(), &e),
        })
    }

    /// Does several things as one transaction: all of them, or none.
    pub fn atomically<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.sql(|db| db.execute_batch("BEGIN"))?;
        let outcome = work(self);
        self.sql(|db| db.execute_batch(if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" }))?;
        outcome
    }

    /// The finished units in their order.
    pub fn units(&self) -> Result<Vec<UnitInfo>> {
        let rows = self.sql(|db| {
            let mut select = db.prepare_cached("SELECT place, id, kind, status, tests, outcome, states FROM unit ORDER BY place")?;
            let read = |r: &rusqlite::Row| -> rusqlite::Result<(i64, String, String, String, String, String, i64)> {
                Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?, r.get(4)?, r.get(5)?, r.get(6)?))
            };
            select.query_map([], read)?.collect::<rusqlite::Result<Vec<_>>>()
        })?;
        rows.into_iter()
            .map(|(place, id, kind, status, tests, outcome, states)| {
                integrity::unit(place, id, &kind, status, &tests, outcome, states)
                    .map_err(|why| self.damaged(&format!("unit {place} cannot be: {why}")))
            })
            .collect()
    }

    /// Whether a unit of that index or id is finished.
    pub fn has_unit(&self, header: &UnitHeader) -> Result<bool> {
        self.sql(|db| {
            let mut select = db.prepare_cached("SELECT 1 FROM unit WHERE place = ?1 OR id = ?2")?;
            select.exists(params![header.index as i64, header.id])
        })
    }

    /// Shows the states of a unit, batch after batch, until `visit` fails.
    ///
    /// # Errors
    /// `InvalidInput` if the file no longer has what was written. Another program may change or cut it while it is open, and SQLite takes
    /// what is missing at its end for zeros.
    pub fn visit_states(&self, unit: u64, mut visit: impl FnMut(&[u8]) -> Result<()>) -> Result<()> {
        if self.file.is_some() {
            return self.checked_batches(unit)?.iter().try_for_each(|batch| visit(batch));
        }
        let mut outcome = Ok(());
        self.sql(|db| {
            let mut select = db.prepare_cached("SELECT records FROM state WHERE place = ?1 ORDER BY batch")?;
            let mut rows = select.query([unit as i64])?;
            while let Some(row) = rows.next()? {
                outcome = visit(row.get_ref(0)?.as_blob()?);
                if outcome.is_err() {
                    break;
                }
            }
            Ok(())
        })?;
        outcome
    }

    /// The batches of a unit, after their checksum: nobody must see a state that was not recorded.
    fn checked_batches(&self, unit: u64) -> Result<Vec<Vec<u8>>> {
        let checked = integrity::checked_batches(&self.db, unit as i64);
        checked.map_err(|e| describe(self.file.as_deref(), &e))?.ok_or_else(|| {
            self.damaged(&format!("unit {unit} is no longer what was written: another program has changed the file while it was in use"))
        })
    }

    /// Bytes of the states of a unit.
    pub fn state_bytes(&self, unit: u64) -> Result<u64> {
        let bytes = "SELECT coalesce(sum(length(records)), 0) FROM state WHERE place = ?1";
        self.sql(|db| db.query_row(bytes, [unit as i64], |r| r.get::<_, i64>(0))).map(|bytes| bytes as u64)
    }

    /// What to call the store in messages.
    pub fn name(&self) -> String {
        self.file.as_ref().map_or_else(|| "the evidence".to_owned(), |f| format!("the evidence in {}", f.display()))
    }

    /// Takes the file for this process alone.
    fn own(&self) -> Result<()> {
        self.sql(|db| {
            db.busy_timeout(PATIENCE)?;
            db.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;")
        })
    }

    fn create_tables(&self) -> Result<()> {
        self.sql(|db| {
            let transaction = db.unchecked_transaction()?;
            let version = integrity::VERSION;
            transaction.execute_batch(&format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {version};"))?;
            integrity::create_tables(&transaction)?;
            transaction.commit()
        })
    }

    /// Whether there is no table yet.
    fn is_bare(&self) -> Result<bool> {
        self.sql(|db| db.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |r| r.get(0)))
    }

    fn check_identity(&self, file: &Path, mode: OpenMode) -> Result<()> {
        if self.pragma("application_id")? != APPLICATION_ID {
            return Err(Error::invalid_input(format!("{} is an SQLite database, but not an evidence file of Oraculum", file.display())));
        }
        let (version, ours) = (self.pragma("user_version")?, integrity::VERSION);
        if version != ours && mode != OpenMode::Overwrite {
            let file = file.display();
            return Err(if (1..ours).contains(&version) {
                Error::invalid_input(format!(
                    "the evidence file {file} is of version {version}, an older Oraculum's; this one reads version {ours}: {REMEDY}"
                ))
            } else {
                Error::invalid_input(format!(
                    "the evidence file {file} is of version {version}, which this Oraculum does not know (it reads version {ours}): use a \
                     newer one, or {REMEDY}"
                ))
            });
        }
        Ok(())
    }

    /// Refuses what is not as it was written.
    fn check(&self) -> Result<()> {
        let checked = self.sql(|db| {
            // The functions that a damaged schema may call are not to be.
            db.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
            db.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)
        });
        checked.and_then(|_| {
            integrity::check(&self.db).map_err(|fault| match fault {
                Fault::Damage(what) => self.damaged(&what),
                Fault::Sqlite(e) if is_damage(&e) => self.damaged(&format!("SQLite says \"{e}\"")),
                Fault::Sqlite(e) => describe(self.file.as_deref(), &e),
            })
        })
    }

    fn occupied(&self, file: &Path) -> Result<Error> {
        let method = self.schema()?.map_or_else(String::new, |s| format!(" of {}", s.method));
        let units = self.sql(|db| db.query_row("SELECT count(*) FROM unit", [], |r| r.get::<_, i64>(0)))?;
        Ok(Error::invalid_input(format!(
            "the evidence file {} already holds evidence{method} ({units} finished units): resume it, let it be overwritten, or name \
             another file",
            file.display()
        )))
    }

    fn pragma(&self, name: &str) -> Result<i32> {
        self.sql(|db| db.pragma_query_value(None, name, |r| r.get(0)))
    }

    fn meta(&self, key: &str) -> Result<Option<String>> {
        self.sql(|db| db.query_row("SELECT value FROM meta WHERE key = ?1", [key], |r| r.get(0)).optional())
    }

    fn parse<T: for<'de> Deserialize<'de>>(&self, what: &str, text: &str) -> Result<T> {
        serde_json::from_str(text).map_err(|e| self.damaged(&format!("its {what} does not parse: {e}")))
    }

    fn damaged(&self, what: &str) -> Error {
        damaged(self.file.as_deref(), what)
    }

    /// Changes the header, and its seal with it.
    fn sealed<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<()> {
        self.sql(|db| {
            db.execute_batch("SAVEPOINT header")?;
            let outcome = work(db).and_then(|_| integrity::seal_header(db));
            if outcome.is_err() {
                db.execute_batch("ROLLBACK TO header")?;
            }
            db.execute_batch("RELEASE header")?;
            outcome
        })
    }

    fn sql<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        work(&self.db).map_err(|e| describe(self.file.as_deref(), &e))
    }
}

/// What differs between what a store was begun with and what it is told now, for the user.
fn differences(was: (&Schema, &BTreeMap<String, String>), is: (&Schema, &BTreeMap<String, String>)) -> Vec<String> {
    let mut found = Vec::new();
    if was.0.method != is.0.method {
        found.push(format!("the method was {}, is {}", was.0.method, is.0.method));
    } else if was.0 != is.0 {
        let names = |a: &Schema, b: &Schema| {
            let only = a.variables.iter().filter(|v| !b.variables.contains(v)).map(|v| v.name.clone()).collect::<Vec<_>>();
            if only.is_empty() { "none".to_owned() } else { only.join(", ") }
        };
        found.push(format!("the variables differ (only before: {}; only now: {})", names(was.0, is.0), names(is.0, was.0)));
    }
    for name in was.1.keys().chain(is.1.keys().filter(|k| !was.1.contains_key(*k))) {
        let (before, now) = (was.1.get(name), is.1.get(name));
        if before != now {
            let show = |v: Option<&String>| v.map_or("absent", String::as_str).to_owned();
            found.push(format!("{name} was {}, is {}", show(before), show(now)));
        }
    }
    found
}

/// Refuses what no SQLite database begins with, before SQLite sees it: of some of it SQLite says that it may not be written.
fn check_beginning(file: &Path) -> Result<()> {
    let mut header = Vec::new();
    let read = fs::File::open(file).and_then(|f| f.take(20).read_to_end(&mut header));
    read.map_err(|e| Error::new(ErrorKind::Io, format!("cannot read the evidence file {}: {e}", file.display())))?;
    if !header.starts_with(b"SQLite format 3\0") {
        return Err(Error::invalid_input(format!("{} is not an evidence file (not an SQLite database)", file.display())));
    }
    match header.get(18..20) {
        Some([1 | 2, 1 | 2]) => Ok(()),
        _ => Err(damaged(Some(file), "its first bytes are not those of an SQLite database")),
    }
}

/// Whether there is a log of changes beside the file, which has no meaning without it.
fn has_log(file: &Path) -> bool {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    fs::metadata(log).is_ok_and(|m| m.len() > 0)
}

/// What to do about a file that cannot be written.
const RESUME: &str = "Make room, and resume the run: what was finished is kept";
/// What to do about a file that cannot be used.
const REMEDY: &str = "delete it and record the evidence anew";

fn damaged(file: Option<&Path>, what: &str) -> Error {
    let name = file.map_or_else(|| "the evidence in memory".to_owned(), |f| format!("the evidence file {}", f.display()));
    Error::invalid_input(format!("{name} is damaged: {what}; {REMEDY}"))
}

/// Whether an error of reading says that the file is wrong, and not its surroundings.
fn is_damage(e: &rusqlite::Error) -> bool {
    !matches!(
        e.sqlite_error_code(),
        Some(
            ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::DiskFull
                | ErrorCode::OutOfMemory
                | ErrorCode::SystemIoFailure
        )
    )
}

fn describe(file: Option<&Path>, e: &rusqlite::Error) -> Error {
    let name = file.map_or_else(|| "the evidence in memory".to_owned(), |f| format!("the evidence file {}", f.display()));
    match e.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => Error::invalid_input(format!("{name} is not an evidence file (not an SQLite database)")),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Error::new(ErrorKind::Io, format!("{name} is in use by another process: wait for it to end, or name another file"))
        }
        // A file that ends where a page of it should be.
        _ if e.sqlite_error().is_some_and(|e| e.extended_code == rusqlite::ffi::SQLITE_IOERR_SHORT_READ) => damaged(file, "it ends early"),
        Some(ErrorCode::DatabaseCorrupt) => damaged(file, &format!("SQLite says \"{e}\"")),
        Some(ErrorCode::CannotOpen) => {
            Error::new(ErrorKind::Io, format!("{name} cannot be opened ({e}): does its directory exist, and may it be written?"))
        }
        Some(ErrorCode::ReadOnly) => Error::new(ErrorKind::Io, format!("{name} may not be written ({e})")),
        Some(ErrorCode::DiskFull) => Error::new(ErrorKind::Io, format!("{name} cannot be written: the disk is full. {RESUME}")),
        Some(ErrorCode::SystemIoFailure) => {
            Error::new(ErrorKind::Io, format!("{name} cannot be written or read ({e}): is its disk full? {RESUME}"))
        }
        _ => Error::new(ErrorKind::Io, format!("{name}: {e}")),
    }
}

#[cfg(test)]
#[path = "store_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "integrity_tests.rs"]
mod damage_tests;
