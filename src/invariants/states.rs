//! The correct states of a method as samples of its entry and exit.

use super::conditions;
use super::samples::{Column, Data, Derivation, Kind, Place, PointName, Samples, Shape, Var, Variable};
use super::texts::Texts;
use super::trace::{Point, Trace};
use crate::evidence::dataset::{self, Bits, Dataset, Values};
use crate::evidence::schema::{Element, Schema, ValueType, VarId};
use std::collections::BTreeMap;

/// The points of a method: its entry, made of what the states remember of it, and its exit; where it has several exits that are on lines of
/// their own, these, too. States are distinct, so that a sample is a state and not an invocation.
///
/// `exits`: in which correct states each normal exit was seen, by its number in bytecode order.
pub fn trace(data: &Dataset, exits: &BTreeMap<u16, Bits>) -> Trace {
    let (texts, places) = Texts::of(&data.texts);
    let exit = samples(data, &places, false);
    let entry = samples(data, &places, true);
    let method = data.schema.method.replace('#', ".");
    let name = |place| PointName { method: method.clone(), place };
    let mut points = Vec::new();
    if !entry.variables.is_empty() {
        points.push(Point::new(name(Place::Entry), entry));
    }
    let lines = by_line(&data.constants.exit_lines, exits);
    if lines.len() > 1 {
        for (line, seen) in &lines {
            let rows: Vec<u32> = (0..exit.rows).filter(|row| seen.get(*row)).map(|row| row as u32).collect();
            let others: Vec<u32> = (0..exit.rows).filter(|row| !seen.get(*row)).map(|row| row as u32).collect();
            let mut samples = exit.clone();
            samples.remove_rows(&others);
            points.push(Point { entry_rows: Some(rows), ..Point::new(name(Place::ExitAt(*line)), samples) });
        }
    }
    let first_exit = match &lines.values().collect::<Vec<_>>()[..] {
        // A state that both exits have is not of the one or the other.
        [one, other] if one.words.iter().zip(&other.words).all(|(a, b)| a & b == 0) => {
            Some((0..exit.rows).map(|row| one.get(row)).collect())
        }
        _ => None,
    };
    let conditions = conditions::formulas(&data.constants.conditions, &data.schema, &exit);
    points.push(Point { conditions, first_exit, ..Point::new(name(Place::Exit), exit) });
    Trace { texts, points, parents: Vec::new() }
}

/// The correct states that each line's exits were seen in; none if a line is not known.
fn by_line(lines: &[u32], exits: &BTreeMap<u16, Bits>) -> BTreeMap<u32, Bits> {
    let mut by_line: BTreeMap<u32, Bits> = BTreeMap::new();
    for (exit, seen) in exits {
        let Some(&line) = lines.get(usize::from(*exit)).filter(|line| **line > 0) else { return BTreeMap::new() };
        let of_line = by_line.entry(line).or_insert_with(|| Bits::zeros(seen.len));
        of_line.words.iter_mut().zip(&seen.words).for_each(|(all, one)| *all |= one);
    }
    by_line
}

/// The correct states' columns: all of them, or those of the entry only, under their names there. `places` are those of the texts.
pub fn samples(data: &Dataset, places: &[i64], entry_only: bool) -> Samples {
    let schema = &data.schema;
    let mut samples = Samples { rows: data.correct, ..Samples::default() };
    let mut vars: Vec<Option<Var>> = vec![None; schema.variables.len()];
    for (id, variable) in schema.variables.iter().enumerate() {
        let entry = is_entry_value(schema, id as VarId);
        if entry_only && !entry {
            continue;
        }
        let (kind, shape) = kind(variable.value_type);
        let Some(column) = column(&data.columns[id], data.correct, places) else { continue };
        let name = name(schema, id as VarId);
        let name = if entry && !entry_only { format!("orig({name})") } else { name };
        let mut new = Variable::new(name, kind, shape);
        new.entry = entry && !entry_only;
        // A text that is null is absent.
        new.non_null = kind == Kind::Text || matches!(variable.name.as_str(), "this" | "old_this");
        new.range = variable.value_type.range();
        new.source = Some(id as VarId);
        vars[id] = Some(samples.push(new, column));
    }
    for id in 0..schema.variables.len() {
        let contents = (0..schema.variables.len()).find(|c| schema.is_length_of(id as VarId, *c as VarId));
        if let (Some(length), Some(contents)) = (vars[id], contents.and_then(|c| vars[c])) {
            samples.variables[length].derivation = Some(Derivation::Length(contents));
            samples.variables[length].range = Some((0, i64::from(i32::MAX)));
        }
    }
    samples
}

