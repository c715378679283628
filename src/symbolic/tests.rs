//! Replays of code that is written down here.

use super::class_file::{Class, Classes, Code, Handler, Method};
use super::heap::Value;
use super::instruction::{CallKind, Instruction as I, Kind, Member, Signature};
use super::machine::{Limits, Machine, Observed, Outcome};
use super::path::{Path, Stop};
use super::propagation::Propagation;
use super::scalar::{Binary, Scalar};
use super::solver::{Answer, Problem, Solver};
use super::term::Term;
use crate::relation::Relation;
use std::sync::Arc;

/// Somebody who has seen all branches go all ways.
struct AllWays;

impl Observed for AllWays {
    fn had(&self, _: &Method, _: u32, _: u32) -> Option<bool> {
        Some(true)
    }
}

/// Code of a static method `p/C.m`.
pub(super) fn method(classes: &mut Classes, name: &str, descriptor: &str, instructions: Vec<I>, handlers: Vec<Handler>) -> Arc<Method> {
    let branches = instructions
        .iter()
        .filter(|i| matches!(i, I::JumpOnZero(..) | I::JumpOnInts(..) | I::JumpOnSame(..) | I::JumpOnNull(..) | I::Switch { .. }))
        .count() as u32;
    Arc::new(Method {
        class: classes.symbols.of("p/C"),
        name: classes.symbols.of(name),
        descriptor: classes.symbols.of(descriptor),
        signature: Signature::of(descriptor).unwrap(),
        is_static: true,
        is_private: false,
        code: Some(Code { instructions, handlers, locals: 20, branches }),
    })
}

pub(super) fn class(classes: &mut Classes, methods: Vec<Arc<Method>>) {
    let object = classes.symbols.of("java/lang/Object");
    let mut texts = std::collections::BTreeMap::<i32, Vec<Arc<[u16]>>>::new();
    for instruction in methods.iter().flat_map(|m| &m.code.as_ref().unwrap().instructions) {
        if let I::PushText(text) = instruction {
            texts.entry(super::class_file::hash_of(text)).or_default().push(text.clone());
        }
    }
    let name = classes.symbols.of("p/C");
    classes.insert(Class { name, superclass: Some(object), interfaces: vec![], is_interface: false, fields: vec![], methods, texts });
}

