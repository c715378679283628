//! Control flow, dominance and reaching definitions on hand-made graphs, and records that are no records. What javac's output gives is
//! tested from the Java side, where it can be compiled (`DefinitionUseChainsTest`).

use super::call_graph::{CallGraph, Entries};
use super::chains::{Chains, Conditions, Loops, Sites};
use super::dominance::{Controller, control_dependence, immediate_dominators, immediate_postdominators};
use super::facts::{Block, BlockEntry, Code, Kind, Operation, Program, Sources};
use super::flow::FlowGraph;
use super::hierarchy::Hierarchy;
use super::reaching::{Effects, Origin, Reaching};
use proptest::prelude::*;

/// Code without operations: block i leads to `edges[i]`, exceptions in it to `handlers[i]`.
fn code(edges: &[&[u32]], handlers: &[&[u32]]) -> Code {
    let block = |i: usize| Block {
        entry: if handlers.iter().any(|h| h.contains(&(i as u32))) { BlockEntry::Catch } else { BlockEntry::Normal },
        successors: edges[i].to_vec(),
        handlers: handlers.get(i).map_or(Vec::new(), |h| h.to_vec()),
        operations: 0..0,
    };
    Code { blocks: (0..edges.len()).map(block).collect(), operations: Vec::new() }
}

/// `if (1) 2 else 3; 4`, a `while` with head 4 and body 5, the end 6.
fn branch_then_loop() -> Code {
    code(&[&[1], &[2, 3], &[4], &[4], &[5, 6], &[4], &[]], &[])
}

#[test]
fn dominators_of_a_branch_and_a_loop() {
    let flow = FlowGraph::whole(&branch_then_loop());
    assert_eq!(immediate_dominators(&flow), [None, Some(0), Some(1), Some(1), Some(1), Some(4), Some(4)]);
    assert_eq!(immediate_postdominators(&flow), [Some(1), Some(4), Some(4), Some(4), Some(6), Some(4), None]);
}

#[test]
fn a_block_depends_on_the_branches_that_decide_about_it() {
    let flow = FlowGraph::whole(&branch_then_loop());
    let on = |branch, taken| vec![Controller { branch, taken }];
    // A loop's head decides about its body and about being executed again.
    assert_eq!(control_dependence(&flow), [vec![], vec![], on(1, 2), on(1, 3), on(4, 5), on(4, 5), vec![]]);
}

#[test]
fn a_loop_without_an_end_has_postdominators_all_the_same() {
    let flow = FlowGraph::whole(&code(&[&[1], &[2], &[1]], &[]));
    assert_eq!(immediate_postdominators(&flow), [Some(1), Some(2), None]);
}

