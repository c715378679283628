//! Dynamic symbolic execution in a search: tests of the archive are replayed with terms over their literals, and for branches that no test
//! covers literals are solved that lead there. When it has a turn, [`super::portfolio`] says.
//!
//! - [`replay`]: a test as what is replayed; [`rebuild`]: a test of a solution; [`policy`]: which alternative is tried next, by their path
//!   conditions as text ([`condition`]); [`obstacles`]: why branches got no test.
//!
//! Nothing is recorded for it: the coverage of a test, which the search has anyway, says where the test went. A solution is believed only
//! when the test has run: one that does not come where it was meant to is counted as diverged.

pub mod condition;
pub mod obstacles;
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
use crate::compute::rng::mix;
use crate::path::clauses::Way;
use crate::path::condition::Clause;
use crate::symbolic::class_file::Classes;
use crate::symbolic::machine::Limits;
use crate::symbolic::path::{Path as Executed, Stop};
use crate::symbolic::propagation::Propagation;
use crate::symbolic::solver::{Answer, Portfolio, Problem, Solver};
use crate::symbolic::z3::Z3;
use condition::{Texts, shape_of};
use obstacles::{Obstacle, Obstacles, Why};
use policy::Alternatives;
use rebuild::Rebuilt;
use replay::{Branches, replay};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// What an instruction costs that is replayed, in evaluations of a term: both were timed.
const WORK_OF_AN_INSTRUCTION: u64 = 15;
/// What it costs to offer the alternatives of a clause.
const WORK_OF_A_CLAUSE: u64 = 2_400;

/// An alternative of a path that a test has taken.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub test: Arc<Evaluated>,
    pub path: Arc<Executed>,
    /// Of the path.
    pub number: u64,
    /// The clause whose alternative it is.
    pub clause: usize,
    pub alternative: usize,
    /// What the path decided.
    pub decisions: Arc<[Clause]>,
    /// How many of these come before the alternative.
    pub before: usize,
    /// What is to hold in place of the next.
    pub taken: Clause,
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
    /// Alternatives that no literals take, by proof.
    pub unsatisfiable: u64,
    /// What the library calls itself that solves what the own solver leaves open; null: there is none.
    pub solver: Option<String>,
    /// What went wrong with that; null: nothing.
    pub solver_failure: Option<String>,
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
    alternatives: Alternatives,
    /// Goals that alternatives were offered for, and that no test covered by then.
    awaited: BTreeSet<GoalId>,
    /// By number of the attempt.
    under_way: BTreeMap<u64, UnderWay>,
    solver: Box<dyn Solver>,
    /// Tests that were replayed.
    replayed: BTreeSet<u64>,
    figures: Figures,
    obstacles: Obstacles,
    /// Of replays, in evaluations of a term.
    work: u64,
    /// Work of replays and of the solver that somebody has paid for.
    paid: u64,
}

#[derive(Debug)]
struct Known {
    classes: Classes,
    branches: Branches,
}

/// An alternative that was solved, and whose test runs.
#[derive(Clone, Debug)]
struct UnderWay {
    goal: Option<GoalId>,
    /// What its test should take, without its shape.
    target: Vec<Clause>,
}

/// A batch of solved tests, each with the number of its attempt.
pub type Solved = Vec<(TestCase, u64)>;

/// What a turn came to.
#[derive(Debug)]
pub struct Turn {
    pub solved: Solved,
    /// Whether it has replayed a test or tried an alternative; if not, there is nothing to try before further tests have run.
    pub has_tried: bool,
}

/// What the search knows.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    pub cluster: &'a Cluster,
    pub goals: &'a Goals,
    pub archive: &'a Archive,
    pub settings: &'a Settings,
}

