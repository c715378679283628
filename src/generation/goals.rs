//! Goals of a class under test, and how far a test is from them.
//!
//! A goal is one outcome of a branch, a line, a handler, a method's entry, or an infection: an instruction leaves another state than a
//! mutant of it would (weak mutation; Howden, TSE 1982; Offutt and Lee, TSE 1994).
//!
//! Its distance to a test is that of the branch (d / (d + 1)), or, where the branch was not executed, one more than that of the nearest
//! branch that it depends on: approach level and branch distance (Wegener, Baresel and Sthamer, IST 2001; McMinn, STVR 2004).

use super::blocks::Block;
use super::cluster::MemberId;
use super::facts::{PointKind, TypeFacts, TypeKind};
use crate::program::dominance::{control_dependence, immediate_dominators};
use crate::program::flow::FlowGraph;
use crate::{Error, Result};

/// Place of a goal, as in the coverage plan.
pub type GoalId = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalKind {
    Entry,
    /// An outcome of a conditional jump or a switch.
    Branch,
    Handler,
    Line,
    /// An instruction leaves another state than a mutant of it would. It is never wanted for itself: a test that infects need not show it.
    Infection,
}

#[derive(Clone, Debug)]
pub struct Goal {
    pub kind: GoalKind,
    /// Place of its method in the facts.
    pub method: u32,
    /// -1: unknown.
    pub line: i32,
    /// Of a branch, which outcome, from 0.
    pub outcome: u32,
    /// Of a branch, the number of its operation in the facts of the program, where it is known.
    pub operation: Option<u32>,
    /// Goals of which one must be covered by a test before this one can be: outcomes of branches, handlers, or the method's entry. Only an
    /// entry has none.
    pub parents: Vec<GoalId>,
    /// False: no test can be seen to cover it. What static initializers do belongs to no test, and only they make the constants of an enum.
    pub coverable: bool,
    /// Whether tests are searched for and kept for it: it is coverable, and in the scope ([`Goals::restrict`]).
    pub wanted: bool,
    /// Of an infection: tests are searched for for it, for a while after one came to its place ([`super::archive::Archive::infections`]).
    pub sought: bool,
}

/// A method or constructor of the class under test.
#[derive(Clone, Debug)]
pub struct GoalMethod {
    pub class: String,
    pub name: String,
    pub descriptor: String,
    /// None: tests cannot call it.
    pub member: Option<MemberId>,
    pub entry: GoalId,
}

#[derive(Clone, Debug, Default)]
pub struct Goals {
    pub goals: Vec<Goal>,
    pub methods: Vec<GoalMethod>,
    /// By method.
    pub(super) blocks: Vec<Vec<Block>>,
}

/// How far from a goal a test is that enters none of its method.
pub const FARTHEST: f64 = 1e6;

impl Goals {
    /// # Errors
    /// `InvalidInput`: places out of range, or goals that do not fit their kind.
    pub fn new(facts: &TypeFacts) -> Result<Self> {
        let mut all = Self::default();
        for method in &facts.goals {
            let wrong =
                |what: &str| Error::invalid_input(format!("goals of {}.{}{}: {what}", method.class, method.name, method.descriptor));
            let number = |places| facts.member_number(places).ok_or_else(|| wrong("`member` is no place of a member"));
            let member = method.member.map(number).transpose()?;
            let blocks = method.blocks.len() as u32;
            let inside = |b: &u32| *b < blocks;
            if !method.blocks.iter().all(|b| b.next.iter().chain(&b.handlers).all(inside)) {
                return Err(wrong("a block is followed by one that is not there"));
            }
            if !method.points.iter().all(|p| inside(&p.block)) {
                return Err(wrong("a point is in a block that is not there"));
            }
            let branch = |kind| matches!(kind, PointKind::Jump | PointKind::Switch);
            let fits = |kind: PointKind, next: usize, goals: u32| match kind {
                _ if branch(kind) => next == goals as usize,
                PointKind::Returned => (1..=2).contains(&goals),
                _ => goals == 1,
            };
            if !method.points.iter().all(|p| fits(p.kind, method.blocks[p.block as usize].next.len(), p.goals)) {
                return Err(wrong("a point has not as many goals as its block has successors, or, if it is no branch, not one"));
            }
            if method.points.first().is_none_or(|p| p.kind != PointKind::Entry) {
                return Err(wrong("the first point is not the entry"));
            }
            let place = all.methods.len() as u32;
            let entry = all.goals.len() as GoalId;
            all.methods.push(GoalMethod {
                class: method.class.clone(),
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                member,
                entry,
            });
            let of_enum = facts.types.iter().any(|t| t.name == method.class && t.kind == TypeKind::Enum);
            all.add(method, place, entry, !(of_enum && method.name == "<init>"));
        }
        Ok(all)
    }

