//! What is written reads back; what is wrong is said with its place.

use super::*;
use crate::evidence::assemble::{Settings, assemble};
use crate::evidence::dataset::Values;
use crate::evidence::schema::{Schema, ValueType, Variable};
use proptest::prelude::*;

const HEADER: &str = r#"{"schemaVersion":1,"method":"C#m(int)","variables":[{"name":"x","type":"int"},{"name":"d","type":"double"}]}"#;

fn read(text: &str) -> Result<Store> {
    let mut store = Store::in_memory()?;
    import(&mut store, text.as_bytes(), "states.jsonl", 1 << 20).map(|()| store)
}

fn refusal(lines: &[&str]) -> String {
    read(&lines.join("\n")).unwrap_err().message
}

fn state_refusal(line: &str) -> String {
    refusal(&[HEADER, line])
}

#[test]
fn states_become_one_original_unit_and_one_per_mutant() {
    let text = [
        HEADER,
        r#"{"correct":false,"test":"t1","mutant":"m2","pair":1,"values":[7,"NaN"]}"#,
        r#"{"correct":true,"test":"t1","mutant":null,"pair":1,"values":[3,0.1]}"#,
        "",
        r#"{"values":[4,-0.0],"pair":0,"mutant":"m1","test":"t2","correct":false}"#,
    ];
    let store = read(&text.join("\n")).unwrap();
    let ids: Vec<_> = store.units().unwrap().into_iter().map(|u| (u.header.id, u.states)).collect();
    assert_eq!(ids, [("original run".to_owned(), 1), ("m2".to_owned(), 1), ("m1".to_owned(), 1)]);
    let a = assemble(&store, &Settings::default()).unwrap();
    assert_eq!(a.dataset.columns[0].values, Values::Integral(vec![3, 7, 4]));
    assert_eq!(a.dataset.origins[0].pair, Some(0));
    let Values::Real(d) = &a.dataset.columns[1].values else { panic!() };
    assert!(d[0] == 0.1 && d[1].is_nan() && d[2].to_bits() == (-0.0f64).to_bits());
}

#[test]
fn an_empty_file_says_what_is_expected() {
    assert_eq!(refusal(&[]), "states.jsonl is empty: expected a header line and one state a line");
    assert_eq!(refusal(&["", "  "]), "states.jsonl is empty: expected a header line and one state a line");
}