impl Symbolic {
    pub fn new(settings: &Settings, seed: u64) -> Self {
        Self {
            known: None,
            alternatives: Alternatives::new(settings.path_policy, mix(seed)),
            awaited: BTreeSet::new(),
            under_way: BTreeMap::new(),
            solver: Box::new(Propagation::new(settings.symbolic_evaluations)),
            replayed: BTreeSet::new(),
            figures: Figures::default(),
            obstacles: Obstacles::default(),
            work: 0,
            paid: 0,
        }
    }

    /// What its work has cost since it was asked last, in tests.
    pub fn charge(&mut self, settings: &Settings) -> u64 {
        let tests = (self.work + self.solver.work()).saturating_sub(self.paid) / settings.symbolic_work;
        self.paid += tests * settings.symbolic_work;
        tests
    }

    pub fn figures(&self) -> Figures {
        Figures { solver_failure: self.solver.failure().map(str::to_owned), ..self.figures.clone() }
    }

    /// Why a branch is missed; `None`: no test that was replayed came to it.
    pub fn obstacle(&self, goal: GoalId) -> Option<Obstacle> {
        let mut all = self.obstacles.clone();
        for waiting in self.alternatives.waiting().filter(|c| c.goal == Some(goal)) {
            all.add(goal, Why::OutOfBudget, &waiting.decisions[..waiting.before], &waiting.taken);
        }
        all.of(goal).cloned()
    }

