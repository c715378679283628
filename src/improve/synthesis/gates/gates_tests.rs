//! Each gate matters: what it lets pass and what not, and what the synthesis makes of it.

use super::super::{Synthesis, synthesize};
use super::*;
use crate::compute::control::Control;
use crate::compute::pool::Pool;
use crate::evidence::dataset::{Column, Origin, Values};
use crate::evidence::schema::Schema;
use crate::improve::evolution::fixtures::{bin, variable};

fn synthesized(data: &Dataset, settings: &Settings) -> Synthesis {
    synthesize(data, settings, 50, &Pool::new(1).unwrap(), &Control::unlimited())
}

/// States of int variables; of incorrect ones with their mutants, of correct ones with their tests.
fn states(names: &[&str], correct: &[(u32, &[i64])], incorrect: &[(u32, &[i64])]) -> Dataset {
    let all: Vec<&[i64]> = correct.iter().chain(incorrect).map(|(_, values)| *values).collect();
    let column = |v: usize| Column { values: Values::Integral(all.iter().map(|values| values[v]).collect()), present: None };
    let variables = names.iter().map(|name| variable(name, ValueType::Int)).collect();
    Dataset {
        explored: false,
        schema: Schema { method: "Sample#method".into(), variables },
        rows: all.len(),
        correct: correct.len(),
        columns: (0..names.len()).map(column).collect(),
        origins: incorrect.iter().map(|&(mutant, _)| Origin { mutant, test: 0, pair: None }).collect(),
        texts: Default::default(),
        correct_tests: correct.iter().map(|&(test, _)| 1 << test).collect(),
        constants: Default::default(),
    }
}

/// The values 0 to 9, of tests `test(i)`, and incorrectly 10 and more.
fn below_ten(test: impl Fn(i64) -> u32) -> Dataset {
    let correct: Vec<(u32, [i64; 1])> = (0..40).map(|i| (test(i), [i % 10])).collect();
    let correct: Vec<(u32, &[i64])> = correct.iter().map(|(test, values)| (*test, &values[..])).collect();
    states(&["result"], &correct, &[(0, &[10]), (0, &[11]), (1, &[12]), (1, &[13])])
}

/// Defaults that leave one gate to be told from the price of a description, and from what kinds of statements are credible.
fn with(change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings { description_bits: 1.0, min_confidence: 0.0, part_support: 0, ..Settings::default() };
    change(&mut settings);
    settings
}

fn kills_something(data: &Dataset, settings: &Settings) -> bool {
    synthesized(data, settings).clauses.iter().any(|c| !c.kills.is_empty())
}

#[test]
fn a_bound_is_believed_that_the_tests_of_every_fold_meet() {
    let everywhere = below_ten(|i| (i / 10) as u32);
    assert!(kills_something(&everywhere, &with(|_| ())));
    let in_one_test = below_ten(|i| u32::from(i % 10 == 9));
    assert!(!kills_something(&in_one_test, &with(|_| ())));
    assert!(kills_something(&in_one_test, &with(|s| s.folds = 0)));
}

#[test]
fn a_bound_must_be_met_often_enough_by_enough_samples() {
    let data = below_ten(|_| 0);
    assert!(kills_something(&data, &with(|s| s.bound_hits = 4)));
    assert!(!kills_something(&data, &with(|s| s.bound_hits = 5)));
    assert!(!kills_something(&data, &with(|s| s.bound_samples = 41)));
}

#[test]
fn a_result_says_what_its_gates_cost() {
    let data = below_ten(|_| 0);
    let open = synthesized(&data, &with(|s| s.gates = false));
    let gated = synthesized(&data, &with(|s| s.bound_hits = 1000));
    assert_eq!((open.false_negatives, open.gated()), (0, 0));
    assert_eq!((gated.false_negatives, gated.gated(), gated.floor.fn_, gated.gap()), (4, 4, 0, 4));
    assert_eq!(gated.ungated.false_negatives, 0);
}

#[test]
fn a_clause_must_kill_states_of_enough_mutants() {
    let data = below_ten(|_| 0);
    assert!(kills_something(&data, &with(|s| s.min_mutants = 2)));
    assert!(!kills_something(&data, &with(|s| s.min_mutants = 3)));
}

