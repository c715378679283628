//! Node and subtree mutation (§3.2, "Tree mutations").

use super::node_selector::{Variables, pick};
use super::settings::Settings;
use super::tree::{Point, replace};
use super::tree_factory::{EQUALITIES, TreeFactory, binary, other_than};
use crate::assertion::ast::BinaryOp;
use crate::assertion::eval::dag::{Kind, NodeId, Nodes, Op};
use crate::compute::rng::Stream;
use rand::RngExt;

/// A mutant of the tree: one node, or one subtree, replaced by a random one of the same kind. The tree itself if the mutant would
/// exceed the size bound, or what was drawn does not fit.
pub fn mutate(
    nodes: &mut impl Nodes,
    root: NodeId,
    factory: &TreeFactory,
    settings: &Settings,
    discriminating: Option<&Variables>,
    rng: &mut Stream,
) -> NodeId {
    let point = pick(nodes, root, None, discriminating, rng).expect("a tree has a node");
    let mutant = if rng.random_bool(settings.node_mutation_probability) {
        mutate_node(nodes, &point, factory, rng)
    } else {
        mutate_subtree(nodes, &point, factory, rng)
    };
    mutant.filter(|&mutant| nodes.node(mutant).size <= settings.max_size).unwrap_or(root)
}

/// Replaces the node at the point by another one of the same kind, which keeps the operands. A function of one operand, which has no
/// like, is taken away.
pub fn mutate_node(nodes: &mut impl Nodes, point: &Point, factory: &TreeFactory, rng: &mut Stream) -> Option<NodeId> {
    let node = *nodes.node(point.node);
    let other = match node.op {
        Op::Literal | Op::Null | Op::Var | Op::Derived => factory.leaf(nodes, node.kind(), rng),
        Op::Neg | Op::Not | Op::BitNot | Op::Abs => node.operands()[0],
        Op::Min | Op::Max | Op::Binary(_) if node.kind() == Kind::Number => {
            factory.other_function(nodes, node.op, [node.operands()[0], node.operands()[1]], rng)
        }
        Op::Binary(op) => {
            let [left, right] = [node.operands()[0], node.operands()[1]];
            let op = match nodes.node(left).kind() {
                Kind::Boolean => other_than(op, &BinaryOp::LOGICAL, rng),
                Kind::Reference => other_than(op, &EQUALITIES, rng),
                Kind::Number => other_than(op, &BinaryOp::COMPARISONS, rng),
            };
            binary(nodes, op, left, right)
        }
        Op::Min | Op::Max => unreachable!("a number"),
    };
    replace(nodes, point, other)
}

