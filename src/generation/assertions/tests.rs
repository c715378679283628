//! The choice of assertions, on random candidates; and what assertions say, on runs that are told by hand.

use super::Assertions;
use super::candidates::{Assertion, Expected, tolerance};
use super::choice::{Candidate, choose};
use super::dependence::Role;
use super::observation::Observation;
use super::values::{Contents, Value, read};
use crate::generation::cluster::Cluster;
use crate::generation::statement::{Statement, Step, TestCase};
use crate::generation::tests::{class, cluster, member};
use crate::generation::types::{Primitive, Type, parse};
use crate::generation::wire::End;
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeSet;

fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
    (1usize..12).prop_flat_map(|mutants| {
        let one = (0usize..5, 0u32..20, prop::option::of((0usize..3, 0u32..3)), prop::collection::vec(any::<bool>(), mutants));
        let one = one.prop_map(|(test, cost, subject, kills)| Candidate { test, cost, subject, kills });
        prop::collection::vec(one, 0..25)
    })
}

fn killed(candidates: &[Candidate], places: &[usize]) -> Vec<bool> {
    let mutants = candidates.first().map_or(0, |c| c.kills.len());
    (0..mutants).map(|m| places.iter().any(|&p| candidates[p].kills[m])).collect()
}

proptest! {
    /// What is chosen kills all that anything kills; no chosen one is needless but those that say what came of a call; of each call
    /// that something can be said of something is.
    #[test]
    fn the_choice_kills_what_can_be_killed_with_nothing_needless(candidates in candidates()) {
        let chosen = choose(&candidates);
        let all: Vec<usize> = (0..candidates.len()).collect();
        prop_assert_eq!(killed(&candidates, &chosen), killed(&candidates, &all));
        prop_assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]));
        for (test, call) in (0..5).flat_map(|test| (0..3).map(move |call| (test, call))) {
            let says = |&place: &usize| {
                let c = &candidates[place];
                c.subject.filter(|&(of, _)| c.test == test && of == call).map(|(_, nearness)| nearness)
            };
            let kills = |place: &usize| candidates[*place].kills.contains(&true);
            if let Some(nearest) = all.iter().filter_map(says).min() {
                let killing = all.iter().filter(|place| kills(place)).filter_map(says).min();
                let wanted = if nearest == 0 { nearest } else { killing.unwrap_or(nearest) };
                prop_assert!(chosen.iter().any(|place| says(place) == Some(wanted)));
            }
        }
        for &place in &chosen {
            let others: Vec<usize> = chosen.iter().copied().filter(|&p| p != place).collect();
            let needless = killed(&candidates, &others) == killed(&candidates, &chosen);
            prop_assert!(!needless || candidates[place].subject.is_some());
        }
    }

    /// The choice is a function of what is killed: an order of the mutants is none of its business.
    #[test]
    fn the_order_of_mutants_does_not_matter(candidates in candidates()) {
        let mut turned = candidates.clone();
        turned.iter_mut().for_each(|c| c.kills.reverse());
        prop_assert_eq!(choose(&candidates), choose(&turned));
    }

    /// An assertion holds for the value that it was made of, and of reals for those within the tolerance only.
    #[test]
    fn a_real_is_near_itself_and_far_from_its_double(real in any::<f64>()) {
        let value = Value::Double(real.to_bits());
        let expected = Expected::Real(value.clone());
        prop_assert!(expected.holds(&value));
        let double = Value::Double((2.0 * real).to_bits());
        prop_assert_eq!(expected.holds(&double), double == value);
        if let Some(within) = tolerance(&value) {
            prop_assert!(within > 0.0 && within <= real.abs() * 1.000001e-9);
        }
    }

    /// Whatever a worker sends is read or refused.
    #[test]
    fn damaged_answers_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        if let Ok(runs) = read(&bytes, &[(2, 1), (1, 0)]) {
            prop_assert_eq!(runs.len(), 2);
        }
    }
}