#[derive(Clone, Debug)]
pub(super) enum Argument {
    Number(Kind, Scalar),
    Text(&'static str),
}

pub(super) fn int(value: i32) -> Argument {
    Argument::Number(Kind::Int, Scalar::Int(value))
}

/// Runs `p/C.m` on arguments.
pub(super) fn run(classes: &mut Classes, descriptor: &str, arguments: &[Argument]) -> (Path, Result<Outcome, Stop>) {
    run_within(classes, descriptor, arguments, Limits::default())
}

fn run_within(classes: &mut Classes, descriptor: &str, arguments: &[Argument], limits: Limits) -> (Path, Result<Outcome, Stop>) {
    let mut machine = Machine::new(classes, &AllWays, limits);
    let member = machine.member("p/C", "m", descriptor);
    let values: Vec<Value> = arguments
        .iter()
        .enumerate()
        .map(|(slot, argument)| match argument {
            Argument::Number(kind, value) => machine.number(slot as u32, *kind, *value),
            Argument::Text(text) => machine.text_input(slot as u32, &text.encode_utf16().collect::<Vec<_>>(), 64),
        })
        .collect();
    let outcome = machine.call(member, true, None, &values);
    (machine.finish(), outcome)
}

pub(super) fn returned(outcome: &Result<Outcome, Stop>) -> (Scalar, Option<Term>) {
    match outcome {
        Ok(Outcome::Returned(Some(Value::Number(number)))) => (number.value, number.term),
        other => panic!("{other:?}"),
    }
}

/// The condition of the path, evaluated with inputs.
pub(super) fn holds(path: &Path, clauses: usize, inputs: &[Scalar]) -> bool {
    let mut values = Vec::new();
    path.terms.evaluate(inputs, &mut values);
    path.clauses[..clauses].iter().all(|c| values[c.condition.0 as usize].is_true())
}

/// Inputs for the way not taken at a clause.
fn solve(path: &Path, clause: usize, alternative: usize) -> Option<Vec<Scalar>> {
    match solve_with(&mut Propagation::new(200_000), 0, path, clause, alternative) {
        Answer::Solved(solution) => Some(solution),
        _ => None,
    }
}

pub(super) fn solve_with(solver: &mut dyn Solver, number: u64, path: &Path, clause: usize, alternative: usize) -> Answer {
    let mut conditions = path.prefix(clause);
    conditions.push(path.clauses[clause].alternatives[alternative].condition);
    let start = path.terms.executed();
    let problem = Problem { path: number, terms: &path.terms, conditions: &conditions, start: &start };
    let answer = solver.solve(&problem);
    if let Answer::Solved(solution) = &answer {
        assert!(problem.is_solved_by(solution), "{solution:?}");
    }
    assert_eq!(solver.failure(), None);
    answer
}

const RETURN_ONE: [I; 2] = [I::Push(Scalar::Int(1)), I::Return];

/// `if (CONDITION) return 1; return 0;`, where the code leaves two ints for the jump.
fn two_ways(mut code: Vec<I>, relation: Relation) -> Vec<I> {
    let target = code.len() + 3;
    code.push(I::JumpOnInts(relation, target, 0));
    code.extend([I::Push(Scalar::Int(0)), I::Return]);
    code.extend(RETURN_ONE);
    code
}

#[test]
fn a_sum_that_no_gradient_needs_is_solved() {
    // x * 31 + y == 40961
    let mut classes = Classes::default();
    let code = vec![
        I::Load(0),
        I::Push(Scalar::Int(31)),
        I::Binary(Binary::Mul),
        I::Load(1),
        I::Binary(Binary::Add),
        I::Push(Scalar::Int(40_961)),
    ];
    let m = method(&mut classes, "m", "(II)I", two_ways(code, Relation::Equal), vec![]);
    class(&mut classes, vec![m]);
    let (path, outcome) = run(&mut classes, "(II)I", &[int(3), int(4)]);
    assert_eq!(returned(&outcome).0, Scalar::Int(0));
    assert_eq!(path.clauses.len(), 1);
    let solution = solve(&path, 0, 0).expect("it has many");
    let (Scalar::Int(x), Scalar::Int(y)) = (solution[0], solution[1]) else { panic!() };
    assert_eq!(x.wrapping_mul(31).wrapping_add(y), 40_961);
}

#[test]
fn conditions_before_are_kept() {
    // if (x <= 0) return 0; if (y <= 0) return 0; if (x + y < 0) return 1: an overflow of longs.
    let mut classes = Classes::default();
    let compare = |relation, at, branch| [I::Push(Scalar::Long(0)), I::Order(0), I::JumpOnZero(relation, at, branch)];
    let mut code = vec![I::Load(0)];
    code.extend(compare(Relation::LessOrEqual, 14, 0));
    code.push(I::Load(2));
    code.extend(compare(Relation::LessOrEqual, 14, 1));
    code.extend([I::Load(0), I::Load(2), I::Binary(Binary::Add)]);
    code.extend(compare(Relation::Less, 16, 2));
    code.extend([I::Push(Scalar::Int(0)), I::Return]);
    code.extend(RETURN_ONE);
    let m = method(&mut classes, "m", "(JJ)I", code, vec![]);
    class(&mut classes, vec![m]);
    let long = |v| Argument::Number(Kind::Long, Scalar::Long(v));
    let (path, outcome) = run(&mut classes, "(JJ)I", &[long(5), long(7)]);
    assert_eq!(returned(&outcome).0, Scalar::Int(0));
    assert_eq!(path.clauses.len(), 3);
    let solution = solve(&path, 2, 0).expect("two large numbers");
    let (Scalar::Long(x), Scalar::Long(y)) = (solution[0], solution[1]) else { panic!() };
    assert!(x > 0 && y > 0 && x.wrapping_add(y) < 0, "{x} {y}");
}

#[test]
fn every_case_of_a_switch_is_an_alternative_and_so_is_its_default() {
    let mut classes = Classes::default();
    let code = vec![
        I::Load(0),
        I::Switch { cases: vec![(7, 4, 1), (1_000_003, 6, 2)], default: 2, branch: 0 },
        I::Push(Scalar::Int(0)),
        I::Return,
        I::Push(Scalar::Int(1)),
        I::Return,
        I::Push(Scalar::Int(2)),
        I::Return,
    ];
    let m = method(&mut classes, "m", "(I)I", code, vec![]);
    class(&mut classes, vec![m]);
    let (path, _) = run(&mut classes, "(I)I", &[int(0)]);
    let outcomes: Vec<u32> = path.clauses[0].alternatives.iter().map(|a| a.outcome).collect();
    assert_eq!(outcomes, [1, 2]);
    assert_eq!(solve(&path, 0, 1), Some(vec![Scalar::Int(1_000_003)]));
    let (path, outcome) = run(&mut classes, "(I)I", &[int(7)]);
    assert_eq!(returned(&outcome).0, Scalar::Int(1));
    let outcomes: Vec<u32> = path.clauses[0].alternatives.iter().map(|a| a.outcome).collect();
    assert_eq!(outcomes, [2, 0]);
}

#[test]
fn what_makes_an_instruction_throw_is_a_clause_with_an_alternative() {
    // try { return 10 / x; } catch (ArithmeticException e) { return -1; }
    let mut classes = Classes::default();
    let arithmetic = classes.symbols.of("java/lang/RuntimeException");
    let code = vec![I::Push(Scalar::Int(10)), I::Load(0), I::Binary(Binary::Div), I::Return, I::Pop, I::Push(Scalar::Int(-1)), I::Return];
    let m = method(&mut classes, "m", "(I)I", code, vec![Handler { from: 0, to: 3, at: 4, catches: Some(arithmetic) }]);
    class(&mut classes, vec![m]);
    let (path, outcome) = run(&mut classes, "(I)I", &[int(3)]);
    assert_eq!(returned(&outcome).0, Scalar::Int(3));
    assert!(path.clauses[0].branch.is_none());
    assert_eq!(solve(&path, 0, 0), Some(vec![Scalar::Int(0)]));
    let (_, outcome) = run(&mut classes, "(I)I", &[int(0)]);
    assert_eq!(returned(&outcome).0, Scalar::Int(-1), "a handler of a superclass");
}

/// A call of a method of `String` on the first argument.
pub(super) fn text_call(classes: &mut Classes, name: &str, descriptor: &str) -> I {
    call(classes, CallKind::Virtual, "java/lang/String", name, descriptor)
}

pub(super) fn units(text: &str) -> I {
    I::PushText(text.encode_utf16().collect())
}

#[test]
fn a_text_becomes_the_one_that_it_is_compared_with() {
    let mut classes = Classes::default();
    let equals = text_call(&mut classes, "equals", "(Ljava/lang/Object;)Z");
    let code = vec![I::Load(0), units("magic"), equals, I::JumpOnZero(Relation::NotEqual, 6, 0), I::Push(Scalar::Int(0)), I::Return];
    let m = method(&mut classes, "m", "(Ljava/lang/String;)I", [code, RETURN_ONE.to_vec()].concat(), vec![]);
    class(&mut classes, vec![m]);
    let (path, outcome) = run(&mut classes, "(Ljava/lang/String;)I", &[Argument::Text("ab")]);
    assert_eq!(returned(&outcome).0, Scalar::Int(0));
    let solution = solve(&path, 0, 0).expect("the text");
    let unit = |index: u32| {
        let of = super::term::Origin::Unit { slot: 0, index };
        let place = path.terms.inputs.iter().position(|i| i.of == of).unwrap();
        char::from(solution[place].whole().unwrap() as u8)
    };
    assert_eq!((0..5).map(unit).collect::<String>(), "magic");
    assert_eq!(solution[0], Scalar::Int(5), "the length");
}

#[test]
fn a_switch_on_a_text_asks_for_the_texts_of_its_cases() {
    let mut classes = Classes::default();
    let hash = text_call(&mut classes, "hashCode", "()I");
    let case = |text: &str| super::class_file::hash_of(&text.encode_utf16().collect::<Vec<_>>());
    let mut cases = vec![(case("red"), 4, 1), (case("green"), 7, 2)];
    cases.sort_unstable();
    let code = vec![
        I::Load(0),
        hash,
        I::Switch { cases, default: 10, branch: 0 },
        I::Nop,
        units("red"),
        I::Pop,
        I::Goto(10),
        units("green"),
        I::Pop,
        I::Goto(10),
        I::Push(Scalar::Int(0)),
        I::Return,
    ];
    let m = method(&mut classes, "m", "(Ljava/lang/String;)I", code, vec![]);
    class(&mut classes, vec![m]);
    let (path, _) = run(&mut classes, "(Ljava/lang/String;)I", &[Argument::Text("")]);
    assert_eq!(path.clauses.len(), 1, "{:?}", path.clauses);
    let lengths: Vec<Scalar> = (0..2).map(|a| solve(&path, 0, a).unwrap()[0]).collect();
    let mut lengths: Vec<i64> = lengths.into_iter().filter_map(Scalar::whole).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [3, 5]);
}

