//! The call graph by 0-1-CFA: a points-to analysis (Andersen, 1994) with the call graph built on the fly, in which objects are told
//! apart by where they are made and methods are not told apart by their callers (Grove and Chambers, TOPLAS 2001; the configuration that
//! WALA calls `ZeroOneCFA`, with its refinements where they matter).
//!
//! - An object is a place that makes one, and its class. Exceptions are one object a class; so are the objects of a class that a method
//!   makes at more than [`FEW_SITES`] places.
//! - Locals are told apart by the definitions that reach a use, fields by object, elements of arrays by array. What a declared type
//!   rules out does not flow.
//! - A caught exception is any that is made.
//!
//! Libraries are black boxes: what they are given *escapes*, and what they return is whatever escaped ([`objects::OUTSIDE`], one object
//! that stands for all). They may call back, on an object that escaped, every method that overrides one of theirs, with anything; and
//! the method behind a lambda that escaped. What the JDK calls by name (`readObject`, `values`) is called back where code asks for it.
//!
//! What reflection makes or calls is not followed: neither objects of analysed classes that only `newInstance` makes nor calls through
//! `Method.invoke`, but where the object escaped or the method is an entry.

mod calls;
mod code;
mod escaped;
mod functions;
mod nodes;
mod objects;
mod outside;
mod sets;
mod solver;
mod types;

use super::call_graph::{CallGraph, Entries, Site, Target, handle, implementation};
use super::facts::{Kind, MethodId, Program, access};
use super::hierarchy::Hierarchy;
use hashbrown::HashMap;
use solver::Solver;

/// Objects of one class that a method makes at more places are not told apart (WALA's `SMUSH_LIMIT`).
pub const FEW_SITES: usize = 25;

/// The call graph from where execution begins.
pub fn call_graph(program: &Program, hierarchy: &Hierarchy, entries: &Entries) -> CallGraph {
    call_graph_within(program, hierarchy, entries, u64::MAX).expect("without a bound it comes to its end")
}

/// The same, unless it takes more work than `most`, in words of 64 objects that flow: the work grows with the cube of the program.
pub fn call_graph_within(program: &Program, hierarchy: &Hierarchy, entries: &Entries, most: u64) -> Option<CallGraph> {
    let mut solver = Solver::new(program, hierarchy, matches!(entries, Entries::Everything));
    match entries {
        Entries::Everything => solver.any_client(),
        Entries::Methods(methods) => solver.entries(methods),
    }
    solver.run(most).then(|| graph(program, hierarchy, solver))
}

fn graph(program: &Program, hierarchy: &Hierarchy, solver: Solver) -> CallGraph {
    let Solver { reachable, called_back, mut found, .. } = solver;
    let mut sites = vec![HashMap::default(); program.methods.len()];
    let mut entered_by = vec![0; program.methods.len()];
    for method in (0..program.methods.len()).filter(|&m| reachable[m]) {
        let Some(code) = &program.methods[method].code else { continue };
        for (number, operation) in code.operations.iter().enumerate() {
            let mut found = || {
                let mut site: Site = found.remove(&(method, number as u32)).unwrap_or_default();
                site.targets.sort_unstable();
                site.targets.dedup();
                site
            };
            let site = match operation.as_ref().map(|o| &o.kind) {
                Some(Kind::Call(_)) => {
                    let mut site = found();
                    // Nobody known is there to be called: it is someone else.
                    site.black_box |= site.targets.is_empty();
                    site
                }
                Some(Kind::Lambda(lambda)) if handle::is_virtual(lambda.handle) => Site { black_box: true, ..found() },
                Some(Kind::Lambda(lambda)) => {
                    let target = implementation(program, hierarchy, lambda).filter(|&m| reachable[m]);
                    Site { targets: target.map(|m| captured_by(program, m, lambda.handle)).into_iter().collect(), black_box: true }
                }
                _ => continue,
            };
            site.targets.iter().for_each(|t| entered_by[t.method] += 1);
            sites[method].insert(number as u32, site);
        }
    }
    CallGraph { sites, reachable, entered_by, called_back }
}

/// The method behind a lambda as a target of where the lambda is made: captured values are its first parameters.
fn captured_by(program: &Program, method: MethodId, kind: u32) -> Target {
    let receiver = !program.methods[method].is(access::STATIC) && !handle::makes_object(kind);
    Target::new(method, -i32::from(receiver))
}
