//! A file that was damaged, in whatever way, is refused or shows what was written: never anything else.

use super::*;
use crate::evidence::constants::Constants;
use crate::evidence::record::{Layout, Value};
use crate::evidence::schema::{Element, ValueType, Variable};
use crate::{Error, ErrorKind};
use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

/// What a reader of evidence sees.
#[derive(Clone, Debug, PartialEq)]
struct View {
    schema: Option<Schema>,
    inputs: BTreeMap<String, String>,
    constants: Constants,
    units: Vec<UnitInfo>,
    states: Vec<Vec<u8>>,
}

fn view(store: &Store) -> Result<View> {
    let units = store.units()?;
    let mut states = vec![Vec::new(); units.len()];
    for (unit, all) in units.iter().zip(&mut states) {
        store.visit_states(unit.header.index, |batch| {
            all.extend_from_slice(batch);
            Ok(())
        })?;
    }
    Ok(View { schema: store.schema()?, inputs: store.inputs()?, constants: store.constants()?, units, states })
}

fn schema() -> Schema {
    let types = [ValueType::Int, ValueType::Double, ValueType::Boolean, ValueType::Sequence(Element::Text)];
    Schema {
        method: "pkg.C#m(int)".into(),
        variables: types.into_iter().enumerate().map(|(i, t)| Variable::new(format!("v{i}"), t)).collect(),
    }
}

/// Writes evidence of two original runs and two mutants; what a reader sees after each step.
fn write(file: &Path) -> (Store, Vec<View>) {
    let mut store = Store::open(file, OpenMode::New).unwrap();
    let mut views = vec![view(&store).unwrap()];
    store.begin(&schema(), &BTreeMap::from([("classes".to_owned(), "1f".to_owned()), ("tests".to_owned(), "2e".to_owned())])).unwrap();
    views.push(view(&store).unwrap());
    store.set_constants(&Constants { integers: vec![7], ..Constants::default() }).unwrap();
    views.push(view(&store).unwrap());
    let layout = Layout::new(&schema());
    for (index, kind) in [(0, UnitKind::Original), (1, UnitKind::Original), (2, UnitKind::Mutant), (5, UnitKind::Mutant)] {
        let mut records = Vec::new();
        for i in 0..40u32 {
            let texts = [3, 0, b'a' + (i % 26) as u8, b'b', b'c'].map(|unit| [unit, 0]).concat();
            let texts = [&1u32.to_le_bytes()[..], &texts[4..6]].concat();
            let bits = |bits: u64| Some(Value::Bits(bits));
            let texts = (i % 3 > 0).then_some(Value::Contents(Cow::Owned(texts)));
            layout.write_values(
                &mut records,
                i % 3,
                i,
                0,
                &[bits(index * 100 + u64::from(i)), bits(f64::from(i).to_bits()), bits(1), texts],
            );
        }
        let header = UnitHeader { index, id: format!("mutant {index}"), kind };
        let tests = vec!["a".into(), "b".into(), "c".into()];
        let unit = UnitInfo { header, status: "COMPLETED".into(), tests, outcome: r#"{"end":"all"}"#.into(), states: 40 };
        store.add(&unit, layout.runs(&records, 700)).unwrap();
        views.push(view(&store).unwrap());
    }
    (store, views)
}

struct Tally {
    folder: tempfile::TempDir,
    allowed: Vec<View>,
    refused: usize,
    same: usize,
}

impl Tally {
    fn file(&self) -> PathBuf {
        self.folder.path().join("damaged.db")
    }

    fn open(&mut self, mode: OpenMode, what: &str) {
        let seen = Store::open(&self.file(), mode).and_then(|store| view(&store));
        match seen {
            Ok(view) if self.allowed.contains(&view) => self.same += 1,
            Ok(view) => panic!("{what}: opens with other states: {view:?}"),
            Err(Error { kind: ErrorKind::InvalidInput, message, .. }) => {
                let says = |word: &str| message.contains(word);
                assert!(
                    says("damaged.db") && (says("delete it") || says("is not an evidence file") || says("SQLite database")),
                    "{what}: {message}"
                );
                self.refused += 1;
            }
            Err(e) => panic!("{what}: {e:?}"),
        }
    }

    /// Opens the bytes as a file, in one mode and another by turns.
    fn bytes(&mut self, what: &str, bytes: &[u8], log: Option<&[u8]>) {
        let mode = [OpenMode::Existing, OpenMode::Resume][(self.refused + self.same) % 2];
        fs::write(self.file(), bytes).unwrap();
        let beside = |suffix: &str| self.folder.path().join(format!("damaged.db{suffix}"));
        let _ = fs::remove_file(beside("-wal"));
        let _ = fs::remove_file(beside("-shm"));
        if let Some(log) = log {
            fs::write(beside("-wal"), log).unwrap();
        }
        self.open(mode, &format!("{what}, {mode:?}"));
    }
}

fn damages(bytes: &[u8], at: usize) -> Vec<(&'static str, Vec<u8>)> {
    let changed = |range: std::ops::Range<usize>, change: fn(u8) -> u8| {
        let mut damaged = bytes.to_vec();
        let range = range.start..range.end.min(bytes.len());
        damaged[range].iter_mut().for_each(|b| *b = change(*b));
        damaged
    };
    let (before, after) = bytes.split_at(at);
    vec![
        ("a bit flipped", changed(at..at + 1, |b| b ^ 0x04)),
        ("a byte inverted", changed(at..at + 1, |b| !b)),
        ("64 bytes zeroed", changed(at..at + 64, |_| 0)),
        ("cut off", before.to_vec()),
        ("3 bytes inserted", [before, &[0, 7, 0xff], after].concat()),
        ("5 bytes deleted", [before, after.get(5..).unwrap_or_default()].concat()),
    ]
}

#[test]
fn no_damage_of_any_byte_shows_other_states() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("e.db");
    let (store, views) = write(&file);
    drop(store);
    let bytes = fs::read(&file).unwrap();
    // A file that was cut down to nothing is one that was never begun: there is nothing in it to be wrong.
    let mut tally = Tally { folder, allowed: vec![views[0].clone(), views.last().unwrap().clone()], refused: 0, same: 0 };
    tally.bytes("whole", &bytes, None);
    assert_eq!((tally.refused, tally.same), (0, 1));
    let stride = bytes.len() / 145;
    for at in (0..100).step_by(3).chain((100..bytes.len()).step_by(stride)) {
        for (what, damaged) in damages(&bytes, at) {
            tally.bytes(&format!("{what} at {at} of {}", bytes.len()), &damaged, None);
        }
    }
    for (a, b) in (0..bytes.len() / 4096).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let mut swapped = bytes.clone();
        for i in 0..4096 {
            swapped.swap(a * 4096 + i, b * 4096 + i);
        }
        tally.bytes(&format!("pages {a} and {b} exchanged"), &swapped, None);
    }
    println!("{} damages: {} refused, {} without effect, 0 with other states", tally.refused + tally.same, tally.refused, tally.same);
    assert!(tally.refused > tally.same, "{} of {}", tally.refused, tally.same);
}