#[test]
fn a_clause_must_kill_enough_for_its_length() {
    let data = below_ten(|_| 0);
    let clauses = synthesized(&data, &with(|_| ())).clauses;
    assert!(clauses.iter().any(|clause| clause.kills.len() == 4), "{clauses:?}");
    assert!(!kills_something(&data, &with(|s| (s.price_per_kill, s.simulated_faults_price) = (1, 0))));
}

/// `result != y` in so many correct states, of values from 0 to 9; the incorrect ones are equal.
fn never_equal(count: i64) -> Dataset {
    let correct: Vec<[i64; 2]> = (0..count).map(|i| [i * 7 % 10, (i * 7 + 1 + i % 5) % 10]).collect();
    let correct: Vec<(u32, &[i64])> = correct.iter().map(|values| (0, &values[..])).collect();
    states(&["result", "y"], &correct, &[(0, &[3, 3]), (0, &[4, 4]), (1, &[5, 5]), (1, &[8, 8])])
}

#[test]
fn a_disequality_is_believed_when_equal_values_were_to_be_expected() {
    let disequality = bin(BinaryOp::Ne, Expr::Var(0), Expr::Var(1));
    let takes_it = |data: &Dataset, settings: &Settings| synthesized(data, settings).clauses.iter().any(|c| c.expr == disequality);
    // So cheap that nothing else that is true of these values is preferred for saying more.
    let default = Settings { simulated_faults_price: 40, min_confidence: 0.0, ..Settings::default() };
    assert!(!takes_it(&never_equal(20), &default));
    assert!(takes_it(&never_equal(90), &default));
    assert!(takes_it(&never_equal(20), &with(|s| (s.confidence, s.description_bits) = (0.5, 0.0))));
}

#[test]
fn a_longer_description_takes_more_evidence() {
    let data = never_equal(60);
    assert!(kills_something(&data, &with(|s| s.description_bits = 0.0)));
    assert!(!kills_something(&data, &with(|s| s.description_bits = 100.0)));
}

/// `x >= 5 ==> result == 1` by chance: the states with x >= 5 are few.
#[test]
fn an_implication_takes_more_states_than_its_length_in_bits() {
    let correct: Vec<[i64; 3]> = (0..12).map(|i| [i, i, i64::from(i % 2 == 0 || i >= 9)]).collect();
    let correct: Vec<(u32, &[i64])> = correct.iter().map(|values| (0, &values[..])).collect();
    let incorrect: Vec<[i64; 3]> = (9..12).map(|i| [i, i, 0]).collect();
    let incorrect: Vec<(u32, &[i64])> = incorrect.iter().map(|values| (0, &values[..])).collect();
    let data = states(&["x", "old_x", "result"], &correct, &incorrect);
    assert!(kills_something(&data, &with(|s| s.gates = false)));
    assert!(!kills_something(&data, &Settings::default()));
}

#[test]
fn what_is_true_in_one_test_only_is_no_property_of_the_method() {
    // In test 1, and in no other, y is never x; elsewhere it has nothing to do with it.
    let state = |test: u32, i: i64| (test, [i64::from(test == 1), i % 4, if test == 1 { (i + 1 + i / 4 % 3) % 4 } else { i / 4 % 4 }]);
    let correct: Vec<(u32, [i64; 3])> = (0..2).flat_map(|test| (0..64).map(move |i| state(test, i))).collect();
    let correct: Vec<(u32, &[i64])> = correct.iter().map(|(test, values)| (*test, &values[..])).collect();
    let data = states(&["mode", "x", "y"], &correct, &[(0, &[1, 1, 1]), (0, &[1, 2, 2]), (1, &[1, 3, 3]), (1, &[1, 0, 0])]);
    let habit = bin(BinaryOp::Or, bin(BinaryOp::Eq, Expr::Var(0), Expr::Int(0)), bin(BinaryOp::Ne, Expr::Var(1), Expr::Var(2)));
    let candidates = |settings: &Settings| synthesized(&data, settings).clauses;
    let takes_it = |settings: &Settings| candidates(settings).iter().any(|c| normal_form(&c.expr) == normal_form(&habit));
    assert!(takes_it(&with(|s| s.folds = 0)), "{:?}", candidates(&with(|s| s.folds = 0)));
    assert!(!takes_it(&Settings::default()));
}

