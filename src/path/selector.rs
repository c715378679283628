//! The selection of path conditions, as a whole (TARDIS, section 4): from what waits ([`super::queue`]) and what was learnt, what is next.

use super::alike::Fingerprints;
use super::clauses::{Clauses, Exit, Way};
use super::condition::{Clause, Condition};
use super::fingerprint::Fingerprint;
use super::kernel::Kernel;
use super::knn::{Classification, Label};
use super::queue::{Alternative, Pending, Queue};
use super::settings::{Policy, Settings};
use super::slice::Slicer;
use super::training::{Learnt, TrainingFile, TrainingSet};
use super::tree::{Node, PathTree, ROOT};
use crate::compute::rng::Source;
use crate::{Error, ErrorKind, Result};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// What has become of an alternative that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// It waits, under this number.
    Queued(u64),
    /// It was offered before, or a test went along it.
    Seen,
    /// It has more clauses than `maxClauses`.
    TooLong,
    /// As many wait as `maxPending` allows.
    Full,
}

/// How an alternative was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// By the votes of its neighbours.
    Knn,
    /// As the oldest.
    Fifo,
    /// By chance.
    Random,
}

/// An alternative that is to be attempted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempt {
    pub id: u64,
    pub choice: Choice,
    /// None: it was not classified yet.
    pub classification: Option<Classification>,
}

/// How an attempt ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A test executes it; what that really executed, if that is known.
    Solved(Option<Condition>),
    /// No test was found within the budget.
    Failed,
    /// A solver says that no inputs satisfy it: nothing is learnt of that.
    Unsatisfiable,
    /// It was not attempted after all: it waits again.
    Released,
}

/// Counts of a selector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    pub offered: u64,
    pub seen: u64,
    pub too_long: u64,
    pub full: u64,
    pub polled: u64,
    /// Of these, chosen by votes.
    pub polled_by_votes: u64,
    pub solved: u64,
    pub failed: u64,
    pub unsatisfiable: u64,
    pub released: u64,
    /// Solved, and the path really executed does not begin with the alternative.
    pub diverged: u64,
    /// Alternatives that waited when a test for something else went along them.
    pub overtaken: u64,
    pub pending: u64,
    pub in_flight: u64,
    pub feasible_items: u64,
    pub infeasible_items: u64,
    pub corrected_items: u64,
    pub refused_items: u64,
    /// Alternatives that wait, by vote: (feasible, 3), (feasible, 2), (infeasible, 2), (infeasible, 3).
    pub buckets: [u64; 4],
}

/// Selects path conditions. The same settings, seed and sequence of calls give the same choices.
#[derive(Clone, Debug)]
pub struct Selector {
    settings: Settings,
    random: Source,
    clauses: Clauses,
    tree: PathTree,
    training: TrainingSet,
    /// Items and corrections since the last time that all were classified.
    grown: usize,
    failed_once: bool,
    next: u64,
    polls: u64,
    queue: Queue,
    /// Those that wait.
    alike: Fingerprints,
    in_flight: BTreeMap<u64, Alternative>,
    branches: FxHashMap<Box<str>, u32>,
    covered: FxHashSet<u32>,
    counts: Statistics,
}