#[test]
fn a_header_that_is_none_is_refused() {
    let message = refusal(&[r#"{"correct":true}"#]);
    assert!(message.starts_with("states.jsonl, line 1, column 16: no header: missing field `schemaVersion`; expected {"), "{message}");
    let message = refusal(&[r#"{"schemaVersion":2,"method":"m","variables":[],"more":1}"#]);
    assert_eq!(message, "states.jsonl, line 1: states of schemaVersion 2; this Oraculum reads 1");
    let message = refusal(&[r#"{"schemaVersion":1,"method":"m","variables":[{"name":"x","type":"integer"}]}"#]);
    assert!(message.contains("unknown type `integer`: expected `boolean`, `byte`"), "{message}");
    let message = refusal(&[r#"{"schemaVersion":1,"method":"m","variables":[]}"#]);
    assert_eq!(message, "states.jsonl, line 1: the schema of m has no variables");
    let message = refusal(&[r#"{"schemaVersion":1,"method":"m","variables":[{"name":"x","type":"int"}],"colour":1}"#]);
    assert!(message.contains("unknown field `colour`"), "{message}");
}

#[test]
fn a_state_that_is_wrong_is_refused_with_line_and_column() {
    let cases = [
        (r#"{"correct":tru"#, "line 2, column 14: EOF while parsing a value"),
        (r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[1]}"#, "line 2, column 62: 1 values for 2 variables"),
        (r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[1,2,3]}"#, "more values than the 2 variables"),
        (
            r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":["a",2]}"#,
            "line 2, column 63: invalid type: string \"a\", expected an integer in the range of int for the int `x`",
        ),
        (
            r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[1.5,2]}"#,
            "invalid type: floating point `1.5`, expected an integer",
        ),
        (r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[2147483648,2]}"#, "invalid value: integer `2147483648`"),
        (r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[1,"inf"]}"#, "expected a number, \"NaN\""),
        (r#"{"correct":true,"test":"t","mutant":null,"pair":-1,"values":[1,2]}"#, "invalid value: integer `-1`, expected u32"),
        (r#"{"correct":true,"test":"t","mutant":"m","pair":0,"values":[1,2]}"#, "a correct state comes from no mutant"),
        (r#"{"correct":false,"test":"t","mutant":null,"pair":0,"values":[1,2]}"#, "an incorrect state comes from a mutant"),
        (r#"{"correct":true,"test":"t","mutant":null,"values":[1,2]}"#, "missing field `pair`"),
        (r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[1,2],"colour":1}"#, "unknown field `colour`"),
        (r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[1,2]} x"#, "trailing characters"),
        ("[1,2]", "expected a state, {\"correct\":"),
    ];
    for (line, expected) in cases {
        let message = state_refusal(line);
        assert!(message.starts_with("states.jsonl, line 2, column ") && message.contains(expected), "{line}: {message}");
    }
    let valid = r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[1,2]}"#;
    let message = refusal(&[HEADER, valid, "", "}"]);
    assert!(message.starts_with("states.jsonl, line 4, column 1: "), "blank lines count: {message}");
}

#[test]
fn a_value_read_through_null_is_refused() {
    let header = r#"{"schemaVersion":1,"method":"a.B#m()","variables":[{"name":"s","type":"reference"},{"name":"s.size()","type":"int","receiver":"s"}]}"#;
    let state = |values: &str| format!(r#"{{"correct":true,"test":"t","mutant":null,"pair":0,"values":[{values}]}}"#);
    let message = refusal(&[header, &state("1,2"), &state("0,2")]);
    assert_eq!(
        message,
        "states.jsonl, line 3, column 1: `s.size()` has a value although `s`, which it is read from, is null; write null for it"
    );
    assert!(read(&[header, &state("1,2"), &state("0,null"), &state("1,null")].join("\n")).is_ok());
}

#[test]
fn bytes_that_are_no_text_and_files_too_large_are_refused() {
    let mut store = Store::in_memory().unwrap();
    let mut bytes = HEADER.as_bytes().to_vec();
    bytes.extend_from_slice(b"\n{\"correct\":true,\"test\":\"\xff\",\"mutant\":null,\"pair\":0,\"values\":[1,2]}");
    let message = import(&mut store, bytes.as_slice(), "f", 1 << 20).unwrap_err().message;
    assert!(message.starts_with("f, line 2, column "), "{message}");
    let valid = "\n{\"correct\":true,\"test\":\"t\",\"mutant\":null,\"pair\":0,\"values\":[1,2]}";
    let message = import(&mut Store::in_memory().unwrap(), format!("{HEADER}{valid}{valid}").as_bytes(), "f", 40).unwrap_err().message;
    assert!(message.starts_with("f, line 3: more states than fit"), "{message}");
}

#[test]
fn a_store_that_holds_evidence_is_not_imported_into() {
    let mut store = read(HEADER).unwrap();
    let message = import(&mut store, HEADER.as_bytes(), "f", 1 << 20).unwrap_err().message;
    assert!(message.contains("is not empty"), "{message}");
}

#[test]
fn a_file_with_a_fault_leaves_the_store_as_it_was() {
    let mut store = Store::in_memory().unwrap();
    let state = r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[1,2]}"#;
    let id_of_the_original = r#"{"correct":false,"test":"t","mutant":"original run","pair":0,"values":[1,2]}"#;
    for last in ["}", id_of_the_original] {
        assert!(import(&mut store, format!("{HEADER}\n{state}\n{last}").as_bytes(), "f", 1 << 20).is_err());
        assert_eq!((store.schema().unwrap(), store.units().unwrap()), (None, vec![]));
    }
}

fn value(value_type: ValueType) -> BoxedStrategy<Option<u64>> {
    let bits = match value_type {
        ValueType::Boolean => any::<bool>().prop_map(u64::from).boxed(),
        ValueType::Float => prop::num::f32::ANY.prop_map(|v| f64::from(v).to_bits()).boxed(),
        ValueType::Double => prop::num::f64::ANY.prop_map(f64::to_bits).boxed(),
        ValueType::Char => any::<u16>().prop_map(u64::from).boxed(),
        _ => any::<i64>().prop_map(|v| v as u64).boxed(),
    };
    // An absent value without a receiver would leave its variable out, which is tested elsewhere.
    bits.prop_map(Some).boxed()
}

const TYPES: [ValueType; 5] = [ValueType::Boolean, ValueType::Char, ValueType::Long, ValueType::Float, ValueType::Double];

proptest! {
    #[test]
    fn what_is_exported_imports_to_the_same_data(
        correct in prop::collection::vec(("[a-c\"\\\\é]", 0..9u32, TYPES.map(value)), 1..20),
        incorrect in prop::collection::vec((0..3usize, "[a-c]", 0..9u32, TYPES.map(value)), 0..20),
    ) {
        let variables = TYPES.iter().map(|&t| Variable::new(format!("v{t}"), t)).collect();
        let schema = Schema { method: "C#m()".into(), variables };
        let layout = Layout::new(&schema);
        let mut store = Store::in_memory().unwrap();
        store.begin(&schema, &BTreeMap::new()).unwrap();
        let mut units = vec![Unit::new(None)];
        for (test, pair, values) in &correct {
            units[0].add(&layout, test, *pair, values);
        }
        for mutant in 0..3 {
            let mut unit = Unit::new(Some(format!("m{mutant}")));
            for (_, test, pair, values) in incorrect.iter().filter(|s| s.0 == mutant) {
                unit.add(&layout, test, *pair, values);
            }
            // A mutant without states is not in the format.
            if unit.states > 0 {
                units.push(unit);
            }
        }
        for (i, unit) in units.into_iter().enumerate() {
            let (info, records) = unit.finish(i as u64);
            layout.check(&records).unwrap();
            store.add(&info, &records, layout.record_bytes()).unwrap();
        }
        let before = assemble(&store, &Settings::default()).unwrap();
        let mut text = Vec::new();
        export(&store, &before, &mut text).unwrap();
        let mut again = Store::in_memory().unwrap();
        import(&mut again, text.as_slice(), "f", 1 << 20).unwrap();
        let after = assemble(&again, &Settings::default()).unwrap();
        prop_assert_eq!((&before.mutants, &before.tests, &before.dataset.origins), (&after.mutants, &after.tests, &after.dataset.origins));
        prop_assert_eq!(&before.dataset.schema, &after.dataset.schema);
        for (a, b) in before.dataset.columns.iter().zip(&after.dataset.columns) {
            let bits = |c: &crate::evidence::dataset::Column| match &c.values {
                Values::Boolean(b) => b.words.clone(),
                Values::Integral(v) => v.iter().map(|&x| x as u64).collect(),
                Values::Real(v) => v.iter().map(|x| x.to_bits()).collect(),
                other => panic!("no such types here: {other:?}"),
            };
            prop_assert_eq!(bits(a), bits(b));
        }
    }
}
