//! Which states count, as behaviour.

use super::*;
use crate::evidence::dataset::{Bits, Values};
use crate::evidence::schema::{Element, ValueType, Variable};
use crate::evidence::unit::UnitHeader;
use crate::evidence::unit::UnitInfo;
use crate::evidence::verdict::{MutantFigures, false_positives_and_negatives, figures, mutant_verdicts};
use std::collections::BTreeMap;

type State<'a> = (&'a str, u32, Vec<Option<u64>>);

/// A store of units; states are (test, invocation, values).
struct Units {
    store: Store,
    layout: Layout,
    next: u64,
}

impl Units {
    fn new(variables: Vec<Variable>) -> Self {
        let schema = Schema { method: "C#m()".into(), variables };
        let mut store = Store::in_memory().unwrap();
        store.begin(&schema, &BTreeMap::new()).unwrap();
        Self { store, layout: Layout::new(&schema), next: 0 }
    }

    fn ints(names: &[&str]) -> Self {
        Self::new(names.iter().map(|n| Variable::new(*n, ValueType::Int)).collect())
    }

    fn add(mut self, kind: UnitKind, states: &[State]) -> Self {
        let mut tests: Vec<String> = Vec::new();
        let mut records = Vec::new();
        for (test, invocation, values) in states {
            let id = tests.iter().position(|t| t == test).unwrap_or_else(|| {
                tests.push((*test).to_owned());
                tests.len() - 1
            });
            self.layout.write(&mut records, id as u32, *invocation, 0, values);
        }
        let id = format!("{}{}", if kind == UnitKind::Original { "o" } else { "m" }, self.next);
        let header = UnitHeader { index: self.next, id, kind };
        let unit = UnitInfo { header, status: "completed".into(), tests, outcome: String::new(), states: states.len() as u64 };
        self.store.add(&unit, self.layout.runs(&records, 64)).unwrap();
        self.next += 1;
        self
    }

    fn add_values(mut self, kind: UnitKind, states: &[(&str, u32, Vec<Option<Value>>)]) -> Self {
        let tests: std::collections::BTreeSet<&str> = states.iter().map(|s| s.0).collect();
        let mut records = Vec::new();
        for (test, invocation, values) in states {
            let id = tests.iter().position(|t| t == test).unwrap();
            self.layout.write_values(&mut records, id as u32, *invocation, 0, values);
        }
        self.layout.check(&records).unwrap();
        let header = UnitHeader { index: self.next, id: format!("u{}", self.next), kind };
        let tests = tests.iter().map(|t| (*t).to_owned()).collect();
        let unit = UnitInfo { header, status: "completed".into(), tests, outcome: String::new(), states: states.len() as u64 };
        self.store.add(&unit, self.layout.runs(&records, 64)).unwrap();
        self.next += 1;
        self
    }

    /// A run of the original: states, and the exits that they were seen at.
    fn original_at(mut self, states: &[(u16, i64)]) -> Self {
        let mut records = Vec::new();
        for (invocation, (exit, value)) in states.iter().enumerate() {
            self.layout.write(&mut records, 0, invocation as u32, *exit, &some(&[*value]));
        }
        let header = UnitHeader { index: self.next, id: format!("o{}", self.next), kind: UnitKind::Original };
        let (tests, states) = (vec!["t".to_owned()], states.len() as u64);
        let unit = UnitInfo { header, status: "completed".into(), tests, outcome: String::new(), states };
        self.store.add(&unit, self.layout.runs(&records, 64)).unwrap();
        self.next += 1;
        self
    }

    fn original(self, states: &[State]) -> Self {
        self.add(UnitKind::Original, states)
    }

    fn mutant(self, states: &[State]) -> Self {
        self.add(UnitKind::Mutant, states)
    }

    fn generated(self, states: &[State]) -> Self {
        self.add(UnitKind::Generated, states)
    }

    fn counterexamples(self, states: &[State]) -> Self {
        self.add(UnitKind::Counterexamples, states)
    }

