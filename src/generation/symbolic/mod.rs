//! Dynamic symbolic execution in a search: tests of the archive are replayed with terms over their literals, and for branches that no test
//! covers literals are solved that lead there. It begins when the search has run a number of tests without a gain.
//!
//! - [`replay`]: a test as what is replayed; [`rebuild`]: a test of a solution; [`policy`]: which alternative is tried next.
//!
//! Nothing is recorded for it: the coverage of a test, which the search has anyway, says where the test went. A solution is believed only
//! when the test has run: one that does not come where it was meant to is counted as diverged.

pub mod policy;
pub mod rebuild;
pub mod replay;
#[cfg(test)]
mod tests;

use super::archive::{Archive, Evaluated};
use super::cluster::Cluster;
use super::goals::{GoalId, GoalKind, Goals};
use super::settings::Settings;
use super::statement::TestCase;
use crate::program::facts::FixedHasher;
use crate::symbolic::class_file::Classes;
use crate::symbolic::machine::Limits;
use crate::symbolic::path::{Path, Stop};
use crate::symbolic::propagation::Propagation;
use crate::symbolic::solver::{Answer, Problem, Solver};
use policy::{Policy, Queue};
use rebuild::Rebuilt;
use replay::{Branches, replay};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

/// Tests that were solved and covered nothing new that wait to be replayed, at most.
const MOST_WAITING: usize = 500;

/// An alternative of a path that a test has taken.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub test: Arc<Evaluated>,
    pub path: Arc<Path>,
    /// The clause whose alternative it is.
    pub clause: usize,
    pub alternative: usize,
    /// The goal that it leads to, if no test covered that when the path was found.
    pub goal: Option<GoalId>,
}

/// How symbolic execution went.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Tests that were replayed.
    pub replayed: u64,
    /// Alternatives that were given to the solver.
    pub alternatives: u64,
    /// Those that it has solved: tests that were run.
    pub tests: u64,
    /// Branches that these tests were the first to cover.
    pub branches: u64,
    /// Tests that were meant for a branch and did not come there.
    pub diverged: u64,
    /// Solutions that are no test: a text whose length, characters and number do not go together, for example.
    pub refused: u64,
    /// Replays that ended before their test did, by why.
    pub stopped: BTreeMap<String, u64>,
    /// Values that depend on literals and were taken as they were, or lost, by what took them: a call of code that is not replayed, most
    /// often.
    pub concretised: BTreeMap<String, u64>,
}

/// Symbolic execution of a search.
#[derive(Debug)]
pub struct Symbolic {
    /// None: nobody has brought them yet.
    known: Option<Known>,
    policy: Box<dyn Policy>,
    solver: Box<dyn Solver>,
    /// Alternatives that were offered, by what they are.
    offered: BTreeSet<u64>,
    /// Archived tests that were replayed.
    replayed: BTreeSet<u64>,
    /// Tests that were solved, and have run: what they do may lead on.
    waiting: VecDeque<Arc<Evaluated>>,
    /// Tests without a gain after which it is its turn.
    patience: u64,
    /// Tests that had run at its last turn.
    last_turn: u64,
    /// Its last turn has found something: what that leads to is next.
    again: bool,
    figures: Figures,
}

#[derive(Debug)]
struct Known {
    classes: Classes,
    branches: Branches,
}

/// A batch of solved tests, and the goal that each is meant for.
pub type Solved = Vec<(TestCase, Option<GoalId>)>;

impl Symbolic {
    pub fn new(settings: &Settings) -> Self {
        Self {
            known: None,
            policy: Box::new(Queue::default()),
            solver: Box::new(Propagation::new(settings.symbolic_evaluations)),
            offered: BTreeSet::new(),
            replayed: BTreeSet::new(),
            waiting: VecDeque::new(),
            patience: settings.symbolic_after,
            last_turn: 0,
            again: false,
            figures: Figures::default(),
        }
    }

    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// The class files of the program under test, by internal name.
    pub fn set_classes(&mut self, files: Vec<(String, Vec<u8>)>, goals: &Goals) {
        let mut classes = Classes::default();
        for (name, file) in files {
            classes.add(&name, file);
        }
        self.know(classes, goals);
    }