#[test]
fn inputs_that_were_all_seen_need_no_confidence() {
    let mut data = states(&["old_x", "result"], &[(0, &[0, 1]), (0, &[1, 0])], &[(0, &[0, 0]), (1, &[1, 1])]);
    assert!(!kills_something(&data, &Settings::default()));
    for column in &mut data.columns {
        let Values::Integral(values) = &column.values else { unreachable!() };
        let mut bits = crate::evidence::dataset::Bits::zeros(values.len());
        values.iter().enumerate().for_each(|(row, &value)| bits.set(row, value == 1));
        column.values = Values::Boolean(bits);
    }
    data.schema.variables.iter_mut().for_each(|v| v.value_type = ValueType::Boolean);
    assert_eq!(synthesized(&data, &Settings::default()).false_negatives, 0);
}

#[test]
fn of_entry_values_alone_no_method_can_be_blamed() {
    // Every correct state has an even entry value, every incorrect one an odd one, as only what spoiled the object before could make it.
    let correct: Vec<[i64; 2]> = (0..40).map(|i| [2 * i, 7]).collect();
    let correct: Vec<(u32, &[i64])> = (0..).zip(&correct).map(|(i, values)| (i % 5, &values[..])).collect();
    let incorrect: Vec<[i64; 2]> = (0..10).map(|i| [2 * i + 1, 7]).collect();
    let incorrect: Vec<(u32, &[i64])> = (0..).zip(&incorrect).map(|(i, values)| (i % 3, &values[..])).collect();
    let data = states(&["old_this.size", "result"], &correct, &incorrect);
    assert!(kills_something(&data, &with(|s| s.gates = false)));
    assert!(!kills_something(&data, &with(|_| ())));
}

#[test]
fn disjointness_is_as_improbable_as_counting_says() {
    // 3 marked of 6, 3 drawn: one of C(6, 3) = 20 ways.
    assert!((disjoint_bits(6, 3, 3) - 20f64.log2()).abs() < 1e-9);
    assert_eq!(disjoint_bits(6, 3, 0), 0.0);
    assert_eq!(disjoint_bits(6, 0, 6), 0.0);
    assert_eq!(disjoint_bits(6, 6, 0), 0.0);
    assert_eq!(disjoint_bits(6, 4, 3), f64::INFINITY);
}

#[test]
fn a_conjunction_under_a_disjunction_becomes_two_clauses() {
    let [a, b, c] = [0, 1, 2].map(Expr::Var);
    let not = |e: &Expr| Expr::unary(UnaryOp::Not, e.clone());
    let clauses = normal_form(&bin(BinaryOp::Implies, a.clone(), bin(BinaryOp::And, b.clone(), not(&c))));
    assert_eq!(clauses, [vec![b, not(&a)], vec![not(&a), not(&c)]]);
}

/// `result` is `x`, or less by what `slack` says, in tests of their own.
fn at_most_x(slack: impl Fn(i64) -> i64) -> Dataset {
    let correct: Vec<[i64; 2]> = (0..40).map(|i| [i * 11 % 40, i * 11 % 40 - slack(i)]).collect();
    let correct: Vec<(u32, &[i64])> = correct.iter().enumerate().map(|(test, values)| (test as u32 % 10, &values[..])).collect();
    states(&["old_x", "result"], &correct, &[(0, &[3, 9]), (1, &[4, 50]), (2, &[5, 7]), (3, &[20, 23])])
}

#[test]
fn an_order_that_is_hardly_ever_met_is_not_taken() {
    let order = bin(BinaryOp::Le, Expr::Var(1), Expr::Var(0));
    let passes = |data: &Dataset| {
        let settings = with(|s| s.simulated_faults = 0);
        let pool = Pool::new(1).unwrap();
        pool.run(|| {
            let material = super::super::Material::new(data, &settings, &Control::unlimited());
            material.choose(std::slice::from_ref(&order), &[], 50, &Control::unlimited()).clauses.iter().any(|c| c.expr == order)
        })
    };
    // Met in every fourth state; and in one.
    assert!(passes(&at_most_x(|i| i % 4 * (1 + i % 7))));
    assert!(!passes(&at_most_x(|i| if i == 0 { 0 } else { 3 + i * i % 9 })));
}