    fn assemble(&self) -> Assembly {
        assemble(&self.store, &Settings::default()).unwrap()
    }
}

fn some(values: &[i64]) -> Vec<Option<u64>> {
    values.iter().map(|&v| Some(v as u64)).collect()
}

fn column(a: &Assembly, i: usize) -> Vec<i64> {
    match &a.dataset.columns[i].values {
        Values::Integral(values) => values.clone(),
        other => panic!("{other:?}"),
    }
}

fn names(left_out: &[LeftOut]) -> Vec<&str> {
    left_out.iter().map(|l| l.name.as_str()).collect()
}

#[test]
fn correct_states_come_first_without_duplicates_and_pairs_point_at_them() {
    let a = Units::ints(&["x"])
        .original(&[("t", 0, some(&[1])), ("t", 1, some(&[2])), ("u", 0, some(&[1]))])
        .mutant(&[("t", 1, some(&[7])), ("u", 0, some(&[8])), ("t", 5, some(&[9]))])
        .assemble();
    assert_eq!((a.dataset.rows, a.dataset.correct), (5, 2));
    assert_eq!(column(&a, 0), [1, 2, 7, 8, 9]);
    let pairs: Vec<_> = a.dataset.origins.iter().map(|o| (o.mutant, a.tests[o.test as usize].as_str(), o.pair)).collect();
    assert_eq!(pairs, [(0, "t", Some(1)), (0, "u", Some(0)), (0, "t", None)]);
}

#[test]
fn an_incorrect_state_is_one_that_no_correct_execution_reached() {
    let a = Units::ints(&["x"])
        .original(&[("t", 0, some(&[1])), ("t", 1, some(&[2]))])
        .mutant(&[("t", 0, some(&[1])), ("t", 1, some(&[1]))])
        .mutant(&[("t", 0, some(&[1])), ("t", 1, some(&[3]))])
        .mutant(&[])
        .assemble();
    assert_eq!(column(&a, 0), [1, 2, 3]);
    let kinds: Vec<_> = a.mutants.iter().map(|m| (m.reached, m.rows.as_slice())).collect();
    assert_eq!(kinds, [(true, &[][..]), (true, &[2][..]), (false, &[][..])]);
}

#[test]
fn a_repeated_incorrect_state_is_one_row_that_all_its_mutants_know() {
    let units = Units::ints(&["x"])
        .original(&[("t", 0, some(&[1]))])
        .mutant(&[("t", 0, some(&[5])), ("t", 1, some(&[5]))])
        .mutant(&[("t", 0, some(&[6])), ("t", 1, some(&[5]))]);
    let a = units.assemble();
    assert_eq!(column(&a, 0), [1, 5, 6]);
    assert_eq!((a.mutants[0].rows.as_slice(), a.mutants[1].rows.as_slice()), (&[1][..], &[1, 2][..]));
    let keep = Settings { duplicate_incorrect: Duplicates::Keep, ..Settings::default() };
    let a = assemble(&units.store, &keep).unwrap();
    assert_eq!(column(&a, 0), [1, 5, 5, 6, 5]);
    assert_eq!((a.mutants[0].rows.as_slice(), a.mutants[1].rows.as_slice()), (&[1, 2][..], &[3, 4][..]));
}

#[test]
fn a_variable_that_differs_between_two_original_runs_is_left_out() {
    let a = Units::ints(&["x", "clock"])
        .original(&[("t", 0, some(&[1, 100])), ("u", 0, some(&[2, 101]))])
        .original(&[("t", 0, some(&[1, 200])), ("u", 0, some(&[2, 201]))])
        .mutant(&[("t", 0, some(&[1, 300]))])
        .assemble();
    assert_eq!(names(&a.variables_left_out), ["clock"]);
    assert!(a.tests_left_out.is_empty());
    assert_eq!((a.dataset.schema.variables.len(), a.dataset.rows, a.kept.as_slice()), (1, 2, &[0][..]));
    assert!(a.mutants[0].reached && a.mutants[0].rows.is_empty(), "without the clock the mutant behaves alike");
}

