//! Points of a tree, and replacing what stands there. Trees are immutable: a replacement makes a new path from the root. A derived
//! term is one point: nothing works inside of it.

use crate::assertion::eval::dag::{Kind, NodeId, Nodes};
use smallvec::SmallVec;

/// An occurrence of a node in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The nodes above it, from the root, each with the operand through which the way leads.
    above: SmallVec<[(NodeId, u32); 16]>,
    pub node: NodeId,
}

/// The `nth` occurrence, in preorder, of a node of that kind, of any kind if `None`.
///
/// # Panics
/// If the tree has no more than `nth` of them.
pub fn locate(nodes: &impl Nodes, root: NodeId, kind: Option<Kind>, nth: u32) -> Point {
    let mut above = SmallVec::new();
    let (mut id, mut left) = (root, nth);
    'down: loop {
        let node = nodes.node(id);
        if kind.is_none_or(|kind| node.kind() == kind) {
            if left == 0 {
                return Point { above, node: id };
            }
            left -= 1;
        }
        for (i, &operand) in (0..).zip(node.operands()) {
            let inside = count(nodes, operand, kind);
            if left < inside {
                above.push((id, i));
                id = operand;
                continue 'down;
            }
            left -= inside;
        }
        panic!("the tree has no {nth}th such node");
    }
}

/// Number of points of that kind in the tree, of any kind if `None`.
pub fn count(nodes: &impl Nodes, root: NodeId, kind: Option<Kind>) -> u32 {
    let node = nodes.node(root);
    kind.map_or_else(|| node.points(), |kind| node.count(kind))
}

/// The root of the tree that has `with`, of the same kind, at the point; `None` if it is a floating-point number where an integer has to
/// be.
pub fn replace(nodes: &mut impl Nodes, point: &Point, with: NodeId) -> Option<NodeId> {
    debug_assert_eq!(nodes.node(point.node).kind(), nodes.node(with).kind());
    let mut below = with;
    for &(id, operand) in point.above.iter().rev() {
        let node = *nodes.node(id);
        let mut operands = [0; 2];
        operands[..node.operands().len()].copy_from_slice(node.operands());
        operands[operand as usize] = below;
        let node = node.with_operands(operands, |id| nodes.node(id))?;
        below = nodes.add(node);
    }
    Some(below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assertion::ast::{BinaryOp::*, Expr, Type};
    use crate::assertion::eval::dag::Dag;

    /// `x + 1 < y && b`
    fn sample(dag: &mut Dag) -> NodeId {
        let sum = Expr::binary(Add, Expr::Var(0), Expr::Int(1));
        let expr = Expr::binary(And, Expr::binary(Lt, sum, Expr::Var(1)), Expr::Var(2));
        dag.add_expr(&expr, &[Type::Int, Type::Double, Type::Boolean]).unwrap()
    }

    #[test]
    fn points_are_numbered_in_preorder_within_a_kind() {
        let mut dag = Dag::default();
        let root = sample(&mut dag);
        let at = |kind, nth| dag.expr(locate(&dag, root, kind, nth).node);
        assert_eq!(at(None, 0), dag.expr(root));
        assert_eq!(at(None, 4), Expr::Int(1));
        assert_eq!(at(Some(Kind::Number), 0), Expr::binary(Add, Expr::Var(0), Expr::Int(1)));
        assert_eq!(at(Some(Kind::Number), 3), Expr::Var(1));
        assert_eq!(at(Some(Kind::Boolean), 2), Expr::Var(2));
        assert_eq!(count(&dag, root, Some(Kind::Boolean)), 3);
        assert_eq!(count(&dag, root, Some(Kind::Number)), 4);
        assert_eq!(count(&dag, root, Some(Kind::Reference)), 0);
    }

    #[test]
    fn a_replacement_changes_that_point_only_and_types_follow() {
        let mut dag = Dag::default();
        let root = sample(&mut dag);
        let point = locate(&dag, root, Some(Kind::Number), 1);
        let half = dag.add_expr(&Expr::Double(0.5), &[]).unwrap();
        let changed = replace(&mut dag, &point, half).unwrap();
        let sum = Expr::binary(Add, Expr::Double(0.5), Expr::Int(1));
        assert_eq!(dag.expr(changed), Expr::binary(And, Expr::binary(Lt, sum, Expr::Var(1)), Expr::Var(2)));
        let sum = locate(&dag, changed, Some(Kind::Number), 0).node;
        assert_eq!(dag.node(sum).ty, Type::Double);
    }
}