    pub(super) fn know(&mut self, mut classes: Classes, goals: &Goals) {
        let branches = Branches::of(goals, &mut classes);
        self.known = Some(Known { classes, branches });
    }

    /// Whether it is its turn: so many tests have run since the last gain, and since its last turn, or that has found something.
    pub fn is_due(&self, tests: u64, last_gain: u64) -> bool {
        self.again || tests >= self.last_turn.max(last_gain).saturating_add(self.patience)
    }

    /// Whether it is its turn, and the class files have to be brought first.
    pub fn needs_classes(&self, tests: u64, last_gain: u64) -> bool {
        self.known.is_none() && self.is_due(tests, last_gain)
    }

    /// Its turn: replays tests and solves what leads on from them. Empty: nothing was found.
    pub fn turn(&mut self, cluster: &Cluster, goals: &Goals, archive: &Archive, settings: &Settings, tests: u64) -> Solved {
        self.last_turn = tests;
        self.again = false;
        // Until it finds something, it gets its turn less and less often.
        self.patience = self.patience.saturating_mul(2);
        let Some(mut known) = self.known.take() else { return Vec::new() };
        self.replay_some(&mut known, cluster, goals, archive, settings);
        self.known = Some(known);
        let mut solved = Vec::new();
        for _ in 0..settings.symbolic_alternatives {
            let Some(candidate) = self.policy.next() else { break };
            // Another test may have come there meanwhile.
            if candidate.goal.is_some_and(|g| archive.is_covered(g)) {
                continue;
            }
            solved.extend(self.solve(&candidate, settings));
        }
        solved
    }

    /// Tests that come to branches of which not all outcomes are covered, each once, then those that were solved.
    fn replay_some(&mut self, known: &mut Known, cluster: &Cluster, goals: &Goals, archive: &Archive, settings: &Settings) {
        let open: BTreeSet<GoalId> = goals.aims(true, |g| archive.is_covered(g)).into_iter().collect();
        let methods: BTreeSet<u32> = open.iter().map(|&g| goals.goals[g as usize].method).collect();
        let mut chosen: Vec<Arc<Evaluated>> = Vec::new();
        let mut choose = |test: &Arc<Evaluated>, replayed: &mut BTreeSet<u64>| {
            if chosen.len() < settings.symbolic_replays && replayed.insert(hash_of(&format!("{:?}", test.test))) {
                chosen.push(test.clone());
            }
        };
        for &goal in &open {
            let of = &goals.goals[goal as usize];
            if of.kind != GoalKind::Branch {
                continue;
            }
            // The other outcomes of the branch have the numbers beside its own.
            let first = goal - of.outcome;
            for sibling in
                (first..).take_while(|&s| goals.goals.get(s as usize).is_some_and(|g| g.kind == GoalKind::Branch && g.outcome == s - first))
            {
                if let Some(test) = archive.test(sibling) {
                    choose(test, &mut self.replayed);
                }
            }
        }
        for &method in &methods {
            for test in archive.sample(goals.methods[method as usize].entry) {
                choose(test, &mut self.replayed);
            }
        }
        while let Some(test) = self.waiting.pop_front() {
            choose(&test, &mut self.replayed);
        }
        let limits = Limits { steps: settings.symbolic_steps, ..Limits::default() };
        for test in chosen {
            let path = Arc::new(replay(cluster, &known.branches, &mut known.classes, &test, limits));
            self.note(&path);
            self.offer(&test, &path, known, goals, archive, &methods);
        }
    }