    fn add(&mut self, method: &super::facts::MethodGoals, place: u32, entry: GoalId, coverable: bool) {
        let sorted = |next: &[u32]| {
            let mut next = next.to_vec();
            next.sort_unstable();
            next.dedup();
            next
        };
        let flow = FlowGraph::of_edges(
            method.blocks.iter().map(|b| sorted(&b.next)).collect(),
            method.blocks.iter().map(|b| sorted(&b.handlers)).collect(),
        );
        let controllers = control_dependence(&flow);
        let dominators = immediate_dominators(&flow);
        // By block: its branch's first goal, and its handler's goal.
        let mut branches = vec![None; method.blocks.len()];
        let mut handlers = vec![None; method.blocks.len()];
        let mut next = entry;
        for point in &method.points {
            match point.kind {
                PointKind::Jump | PointKind::Switch => branches[point.block as usize] = Some(next),
                PointKind::Handler => handlers[point.block as usize] = Some(next),
                _ => {}
            }
            next += point.goals;
        }
        let parents_of = |block: u32, own_handler: bool| {
            let outcome = |c: &crate::program::dominance::Controller| {
                let outcome = method.blocks[c.branch as usize].next.iter().position(|&n| n == c.taken)?;
                // A loop's head depends on itself: that says nothing.
                (c.branch != block).then_some(branches[c.branch as usize]? + outcome as GoalId)
            };
            let mut parents: Vec<GoalId> = controllers[block as usize].iter().filter_map(outcome).collect();
            let mut at = if own_handler { Some(block) } else { dominators[block as usize] };
            while let Some(block) = at.filter(|_| parents.is_empty()) {
                parents.extend(handlers[block as usize]);
                at = dominators[block as usize];
            }
            if parents.is_empty() {
                parents.push(entry);
            }
            parents
        };
        self.blocks.push(Block::all(method, entry, |block| parents_of(block, true)));
        for point in &method.points {
            let kind = match point.kind {
                PointKind::Entry => GoalKind::Entry,
                PointKind::Jump | PointKind::Switch => GoalKind::Branch,
                PointKind::Handler => GoalKind::Handler,
                PointKind::Line => GoalKind::Line,
                PointKind::Boundary | PointKind::Arithmetic | PointKind::Returned => GoalKind::Infection,
            };
            for outcome in 0..point.goals {
                let parents = if kind == GoalKind::Entry { Vec::new() } else { parents_of(point.block, kind != GoalKind::Handler) };
                let operation = point.operation.filter(|_| kind == GoalKind::Branch);
                let line = point.line;
                let sought = coverable && kind == GoalKind::Infection;
                let wanted = coverable && !sought;
                self.goals.push(Goal { kind, method: place, line, outcome, operation, parents, coverable, wanted, sought });
            }
        }
    }

    pub fn count(&self) -> usize {
        self.goals.len()
    }

    /// Of the goals, only these are wanted. The others count where they lead to these ([`Goals::aims`]).
    ///
    /// # Errors
    /// `InvalidInput`: there is no such goal, or no test can be seen to cover any of them.
    pub fn restrict(&mut self, scope: &[GoalId]) -> Result<()> {
        for goal in &mut self.goals {
            goal.wanted = false;
            goal.sought = false;
        }
        for &id in scope {
            let count = self.goals.len();
            let missing = || Error::invalid_input(format!("`scope` has goal {id}, and there are {count}, from 0"));
            let goal = self.goals.get_mut(id as usize).ok_or_else(missing)?;
            goal.sought = goal.coverable && goal.kind == GoalKind::Infection;
            goal.wanted = goal.coverable && !goal.sought;
        }
        if self.wanted() == 0 {
            return Err(Error::invalid_input("`scope` has no goal that a test can be seen to cover"));
        }
        Ok(())
    }

    /// Some goals are not wanted, or not any more: others have tests for them. Infections stay: whether others show them is not known.
    pub fn leave_out(&mut self, goals: &[GoalId]) {
        goals.iter().for_each(|&goal| self.goals[goal as usize].wanted = false);
    }

    /// How many are wanted.
    pub fn wanted(&self) -> usize {
        self.goals.iter().filter(|g| g.wanted).count()
    }

    /// What tests can call, of the methods that have wanted goals; empty where these are all that have any.
    pub fn focus(&self) -> Vec<MemberId> {
        let mut of_scope = vec![false; self.methods.len()];
        self.goals.iter().filter(|g| g.wanted).for_each(|g| of_scope[g.method as usize] = true);
        let outside = self.goals.iter().any(|g| g.coverable && !of_scope[g.method as usize]);
        let members = self.methods.iter().zip(&of_scope).filter(|m| outside && *m.1).filter_map(|m| m.0.member);
        members.collect()
    }