/// As the documentation of `String` has it.
fn place_of(text: &str, part: &str, from: i32, last: bool) -> i32 {
    let mut places = (0..=text.len() as i32).filter(|&at| text[at as usize..].starts_with(part));
    let found = if last { places.rfind(|&at| at <= from) } else { places.find(|&at| at >= from) };
    let end = if part.is_empty() && !last { text.len() as i32 } else { -1 };
    found.unwrap_or(end)
}

#[test]
fn places_of_parts_are_those_of_the_documentation() {
    let descriptor = "(Ljava/lang/String;I)I";
    for (name, last) in [("indexOf", false), ("lastIndexOf", true)] {
        for part in ["", "a", "ab", "abb"] {
            let mut classes = Classes::default();
            let places = text_call(&mut classes, name, descriptor);
            let m = method(&mut classes, "m", descriptor, vec![I::Load(0), units(part), I::Load(1), places, I::Return], vec![]);
            class(&mut classes, vec![m]);
            for text in ["", "a", "abab", "baab"] {
                for from in -2..6 {
                    let (_, outcome) = run(&mut classes, descriptor, &[Argument::Text(text), int(from)]);
                    let expected = Scalar::Int(place_of(text, part, from, last));
                    assert_eq!(returned(&outcome).0, expected, "{text:?}.{name}({part:?}, {from})");
                }
            }
        }
    }
}

