//! What is written reads back; what is no record is refused with its place.

use super::*;
use crate::evidence::schema::{Element, Variable};
use proptest::prelude::*;

fn schema(types: &[ValueType]) -> Schema {
    let variables = types.iter().enumerate().map(|(i, &t)| Variable::new(format!("v{i}"), t)).collect();
    Schema { method: "C#m()".into(), variables }
}

fn scalar(value_type: ValueType) -> BoxedStrategy<u64> {
    match value_type {
        ValueType::Boolean => any::<bool>().prop_map(u64::from).boxed(),
        ValueType::Byte => any::<i8>().prop_map(|v| v as i64 as u64).boxed(),
        ValueType::Short => any::<i16>().prop_map(|v| v as i64 as u64).boxed(),
        ValueType::Char => any::<u16>().prop_map(u64::from).boxed(),
        ValueType::Int => any::<i32>().prop_map(|v| v as i64 as u64).boxed(),
        ValueType::Long => any::<i64>().prop_map(|v| v as u64).boxed(),
        ValueType::Reference => (0..5u64).boxed(),
        ValueType::Float => prop::num::f32::ANY.prop_map(|v| f64::from(v).to_bits()).boxed(),
        ValueType::Double => prop::num::f64::ANY.prop_map(f64::to_bits).boxed(),
        contents => panic!("{contents} is no scalar"),
    }
}

fn text() -> BoxedStrategy<Vec<u8>> {
    let unit = prop_oneof![0..3u16, any::<u16>()];
    prop::collection::vec(unit, 0..4).prop_map(|units| units.into_iter().flat_map(u16::to_le_bytes).collect()).boxed()
}

fn elements(element: Element) -> BoxedStrategy<Vec<u8>> {
    if element != Element::Text {
        return prop::collection::vec(scalar(element.into()), 0..5)
            .prop_map(|values| values.into_iter().flat_map(u64::to_le_bytes).collect())
            .boxed();
    }
    let joined = |texts: Vec<Option<Vec<u8>>>| {
        let mut bytes = Vec::new();
        texts.iter().for_each(|t| contents::push_text(&mut bytes, t.as_deref()));
        bytes
    };
    prop::collection::vec(prop::option::of(text()), 0..4).prop_map(joined).boxed()
}

fn value_of(value_type: ValueType) -> BoxedStrategy<Value<'static>> {
    let contents = |bytes: Vec<u8>| Value::Contents(bytes.into());
    match value_type {
        ValueType::Text => text().prop_map(contents).boxed(),
        ValueType::Sequence(e) | ValueType::Bag(e) => elements(e).prop_map(contents).boxed(),
        _ => scalar(value_type).prop_map(Value::Bits).boxed(),
    }
}

/// Every type there is.
fn all() -> Vec<ValueType> {
    let bracketed = Element::ALL.into_iter().flat_map(|e| [ValueType::Sequence(e), ValueType::Bag(e)]);
    Element::ALL.into_iter().map(ValueType::from).chain(bracketed).collect()
}

/// What reading gives of a value as written.
fn canonical_value(value_type: ValueType, value: &Value) -> Value<'static> {
    match value {
        Value::Contents(bytes) => Value::Contents(Cow::Owned(canonical(value_type, bytes).into_owned())),
        Value::Bits(bits) => {
            let nan = matches!(value_type, ValueType::Float | ValueType::Double) && f64::from_bits(*bits).is_nan();
            Value::Bits(if nan { CANONICAL_NAN } else { *bits })
        }
    }
}

type Row = (u32, u32, u16, Vec<Option<Value<'static>>>);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let values: Vec<_> = all().into_iter().map(|t| prop::option::of(value_of(t))).collect();
    prop::collection::vec((any::<u32>(), any::<u32>(), any::<u16>(), values), 0..12)
}

fn batch_of(layout: &Layout, rows: &[Row]) -> Vec<u8> {
    let mut batch = Vec::new();
    for (test, invocation, exit, values) in rows {
        layout.write_values(&mut batch, *test, *invocation, *exit, values);
    }
    batch
}

proptest! {
    #[test]
    fn records_read_back_as_written(rows in rows()) {
        let layout = Layout::new(&schema(&all()));
        let batch = batch_of(&layout, &rows);
        prop_assert_eq!(layout.check(&batch), Ok(rows.len()));
        let mut at = 0;
        for (record, (test, invocation, exit, values)) in layout.records(&batch).zip(&rows) {
            prop_assert_eq!((record.test, record.invocation, record.exit), (*test, *invocation, *exit));
            for (i, (value, value_type)) in values.iter().zip(all()).enumerate() {
                prop_assert_eq!(record.value(i, value_type), value.as_ref().map(|v| canonical_value(value_type, v)));
                prop_assert_eq!(record.has(i), value.is_some());
            }
            prop_assert_eq!(layout.record_at(&batch, at).invocation, *invocation);
            at += record.bytes();
        }
        prop_assert_eq!(at, batch.len());
    }

    #[test]
    fn runs_are_the_batch_in_whole_records(rows in rows(), bytes in 0..4000usize) {
        let layout = Layout::new(&schema(&all()));
        let batch = batch_of(&layout, &rows);
        let runs: Vec<&[u8]> = layout.runs(&batch, bytes).collect();
        prop_assert_eq!(runs.concat(), batch.clone());
        let counts: Vec<usize> = runs.iter().map(|r| layout.check(r).unwrap()).collect();
        prop_assert!(runs.iter().zip(&counts).all(|(r, &n)| r.len() <= bytes || n == 1));
        prop_assert_eq!(counts.iter().sum::<usize>(), rows.len());
    }

    #[test]
    fn no_batch_makes_checking_or_reading_panic(
        rows in rows(),
        noise in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let layout = Layout::new(&schema(&all()));
        let mut batch = batch_of(&layout, &rows);
        for (at, byte) in noise {
            if !batch.is_empty() {
                let at = at.index(batch.len());
                batch[at] = byte;
            }
        }
        batch.truncate(cut.index(batch.len() + 1));
        let checked = layout.check(&batch);
        let read: Vec<Vec<_>> =
            layout.records(&batch).map(|r| all().into_iter().enumerate().map(|(i, t)| r.value(i, t)).collect()).collect();
        prop_assert!(checked.is_err() || checked == Ok(read.len()));
    }

    #[test]
    fn no_bytes_make_checking_or_reading_panic(batch in prop::collection::vec(any::<u8>(), 0..400)) {
        let layout = Layout::new(&schema(&all()));
        let _ = layout.check(&batch);
        prop_assert!(layout.records(&batch).count() <= batch.len() / layout.fixed_bytes());
    }
}