#[test]
fn special_reals_are_expected_exactly() {
    for real in [0.0, -0.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE] {
        assert_eq!(tolerance(&Value::Double(real.to_bits())), None, "{real}");
    }
    let zero = Expected::Real(Value::Double(0f64.to_bits()));
    assert!(!zero.holds(&Value::Double((-0f64).to_bits())));
    assert_eq!(tolerance(&Value::Double(123.0f64.to_bits())), Some(1e-7));
}

/// What is not known to break an assertion kills nothing.
#[test]
fn an_object_is_of_its_class_and_another_object_of_the_test_may_be() {
    let expected = Expected::OfClass("p.Even".into());
    assert!(expected.holds(&Value::Object("p.Even".into())) && expected.holds(&Value::Same(0)));
    let list = Value::Container { size: 0, contents: Contents::List(vec![]) };
    for other in [Value::Object("p.Closing".into()), Value::Null, list] {
        assert!(!expected.holds(&other), "{other:?}");
    }
}

#[test]
fn answers_are_read() {
    // Two tests: one that passed with an int, a list of two texts and an observation that threw, and one whose first statement threw, with
    // a message.
    let mut bytes = vec![2, 0, 6, 84, 33];
    let text = |bytes: &mut Vec<u8>, text: &str| {
        bytes.push(text.len() as u8);
        bytes.extend(text.bytes());
    };
    text(&mut bytes, "java.util.ArrayList");
    bytes.extend([2, 1, 10]);
    text(&mut bytes, "a");
    bytes.push(10);
    text(&mut bytes, "b");
    bytes.push(37);
    text(&mut bytes, "X");
    bytes.extend([1, 0]);
    text(&mut bytes, "Y");
    bytes.extend([1, 10]);
    text(&mut bytes, "no");
    let runs = read(&bytes, &[(2, 1), (1, 0)]).unwrap();
    let list = Value::Container { size: 2, contents: Contents::List(vec![Value::Text("a".into()), Value::Text("b".into())]) };
    assert_eq!(runs[0].values, [Value::Int(42), list, Value::Thrown("X".into())]);
    assert_eq!(runs[1].end, End::Threw { statement: 0, exception: "Y".into(), expected: true });
    assert_eq!(runs[1].values, [Value::Text("no".into())]);
    // Behind a last statement that throws there is what is looked at.
    let thrown = [1, 1, 1, 1, b'Y', 0, 6, 2, 1, 6, 84];
    let runs = read(&thrown, &[(2, 1)]).unwrap();
    assert_eq!(runs[0].values, [Value::Int(1), Value::Null, Value::Int(42)]);
    assert!(read(&thrown, &[(3, 1)]).is_err());
}

#[test]
fn fields_are_compared_one_by_one_and_those_that_change_from_run_to_run_are_not() {
    // An object with `a` and, if that is an object, `a.b`; and `c`.
    let state = |fields: &[(&str, Value)]| Value::State(fields.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect());
    let object = Value::Object("p.Node".into());
    let mut base = state(&[("a", object.clone()), ("a.b", Value::Int(1)), ("c", Value::Int(2))]);
    base.keep_common(&state(&[("a", object.clone()), ("a.b", Value::Int(7)), ("c", Value::Int(2))]));
    assert!(base.allows(&state(&[("a", object.clone()), ("a.b", Value::Int(9)), ("c", Value::Int(2))])));
    let other = state(&[("a", object.clone()), ("a.b", Value::Int(1)), ("c", Value::Int(3))]);
    assert_eq!(base.first_change(&other), Some((Some("c"), &Value::Int(2), &Value::Int(3))));
    // Where the object is missing, the fields behind it are not compared with others'.
    let without = state(&[("a", Value::Null), ("c", Value::Int(2))]);
    assert_eq!(base.first_change(&without), Some((Some("a"), &object, &Value::Null)));
    base.keep_common(&without);
    assert!(base.allows(&without) && base.allows(&other));
    let mut bytes = vec![1, 0, 38, 1, 1, b'a', 6, 84];
    let expected = state(&[("a", Value::Int(42))]);
    assert_eq!(read(&bytes, &[(1, 0)]).unwrap()[0].values, [expected]);
    bytes[3] = 41;
    assert!(read(&bytes, &[(1, 0)]).is_err());
}

