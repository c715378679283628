//! Random programs: a path's conditions hold for its inputs, and branches that were solved for are taken.

use super::class_file::Classes;
use super::instruction::{Instruction as I, Kind};
use super::path::Path;
use super::propagation::Propagation;
use super::scalar::{Binary, Scalar, Unary};
use super::solver::{Answer, Solver};
use super::tests::{Argument, class, holds, method, returned, run, solve_with};
use crate::compute::rng::{Source, Stream};
use crate::relation::Relation;
use rand::RngExt;
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
pub(super) fn program(rng: &mut Stream) -> Vec<I> {
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
pub(super) fn random_programs(from: u64, to: u64, solver: &mut dyn Solver) -> [u32; 3] {
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
    // Each of them is run with its solution, and has to take its branch.
    let [alternatives, solved, _] = random_programs(0, programs(), &mut Propagation::new(200_000));
    let programs = programs();
    println!("figure: {programs} programs, {alternatives} alternatives: own solver {solved} solved");
    assert!(f64::from(solved) > 0.5 * f64::from(alternatives), "{solved} of {alternatives}");
}

/// How many random programs: `ORACULUM_PROGRAMS`, or few.
pub(super) fn programs() -> u64 {
    std::env::var("ORACULUM_PROGRAMS").map_or(400, |text| text.parse().expect("ORACULUM_PROGRAMS is a number"))
}