fn refusal(types: &[ValueType], spoil: impl Fn(&mut Vec<u8>)) -> String {
    let layout = Layout::new(&schema(types));
    let mut batch = Vec::new();
    layout.write(&mut batch, 0, 0, 0, &vec![Some(0); types.len()]);
    layout.write(&mut batch, 0, 1, 0, &vec![Some(0); types.len()]);
    spoil(&mut batch);
    layout.check(&batch).unwrap_err().message
}

#[test]
fn a_truncated_batch_is_refused() {
    let message = refusal(&[ValueType::Int], |b| b.truncate(b.len() - 1));
    assert_eq!(message, "the batch of state records ends within a record: 22 bytes are left where a record has 23");
    let message = refusal(&[ValueType::Int], |b| b.truncate(25));
    assert_eq!(message, "the batch of state records ends within a record: 2 bytes are left where a record has 23");
}

#[test]
fn a_record_of_another_schema_is_refused_with_its_place() {
    let message = refusal(&[ValueType::Int], |b| b[23] = 27);
    assert_eq!(message, "state record at byte 23 says it is 27 bytes long: a record of this schema (1 variables) is 19");
    let message = refusal(&[ValueType::Text], |b| b[23..27].fill(0xff));
    assert_eq!(message, "state record at byte 23 says it is 4294967295 bytes long: a record of this schema (1 variables) is 19 to 1048595");
}

#[test]
fn a_value_outside_its_type_is_refused_with_the_variable() {
    let message = refusal(&[ValueType::Long, ValueType::Byte], |b| {
        let last = b.len() - 8;
        b[last] = 200;
    });
    assert_eq!(message, "state record 1 of the batch: the bits 0xc8 are no byte (variable `v1`)");
}

#[test]
fn presence_bits_past_the_last_variable_are_refused() {
    let message = refusal(&[ValueType::Int], |b| b[14] = 0b11);
    assert_eq!(message, "state record 0 of the batch: presence bits are set past the last of 1 variables");
}

/// A record with a sequence of two ints and a text of one character; slots begin at byte 15, the tail at 31.
fn tail_refusal(spoil: impl Fn(&mut Vec<u8>)) -> String {
    let layout = Layout::new(&schema(&[ValueType::Sequence(Element::Int), ValueType::Text]));
    let mut batch = Vec::new();
    let contents = |bytes: &[u8]| Some(Value::Contents(bytes.to_vec().into()));
    layout.write_values(&mut batch, 0, 0, 0, &[contents(&[1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]), contents(&[65, 0])]);
    assert_eq!((layout.check(&batch), batch.len()), (Ok(1), 49));
    spoil(&mut batch);
    layout.check(&batch).unwrap_err().message
}

#[test]
fn tails_that_overlap_have_gaps_or_end_early_are_refused() {
    let of = "state record 0 of the batch: ";
    let overlapping = tail_refusal(|b| b[23] = 8);
    assert_eq!(overlapping, format!("{of}the contents of `v1` begin at byte 8 of the tail, those before them end at 16"));
    let gap = tail_refusal(|b| b[19] = 1);
    assert_eq!(gap, format!("{of}the contents of `v1` begin at byte 16 of the tail, those before them end at 8"));
    let too_long = tail_refusal(|b| b[27] = 2);
    assert_eq!(too_long, format!("{of}the contents of `v1` (2 from byte 16 on) end past the tail of 18 bytes"));
    let unused = tail_refusal(|b| b[27] = 0);
    assert_eq!(unused, format!("{of}2 bytes of the tail belong to no variable"));
    let no_int = tail_refusal(|b| b[31 + 7] = 1);
    assert_eq!(no_int, format!("{of}the bits 0x100000000000001 are no element of a int[] (variable `v0`)"));
}

#[test]
fn an_element_that_is_a_text_must_end_within_the_tail() {
    let layout = Layout::new(&schema(&[ValueType::Sequence(Element::Text)]));
    let mut batch = Vec::new();
    let mut element = Vec::new();
    contents::push_text(&mut element, Some(&[65, 0]));
    layout.write_values(&mut batch, 0, 0, 0, &[Some(Value::Contents(element.into()))]);
    assert_eq!(layout.check(&batch), Ok(1));
    batch[23] = 2;
    let message = layout.check(&batch).unwrap_err().message;
    assert_eq!(message, "state record 0 of the batch: the contents of `v0` (1 from byte 0 on) end past the tail of 6 bytes");
}