#[test]
fn a_damaged_log_shows_a_state_that_was_committed_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("e.db");
    let (store, allowed) = write(&file);
    let (bytes, log) = (fs::read(&file).unwrap(), fs::read(folder.path().join("e.db-wal")).unwrap());
    drop(store);
    let mut tally = Tally { folder, allowed, refused: 0, same: 0 };
    for at in (0..32).step_by(4).chain((32..log.len()).step_by(log.len() / 30)) {
        for (what, damaged) in damages(&log, at) {
            tally.bytes(&format!("{what} at {at} of the log"), &bytes, Some(&damaged));
        }
    }
    // A log without its file is the beginning of another.
    fs::write(tally.file(), b"").unwrap();
    fs::write(tally.folder.path().join("damaged.db-wal"), &log).unwrap();
    assert!(Store::open(&tally.file(), OpenMode::Resume).unwrap_err().message.contains("is empty: delete it"));
}

#[test]
fn every_field_of_every_row_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("e.db");
    let (store, views) = write(&file);
    drop(store);
    let bytes = fs::read(&file).unwrap();
    let mut tally = Tally { folder, allowed: vec![views.last().unwrap().clone()], refused: 0, same: 0 };
    let statements = [
        "UPDATE meta SET value = replace(value, 'v1', 'v9') WHERE key = 'schema'",
        "UPDATE meta SET value = replace(value, '1f', '1e') WHERE key = 'inputs'",
        "UPDATE meta SET key = 'other' WHERE key = 'constants'",
        "DELETE FROM meta WHERE key = 'constants'",
        "DELETE FROM meta",
        "UPDATE unit SET place = 3 WHERE place = 5",
        "UPDATE unit SET id = 'other' WHERE place = 1",
        "UPDATE unit SET kind = 'mutant' WHERE place = 1",
        "UPDATE unit SET kind = 'hamster' WHERE place = 1",
        "UPDATE unit SET status = 'CRASHED' WHERE place = 2",
        "UPDATE unit SET status = '' WHERE place = 2",
        "UPDATE unit SET tests = '[\"a\",\"c\",\"b\"]' WHERE place = 0",
        "UPDATE unit SET tests = '[\"a\"]' WHERE place = 0",
        "UPDATE unit SET outcome = '{}' WHERE place = 0",
        "UPDATE unit SET states = 39 WHERE place = 0",
        "UPDATE unit SET states = -1 WHERE place = 0",
        "UPDATE unit SET checksum = checksum + 1 WHERE place = 0",
        "DELETE FROM state WHERE place = 2; DELETE FROM unit WHERE place = 2",
        "DELETE FROM state WHERE place = 2",
        "DELETE FROM state WHERE place = 2 AND batch = 1",
        "UPDATE state SET batch = 77 WHERE place = 2 AND batch = 1",
        "UPDATE state SET batch = -1 WHERE place = 2 AND batch = 1",
        "UPDATE state SET records = zeroblob(length(records)) WHERE place = 0 AND batch = 0",
        "UPDATE state SET records = (SELECT records FROM state WHERE place = 1 AND batch = 0) WHERE place = 2 AND batch = 0",
        "INSERT INTO state SELECT place, 100, records FROM state WHERE place = 0 AND batch = 0",
        "INSERT INTO unit SELECT 9, 'ninth', kind, status, tests, outcome, 0, checksum FROM unit WHERE place = 2",
        "UPDATE seal SET units = 3",
        "UPDATE seal SET header = 0",
        "DELETE FROM seal",
        "CREATE TRIGGER t AFTER INSERT ON unit BEGIN DELETE FROM state; END",
        "ALTER TABLE unit ADD COLUMN more TEXT",
        "DROP TABLE state",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 3",
        "PRAGMA application_id = 1",
    ];
    for sql in statements {
        fs::write(tally.file(), &bytes).unwrap();
        let db = Connection::open(tally.file()).unwrap();
        db.execute_batch(&format!("PRAGMA foreign_keys = OFF; {sql}")).unwrap();
        drop(db);
        tally.open(OpenMode::Resume, sql);
    }
    assert_eq!(tally.refused, statements.len());
    println!("{} changes by SQL: all refused", statements.len());
}

