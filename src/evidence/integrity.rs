//! Whether an evidence file is what was written: checksums over the header and over every unit, and values that can be.
//!
//! The checksums (CRC-32) are against damage: bad disks, cut or mixed-up copies, other programs' writes. They are none against someone
//! who edits a file on purpose and computes them anew; what such a file says is data like any other, and is never run.
//!
//! A unit's checksum is over its row and its states; `seal` has one over the header, and the number and sum of those of the units, so that
//! a unit which is gone is missed too.

use super::record::Layout;
use super::schema::Schema;
use super::unit::{UnitHeader, UnitInfo, UnitKind};
use crc32fast::Hasher;
use rusqlite::Connection;
use std::fmt::Display;

/// Version of the tables (`PRAGMA user_version`).
pub(super) const VERSION: i32 = 2;

const META: &str = "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT";
const SEAL: &str =
    "CREATE TABLE seal (one INTEGER PRIMARY KEY, header INTEGER NOT NULL, units INTEGER NOT NULL, sum INTEGER NOT NULL) STRICT";
const STATE: &str = "CREATE TABLE state (place INTEGER NOT NULL REFERENCES unit, batch INTEGER NOT NULL, records BLOB NOT NULL, \
                     UNIQUE (place, batch)) STRICT";
const UNIT: &str = "CREATE TABLE unit (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, status TEXT NOT NULL, \
                    tests TEXT NOT NULL, outcome TEXT NOT NULL, states INTEGER NOT NULL, checksum INTEGER NOT NULL) STRICT";

/// Makes the tables of an empty database.
pub(super) fn create_tables(db: &Connection) -> rusqlite::Result<()> {
    db.execute_batch(&format!("{META}; {SEAL}; {STATE}; {UNIT}; INSERT INTO seal VALUES (1, 0, 0, 0);"))?;
    seal_header(db)
}

/// A checksum over fields, each with its length, so that none can pass for a part of another.
#[derive(Clone, Default)]
pub(super) struct Checksum(Hasher);

impl Checksum {
    pub fn field(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    pub fn value(self) -> i64 {
        i64::from(self.0.finalize())
    }

    /// Of a unit without its states, which follow as fields.
    pub fn of_unit(place: i64, kind: &str, states: i64, texts: [&str; 4]) -> Self {
        let mut sum = Self::default();
        sum.field(&place.to_le_bytes());
        sum.field(kind.as_bytes());
        sum.field(&states.to_le_bytes());
        texts.iter().for_each(|text| sum.field(text.as_bytes()));
        sum
    }
}

/// Takes note of a header that was written.
pub(super) fn seal_header(db: &Connection) -> rusqlite::Result<()> {
    let checksum = header_checksum(db)?;
    db.execute("UPDATE seal SET header = ?1", [checksum]).map(|_| ())
}

/// Takes note of a unit that was written.
pub(super) fn seal_unit(db: &Connection, checksum: i64) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE seal SET units = units + 1, sum = sum + ?1")?.execute([checksum]).map(|_| ())
}

fn header_checksum(db: &Connection) -> rusqlite::Result<i64> {
    let mut sum = Checksum::default();
    let mut select = db.prepare("SELECT key, value FROM meta ORDER BY key")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        for column in 0..2 {
            sum.field(row.get_ref(column)?.as_bytes()?);
        }
    }
    Ok(sum.value())
}

/// Why a file is refused.
pub(super) enum Fault {
    /// It is not what was written; says what.
    Damage(String),
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for Fault {
    fn from(e: rusqlite::Error) -> Self {
        Self::Sqlite(e)
    }
}

type Checked<T> = Result<T, Fault>;

fn damage<T>(what: impl Display) -> Checked<T> {
    Err(Fault::Damage(what.to_string()))
}

/// The batches of a unit of an open file, none if there is no such unit; `None` if they are not what was written.
pub(super) fn checked_batches(db: &Connection, place: i64) -> rusqlite::Result<Option<Vec<Vec<u8>>>> {
    let mut select = db.prepare_cached("SELECT kind, states, id, status, tests, outcome, checksum FROM unit WHERE place = ?1")?;
    let mut rows = select.query([place])?;
    let Some(row) = rows.next()? else { return Ok(Some(Vec::new())) };
    let text = |column| row.get_ref(column).and_then(|v| v.as_str().map_err(Into::into));
    let mut sum = Checksum::of_unit(place, text(0)?, row.get(1)?, [text(2)?, text(3)?, text(4)?, text(5)?]);
    let written: i64 = row.get(6)?;
    let mut select = db.prepare_cached("SELECT records FROM state WHERE place = ?1 ORDER BY batch")?;
    let batches = select.query_map([place], |r| r.get(0))?.collect::<rusqlite::Result<Vec<Vec<u8>>>>()?;
    batches.iter().for_each(|batch| sum.field(batch));
    Ok((sum.value() == written).then_some(batches))
}

/// Checks a whole file: SQLite's structure, our tables, header and units.
pub(super) fn check(db: &Connection) -> Checked<()> {
    let structure: String = db.query_row("PRAGMA integrity_check(1)", [], |r| r.get(0))?;
    if structure != "ok" {
        return damage(format!("SQLite says \"{}\"", structure.replace('\n', " ")));
    }
    check_tables(db)?;
    let seals = {
        let mut select = db.prepare("SELECT header, units, sum FROM seal")?;
        let rows = select.query_map([], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)))?;
        rows.collect::<rusqlite::Result<Vec<(i64, i64, i64)>>>()?
    };
    let [(header, units, sum)] = seals[..] else { return damage("its seal is missing") };
    if header_checksum(db)? != header {
        return damage("its header (schema, inputs, constants) is not what was written");
    }
    let schema = schema(db)?;
    let (mut found, mut total) = (0, 0i64);
    let mut select = db.prepare("SELECT place, id, kind, status, tests, outcome, states, checksum FROM unit ORDER BY place")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        total = total.wrapping_add(check_unit(db, row, schema.as_ref())?);
        found += 1;
    }
    if (found, total) != (units, sum) {
        return damage(format!("{units} units were finished in it, and {found} are there or they are not the same"));
    }
    Ok(())
}