/// `text.indexOf(':', 2) == 3` of a text without one.
#[test]
fn a_part_is_put_where_it_is_looked_for() {
    let mut classes = Classes::default();
    let places = text_call(&mut classes, "indexOf", "(II)I");
    let code = vec![I::Load(0), I::Push(Scalar::Int(i32::from(b':'))), I::Push(Scalar::Int(2)), places, I::Push(Scalar::Int(3))];
    let m = method(&mut classes, "m", "(Ljava/lang/String;)I", two_ways(code, Relation::Equal), vec![]);
    class(&mut classes, vec![m]);
    let (path, _) = run(&mut classes, "(Ljava/lang/String;)I", &[Argument::Text("abcdef")]);
    // The first condition is the length, which stays.
    let solution = solve(&path, 1, 0).expect("a text with a colon");
    assert!(solution.contains(&Scalar::Int(i32::from(b':'))), "{solution:?}");
}

#[test]
fn a_text_that_is_parsed_is_a_number() {
    let mut classes = Classes::default();
    let symbols = &mut classes.symbols;
    let parse =
        Member { owner: symbols.of("java/lang/Integer"), name: symbols.of("parseInt"), descriptor: symbols.of("(Ljava/lang/String;)I") };
    let signature = Arc::new(Signature::of("(Ljava/lang/String;)I").unwrap());
    let call = I::Call { kind: CallKind::Static, method: parse, signature };
    let code = two_ways(vec![I::Load(0), call, I::Push(Scalar::Int(4711))], Relation::Equal);
    let m = method(&mut classes, "m", "(Ljava/lang/String;)I", code, vec![]);
    class(&mut classes, vec![m]);
    let (path, outcome) = run(&mut classes, "(Ljava/lang/String;)I", &[Argument::Text("x")]);
    assert_eq!(outcome, Ok(Outcome::Threw));
    assert!(solve(&path, 0, 0).is_some(), "some number");
    let (path, _) = run(&mut classes, "(Ljava/lang/String;)I", &[Argument::Text("12")]);
    let solution = solve(&path, 1, 0).expect("4711");
    assert!(solution.contains(&Scalar::Long(4711)), "{solution:?}");
}