    /// The goals to aim at, ascending: those that are wanted and not covered. If goals become active one after the other (`dynamic`), only
    /// those of which a parent is covered, and in place of the rest what they depend on, wanted or not.
    ///
    /// How a test comes into a method, control dependence does not say: as long as none has entered that of a wanted goal, all goals may
    /// be on the way.
    pub fn aims(&self, dynamic: bool, is_covered: impl Fn(GoalId) -> bool) -> Vec<GoalId> {
        let all = 0..self.goals.len() as GoalId;
        let turn = |goal: GoalId| {
            let parents = &self.goals[goal as usize].parents;
            !dynamic || parents.is_empty() || parents.iter().any(|&p| is_covered(p))
        };
        let mut way: Vec<GoalId> = all.clone().filter(|&g| self.goals[g as usize].wanted && !is_covered(g)).collect();
        if way.iter().any(|&g| !is_covered(self.methods[self.goals[g as usize].method as usize].entry)) {
            let leads = |goal: &Goal| goal.coverable && goal.kind != GoalKind::Infection;
            return all.filter(|&g| leads(&self.goals[g as usize]) && !is_covered(g) && turn(g)).collect();
        }
        let mut seen = vec![false; self.goals.len()];
        way.iter().for_each(|&g| seen[g as usize] = true);
        let mut aims = Vec::new();
        while let Some(goal) = way.pop() {
            if turn(goal) {
                aims.push(goal);
                continue;
            }
            for &parent in &self.goals[goal as usize].parents {
                if !std::mem::replace(&mut seen[parent as usize], true) {
                    way.push(parent);
                }
            }
        }
        aims.sort_unstable();
        aims
    }

    /// How far a test is from a goal: 0 covers it.
    ///
    /// Goals that depend on each other form a graph with circles, in which the number of ways is exponential; so it is gone through by
    /// levels, each goal once. What is known at a level is nearer than all that is known at a later one.
    pub fn fitness(&self, goal: GoalId, reach: &Reach) -> f64 {
        self.fitness_by(goal, |goal| reach.distance(goal), &mut Walk::default())
    }

    /// The same of many goals, one after the other.
    pub fn fitnesses(&self, goals: &[GoalId], reach: &Reach, walk: &mut Walk) -> Vec<f64> {
        let mut distances = std::mem::take(&mut walk.distances);
        distances.clear();
        distances.resize(self.goals.len(), None);
        for &(goal, distance) in &reach.near {
            if let Some(known) = distances.get_mut(goal as usize) {
                *known = Some(distance);
            }
        }
        let fitnesses = goals.iter().map(|&goal| self.fitness_by(goal, |goal| distances[goal as usize], walk)).collect();
        walk.distances = distances;
        fitnesses
    }

    fn fitness_by(&self, goal: GoalId, distance_of: impl Fn(GoalId) -> Option<f64>, walk: &mut Walk) -> f64 {
        let normalised = |distance: f64| distance / (distance + 1.0);
        if let Some(distance) = distance_of(goal) {
            return normalised(distance);
        }
        let Walk { seen, walks, level, next, .. } = walk;
        if seen.len() < self.goals.len() || *walks == u32::MAX {
            seen.clear();
            seen.resize(self.goals.len(), 0);
            *walks = 0;
        }
        *walks += 1;
        seen[goal as usize] = *walks;
        level.clear();
        level.push(goal);
        let mut approach = 0.0;
        while !level.is_empty() {
            approach += 1.0;
            let mut nearest = f64::INFINITY;
            next.clear();
            for parent in level.iter().flat_map(|&g| &self.goals[g as usize].parents) {
                if std::mem::replace(&mut seen[*parent as usize], *walks) != *walks {
                    match distance_of(*parent) {
                        Some(distance) => nearest = nearest.min(normalised(distance)),
                        None => next.push(*parent),
                    }
                }
            }
            if nearest.is_finite() {
                return (nearest + approach).min(FARTHEST);
            }
            std::mem::swap(level, next);
        }
        FARTHEST
    }
}

/// What walks from goals to what they depend on need, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// By goal, the last walk that came to it.
    seen: Vec<u32>,
    walks: u32,
    level: Vec<GoalId>,
    next: Vec<GoalId>,
    /// By goal.
    distances: Vec<Option<f64>>,
}

/// What a test reached: goals and their distances, ascending by goal; 0 is covered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reach {
    near: Vec<(GoalId, f64)>,
}

impl Reach {
    /// Pairs in any order; of one goal, the least distance counts.
    pub fn new(mut near: Vec<(GoalId, f64)>) -> Self {
        near.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        near.dedup_by_key(|n| n.0);
        Self { near }
    }

    /// `None`: the branch was not executed.
    pub fn distance(&self, goal: GoalId) -> Option<f64> {
        self.near.binary_search_by_key(&goal, |n| n.0).ok().map(|place| self.near[place].1)
    }

    pub fn covers(&self, goal: GoalId) -> bool {
        self.distance(goal) == Some(0.0)
    }

    /// The covered goals, ascending.
    pub fn covered(&self) -> impl Iterator<Item = GoalId> {
        self.near.iter().filter(|n| n.1 == 0.0).map(|n| n.0)
    }
}