/// Whether the variable is a value that the method had on entry.
pub fn is_entry_value(schema: &Schema, id: VarId) -> bool {
    let variable = &schema.variables[id as usize];
    variable.name.starts_with("old_") && (variable.entry.is_some() || variable.receiver.as_deref().is_some_and(|r| r.starts_with("old_")))
}

/// The schema with the names that entry values have at the entry, for text to be read there.
pub fn schema_at_entry(schema: &Schema) -> Schema {
    let mut at_entry = schema.clone();
    for id in 0..schema.variables.len() {
        if is_entry_value(schema, id as VarId) {
            let name = schema.variables[id].name.strip_prefix("old_").unwrap_or_default();
            at_entry.variables[id].java = Some(name.strip_suffix("[*]").unwrap_or(name).to_owned());
        }
    }
    at_entry
}

/// Daikon's name of a variable: `return`, `a[]`, `s.toString`, `size(a[])`.
fn name(schema: &Schema, id: VarId) -> String {
    let variable = &schema.variables[id as usize];
    let contents = (0..schema.variables.len() as VarId).find(|c| schema.is_length_of(id, *c));
    if let Some(contents) = contents {
        let of = name(schema, contents);
        return if schema.variables[contents as usize].value_type == ValueType::Text {
            format!("{of}.length()")
        } else {
            format!("size({of})")
        };
    }
    let own = if is_entry_value(schema, id) { variable.name.trim_start_matches("old_") } else { &variable.name };
    let own = match own.strip_prefix("result") {
        Some(rest) if rest.is_empty() || rest.starts_with(['.', '[']) => format!("return{rest}"),
        _ => own.to_owned(),
    };
    match variable.value_type {
        ValueType::Text => own.strip_suffix("[*]").map_or(own.clone(), |s| format!("{s}.toString")),
        _ => own.replace("[*]", "[]"),
    }
}

fn kind(value_type: ValueType) -> (Kind, Shape) {
    let of = |element: Element| match element {
        Element::Boolean => Kind::Boolean,
        Element::Byte | Element::Short | Element::Char | Element::Int | Element::Long => Kind::Integer,
        Element::Float | Element::Double => Kind::Real,
        Element::Reference => Kind::Reference,
        Element::Text => Kind::Text,
    };
    match value_type {
        ValueType::Boolean => (Kind::Boolean, Shape::Scalar),
        ValueType::Byte | ValueType::Short | ValueType::Char | ValueType::Int | ValueType::Long => (Kind::Integer, Shape::Scalar),
        ValueType::Float | ValueType::Double => (Kind::Real, Shape::Scalar),
        ValueType::Reference => (Kind::Reference, Shape::Scalar),
        ValueType::Text => (Kind::Text, Shape::Scalar),
        ValueType::Sequence(element) => (of(element), Shape::Sequence),
        ValueType::Bag(element) => (of(element), Shape::Bag),
    }
}

