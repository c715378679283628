//! A search whose class is written down here as code, which a function plays and symbolic execution replays.

use crate::generation::goals::Reach;
use crate::generation::run::Generation;
use crate::generation::run_tests::number;
use crate::generation::settings::{Engine, Settings};
use crate::generation::statement::{Statement, TestCase};
use crate::generation::tests::{class, is_static, member, point};
use crate::path::settings::Policy;
use crate::relation::Relation;
use crate::symbolic::class_file::{Class, Classes, Code, Method};
use crate::symbolic::instruction::{Instruction as I, Signature};
use crate::symbolic::scalar::{Binary, Scalar};
use serde_json::json;
use std::sync::Arc;

/// `static int m(int x, int y) { if (x * 31 + y == 40961) return 1; return 0; }`, of class `p/C`.
fn code(classes: &mut Classes, right: bool) {
    let instructions = vec![
        I::Load(0),
        I::Push(Scalar::Int(31)),
        I::Binary(Binary::Mul),
        I::Load(1),
        I::Binary(Binary::Add),
        I::Push(Scalar::Int(if right { 40_961 } else { 7 })),
        I::JumpOnInts(Relation::Equal, 9, 0),
        I::Push(Scalar::Int(0)),
        I::Return,
        I::Push(Scalar::Int(1)),
        I::Return,
    ];
    let symbols = &mut classes.symbols;
    let name = symbols.of("p/C");
    let method = Method {
        class: name,
        name: symbols.of("m"),
        descriptor: symbols.of("(II)I"),
        signature: Signature::of("(II)I").unwrap(),
        is_static: true,
        is_private: false,
        code: Some(Code { instructions, handlers: vec![], locals: 2, branches: 1 }),
    };
    let texts = Default::default();
    let methods = vec![Arc::new(method)];
    classes.insert(Class { name, superclass: None, interfaces: vec![], is_interface: false, fields: vec![], methods, texts });
}

fn generation(engine: Engine) -> Generation {
    of_policy(engine, Policy::Knn)
}

fn of_policy(engine: Engine, path_policy: Policy) -> Generation {
    let c = class("p/C", json!([]), &[], vec![is_static(member("method", "m", "(II)I", &["I", "I"], "I"))]);
    let facts = json!({"version": 1, "target": "p/C", "types": [c], "literals": {"ints": [], "longs": [], "floats": [], "doubles": [],
        "strings": []}, "casts": [], "goals": [{"class": "p/C", "name": "m", "descriptor": "(II)I", "member": [0, 0],
        "blocks": [{"next": [2, 1], "handlers": []}, {"next": [], "handlers": []}, {"next": [], "handlers": []}],
        "points": [point("entry", 0, 1, 1), point("jump", 0, 1, 2)]}]});
    // Without a gradient: what is told of the branch's distance is always the same.
    let settings = Settings { engine, path_policy, symbolic_after: 200, first_tests: 300, ..Settings::default() };
    Generation::new(&serde_json::from_value(facts).unwrap(), settings, 1).unwrap()
}

/// The worker: goal 0 is the entry, 1 that it jumps, 2 that it does not.
fn play(tests: &[TestCase]) -> Vec<u8> {
    let mut out = Vec::new();
    number(&mut out, tests.len() as u64);
    for test in tests {
        let mut near = Vec::new();
        for step in &test.steps {
            let Statement::Invoke { arguments, .. } = &step.statement else { continue };
            let value = |at: usize| match test.steps[arguments[at] as usize].statement {
                Statement::Int(v) => v,
                Statement::Short(v) => v.into(),
                Statement::Byte(v) => v.into(),
                Statement::Char(v) => v.into(),
                _ => 0,
            };
            let jumps = value(0).wrapping_mul(31).wrapping_add(value(1)) == 40_961;
            near.extend([(0, 0.0), (1, if jumps { 0.0 } else { 1.0 }), (2, if jumps { 1.0 } else { 0.0 })]);
        }
        let reach = Reach::new(near);
        out.push(0);
        for covered in [true, false] {
            let goals: Vec<u32> = (0..3).filter(|&g| reach.distance(g).is_some_and(|d| (d == 0.0) == covered)).collect();
            number(&mut out, goals.len() as u64);
            let mut before = 0;
            for goal in goals {
                number(&mut out, u64::from(goal - before));
                before = goal;
                if !covered {
                    out.extend(1.0f64.to_bits().to_be_bytes());
                }
            }
        }
        // Nothing was compared, here or in other code.
        number(&mut out, 0);
        number(&mut out, 0);
    }
    out
}

/// Searches; brings the code when it is asked for.
fn search(generation: &mut Generation, right: bool) {
    while generation.progress().tests < 1_500 {
        if generation.needs_classes() {
            let mut classes = Classes::default();
            code(&mut classes, right);
            generation.set_decoded_classes(classes);
        }
        if generation.propose().is_none() {
            if generation.tries_again() {
                continue;
            }
            break;
        }
        let answer = play(generation.proposed());
        generation.learn(Some(&answer)).unwrap();
    }
}

#[test]
fn a_branch_without_a_gradient_is_solved() {
    let mut with = generation(Engine::Hybrid);
    search(&mut with, true);
    assert_eq!(with.progress().covered, 3, "{:?}", with.symbolic_figures());
    let figures = with.symbolic_figures();
    assert_eq!((figures.branches, figures.diverged), (1, 0), "{figures:?}");
    assert!(with.progress().tests < 500, "at its first turn, and the search is over then: {}", with.progress().tests);
    let mut without = generation(Engine::Search);
    search(&mut without, true);
    assert_eq!(without.progress().covered, 2);
    assert!(!without.needs_classes());
}

/// Its first tests are 512 random ones; then nothing runs but what was solved, until nothing is left to try.
#[test]
fn paths_alone_run_what_was_solved_after_their_first_tests() {
    let mut paths = generation(Engine::Paths);
    search(&mut paths, true);
    let figures = paths.symbolic_figures();
    assert_eq!((paths.progress().covered, figures.branches), (3, 1), "{figures:?}");
    assert_eq!(paths.progress().tests, 512 + figures.tests, "{figures:?}");
    let mut wrong = generation(Engine::Paths);
    search(&mut wrong, false);
    let figures = wrong.symbolic_figures();
    assert_eq!(wrong.progress().tests, 512 + figures.tests, "{figures:?}");
    assert!(wrong.progress().covered == 2 && figures.diverged > 0 && wrong.progress().tests < 1_500, "it ends: {figures:?}");
    assert!(wrong.propose().is_none() && !wrong.tries_again());
}

#[test]
fn code_that_is_not_what_ran_is_noticed() {
    let mut generation = generation(Engine::Hybrid);
    search(&mut generation, false);
    let figures = generation.symbolic_figures();
    assert_eq!((generation.progress().covered, figures.branches), (2, 0));
    assert!(figures.diverged > 0 && figures.diverged == figures.tests, "{figures:?}");
}

#[test]
fn equal_searches_are_equal_and_every_policy_solves_the_branch() {
    for policy in [Policy::Knn, Policy::Fifo, Policy::Random] {
        let run = || {
            let mut one = of_policy(Engine::Hybrid, policy);
            search(&mut one, true);
            assert_eq!(one.symbolic_figures().branches, 1, "{policy:?}");
            (one.symbolic_figures(), one.tests().iter().map(|k| k.test.test.clone()).collect::<Vec<_>>())
        };
        assert_eq!(run(), run());
    }
}
