//! Merging and subtree crossover (§3.2, "Crossover").

use super::node_selector::{Variables, pick};
use super::settings::Settings;
use super::tree::replace;
use super::tree_factory::binary;
use crate::assertion::ast::BinaryOp;
use crate::assertion::eval::dag::{Kind, NodeId, Nodes};
use crate::compute::rng::Stream;
use rand::RngExt;

/// A parent, with the variables that its state-diff selector goes by; `None`: the random selector.
#[derive(Clone, Copy, Debug)]
pub struct Parent<'a> {
    pub root: NodeId,
    pub discriminating: Option<&'a Variables>,
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
    let [first, second] = parents
        .map(|parent| pick(nodes, parent.root, Some(Kind::Boolean), parent.discriminating, rng).expect("an assertion is boolean").node);
    [binary(nodes, BinaryOp::And, first, second), binary(nodes, BinaryOp::Or, first, second)]
}

/// Subtree crossover: a subtree of the first parent changes places with one of the same kind of the second. Where the second has
/// none, or a subtree does not fit in its new place, the parent is the offspring.
pub fn swap_subtrees(nodes: &mut impl Nodes, parents: [Parent; 2], rng: &mut Stream) -> [NodeId; 2] {
    let [first, second] = parents;
    let mine = pick(nodes, first.root, None, first.discriminating, rng).expect("a tree has a node");
    let kind = nodes.node(mine.node).kind();
    match pick(nodes, second.root, Some(kind), second.discriminating, rng) {
        Some(yours) => {
            let offspring = [replace(nodes, &mine, yours.node), replace(nodes, &yours, mine.node)];
            [offspring[0].unwrap_or(first.root), offspring[1].unwrap_or(second.root)]
        }
        None => [first.root, second.root],
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{bin, var};
    use super::super::tree::count;
    use super::*;
    use crate::assertion::ast::{BinaryOp::*, Expr, Type};
    use crate::assertion::eval::dag::Dag;
    use crate::compute::rng::Source;

    const TYPES: [Type; 4] = [Type::Int, Type::Int, Type::Boolean, Type::Boolean];

    fn parents(dag: &mut Dag, first: &Expr, second: &Expr) -> [Parent<'static>; 2] {
        [first, second].map(|e| Parent { root: dag.add_expr(e, &TYPES).unwrap(), discriminating: None })
    }

    /// The paper's example: `min == x` and `min == y` become their conjunction and their disjunction.
    #[test]
    fn merging_joins_boolean_subtrees_by_and_and_or() {
        let mut dag = Dag::default();
        let (a, b) = (bin(Le, var(0), var(1)), bin(Ge, var(0), var(1)));
        let parents = parents(&mut dag, &a, &b);
        let offspring = merge(&mut dag, parents, &mut Source::new(1).stream([0]));
        assert_eq!(offspring.map(|o| dag.expr(o)), [bin(And, a.clone(), b.clone()), bin(Or, a, b)]);
    }

    #[test]
    fn subtree_crossover_swaps_subtrees_of_one_kind() {
        let mut dag = Dag::default();
        let first = bin(And, bin(Lt, bin(Add, var(0), Expr::Int(1)), var(1)), var(2));
        let second = bin(Or, var(3), bin(Eq, var(1), bin(Mul, var(0), var(0))));
        let parents = parents(&mut dag, &first, &second);
        let mut changed = 0;
        for round in 0..200 {
            let offspring = swap_subtrees(&mut dag, parents, &mut Source::new(2).stream([round]));
            let nodes = |roots: [NodeId; 2], kind| roots.map(|r| count(&dag, r, kind)).iter().sum::<u32>();
            let before = parents.map(|p| p.root);
            assert_eq!(nodes(offspring, None), nodes(before, None), "nothing is lost");
            assert_eq!(nodes(offspring, Some(Kind::Boolean)), nodes(before, Some(Kind::Boolean)));
            assert!(offspring.iter().all(|&o| dag.node(o).kind() == Kind::Boolean));
            changed += u32::from(offspring != before);
        }
        assert!(changed > 150);
    }

    #[test]
    fn where_the_second_parent_has_no_node_of_the_kind_the_parents_stay() {
        let mut dag = Dag::default();
        let parents = parents(&mut dag, &bin(Lt, var(0), var(1)), &var(2));
        let roots = parents.map(|p| p.root);
        let mut stayed = 0;
        for round in 0..100 {
            let offspring = swap_subtrees(&mut dag, parents, &mut Source::new(3).stream([round]));
            // The whole comparison may go; a number finds no partner.
            assert!(offspring == roots || offspring == [roots[1], roots[0]]);
            stayed += u32::from(offspring == roots);
        }
        assert!((50..85).contains(&stayed), "two of three nodes are numbers: {stayed}");
    }

    #[test]
    fn an_offspring_above_the_size_bound_is_its_parent() {
        let mut dag = Dag::default();
        let parents = parents(&mut dag, &bin(Lt, var(0), var(1)), &bin(Gt, var(0), var(1)));
        let settings = Settings { max_size: 6, merging_probability: 1.0, ..Settings::default() };
        let offspring = cross(&mut dag, parents, &settings, &mut Source::new(4).stream([0]));
        assert_eq!(offspring, parents.map(|p| p.root), "a conjunction of two comparisons has seven nodes");
        let settings = Settings { max_size: 7, ..settings };
        let offspring = cross(&mut dag, parents, &settings, &mut Source::new(4).stream([0]));
        assert_eq!(offspring.map(|o| dag.node(o).size), [7, 7]);
    }
}
