//! Cutting off what an assertion does not need for the evidence (ours; the idea is delta debugging's, over trees).
//!
//! Evolution leaves parts behind that change nothing, or nothing any more. As long as that makes the assertion no worse, a subtree is
//! replaced by a part of itself of the same kind, or a boolean one by a truth value; always by the best such replacement there is.

use super::tree::{locate, replace};
use crate::assertion::ast::{Expr, Type};
use crate::assertion::eval::dag::{Kind, Node, NodeId, Nodes};
use crate::assertion::eval::frame::Frame;
use crate::assertion::eval::kernel::Kernels;
use crate::assertion::eval::{deficiencies::Deficiencies, forest::Forest};

/// Trees above this size are left as they are: the number of replacements grows with its square.
const MAX_SIZE: u32 = 200;

/// A smaller tree that has no more false positives and no more false negatives, or the tree itself, and its deficiencies. The expression
/// must be a well-typed boolean over the frame's variables; `None`: the frame does not have its derived terms.
pub fn reduce(frame: &Frame, expr: &Expr) -> Option<(Expr, Deficiencies)> {
    let mut forest = Forest::new(frame, Kernels::best());
    let mut root = forest.add_expr(expr)?;
    forest.evaluate(frame, std::iter::once(root), &|| false);
    while forest.dag.node(root).size <= MAX_SIZE {
        let candidates = replacements(&mut forest, root);
        forest.evaluate(frame, candidates.iter().copied(), &|| false);
        let now = forest.deficiencies(root);
        let no_worse = |d: Deficiencies| d.false_positives <= now.false_positives && d.false_negatives <= now.false_negatives;
        let rank = |id: NodeId| {
            let Deficiencies { false_positives, false_negatives } = forest.deficiencies(id);
            (false_positives, false_negatives, forest.dag.node(id).size)
        };
        match candidates.into_iter().filter(|&c| no_worse(forest.deficiencies(c))).min_by_key(|&c| rank(c)) {
            Some(best) => root = best,
            None => break,
        }
        root = forest.retain(std::iter::once(root))[root as usize];
    }
    Some((forest.dag.expr(root), forest.deficiencies(root)))
}

/// Every tree with one subtree replaced by a proper part of it, or by a truth value; all are smaller.
fn replacements(forest: &mut Forest, root: NodeId) -> Vec<NodeId> {
    let mut all = Vec::new();
    for at in 0..forest.dag.node(root).points() {
        let point = locate(&forest.dag, root, None, at);
        let node = *forest.dag.node(point.node);
        if node.size == 1 {
            continue;
        }
        for nth in 0..node.count(node.kind()) {
            let part = locate(&forest.dag, point.node, Some(node.kind()), nth).node;
            if part != point.node {
                all.extend(replace(&mut forest.dag, &point, part));
            }
        }
        if node.kind() == Kind::Boolean {
            for value in [0, 1] {
                let literal = forest.dag.add(Node::literal(value, Type::Boolean));
                all.extend(replace(&mut forest.dag, &point, literal));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{bin, min_method, var};
    use super::*;
    use crate::assertion::ast::BinaryOp::*;

    #[test]
    fn what_makes_no_difference_is_cut_off() {
        let data = min_method();
        let frame = Frame::new(&data);
        let (x, y, result) = (|| var(0), || var(1), || var(2));
        let one_of = bin(Or, bin(Eq, result(), x()), bin(Eq, result(), y()));
        let none_smaller = bin(And, bin(Le, result(), x()), bin(Le, result(), y()));
        let needed = bin(And, one_of, none_smaller);
        let idle = bin(Or, bin(Ne, x(), bin(Add, x(), Expr::Int(1))), bin(Lt, y(), Expr::Int(3)));
        let (reduced, deficiencies) = reduce(&frame, &bin(And, idle, needed.clone())).unwrap();
        assert_eq!(reduced, needed);
        assert_eq!(deficiencies, Deficiencies { false_positives: 0, false_negatives: 0 });
    }

    #[test]
    fn a_part_that_only_costs_is_cut_off_too() {
        let data = min_method();
        let frame = Frame::new(&data);
        // The second disjunct lets wrong states through and no right one.
        let (x, y, result) = (|| var(0), || var(1), || var(2));
        let lower = bin(And, bin(Le, result(), x()), bin(Le, result(), y()));
        let (reduced, _) = reduce(&frame, &bin(Or, lower.clone(), bin(Gt, result(), x()))).unwrap();
        assert_eq!(reduced, lower);
    }
}