impl Selector {
    /// # Errors
    /// `InvalidInput`: a setting is out of its range.
    pub fn new(settings: Settings, seed: u64) -> Result<Self> {
        settings.check()?;
        let kernel = Kernel::best();
        Ok(Self {
            random: Source::new(seed),
            clauses: Clauses::default(),
            tree: PathTree::default(),
            training: TrainingSet::new(kernel, settings.correct_labels, settings.max_training),
            grown: 0,
            failed_once: false,
            next: 0,
            polls: 0,
            queue: Queue::new(settings.covered_weight),
            alike: Fingerprints::new(kernel, settings.zeros_vote),
            settings,
            in_flight: BTreeMap::new(),
            branches: FxHashMap::default(),
            covered: FxHashSet::default(),
            counts: Statistics::default(),
        })
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Offers an alternative, and the branches that it is for, by any names.
    ///
    /// # Errors
    /// `InvalidInput`: the condition has no clause, or a wrong one.
    pub fn offer(&mut self, condition: &Condition, branches: &[String]) -> Result<Offer> {
        condition.check()?;
        let Some(refused) = self.refusal(condition.clauses.len()) else {
            let clauses = self.numbers(condition);
            let node = self.tree.end(ROOT, &clauses);
            return Ok(self.queue(&clauses, node, branches, |selector| selector.sliced(&clauses)));
        };
        Ok(refused)
    }

    /// Why an alternative of so many clauses is not taken, whatever they are.
    fn refusal(&mut self, clauses: usize) -> Option<Offer> {
        self.counts.offered += 1;
        if clauses > self.settings.max_clauses {
            self.counts.too_long += 1;
            return Some(Offer::TooLong);
        }
        if self.queue.len() >= self.settings.max_pending {
            self.counts.full += 1;
            return Some(Offer::Full);
        }
        None
    }

    /// An alternative joins those that wait, if it was not seen; `sliced`: its slice, and the fingerprint of that.
    fn queue(
        &mut self,
        clauses: &[u32],
        node: Node,
        branches: &[String],
        sliced: impl FnOnce(&Self) -> (Box<[u32]>, Fingerprint),
    ) -> Offer {
        let seen = self.tree.seen(node);
        if seen.offered || seen.executed {
            self.counts.seen += 1;
            return Offer::Seen;
        }
        seen.offered = true;
        let (slice, fingerprint) = sliced(self);
        let numbers: Vec<u32> = branches.iter().map(|branch| self.branch(branch)).collect();
        let uncovered: FxHashSet<u32> = numbers.into_iter().filter(|branch| !self.covered.contains(branch)).collect();
        let id = self.next;
        self.next += 1;
        let alternative = Alternative { clauses: clauses.into(), slice, fingerprint, node, uncovered, has_branches: !branches.is_empty() };
        self.enqueue(id, alternative);
        self.settle();
        Offer::Queued(id)
    }

    /// A path, so that what it has in common with its alternatives is looked at once.
    ///
    /// # Errors
    /// `InvalidInput`: it has no clause, or a wrong one.
    pub fn way<'a>(&mut self, clauses: impl IntoIterator<Item = &'a Clause>) -> Result<Way> {
        let numbers: Result<Box<[u32]>> = (1..).zip(clauses).map(|(place, clause)| self.checked_number(place, clause)).collect();
        let clauses = numbers?;
        if clauses.is_empty() {
            return Err(Condition::none());
        }
        let slicer = self.clauses.slicer(&self.settings, &clauses);
        Ok(Way { clauses, slicer, nodes: Vec::new() })
    }

    /// As [`offer`](Self::offer), of an alternative of a way.
    ///
    /// # Errors
    /// `InvalidInput`: one of its own clauses is wrong.
    pub fn offer_exit(&mut self, way: &mut Way, exit: &Exit, branches: &[String]) -> Result<Offer> {
        let first = exit.first.map(|clause| self.checked_number(1, clause)).transpose()?;
        let common = &way.clauses[exit.common.clone()];
        let count = usize::from(first.is_some()) + common.len() + 1;
        let taken = self.checked_number(count, exit.taken)?;
        if let Some(refused) = self.refusal(count) {
            return Ok(refused);
        }
        let clauses: Vec<u32> = first.into_iter().chain(common.iter().copied()).chain([taken]).collect();
        let node = if first.is_none() && exit.common.start == 0 {
            let before = match exit.common.end {
                0 => ROOT,
                end => self.nodes_of(way)[end - 1],
            };
            self.tree.end(before, &[taken])
        } else {
            self.tree.end(ROOT, &clauses)
        };
        let Way { clauses: of_way, slicer, .. } = way;
        Ok(self.queue(&clauses, node, branches, |selector| {
            let known = &selector.clauses;
            let of_first = first.map_or(&[][..], |clause| known.symbols(clause));
            let (slice, has_first) = slicer.of_alternative(exit.common.clone(), of_first, known.symbols(taken));
            let slice = first.filter(|_| has_first).into_iter().chain(slice.into_iter().map(|place| of_way[place])).chain([taken]);
            let slice: Box<[u32]> = slice.collect();
            let fingerprint = known.fingerprint(slice.iter().copied());
            (slice, fingerprint)
        }))
    }

