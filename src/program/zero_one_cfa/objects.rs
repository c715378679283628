//! Abstract objects, and which variables may hold them.

use super::types::{Filter, Types};
use crate::program::facts::{ClassId, FixedHasher, MethodId, Symbol};
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;

/// Place of an abstract object in [`Objects`].
pub type Object = u32;

/// Whatever code outside holds: every object that escaped, and those of libraries.
pub const OUTSIDE: Object = 0;
/// An object of a library.
pub const LIBRARY: Object = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Outside,
    Library,
    Instance(ClassId),
    Array,
    Lambda { interface: Symbol },
}

/// Where an object is made, as far as objects are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Site {
    Operation(MethodId, u32),
    /// Those of one class that a method makes at very many places.
    Method(MethodId, ClassId),
    /// All of a class: exceptions, and what clients make.
    Class(ClassId),
}

#[derive(Debug)]
pub struct Objects {
    what: Vec<What>,
    by_site: HashMap<Site, Object, FixedHasher>,
}

impl Objects {
    pub fn new() -> Self {
        Self { what: vec![What::Outside, What::Library], by_site: HashMap::default() }
    }

    pub fn what(&self, object: Object) -> What {
        self.what[object as usize]
    }

    pub fn of(&mut self, site: Site, what: What) -> Object {
        *self.by_site.entry(site).or_insert_with(|| {
            self.what.push(what);
            (self.what.len() - 1) as Object
        })
    }
}

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
