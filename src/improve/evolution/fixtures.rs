//! Evidence for tests: states of small methods over grids of inputs.

use crate::assertion::ast::{BinaryOp, Expr};
use crate::evidence::dataset::{Column, Dataset, Origin, Values};
use crate::evidence::schema::{Schema, ValueType, Variable};

/// A method, or a mutant of it, over ints.
pub type IntMethod<'a> = &'a dyn Fn(&[i64]) -> i64;

/// States of an int method of int parameters: correct ones by `method`, incorrect ones by `mutants`. Variables are the parameters
/// and then `result`. What evidence assembly drops is dropped: duplicates, and incorrect states that are correct ones.
pub fn int_method(parameters: &[&str], inputs: &[Vec<i64>], method: IntMethod, mutants: &[IntMethod]) -> Dataset {
    let state = |input: &[i64], result: i64| [input, &[result]].concat();
    let correct: Vec<Vec<i64>> = inputs.iter().map(|i| state(i, method(i))).collect();
    let mut incorrect: Vec<Vec<i64>> = Vec::new();
    let mut origins = Vec::new();
    for (mutant, f) in (0..).zip(mutants) {
        for (test, input) in (0..).zip(inputs) {
            let s = state(input, f(input));
            if !correct.contains(&s) && !incorrect.contains(&s) {
                incorrect.push(s);
                origins.push(Origin { mutant, test, pair: Some(test) });
            }
        }
    }
    let names = parameters.iter().copied().chain(["result"]);
    let variables = names.map(|name| variable(name, ValueType::Int)).collect();
    let rows: Vec<&Vec<i64>> = correct.iter().chain(&incorrect).collect();
    let columns =
        (0..=parameters.len()).map(|v| Column { values: Values::Integral(rows.iter().map(|r| r[v]).collect()), present: None }).collect();
    Dataset {
        explored: false,
        schema: Schema { method: "Sample#method".into(), variables },
        rows: rows.len(),
        correct: correct.len(),
        columns,
        origins,
        texts: Default::default(),
        correct_tests: Vec::new(),
        constants: Default::default(),
    }
}

/// Correct states only, as many as the columns are long, each of a test of its own.
pub fn correct_states(columns: Vec<(&str, ValueType, Values)>) -> Dataset {
    let rows = columns[0].2.len();
    Dataset {
        explored: false,
        schema: Schema { method: "Sample#method".into(), variables: columns.iter().map(|(name, ty, _)| variable(name, *ty)).collect() },
        rows,
        correct: rows,
        columns: columns.into_iter().map(|(_, _, values)| Column { values, present: None }).collect(),
        origins: Vec::new(),
        texts: Default::default(),
        correct_tests: (0..rows).map(|i| 1 << i).collect(),
        constants: Default::default(),
    }
}

pub fn variable(name: &str, value_type: ValueType) -> Variable {
    Variable { name: name.into(), value_type, receiver: None, java: None, entry: None, java_type: None }
}

/// All vectors of `n` values from the range.
pub fn grid(n: usize, range: std::ops::RangeInclusive<i64>) -> Vec<Vec<i64>> {
    (0..n).fold(vec![vec![]], |all, _| all.iter().flat_map(|v| range.clone().map(move |x| [&v[..], &[x]].concat())).collect())
}

/// `int min(int x, int y)` with mutants that return x, y, something smaller, 0 and the maximum: variables x (0), y (1), result (2).
pub fn min_method() -> Dataset {
    int_method(
        &["x", "y"],
        &grid(2, -4..=4),
        &|v| v[0].min(v[1]),
        &[&|v| v[0], &|v| v[1], &|v| v[0].min(v[1]) - 1, &|_| 0, &|v| v[0].max(v[1]), &|v| v[0].min(v[1]) + 1],
    )
}

pub fn var(id: u32) -> Expr {
    Expr::Var(id)
}

pub fn bin(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::binary(op, a, b)
}

/// One pair of states with a variable of every kind: x int (0), d double (1), b boolean (2), r and q references (3, 4). The incorrect
/// state differs from its correct one in `d` and in `r`.
pub fn every_kind() -> Dataset {
    let mut bits = crate::evidence::dataset::Bits::zeros(2);
    (0..2).for_each(|row| bits.set(row, true));
    let column = |values| Column { values, present: None };
    let names = [
        ("x", ValueType::Int),
        ("d", ValueType::Double),
        ("b", ValueType::Boolean),
        ("r", ValueType::Reference),
        ("q", ValueType::Reference),
    ];
    Dataset {
        explored: false,
        schema: Schema { method: "Sample#kinds".into(), variables: names.map(|(name, ty)| variable(name, ty)).into() },
        rows: 2,
        correct: 1,
        columns: vec![
            column(Values::Integral(vec![7, 7])),
            column(Values::Real(vec![0.5, 1.5])),
            column(Values::Boolean(bits)),
            column(Values::Integral(vec![1, 0])),
            column(Values::Integral(vec![2, 2])),
        ],
        origins: vec![Origin { mutant: 0, test: 0, pair: Some(0) }],
        texts: Default::default(),
        correct_tests: Vec::new(),
        constants: Default::default(),
    }
}