#[test]
fn what_is_not_replayed_is_unknown_and_ends_the_path_where_it_decides() {
    let mut classes = Classes::default();
    let symbols = &mut classes.symbols;
    let other = Member { owner: symbols.of("q/Other"), name: symbols.of("f"), descriptor: symbols.of("(I)I") };
    let call = I::Call { kind: CallKind::Static, method: other, signature: Arc::new(Signature::of("(I)I").unwrap()) };
    let code = two_ways(vec![I::Load(0), call, I::Push(Scalar::Int(5))], Relation::Equal);
    let m = method(&mut classes, "m", "(I)I", code, vec![]);
    class(&mut classes, vec![m]);
    let (path, outcome) = run(&mut classes, "(I)I", &[int(1)]);
    assert_eq!(outcome, Err(Stop::Unknown));
    assert_eq!(path.stop, Some(Stop::Unknown));
    assert_eq!(path.concretised.get("q.Other.f"), Some(&1), "the argument was lost, and that is counted");
}

#[test]
fn coverage_says_where_an_unknown_branch_went_and_that_a_replay_is_wrong() {
    struct Only(u32);
    impl Observed for Only {
        fn had(&self, _: &Method, _: u32, outcome: u32) -> Option<bool> {
            Some(outcome == self.0)
        }
    }
    let mut classes = Classes::default();
    let code = two_ways(vec![I::Load(0), I::Push(Scalar::Int(5))], Relation::Equal);
    let m = method(&mut classes, "m", "(I)I", code, vec![]);
    class(&mut classes, vec![m]);
    for (covered, expected) in [(0, Scalar::Int(1)), (1, Scalar::Int(0))] {
        let observed = Only(covered);
        let mut machine = Machine::new(&mut classes, &observed, Limits::default());
        let member = machine.member("p/C", "m", "(I)I");
        let outcome = machine.call(member, true, None, &[Value::Unknown(Kind::Int)]);
        assert_eq!(returned(&outcome).0, expected);
    }
    let observed = Only(0);
    let mut machine = Machine::new(&mut classes, &observed, Limits::default());
    let member = machine.member("p/C", "m", "(I)I");
    let four = machine.number(0, Kind::Int, Scalar::Int(4));
    assert_eq!(machine.call(member, true, None, &[four]), Err(Stop::Diverged));
}