/// The first rows of a column; `None` if there are more elements than offsets can name.
fn column(column: &dataset::Column, rows: usize, places: &[i64]) -> Option<Column> {
    let integers = |values: &Values, count: usize| -> Option<Vec<i64>> {
        Some(match values {
            Values::Boolean(bits) => (0..count).map(|i| i64::from(bits.get(i))).collect(),
            Values::Integral(values) => values[..count].to_vec(),
            Values::Text(ids) => ids[..count].iter().map(|id| places[*id as usize]).collect(),
            Values::Real(_) | Values::Sequence { .. } => return None,
        })
    };
    let data = match &column.values {
        Values::Real(values) => Data::Reals(values[..rows].to_vec()),
        Values::Sequence { offsets, items } => {
            let offsets = offsets[..=rows].to_vec();
            let count = *offsets.last()? as usize;
            match &**items {
                Values::Real(values) => Data::RealLists { offsets, items: values[..count].to_vec() },
                items => Data::IntegerLists { items: integers(items, count)?, offsets },
            }
        }
        values => Data::Integers(integers(values, rows)?),
    };
    let present = column.present.as_ref().map(|p| (0..rows).map(|row| p.get(row)).collect::<Bits>());
    Some(Column { data, present })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::constants::Constants;
    use crate::evidence::schema::Variable as Declared;
    use crate::evidence::text::TextPool;
    use crate::invariants::settings::Settings;
    use crate::invariants::{PointInvariants, infer};

    /// States of `int m(int x) { if (x > 50) { return -1; } return x; }`.
    fn data(x: impl Fn(i64) -> i64, lines: &[u32]) -> Dataset {
        let xs: Vec<i64> = (0..40).map(x).collect();
        let results = xs.iter().map(|x| if *x > 50 { -1 } else { *x }).collect();
        let column = |values: Vec<i64>| dataset::Column { values: Values::Integral(values), present: None };
        let mut variables = ["x", "result", "old_x"].map(|name| Declared::new(name, ValueType::Int)).to_vec();
        variables[2].entry = Some("x".into());
        let constants = Constants { conditions: vec!["x > 50".into()], exit_lines: lines.to_vec(), ..Constants::default() };
        Dataset {
            schema: Schema { method: "C#m(int)".into(), variables },
            rows: 40,
            correct: 40,
            columns: vec![column(xs.clone()), column(results), column(xs)],
            origins: Vec::new(),
            texts: TextPool::default(),
            correct_tests: vec![1; 40],
            constants,
            explored: false,
        }
    }

    fn exits(data: &Dataset, of: impl Fn(i64) -> u16) -> BTreeMap<u16, Bits> {
        let Values::Integral(xs) = &data.columns[0].values else { panic!("numbers") };
        let rows = |exit: u16| xs.iter().map(|x| of(*x) == exit).collect::<Bits>();
        [0, 1].map(|exit| (exit, rows(exit))).into()
    }

    fn inferred(data: &Dataset, exits: &BTreeMap<u16, Bits>, settings: &Settings) -> Vec<PointInvariants> {
        infer(trace(data, exits), false, &Settings { objects: false, ..settings.clone() }).1
    }

    fn names(points: &[PointInvariants]) -> Vec<String> {
        points.iter().map(|p| p.name.to_string()).collect()
    }

    fn reported(point: &PointInvariants) -> usize {
        point.invariants.iter().filter(|i| i.is_reported()).count() + point.equalities.iter().filter(|e| e.is_reported()).count()
    }

    #[test]
    fn exits_have_points_of_their_own_where_they_are_several() {
        let large = |x: i64| u16::from(x <= 50);
        let data = data(|i| (i * 37) % 100, &[3, 5]);
        let taken = exits(&data, large);
        let points = inferred(&data, &taken, &Settings::default());
        assert_eq!(names(&points), ["C.m(int):::ENTER", "C.m(int):::EXIT3", "C.m(int):::EXIT5", "C.m(int):::EXIT"]);
        let samples: Vec<usize> = points[1..].iter().map(|p| p.samples.rows).collect();
        assert_eq!(samples[0] + samples[1], samples[2]);
        // What the exits return is what the condition decides.
        assert!(points[3].implications.iter().any(|i| i.equivalent || i.samples >= 7), "{:?}", points[3].implications);
        let alone = inferred(&data, &taken, &Settings { conditional: false, ..Settings::default() });
        for (exit, alone) in points[1..3].iter().zip(&alone[1..3]) {
            assert!(reported(alone) > reported(exit), "said by implications: {:?}", exit.invariants);
        }
        let off = Settings { exits_by_line: false, ..Settings::default() };
        assert_eq!(names(&inferred(&data, &taken, &off)), ["C.m(int):::ENTER", "C.m(int):::EXIT"]);
    }

    #[test]
    fn bounds_that_the_type_has_are_not_said() {
        let said = |value_type: ValueType| {
            // From 0 to 65535, both often.
            let mut data = data(|i| [0, 65535, i * 100, i][i as usize % 4], &[]);
            data.schema.variables[0].value_type = value_type;
            data.schema.variables[2].value_type = value_type;
            let (texts, points) = infer(trace(&data, &BTreeMap::new()), false, &Settings { objects: false, ..Settings::default() });
            let entry = points.iter().find(|p| p.name.to_string().ends_with("ENTER")).expect("an entry");
            let text =
                |i: &crate::invariants::found::Invariant| crate::daikon::notation::invariant(&i.candidate.formula, &entry.samples, &texts);
            entry.invariants.iter().filter(|i| i.is_reported()).map(text).collect::<Vec<_>>()
        };
        let (int, char) = (said(ValueType::Int), said(ValueType::Char));
        for bound in ["x >= 0", "x <= 65535"].map(str::to_owned) {
            assert!(int.contains(&bound), "{int:?}");
            assert!(!char.contains(&bound), "{char:?}");
        }
    }

    #[test]
    fn one_line_or_an_unknown_one_is_no_point() {
        for lines in [&[4, 4][..], &[0, 0], &[], &[4]] {
            let data = data(|i| (i * 37) % 100, lines);
            let points = inferred(&data, &exits(&data, |x| u16::from(x <= 50)), &Settings::default());
            assert_eq!(names(&points), ["C.m(int):::ENTER", "C.m(int):::EXIT"], "{lines:?}");
        }
    }

    #[test]
    fn an_exit_that_was_taken_by_chance_says_nothing() {
        // One sample at the first exit, which has nothing to do with x.
        let data = data(|i| (i * 37) % 50, &[3, 5]);
        let points = inferred(&data, &exits(&data, |x| u16::from(x != 37)), &Settings::default());
        assert_eq!((points[1].samples.rows, reported(&points[1])), (1, 0), "{:?}", points[1].invariants);
    }
}
