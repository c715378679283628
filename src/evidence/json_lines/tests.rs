//! What is written reads back; what is wrong is said with its place.

use super::*;
use crate::evidence::assemble::{Settings, assemble};
use crate::evidence::constants::Constants;
use crate::evidence::dataset::Values;
use crate::evidence::schema::{Element, Schema, ValueType, Variable};
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

fn text() -> BoxedStrategy<Vec<u8>> {
    let unit = prop_oneof![Just(0x22u16), Just(0x5c), 0..0x20u16, 0x60..0x70u16, 0xd7ff..0xe001u16, any::<u16>()];
    prop::collection::vec(unit, 0..5).prop_map(|units| units.into_iter().flat_map(u16::to_le_bytes).collect()).boxed()
}

fn value(value_type: ValueType) -> BoxedStrategy<Option<Value<'static>>> {
    let contents = |bytes: Vec<u8>| Some(Value::Contents(bytes.into()));
    match value_type {
        ValueType::Text => return text().prop_map(contents).boxed(),
        ValueType::Sequence(Element::Text) | ValueType::Bag(Element::Text) => {
            let joined = |texts: Vec<Option<Vec<u8>>>| {
                let mut bytes = Vec::new();
                texts.iter().for_each(|t| crate::evidence::contents::push_text(&mut bytes, t.as_deref()));
                bytes
            };
            return prop::collection::vec(prop::option::of(text()), 0..4).prop_map(joined).prop_map(contents).boxed();
        }
        ValueType::Sequence(element) | ValueType::Bag(element) => {
            let elements = |values: Vec<Option<Value>>| {
                let bits = |v| if let Some(Value::Bits(bits)) = v { bits } else { panic!("a number") };
                values.into_iter().map(bits).flat_map(u64::to_le_bytes).collect()
            };
            return prop::collection::vec(value(element.into()), 0..4).prop_map(elements).prop_map(contents).boxed();
        }
        _ => {}
    }

    let bits = match value_type {
        ValueType::Boolean => any::<bool>().prop_map(u64::from).boxed(),
        ValueType::Float => prop::num::f32::ANY.prop_map(|v| f64::from(v).to_bits()).boxed(),
        ValueType::Double => prop::num::f64::ANY.prop_map(f64::to_bits).boxed(),
        ValueType::Char => any::<u16>().prop_map(u64::from).boxed(),
        ValueType::Reference => (0..4u64).boxed(),
        _ => any::<i64>().prop_map(|v| v as u64).boxed(),
    };
    // An absent value without a receiver would leave its variable out, which is tested elsewhere.
    bits.prop_map(|bits| Some(Value::Bits(bits))).boxed()
}

const TYPES: [ValueType; 12] = [
    ValueType::Boolean,
    ValueType::Char,
    ValueType::Long,
    ValueType::Float,
    ValueType::Double,
    ValueType::Text,
    ValueType::Sequence(Element::Boolean),
    ValueType::Sequence(Element::Float),
    ValueType::Sequence(Element::Text),
    ValueType::Bag(Element::Double),
    ValueType::Bag(Element::Text),
    ValueType::Bag(Element::Reference),
];

proptest! {
    #[test]
    fn what_is_exported_imports_to_the_same_data(
        correct in prop::collection::vec(("[a-c\"\\\\é]", 0..9u32, TYPES.map(value)), 1..20),
        incorrect in prop::collection::vec((0..3usize, "[a-c]", 0..9u32, TYPES.map(value)), 0..20),
    ) {
        let variables = TYPES.iter().enumerate().map(|(i, &t)| Variable::new(format!("v{i}"), t)).collect();
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
            units.push(unit);
        }
        for (i, unit) in units.into_iter().enumerate() {
            let (info, records) = unit.finish(i as u64);
            layout.check(&records).unwrap();
            store.add(&info, layout.runs(&records, 1000)).unwrap();
        }
        let before = assemble(&store, &Settings::default()).unwrap();
        let mut text = Vec::new();
        export(&store, &before, &mut text).unwrap();
        let mut again = Store::in_memory().unwrap();
        import(&mut again, text.as_slice(), "f", 1 << 20).unwrap();
        let after = assemble(&again, &Settings::default()).unwrap();
        prop_assert_eq!((&before.mutants, &before.tests, &before.dataset.origins), (&after.mutants, &after.tests, &after.dataset.origins));
        prop_assert_eq!(&before.dataset.schema, &after.dataset.schema);
        prop_assert_eq!(&before.dataset.texts, &after.dataset.texts);
        for (a, b) in before.dataset.columns.iter().zip(&after.dataset.columns) {
            prop_assert_eq!(bits(&a.values), bits(&b.values));
        }
    }
}

/// Values as they are compared: NaN equals itself.
fn bits(values: &Values) -> Vec<u64> {
    match values {
        Values::Boolean(b) => b.words.clone(),
        Values::Integral(v) => v.iter().map(|&x| x as u64).collect(),
        Values::Real(v) => v.iter().map(|x| x.to_bits()).collect(),
        Values::Text(ids) => ids.iter().map(|&id| id.into()).collect(),
        Values::Sequence { offsets, items } => offsets.iter().map(|&o| o.into()).chain(bits(items)).collect(),
    }
}

const CONTENTS: &str = r#"{"schemaVersion":1,"method":"C#m()","variables":[{"name":"s","type":"reference"},{"name":"s[*]","type":"text","receiver":"s"},{"name":"a","type":"reference"},{"name":"a[*]","type":"text[]","receiver":"a"},{"name":"b","type":"reference"},{"name":"b[*]","type":"byte{}","receiver":"b"}]}"#;