/// Nothing but our tables: no trigger, view or index that would do or show something else.
fn check_tables(db: &Connection) -> Checked<()> {
    let mut select = db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name")?;
    let sql = select.query_map([], |r| r.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    if sql == [META, SEAL, STATE, UNIT] { Ok(()) } else { damage("its tables are not those of an evidence file") }
}

fn schema(db: &Connection) -> Checked<Option<Schema>> {
    let mut select = db.prepare("SELECT value FROM meta WHERE key = 'schema'")?;
    let mut rows = select.query([])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let text: String = row.get(0)?;
    let schema: Schema = serde_json::from_str(&text).or_else(|e| damage(format!("its schema does not parse: {e}")))?;
    schema.check().or_else(|e| damage(e.message))?;
    Ok(Some(schema))
}

/// Checks a unit and its states; its checksum.
fn check_unit(db: &Connection, row: &rusqlite::Row, schema: Option<&Schema>) -> Checked<i64> {
    let (place, states, checksum): (i64, i64, i64) = (row.get(0)?, row.get(6)?, row.get(7)?);
    let text = |column| row.get_ref(column).and_then(|v| Ok(v.as_str()?.to_owned()));
    let (id, kind, status, tests, outcome) = (text(1)?, text(2)?, text(3)?, text(4)?, text(5)?);
    let name = format!("unit {place} (`{id}`)");
    let mut sum = Checksum::of_unit(place, &kind, states, [&id, &status, &tests, &outcome]);
    let layout = schema.map(Layout::new);
    let (mut records, mut last_test, mut wrong) = (0, None, None);
    let mut select = db.prepare_cached("SELECT records, batch FROM state WHERE place = ?1 ORDER BY batch")?;
    let mut batches = select.query([place])?;
    let mut number = 0;
    while let Some(batch) = batches.next()? {
        let bytes = batch.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        sum.field(bytes);
        if batch.get::<_, i64>(1)? != number {
            wrong = Some(format!("its batch {number} is missing"));
        }
        number += 1;
        match layout.as_ref().map(|layout| layout.check(bytes)) {
            Some(Ok(count)) => {
                records += count as i64;
                last_test = layout.iter().flat_map(|l| l.records(bytes)).map(|r| r.test).max().max(last_test);
            }
            Some(Err(e)) => wrong = Some(e.message),
            None => wrong = Some("there is no schema for its states".to_owned()),
        }
    }
    if sum.clone().value() != checksum {
        return damage(format!("{name} is not what was written (its checksum is {:08x}, not {checksum:08x})", sum.value()));
    }
    let unit = unit(place, id, &kind, status, &tests, outcome, states);
    let impossible = |why: String| Fault::Damage(format!("{name} cannot be: {why}"));
    let unit = unit.map_err(impossible)?;
    if records != states {
        wrong = wrong.or(Some(format!("it says that it has {states} states, and has {records}")));
    }
    if let Some(test) = last_test.filter(|test| *test as usize >= unit.tests.len()) {
        wrong = wrong.or(Some(format!("a state refers to test {test} of {}", unit.tests.len())));
    }
    wrong.map_or(Ok(checksum), |why| Err(impossible(why)))
}

/// A unit of its row; an error says what is impossible.
pub(super) fn unit(
    place: i64,
    id: String,
    kind: &str,
    status: String,
    tests: &str,
    outcome: String,
    states: i64,
) -> Result<UnitInfo, String> {
    let kind = match kind {
        "original" => UnitKind::Original,
        "mutant" => UnitKind::Mutant,
        "generated" => UnitKind::Generated,
        "counterexamples" => UnitKind::Counterexamples,
        other => return Err(format!("its kind is `{other}`")),
    };
    let count = |what: &str, number: i64| u64::try_from(number).map_err(|_| format!("its {what} is {number}"));
    let tests = serde_json::from_str(tests).map_err(|e| format!("its list of tests does not parse: {e}"))?;
    let header = UnitHeader { index: count("place", place)?, id, kind };
    let unit = UnitInfo { header, status, tests, outcome, states: count("number of states", states)? };
    unit.check().map(|()| unit)
}
