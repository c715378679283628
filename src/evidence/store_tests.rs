//! The store's promises: whole units or none, the right file or a clear refusal.

use super::*;
use crate::evidence::record::Layout;
use crate::evidence::schema::{ValueType, Variable};

fn schema() -> Schema {
    Schema { method: "C#m(int)".into(), variables: vec![Variable::new("x", ValueType::Int)] }
}

fn inputs(digest: &str) -> BTreeMap<String, String> {
    BTreeMap::from([("classes".to_owned(), digest.to_owned())])
}

fn unit(index: u64) -> UnitInfo {
    let header = UnitHeader { index, id: format!("unit {index}"), kind: UnitKind::Mutant };
    UnitInfo { header, status: "completed".into(), tests: vec!["t".into()], outcome: "{}".into(), states: 2 }
}

/// Records of that number of states.
fn records(states: u32) -> Vec<u8> {
    let mut records = Vec::new();
    (0..states).for_each(|i| Layout::new(&schema()).write(&mut records, 0, i, 0, &[Some(i.into())]));
    records
}

fn add(store: &mut Store, index: u64, states: u32) {
    let unit = UnitInfo { states: states.into(), ..unit(index) };
    store.add(&unit, Layout::new(&schema()).runs(&records(states), RUN_BYTES)).unwrap();
}

fn states(store: &Store, unit: u64) -> Vec<u8> {
    let mut all = Vec::new();
    store
        .visit_states(unit, |batch| {
            all.extend_from_slice(batch);
            Ok(())
        })
        .unwrap();
    all
}

fn begun(file: &Path) -> Store {
    let mut store = Store::open(file, OpenMode::New).unwrap();
    store.begin(&schema(), &inputs("1")).unwrap();
    store
}

fn refusal(file: &Path, mode: OpenMode) -> String {
    Store::open(file, mode).unwrap_err().message
}

#[test]
fn finished_units_are_there_after_reopening_in_their_order_with_their_states() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("e.db");
    let mut store = begun(&file);
    add(&mut store, 7, 130_000);
    add(&mut store, 2, 2);
    drop(store);
    let store = Store::open(&file, OpenMode::Existing).unwrap();
    assert_eq!(store.schema().unwrap(), Some(schema()));
    assert_eq!(store.inputs().unwrap(), inputs("1"));
    assert_eq!(store.units().unwrap(), [unit(2), UnitInfo { states: 130_000, ..unit(7) }]);
    assert!(states(&store, 7) == records(130_000));
    assert_eq!(states(&store, 2), records(2));
}

#[test]
fn a_file_copied_while_its_writer_lives_holds_the_finished_units() {
    // What a kill -9 leaves on disk is what another reader of the same bytes sees: database and log, no clean close.
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("e.db");
    let mut store = begun(&file);
    add(&mut store, 0, 2);
    add(&mut store, 1, 2);
    let copy = dir.path().join("copy.db");
    fs::copy(&file, &copy).unwrap();
    fs::copy(dir.path().join("e.db-wal"), dir.path().join("copy.db-wal")).unwrap();
    let after_kill = Store::open(&copy, OpenMode::Resume).unwrap();
    assert_eq!(after_kill.units().unwrap(), [unit(0), unit(1)]);
    assert_eq!(states(&after_kill, 1), records(2));
}

#[test]
fn a_log_torn_within_a_unit_leaves_the_units_before_it() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("e.db");
    let mut store = begun(&file);
    add(&mut store, 0, 2);
    let whole = fs::metadata(dir.path().join("e.db-wal")).unwrap().len();
    add(&mut store, 1, 20_000);
    let copy = dir.path().join("copy.db");
    fs::copy(&file, &copy).unwrap();
    let log = fs::read(dir.path().join("e.db-wal")).unwrap();
    fs::write(dir.path().join("copy.db-wal"), &log[..whole as usize + 100_000]).unwrap();
    let after_kill = Store::open(&copy, OpenMode::Resume).unwrap();
    assert_eq!(after_kill.units().unwrap(), [unit(0)]);
    assert!(states(&after_kill, 1).is_empty());
}

#[test]
fn resuming_goes_on_with_equal_inputs_only_and_says_what_differs() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("e.db");
    drop(begun(&file));
    let mut store = Store::open(&file, OpenMode::Resume).unwrap();
    store.begin(&schema(), &inputs("1")).unwrap();
    let message = store.begin(&schema(), &inputs("2")).unwrap_err().message;
    assert!(message.contains("classes was 1, is 2"), "{message}");
    let mut other = schema();
    other.variables[0].name = "y".into();
    let message = store.begin(&other, &inputs("1")).unwrap_err().message;
    assert!(message.contains("only before: x; only now: y"), "{message}");
    other.method = "C#n(int)".into();
    let message = store.begin(&other, &inputs("1")).unwrap_err().message;
    assert!(message.contains("the method was C#m(int), is C#n(int)"), "{message}");
}

#[test]
fn a_new_run_does_not_touch_the_evidence_of_another_unless_told_to() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("e.db");
    let mut store = begun(&file);
    add(&mut store, 0, 2);
    drop(store);
    let message = refusal(&file, OpenMode::New);
    assert!(message.contains("already holds evidence of C#m(int) (1 finished units)"), "{message}");
    let mut store = Store::open(&file, OpenMode::Overwrite).unwrap();
    assert_eq!((store.units().unwrap(), store.schema().unwrap()), (vec![], None));
    store.begin(&schema(), &inputs("2")).unwrap();
}

