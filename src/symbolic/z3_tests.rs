//! Z3 against the own solver, and its operations against Java's. Without the library, these are skipped.

use super::class_file::Classes;
use super::instruction::Kind;
use super::propagation::Propagation;
use super::random_tests::{program, programs, random_programs};
use super::scalar::{Binary, Scalar, Unary};
use super::solver::{Answer, Portfolio, Problem, Solver};
use super::term::Term;
use super::tests::{Argument, class, int, method, run, solve_with};
use super::z3::{Channel, Z3};
use crate::compute::rng::Source;
use crate::relation::Relation;
use oraculum_solver::client::Lost;
use oraculum_solver::library::Library;
use std::time::Duration;

/// The library in this process: what it answers is what its own process passes on.
#[derive(Debug)]
struct Here(Library);

impl Channel for Here {
    fn version(&self) -> &str {
        self.0.version()
    }

    fn ask(&mut self, commands: &str) -> Result<String, Lost> {
        Ok(self.0.evaluate(commands))
    }

    fn restart(&mut self) -> Result<(), String> {
        Err("it is this process".to_owned())
    }
}

/// The library that `make solver` fetches; `None`, and a line that says so: it is not there.
fn z3(limit: u64) -> Option<Z3> {
    library(limit).map(|library| Z3::over(Box::new(Here(library))))
}

fn library(limit: u64) -> Option<Library> {
    let folder = if cfg!(target_arch = "aarch64") { "aarch64" } else { "amd64" };
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("build/solver/com/microsoft/z3/linux").join(folder).join("libz3.so");
    if !cfg!(target_os = "linux") || !file.is_file() {
        // What a test prints is shown only if it fails.
        let line = "[oraculum] a comparison with Z3 is skipped: build/solver has no library for this platform; `make solver` fetches it";
        std::io::Write::write_all(&mut std::io::stderr(), format!("{line}\n").as_bytes()).expect("standard error");
        return None;
    }
    Some(Library::open(&file, limit).expect("what was fetched can be used"))
}

#[test]
fn what_the_own_solver_leaves_open_z3_may_solve() {
    let Some(z3) = z3(100_000) else { return };
    let mut both = Portfolio(vec![Box::new(Propagation::new(100_000)), Box::new(z3)]);
    let [alternatives, solved, unsatisfiable] = random_programs(0, programs() / 4, &mut both);
    let [_, alone, _] = random_programs(0, programs() / 4, &mut Propagation::new(100_000));
    println!(
        "figure: {} programs, {alternatives} alternatives: own solver {alone} solved; with Z3 behind it {solved}, {unsatisfiable} \
         proved to have no solution",
        programs() / 4
    );
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

    fn work(&self) -> u64 {
        self.own.work() + self.z3.work()
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
    println!(
        "figure: {} programs, {alternatives} alternatives: Z3 alone {solved} solved, {unsatisfiable} proved to have no solution; both \
         solvers decided {}, and agree",
        programs() / 20,
        both.both
    );
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

/// A process that ends, hangs or answers so, one after the other.
#[derive(Debug)]
struct Played {
    answers: Vec<Result<&'static str, Lost>>,
    restarts: u32,
}

impl Channel for Played {
    fn version(&self) -> &str {
        "Z3 of a play"
    }

    fn ask(&mut self, _: &str) -> Result<String, Lost> {
        self.answers.remove(0).map(str::to_owned)
    }

    fn restart(&mut self) -> Result<(), String> {
        self.restarts += 1;
        if self.restarts > 10 { Err("too often".to_owned()) } else { Ok(()) }
    }
}

/// Answers to problems on a path, whose first clause is negated again and again, and what is said in the end.
fn played(answers: &[Result<&'static str, Lost>], problems: usize) -> (Vec<Answer>, Option<String>) {
    let mut solver = Z3::over(Box::new(Played { answers: answers.to_vec(), restarts: 0 }));
    let mut classes = Classes::default();
    let code = program(&mut Source::new(1).stream([1]));
    let m = method(&mut classes, "m", "(IIJJ)I", code, vec![]);
    class(&mut classes, vec![m]);
    let long = |v| Argument::Number(Kind::Long, Scalar::Long(v));
    let (path, _) = run(&mut classes, "(IIJJ)I", &[int(1), int(2), long(3), long(4)]);
    let conditions = [path.clauses[0].alternatives[0].condition];
    let start = path.terms.executed();
    let solved = (0..problems as u64)
        .map(|number| solver.solve(&Problem { path: number, terms: &path.terms, conditions: &conditions, start: &start }));
    let solved = solved.collect();
    (solved, solver.failure().map(str::to_owned))
}

#[test]
fn a_process_that_has_ended_is_started_again_but_not_for_ever() {
    let ended = || Err(Lost::Ended("signal: 6 (SIGABRT)".to_owned()));
    let (answers, said) = played(&[ended(), Ok("unsat"), ended(), Ok("unsat")], 4);
    assert_eq!(answers, [Answer::Unknown, Answer::Unsatisfiable, Answer::Unknown, Answer::Unsatisfiable]);
    let said = said.unwrap();
    assert!(said.contains("started again 2 times") && said.contains("signal: 6 (SIGABRT)"), "{said}");
    // After the fourth end nothing is asked: there are no more answers to take.
    let (answers, said) = played(&[ended(), ended(), ended(), ended()], 7);
    assert_eq!(answers, vec![Answer::Unknown; 7]);
    assert!(said.unwrap().contains("Z3 of a play has failed: "));
}

#[test]
fn a_process_that_hangs_or_talks_nonsense_is_not_asked_again() {
    for (answer, word) in [(Err(Lost::Hung(Duration::from_secs(60))), "60 s"), (Ok("perhaps"), "perhaps"), (Ok("sat"), "none")] {
        // An answer of `sat` needs values.
        let (answers, said) = played(&[answer, Ok("what?")], 3);
        assert_eq!(answers, vec![Answer::Unknown; 3]);
        let said = said.unwrap();
        assert!(said.contains(word), "{said}");
    }
    assert_eq!(played(&[Ok("unsat"), Ok("unknown")], 2), (vec![Answer::Unsatisfiable, Answer::Unknown], None));
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
    let Some(mut solver) = library(1_000_000) else { return };
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
