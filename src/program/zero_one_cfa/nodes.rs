//! Variables, and the objects that they may hold.

use super::objects::{Object, Objects};
use super::types::{Filter, Types};
use crate::program::facts::FixedHasher;
use hashbrown::HashSet;
use std::collections::VecDeque;

/// Place of a variable in [`Nodes`].
pub type Node = u32;

/// Variables, the objects they may hold, and where these flow on to.
#[derive(Debug)]
pub struct Nodes<U> {
    /// Ascending.
    holds: Vec<Vec<Object>>,
    /// Held, but not passed on yet; ascending.
    fresh: Vec<Vec<Object>>,
    edges: Vec<Vec<(Node, Filter)>>,
    connected: HashSet<(Node, Node, Filter), FixedHasher>,
    /// What is to be done with each object that comes to be held.
    uses: Vec<Vec<U>>,
    open: VecDeque<Node>,
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
        }
    }

    pub fn add(&mut self, count: usize) -> Node {
        let first = self.holds.len();
        self.holds.resize_with(first + count, Vec::new);
        self.fresh.resize_with(first + count, Vec::new);
        self.edges.resize_with(first + count, Vec::new);
        self.uses.resize_with(first + count, Vec::new);
        first as Node
    }

    /// `objects` ascending.
    pub fn put(&mut self, node: Node, objects: &[Object]) {
        let held = &mut self.holds[node as usize];
        let new: Vec<Object> = objects.iter().copied().filter(|o| held.binary_search(o).is_err()).collect();
        if new.is_empty() {
            return;
        }
        merge(held, &new);
        let fresh = &mut self.fresh[node as usize];
        if fresh.is_empty() {
            self.open.push_back(node);
        }
        merge(fresh, &new);
    }

    /// Lets all that `from` holds, now and later, flow to another variable.
    pub fn connect(&mut self, from: Node, to: Node, filter: Filter, types: &Types, objects: &Objects) {
        if from == to || !self.connected.insert((from, to, filter)) {
            return;
        }
        self.edges[from as usize].push((to, filter));
        self.pass(&self.holds[from as usize].clone(), to, filter, types, objects);
    }

    pub fn pass(&mut self, held: &[Object], to: Node, filter: Filter, types: &Types, objects: &Objects) {
        if filter == Filter::Any {
            return self.put(to, held);
        }
        let accepted: Vec<Object> = held.iter().copied().filter(|&o| types.accepts(filter, objects, o)).collect();
        self.put(to, &accepted);
    }

    /// Adds a use; what is held already is to be used by the caller.
    pub fn use_of(&mut self, node: Node, what: U) -> Vec<Object> {
        self.uses[node as usize].push(what);
        self.holds[node as usize].clone()
    }

    /// A variable with new objects, these, and its uses; they have been passed on.
    pub fn next(&mut self, types: &Types, objects: &Objects) -> Option<(Vec<Object>, Vec<U>)> {
        let node = self.open.pop_front()? as usize;
        let fresh = std::mem::take(&mut self.fresh[node]);
        for at in 0..self.edges[node].len() {
            let (to, filter) = self.edges[node][at];
            self.pass(&fresh, to, filter, types, objects);
        }
        Some((fresh, self.uses[node].clone()))
    }
}

/// Adds to an ascending list others that are not in it, ascending.
fn merge(into: &mut Vec<Object>, new: &[Object]) {
    let sorted = into.last().is_none_or(|last| new[0] > *last);
    into.extend_from_slice(new);
    if !sorted {
        into.sort_unstable();
    }
}