    /// What the own solver leaves open goes to a library, in a process of its own.
    ///
    /// `program`: `oraculum-solver`.
    ///
    /// # Errors
    /// A sentence: it cannot be used.
    pub fn use_library(&mut self, program: &Path, library: &Path, settings: &Settings) -> Result<String, String> {
        let library = Z3::open(program, library, settings.solver_resources)?;
        let version = library.version().to_owned();
        self.figures.solver = Some(version.clone());
        self.solver = Box::new(Portfolio(vec![Box::new(Propagation::new(settings.symbolic_evaluations)), Box::new(library)]));
        Ok(version)
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

    /// Whether the class files have to be brought before its first turn.
    pub fn needs_classes(&self) -> bool {
        self.known.is_none()
    }

    /// Its turn: replays tests and solves what leads on from them.
    pub fn turn(&mut self, around: Surroundings) -> Turn {
        let before = self.figures.replayed + self.figures.alternatives;
        let solved = self.solve_some(around);
        Turn { solved, has_tried: self.figures.replayed + self.figures.alternatives > before }
    }

    fn solve_some(&mut self, around: Surroundings) -> Solved {
        let Some(mut known) = self.known.take() else { return Vec::new() };
        self.replay_some(&mut known, around);
        // The search may have covered some of them meanwhile.
        self.awaited.retain(|&goal| {
            let is_covered = around.archive.is_covered(goal);
            if is_covered {
                self.alternatives.cover(goal);
            }
            !is_covered
        });
        let mut solved = Vec::new();
        for _ in 0..around.settings.symbolic_alternatives {
            let Some((attempt, candidate)) = self.alternatives.take_next() else { break };
            solved.extend(self.solve(around, attempt, &candidate));
        }
        self.known = Some(known);
        solved
    }

    /// Tests that come to branches of which not all outcomes are covered, each once.
    fn replay_some(&mut self, known: &mut Known, around: Surroundings) {
        let Surroundings { goals, archive, settings, .. } = around;
        let open: BTreeSet<GoalId> = goals.aims(true, |g| archive.is_covered(g)).into_iter().collect();
        let methods = methods_of(&open, goals);
        let mut chosen: Vec<Arc<Evaluated>> = Vec::new();
        let mut choose = |test: &Arc<Evaluated>, replayed: &mut BTreeSet<u64>| {
            if chosen.len() < settings.symbolic_replays && replayed.insert(test.test.fingerprint()) {
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
        for test in chosen {
            let test = with_own_literals(&test, settings.max_statements);
            let path = self.replay(known, around, &test);
            let of = Replayed::of(around.cluster, &test, &path);
            let mut way = self.alternatives.way(of.shape, &of.decisions);
            self.alternatives.executed(&mut way);
            self.offer(&of, &mut way, known, around, &methods);
        }
    }

    fn replay(&mut self, known: &mut Known, around: Surroundings, test: &Evaluated) -> Arc<Executed> {
        let limits = Limits { steps: around.settings.symbolic_steps, ..Limits::default() };
        let path = Arc::new(replay(around.cluster, &known.branches, &mut known.classes, test, limits));
        self.note(&path);
        let clauses = path.clauses.len().min(condition::MOST_CLAUSES) as u64;
        self.work += WORK_OF_AN_INSTRUCTION * path.steps + WORK_OF_A_CLAUSE * clauses;
        for branch in &path.undecided {
            let outcomes = (0..).map_while(|outcome| known.branches.goal(&branch.method, branch.number, outcome));
            outcomes.for_each(|goal| self.obstacles.add_unknown(goal, &path.concretised));
        }
        path
    }

    fn note(&mut self, path: &Executed) {
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

    /// Offers the alternatives of a path: those that lead to open goals, and others of methods that have any.
    fn offer(&mut self, of: &Replayed, way: &mut Way, known: &Known, around: Surroundings, methods: &BTreeSet<u32>) {
        let Surroundings { goals, archive, .. } = around;
        let Replayed { test, path, texts, decisions, shape } = of;
        let mut before = 0;
        for (place, clause) in path.clauses.iter().enumerate() {
            for (number, alternative) in clause.alternatives.iter().enumerate() {
                let outcome = known.outcome(path, place, number);
                let goal = outcome.filter(|&g| !archive.is_covered(g) && goals.goals[g as usize].coverable);
                let leads_on = outcome.is_none_or(|g| methods.contains(&goals.goals[g as usize].method));
                if goal.is_some() || leads_on {
                    self.awaited.extend(goal);
                    // To put its condition into words would be for nothing.
                    if self.alternatives.is_full(goal) {
                        continue;
                    }
                    let candidate = Candidate {
                        test: Arc::clone(test),
                        path: Arc::clone(path),
                        number: self.figures.replayed,
                        clause: place,
                        alternative: number,
                        decisions: decisions.clone(),
                        before,
                        taken: texts.clause(alternative.condition),
                        goal,
                    };
                    self.alternatives.offer(*shape, way, candidate);
                }
            }
            before += usize::from(!clause.alternatives.is_empty());
        }
    }

    fn solve(&mut self, around: Surroundings, attempt: u64, candidate: &Candidate) -> Option<(TestCase, u64)> {
        self.figures.alternatives += 1;
        let Candidate { test, path, clause, alternative, .. } = candidate;
        let mut conditions = path.prefix(*clause);
        conditions.push(path.clauses[*clause].alternatives[*alternative].condition);
        let start = path.terms.executed();
        let problem = Problem { path: candidate.number, terms: &path.terms, conditions: &conditions, start: &start };
        let solution = match self.solver.solve(&problem) {
            Answer::Solved(solution) => solution,
            Answer::Unsatisfiable => {
                self.figures.unsatisfiable += 1;
                self.alternatives.unsatisfiable(attempt);
                self.miss(candidate, Why::Unsatisfiable);
                return None;
            }
            Answer::Unknown => {
                self.alternatives.failed(attempt);
                self.miss(candidate, Why::NotSolved);
                return None;
            }
        };
        let rebuilt = Rebuilt::of(&test.test, &path.terms.inputs, &solution);
        // No solver is trusted, and none knows that a text has one length.
        let fits = rebuilt.filter(|t| problem.is_solved_by(&t.inputs(&path.terms.inputs)));
        let Some(solved) = fits.and_then(Rebuilt::into_test).filter(|t| t.len() <= around.settings.max_statements) else {
            self.figures.refused += 1;
            self.alternatives.failed(attempt);
            self.miss(candidate, Why::NotConstructible);
            return None;
        };
        self.figures.tests += 1;
        let target = [&candidate.decisions[..candidate.before], std::slice::from_ref(&candidate.taken)].concat();
        self.under_way.insert(attempt, UnderWay { goal: candidate.goal, target });
        Some((solved, attempt))
    }

    fn miss(&mut self, candidate: &Candidate, why: Why) {
        if let Some(goal) = candidate.goal {
            self.obstacles.add(goal, why, &candidate.decisions[..candidate.before], &candidate.taken);
        }
    }

    /// A solved test has run: what it really executed counts, and may lead on.
    ///
    /// `branches`: how many it was the first to cover.
    pub fn learn(&mut self, around: Surroundings, test: &Arc<Evaluated>, attempt: u64, branches: u64) {
        let Some(UnderWay { goal, target }) = self.under_way.remove(&attempt) else { return };
        if let Some(goal) = goal.filter(|&g| !test.reach.covers(g)) {
            self.figures.diverged += 1;
            if let Some((taken, before)) = target.split_last() {
                self.obstacles.add(goal, Why::NotConstructible, before, taken);
            }
        }
        self.figures.branches += branches;
        // One that did not end says nothing of where it went.
        let Some(mut known) = (if test.is_sound() { self.known.take() } else { None }) else {
            self.alternatives.failed(attempt);
            return;
        };
        self.replayed.insert(test.test.fingerprint());
        let path = self.replay(&mut known, around, test);
        let of = Replayed::of(around.cluster, test, &path);
        // A branch that no test covered before is reached by the way it was meant to be, or by a better one.
        let reached = goal.map_or_else(|| of.decisions.starts_with(&target), |g| test.reach.covers(g));
        let mut way = self.alternatives.way(of.shape, &of.decisions);
        if reached {
            self.alternatives.solved(attempt, &mut way);
        } else {
            self.alternatives.failed(attempt);
            self.alternatives.executed(&mut way);
        }
        let open = around.goals.aims(true, |g| around.archive.is_covered(g)).into_iter().collect();
        self.offer(&of, &mut way, &known, around, &methods_of(&open, around.goals));
        self.known = Some(known);
    }
}

/// A test in which no literal has to serve two uses: what is solved for one of them would hold for the other. Of one that would be too
/// long, the test as it is.
fn with_own_literals(test: &Arc<Evaluated>, most: usize) -> Arc<Evaluated> {
    let separated = test.test.with_own_literals();
    if separated.len() == test.test.len() || separated.len() > most {
        return test.clone();
    }
    Arc::new(Evaluated { test: separated, end: test.end.clone(), reach: test.reach.clone() })
}

/// A path, and what it decided as text.
struct Replayed<'a> {
    test: &'a Arc<Evaluated>,
    path: &'a Arc<Executed>,
    texts: Texts<'a>,
    decisions: Arc<[Clause]>,
    shape: u64,
}

impl<'a> Replayed<'a> {
    fn of(cluster: &Cluster, test: &'a Arc<Evaluated>, path: &'a Arc<Executed>) -> Self {
        let texts = Texts::of(cluster, &test.test, &path.terms);
        let decisions = texts.decisions(path).into();
        Self { test, path, texts, decisions, shape: shape_of(&test.test) }
    }
}

impl Known {
    /// The goal of an alternative; `None`: it is no branch of the code.
    fn outcome(&self, path: &Executed, clause: usize, alternative: usize) -> Option<GoalId> {
        let clause = &path.clauses[clause];
        let branch = clause.branch.as_ref()?;
        self.branches.goal(&branch.method, branch.number, clause.alternatives[alternative].outcome)
    }
}

fn methods_of(open: &BTreeSet<GoalId>, goals: &Goals) -> BTreeSet<u32> {
    open.iter().map(|&g| goals.goals[g as usize].method).collect()
}