    /// The ends of the prefixes of a way.
    fn nodes_of<'a>(&mut self, way: &'a mut Way) -> &'a [Node] {
        if way.nodes.is_empty() {
            way.nodes = self.tree.walk(way.path(&self.settings));
        }
        &way.nodes
    }

    fn checked_number(&mut self, place: usize, clause: &Clause) -> Result<u32> {
        let text = clause.checked_text(place)?;
        Ok(self.clauses.number_of(text, clause, &self.settings))
    }

    /// The next alternatives, at most so many. Each is to be reported on, once.
    pub fn poll(&mut self, count: usize) -> Vec<Attempt> {
        let mut attempts = Vec::new();
        while attempts.len() < count && !self.queue.is_empty() {
            let (id, choice) = self.choose();
            let pending = self.dequeue(id);
            self.counts.polled += 1;
            self.counts.polled_by_votes += u64::from(choice == Choice::Knn);
            attempts.push(Attempt { id, choice, classification: pending.classification });
            self.in_flight.insert(id, pending.alternative);
        }
        attempts
    }

    /// Says how an attempt ended. Returns the alternatives that need no attempt any longer, because the test executes them, too.
    ///
    /// # Errors
    /// `InvalidState`: it is not under way. `InvalidInput`: the executed path has no clause, or a wrong one. Nothing is changed then.
    pub fn report(&mut self, id: u64, outcome: &Outcome) -> Result<Vec<u64>> {
        if let Outcome::Solved(Some(executed)) = outcome {
            executed.check()?;
        }
        let attempt = self.ended(id)?;
        let mut overtaken = Vec::new();
        match outcome {
            Outcome::Solved(executed) => {
                self.counts.solved += 1;
                if let Some(executed) = executed {
                    let path = self.numbers(executed);
                    self.counts.diverged += u64::from(!path.starts_with(&attempt.clauses));
                    overtaken = self.learn_path(&path);
                }
                overtaken.extend(self.learn_path(&attempt.clauses));
            }
            Outcome::Failed => {
                self.counts.failed += 1;
                self.learn(attempt.fingerprint, &attempt.slice, Label::Infeasible);
            }
            Outcome::Unsatisfiable => self.counts.unsatisfiable += 1,
            Outcome::Released => {
                self.counts.released += 1;
                if self.tree.seen(attempt.node).executed {
                    self.counts.overtaken += 1;
                    overtaken.push(id);
                } else {
                    self.enqueue(id, attempt);
                }
            }
        }
        self.settle();
        Ok(overtaken)
    }

    /// As [`report`](Self::report) of an attempt that was solved; `executed`: the way that its test has gone.
    ///
    /// # Errors
    /// `InvalidState`: it is not under way. Nothing is changed then.
    pub fn report_solved(&mut self, id: u64, executed: &mut Way) -> Result<Vec<u64>> {
        let attempt = self.ended(id)?;
        self.counts.solved += 1;
        self.counts.diverged += u64::from(!executed.path(&self.settings).starts_with(&attempt.clauses));
        let mut overtaken = self.learn_way(executed);
        overtaken.extend(self.learn_path(&attempt.clauses));
        self.settle();
        Ok(overtaken)
    }

    fn ended(&mut self, id: u64) -> Result<Alternative> {
        self.in_flight.remove(&id).ok_or_else(|| {
            Error::new(ErrorKind::InvalidState, format!("attempt {id} is not under way: it was reported on, or never polled"))
        })
    }

    /// As [`executed`](Self::executed), of a way.
    pub fn executed_way(&mut self, way: &mut Way) -> Vec<u64> {
        let overtaken = self.learn_way(way);
        self.settle();
        overtaken
    }

    /// Learns from a test that was made for no alternative. Returns the alternatives that need no attempt any longer.
    ///
    /// # Errors
    /// `InvalidInput`: the path has no clause, or a wrong one.
    pub fn executed(&mut self, path: &Condition) -> Result<Vec<u64>> {
        path.check()?;
        let path = self.numbers(path);
        let overtaken = self.learn_path(&path);
        self.settle();
        Ok(overtaken)
    }

    /// Says that branches are covered.
    pub fn cover(&mut self, branches: &[String]) {
        for branch in branches {
            let branch = self.branch(branch);
            if !self.covered.insert(branch) {
                continue;
            }
            for id in self.queue.cover(branch) {
                if let Some(attempt) = self.in_flight.get_mut(&id) {
                    attempt.uncovered.remove(&branch);
                }
            }
        }
    }

    pub fn training(&self) -> TrainingFile {
        self.training.file(self.settings.slicing, |clause| self.clauses.known[clause as usize].text.to_string())
    }

    /// Learns what another selector has learnt.
    ///
    /// # Errors
    /// `InvalidInput`: it is damaged, or of another slicing. Nothing is learnt then.
    pub fn load(&mut self, file: &TrainingFile) -> Result<()> {
        file.check(self.settings.slicing, self.settings.max_training, self.settings.max_clauses)?;
        let numbers: Vec<u32> = file.clauses.iter().map(|text| self.clauses.number(&Clause::parse(text), &self.settings)).collect();
        for item in &file.items {
            let slice: Vec<u32> = item.slice.iter().map(|&clause| numbers[clause as usize]).collect();
            let fingerprint = self.clauses.fingerprint(slice.iter().copied());
            self.learn(fingerprint, &slice, item.label.into());
        }
        self.settle();
        Ok(())
    }

    pub fn statistics(&self) -> Statistics {
        Statistics {
            pending: self.queue.len() as u64,
            in_flight: self.in_flight.len() as u64,
            feasible_items: self.training.count(Label::Feasible) as u64,
            infeasible_items: self.training.count(Label::Infeasible) as u64,
            corrected_items: self.training.corrected(),
            refused_items: self.training.refused(),
            buckets: self.queue.sizes(),
            ..self.counts
        }
    }

    /// The clauses of a path condition by number, as far as `maxClauses` allows.
    fn numbers(&mut self, condition: &Condition) -> Box<[u32]> {
        let clauses = condition.clauses.iter().take(self.settings.max_clauses);
        clauses.map(|clause| self.clauses.number(clause, &self.settings)).collect()
    }

    fn sliced(&self, clauses: &[u32]) -> (Box<[u32]>, Fingerprint) {
        let slice = self.clauses.slicer(&self.settings, clauses).of_prefix(clauses.len());
        let slice: Box<[u32]> = slice.into_iter().map(|clause| clauses[clause]).collect();
        let fingerprint = self.clauses.fingerprint(slice.iter().copied());
        (slice, fingerprint)
    }

    fn branch(&mut self, name: &str) -> u32 {
        let next = self.branches.len() as u32;
        match self.branches.get(name) {
            Some(&branch) => branch,
            None => *self.branches.entry(name.into()).or_insert(next),
        }
    }

    /// Learns that a path and all its prefixes were executed.
    fn learn_path(&mut self, path: &[u32]) -> Vec<u64> {
        let nodes = self.tree.walk(path);
        let (new, overtaken) = self.execute(&nodes);
        if !new.is_empty() {
            let mut slicer = self.clauses.slicer(&self.settings, path);
            self.learn_prefixes(path, &new, &mut slicer);
        }
        overtaken
    }

    fn learn_way(&mut self, way: &mut Way) -> Vec<u64> {
        let nodes = self.nodes_of(way).to_vec();
        let (new, overtaken) = self.execute(&nodes);
        let path = way.path(&self.settings).to_vec();
        self.learn_prefixes(&path, &new, &mut way.slicer);
        overtaken
    }

    /// A test has gone along prefixes of a path: how long those are that no test had gone along before, and the alternatives among them.
    fn execute(&mut self, nodes: &[Node]) -> (Vec<usize>, Vec<u64>) {
        let mut overtaken = Vec::new();
        let mut new = Vec::new();
        for (depth, &node) in nodes.iter().enumerate() {
            let seen = self.tree.seen(node);
            if std::mem::replace(&mut seen.executed, true) {
                continue;
            }
            new.push(depth + 1);
            if let Some(id) = self.queue.at(node) {
                self.counts.overtaken += 1;
                self.dequeue(id);
                overtaken.push(id);
            }
        }
        (new, overtaken)
    }

    fn learn_prefixes(&mut self, path: &[u32], lengths: &[usize], slicer: &mut Slicer) {
        for &length in lengths {
            let slice: Vec<u32> = slicer.of_prefix(length).into_iter().map(|clause| path[clause]).collect();
            let fingerprint = self.clauses.fingerprint(slice.iter().copied());
            self.learn(fingerprint, &slice, Label::Feasible);
        }
    }

    /// Learns a slice, and tells the alternatives that wait.
    fn learn(&mut self, fingerprint: Fingerprint, slice: &[u32], label: Label) {
        self.failed_once |= label == Label::Infeasible;
        match self.training.learn(fingerprint, slice, label) {
            Learnt::Known => return,
            Learnt::Added(item) => self.alike.compare(item, &fingerprint, |ids| self.queue.change(ids)),
            Learnt::Corrected(item) => self.alike.correct(item, |ids| self.queue.change(ids)),
        }
        self.grown += 1;
    }

    fn enqueue(&mut self, id: u64, alternative: Alternative) {
        let alike = self.alike.join(id, &alternative.fingerprint, self.training.index());
        self.queue.add(id, alternative, alike);
    }

    fn dequeue(&mut self, id: u64) -> Pending {
        let pending = self.queue.take(id);
        self.alike.part(id, pending.alike);
        pending
    }

    /// Classifies what is due: what has changed, if enough was learnt since the last time; else only what never was.
    fn settle(&mut self) {
        if !self.training.can_vote() {
            return;
        }
        let all = self.grown >= self.settings.reclassify_after;
        if all {
            self.grown = 0;
        }
        for id in self.queue.due(all) {
            self.queue.classify(id, |alike| self.alike.vote(alike, self.training.labels()));
        }
    }

    /// The next alternative; one must wait.
    fn choose(&mut self) -> (u64, Choice) {
        let mut random = self.random.stream([self.polls]);
        self.polls += 1;
        let cold = !self.training.can_vote() || self.queue.len() < 2 || self.settings.fifo_until_infeasible && !self.failed_once;
        match self.settings.policy {
            Policy::Random => (self.queue.by_chance(&mut random), Choice::Random),
            Policy::Knn if !cold => (self.queue.by_votes(&mut random, self.settings.within_bucket), Choice::Knn),
            Policy::Knn | Policy::Fifo => (self.queue.oldest(), Choice::Fifo),
        }
    }
}

#[cfg(test)]
#[path = "selector_tests.rs"]
mod tests;
