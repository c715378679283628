//! Weights by what is executed: the variant `observed`.
//!
//! SODS counts every definition alike, and a chain by the branches between its ends. Where tests are given, one recorded run of them says
//! more: which of them executes which definition. A definition that no test executes counts nothing, since no fault in it can show; a
//! chain counts whole if some test executes both of its ends, and is dropped if none does. Without tests, a definition counts by how
//! likely a client's call reaches it ([`reached`]), and chains stay as they are.

use super::graph::{Chain, SubstitutionGraph};
use super::oracle_data::OracleData;
use crate::program::call_graph::CallGraph;
use crate::program::facts::{MethodId, Program, Role, access};
use crate::program::flow::FlowGraph;
use crate::{Error, Result};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Which tests execute which places of a graph.
#[derive(Clone, Debug)]
pub struct Executions {
    /// By place: a bit for each test.
    tests_of: Vec<Vec<u64>>,
}

impl Executions {
    /// Of the data as recorded; of a condition, the tests that execute what it reads or decides about in its method.
    ///
    /// # Errors
    /// `InvalidInput` if a test defines a datum that is not there.
    pub fn of(data: &OracleData, tests: &[Vec<usize>]) -> Result<Self> {
        let mut tests_of = vec![vec![0u64; tests.len().div_ceil(64)]; data.graph.data()];
        for (test, defined) in tests.iter().enumerate() {
            for &datum in defined {
                if datum >= data.data.len() {
                    return Err(Error::invalid_input(format!("test {test} defines datum {datum}, but there are {} data", data.data.len())));
                }
                tests_of[datum][test / 64] |= 1 << (test % 64);
            }
        }
        let mut executions = Self { tests_of };
        executions.spread_to_conditions(data);
        Ok(executions)
    }

    /// Conditions may be next to conditions only, so this goes on until nothing changes.
    fn spread_to_conditions(&mut self, data: &OracleData) {
        let condition = |place: usize| place.checked_sub(data.data.len()).map(|c| data.conditions[c].method);
        let method = |place: usize| condition(place).unwrap_or_else(|| data.data[place].definition.method);
        let mut links = Vec::new();
        for observer in 0..data.graph.data() {
            for (observed, _) in data.graph.observed_by(observer) {
                if method(observer) == method(observed) {
                    links.extend(condition(observer).map(|_| (observed, observer)));
                    links.extend(condition(observed).map(|_| (observer, observed)));
                }
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &(from, to) in &links {
                for word in 0..self.tests_of[from].len() {
                    let more = self.tests_of[from][word] & !self.tests_of[to][word];
                    self.tests_of[to][word] |= more;
                    changed |= more != 0;
                }
            }
        }
    }

    pub fn is_executed(&self, place: usize) -> bool {
        self.tests_of[place].iter().any(|&word| word != 0)
    }

    fn are_executed_together(&self, a: usize, b: usize) -> bool {
        self.tests_of[a].iter().zip(&self.tests_of[b]).any(|(a, b)| a & b != 0)
    }

    /// By place: 1 if some test executes it, else 0.
    pub fn weights(&self) -> Vec<f64> {
        (0..self.tests_of.len()).map(|place| f64::from(u8::from(self.is_executed(place)))).collect()
    }

    /// The graph of what is executed: every chain whose ends are executed in one test, with the probability 1.
    ///
    /// # Errors
    /// A fault of ours: a part of an acyclic graph has a cycle.
    pub fn graph(&self, whole: &SubstitutionGraph) -> Result<SubstitutionGraph> {
        let mut chains = Vec::new();
        for observer in 0..whole.data() {
            for (observed, _) in whole.observed_by(observer) {
                if self.are_executed_together(observer, observed) {
                    chains.push(Chain { observer: observer as u32, observed: observed as u32, probability: 1.0 });
                }
            }
        }
        SubstitutionGraph::new(whole.data(), &chains)
    }
}

/// A method in the queue of the search, the likeliest first.
#[derive(PartialEq)]
struct Next {
    likelihood: f64,
    method: MethodId,
}

impl Eq for Next {}

impl Ord for Next {
    fn cmp(&self, other: &Self) -> Ordering {
        self.likelihood.total_cmp(&other.likelihood).then_with(|| other.method.cmp(&self.method))
    }
}

impl PartialOrd for Next {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By place of the graph: how likely it is executed, on the likeliest way from an entry point: a branch to k blocks takes each with 1/k, a
/// call that may enter k methods each with 1/k. Entry points are the methods of tests, if there are any among the classes, else those that
/// a client can name: public or protected ones of public classes.
pub fn reached(program: &Program, calls: &CallGraph, data: &OracleData) -> Vec<f64> {
    let methods: Vec<MethodId> =
        (0..program.methods.len()).filter(|&m| calls.is_reachable(m) && program.methods[m].code.is_some()).collect();
    let mut blocks: Vec<Vec<f64>> = vec![Vec::new(); program.methods.len()];
    let found: Vec<Vec<f64>> = methods
        .par_iter()
        .map(|&m| FlowGraph::one_iteration(program.methods[m].code.as_ref().expect("methods with code")).likelihood(0))
        .collect();
    methods.iter().zip(found).for_each(|(&m, likelihood)| blocks[m] = likelihood);
    let within = |method: MethodId, operation: u32| {
        let code = program.methods[method].code.as_ref().expect("methods with code");
        code.operations[operation as usize].as_ref().map_or(0.0, |o| blocks[method][o.block as usize])
    };
    let tested = methods.iter().any(|&m| program.classes[program.methods[m].class].role == Role::Test);
    let mut reach = vec![0.0f64; program.methods.len()];
    let mut queue = BinaryHeap::new();
    for &method in methods.iter().filter(|&&m| is_entry(program, m, tested)) {
        reach[method] = 1.0;
        queue.push(Next { likelihood: 1.0, method });
    }
    while let Some(Next { likelihood, method }) = queue.pop() {
        if likelihood < reach[method] {
            continue;
        }
        for (operation, site) in calls.sites(method) {
            let share = likelihood * within(method, operation) / site.targets.len().max(1) as f64;
            for target in site.targets.iter().map(|t| t.method).filter(|&t| !blocks[t].is_empty()) {
                if share > reach[target] {
                    reach[target] = share;
                    queue.push(Next { likelihood: share, method: target });
                }
            }
        }
    }
    let places = data.data.iter().map(|d| d.definition).chain(data.conditions.iter().copied());
    places.map(|d| reach[d.method] * within(d.method, d.operation)).collect()
}

fn is_entry(program: &Program, method: MethodId, tested: bool) -> bool {
    let m = &program.methods[method];
    let class = &program.classes[m.class];
    if tested {
        class.role == Role::Test
    } else {
        class.role == Role::Analysed && class.access & access::PUBLIC != 0 && m.is(access::PUBLIC | access::PROTECTED)
    }
}
