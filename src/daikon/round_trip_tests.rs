//! What is written in the format of Daikon's traces is read back as it was.

use super::dtrace::{Reader, Reading};
use super::format_tests::cell;
use super::writer;
use crate::evidence::dataset::Bits;
use crate::evidence::schema::integer_types;
use crate::evidence::text::TextPool;
use crate::invariants::samples::{Column, Data, Kind, Place, PointName, Samples, Shape, Variable};
use crate::invariants::texts::Texts;
use crate::invariants::trace::{Point, Trace};
use proptest::prelude::*;

/// A column of values, some absent: as many rows as there are numbers.
fn column(kind: Kind, shape: Shape, numbers: &[Option<Vec<i64>>], texts: i64) -> Column {
    let mut data = Data::empty(kind, shape);
    let mut present = Bits::zeros(numbers.len());
    let integer = |n: i64| match kind {
        Kind::Boolean => n & 1,
        Kind::Text | Kind::ClassName => n.rem_euclid(texts + 1),
        _ => n,
    };
    for (row, list) in numbers.iter().enumerate() {
        let Some(list) = list else {
            data.push_absent();
            continue;
        };
        present.set(row, true);
        match &mut data {
            Data::Integers(values) => values.push(integer(list[0])),
            Data::Reals(values) => values.push(f64::from_bits(list[0] as u64)),
            Data::IntegerLists { offsets, items } => {
                items.extend(list.iter().map(|n| integer(*n)));
                offsets.push(items.len() as u32);
            }
            Data::RealLists { offsets, items } => {
                items.extend(list.iter().map(|n| f64::from_bits(*n as u64)));
                offsets.push(items.len() as u32);
            }
        }
    }
    Column { data, present: numbers.iter().any(Option::is_none).then_some(present) }
}

const ROWS: usize = 4;

fn kinds() -> impl Strategy<Value = Kind> {
    prop::sample::select(vec![Kind::Boolean, Kind::Integer, Kind::Reference, Kind::Real, Kind::Text, Kind::ClassName])
}

/// Kind, shape, whether it is never null, group, that of indices, and values.
type Drawn = (Kind, Shape, bool, Option<u64>, Option<u64>, Vec<Option<Vec<i64>>>);

fn variable() -> impl Strategy<Value = Drawn> {
    let shapes = prop::sample::select(vec![Shape::Scalar, Shape::Sequence, Shape::Bag]);
    let number = prop_oneof![Just(0), Just(i64::MIN), Just(i64::MAX), -3..4i64, any::<i64>()];
    let values = prop::collection::vec(prop::option::of(prop::collection::vec(number, 1..4)), ROWS);
    (kinds(), shapes, any::<bool>(), prop::option::of(0..5u64), prop::option::of(0..5u64), values)
}

fn samples(drawn: &[Drawn], texts: i64) -> Samples {
    let mut samples = Samples { rows: ROWS, ..Samples::default() };
    for (i, (kind, shape, non_null, group, index_group, values)) in drawn.iter().enumerate() {
        let end = if *shape == Shape::Scalar { "" } else { "[]" };
        let mut variable = Variable::new(format!("v {i}\\_x\u{e9}{end}"), *kind, *shape);
        (variable.non_null, variable.group) = (*non_null, *group);
        // What is written has a type of Java.
        variable.range = (*kind == Kind::Integer).then(|| integer_types().nth(i % integer_types().count()).expect("one of them").1);
        variable.index_group = index_group.filter(|_| *shape != Shape::Scalar);
        samples.push(variable, column(*kind, *shape, values, texts));
    }
    samples
}

