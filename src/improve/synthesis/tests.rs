//! What the synthesis promises, on small methods and on random evidence.

use super::*;
use crate::assertion::ast::BinaryOp::*;
use crate::evidence::dataset::{Column, Origin, Values};
use crate::evidence::schema::{Schema, ValueType};
use crate::improve::evolution::fixtures::{bin, grid, int_method, min_method, variable};
use proptest::prelude::*;
use std::time::Instant;

fn synthesized(dataset: &Dataset) -> Synthesis {
    let pool = Pool::new(1).unwrap();
    synthesize(dataset, &Settings::default(), 50, &pool, &Control::unlimited())
}

fn assert_perfect(name: &str, dataset: &Dataset, most_nodes: usize) -> Synthesis {
    let start = Instant::now();
    let found = synthesized(dataset);
    let text = crate::assertion::render::render(&found.assertion, &dataset.schema);
    println!("{name}: {text}; {} atoms, {} candidates, {:?}, {:?}", found.floor.atoms, found.candidates, found.limits, start.elapsed());
    assert_eq!((found.false_negatives, found.gap()), (0, 0), "{name}: {text}");
    assert!(found.assertion.size() <= most_nodes, "{name}: {text}");
    found
}

#[test]
fn min_abs_and_clamp_are_specified_perfectly() {
    assert_perfect("min", &min_method(), 15);
    let abs =
        int_method(&["x"], &grid(1, -40..=40), &|v| v[0].abs(), &[&|v| v[0], &|v| -v[0], &|v| -v[0].abs(), &|v| v[0].abs() + 1, &|_| 0]);
    assert_perfect("abs", &abs, 12);
    let inputs: Vec<Vec<i64>> = grid(3, -4..=4).into_iter().filter(|v| v[1] <= v[2]).collect();
    let clamp = |v: &[i64]| v[0].max(v[1]).min(v[2]);
    let data = int_method(
        &["x", "lo", "hi"],
        &inputs,
        &clamp,
        &[&|v| v[0], &|v| v[1], &|v| v[2], &|v| clamp(v) + 1, &|v| clamp(v) - 1, &|_| 0, &|v| -clamp(v), &|v| v[0].max(v[1]), &|v| {
            v[0].min(v[2])
        }],
    );
    assert_perfect("clamp", &data, 30);
}

/// States of a method of an object with int fields: entry values, then exit values and the result; `None` where the mutant throws.
fn object_method(names: &[&str], states: impl Iterator<Item = (usize, Vec<i64>)>) -> Dataset {
    let mut rows: [Vec<(usize, Vec<i64>)>; 2] = Default::default();
    for (mutant, state) in states {
        let known = |rows: &[(usize, Vec<i64>)]| rows.iter().any(|(_, s)| *s == state);
        if !known(&rows[0]) && (mutant == 0 || !known(&rows[1])) {
            rows[usize::from(mutant > 0)].push((mutant, state));
        }
    }
    let [correct, incorrect] = rows;
    let origins = incorrect.iter().map(|(m, _)| Origin { mutant: *m as u32 - 1, test: 0, pair: None }).collect();
    let all: Vec<&Vec<i64>> = correct.iter().chain(&incorrect).map(|(_, s)| s).collect();
    let columns =
        (0..names.len()).map(|v| Column { values: Values::Integral(all.iter().map(|r| r[v]).collect()), present: None }).collect();
    let variables = names.iter().map(|n| variable(n, ValueType::Int)).collect();
    Dataset {
        explored: false,
        schema: Schema { method: "Sample#method".into(), variables },
        rows: all.len(),
        correct: correct.len(),
        columns,
        origins,
        texts: Default::default(),
        correct_tests: Vec::new(),
        constants: Default::default(),
    }
}

