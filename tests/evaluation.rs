//! Evaluation by columns is the interpreter, on all states at once: same truth of every assertion in every state, at every level of
//! the processor.

use super::support::{assertion, entangled_assertion, row, schema};
use oraculum::assertion::ast::{Expr, Type};
use oraculum::assertion::eval;
use oraculum::assertion::eval::frame::Frame;
use oraculum::assertion::eval::kernel::{Kernels, Level};
use oraculum::assertion::eval::{deficiencies::Deficiencies, forest::Forest};
use oraculum::assertion::interpret::{self, Value};
use oraculum::evidence::dataset::{Bits, Column, Dataset, Values};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

type Row = Vec<Option<Value<'static>>>;

/// The rows as columns; the first `correct` of them are the correct states.
fn dataset(rows: &[Row], correct: usize) -> Dataset {
    let schema = schema();
    let columns = schema
        .variables
        .iter()
        .enumerate()
        .map(|(v, variable)| {
            let mut present = Bits::zeros(rows.len());
            let mut bits = Bits::zeros(rows.len());
            let (mut integral, mut real) = (vec![0; rows.len()], vec![0.0; rows.len()]);
            for (i, row) in rows.iter().enumerate() {
                present.set(i, row[v].is_some());
                match row[v] {
                    None => {}
                    Some(Value::Boolean(x)) => bits.set(i, x),
                    Some(Value::Int(x)) => integral[i] = x.into(),
                    Some(Value::Long(x) | Value::Reference(x)) => integral[i] = x,
                    Some(Value::Float(x)) => real[i] = x.into(),
                    Some(Value::Double(x)) => real[i] = x,
                    ref other => panic!("no such values here: {other:?}"),
                }
            }
            let values = match Type::from(variable.value_type) {
                Type::Boolean => Values::Boolean(bits),
                Type::Float | Type::Double => Values::Real(real),
                _ => Values::Integral(integral),
            };
            let present = variable.receiver.is_some().then_some(present);
            Column { values, present }
        })
        .collect();
    Dataset {
        explored: false,
        schema,
        rows: rows.len(),
        correct,
        columns,
        origins: vec![],
        texts: Default::default(),
        correct_tests: Vec::new(),
        constants: Default::default(),
    }
}

fn check(expr: &Expr, data: &Dataset) -> Result<(), TestCaseError> {
    let expected: Vec<bool> = (0..data.rows).map(|row| interpret::holds(expr, data, row)).collect();
    let deficiencies = Deficiencies {
        false_positives: expected[..data.correct].iter().filter(|&&b| !b).count() as u32,
        false_negatives: expected[data.correct..].iter().filter(|&&b| b).count() as u32,
    };
    for level in Level::available() {
        let (bits, counted) = eval::evaluate_with(Kernels::of(level).unwrap(), data, expr);
        let actual: Vec<bool> = (0..data.rows).map(|row| bits.get(row)).collect();
        prop_assert_eq!(&actual, &expected, "{:?}", level);
        prop_assert_eq!(counted, deficiencies, "{:?}", level);
    }
    Ok(())
}

/// Rows and how many of them are correct; often not a multiple of a word.
fn evidence() -> impl Strategy<Value = (Vec<Row>, usize)> {
    proptest::collection::vec(row(), 1..150).prop_flat_map(|rows| {
        let all = rows.len();
        (Just(rows), 0..=all)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn columns_and_interpreter_agree_on_every_state(expr in assertion(), (rows, correct) in evidence()) {
        check(&expr, &dataset(&rows, correct))?;
    }

    #[test]
    fn columns_and_interpreter_agree_on_entangled_comparisons(expr in entangled_assertion(), (rows, correct) in evidence()) {
        check(&expr, &dataset(&rows, correct))?;
    }

    /// Trees that share subtrees, evaluated together and in two portions with a compaction between them, are what each is alone.
    #[test]
    fn a_forest_evaluates_each_of_its_trees(
        first in proptest::collection::vec(assertion(), 1..12),
        second in proptest::collection::vec(entangled_assertion(), 1..12),
        (rows, correct) in evidence(),
    ) {
        let data = dataset(&rows, correct);
        let frame = Frame::new(&data);
        for keeps_all in [true, false] {
            let mut forest = Forest::keeping(&frame, Kernels::best(), keeps_all);
            let mut trees = Vec::new();
            for portion in [&first, &second, &first] {
                for expr in portion {
                    trees.push((forest.add_expr(expr).unwrap(), expr));
                }
                prop_assert!(forest.evaluate(&frame, trees.iter().map(|t| t.0), &|| false));
                // Every second tree is dropped.
                let mut keep = false;
                trees.retain(|_| { keep = !keep; keep });
                let renumbering = forest.retain(trees.iter().map(|t| t.0));
                trees.iter_mut().for_each(|t| t.0 = renumbering[t.0 as usize]);
            }
            for (root, expr) in trees {
                let bits = frame.to_dataset_rows(&forest.bits(root));
                for row in 0..data.rows {
                    prop_assert_eq!(bits.get(row), interpret::holds(expr, &data, row));
                }
            }
        }
    }
}

/// More than one block of rows, the last one short.
#[test]
fn many_states_are_evaluated_block_by_block() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let few: Vec<Row> = (0..97).map(|_| row().new_tree(&mut runner).unwrap().current()).collect();
    let rows: Vec<Row> = (0..7001).map(|i| few[(i * i + i / 97) % 97].clone()).collect();
    let data = dataset(&rows, 3000);
    for _ in 0..40 {
        let expr = assertion().new_tree(&mut runner).unwrap().current();
        check(&expr, &data).unwrap();
    }
}
