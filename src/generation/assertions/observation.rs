//! Something that is looked at behind the statements of a test, and what it leads to.

use crate::generation::cluster::{Cluster, MemberId};
use crate::generation::statement::{Slot, Statement, TestCase};
use crate::generation::types::{Argument, Type};

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
    /// An element of an array or a container: an object that can be asked in turn.
    Element {
        of: Slot,
        index: u32,
    },
    /// What a made-up object of a functional interface was called with, where its method gives nothing: that it was called is all that
    /// comes of it.
    Received {
        of: Slot,
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
            Self::Contents { of } | Self::Element { of, .. } | Self::Received { of } | Self::State { of } => of,
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
        root(&self.test, &self.observations, observation.slot())
    }
}

/// The slot of a test that what a slot behind it has was found through.
fn root(test: &TestCase, shown: &[Observation], slot: Slot) -> Slot {
    (slot as usize).checked_sub(test.len()).map_or(slot, |at| root(test, shown, shown[at].slot()))
}

/// Whether a slot has what an object of the class under test leads to: where there are too many observations, these are made first.
pub fn is_near(cluster: &Cluster, test: &TestCase, shown: &[Observation], slot: Slot) -> bool {
    test.ty(root(test, shown, slot)).name().is_some_and(|class| cluster.is_target(class))
}

/// The type of what a slot of a test has, or what an observation behind it shows.
pub fn type_of<'a>(cluster: &'a Cluster, test: &'a TestCase, shown: &[Observation], slot: Slot) -> &'a Type {
    match (slot as usize).checked_sub(test.len()).map(|at| shown[at]) {
        Some(Observation::Call { member, .. } | Observation::Field { member, .. }) => &cluster.member(member).result,
        Some(Observation::Element { of, .. }) => {
            let whole = type_of(cluster, test, shown, of);
            elements(cluster, whole).map_or(whole, |elements| elements.ty)
        }
        Some(Observation::Contents { of } | Observation::Received { of } | Observation::State { of }) => type_of(cluster, test, shown, of),
        None => test.ty(slot),
    }
}

/// What has elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    Array,
    List,
    Collection,
    /// Its values are the elements.
    Map,
    Optional,
}

/// The elements of an array or of a container of the JDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements<'a> {
    pub ty: &'a Type,
    pub whole: Whole,
    /// Which element comes first does not hang on hash codes.
    pub in_order: bool,
}

/// The elements that an object of a type has; `None`: it has none, or nobody knows what they are.
pub fn elements<'a>(cluster: &Cluster, ty: &'a Type) -> Option<Elements<'a>> {
    let (name, arguments) = match ty {
        Type::Array(element) => return Some(Elements { ty: element, whole: Whole::Array, in_order: true }),
        Type::Class(name, arguments) => (cluster.names.text(*name).strip_prefix("java/util/")?, arguments.as_ref()),
        _ => return None,
    };
    let (whole, in_order) = match name {
        "List" | "ArrayList" | "LinkedList" | "Vector" | "Stack" => (Whole::List, true),
        "SortedSet" | "NavigableSet" | "LinkedHashSet" | "TreeSet" | "Queue" | "Deque" | "ArrayDeque" | "PriorityQueue" => {
            (Whole::Collection, true)
        }
        "Collection" | "Set" | "HashSet" => (Whole::Collection, false),
        "SortedMap" | "NavigableMap" | "LinkedHashMap" | "TreeMap" => (Whole::Map, true),
        "Map" | "HashMap" => (Whole::Map, false),
        "Optional" => (Whole::Optional, true),
        _ => return None,
    };
    // A map's are what its keys lead to.
    match arguments.last()? {
        Argument::Is(ty) | Argument::Extends(ty) => Some(Elements { ty, whole, in_order }),
        Argument::Super(_) | Argument::Any => None,
    }
}

/// Constants and made-up objects are the test's own: no method makes anything of them.
pub fn is_own(cluster: &Cluster, statement: &Statement) -> bool {
    statement.is_literal() || matches!(statement, Statement::Stub { .. }) || is_constant(cluster, statement)
}

fn is_constant(cluster: &Cluster, statement: &Statement) -> bool {
    matches!(statement, Statement::Get { member, .. } if cluster.member(*member).is_static && cluster.member(*member).is_final)
}
