//! Variables, and the objects that they may hold.

use super::objects::{Object, Objects};
use super::sets::Set;
use super::types::{Filter, Types};
use crate::program::facts::FixedHasher;
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;

/// Place of a variable in [`Nodes`].
pub type Node = u32;

/// Variables, the objects they may hold, and where these flow on to.
#[derive(Debug)]
pub struct Nodes<U> {
    holds: Vec<Set>,
    /// Held, but not passed on yet.
    fresh: Vec<Set>,
    edges: Vec<Vec<(Node, Filter)>>,
    connected: HashSet<(Node, Node, Filter), FixedHasher>,
    /// What is to be done with each object that comes to be held.
    uses: Vec<Vec<U>>,
    open: VecDeque<Node>,
    /// What filters let through, of the objects before a number.
    accepted: HashMap<Filter, (Object, Set), FixedHasher>,
    passed: u64,
}

impl<U: Copy> Nodes<U> {
    pub fn new() -> Self {
        Self {
            holds: Vec::new(),
            fresh: Vec::new(),
            edges: Vec::new(),
            connected: HashSet::default(),
            uses: Vec::new(),
            open: VecDeque::new(),
            accepted: HashMap::default(),
            passed: 0,
        }
    }

    pub fn add(&mut self, count: usize) -> Node {
        let first = self.holds.len();
        self.holds.resize_with(first + count, Set::default);
        self.fresh.resize_with(first + count, Set::default);
        self.edges.resize_with(first + count, Vec::new);
        self.uses.resize_with(first + count, Vec::new);
        first as Node
    }

    pub fn put(&mut self, node: Node, object: Object) {
        self.put_all(node, &Set::of(object));
    }

    fn put_all(&mut self, node: Node, objects: &Set) {
        self.passed += 1 + objects.words() as u64;
        let new = self.holds[node as usize].add(objects);
        if new.is_empty() {
            return;
        }
        let fresh = &mut self.fresh[node as usize];
        if fresh.is_empty() {
            self.open.push_back(node);
        }
        fresh.add(&new);
    }

    /// Lets all that `from` holds, now and later, flow to another variable.
    pub fn connect(&mut self, from: Node, to: Node, filter: Filter, types: &Types, objects: &Objects) {
        if from == to || !self.connected.insert((from, to, filter)) {
            return;
        }
        self.edges[from as usize].push((to, filter));
        self.pass(&self.holds[from as usize].clone(), to, filter, types, objects);
    }

    fn pass(&mut self, held: &Set, to: Node, filter: Filter, types: &Types, objects: &Objects) {
        if filter == Filter::Any {
            return self.put_all(to, held);
        }
        let (looked_at, accepted) = self.accepted.entry(filter).or_default();
        for object in *looked_at..objects.count() {
            if types.accepts(filter, objects, object) {
                accepted.push(object);
            }
        }
        *looked_at = objects.count();
        let accepted = held.and(accepted);
        if !accepted.is_empty() {
            self.put_all(to, &accepted);
        }
    }

    /// Words of objects that have flowed.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// Adds a use; what is held already is to be used by the caller.
    pub fn use_of(&mut self, node: Node, what: U) -> Set {
        self.uses[node as usize].push(what);
        self.holds[node as usize].clone()
    }

    /// A variable with new objects, these, and its uses; they have been passed on.
    pub fn next(&mut self, types: &Types, objects: &Objects) -> Option<(Set, Vec<U>)> {
        let node = self.open.pop_front()? as usize;
        let fresh = std::mem::take(&mut self.fresh[node]);
        for at in 0..self.edges[node].len() {
            let (to, filter) = self.edges[node][at];
            self.pass(&fresh, to, filter, types, objects);
        }
        Some((fresh, self.uses[node].clone()))
    }
}