#[test]
fn a_test_on_random_input_is_left_out_in_mutants_too_and_the_variables_stay() {
    let a = Units::ints(&["x"])
        .original(&[("t", 0, some(&[1])), ("random", 0, some(&[50])), ("u", 0, some(&[3]))])
        .original(&[("t", 0, some(&[1])), ("random", 0, some(&[60])), ("u", 0, some(&[3]))])
        .mutant(&[("random", 0, some(&[70])), ("t", 0, some(&[4]))])
        .assemble();
    assert_eq!((names(&a.tests_left_out), names(&a.variables_left_out)), (vec!["random"], vec![]));
    assert_eq!(a.tests, ["t", "u"]);
    assert_eq!(column(&a, 0), [1, 3, 4]);
}

#[test]
fn a_test_that_reaches_the_program_point_differently_is_left_out() {
    let a = Units::ints(&["x"])
        .original(&[("t", 0, some(&[1])), ("more", 0, some(&[1])), ("fewer", 0, some(&[1])), ("fewer", 1, some(&[1]))])
        .original(&[
            ("t", 0, some(&[1])),
            ("more", 0, some(&[1])),
            ("more", 1, some(&[1])),
            ("fewer", 0, some(&[1])),
            ("late", 0, some(&[1])),
        ])
        .assemble();
    assert_eq!(names(&a.tests_left_out), ["more", "fewer", "late"]);
}

#[test]
fn absence_is_allowed_where_the_receiver_is_null_only() {
    let of = |name: &str, receiver: &str| Variable { receiver: Some(receiver.into()), ..Variable::new(name, ValueType::Int) };
    let variables = vec![
        Variable::new("list", ValueType::Reference),
        of("list.size()", "list"),
        of("list.first()", "list"),
        Variable::new("local", ValueType::Reference),
        of("local.size()", "local"),
    ];
    let a = Units::new(variables)
        .original(&[("t", 0, vec![Some(0), None, None, Some(1), Some(1)]), ("t", 1, vec![Some(1), Some(3), Some(4), None, None])])
        .mutant(&[("t", 1, vec![Some(1), Some(2), None, Some(1), Some(1)])])
        .assemble();
    assert_eq!(names(&a.variables_left_out), ["list.first()", "local", "local.size()"]);
    assert!(a.variables_left_out[0].reason.contains("`list` is not null"));
    let present = a.dataset.columns[1].present.as_ref().unwrap();
    assert_eq!((0..3).map(|row| present.get(row)).collect::<Vec<_>>(), [false, true, true]);
    assert_eq!((column(&a, 1), &a.dataset.columns[0].present), (vec![0, 3, 2], &None));
}

#[test]
fn booleans_become_bits_and_floats_keep_theirs() {
    let variables = vec![Variable::new("b", ValueType::Boolean), Variable::new("d", ValueType::Double)];
    let row = |b: bool, d: f64| vec![Some(u64::from(b)), Some(d.to_bits())];
    let a =
        Units::new(variables).original(&[("t", 0, row(true, -0.0)), ("t", 1, row(false, 0.0)), ("t", 2, row(true, f64::NAN))]).assemble();
    assert_eq!(a.dataset.columns[0].values, Values::Boolean(Bits { words: vec![0b101], len: 3 }));
    let Values::Real(d) = &a.dataset.columns[1].values else { panic!() };
    assert!(d[0].to_bits() == (-0.0f64).to_bits() && d[1].to_bits() == 0 && d[2].is_nan());
}

