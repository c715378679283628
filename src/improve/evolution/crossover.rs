//! Merging and subtree crossover (§3.2, "Crossover").

use super::node_selector::{Variables, pick};
use super::settings::Settings;
use super::tree::replace;
use super::tree_factory::binary;
use crate::assertion::ast::BinaryOp;
use crate::assertion::eval::dag::{Kind, NodeId, Nodes};
use crate::engine::rng::Stream;
use rand::RngExt;

/// A parent, with the variables that its state-diff selector goes by; `None`: the random selector.
#[derive(Clone, Copy, Debug)]
pub struct Parent<'a> {
    pub root: NodeId,
    pub telling: Option<&'a Variables>,
}

/// Two offspring of two parents. One that would exceed the size bound is its parent instead.
pub fn cross(nodes: &mut impl Nodes, parents: [Parent; 2], settings: &Settings, rng: &mut Stream) -> [NodeId; 2] {
    let offspring =
        if rng.random_bool(settings.merging_probability) { merge(nodes, parents, rng) } else { swap_subtrees(nodes, parents, rng) };
    let bounded = |i: usize| if nodes.node(offspring[i]).size <= settings.max_size { offspring[i] } else { parents[i].root };
    [bounded(0), bounded(1)]
}

/// Merging crossover: boolean subtrees b1 and b2 of the parents become `b1 && b2` and `b1 || b2`.
pub fn merge(nodes: &mut impl Nodes, parents: [Parent; 2], rng: &mut Stream) -> [NodeId; 2] {
    let [first, second] =
        parents.map(|parent| pick(nodes, parent.root, Some(Kind::Boolean), parent.telling, rng).expect("an assertion is boolean").node);
    [binary(nodes, BinaryOp::And, first, second), binary(nodes, BinaryOp::Or, first, second)]
}

/// Subtree crossover: a subtree of the first parent changes places with one of the same kind of the second. Where the second has
/// none, the offspring are the parents.
pub fn swap_subtrees(nodes: &mut impl Nodes, parents: [Parent; 2], rng: &mut Stream) -> [NodeId; 2] {
    let [first, second] = parents;
    let mine = pick(nodes, first.root, None, first.telling, rng).expect("a tree has a node");
    let kind = nodes.node(mine.node).kind();
    match pick(nodes, second.root, Some(kind), second.telling, rng) {
        Some(yours) => [replace(nodes, &mine, yours.node), replace(nodes, &yours, mine.node)],
        None => [first.root, second.root],
    }
}