#[test]
fn a_loop_without_end_is_cut_and_its_path_stays() {
    let mut classes = Classes::default();
    let code = vec![I::Load(0), I::JumpOnZero(Relation::Less, 4, 0), I::Increment(0, 1), I::Goto(0), I::Push(Scalar::Int(0)), I::Return];
    let m = method(&mut classes, "m", "(I)I", code, vec![]);
    class(&mut classes, vec![m]);
    let (path, outcome) = run_within(&mut classes, "(I)I", &[int(0)], Limits { steps: 1_000, ..Limits::default() });
    assert_eq!(outcome, Err(Stop::Limit));
    assert!(path.clauses.len() > 100);
    assert!(holds(&path, path.clauses.len(), &path.terms.executed()));
}

/// `java/util/Box`: a model with a number in a field, which `put` and `get` are for. `stop` branches on what nobody knows.
fn box_model(classes: &mut Classes) {
    let owner = classes.symbols.of("java/util/Box");
    let field = Member { owner, name: classes.symbols.of("number"), descriptor: classes.symbols.of("I") };
    let outside = call(classes, CallKind::Static, "q/D", "f", "()I");
    let mut add = |name: &str, descriptor: &str, code: Vec<I>| {
        let Method { name, descriptor, signature, code, .. } = Arc::into_inner(method(classes, name, descriptor, code, vec![])).unwrap();
        Arc::new(Method { class: owner, name, descriptor, signature, is_static: false, is_private: false, code })
    };
    let stop = vec![I::Load(0), I::Load(1), I::PutField(field), outside, I::JumpOnZero(Relation::Equal, 5, 0), I::Load(1), I::Return];
    let methods = vec![
        add("<init>", "()V", vec![I::Return]),
        add("put", "(I)V", vec![I::Load(0), I::Load(1), I::PutField(field), I::Return]),
        add("get", "()I", vec![I::Load(0), I::GetField(field), I::Return]),
        add("stop", "(I)I", stop),
    ];
    let fields = vec![super::class_file::Field {
        name: field.name,
        descriptor: field.descriptor,
        kind: Kind::Int,
        is_static: false,
        constant: None,
    }];
    let superclass = Some(classes.symbols.of("java/lang/Object"));
    let texts = std::collections::BTreeMap::new();
    classes.insert(Class { name: owner, superclass, interfaces: vec![], is_interface: false, fields, methods, texts });
}

pub(super) fn call(classes: &mut Classes, kind: CallKind, owner: &str, name: &str, descriptor: &str) -> I {
    let symbols = &mut classes.symbols;
    let method = Member { owner: symbols.of(owner), name: symbols.of(name), descriptor: symbols.of(descriptor) };
    I::Call { kind, method, signature: Arc::new(Signature::of(descriptor).unwrap()) }
}