#[test]
fn with_one_iteration_a_while_is_an_if() {
    let flow = FlowGraph::one_iteration(&branch_then_loop());
    assert_eq!(flow.successors[5], [6]);
    assert_eq!(flow.likelihood(0), [1.0, 1.0, 0.5, 0.5, 1.0, 0.5, 1.0]);
    assert_eq!(flow.likelihood(5), [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
}

#[test]
fn with_one_iteration_a_do_loop_is_its_body() {
    let flow = FlowGraph::one_iteration(&code(&[&[1], &[1, 2], &[]], &[]));
    assert_eq!(flow.successors[1], [2]);
    assert_eq!(flow.likelihood(0), [1.0; 3]);
}

#[test]
fn a_loop_left_by_break_only_ends_at_the_break() {
    // 1: head without a test; 2: leaves to 4 or goes on with 3, which leads back.
    let flow = FlowGraph::one_iteration(&code(&[&[1], &[2], &[3, 4], &[1], &[]], &[]));
    assert_eq!(flow.successors[3], [4]);
}

#[test]
fn an_endless_loop_ends_where_it_would_begin_again() {
    let flow = FlowGraph::one_iteration(&code(&[&[1], &[2], &[1]], &[]));
    assert_eq!(flow.successors[2], [0u32; 0]);
}

#[test]
fn either_side_of_or_leads_to_the_block() {
    // if (1 || 2) 3; 4
    let flow = FlowGraph::one_iteration(&code(&[&[1], &[2, 3], &[3, 4], &[4], &[]], &[]));
    assert_eq!(flow.likelihood(1)[3], 0.75);
}

#[test]
fn a_handler_is_as_likely_as_an_exception() {
    // try { 1; 2 } catch { 3 } 4
    let flow = FlowGraph::one_iteration(&code(&[&[1], &[2], &[4], &[4], &[]], &[&[], &[3], &[3]]));
    assert_eq!(flow.likelihood(1), [0.0, 1.0, 1.0, 0.5, 1.0]);
}

/// No call writes or enters anything.
struct NoEffects;

impl Effects for NoEffects {
    fn writes(&self, _: u32) -> &[u32] {
        &[]
    }

    fn enters(&self, _: u32) -> bool {
        false
    }
}

/// The blocks of `branch_then_loop` with stores to and loads from slot 0.
fn with_operations(operations: &[(u32, Kind)]) -> Code {
    let mut code = branch_then_loop();
    code.operations = operations.iter().map(|(block, kind)| Some(Operation { block: *block, line: 0, kind: kind.clone() })).collect();
    for (number, block) in code.blocks.iter_mut().enumerate() {
        let first = operations.iter().position(|(b, _)| *b == number as u32).unwrap_or(0);
        block.operations = first..first + operations.iter().filter(|(b, _)| *b == number as u32).count();
    }
    code
}

#[test]
fn definitions_reach_until_they_are_killed_and_around_loops() {
    let store = || Kind::Store { slot: 0, name: None, value: Sources::default() };
    let load = || Kind::Load { slot: 0 };
    let code = with_operations(&[(1, store()), (2, store()), (4, load()), (5, load()), (5, store()), (6, load())]);
    let at = |flow: &FlowGraph, operation| {
        let mut origins: Vec<_> = Reaching::of(&code, flow, &NoEffects).at(operation).collect();
        origins.sort_unstable();
        origins
    };
    let definitions = |d: &[u32]| d.iter().map(|&d| Origin::Definition(d)).collect::<Vec<_>>();
    let (whole, once) = (FlowGraph::whole(&code), FlowGraph::one_iteration(&code));
    assert_eq!(at(&whole, 2), definitions(&[0, 1, 4]), "the loop's own store comes around");
    assert_eq!(at(&once, 2), definitions(&[0, 1]), "not with one iteration");
    assert_eq!(at(&once, 3), definitions(&[0, 1]));
    assert_eq!(at(&once, 5), definitions(&[0, 1, 4]));
}

/// A class `C` with a field `f` and a method `m` whose code is `f = argument`.
fn record() -> Vec<u8> {
    let mut bytes = vec![5];
    for text in ["C", "f", "I", "m", "(I)V"] {
        bytes.push(text.len() as u8);
        bytes.extend(text.bytes());
    }
    // name, analysed, access, no superclass, no interfaces, no source, one field, one method with code of 3 operations in 2 blocks
    bytes.extend([0, 1, 0, 0, 0, 0, 1, 1, 2, 0, 1, 3, 4, 0, 1, 3, 2]);
    // entry: leads to 1, no handlers, one operation from 0: parameter 0 in slot 1 at line 7, called f
    bytes.extend([0, 1, 1, 0, 1, 0, 1, 7, 1, 2]);
    // load of slot 1, put to C.f of an object that is a constant
    bytes.extend([0, 0, 0, 2, 1, 2, 7, 1, 6, 8, 0, 1, 2, 0, 0, 1, 1]);
    bytes
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let mut program = Program::default();
    program.add(&record()).unwrap();
    let method = &program.methods[0];
    assert_eq!((program.symbols.text(method.name), program.symbols.text(method.descriptor)), ("m", "(I)V"));
    let code = method.code.as_ref().unwrap();
    assert!(matches!(code.operations[1], Some(Operation { block: 1, line: 7, kind: Kind::Load { slot: 1 } })));
    let Some(Operation { line: 8, kind: Kind::PutField { field, value, .. }, .. }) = &code.operations[2] else {
        panic!("{:?}", code.operations[2]);
    };
    assert_eq!((&program.fields[*field as usize].known, &value[..]), (&true, &[1][..]));
}

/// A class `C` whose method `m()V` has its code to come; and the code: it enters a monitor, and writes the static field `D.f`.
fn two_records() -> [Vec<u8>; 2] {
    let texts = |texts: &[&str]| {
        let mut bytes = vec![texts.len() as u8];
        for text in texts {
            bytes.push(text.len() as u8);
            bytes.extend(text.bytes());
        }
        bytes
    };
    let mut class = texts(&["C", "m", "()V"]);
    class.extend([0, 1, 0, 0, 0, 0, 0, 1, 1, 2, 0, 3]);
    let mut code = texts(&["C", "m", "()V", "D", "f", "I"]);
    code.extend([0, 3, 1, 1, 2, 1, 2, 2, 0, 1, 1, 0, 0, 0, 0, 0, 0, 2, 0, 16, 4, 0, 6, 5, 3, 4, 5, 1, 0]);
    [class, code]
}

#[test]
fn code_may_come_later() {
    let [class, code] = two_records();
    let mut program = Program::default();
    assert!(program.add(&code).unwrap_err().message.contains("no record has declared"));
    program.add(&class).unwrap();
    assert!(program.methods[0].awaits_code && program.methods[0].code.is_none());
    let before = program.clone();
    for length in 0..code.len() {
        program.add(&code[..length]).unwrap_err();
        assert!(program.is_same(&before), "{length}");
    }
    program.add(&code).unwrap();
    let method = &program.methods[0];
    let operations = &method.code.as_ref().unwrap().operations;
    assert!(!method.awaits_code && matches!(operations[0], Some(Operation { line: 4, kind: Kind::Lock { .. }, .. })));
    let Some(Operation { kind: Kind::PutField { field, .. }, .. }) = operations[1] else { panic!("{operations:?}") };
    // Nobody has declared the field; the code says that it is static.
    assert!(program.fields[field as usize].access & super::facts::access::STATIC != 0);
    program.add(&code).unwrap();
    assert_eq!(program.methods.len(), 1);
}

#[test]
fn of_two_classes_with_one_name_the_first_counts() {
    let mut program = Program::default();
    program.add(&record()).unwrap();
    program.add(&record()).unwrap();
    assert_eq!((program.classes.len(), program.methods.len()), (1, 1));
}

#[test]
fn a_record_that_ends_early_or_late_is_refused() {
    let whole = record();
    for length in 0..whole.len() {
        let refused = Program::default().add(&whole[..length]).unwrap_err();
        assert!(refused.message.starts_with("the facts of a class are corrupt"), "{length}: {}", refused.message);
    }
    let refused = Program::default().add(&[&whole[..], &[0]].concat()).unwrap_err();
    assert!(refused.message.contains("more bytes than it says"));
}

/// `static int m(int p) { int s = p; while (..) s = s; return s; }`: operations 0 parameter, 2 and 5 stores, 1, 4 and 6 loads, 7 return.
fn looping() -> Program {
    let mut bytes = vec![5];
    for text in ["C", "m", "(I)I", "s", "p"] {
        bytes.push(text.len() as u8);
        bytes.extend(text.bytes());
    }
    // name, analysed, access, no superclass, no interfaces, no source, no fields, one static method with 8 operations in 5 blocks
    bytes.extend([0, 1, 0, 0, 0, 0, 0, 1, 1, 2, 8, 1, 8, 5]);
    // entry: leads to 1; parameter in slot 0 at line 1
    bytes.extend([0, 1, 1, 0, 1, 0, 1, 1, 0, 5]);
    // 1: leads to 2; load of slot 0, store of it to slot 1
    bytes.extend([0, 1, 2, 0, 2, 1, 2, 2, 0, 3, 2, 1, 4, 1, 1]);
    // 2: leads to 3 and 4; a branch on a constant
    bytes.extend([0, 2, 3, 4, 0, 1, 3, 15, 3, 1, 0]);
    // 3: leads back to 2; load of slot 1, store of it to slot 1
    bytes.extend([0, 1, 2, 0, 2, 4, 2, 4, 1, 3, 4, 1, 4, 1, 4]);
    // 4: load of slot 1, return
    bytes.extend([0, 0, 0, 2, 6, 2, 5, 1, 13, 5, 1, 6]);
    let mut program = Program::default();
    program.add(&bytes).unwrap();
    program.link();
    program
}

#[test]
fn what_a_loop_carries_is_a_chain_only_if_loops_are_whole() {
    let program = looping();
    let calls = CallGraph::rapid_type_analysis(&program, &Hierarchy::of(&program), &Entries::Everything);
    let uses = |loops| -> Vec<(u32, u32)> {
        let chains = Chains::of(&program, &calls, loops, Sites::Shared, Conditions::Ignored);
        let operation = |d: u32| chains.definitions[d as usize].operation;
        chains.uses.iter().map(|u| (operation(u.used), operation(u.user))).collect()
    };
    // The parameter to the first store, that to the second and to the return, the second to the return.
    assert_eq!(uses(Loops::OneIteration), [(0, 2), (2, 5), (2, 7), (5, 7)]);
    assert_eq!(uses(Loops::Whole), [(0, 2), (2, 5), (5, 5), (2, 7), (5, 7)]);
}

#[test]
fn a_condition_that_is_followed_leads_to_what_it_decides_about() {
    let program = looping();
    let calls = CallGraph::rapid_type_analysis(&program, &Hierarchy::of(&program), &Entries::Everything);
    let chains = Chains::of(&program, &calls, Loops::OneIteration, Sites::Shared, Conditions::Followed);
    let operation = |d: u32| chains.definitions[d as usize].operation;
    // Operation 3 is the loop's branch: its body is executed or not by it, with the probability 1/2.
    let mut uses: Vec<_> = chains.uses.iter().map(|u| (operation(u.used), operation(u.user), u.probability)).collect();
    assert_eq!(uses.iter().find(|u| u.0 == 3), Some(&(3, 5, 0.5)));
    uses.retain(|u| u.0 != 3);
    assert_eq!(uses.iter().map(|u| (u.0, u.1)).collect::<Vec<_>>(), [(0, 2), (2, 5), (2, 7), (5, 7)], "data flow as without it");
}

proptest! {
    #[test]
    fn damage_is_refused_or_read_but_never_a_panic(damage in proptest::collection::vec((0usize..80, any::<u8>()), 1..4)) {
        let mut bytes = record();
        for (at, value) in damage {
            let length = bytes.len();
            bytes[at % length] = value;
        }
        let mut program = Program::default();
        if program.add(&bytes).is_ok() {
            program.link();
        }
    }
}