#[test]
fn mutants_are_counted_by_what_becomes_of_them() {
    let a = Units::ints(&["x"])
        .original(&[("t", 0, some(&[1]))])
        .mutant(&[])
        .mutant(&[("t", 0, some(&[1]))])
        .mutant(&[("t", 0, some(&[2])), ("t", 1, some(&[3]))])
        .mutant(&[("t", 0, some(&[3]))])
        .assemble();
    let mut x_is_not_2 = Bits::zeros(3);
    x_is_not_2.set(0, true);
    x_is_not_2.set(2, true);
    assert_eq!(false_positives_and_negatives(&a, &x_is_not_2), (0, 1));
    let verdicts = mutant_verdicts(&a, &x_is_not_2);
    let expected = MutantFigures { total: 4, killed_before_assertion: 1, likely_equivalent: 1, not_judged: 0, detected: 1, survived: 1 };
    assert_eq!(figures(&verdicts), expected);
    assert_eq!((verdicts[2].mutant.as_str(), verdicts[2].incorrect_states, verdicts[2].rejected_states), ("m3", 2, 1));
}

#[test]
fn evidence_past_its_bounds_is_refused_with_the_bound() {
    let states: Vec<State> = (0..100).map(|i| ("t", i, some(&[i64::from(i)]))).collect();
    let units = Units::ints(&["x"]).original(&states);
    let refusal = |settings| assemble(&units.store, &settings).unwrap_err().message;
    assert!(refusal(Settings { max_states: 99, ..Settings::default() }).contains("more than 99 distinct states"));
    assert!(refusal(Settings { max_bytes: 3000, ..Settings::default() }).contains("too large"));
    assert!(assemble(&units.store, &Settings { max_states: 100, ..Settings::default() }).is_ok());
}

#[test]
fn evidence_without_an_original_run_or_without_any_variable_is_refused() {
    let none = Units::ints(&["x"]).mutant(&[]);
    assert!(assemble(&none.store, &Settings::default()).unwrap_err().message.contains("no run of the original class"));
    let unstable = Units::ints(&["x"]).original(&[("t", 0, some(&[1]))]).original(&[("t", 0, some(&[2]))]);
    let message = assemble(&unstable.store, &Settings::default()).unwrap_err().message;
    assert!(message.contains("no variable of C#m() can be used: `x` is unstable"), "{message}");
}

/// `a` and what it holds.
fn holder(value_type: ValueType) -> Units {
    let contents = Variable { receiver: Some("a".into()), ..Variable::new("a[*]", value_type) };
    Units::new(vec![Variable::new("a", ValueType::Reference), contents])
}

fn held(identity: u64, elements: Option<&[i64]>) -> Vec<Option<Value<'static>>> {
    let bytes = |e: &[i64]| Value::Contents(e.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>().into());
    vec![Some(Value::Bits(identity)), elements.map(bytes)]
}

#[test]
fn contents_tell_states_apart() {
    let ints = ValueType::Sequence(Element::Int);
    let a = holder(ints)
        .add_values(UnitKind::Original, &[("t", 0, held(1, Some(&[1, 2]))), ("u", 0, held(1, Some(&[1, 2]))), ("u", 1, held(0, None))])
        .add_values(UnitKind::Mutant, &[("t", 0, held(1, Some(&[2, 1]))), ("u", 0, held(1, Some(&[1, 2]))), ("u", 1, held(1, Some(&[])))])
        .assemble();
    assert_eq!((a.dataset.correct, a.dataset.rows), (2, 4));
    assert_eq!(a.dataset.correct_tests, [0b11, 0b10]);
    let expected = Values::Sequence { offsets: vec![0, 2, 2, 4, 4], items: Box::new(Values::Integral(vec![1, 2, 2, 1])) };
    assert_eq!(a.dataset.columns[1].values, expected);
    let present = a.dataset.columns[1].present.as_ref().unwrap();
    assert_eq!((0..4).map(|row| present.get(row)).collect::<Vec<_>>(), [true, false, true, true]);
}