fn contents_state(values: &str) -> String {
    format!(r#"{{"correct":true,"test":"t","mutant":null,"pair":0,"values":[{values}]}}"#)
}

#[test]
fn contents_are_strings_and_arrays() {
    let store = read(
        &[CONTENTS, &contents_state(r#"1,"a\ud83d\ude00\udc00é",2,[null,"","b"],3,[2,-1]"#), &contents_state("0,null,0,null,0,null")]
            .join("\n"),
    )
    .unwrap();
    let a = assemble(&store, &Settings::default()).unwrap();
    assert_eq!(a.variables_left_out, []);
    let text = a.dataset.texts.get(1).unwrap();
    assert_eq!(text.units(), [0x61, 0xd83d, 0xde00, 0xdc00, 0xe9]);
    assert_eq!(a.dataset.columns[1].values, Values::Text(vec![1, 0]));
    let sequence = |offsets: [u32; 3], items| Values::Sequence { offsets: offsets.into(), items: Box::new(items) };
    assert_eq!(a.dataset.columns[3].values, sequence([0, 3, 3], Values::Text(vec![0, 2, 3])));
    assert_eq!(a.dataset.columns[5].values, sequence([0, 2, 2], Values::Integral(vec![-1, 2])));
    let mut text = Vec::new();
    export(&store, &a, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains(r#""values":[1,"a😀\udc00é",2,[null,"","b"],3,[-1,2]]"#), "{text}");
    assert!(text.contains(r#""values":[0,null,0,null,0,null]"#), "{text}");
}

#[test]
fn contents_of_another_type_are_refused() {
    let cases = [
        ("1,2,0,null,0,null", "invalid type: integer `2`, expected a string for the text `s[*]`"),
        ("0,null,1,\"x\",0,null", "invalid type: string \"x\", expected an array, each element a string for the text[] `a[*]`"),
        ("0,null,1,[1],0,null", "invalid type: integer `1`, expected an array, each element a string"),
        ("0,null,0,null,1,[128]", "invalid value: integer `128`, expected an array, each element an integer in the range of byte"),
        ("0,null,0,null,1,[null]", "invalid type: null, expected an array, each element an integer"),
        ("0,\"x\",0,null,0,null", "`s[*]` has a value although `s`"),
    ];
    for (values, expected) in cases {
        let message = refusal(&[CONTENTS, &contents_state(values)]);
        assert!(message.starts_with("states.jsonl, line 2, column ") && message.contains(expected), "{values}: {message}");
    }
    let mut spoiled = [CONTENTS, &contents_state("1,\"~\",0,null,0,null")].join("\n").into_bytes();
    *spoiled.iter_mut().find(|b| **b == b'~').unwrap() = 0xff;
    let message = import(&mut Store::in_memory().unwrap(), spoiled.as_slice(), "f", 1 << 20).unwrap_err().message;
    assert!(message.starts_with("f, line 2, column ") && message.contains("expected a string"), "{message}");
}

#[test]
fn contents_beyond_the_bound_of_a_record_are_refused() {
    let long = format!("1,\"{}\",0,null,0,null", "x".repeat(MAX_TAIL_BYTES / 2 + 1));
    let message = refusal(&[CONTENTS, &contents_state(&long)]);
    assert!(message.starts_with("states.jsonl, line 2, column 1: the contents of the state take 1048578 bytes"), "{message}");
}

#[test]
fn mutants_without_states_are_named_in_the_header() {
    let header = HEADER.replace("]}", r#"],"mutants":["m0","m1"]}"#);
    let state = r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[1,2]}"#;
    let late = r#"{"correct":false,"test":"t","mutant":"m2","pair":0,"values":[1,3]}"#;
    let m1 = r#"{"correct":false,"test":"t","mutant":"m1","pair":0,"values":[2,2]}"#;
    let store = read(&[&header, state, late, m1].join("\n")).unwrap();
    let a = assemble(&store, &Settings::default()).unwrap();
    assert_eq!(a.mutants.iter().map(|m| (m.id.as_str(), m.reached)).collect::<Vec<_>>(), [("m0", false), ("m1", true), ("m2", true)]);
    let mut text = Vec::new();
    export(&store, &a, &mut text).unwrap();
    assert!(String::from_utf8(text).unwrap().lines().next().unwrap().ends_with(r#","mutants":["m0","m1","m2"]}"#));
    let message = refusal(&[&header.replace("m1", "m0"), state]);
    assert_eq!(message, "states.jsonl, line 1: the header names the mutant \"m0\" twice");
}

#[test]
fn constants_of_the_program_are_kept() {
    let header = HEADER.replace("]}", r#"],"constants":{"integers":[7,-9000000000],"texts":["a\"b"]}}"#);
    let store = read(&[&header, r#"{"correct":true,"test":"t","mutant":null,"pair":0,"values":[1,2]}"#].join("\n")).unwrap();
    let a = assemble(&store, &Settings::default()).unwrap();
    let expected = Constants { integers: vec![7, -9_000_000_000], texts: vec!["a\"b".into()], ..Constants::default() };
    assert_eq!(a.dataset.constants, expected);
    let mut text = Vec::new();
    export(&store, &a, &mut text).unwrap();
    assert_eq!(assemble(&read(&String::from_utf8(text).unwrap()).unwrap(), &Settings::default()).unwrap().dataset.constants, expected);
    assert!(refusal(&[&HEADER.replace("]}", r#"],"constants":{"chars":[1]}}"#)]).contains("unknown field `chars`"));
}