/// What reals are asked for, as a term: with each input it gives what the JDK's documentation says of that input.
#[test]
fn what_reals_are_asked_is_a_term_that_is_right_for_all_of_them() {
    const SOME: [f64; 9] = [0.0, -0.0, 1.5, -1.5, f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    type Asked = (&'static str, &'static str, fn(f64) -> f64);
    let of_one: [Asked; 4] = [
        ("java/lang/Math", "abs", f64::abs),
        ("java/lang/Double", "isNaN", |x| f64::from(u8::from(x.is_nan()))),
        ("java/lang/Double", "isInfinite", |x| f64::from(u8::from(x.is_infinite()))),
        ("java/lang/Double", "isFinite", |x| f64::from(u8::from(x.is_finite()))),
    ];
    let same = |value: Scalar, expected: f64| match value {
        Scalar::Int(value) => f64::from(value) == expected,
        value => value.real().is_some_and(|v| v.to_bits() == expected.to_bits() || v.is_nan() && expected.is_nan()),
    };
    let asked = |owner: &str, name: &str, descriptor: &str, arguments: &[f64]| {
        let mut classes = Classes::default();
        let mut code: Vec<I> = (0..arguments.len() as u16).map(|n| I::Load(2 * n)).collect();
        code.extend([call(&mut classes, CallKind::Static, owner, name, descriptor), I::Return]);
        let m = method(&mut classes, "m", descriptor, code, vec![]);
        class(&mut classes, vec![m]);
        let arguments: Vec<Argument> = arguments.iter().map(|&x| Argument::Number(Kind::Double, Scalar::double(x))).collect();
        run(&mut classes, descriptor, &arguments)
    };
    let check = |run: (Path, Result<Outcome, Stop>), own: f64, others: &dyn Fn(&[f64]) -> Option<f64>| {
        let (path, outcome) = run;
        let (value, term) = returned(&outcome);
        assert!(same(value, own), "{value:?}, not {own}");
        let Some(term) = term else { panic!("no term: {path:?}") };
        for x in SOME {
            for y in SOME {
                let inputs: Vec<f64> = [x, y][..path.terms.inputs.len()].to_vec();
                let Some(expected) = others(&inputs) else { continue };
                let mut values = Vec::new();
                path.terms.evaluate(&inputs.iter().map(|&x| Scalar::double(x)).collect::<Vec<_>>(), &mut values);
                assert!(same(values[term.0 as usize], expected), "of {inputs:?}: {:?}, not {expected}", values[term.0 as usize]);
            }
        }
    };
    for (owner, name, expected) in of_one {
        let descriptor = if name == "abs" { "(D)D" } else { "(D)Z" };
        for x in SOME {
            check(asked(owner, name, descriptor, &[x]), expected(x), &|inputs| Some(expected(inputs[0])));
        }
    }
    for (name, greater) in [("max", true), ("min", false)] {
        let expected = |x: f64, y: f64| {
            if x.is_nan() || y.is_nan() {
                f64::NAN
            } else if (x > y) == greater {
                x
            } else {
                y
            }
        };
        for x in SOME {
            for y in SOME {
                let zeros = |x: f64, y: f64| x == 0.0 && y == 0.0;
                let run = asked("java/lang/Math", name, "(DD)D", &[x, y]);
                if zeros(x, y) {
                    assert!(matches!(run.1, Ok(Outcome::Returned(Some(Value::Unknown(_))))), "of zeros the sign decides: {:?}", run.1);
                } else {
                    check(run, expected(x, y), &|inputs| (!zeros(inputs[0], inputs[1])).then(|| expected(inputs[0], inputs[1])));
                }
            }
        }
    }
}

/// A class whose superclass has the field, and that has an interface of which there is no file, as most of the JDK's.
#[test]
fn a_field_of_a_superclass_is_found_behind_interfaces_that_have_no_file() {
    let mut classes = Classes::default();
    box_model(&mut classes);
    let [name, superclass, marker] = ["p/Sub", "java/util/Box", "java/io/Serializable"].map(|n| classes.symbols.of(n));
    let (superclass, interfaces) = (Some(superclass), vec![marker]);
    let texts = std::collections::BTreeMap::new();
    classes.insert(Class { name, superclass, interfaces, is_interface: false, fields: vec![], methods: vec![], texts });
    let field = Member { owner: name, name: classes.symbols.of("number"), descriptor: classes.symbols.of("I") };
    let mut code = vec![I::New(name), I::Store(1), I::Load(1), I::Load(0), I::PutField(field)];
    code.extend([I::Load(1), I::GetField(field), I::Return]);
    let m = method(&mut classes, "m", "(I)I", code, vec![]);
    class(&mut classes, vec![m]);
    let (path, outcome) = run(&mut classes, "(I)I", &[int(7)]);
    let (value, term) = returned(&outcome);
    assert!(value == Scalar::Int(7) && term.is_some() && path.stop.is_none(), "{path:?}");
}

/// What `get` gives after `put`, and a call of another method with the number.
fn got_after(between: Option<&str>) -> (Path, Result<Outcome, Stop>) {
    let mut classes = Classes::default();
    box_model(&mut classes);
    let owner = classes.symbols.of("java/util/Box");
    let on_box = |classes: &mut Classes, name, descriptor| call(classes, CallKind::Virtual, "java/util/Box", name, descriptor);
    let mut code = vec![I::New(owner), I::Store(1), I::Load(1), call(&mut classes, CallKind::Special, "java/util/Box", "<init>", "()V")];
    code.extend([I::Load(1), I::Load(0), on_box(&mut classes, "put", "(I)V")]);
    if let Some(name) = between {
        code.extend([I::Load(1), I::Load(0), on_box(&mut classes, name, "(I)I"), I::Pop]);
    }
    code.extend([I::Load(1), on_box(&mut classes, "get", "()I"), I::Return]);
    let m = method(&mut classes, "m", "(I)I", code, vec![]);
    class(&mut classes, vec![m]);
    run(&mut classes, "(I)I", &[int(7)])
}

#[test]
fn what_goes_into_a_model_comes_out_as_the_input_that_it_is() {
    let (path, outcome) = got_after(None);
    let (value, term) = returned(&outcome);
    assert!(value == Scalar::Int(7) && term.is_some() && path.concretised.is_empty(), "{path:?}");
    // A method that only looks, as the JDK's documentation says, and that the model does not have.
    let (path, outcome) = got_after(Some("hashCode"));
    assert!(returned(&outcome).1.is_some() && path.stop.is_none(), "{path:?}");
}

#[test]
fn what_a_model_does_not_have_or_does_not_know_makes_its_object_unknown_and_the_path_goes_on() {
    for between in ["other", "stop"] {
        let (path, outcome) = got_after(Some(between));
        assert_eq!(outcome, Ok(Outcome::Returned(Some(Value::Unknown(Kind::Int)))), "{between}");
        assert_eq!(path.stop, None);
        let told = format!("java.util.Box.{between}");
        assert!(path.concretised.get(&told).is_some_and(|&count| count > 0), "{between}: {:?}", path.concretised);
    }
}

#[test]
fn code_beside_that_under_test_is_left_where_the_unknown_decides_and_may_have_changed_what_it_was_given() {
    /// Who looks at no method of this name.
    struct AllBut(crate::program::facts::Symbol);
    impl Observed for AllBut {
        fn had(&self, method: &Method, _: u32, _: u32) -> Option<bool> {
            Some(true).filter(|_| method.name != self.0)
        }
    }
    // m(x): array = {x, x}; y = beside(array); return array[0] or y.
    for gives_result in [true, false] {
        let mut classes = Classes::default();
        let (outside, beside) =
            (call(&mut classes, CallKind::Static, "q/D", "f", "()I"), call(&mut classes, CallKind::Static, "p/C", "beside", "([I)I"));
        let within =
            vec![outside, I::JumpOnZero(Relation::Equal, 4, 0), I::Push(Scalar::Int(1)), I::Return, I::Push(Scalar::Int(0)), I::Return];
        let mut code = vec![I::Push(Scalar::Int(2)), I::NewArray(Kind::Int), I::Store(1), I::Load(1), I::Push(Scalar::Int(0)), I::Load(0)];
        code.extend([I::ArrayStore(Kind::Int), I::Load(1), beside]);
        if !gives_result {
            code.extend([I::Pop, I::Load(1), I::Push(Scalar::Int(0)), I::ArrayLoad(Kind::Int)]);
        }
        code.push(I::Return);
        let m = method(&mut classes, "m", "(I)I", code, vec![]);
        let other = method(&mut classes, "beside", "([I)I", within, vec![]);
        let name = other.name;
        class(&mut classes, vec![m, other]);
        let observed = AllBut(name);
        let mut machine = Machine::new(&mut classes, &observed, Limits::default());
        let member = machine.member("p/C", "m", "(I)I");
        let x = machine.number(0, Kind::Int, Scalar::Int(7));
        assert_eq!(machine.call(member, true, None, &[x]), Ok(Outcome::Returned(Some(Value::Unknown(Kind::Int)))));
        let path = machine.finish();
        assert!(path.stop.is_none() && path.concretised.contains_key("p.C.beside"), "{path:?}");
    }
}
