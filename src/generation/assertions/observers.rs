//! What is looked at behind the statements of a test: contents that the test may have changed, and *inspectors* (Fraser and Zeller, TSE
//! 2012): methods without parameters and without side effects, and public fields, of the objects that it has.

use super::elements;
use crate::generation::cluster::{Cluster, MemberId};
use crate::generation::facts::MemberKind;
use crate::generation::statement::{Slot, Statement, TestCase};
use crate::generation::types::{Name, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Observations of a test, at most: of a class with very many getters not all are needed to see a difference.
pub const MOST: usize = 200;

/// Of these, at most so many are of what other observations show.
const MOST_NESTED: usize = 100;

/// Objects of a test whose fields are looked at, at most.
const MOST_STATES: usize = 10;

/// Something that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    /// The value of a slot as it is at the end: the contents of an array or a collection.
    Contents {
        of: Slot,
    },
    /// `on`: a slot of the test; behind these, what an earlier observation shows.
    Call {
        member: MemberId,
        on: Slot,
    },
    Field {
        member: MemberId,
        on: Slot,
    },
    /// An element of an array or a list: an object that can be asked in turn.
    Element {
        of: Slot,
        index: u32,
    },
    /// The fields of an object of the program, private ones too. Nothing is asserted of them: they say what a mutant changed that nothing
    /// shows.
    State {
        of: Slot,
    },
}

impl Observation {
    pub fn slot(self) -> Slot {
        match self {
            Self::Contents { of } | Self::Element { of, .. } | Self::State { of } => of,
            Self::Call { on, .. } | Self::Field { on, .. } => on,
        }
    }
}

/// A test and what is looked at behind its statements.
#[derive(Clone, Debug)]
pub struct Observed {
    pub test: TestCase,
    pub observations: Vec<Observation>,
}

impl Observed {
    /// Of what another observation shows, that one; `None`: a slot is the test's own.
    pub fn behind(&self, slot: Slot) -> Option<Observation> {
        (slot as usize).checked_sub(self.test.len()).map(|at| self.observations[at])
    }

    /// The type of what a slot has; behind those of the test, of what an observation shows.
    pub fn type_of<'a>(&'a self, cluster: &'a Cluster, slot: Slot) -> &'a Type {
        type_of(cluster, &self.test, &self.observations, slot)
    }

    /// The slot of the test that an observation begins at.
    pub fn root(&self, observation: Observation) -> Slot {
        let slot = observation.slot();
        self.behind(slot).map_or(slot, |inner| self.root(inner))
    }
}

/// The observations of a test, by slot. Where its last statement throws, they look at what the others gave: what was done before shows there.
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
    found.extend((0..giving as Slot).filter(|&slot| has_state(cluster, test, slot)).take(MOST_STATES).map(|of| Observation::State { of }));
    found
}

/// Inspectors of what a slot has; `class`: the type of its value.
pub(super) fn calls<'a>(
    cluster: &'a Cluster,
    class: Name,
    on: Slot,
    inspectors: &BTreeSet<MemberId>,
) -> impl Iterator<Item = Observation> + use<'a> {
    let read = readers(cluster, cluster.users(class), inspectors).into_iter();
    // What a class of the program makes of a method of the JDK, the JDK does not say.
    let read = read.filter(move |&member| !cluster.is_of_jdk(cluster.member(member).owner) || cluster.is_of_jdk(class));
    read.chain(final_fields(cluster, class, inspectors)).map(move |member| match cluster.member(member).kind {
        MemberKind::Field => Observation::Field { member, on },
        _ => Observation::Call { member, on },
    })
}

/// Final fields are set by nobody, so that they are not among the users of a class.
fn final_fields(cluster: &Cluster, class: Name, inspectors: &BTreeSet<MemberId>) -> Vec<MemberId> {
    let members = cluster.known(class).into_iter().flat_map(|known| known.members.clone());
    let is_one = |&member: &MemberId| {
        let known = cluster.member(member);
        known.kind == MemberKind::Field && known.is_final && inspectors.contains(&member)
    };
    members.filter(is_one).collect()
}

/// Inspectors of what inspectors show: an object that says nothing of itself may be the only way to what a method has done.
fn nested(cluster: &Cluster, test: &TestCase, shown: &[Observation], inspectors: &BTreeSet<MemberId>) -> Vec<Observation> {
    let by = |(at, observation): (usize, &Observation)| {
        let (Observation::Call { member, .. } | Observation::Field { member, .. }) = observation else { return None };
        Some(((test.len() + at) as Slot, cluster.member(*member).result.name()?))
    };
    let places = shown.iter().enumerate().filter_map(by);
    places.flat_map(|(on, class)| calls(cluster, class, on, inspectors)).take(MOST_NESTED.min(MOST - shown.len())).collect()
}

/// The type of what a slot of a test has, or what an observation behind it shows.
pub(super) fn type_of<'a>(cluster: &'a Cluster, test: &'a TestCase, shown: &[Observation], slot: Slot) -> &'a Type {
    match (slot as usize).checked_sub(test.len()).map(|at| shown[at]) {
        Some(Observation::Call { member, .. } | Observation::Field { member, .. }) => &cluster.member(member).result,
        Some(Observation::Element { of, .. }) => {
            let whole = type_of(cluster, test, shown, of);
            elements::of_type(cluster, whole).unwrap_or(whole)
        }
        Some(Observation::Contents { of } | Observation::State { of }) => type_of(cluster, test, shown, of),
        None => test.ty(slot),
    }
}

/// Whether the value of a slot may be an object of the program that the test did not make up.
fn has_state(cluster: &Cluster, test: &TestCase, slot: Slot) -> bool {
    let step = &test.steps[slot as usize];
    !is_own(cluster, &step.statement) && step.ty.name().is_some_and(|name| !cluster.is_of_jdk(name))
}

/// Constants and made-up objects are the test's own: no method makes anything of them.
pub(super) fn is_own(cluster: &Cluster, statement: &Statement) -> bool {
    statement.is_literal() || matches!(statement, Statement::Stub { .. }) || is_constant(cluster, statement)
}

fn is_constant(cluster: &Cluster, statement: &Statement) -> bool {
    matches!(statement, Statement::Get { member, .. } if cluster.member(*member).is_static && cluster.member(*member).is_final)
}

/// Inspectors among members; of a method and those that it overrides the one of the nearest class.
fn readers(cluster: &Cluster, members: &[MemberId], inspectors: &BTreeSet<MemberId>) -> Vec<MemberId> {
    let mut nearest: BTreeMap<(&str, &str), MemberId> = BTreeMap::new();
    for &member in members.iter().filter(|m| inspectors.contains(m)) {
        let of = cluster.member(member);
        let entry = nearest.entry((&of.name, &of.descriptor)).or_insert(member);
        if cluster.is_subclass(of.owner, cluster.member(*entry).owner) {
            *entry = member;
        }
    }
    let mut found: Vec<_> = nearest.into_values().collect();
    found.sort_unstable();
    found
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