/// The test number 10 of twelve calls `Lock.turn`, member 1.
fn twelve(cluster: &Cluster) -> Assertions {
    let number = |i| Step { statement: Statement::Int(i), ty: Type::Primitive(Primitive::Int) };
    let lock = Step { statement: Statement::Null, ty: Type::class(cluster.target) };
    let turn = Statement::Invoke { member: 1, receiver: Some(1), arguments: vec![0] };
    let of = |i| {
        let mut steps = vec![number(i)];
        if i == 10 {
            steps.extend([lock.clone(), Step { statement: turn.clone(), ty: Type::Primitive(Primitive::Boolean) }]);
        }
        (TestCase { steps }, true)
    };
    let mut assertions = Assertions::new(cluster, (0..12).map(of).collect(), &BTreeSet::new());
    let passed = |i| if i == 10 { vec![0, 0, 0, 0] } else { vec![0, 0] };
    let answer: Vec<u8> = std::iter::once(12).chain((0..12).flat_map(passed)).collect();
    assertions.learn(&answer, false).unwrap();
    assertions
}

/// What tests make of a mutant: those that throw kill it.
fn run(assertions: &mut Assertions, tests: &[usize], throws: impl Fn(usize) -> bool) {
    let one = |&test: &usize| match throws(test) {
        true => vec![1, 0, 1, b'E', 0, 1],
        false if test == 10 => vec![0, 0, 0, 0],
        false => vec![0, 0],
    };
    let answer: Vec<u8> = std::iter::once(tests.len() as u8).chain(tests.iter().flat_map(one)).collect();
    assertions.learn_mutant(7, tests, Some(&answer)).unwrap();
}

/// A few first, those before others that are about the mutated method; the rest only if too few of these kill.
#[test]
fn all_tests_run_on_a_mutant_only_if_the_first_do_not_kill_it() {
    let cluster = cluster();
    let all: Vec<usize> = (0..12).collect();
    let first = vec![0, 1, 2, 3, 4, 5, 6, 10];
    for (killers, then) in [(0, vec![7, 8, 9, 11]), (1, vec![7, 8, 9, 11]), (2, vec![])] {
        let mut assertions = twelve(&cluster);
        assert_eq!(assertions.next_on(&cluster, 7, all.clone(), Some(1)), first);
        assert_eq!(assertions.next_on(&cluster, 7, all.clone(), None), [0, 1, 2, 3, 4, 5, 6, 7]);
        run(&mut assertions, &first, |test| test < killers);
        assert_eq!(assertions.next_on(&cluster, 7, all.clone(), Some(1)), then, "{killers}");
        if !then.is_empty() {
            run(&mut assertions, &then, |_| false);
            assert!(assertions.next_on(&cluster, 7, all.clone(), Some(1)).is_empty());
            assert_eq!(assertions.killers(&cluster)[&7].len(), killers);
        }
    }
    let mut lost = twelve(&cluster);
    lost.learn_mutant(7, &first, None).unwrap();
    assert!(lost.next_on(&cluster, 7, all.clone(), Some(1)).is_empty(), "no worker survived it");
    assert_eq!(lost.next_on(&cluster, 7, vec![3, 4], Some(1)), Vec::<usize>::new());
    assert_eq!(twelve(&cluster).next_on(&cluster, 7, vec![3, 4], Some(1)), [3, 4], "few run all");
}

