//! Node and subtree mutation (§3.2, "Tree mutations").

use super::node_selector::{Variables, pick};
use super::settings::Settings;
use super::tree::{Point, replace};
use super::tree_factory::{EQUALITIES, TreeFactory, binary, choose};
use crate::assertion::ast::BinaryOp;
use crate::assertion::eval::dag::{Kind, NodeId, Nodes, Op};
use crate::engine::rng::Stream;
use rand::RngExt;

/// A mutant of the tree: one node, or one subtree, replaced by a random one of the same kind. The tree itself if the mutant would
/// exceed the size bound.
pub fn mutate(
    nodes: &mut impl Nodes,
    root: NodeId,
    factory: &TreeFactory,
    settings: &Settings,
    telling: Option<&Variables>,
    rng: &mut Stream,
) -> NodeId {
    let point = pick(nodes, root, None, telling, rng).expect("a tree has a node");
    let mutant = if rng.random_bool(settings.node_mutation_probability) {
        mutate_node(nodes, &point, factory, rng)
    } else {
        mutate_subtree(nodes, &point, factory, rng)
    };
    if nodes.node(mutant).size <= settings.max_size { mutant } else { root }
}

/// Replaces the node at the point by another one of the same kind, which keeps the operands. A negation, which has no like, is
/// taken away.
pub fn mutate_node(nodes: &mut impl Nodes, point: &Point, factory: &TreeFactory, rng: &mut Stream) -> NodeId {
    let node = *nodes.node(point.node);
    let other = match node.op {
        Op::Literal | Op::Null | Op::Var => factory.leaf(nodes, node.kind(), rng),
        Op::Neg | Op::Not => node.operands()[0],
        Op::Binary(op) => {
            let [left, right] = [node.operands()[0], node.operands()[1]];
            let op = match nodes.node(left).kind() {
                Kind::Boolean => other_than(op, &BinaryOp::LOGICAL, rng),
                Kind::Reference => other_than(op, &EQUALITIES, rng),
                Kind::Number if node.kind() == Kind::Number => other_than(op, &BinaryOp::ARITHMETIC, rng),
                Kind::Number => other_than(op, &BinaryOp::COMPARISONS, rng),
            };
            binary(nodes, op, left, right)
        }
    };
    replace(nodes, point, other)
}

/// Replaces the subtree at the point by a fresh one of the same kind.
pub fn mutate_subtree(nodes: &mut impl Nodes, point: &Point, factory: &TreeFactory, rng: &mut Stream) -> NodeId {
    let kind = nodes.node(point.node).kind();
    let fresh = factory.random_tree(nodes, kind, rng);
    replace(nodes, point, fresh)
}

fn other_than(op: BinaryOp, group: &[BinaryOp], rng: &mut Stream) -> BinaryOp {
    loop {
        let other = choose(group, rng);
        if other != op {
            return other;
        }
    }
}