/// What of a trace is to come back. NaN is one number here.
fn seen(trace: &Trace) -> String {
    let variables = |p: &Point| p.samples.variables.iter().map(|v| format!("{v:?}")).collect::<Vec<_>>();
    let rows = |p: &Point| {
        let cells = (0..p.samples.variables.len()).flat_map(|v| (0..p.samples.rows).map(move |row| (v, row)));
        cells.map(|(v, row)| cell(trace, &p.samples, v, row)).collect::<Vec<_>>()
    };
    trace.points.iter().map(|p| format!("{} {:?} {:?}\n", p.name, variables(p), rows(p))).collect()
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        entry in prop::collection::vec(variable(), 0..4),
        exit in prop::collection::vec(variable(), 0..4),
        other in prop::collection::vec(variable(), 1..4),
        texts in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..4), 0..4),
    ) {
        let mut pool = TextPool::default();
        for units in &texts {
            pool.intern(units);
        }
        let (texts, _) = Texts::of(&pool);
        let count = texts.len() as i64;
        let point = |place, method: &str, drawn: &[Drawn]| Point::new(PointName { method: method.into(), place }, samples(drawn, count));
        let method = "p.C.m(int, java.lang.String)";
        let points = vec![point(Place::Entry, method, &entry), point(Place::ExitAt(7), method, &exit), point(Place::Object, "p.C", &other)];
        let mut trace = Trace { texts, points, parents: Vec::new() };
        let mut file = writer::HEADER.as_bytes().to_vec();
        writer::write(&trace, &mut file).expect("memory");
        let mut reader = Reader::new(Reading::default());
        reader.read("f", &file[..]).expect("is a trace");
        let read = reader.finish().expect("has points");
        prop_assert_eq!((read.exits_without_entry, read.entries_without_exit, read.truncated.len()), (0, 0, 0));
        // What the reader adds: the entry's values at the exit, which is the only one.
        let entries = trace.points[0].samples.clone();
        let rows: Vec<u32> = (0..ROWS as u32).collect();
        super::invocations::add_entry_values(&mut trace.points[1].samples, &entries, &rows);
        trace.points[1].name.place = Place::Exit;
        prop_assert_eq!(seen(&read.trace), seen(&trace));
    }
}

#[test]
fn exits_by_line_are_written_with_the_entries_that_are_theirs() {
    let column = |values: &[i64]| Column { data: Data::Integers(values.to_vec()), present: None };
    let of = |values: &[i64]| {
        let mut samples = Samples { rows: values.len(), ..Samples::default() };
        samples.push(Variable::new("x", Kind::Integer, Shape::Scalar), column(values));
        samples
    };
    let name = |place| PointName { method: "C.m(int)".into(), place };
    let exit =
        |line, rows: &[u32], values: &[i64]| Point { entry_rows: Some(rows.to_vec()), ..Point::new(name(Place::ExitAt(line)), of(values)) };
    let all = Point::new(name(Place::Exit), of(&[11, 12, 13]));
    // The state of row 1 was seen at both.
    let points = vec![Point::new(name(Place::Entry), of(&[1, 2, 3])), exit(4, &[0, 1], &[11, 12]), exit(6, &[1, 2], &[12, 13]), all];
    let mut file = writer::HEADER.as_bytes().to_vec();
    writer::write(&Trace { texts: Texts::default(), points, parents: Vec::new() }, &mut file).expect("memory");
    let mut reader = Reader::new(Reading::default());
    reader.read("f", &file[..]).expect("is a trace");
    let read = reader.finish().expect("has points").trace;
    let seen: Vec<(String, Vec<i64>)> = read
        .points
        .iter()
        .map(|p| {
            let v = p.samples.find("orig(x)").or_else(|| p.samples.find("x")).expect("x");
            let Data::Integers(values) = &p.samples.columns[v].data else { panic!("numbers") };
            (p.name.to_string(), values.clone())
        })
        .collect();
    let expected = [
        ("C.m(int):::ENTER", vec![1, 2, 2, 3]),
        ("C.m(int):::EXIT4", vec![1, 2]),
        ("C.m(int):::EXIT6", vec![2, 3]),
        ("C.m(int):::EXIT", vec![1, 2, 2, 3]),
    ];
    assert_eq!(seen, expected.map(|(name, values)| (name.to_owned(), values)));
}