    fn note(&mut self, path: &Path) {
        self.figures.replayed += 1;
        let why = match path.stop {
            None => None,
            Some(Stop::Limit) => Some("limit"),
            Some(Stop::Unknown) => Some("unknown"),
            Some(Stop::Diverged) => Some("diverged"),
            Some(Stop::Unsupported) => Some("unsupported"),
        };
        if let Some(why) = why {
            *self.figures.stopped.entry(why.to_owned()).or_default() += 1;
        }
        for (what, count) in &path.concretised {
            *self.figures.concretised.entry(what.clone()).or_default() += count;
        }
    }

    /// Offers the alternatives of a path, each once: those that lead to open goals, and others of methods that have any.
    fn offer(&mut self, test: &Arc<Evaluated>, path: &Arc<Path>, known: &Known, goals: &Goals, archive: &Archive, methods: &BTreeSet<u32>) {
        // What the clauses before are.
        let mut prefix = hash_of(&skeleton(&test.test));
        for (place, clause) in path.clauses.iter().enumerate() {
            for (number, alternative) in clause.alternatives.iter().enumerate() {
                let branch = clause.branch.as_ref();
                let goal = branch.and_then(|b| known.branches.goal(&b.method, b.number, alternative.outcome));
                let open = goal.filter(|&g| !archive.is_covered(g) && goals.goals[g as usize].coverable);
                let leads_on = goal.is_none_or(|g| methods.contains(&goals.goals[g as usize].method));
                let key = hash_of(&(prefix, alternative.condition));
                if (open.is_some() || leads_on) && self.offered.insert(key) {
                    self.policy.offer(Candidate { test: test.clone(), path: path.clone(), clause: place, alternative: number, goal: open });
                }
            }
            prefix = hash_of(&(prefix, clause.condition));
        }
    }

    fn solve(&mut self, candidate: &Candidate, settings: &Settings) -> Option<(TestCase, Option<GoalId>)> {
        self.figures.alternatives += 1;
        let path = &candidate.path;
        let mut conditions = path.prefix(candidate.clause);
        conditions.push(path.clauses[candidate.clause].alternatives[candidate.alternative].condition);
        let start = path.terms.executed();
        let problem = Problem { terms: &path.terms, conditions: &conditions, start: &start };
        let Answer::Solved(solution) = self.solver.solve(&problem) else { return None };
        let rebuilt = Rebuilt::of(&candidate.test.test, &path.terms.inputs, &solution);
        // No solver is trusted, and none knows that a text has one length.
        let fits = rebuilt.filter(|t| problem.is_solved_by(&t.inputs(&path.terms.inputs)));
        let test = fits.and_then(Rebuilt::into_test).filter(|t| t.len() <= settings.max_statements);
        match test {
            Some(test) => {
                self.figures.tests += 1;
                Some((test, candidate.goal))
            }
            None => {
                self.figures.refused += 1;
                None
            }
        }
    }

    /// A solved test has run.
    ///
    /// `branches`: how many it was the first to cover.
    pub fn learn(&mut self, test: &Arc<Evaluated>, goal: Option<GoalId>, branches: u64, settings: &Settings) {
        if goal.is_some_and(|g| !test.reach.covers(g)) {
            self.figures.diverged += 1;
        }
        self.figures.branches += branches;
        if branches > 0 {
            self.patience = settings.symbolic_after;
            self.again = true;
        }
        if test.is_sound() && self.waiting.len() < MOST_WAITING {
            self.waiting.push_back(test.clone());
        }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    FixedHasher::default().hash_one(value)
}

/// What a test does, whatever its literals are: equal terms of equal skeletons say the same.
fn skeleton(test: &TestCase) -> String {
    use super::statement::Statement as S;
    let mut text = String::new();
    for step in &test.steps {
        match &step.statement {
            // A text's length decides on the numbers of the terms behind it.
            S::Text(t) => text.push_str(&format!("t{};", t.encode_utf16().count())),
            literal if replay::kind_of(literal).is_some() => text.push_str("l;"),
            other => text.push_str(&format!("{other:?};")),
        }
    }
    text
}