#[test]
fn a_bag_has_no_order() {
    let a = holder(ValueType::Bag(Element::Int))
        .add_values(UnitKind::Original, &[("t", 0, held(1, Some(&[2, 1])))])
        .add_values(UnitKind::Original, &[("t", 0, held(1, Some(&[1, 2])))])
        .add_values(UnitKind::Mutant, &[("t", 0, held(1, Some(&[1, 2]))), ("t", 1, held(1, Some(&[1, 2, 2])))])
        .assemble();
    assert_eq!((a.dataset.correct, a.dataset.rows), (1, 2));
    assert_eq!((names(&a.variables_left_out), names(&a.tests_left_out)), (vec![], vec![]));
}

#[test]
fn contents_that_differ_between_two_original_runs_are_left_out() {
    let a = holder(ValueType::Sequence(Element::Int))
        .add_values(UnitKind::Original, &[("t", 0, held(1, Some(&[1]))), ("u", 0, held(1, Some(&[5])))])
        .add_values(UnitKind::Original, &[("t", 0, held(1, Some(&[2]))), ("u", 0, held(1, Some(&[6])))])
        .assemble();
    assert_eq!(
        a.variables_left_out,
        [LeftOut { name: "a[*]".into(), reason: "is unstable: it differs between two runs of the original in 2 of 2 tests".into() }]
    );
    assert_eq!(a.dataset.columns.len(), 1);
}

#[test]
fn contents_too_long_in_too_many_tests_are_left_out() {
    let a = holder(ValueType::Sequence(Element::Int))
        .add_values(UnitKind::Original, &[("t", 0, held(1, Some(&[1]))), ("u", 0, held(1, None))])
        .assemble();
    let reason = "could not be read in correct states of 1 of 2 tests, where `a` is not null: too long, no class of the JDK, or a null among numbers";
    assert_eq!(a.variables_left_out, [LeftOut { name: "a[*]".into(), reason: reason.into() }]);
    assert_eq!((a.dataset.correct, a.tests_left_out), (1, vec![]));
}

/// Ten tests of two states each, of which the contents of one are too long.
fn one_too_long() -> Units {
    let names: Vec<String> = (0..10).map(|i| format!("t{i}")).collect();
    let elements: Vec<Vec<i64>> = (0..20).map(|i| vec![i]).collect();
    let state = |i: usize| (names[i / 2].as_str(), (i % 2) as u32, held(1, (i != 7).then_some(&elements[i])));
    let states: Vec<_> = (0..20).map(state).collect();
    holder(ValueType::Sequence(Element::Int))
        .add_values(UnitKind::Original, &states)
        .add_values(UnitKind::Original, &states)
        .add_values(UnitKind::Mutant, &[("t2", 0, held(1, Some(&[100]))), ("t3", 0, held(1, Some(&[200])))])
}

#[test]
fn a_test_with_contents_too_long_is_left_out_where_that_loses_few() {
    let a = one_too_long().assemble();
    let reason = "`a[*]` could not be read in some correct state of it: too long, no class of the JDK, or a null among numbers";
    assert_eq!(a.tests_left_out, [LeftOut { name: "t3".into(), reason: reason.into() }]);
    assert_eq!(a.variables_left_out, []);
    assert_eq!((a.dataset.correct, a.dataset.rows), (18, 19), "without the states of t3, those of the mutant included");
}

#[test]
fn how_many_tests_may_be_left_out_for_contents_is_a_setting() {
    let units = one_too_long();
    let of = |unreadable_share| assemble(&units.store, &Settings { unreadable_share, ..Settings::default() }).unwrap();
    for (share, tests, variables) in [(0.0, vec![], vec!["a[*]"]), (0.099, vec![], vec!["a[*]"]), (0.5, vec!["t3"], vec![])] {
        let a = of(share);
        assert_eq!((names(&a.tests_left_out), names(&a.variables_left_out)), (tests, variables), "{share}");
    }
}