/// Replaces the subtree at the point by a fresh one of the same kind.
pub fn mutate_subtree(nodes: &mut impl Nodes, point: &Point, factory: &TreeFactory, rng: &mut Stream) -> Option<NodeId> {
    let kind = nodes.node(point.node).kind();
    let fresh = factory.random_tree(nodes, kind, rng);
    replace(nodes, point, fresh)
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{bin, every_kind, var};
    use super::super::node_selector::Differences;
    use super::super::tree::locate;
    use super::super::tree_factory::Vocabulary;
    use super::*;
    use crate::assertion::ast::{BinaryOp::*, Expr, Type, UnaryOp};
    use crate::assertion::eval::dag::Dag;
    use crate::assertion::eval::frame::Frame;
    use crate::compute::rng::Source;

    const TYPES: [Type; 5] = [Type::Int, Type::Double, Type::Boolean, Type::Reference, Type::Reference];

    /// `!(x + 1 < d) && (b || r == null)`
    fn sample() -> Expr {
        let sum = bin(Add, var(0), Expr::Int(1));
        let left = Expr::unary(UnaryOp::Not, bin(Lt, sum, var(1)));
        bin(And, left, bin(Or, var(2), bin(Eq, var(3), Expr::Null)))
    }

    fn with_factory(check: impl FnOnce(&TreeFactory)) {
        let data = every_kind();
        let frame = Frame::new(&data);
        let differences = Differences::new(&data, &frame);
        let vocabulary = Vocabulary::new(&data, &frame, &differences, &Settings::default());
        check(&TreeFactory::new(&vocabulary, &Settings::default(), 0));
    }

    #[test]
    fn node_mutation_keeps_the_operands_and_the_kind() {
        with_factory(|factory| {
            let mut dag = Dag::default();
            let root = dag.add_expr(&sample(), &TYPES).unwrap();
            for at in 0..dag.node(root).size {
                let point = locate(&dag, root, None, at);
                let before = *dag.node(point.node);
                for round in 0..40 {
                    let mut rng = Source::new(1).stream([at.into(), round]);
                    let mutant = mutate_node(&mut dag, &point, factory, &mut rng).unwrap();
                    let negation = before.op == Op::Not;
                    assert_eq!(dag.node(mutant).size, dag.node(root).size - u32::from(negation));
                    let after = *dag.node(locate(&dag, mutant, None, at).node);
                    assert_eq!(after.kind(), before.kind());
                    if let Op::Binary(op) = before.op {
                        let Op::Binary(other) = after.op else { panic!("a function stays a function") };
                        assert_ne!(op, other);
                        assert_eq!(after.operands(), before.operands());
                    }
                }
            }
        });
    }

    #[test]
    fn subtree_mutation_leaves_the_rest_as_it_is() {
        with_factory(|factory| {
            let mut dag = Dag::default();
            let root = dag.add_expr(&sample(), &TYPES).unwrap();
            // The whole left operand of `&&`.
            let point = locate(&dag, root, None, 1);
            for round in 0..100 {
                let mutant = mutate_subtree(&mut dag, &point, factory, &mut Source::new(2).stream([round])).unwrap();
                let [left, right] = dag.node(mutant).operands() else { panic!("still a conjunction") };
                assert_eq!(*right, dag.node(root).operands()[1]);
                assert_eq!(dag.node(*left).kind(), Kind::Boolean);
            }
        });
    }

    #[test]
    fn what_does_not_fit_under_an_operation_on_bits_is_not_put_there() {
        with_factory(|factory| {
            let mut dag = Dag::default();
            // (x & 7) == 1, where d, a double, is among the variables drawn.
            let bits = bin(BitAnd, var(0), Expr::Int(7));
            let root = dag.add_expr(&bin(Eq, bits, Expr::Int(1)), &TYPES).unwrap();
            let (mut changed, mut kept) = (0, 0);
            for round in 0..500 {
                let mutant = mutate(&mut dag, root, factory, &Settings::default(), None, &mut Source::new(4).stream([round]));
                changed += u32::from(mutant != root);
                kept += u32::from(mutant == root);
            }
            assert!(changed > 300 && kept > 20, "{changed} {kept}");
            let of_bits = |n: &&crate::assertion::eval::dag::Node| n.op == Op::Binary(BitAnd);
            assert!(dag.nodes().iter().filter(of_bits).all(|n| n.operands().iter().all(|&o| dag.node(o).ty.is_integer())));
        });
    }

    #[test]
    fn a_mutant_above_the_size_bound_is_its_parent() {
        with_factory(|factory| {
            let mut dag = Dag::default();
            let root = dag.add_expr(&sample(), &TYPES).unwrap();
            let size = dag.node(root).size;
            let settings = Settings { max_size: size, node_mutation_probability: 0.0, ..Settings::default() };
            let mut unchanged = 0;
            for round in 0..300 {
                let mutant = mutate(&mut dag, root, factory, &settings, None, &mut Source::new(3).stream([round]));
                assert!(dag.node(mutant).size <= size);
                unchanged += u32::from(mutant == root);
            }
            assert!(unchanged > 0, "some subtrees are larger than what they replace");
        });
    }
}