#[test]
fn push_and_pop_of_an_array_stack_are_specified_perfectly() {
    // (old top, pushed value) -> (top, element at the top)
    let push = |m: usize, top: i64, x: i64| match m {
        0 => (top + 1, x),
        1 => (top, x),
        2 => (top + 2, x),
        3 => (top - 1, x),
        4 => (top + 1, 0),
        _ => (top + 1, top),
    };
    let states = (0..6).flat_map(|m| {
        (-1..12).flat_map(move |top| {
            (-3..9).map(move |x| {
                let (t, e) = push(m, top, x);
                (m, vec![x, x, top, t, e])
            })
        })
    });
    let found = assert_perfect("push", &object_method(&["x", "old_x", "old_this.top", "this.top", "this.topElement()"], states), 9);
    assert_eq!(found.clauses.len(), 2);
    // (old top, element at it) -> (top, result); result is element unless empty, then -1
    let pop = |m: usize, top: i64, e: i64| match (m, top) {
        (0, -1) => (-1, 0),
        (0, _) => (top - 1, e),
        (1, _) => (top, e),
        (2, _) => (top - 1, 0),
        (3, _) => (top - 2, e),
        (4, _) => (-1, e),
        _ => (top - 1, e + 1),
    };
    let states = (0..6).flat_map(|m| {
        (-1..10).flat_map(move |top| {
            (1..6).map(move |e| {
                let e = if top < 0 { 0 } else { e };
                let (t, r) = pop(m, top, e);
                (m, vec![top, e, t, r])
            })
        })
    });
    assert_perfect("pop", &object_method(&["old_this.top", "old_this.topElement()", "this.top", "result"], states), 25);
}

#[test]
fn enqueue_of_a_circular_queue_is_an_equation_of_two_operators() {
    let enqueue = |m: usize, back: i64, size: i64, capacity: i64| match m {
        0 => ((back + 1) % capacity, size + 1),
        1 => (back + 1, size + 1),
        2 => (back, size + 1),
        3 => ((back + 1) % capacity, size),
        4 => ((back + 2) % capacity, size + 1),
        _ => (0, size + 1),
    };
    let states = (0..6).flat_map(|m| {
        (1..8i64).flat_map(move |capacity| {
            (0..capacity).flat_map(move |back| {
                (0..capacity).map(move |size| {
                    let (b, s) = enqueue(m, back, size, capacity);
                    (m, vec![back, size, capacity, capacity, b, s])
                })
            })
        })
    });
    let names = ["old_this.back", "old_this.size", "old_this.capacity", "this.capacity", "this.back", "this.size"];
    assert_perfect("enqueue", &object_method(&names, states), 13);
}

#[test]
fn a_boolean_result_is_equated_with_its_condition() {
    let is_empty = |v: &[i64]| i64::from(v[0] == -1);
    let mut data = int_method(&["top", "x"], &grid(2, -1..=20), &is_empty, &[&|_| 0, &|_| 1, &|v| i64::from(v[0] != -1)]);
    let Values::Integral(results) = &data.columns[2].values else { unreachable!() };
    let mut bits = crate::evidence::dataset::Bits::zeros(data.rows);
    results.iter().enumerate().for_each(|(row, &r)| bits.set(row, r == 1));
    data.columns[2].values = Values::Boolean(bits);
    data.schema.variables[2].value_type = ValueType::Boolean;
    assert_perfect("isEmpty", &data, 5);
}

#[test]
fn a_guard_from_before_the_method_reads_as_an_implication() {
    let halve = |v: &[i64]| if v[0] < 0 { 0 } else { v[1] };
    let mut data = int_method(&["x", "y"], &grid(2, -6..=6), &halve, &[&|v| v[1], &|_| 0, &|v| halve(v) + 1, &|v| halve(v) - 1]);
    for name in ["x", "y"] {
        let id = data.schema.find(name).unwrap() as usize;
        let column = data.columns[id].clone();
        data.columns.push(column);
        data.schema.variables.push(variable(&format!("old_{name}"), ValueType::Int));
    }
    let found = assert_perfect("guarded", &data, 15);
    let is_implication = |clause: &Expr| matches!(clause, Expr::Binary(Implies, ..));
    assert!(found.clauses.iter().any(|c| is_implication(&c.expr)), "{:?}", found.clauses);
}

#[test]
fn a_wrong_state_that_no_variable_tells_from_a_right_one_is_the_floor() {
    // The mutant's state is a correct one: evidence assembly would have dropped it.
    let mut data = min_method();
    data.rows += 1;
    for column in &mut data.columns {
        let Values::Integral(values) = &mut column.values else { unreachable!() };
        values.push(values[3]);
    }
    data.origins.push(Origin { mutant: 0, test: 0, pair: None });
    let found = synthesized(&data);
    assert_eq!((found.floor.fn_, found.false_negatives, found.gap()), (1, 1, 0));
}

#[test]
fn no_incorrect_state_no_clause() {
    let data = int_method(&["x"], &grid(1, 0..=5), &|v| v[0], &[]);
    let found = synthesized(&data);
    assert_eq!((found.assertion, found.false_negatives, found.floor.fn_), (Expr::Bool(true), 0, 0));
}

