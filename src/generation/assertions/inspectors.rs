//! *Inspectors* (Fraser and Zeller, TSE 2012): methods without parameters and without side effects, and public fields, of an object.

use super::observation::Observation;
use crate::generation::cluster::{Cluster, MemberId};
use crate::generation::facts::MemberKind;
use crate::generation::statement::Slot;
use crate::generation::types::Name;
use std::collections::{BTreeMap, BTreeSet};

/// Inspectors of what a slot has; `class`: the type of its value.
pub fn calls<'a>(
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