/// What damage would be seen by its checksum, a faulty program would write with the right one.
#[test]
fn what_cannot_be_is_refused_whatever_its_checksum_says() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("e.db");
    for (place, kind, status, tests, states, expected) in [
        (2i64, "mutant", "a b", r#"["a","b","c"]"#, 1i64, "its status is \"a b\", which is no word"),
        (2, "hamster", "completed", r#"["a","b","c"]"#, 1, "its kind is `hamster`"),
        (-2, "mutant", "completed", r#"["a","b","c"]"#, 1, "its place is -2"),
        (2, "mutant", "completed", r#"["a","b","c"]"#, -7, "its number of states is -7"),
        (2, "mutant", "completed", r#"["a","b","c"]"#, 2, "it says that it has 2 states, and has 1"),
        (2, "mutant", "completed", "[]", 1, "a state refers to test 0 of 0"),
        (2, "mutant", "completed", "a", 1, "its list of tests does not parse"),
    ] {
        let _ = fs::remove_file(&file);
        let mut store = Store::open(&file, OpenMode::New).unwrap();
        store.begin(&schema(), &BTreeMap::new()).unwrap();
        let mut record = Vec::new();
        Layout::new(&schema()).write(&mut record, 0, 0, 0, &[Some(1), None, None, None]);
        let mut checksum = Checksum::of_unit(place, kind, states, ["u", status, tests, "{}"]);
        checksum.field(&record);
        let checksum = checksum.value();
        let row = params![place, "u", kind, status, tests, "{}", states, checksum];
        store.db.execute("INSERT INTO unit VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", row).unwrap();
        store.db.execute("INSERT INTO state VALUES (?1, 0, ?2)", params![place, record]).unwrap();
        integrity::seal_unit(&store.db, checksum).unwrap();
        drop(store);
        let message = Store::open(&file, OpenMode::Resume).unwrap_err().message;
        assert!(message.contains(expected) && message.contains("delete it"), "{message}");
    }
}

#[test]
fn a_damaged_file_and_one_of_an_older_version_can_be_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("e.db");
    let (store, views) = write(&file);
    drop(store);
    let mut bytes = fs::read(&file).unwrap();
    bytes[4096..4196].fill(0xee);
    let older = folder.path().join("older.db");
    fs::copy(&file, &older).unwrap();
    Connection::open(&older).unwrap().execute_batch("PRAGMA user_version = 1").unwrap();
    let message = Store::open(&older, OpenMode::Resume).unwrap_err().message;
    assert!(message.contains("is of version 1, an older Oraculum's; this one reads version 2: delete it"), "{message}");
    fs::write(&file, bytes).unwrap();
    for file in [&file, &older] {
        assert!(Store::open(file, OpenMode::Existing).is_err());
        assert_eq!(view(&Store::open(file, OpenMode::Overwrite).unwrap()).unwrap(), views[0]);
        let mut store = Store::open(file, OpenMode::New).unwrap();
        store.begin(&schema(), &BTreeMap::new()).unwrap();
        drop(store);
        assert_eq!(Store::open(file, OpenMode::Resume).unwrap().schema().unwrap(), Some(schema()));
    }
}
