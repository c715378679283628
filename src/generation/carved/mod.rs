//! Sequences of calls carved out of existing tests, as seeds of the search (Fraser and Arcuri, "The Seed is Strong", ICST 2012; Rojas,
//! Fraser and Arcuri, STVR 2016).
//!
//! They are used three ways: each runs as it is in the first batch; some of the tests that are made anew are clones of one, mutated; and
//! objects that a test needs are made as an existing test makes them.

pub mod conversion;
pub mod sequence;
#[cfg(test)]
mod tests;

use super::cluster::Cluster;
use super::statement::{Slot, Statement, Step, TestCase};
use super::types::{Name, Type};
use std::collections::BTreeMap;

/// Steps that make an object, at most: a test that needs more for one object is no help to others.
const MOST_STEPS: usize = 20;

/// An object, with the steps that make it and what these need.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    pub steps: TestCase,
    pub slot: Slot,
}

/// What existing tests do, as tests of ours.
#[derive(Clone, Debug)]
pub struct Carved {
    tests: Vec<TestCase>,
    objects: Vec<Object>,
    /// By name of a class: the objects of it and of its subclasses, by their places.
    by_class: BTreeMap<Name, Vec<usize>>,
}

impl Carved {
    /// No existing tests.
    pub const NONE: Self = Self { tests: Vec::new(), objects: Vec::new(), by_class: BTreeMap::new() };

    /// What some tests do, each of which counts once; those that call nothing do not.
    pub fn of(tests: Vec<TestCase>, cluster: &Cluster) -> Self {
        let mut carved = Self::NONE;
        for test in tests {
            let calls = test.steps.iter().any(|s| matches!(s.statement, Statement::Invoke { .. } | Statement::Set { .. }));
            if calls && !carved.tests.contains(&test) {
                carved.tests.push(test);
            }
        }
        carved.collect_objects(cluster);
        carved
    }

    /// The tests, in their order.
    pub fn tests(&self) -> &[TestCase] {
        &self.tests
    }

    fn collect_objects(&mut self, cluster: &Cluster) {
        for test in &self.tests {
            for (slot, step) in (0..).zip(&test.steps) {
                let made = matches!(step.statement, Statement::Invoke { .. } | Statement::Get { .. } | Statement::Element { .. });
                if !made || step.ty.name().is_none_or(|n| n == cluster.string || cluster.unboxed(n).is_some()) {
                    continue;
                }
                let object = making(test, slot);
                if object.steps.len() <= MOST_STEPS && !self.objects.contains(&object) {
                    self.objects.push(object);
                }
            }
        }
        for (place, object) in self.objects.iter().enumerate() {
            let Some(name) = object.steps.ty(object.slot).name() else { continue };
            for known in cluster.types().iter().filter(|known| cluster.is_subclass(name, known.name)) {
                self.by_class.entry(known.name).or_default().push(place);
            }
        }
    }

    /// The objects that may be given where a type is expected.
    pub fn objects(&self, cluster: &Cluster, ty: &Type) -> Vec<&Object> {
        let places = ty.name().and_then(|name| self.by_class.get(&name)).map_or(&[][..], Vec::as_slice);
        let fits = |o: &&Object| cluster.is_assignable(o.steps.ty(o.slot), ty);
        places.iter().map(|&place| &self.objects[place]).filter(fits).collect()
    }
}

/// The steps of a test that an object needs: those that make it and what it is made of, and those that change one of these. What a call
/// gives behind the object is a result, not a part of it.
fn making(test: &TestCase, slot: Slot) -> Object {
    let mut needed = vec![false; test.len()];
    needed[slot as usize] = true;
    loop {
        let before = needed.clone();
        for (at, step) in test.steps.iter().enumerate() {
            let changes = changed(step).is_some_and(|on| needed[on as usize]) && (step.ty == Type::Void || at < slot as usize);
            if needed[at] || changes {
                needed[at] = true;
                step.statement.uses().iter().for_each(|&used| needed[used as usize] = true);
            }
        }
        if needed == before {
            break;
        }
    }
    let before = needed[..slot as usize].iter().filter(|n| **n).count();
    let mut steps = test.clone();
    steps.remove_with_users(needed.into_iter().map(|n| !n).collect());
    Object { steps, slot: before as Slot }
}

/// What a step may change: that on which it is called, or into which it stores.
fn changed(step: &Step) -> Option<Slot> {
    match &step.statement {
        Statement::Invoke { receiver, .. } | Statement::Set { receiver, .. } => *receiver,
        Statement::Store { array, .. } => Some(*array),
        _ => None,
    }
}