#[test]
fn a_size_bound_is_kept() {
    let data = min_method();
    let pool = Pool::new(1).unwrap();
    for max_size in [1, 3, 7, 11] {
        let found = synthesize(&data, &Settings::default(), max_size, &pool, &Control::unlimited());
        assert!(found.assertion.size() <= max_size as usize, "{:?}", found.assertion);
        assert!(found.gap() > 0);
    }
}

#[test]
fn bounds_that_are_met_are_reported_and_what_is_found_is_sound() {
    let settings = Settings { max_terms: 3, max_atoms: 20, max_pair_atoms: 5, ..Settings::default() };
    let found = synthesize(&min_method(), &settings, 50, &Pool::new(1).unwrap(), &Control::unlimited());
    assert!(found.limits.contains(&"maxAtoms") && found.limits.contains(&"maxTerms"), "{:?}", found.limits);
    assert!(found.floor.atoms <= 20);
}

#[test]
fn a_cancelled_synthesis_ends_with_something_sound() {
    let control = Control::unlimited();
    control.cancel();
    let found = synthesize(&min_method(), &Settings::default(), 50, &Pool::new(1).unwrap(), &control);
    assert_eq!(eval::evaluate(&min_method(), &found.assertion).1.false_positives, 0);
}

#[test]
fn a_value_out_of_range_is_named_with_its_range() {
    let error = Settings { max_width: 0, ..Settings::default() }.validate().unwrap_err();
    assert_eq!(error.message, "setting synthesis.maxWidth is 0: choose a whole number from 1 to 16");
}

