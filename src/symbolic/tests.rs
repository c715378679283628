//! Replays of code that is written down here, and of random programs.

use super::class_file::{Class, Classes, Code, Handler, Method};
use super::heap::Value;
use super::instruction::{CallKind, Instruction as I, Kind, Member, Signature};
use super::machine::{Limits, Machine, Observed, Outcome};
use super::path::{Path, Stop};
use super::propagation::Propagation;
use super::scalar::{Binary, Scalar, Unary};
use super::solver::{Answer, Portfolio, Problem, Solver};
use super::term::Term;
use super::z3::Z3;
use crate::compute::rng::{Source, Stream};
use crate::relation::Relation;
use rand::RngExt;
use std::sync::Arc;

struct Nobody;

impl Observed for Nobody {
    fn had(&self, _: &Method, _: u32, _: u32) -> Option<bool> {
        None
    }
}

/// Code of a static method `p/C.m`.
fn method(classes: &mut Classes, name: &str, descriptor: &str, instructions: Vec<I>, handlers: Vec<Handler>) -> Arc<Method> {
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

fn class(classes: &mut Classes, methods: Vec<Arc<Method>>) {
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
enum Argument {
    Number(Kind, Scalar),
    Text(&'static str),
}

fn int(value: i32) -> Argument {
    Argument::Number(Kind::Int, Scalar::Int(value))
}

/// Runs `p/C.m` on arguments.
fn run(classes: &mut Classes, descriptor: &str, arguments: &[Argument]) -> (Path, Result<Outcome, Stop>) {
    run_within(classes, descriptor, arguments, Limits::default())
}

fn run_within(classes: &mut Classes, descriptor: &str, arguments: &[Argument], limits: Limits) -> (Path, Result<Outcome, Stop>) {
    let mut machine = Machine::new(classes, &Nobody, limits);
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

fn returned(outcome: &Result<Outcome, Stop>) -> (Scalar, Option<Term>) {
    match outcome {
        Ok(Outcome::Returned(Some(Value::Number(number)))) => (number.value, number.term),
        other => panic!("{other:?}"),
    }
}

/// The condition of the path, evaluated with inputs.
fn holds(path: &Path, clauses: usize, inputs: &[Scalar]) -> bool {
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

fn solve_with(solver: &mut dyn Solver, number: u64, path: &Path, clause: usize, alternative: usize) -> Answer {
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
fn text_call(classes: &mut Classes, name: &str, descriptor: &str) -> I {
    let symbols = &mut classes.symbols;
    let method = Member { owner: symbols.of("java/lang/String"), name: symbols.of(name), descriptor: symbols.of(descriptor) };
    I::Call { kind: CallKind::Virtual, method, signature: Arc::new(Signature::of(descriptor).unwrap()) }
}

fn units(text: &str) -> I {
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

// ---- random programs ------------------------------------------------------------------------------------------------

const EDGES: [i64; 13] = [0, 1, -1, 2, 7, 31, 64, 255, -128, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];

fn number(rng: &mut Stream, long: bool) -> Scalar {
    let value = if rng.random_bool(0.7) { EDGES[rng.random_range(0..EDGES.len())] } else { rng.random_range(-1000..1000) };
    if long { Scalar::Long(value) } else { Scalar::Int(value as i32) }
}

/// Leaves an int or a long on the stack. Locals: 0 and 1 are ints, 2 and 4 longs.
fn expression(rng: &mut Stream, long: bool, depth: u32, code: &mut Vec<I>) {
    if depth == 0 || rng.random_bool(0.2) {
        code.push(match (rng.random_bool(0.7), long) {
            (true, false) => I::Load(rng.random_range(0..2)),
            (true, true) => I::Load(2 + 2 * rng.random_range(0..2)),
            (false, _) => I::Push(number(rng, long)),
        });
        return;
    }
    match rng.random_range(0..10) {
        0 if long => {
            expression(rng, false, depth - 1, code);
            code.push(I::Unary(Unary::ToLong));
        }
        0 => {
            expression(rng, true, depth - 1, code);
            code.push(I::Unary(Unary::ToInt));
        }
        1 if !long => {
            expression(rng, false, depth - 1, code);
            code.push(I::Unary([Unary::ToByte, Unary::ToChar, Unary::ToShort][rng.random_range(0..3)]));
        }
        2 => {
            expression(rng, long, depth - 1, code);
            code.push(I::Unary(Unary::Negate));
        }
        3 if !long => {
            expression(rng, true, depth - 1, code);
            expression(rng, true, depth - 1, code);
            code.push(I::Order(0));
        }
        4 => {
            // There and back over reals, which rounds and saturates.
            expression(rng, long, depth - 1, code);
            code.push(I::Unary(if rng.random_bool(0.5) { Unary::ToFloat } else { Unary::ToDouble }));
            code.push(I::Unary(if long { Unary::ToLong } else { Unary::ToInt }));
        }
        _ => {
            let operation = Binary::ALL[rng.random_range(0..Binary::ALL.len())];
            expression(rng, long, depth - 1, code);
            if matches!(operation, Binary::Div | Binary::Rem) {
                code.push(I::Push(match number(rng, long) {
                    Scalar::Int(0) => Scalar::Int(3),
                    Scalar::Long(0) => Scalar::Long(3),
                    other => other,
                }));
            } else {
                expression(rng, long && !operation.is_shift(), depth - 1, code);
            }
            code.push(I::Binary(operation));
        }
    }
}

/// Some branches one after the other, each of which is counted in local 6; then a number.
fn program(rng: &mut Stream) -> Vec<I> {
    let mut code = vec![I::Push(Scalar::Int(0)), I::Store(6)];
    let branches = rng.random_range(1..5);
    for branch in 0..branches {
        let relation = Relation::ALL[rng.random_range(0..6)];
        if rng.random_bool(0.5) {
            expression(rng, false, 3, &mut code);
            expression(rng, false, 2, &mut code);
            let target = code.len() + 2;
            code.push(I::JumpOnInts(relation, target, branch));
        } else {
            expression(rng, true, 3, &mut code);
            expression(rng, true, 2, &mut code);
            code.push(I::Order(0));
            let target = code.len() + 2;
            code.push(I::JumpOnZero(relation, target, branch));
        }
        code.push(I::Increment(6, 1 << branch));
    }
    expression(rng, false, 3, &mut code);
    code.push(I::Return);
    code
}

/// The outcomes of the branches of a path.
fn outcomes(path: &Path) -> Vec<(u32, u32)> {
    let of = |c: &super::path::Clause| c.branch.as_ref().map(|b| (b.number, 1 - c.alternatives[0].outcome));
    path.clauses.iter().filter_map(of).collect()
}

/// Replays random programs: how many alternatives there were, how many were solved, and how many have no solution.
fn random_programs(from: u64, to: u64, solver: &mut dyn Solver) -> [u32; 3] {
    let (mut alternatives, mut solved, mut unsatisfiable) = (0, 0, 0);
    let descriptor = "(IIJJ)I";
    for seed in from..to {
        let mut rng = Source::new(1).stream([seed]);
        let mut classes = Classes::default();
        let code = program(&mut rng);
        let m = method(&mut classes, "m", descriptor, code, vec![]);
        class(&mut classes, vec![m]);
        let arguments = |values: &[Scalar]| {
            let of = |v: &Scalar| Argument::Number(if matches!(v, Scalar::Int(_)) { Kind::Int } else { Kind::Long }, *v);
            values.iter().map(of).collect::<Vec<_>>()
        };
        let inputs = [number(&mut rng, false), number(&mut rng, false), number(&mut rng, true), number(&mut rng, true)];
        let (path, outcome) = run(&mut classes, descriptor, &arguments(&inputs));
        let (value, term) = returned(&outcome);
        let mut values = Vec::new();
        path.terms.evaluate(&inputs, &mut values);
        assert!(holds(&path, path.clauses.len(), &inputs), "program {seed}: its own path condition");
        if let Some(term) = term {
            assert_eq!(values[term.0 as usize], value, "program {seed}: its own result");
        }
        for clause in 0..path.clauses.len() {
            alternatives += 1;
            let solution = match solve_with(solver, seed, &path, clause, 0) {
                Answer::Solved(solution) => solution,
                Answer::Unsatisfiable => {
                    unsatisfiable += 1;
                    continue;
                }
                Answer::Unknown => continue,
            };
            solved += 1;
            let (other, outcome) = run(&mut classes, descriptor, &arguments(&solution));
            let branch = path.clauses[clause].branch.as_ref().unwrap().number;
            let before: Vec<_> = outcomes(&path).into_iter().take_while(|o| o.0 != branch).collect();
            // A branch that is a constant for these inputs has no clause there.
            let went = outcomes(&other);
            assert!(before.iter().all(|b| went.contains(b)), "program {seed}: the way to branch {branch}");
            assert!(went.contains(&(branch, path.clauses[clause].alternatives[0].outcome)), "program {seed}: branch {branch} negated");
            // What the first path's term says of these inputs is what the second path gives, if they go the same way afterwards.
            if let (Some(term), Ok(_)) = (term, &outcome) {
                path.terms.evaluate(&solution, &mut values);
                assert_eq!(values[term.0 as usize], returned(&outcome).0, "program {seed}: the result's term with other inputs");
            }
        }
    }
    [alternatives, solved, unsatisfiable]
}

#[test]
fn random_programs_take_the_branches_that_were_solved_for() {
    let [alternatives, solved, _] = random_programs(0, programs(), &mut Propagation::new(200_000));
    println!("own solver: {solved} of {alternatives} solved");
    assert!(f64::from(solved) > 0.5 * f64::from(alternatives), "{solved} of {alternatives}");
}

/// How many random programs: `ORACULUM_PROGRAMS`, or few.
fn programs() -> u64 {
    std::env::var("ORACULUM_PROGRAMS").map_or(400, |text| text.parse().expect("ORACULUM_PROGRAMS is a number"))
}

// ---- Z3 -------------------------------------------------------------------------------------------------------------

/// The library that `make solver` fetches; `None`, and a line that says so: it is not there.
fn z3(limit: u64) -> Option<Z3> {
    let folder = if cfg!(target_arch = "aarch64") { "aarch64" } else { "amd64" };
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("build/solver/com/microsoft/z3/linux").join(folder).join("libz3.so");
    if !cfg!(target_os = "linux") || !file.is_file() {
        // What a test prints is shown only if it fails.
        let line = "[oraculum] a comparison with Z3 is skipped: build/solver has no library for this platform; `make solver` fetches it";
        std::io::Write::write_all(&mut std::io::stderr(), format!("{line}\n").as_bytes()).expect("standard error");
        return None;
    }
    Some(Z3::open(&file, limit).expect("what was fetched can be used"))
}

#[test]
fn what_the_own_solver_leaves_open_z3_may_solve() {
    let Some(z3) = z3(100_000) else { return };
    let mut both = Portfolio(vec![Box::new(Propagation::new(100_000)), Box::new(z3)]);
    let [alternatives, solved, unsatisfiable] = random_programs(0, programs() / 4, &mut both);
    println!("both: {solved} of {alternatives} solved, {unsatisfiable} unsatisfiable");
    let [_, alone, _] = random_programs(0, programs() / 4, &mut Propagation::new(100_000));
    assert!(solved > alone, "{solved} and {alone} of {alternatives}");
    assert!(f64::from(solved + unsatisfiable) > 0.95 * f64::from(alternatives), "{solved} and {unsatisfiable} of {alternatives}");
}

/// A solver that answers as Z3 does, and compares that with what the own solver says.
#[derive(Debug)]
struct Compared {
    own: Propagation,
    z3: Z3,
    /// Problems that both decided.
    both: u32,
}

impl Solver for Compared {
    fn solve(&mut self, problem: &Problem) -> Answer {
        let (own, other) = (self.own.solve(problem), self.z3.solve(problem));
        assert!(!matches!((&own, &other), (Answer::Solved(_), Answer::Unsatisfiable)), "Z3 has no solution: {problem:?}");
        assert!(!matches!((&own, &other), (Answer::Unsatisfiable, Answer::Solved(_))), "the own solver has none: {problem:?}");
        self.both += u32::from(own != Answer::Unknown && other != Answer::Unknown);
        other
    }

    fn failure(&self) -> Option<&str> {
        self.z3.failure()
    }
}

/// By itself Z3 takes long for products and quotients of 64 bits: it gets few programs.
#[test]
fn the_solvers_agree_on_what_has_a_solution_and_branches_that_z3_solved_for_are_taken() {
    let Some(z3) = z3(100_000) else { return };
    let mut both = Compared { own: Propagation::new(20_000), z3, both: 0 };
    let [alternatives, solved, unsatisfiable] = random_programs(0, programs() / 20, &mut both);
    println!("Z3: {solved} of {alternatives} solved, {unsatisfiable} unsatisfiable; both decided {}", both.both);
    assert!(f64::from(solved + unsatisfiable) > 0.3 * f64::from(alternatives), "{solved} and {unsatisfiable} of {alternatives}");
    assert!(f64::from(both.both) > 0.25 * f64::from(alternatives), "both decided {} of {alternatives}", both.both);
}

#[test]
fn equal_sequences_of_problems_have_equal_answers() {
    let answers = |mut solver: Z3| {
        let mut answers = Vec::new();
        for seed in 0..5 {
            let mut rng = Source::new(1).stream([seed]);
            let mut classes = Classes::default();
            let code = program(&mut rng);
            let m = method(&mut classes, "m", "(IIJJ)I", code, vec![]);
            class(&mut classes, vec![m]);
            let long = |v| Argument::Number(Kind::Long, Scalar::Long(v));
            let (path, _) = run(&mut classes, "(IIJJ)I", &[int(1), int(2), long(3), long(4)]);
            (0..path.clauses.len()).for_each(|clause| answers.push(solve_with(&mut solver, seed, &path, clause, 0)));
        }
        answers
    };
    let (Some(one), Some(other)) = (z3(30_000), z3(30_000)) else { return };
    let first = answers(one);
    assert!(first.iter().any(|answer| matches!(answer, Answer::Solved(_))), "{first:?}");
    assert_eq!(first, answers(other));
}

#[test]
fn a_file_that_is_no_library_of_z3_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("libz3.so");
    std::fs::write(&text, "no library").unwrap();
    for file in [text, folder.path().join("missing.so"), std::path::PathBuf::from("libc.so.6")] {
        let error = Z3::open(&file, 1000).unwrap_err();
        assert!(error.starts_with(&format!("{} cannot be used: ", file.display())), "{error}");
    }
}

/// Z3's operations on numbers at edges: it has them computed, and the results are those of Java.
#[test]
fn operations_at_edges_are_those_of_java() {
    use super::scalar::Sort;
    use super::smt::{constant, define};
    use super::term::{Input, Origin, Terms};
    const INTS: [i32; 12] = [i32::MIN, i32::MIN + 1, -65_537, -129, -1, 0, 2, 31, 33, 255, 16_777_217, i32::MAX];
    const LONGS: [i64; 12] =
        [i64::MIN, i64::MIN + 1, -4_294_967_297, -63, -1, 0, 3, 64, 2_147_483_648, 4_294_967_295, 9_007_199_254_740_993, i64::MAX];
    const REALS: [f64; 16] = [
        f64::NAN,
        0.0,
        -0.0,
        1.5,
        -2.5,
        1e-320,
        f64::MAX,
        f64::MIN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        2_147_483_647.5,
        -2_147_483_648.5,
        3e9,
        1e19,
        -1e19,
        16_777_217.0,
    ];
    let numbers = [
        INTS.map(Scalar::Int).to_vec(),
        LONGS.map(Scalar::Long).to_vec(),
        REALS.map(|v| Scalar::float(v as f32)).to_vec(),
        REALS.map(Scalar::double).to_vec(),
    ];
    let Some(mut solver) = z3(1_000_000) else { return };
    let (mut cases_seen, mut wrong) = (0, Vec::new());
    let mut check = |name: String, cases: Vec<(Vec<Scalar>, Scalar, TermOf)>| {
        let mut terms = Terms::default();
        let (mut commands, mut expected) = ("(push 1)".to_owned(), Vec::new());
        for (operands, result, term) in cases {
            let inputs: Vec<Term> = operands
                .iter()
                .map(|value| {
                    let slot = terms.inputs.len() as u32;
                    let (bits, width) = match *value {
                        Scalar::Int(v) => (format!("#x{v:08x}"), 32),
                        Scalar::Long(v) => (format!("#x{v:016x}"), 64),
                        Scalar::Float(v) => (format!("#x{v:08x}"), 32),
                        Scalar::Double(v) => (format!("#x{v:016x}"), 64),
                    };
                    commands.push_str(&format!("(define-fun i{slot} () (_ BitVec {width}) {bits})"));
                    terms.input(Input { of: Origin::Number { slot }, value: *value, range: (i64::MIN, i64::MAX) })
                })
                .collect();
            let of = term(&mut terms, &inputs);
            expected.push((of, result, operands));
        }
        for term in terms.below(expected.iter().map(|e| e.0)) {
            commands.push_str(&define(&terms, term));
        }
        // Of reals, `=` is true of NaN and itself, and not of both zeros.
        expected.iter().for_each(|(of, result, _)| commands.push_str(&format!("(simplify (= t{} {}))", of.0, constant(*result))));
        let answer = solver.evaluate(&(commands + "(pop 1)"));
        assert_eq!(answer.lines().count(), expected.len(), "{name}: {answer}");
        cases_seen += expected.len();
        let differ = answer.lines().zip(&expected).filter(|(line, _)| *line != "true");
        wrong.extend(differ.map(|(line, (_, result, operands))| format!("{name} {operands:?} is not {result:?}: {line}")));
    };
    type TermOf = Box<dyn Fn(&mut Terms, &[Term]) -> Term>;
    for group in &numbers {
        let sort = group[0].sort();
        for operation in Binary::ALL {
            // Of reals, the remainder is not Z3's (smt.rs).
            if operation == Binary::Rem && group[0].real().is_some() {
                continue;
            }
            let second = if operation.is_shift() { &numbers[0] } else { group };
            let pairs = group.iter().flat_map(|&a| second.iter().map(move |&b| (a, b)));
            let cases = pairs.filter_map(|(a, b)| {
                let result = Scalar::binary(operation, a, b)?;
                Some((vec![a, b], result, Box::new(move |t: &mut Terms, i: &[Term]| t.binary(operation, i[0], i[1])) as TermOf))
            });
            check(format!("{operation:?} of {sort:?}"), cases.collect());
        }
        let unary =
            [Unary::Negate, Unary::ToInt, Unary::ToLong, Unary::ToFloat, Unary::ToDouble, Unary::ToByte, Unary::ToChar, Unary::ToShort];
        for operation in unary {
            let cases = group.iter().filter_map(|&a| {
                let result = Scalar::unary(operation, a)?;
                Some((vec![a], result, Box::new(move |t: &mut Terms, i: &[Term]| t.unary(operation, i[0])) as TermOf))
            });
            check(format!("{operation:?} of {sort:?}"), cases.collect());
        }
        for relation in Relation::ALL {
            let pairs = group.iter().flat_map(|&a| group.iter().map(move |&b| (a, b)));
            let cases = pairs.map(|(a, b)| {
                let result = Scalar::boolean(Scalar::compare(relation, a, b).unwrap());
                (vec![a, b], result, Box::new(move |t: &mut Terms, i: &[Term]| t.compare(relation, i[0], i[1])) as TermOf)
            });
            check(format!("{relation:?} of {sort:?}"), cases.collect());
        }
        if sort != Sort::Int {
            for unordered in [-1, 1] {
                let pairs = group.iter().flat_map(|&a| group.iter().map(move |&b| (a, b)));
                let cases = pairs.map(|(a, b)| {
                    let result = Scalar::Int(Scalar::order(unordered, a, b).unwrap());
                    (vec![a, b], result, Box::new(move |t: &mut Terms, i: &[Term]| t.order(unordered, i[0], i[1])) as TermOf)
                });
                check(format!("order {unordered} of {sort:?}"), cases.collect());
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {cases_seen}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cases_seen > 8_000, "{cases_seen}");
}
