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
use super::maker::Maker;
use super::operators::mutate;
use super::statement::{Slot, Statement, Step, TestCase};
use super::templates::conversion::MemberIndex;
use super::types::{Name, Type};
use crate::Result;
use conversion::convert;
use rand::RngExt;
use sequence::Sequence;
use std::collections::BTreeMap;

/// Steps that make an object, at most: a test that needs more for one object is no help to others.
const MOST_STEPS: usize = 20;
/// Times that a clone is mutated, at most (EvoSuite 1.2.0: `seed_mutations`).
const MOST_MUTATIONS: usize = 2;

/// An object, with the steps that make it and what these need.
#[derive(Clone, Debug, PartialEq)]
struct Object {
    steps: TestCase,
    slot: Slot,
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

    /// The sequences as tests, each once, in their order. What a sequence has that tests of the cluster cannot is left out, with all that
    /// needs it.
    ///
    /// # Errors
    /// `InvalidInput`: a statement uses a value that none before it defines.
    pub fn new(sequences: &[Sequence], maker: &mut Maker) -> Result<Self> {
        let index = MemberIndex::of(maker.cluster);
        let mut carved = Self::NONE;
        for sequence in sequences {
            let test = convert(sequence, &index, maker)?;
            let calls = test.steps.iter().any(|s| matches!(s.statement, Statement::Invoke { .. } | Statement::Set { .. }));
            if calls && !carved.tests.contains(&test) {
                carved.tests.push(test);
            }
        }
        carved.collect_objects(maker.cluster);
        Ok(carved)
    }

    /// The tests, in the order of their sequences.
    pub fn tests(&self) -> &[TestCase] {
        &self.tests
    }

    /// A test that does what an existing one does, mutated up to twice. `None`: there is none.
    pub fn clone_of_one(&self, maker: &mut Maker) -> Option<TestCase> {
        let mut test = maker.choose(&self.tests)?.clone();
        for _ in 0..maker.rng.random_range(0..=MOST_MUTATIONS) {
            let last = test.len();
            test = mutate(maker, &test, last);
        }
        Some(test)
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

    /// Adds an object that may be given where a type is expected, made as an existing test makes it. `None`: none makes any, or too long.
    pub fn add_object(&self, maker: &mut Maker, test: &mut TestCase, ty: &Type) -> Option<Slot> {
        let places = self.by_class.get(&ty.name()?)?;
        let room = (3 * maker.settings.max_statements).saturating_sub(test.len());
        let fits = |o: &&Object| o.steps.len() <= room && maker.cluster.is_assignable(o.steps.ty(o.slot), ty);
        let fitting: Vec<&Object> = places.iter().map(|&place| &self.objects[place]).filter(fits).collect();
        if fitting.is_empty() || !maker.chance(maker.settings.carved_objects) {
            return None;
        }
        let object = *maker.choose(&fitting)?;
        let first = test.len() as Slot;
        for step in &object.steps.steps {
            let mut step = step.clone();
            step.statement.for_each_use(&mut |slot| *slot += first);
            test.steps.push(step);
        }
        Some(first + object.slot)
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