#[test]
fn a_unit_is_finished_once() {
    let mut store = Store::in_memory().unwrap();
    store.add(&unit(3), std::iter::empty()).unwrap();
    assert_eq!(store.add(&unit(3), std::iter::empty()).unwrap_err().message, "unit 3 (`unit 3`) is finished already");
    let mut same_name = unit(4);
    same_name.header.id = "unit 3".into();
    assert!(store.add(&same_name, [&[1; 24][..]].into_iter()).is_err());
    assert_eq!(store.units().unwrap().len(), 1);
}

#[test]
fn files_that_are_no_evidence_are_refused_in_every_mode() {
    let dir = tempfile::tempdir().unwrap();
    let text = dir.path().join("notes.txt");
    fs::write(&text, "x".repeat(5000)).unwrap();
    let other = dir.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    for mode in [OpenMode::New, OpenMode::Resume, OpenMode::Overwrite, OpenMode::Existing] {
        assert!(refusal(&text, mode).contains("is not an evidence file"), "{mode:?}");
        assert!(refusal(&other, mode).contains("not an evidence file of Oraculum"), "{mode:?}");
        assert!(refusal(dir.path(), mode).contains("is a folder: name a file"), "{mode:?}");
    }
    assert_eq!(fs::read_to_string(&text).unwrap().len(), 5000);
    assert!(refusal(&dir.path().join("absent.db"), OpenMode::Existing).contains("does not exist"));
    assert!(refusal(&dir.path().join("no/such/dir/e.db"), OpenMode::New).contains("cannot be opened"));
}

#[test]
fn a_damaged_file_is_called_damaged() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("e.db");
    let mut store = begun(&file);
    add(&mut store, 0, 9_000);
    drop(store);
    let mut bytes = fs::read(&file).unwrap();
    for page in bytes.chunks_mut(4096).skip(1) {
        page[..16].fill(0xee);
    }
    fs::write(&file, bytes).unwrap();
    let outcome = Store::open(&file, OpenMode::Existing).and_then(|s| s.units().map(|_| ()));
    assert!(outcome.unwrap_err().message.contains("is damaged"));
}

#[test]
fn a_file_belongs_to_one_process_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("e.db");
    let _held = begun(&file);
    assert!(refusal(&file, OpenMode::Resume).contains("in use by another process"));
}

#[test]
fn code_in_the_schema_of_a_file_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("e.db");
    let store = begun(&file);
    let code = r#"{"method":"C#m(int)","variables":[{"name":"x","type":"int","java":"1 || new java.io.File(\"f\").mkdir()"}]}"#;
    store.db.execute("UPDATE meta SET value = ?1 WHERE key = 'schema'", [code]).unwrap();
    // With the right checksum: what was written on purpose, and not what a disk damaged.
    integrity::seal_header(&store.db).unwrap();
    drop(store);
    let error = Store::open(&file, OpenMode::Existing).unwrap_err();
    assert_eq!(error.kind, ErrorKind::InvalidInput);
    assert!(error.message.contains("e.db") && error.message.contains("variable `x`: its `java` `1 || new"), "{}", error.message);
}

/// A file that is mapped into memory, and cut by another program, would end the JVM (SIGBUS).
#[cfg(target_os = "linux")]
#[test]
fn a_file_is_never_mapped_into_memory() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mapped.db");
    let mapped = || fs::read_to_string("/proc/self/maps").unwrap().lines().filter(|line| line.contains("mapped.db")).count();
    let mut store = begun(&file);
    add(&mut store, 0, 130_000);
    assert_eq!(mapped(), 0);
    drop(store);
    let store = Store::open(&file, OpenMode::Resume).unwrap();
    states(&store, 0);
    assert_eq!(mapped(), 0);
    assert!(!dir.path().join("mapped.db-shm").exists(), "the index of the log is in memory of our own");
}

#[test]
fn a_file_that_is_cut_or_changed_while_it_is_open_shows_what_was_written_or_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("e.db");
    let mut store = begun(&file);
    (0..4).for_each(|i| add(&mut store, i, 130_000));
    drop(store);
    let (whole, expected) = (fs::read(&file).unwrap(), records(130_000));
    let mut refused = 0;
    for share in 0..40 {
        fs::write(&file, &whole).unwrap();
        let store = Store::open(&file, OpenMode::Existing).unwrap();
        let other = fs::OpenOptions::new().write(true).open(&file).unwrap();
        let place = whole.len() * share / 40;
        if share % 2 == 0 {
            other.set_len(place as u64).unwrap();
        } else {
            std::os::unix::fs::FileExt::write_all_at(&other, &[0; 30_000][..(whole.len() - place).min(30_000)], place as u64).unwrap();
        }
        for unit in 0..4 {
            let mut all = Vec::new();
            let visited = store.visit_states(unit, |batch| {
                all.extend_from_slice(batch);
                Ok(())
            });
            match visited {
                Ok(()) => assert!(all == expected, "other states at {place} of {}", whole.len()),
                Err(e) => {
                    assert_eq!(e.kind, ErrorKind::InvalidInput, "{e}");
                    assert!(e.message.contains("e.db is damaged") && e.message.contains("record the evidence anew"), "{e}");
                    assert!(all.is_empty(), "states were shown before the damage was seen");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 40, "{refused}");
}