#[test]
fn a_test_with_many_states_is_not_given_up_for_contents() {
    let tests: Vec<String> = (0..20).map(|i| format!("t{i}")).collect();
    let mut states: Vec<_> = tests.iter().map(|t| (t.as_str(), 0, held(1, Some(&[1][..])))).collect();
    states.extend((1..9).map(|i| ("t0", i, held(1, None))));
    let a = holder(ValueType::Sequence(Element::Int)).add_values(UnitKind::Original, &states).assemble();
    assert_eq!((names(&a.tests_left_out), names(&a.variables_left_out)), (vec![], vec!["a[*]"]), "9 of 28 states in one of 20 tests");
}

#[test]
fn contents_too_long_in_a_mutants_state_drop_that_state() {
    let a = holder(ValueType::Sequence(Element::Int))
        .add_values(UnitKind::Original, &[("t", 0, held(1, Some(&[1])))])
        .add_values(UnitKind::Mutant, &[("t", 0, held(1, None)), ("t", 1, held(1, Some(&[7]))), ("t", 2, held(0, None))])
        .add_values(UnitKind::Mutant, &[("t", 0, held(1, None)), ("t", 1, held(1, Some(&[1])))])
        .add_values(UnitKind::Mutant, &[("t", 0, held(1, Some(&[1])))])
        .assemble();
    assert_eq!((a.too_long, a.dataset.rows), (2, 3));
    assert_eq!(a.mutants.iter().map(|m| (m.dropped, m.rows.len())).collect::<Vec<_>>(), [(1, 2), (1, 0), (0, 0)]);
    let mut all = Bits::zeros(3);
    (0..3).for_each(|row| all.set(row, true));
    let expected = MutantFigures { total: 3, survived: 1, not_judged: 1, likely_equivalent: 1, ..MutantFigures::default() };
    assert_eq!(figures(&mutant_verdicts(&a, &all)), expected);
}

#[test]
fn what_an_earlier_call_spoiled_is_no_evidence_unless_told_otherwise() {
    let mut old = Variable::new("old_x", ValueType::Int);
    old.entry = Some("x".into());
    let units = Units::new(vec![Variable::new("x", ValueType::Int), old])
        .original(&[("t", 0, some(&[1, 0])), ("t", 1, some(&[2, 1]))])
        .mutant(&[("t", 0, some(&[5, 0])), ("t", 1, some(&[6, 5])), ("t", 7, some(&[9, 8]))]);
    let settings = Settings { inherited_corruption: InheritedCorruption::Keep, ..Settings::default() };
    let a = assemble(&units.store, &settings).unwrap();
    assert_eq!((a.inherited_corruption, a.mutants[0].rows.len()), (0, 3));
    let a = units.assemble();
    assert_eq!((a.inherited_corruption, a.mutants[0].dropped), (1, 1));
    assert_eq!(column(&a, 0), [1, 2, 5, 9], "a state without a partner stays");
}

#[test]
fn contents_count_towards_the_bound_of_memory() {
    let many: Vec<i64> = (0..1000).collect();
    let units = holder(ValueType::Sequence(Element::Int)).add_values(UnitKind::Original, &[("t", 0, held(1, Some(&many)))]);
    let settings = Settings { max_bytes: 20_000, ..Settings::default() };
    let message = assemble(&units.store, &settings).unwrap_err().message;
    assert!(message.contains("maxBytes"), "{message}");
    assert!(assemble(&units.store, &Settings { max_bytes: 30_000, ..settings }).is_ok());
}

#[test]
fn counterexamples_are_correct_states_without_a_pair_whatever_becomes_of_their_test() {
    let a = Units::ints(&["x"])
        .original(&[("t", 0, some(&[1])), ("random", 0, some(&[50])), ("u", 0, some(&[3]))])
        .original(&[("t", 0, some(&[1])), ("random", 0, some(&[60])), ("u", 0, some(&[3]))])
        .mutant(&[("t", 0, some(&[9])), ("t", 1, some(&[4])), ("random", 0, some(&[5]))])
        .counterexamples(&[("random", 0, some(&[9])), ("random", 1, vec![None]), ("t", 1, some(&[8]))])
        .assemble();
    assert_eq!(column(&a, 0), [1, 3, 9, 8, 4], "9 is correct, so no mutant is wrong there; what has no `x` is not used");
    assert_eq!((names(&a.tests_left_out), a.dataset.correct), (vec!["random"], 4));
    assert_eq!(a.dataset.origins.iter().map(|o| o.pair).collect::<Vec<_>>(), [None]);
}