/// Small evidence over three ints, a double and a reference that may be absent.
fn evidence() -> impl Strategy<Value = Dataset> {
    let row =
        (-2..=2i64, -2..=2i64, -2..=2i64, prop_oneof![Just(f64::NAN), (-2..=2i8).prop_map(f64::from)], proptest::option::of(-1..=1i64));
    (proptest::collection::vec(row.clone(), 1..20), proptest::collection::vec(row, 0..20)).prop_map(|(correct, incorrect)| {
        let rows: Vec<_> = correct.iter().chain(&incorrect).copied().collect();
        let ints = |f: &dyn Fn(usize) -> i64| Values::Integral((0..rows.len()).map(f).collect());
        let mut present = crate::evidence::dataset::Bits::zeros(rows.len());
        rows.iter().enumerate().for_each(|(i, r)| present.set(i, r.4.is_some()));
        let column = |values| Column { values, present: None };
        let columns = vec![
            column(ints(&|i| rows[i].0)),
            column(ints(&|i| rows[i].1)),
            column(ints(&|i| rows[i].2)),
            column(Values::Real(rows.iter().map(|r| r.3).collect())),
            column(ints(&|i| i64::from(rows[i].4.is_some()))),
            Column { values: ints(&|i| rows[i].4.unwrap_or(0)), present: Some(present) },
        ];
        let types = [
            ("x", ValueType::Int),
            ("old_x", ValueType::Int),
            ("result", ValueType::Long),
            ("d", ValueType::Double),
            ("r", ValueType::Reference),
            ("r.size()", ValueType::Int),
        ];
        let mut variables: Vec<_> = types.iter().map(|(n, t)| variable(n, *t)).collect();
        variables[5].receiver = Some("r".into());
        let origins = (0..incorrect.len()).map(|i| Origin { mutant: i as u32 % 3, test: 0, pair: None }).collect();
        Dataset {
            explored: false,
            schema: Schema { method: "Sample#m()".into(), variables },
            rows: rows.len(),
            correct: correct.len(),
            columns,
            origins,
            texts: Default::default(),
            correct_tests: Vec::new(),
            constants: Default::default(),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn every_atom_holds_where_its_expression_does_and_its_complement_where_it_does_not(data in evidence()) {
        let frame = Frame::new(&data);
        let (settings, control) = (Settings::default(), Control::unlimited());
        let terms = terms::enumerate(&data, &frame, &settings, Kernels::best(), &control);
        let atoms = atoms::enumerate(&data, &frame, &terms, &settings, Kernels::best(), &control).all;
        let mut forest = crate::assertion::eval::forest::Forest::new(&frame, Kernels::best());
        let roots: Vec<_> = atoms.iter().map(|a| forest.add_expr(&a.expr).unwrap()).collect();
        let complements: Vec<_> = atoms.iter().map(|a| a.complement.as_ref().map(|c| forest.add_expr(c).unwrap())).collect();
        forest.evaluate(&frame, roots.iter().copied(), &|| false);
        let states = terms::column::states(&frame);
        for ((atom, &root), complement) in atoms.iter().zip(&roots).zip(&complements) {
            let holds: Vec<u64> = forest.bits(root).iter().zip(&states).map(|(b, s)| b & s).collect();
            prop_assert_eq!(&holds, &atom.holds, "{:?}", atom.expr);
            if let Some(complement) = complement {
                let fails: Vec<u64> = forest.bits(*complement).iter().zip(&states).map(|(b, s)| b & s).collect();
                let expected: Vec<u64> = atom.holds.iter().zip(&states).map(|(h, s)| !h & s).collect();
                prop_assert_eq!(fails, expected, "{:?}", atom.complement);
            }
        }
    }

    #[test]
    fn every_clause_is_free_of_false_positives_and_the_conjunction_is_no_better_than_the_floor(data in evidence()) {
        let found = synthesized(&data);
        for clause in &found.clauses {
            prop_assert_eq!(eval::evaluate(&data, &clause.expr).1.false_positives, 0);
        }
        let (_, deficiencies) = eval::evaluate(&data, &found.assertion);
        prop_assert_eq!((deficiencies.false_positives, deficiencies.false_negatives), (0, found.false_negatives));
        prop_assert!(found.false_negatives >= found.floor.fn_);
    }

    #[test]
    fn no_random_combination_of_the_atoms_beats_the_floor(
        data in evidence(),
        choices in proptest::collection::vec((any::<u32>(), 0..5usize), 1..12),
    ) {
        let frame = Frame::new(&data);
        let (settings, control) = (Settings::default(), Control::unlimited());
        let terms = terms::enumerate(&data, &frame, &settings, Kernels::best(), &control);
        let atoms = atoms::enumerate(&data, &frame, &terms, &settings, Kernels::best(), &control).all;
        let floor = Floor::of(&signature::group(&frame, 0, &atoms.iter().collect::<Vec<_>>()), atoms.len());
        prop_assume!(!atoms.is_empty());
        let pick = |choice: u32| atoms[choice as usize % atoms.len()].expr.clone();
        let combined = choices[1..]
            .iter()
            .fold(pick(choices[0].0), |all, &(choice, op)| bin([And, Or, Xor, Implies, Equiv][op], all, pick(choice)));
        let found = eval::evaluate(&data, &combined).1;
        if found.false_positives == 0 {
            prop_assert!(found.false_negatives >= floor.fn_, "{combined:?}");
        }
    }

    #[test]
    fn the_choice_is_the_best_of_all_choices(
        clauses in proptest::collection::vec((1..64u64, 1..6u32), 1..9),
        refused in 0..1u32 << 9,
        weights in proptest::collection::vec(0..4u32, 6),
        penalties in proptest::collection::vec(0..4000u64, 6),
        max_size in 1..20u32,
    ) {
        let clauses: Vec<clauses::Clause> =
            (0..)
                .zip(clauses)
                .map(|(i, (kills, price))| clauses::Clause { literals: vec![i], kills: [kills].into(), price, size: price })
                .collect();
        let admits = |i: usize| refused >> i & 1 == 0;
        let (weights, penalties) = (&weights, &penalties);
        let problem = Problem { clauses: &clauses, admits: &admits, weights, penalties, max_size, max_nodes: 100_000 };
        let found = cover::choose(&problem, &Control::unlimited());
        prop_assert!(found.optimal);
        let allowed = (0..1u32 << clauses.len()).filter(|subset| subset & refused == 0);
        let exhaustive = allowed.filter_map(|subset| {
            let chosen = || clauses.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, c)| c);
            let size = chosen().map(|c| c.size + 1).sum::<u32>().saturating_sub(1);
            let killed = chosen().fold(0, |all, c| all | c.kills[0]);
            let alive = || (0..6).filter(|g| killed >> g & 1 == 0);
            let missed: u64 = alive().map(|g| u64::from(weights[g])).sum();
            let cost = u64::from(size) * NODE + alive().map(|g| penalties[g]).sum::<u64>();
            (size <= max_size).then_some((missed, cost))
        });
        prop_assert_eq!(Some((found.missed, found.cost)), exhaustive.min());
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let data = min_method();
    let found = [1, 2, 3].map(|threads| synthesize(&data, &Settings::default(), 50, &Pool::new(threads).unwrap(), &Control::unlimited()));
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0], found[2]);
    // Nothing depends on the order of a hash map either.
    assert_eq!(found[0], synthesized(&data));
}
