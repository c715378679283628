use super::super::fixtures::{I, V, all_shapes, method, write};
use super::*;
use crate::ranking::plan::ProfileMode;

fn reader() -> Reader {
    Reader::new(&Plan { methods: vec![all_shapes(), method("empty", Vec::new())], statements: 70, profile: ProfileMode::Cumulative })
}

fn full(test: u32, number: u32) -> I {
    let values = vec![
        V::Int(-3),
        V::Real(0.5),
        V::Int(1),
        V::Ints(vec![4, 5]),
        V::Int(2),
        V::Text("ab"),
        V::Int(1),
        V::Ints(vec![4]),
        V::Int(9),
        V::Texts(vec![Some("x"), None]),
        V::Real(f64::NAN),
        V::Reals(vec![1.5, f64::NAN]),
    ];
    I { test, method: 0, number, returned: true, statements: vec![0, 69, 3], values }
}

fn batch(reader: &Reader, of: &[I]) -> Vec<u8> {
    let mut batch = Vec::new();
    of.iter().for_each(|i| write(reader, &mut batch, i));
    batch
}

fn refusal(batch: &[u8]) -> String {
    reader().read(Run::Generated, 0, batch).unwrap_err().message
}

#[test]
fn records_are_read_as_written() {
    let reader = reader();
    let empty = I { test: 2, method: 1, number: 1, returned: false, statements: vec![], values: vec![] };
    let bytes = batch(&reader, &[full(2, 0), empty]);
    let read = reader.read(Run::Manual, 10, &bytes).unwrap();
    let mut records = Records::default();
    records.add(&bytes, read);
    let [first, second] = records.invocations() else { panic!("two records") };
    assert_eq!((first.test, first.method, first.number, first.returned), (12, 0, 0, true));
    assert_eq!((second.test, second.method, second.number, second.returned), (12, 1, 1, false));
    assert_eq!(records.statements(first).collect::<Vec<_>>(), [0, 69, 3]);
    assert_eq!(records.statements(second).count(), 0);
    let state = records.state(&reader, first);
    assert_eq!(state.value(0, crate::evidence::schema::ValueType::Int), Some(Value::Bits(-3i64 as u64)));
}

#[test]
fn a_record_that_ends_early_is_refused_wherever_it_ends() {
    let bytes = batch(&reader(), &[full(3, 7)]);
    for end in 1..bytes.len() {
        let message = refusal(&bytes[..end]);
        assert!(message.contains("generated run, at byte 0") && message.contains("the batch ends within it"), "{message}");
        if end >= 21 {
            assert!(message.contains("test 3, invocation 7 (pkg.C.m()V)"), "{message}");
        }
    }
    assert_eq!(reader().read(Run::Manual, 0, &[]), Ok(vec![]));
}

#[test]
fn a_record_that_makes_no_sense_is_refused_with_its_place() {
    let good = batch(&reader(), &[full(3, 7)]);
    let with = |at: usize, value: u32| {
        let mut bytes = batch(&reader(), &[full(0, 0)]);
        bytes.extend(&good);
        let at = good.len() + at;
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        refusal(&bytes)
    };
    assert!(with(8, 9).contains("invocation 7 (method 9): the plan has 2 methods"));
    assert!(with(17, 1000).contains("too few for 1000 statements"));
    assert!(with(17, u32::MAX).contains("too few for 4294967295 statements"));
    assert!(with(21, 70).contains("statement 70 is none of the plan's 70"));
    assert!(with(0, u32::MAX).contains("the batch ends within it"));
    assert!(with(0, 3).contains("it has 7 bytes, too few"));
    let mut wrong_end = good.clone();
    wrong_end[16] = 2;
    assert!(refusal(&wrong_end).contains("its end is 2"));
    let mut wrong_value = good.clone();
    // The first value is an int, after three statements and two bytes of presence.
    let at = 21 + 12 + 2;
    wrong_value[at + 4] = 1;
    let message = refusal(&wrong_value);
    assert!(message.contains("are no int (variable `old_x`)"), "{message}");
}

#[test]
fn an_invocation_comes_once_and_of_a_listed_test() {
    let reader = reader();
    let bytes = batch(&reader, &[full(0, 1), full(1, 0), full(0, 1)]);
    let mut records = Records::default();
    let read = reader.read(Run::Manual, 0, &bytes).unwrap();
    records.add(&bytes, read);
    assert!(records.sort(Run::Manual).unwrap_err().message.starts_with("test 0 of the manual run has invocation 1 twice"));
    let tests = vec![Test { name: "t".into(), used: true }];
    assert!(records.check_tests(Run::Manual, &tests).unwrap_err().message.contains("names test 1, but 1 tests are listed"));
}
