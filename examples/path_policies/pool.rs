//! The pool of a program: every path that its executions take, and every alternative of these, with the truth.

use super::programs::Program;
use super::solver::satisfiable;
use super::trace::{Step, Trace};
use oraculum::path::condition::Condition;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What is true of an alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Executions take it.
    Feasible,
    /// It has a solution, and no execution takes it.
    Infeasible,
    /// It has no solution.
    Unsatisfiable,
}

/// An alternative of a path.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The clauses, in one line: what it is known by.
    pub text: String,
    pub condition: Condition,
    pub truth: Truth,
    /// Paths that begin with it.
    pub paths: Vec<usize>,
}

/// Everything that a concolic engine may meet.
#[derive(Debug)]
pub struct Pool {
    pub paths: Vec<Condition>,
    /// By path: its alternatives by number, the shallowest first.
    pub of_path: Vec<Vec<usize>>,
    pub alternatives: Vec<Alternative>,
}

impl Pool {
    pub fn of(program: &Program) -> Self {
        let mut distinct: HashMap<String, Vec<Step>> = HashMap::new();
        (program.run_all)(&mut |trace: Trace| {
            distinct.entry(text(&trace.steps)).or_insert(trace.steps);
        });
        distinct.remove("");
        let order: BTreeSet<&String> = distinct.keys().collect();
        let paths: Vec<&Vec<Step>> = order.into_iter().map(|text| &distinct[text]).collect();
        let mut by_prefix: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, path) in paths.iter().enumerate() {
            (1..=path.len()).for_each(|length| by_prefix.entry(text(&path[..length])).or_default().push(number));
        }
        let (mut alternatives, mut numbers) = (Vec::new(), HashMap::new());
        let mut of_path = Vec::new();
        for path in &paths {
            let of_this = (0..path.len()).map(|depth| {
                let mut steps = path[..=depth].to_vec();
                steps[depth] = steps[depth].negated();
                let text = text(&steps);
                *numbers.entry(text.clone()).or_insert_with(|| {
                    let paths = by_prefix.get(&text).cloned().unwrap_or_default();
                    let truth = match (paths.is_empty(), satisfiable(&steps)) {
                        (false, true) => Truth::Feasible,
                        (true, true) => Truth::Infeasible,
                        (true, false) => Truth::Unsatisfiable,
                        (false, false) => panic!("{}: {text} is executed, and the solver finds no solution", program.name),
                    };
                    alternatives.push(Alternative { text, condition: condition(&steps), truth, paths });
                    alternatives.len() - 1
                })
            });
            of_path.push(of_this.collect());
        }
        Self { paths: paths.into_iter().map(|path| condition(path)).collect(), of_path, alternatives }
    }

    /// Different alternatives with that truth.
    pub fn count(&self, truth: Truth) -> usize {
        self.alternatives.iter().filter(|a| a.truth == truth).map(|a| &a.text).collect::<HashSet<_>>().len()
    }

    pub fn longest(&self) -> usize {
        self.paths.iter().map(|path| path.clauses.len()).max().unwrap_or(0)
    }
}

fn condition(steps: &[Step]) -> Condition {
    Condition { clauses: steps.iter().map(Step::clause).collect() }
}

fn text(steps: &[Step]) -> String {
    condition(steps).text()
}