#[test]
fn of_further_states_those_are_kept_in_which_an_assertion_is_false_each_once() {
    let units = Units::ints(&["x"]).original(&[("t", 0, some(&[1]))]);
    let evidence = units.assemble();
    let mut records = Vec::new();
    for x in [Some(1), Some(7), None, Some(7), Some(9)] {
        units.layout.write(&mut records, 0, 0, 0, &[x]);
    }
    let schema = units.store.schema().unwrap().unwrap();
    let small = |further: &Assembly| Ok(column(further, 0).iter().map(|&x| x < 5).collect());
    let found = counterexamples(&records, &schema, &evidence, &Settings::default(), small).unwrap();
    assert_eq!((found.states, found.judged, found.count), (5, 4, 2));
    let kept = units.layout.records(&found.records).map(|r| r.value(0, ValueType::Int)).collect::<Vec<_>>();
    assert_eq!(kept, [Some(Value::Bits(7)), Some(Value::Bits(9))]);
    let none = counterexamples(&[], &schema, &evidence, &Settings::default(), |_| panic!("there is nothing to judge")).unwrap();
    assert_eq!((none.states, none.count), (0, 0));
}

#[test]
fn generated_tests_are_evidence_with_pairs_on_mutants() {
    let of_generated = [("g1", 0, some(&[3])), ("g1", 1, some(&[1]))];
    let a = Units::ints(&["x"])
        .original(&[("t", 0, some(&[1]))])
        .mutant(&[("t", 0, some(&[7])), ("g1", 0, some(&[8])), ("g1", 1, some(&[3]))])
        .generated(&of_generated)
        .assemble();
    assert_eq!((a.dataset.correct, column(&a, 0)), (2, vec![1, 3, 7, 8]));
    assert_eq!(a.dataset.origins.iter().map(|o| o.pair).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert_eq!((a.tests.clone(), a.invocations, a.dataset.explored), (vec!["t".to_owned(), "g1".to_owned()], 3, false));
    assert_eq!(a.generated_tests, 1);
    let many: Vec<State> = (0..EXPLORED as u32).map(|i| ("g1", i, some(&[i64::from(i)]))).collect();
    assert!(Units::ints(&["x"]).original(&[("t", 0, some(&[1]))]).generated(&many).assemble().dataset.explored);
}

#[test]
fn contents_too_long_in_a_generated_test_cost_its_state_and_nothing_else() {
    let long = ("g", 0, held(4, None));
    let a = holder(ValueType::Sequence(Element::Int))
        .add_values(UnitKind::Original, &[("t", 0, held(4, Some(&[1])))])
        .add_values(UnitKind::Generated, &[long, ("g", 1, held(4, Some(&[2, 3])))])
        .assemble();
    assert_eq!((a.dataset.correct, a.variables_left_out.len(), a.tests_left_out.len()), (2, 0, 0));
}

#[test]
fn a_state_is_one_of_each_exit_that_it_was_seen_at() {
    let a = Units::ints(&["x"]).original_at(&[(0, 1), (2, 5), (2, 1), (0, 1), (0, 7)]).assemble();
    assert_eq!(column(&a, 0), [1, 5, 7]);
    let rows = |exit: u16| (0..3).filter(|row| a.exits[&exit].get(*row)).collect::<Vec<_>>();
    assert_eq!((rows(0), rows(2)), (vec![0, 2], vec![0, 1]));
    assert_eq!(a.exits.keys().collect::<Vec<_>>(), [&0, &2], "the other exits were never taken");
}