/// A thread that a test starts may come to nothing before the test is over; where it comes first it is seen what it does.
#[test]
fn a_test_whose_thread_is_refused_something_is_left_out() {
    let cluster = cluster();
    let mut assertions = twelve(&cluster);
    let again = |test| match test {
        3 => vec![4, 0],
        10 => vec![0, 0, 0, 0],
        _ => vec![0, 0],
    };
    let answer: Vec<u8> = std::iter::once(12).chain((0..12).flat_map(again)).collect();
    assertions.learn(&answer, false).unwrap();
    assert_eq!(assertions.role(3), None, "it may be a thread of a test before");
    assertions.learn_behind_others(&answer).unwrap();
    let left_out: Vec<usize> = (0..12).filter(|&test| assertions.role(test) == Some(Role::Refused)).collect();
    assert_eq!(left_out, [3]);
    assert_eq!(assertions.role(4), None);
}

/// Of a lambda whose method gives nothing it is asserted what it was called with; of one that gives something, or is another interface,
/// nothing.
#[test]
fn what_a_callback_was_called_with_is_asserted() {
    let each = |name: &str, result: &str| {
        let mut each = class(name, json!([]), &[], vec![member("method", "value", &format!("(I){result}"), &["I"], result)]);
        each["kind"] = json!("interface");
        each["abstract"] = json!(true);
        each["members"][0]["abstract"] = json!(true);
        each
    };
    let (mut told, mut asked) = (each("p/Told", "V"), each("p/Asked", "I"));
    told["sam"] = json!([1, 0]);
    asked["sam"] = json!([2, 0]);
    let facts = json!({"version": 1, "target": "p/It", "types": [class("p/It", json!([]), &[], vec![]), told, asked, each("p/Wide", "V")],
        "literals": {"ints": [], "longs": [], "floats": [], "doubles": [], "strings": []}, "casts": [], "goals": []});
    let mut cluster = Cluster::new(&serde_json::from_value(facts).unwrap()).unwrap();
    let mut made_up = |ty: &str| Step { statement: Statement::Stub { answers: vec![] }, ty: parse(ty, &mut cluster.names).unwrap() };
    let steps = vec![made_up("Lp/Told;"), made_up("Lp/Asked;"), made_up("Lp/Wide;")];
    let mut assertions = Assertions::new(&cluster, vec![(TestCase { steps }, true)], &BTreeSet::new());
    assert_eq!(assertions.tests()[0].observations, [Observation::Received { of: 0 }]);
    // Each made-up object is an object; it was called with 1 and 2, or with what cannot be said.
    let objects = |last: &[u8]| -> Vec<u8> {
        let object = [31, 1, b'S'];
        [&[1, 0][..], &object, &object, &object, &[33, 1, b'L', 2], last].concat()
    };
    assertions.learn(&objects(&[1, 6, 2, 6, 4]), false).unwrap();
    let chosen = assertions.choose(&cluster).remove(0);
    let list = Contents::List(vec![Value::Int(1), Value::Int(2)]);
    let said = Assertion { place: 3, expected: Expected::Contents(list) };
    assert_eq!(chosen, [], "nothing says that it tells anything");
    assertions.learn_mutant(1, &[0], Some(&objects(&[1, 6, 2, 6, 6]))).unwrap();
    assert_eq!(assertions.choose(&cluster).remove(0), [said]);
    let mut unsaid = Assertions::new(&cluster, vec![(assertions.tests()[0].test.clone(), true)], &BTreeSet::new());
    unsaid.learn(&objects(&[0]), false).unwrap();
    let none = [&[1, 0][..], &[31, 1, b'S'], &[31, 1, b'S'], &[31, 1, b'S'], &[33, 1, b'L', 0, 1]].concat();
    unsaid.learn_mutant(1, &[0], Some(&none)).unwrap();
    assert_eq!(unsaid.choose(&cluster).remove(0), [Assertion { place: 3, expected: Expected::Size(2) }]);
}
