//! What is looked at behind the statements of a test: contents that the test may have changed, and what the inspectors show of the objects
//! that it has, of objects that these show, and of elements.

use super::elements;
use super::inspectors::calls;
use super::observation::{Observation, is_near, is_own};
use crate::generation::cluster::{Cluster, MemberId};
use crate::generation::statement::{Slot, Statement, TestCase};
use crate::generation::types::Type;
use std::collections::BTreeSet;

/// Observations of a test, at most: of a class with very many getters not all are needed to see a difference.
pub const MOST: usize = 200;

/// Of these, at most so many are of what other observations show.
const MOST_NESTED: usize = 100;

/// Objects of a test whose fields are looked at, at most.
const MOST_STATES: usize = 10;

/// The observations of a test, by slot. Where its last statement throws, they look at what the others gave: what was done before it threw
/// shows there.
pub fn of(cluster: &Cluster, test: &TestCase, throws: bool, inspectors: &BTreeSet<MemberId>) -> Vec<Observation> {
    let mut found = Vec::new();
    let giving = test.len() - usize::from(throws);
    for (slot, step) in test.steps[..giving].iter().enumerate().filter(|(_, step)| !is_own(cluster, &step.statement)) {
        let slot = slot as Slot;
        match &step.ty {
            Type::Array(_) => found.push(Observation::Contents { of: slot }),
            Type::Class(name, _) => {
                if may_be_container(cluster, &step.ty) {
                    found.push(Observation::Contents { of: slot });
                }
                found.extend(calls(cluster, *name, slot, inspectors));
            }
            _ => {}
        }
    }
    found.truncate(MOST);
    let nested = nested(cluster, test, &found, inspectors);
    found.extend(nested);
    let asked = elements::asked(cluster, test, giving, &found, inspectors);
    found.extend(asked);
    found.extend((0..giving as Slot).filter(|&slot| receives(cluster, test, slot)).map(|of| Observation::Received { of }));
    found.extend((0..giving as Slot).filter(|&slot| has_state(cluster, test, slot)).take(MOST_STATES).map(|of| Observation::State { of }));
    found
}

/// Inspectors of what inspectors show: an object that says nothing of itself may be the only way to what a method has done.
fn nested(cluster: &Cluster, test: &TestCase, shown: &[Observation], inspectors: &BTreeSet<MemberId>) -> Vec<Observation> {
    let by = |(at, observation): (usize, &Observation)| {
        let (Observation::Call { member, .. } | Observation::Field { member, .. }) = observation else { return None };
        Some(((test.len() + at) as Slot, cluster.member(*member).result.name()?))
    };
    let mut places: Vec<_> = shown.iter().enumerate().filter_map(by).collect();
    places.sort_by_key(|&(on, _)| !is_near(cluster, test, shown, on));
    places.into_iter().flat_map(|(on, class)| calls(cluster, class, on, inspectors)).take(MOST_NESTED.min(MOST - shown.len())).collect()
}

/// Whether a slot has a made-up object whose one method gives nothing. Java writes it as a lambda, which the method must be fit for.
fn receives(cluster: &Cluster, test: &TestCase, slot: Slot) -> bool {
    let step = &test.steps[slot as usize];
    let sam = || step.ty.name().and_then(|name| cluster.known(name)).and_then(|known| known.sam).map(|sam| cluster.member(sam));
    matches!(step.statement, Statement::Stub { .. }) && sam().is_some_and(|sam| sam.result == Type::Void && sam.variables.is_empty())
}

/// Whether the value of a slot may be an object of the program that the test did not make up.
fn has_state(cluster: &Cluster, test: &TestCase, slot: Slot) -> bool {
    let step = &test.steps[slot as usize];
    !is_own(cluster, &step.statement) && step.ty.name().is_some_and(|name| !cluster.is_of_jdk(name))
}

/// Whether the value of a slot may be a collection or map of the JDK.
fn may_be_container(cluster: &Cluster, ty: &Type) -> bool {
    let Some(name) = ty.name() else { return false };
    is_sized(cluster, ty) || name == cluster.object || cluster.names.text(name) == "java/lang/Iterable"
}

/// Whether a type has `size()` as the collections and maps of the JDK have it.
pub fn is_sized(cluster: &Cluster, ty: &Type) -> bool {
    let is = |class: &str, name| cluster.names.find(class).is_some_and(|of| cluster.is_subclass(name, of));
    ty.name().is_some_and(|name| is("java/util/Collection", name) || is("java/util/Map", name))
}
