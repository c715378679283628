//! Which node of a tree an operator works on (§3.2, "Node selectors").
//!
//! - random: every node alike;
//! - state-diff (the paper's "mutation-based"): a node whose subtree has a variable that can tell a false negative: its value
//!   differs between some incorrect state in which the assertion is true and the correct state that belongs to it. Where there is no
//!   such node, random.

use super::tree::{Point, count, locate};
use crate::assertion::eval::dag::{Kind, NodeId, Nodes, Op};
use crate::assertion::eval::forest::Forest;
use crate::assertion::eval::frame::{BLOCK_WORDS, Frame};
use crate::compute::rng::Stream;
use crate::evidence::dataset::{Column, Dataset, Values};
use crate::evidence::schema::VarId;
use rand::RngExt;

/// A set of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    words: Vec<u64>,
    /// Whether no tree has variables beyond the 64 that [`Node::may_have`](crate::assertion::eval::dag::Node::may_have) tells apart.
    all_fit: bool,
}

impl Variables {
    pub fn contains(&self, var: VarId) -> bool {
        self.words.get(var as usize / 64).is_some_and(|word| word >> (var % 64) & 1 == 1)
    }

    /// Bit `v % 64` for every variable v of the set.
    fn folded(&self) -> u64 {
        self.words.iter().fold(0, |folded, word| folded | word)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    fn insert(&mut self, var: VarId) {
        let word = var as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (var % 64);
    }
}

/// In which incorrect states each variable differs from the correct state that belongs to it.
#[derive(Debug)]
pub struct Differences {
    /// Variables that differ anywhere.
    varying: Vec<VarId>,
    /// Frame word after word from `first_word` on, and in each variable after variable of `varying`: the rows where it differs.
    rows: Vec<u64>,
    first_word: usize,
    /// Whether there are at most 64 variables.
    all_fit: bool,
}

impl Differences {
    pub fn new(dataset: &Dataset, frame: &Frame) -> Self {
        let words = frame.words - frame.correct_words;
        let columns: Vec<(VarId, Vec<u64>)> = (0..)
            .zip(&dataset.columns)
            .map(|(var, column)| {
                let mut rows = vec![0u64; words];
                for (i, origin) in dataset.origins.iter().enumerate() {
                    if origin.pair.is_some_and(|pair| differs(column, pair as usize, dataset.correct + i)) {
                        rows[i / 64] |= 1 << (i % 64);
                    }
                }
                (var, rows)
            })
            .filter(|(_, rows)| rows.iter().any(|&word| word != 0))
            .collect();
        Self {
            varying: columns.iter().map(|(var, _)| *var).collect(),
            rows: (0..words).flat_map(|word| columns.iter().map(move |(_, rows)| rows[word])).collect(),
            first_word: frame.correct_words,
            all_fit: dataset.columns.len() <= 64,
        }
    }

    /// The variables that differ in any incorrect state.
    pub fn varying(&self) -> &[VarId] {
        &self.varying
    }

    /// The variables that differ in some false negative of that assertion.
    pub fn discriminating(&self, frame: &Frame, forest: &Forest, root: NodeId) -> Variables {
        let mut discriminating = Variables { all_fit: self.all_fit, ..Variables::default() };
        let mut missing: Vec<usize> = (0..self.varying.len()).collect();
        for word in self.first_word..frame.words {
            if missing.is_empty() {
                break;
            }
            let bits = forest.block_bits(word / BLOCK_WORDS, root)[word % BLOCK_WORDS];
            let false_negatives = bits & frame.incorrect_rows()[word];
            if false_negatives != 0 {
                let rows = &self.rows[(word - self.first_word) * self.varying.len()..];
                missing.retain(|&i| {
                    let tells = rows[i] & false_negatives != 0;
                    if tells {
                        discriminating.insert(self.varying[i]);
                    }
                    !tells
                });
            }
        }
        discriminating
    }
}

/// Whether a variable's value differs between two rows: as Java's `==` says, but NaN does not differ from NaN.
fn differs(column: &Column, a: usize, b: usize) -> bool {
    let present = |row| column.present.as_ref().is_none_or(|p| p.get(row));
    if !present(a) || !present(b) {
        return present(a) != present(b);
    }
    values_differ(&column.values, a, b)
}

fn values_differ(values: &Values, a: usize, b: usize) -> bool {
    match values {
        Values::Boolean(values) => values.get(a) != values.get(b),
        Values::Integral(values) => values[a] != values[b],
        Values::Real(values) => values[a] != values[b] && !(values[a].is_nan() && values[b].is_nan()),
        Values::Text(ids) => ids[a] != ids[b],
        Values::Sequence { offsets, items: items_of } => {
            let items = |row: usize| offsets[row] as usize..offsets[row + 1] as usize;
            items(a).len() != items(b).len() || items(a).zip(items(b)).any(|(i, j)| values_differ(items_of, i, j))
        }
    }
}

/// Attempts to hit a discriminating node before all of them are collected.
const ATTEMPTS: usize = 6;

/// Picks a node of that kind (`None`: any), with equal probabilities; by the state-diff selector if `discriminating` is given. `None` if
/// the tree has no node of the kind.
pub fn pick(nodes: &impl Nodes, root: NodeId, kind: Option<Kind>, discriminating: Option<&Variables>, rng: &mut Stream) -> Option<Point> {
    let all = count(nodes, root, kind);
    if all == 0 {
        return None;
    }
    let mut random = || locate(nodes, root, kind, rng.random_range(0..all));
    if let Some(discriminating) = discriminating.filter(|t| !t.is_empty()) {
        // Nodes of the kind that do not tell are rejected: what is left is uniform over those that do.
        for _ in 0..ATTEMPTS {
            let point = random();
            if tells(nodes, point.node, discriminating) {
                return Some(point);
            }
        }
        let mut candidates = Vec::with_capacity(32);
        collect(nodes, root, kind, discriminating, &mut 0, &mut candidates);
        if !candidates.is_empty() {
            let chosen = candidates[rng.random_range(0..candidates.len() as u32) as usize];
            return Some(locate(nodes, root, None, chosen));
        }
    }
    Some(locate(nodes, root, kind, rng.random_range(0..all)))
}

/// Whether the tree has a discriminating variable.
fn tells(nodes: &impl Nodes, id: NodeId, discriminating: &Variables) -> bool {
    let node = nodes.node(id);
    if !node.may_have(discriminating.folded()) {
        return false;
    }
    match node.op {
        _ if discriminating.all_fit => true,
        Op::Var => discriminating.contains(node.variable()),
        Op::Derived => nodes.terms().of_column(node.column()).variables.iter().any(|&v| discriminating.contains(v)),
        _ => node.operands().iter().any(|&operand| tells(nodes, operand, discriminating)),
    }
}

/// Collects the preorder numbers of the nodes of that kind whose subtree has a discriminating variable.
fn collect(nodes: &impl Nodes, id: NodeId, kind: Option<Kind>, discriminating: &Variables, next: &mut u32, candidates: &mut Vec<u32>) {
    let node = nodes.node(id);
    if !tells(nodes, id, discriminating) {
        *next += node.points();
        return;
    }
    if kind.is_none_or(|kind| node.kind() == kind) {
        candidates.push(*next);
    }
    *next += 1;
    for &operand in node.operands() {
        collect(nodes, operand, kind, discriminating, next, candidates);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{bin, every_kind, var};
    use super::*;
    use crate::assertion::ast::{BinaryOp::*, Expr, Type};
    use crate::assertion::eval::dag::Dag;
    use crate::assertion::eval::kernel::Kernels;
    use crate::compute::rng::Source;
    use std::collections::HashSet;

    /// The discriminating variables of an assertion over [`every_kind`], where d and r differ in the only incorrect state.
    fn discriminating(assertion: &Expr) -> Vec<VarId> {
        let data = every_kind();
        let frame = Frame::new(&data);
        let mut forest = Forest::new(&frame, Kernels::best());
        let root = forest.add_expr(assertion).unwrap();
        forest.evaluate(&frame, std::iter::once(root), &|| false);
        let discriminating = Differences::new(&data, &frame).discriminating(&frame, &forest, root);
        (0..5).filter(|&v| discriminating.contains(v)).collect()
    }

    #[test]
    fn a_variable_is_discriminating_if_it_differs_in_a_false_negative_from_the_paired_state() {
        // True in the incorrect state: a false negative.
        assert_eq!(discriminating(&Expr::Bool(true)), [1, 3]);
        assert_eq!(discriminating(&bin(Gt, var(1), Expr::Int(1))), [1, 3]);
        // False there: no false negative, nothing to tell.
        assert_eq!(discriminating(&bin(Lt, var(1), Expr::Int(1))), [0; 0]);
    }

    const TYPES: [Type; 3] = [Type::Int, Type::Int, Type::Boolean];

    /// `(v0 < v1) && v2`
    fn sample(dag: &mut Dag) -> NodeId {
        dag.add_expr(&bin(And, bin(Lt, var(0), var(1)), var(2)), &TYPES).unwrap()
    }

    fn picked(dag: &Dag, root: NodeId, kind: Option<Kind>, discriminating: Option<&Variables>) -> HashSet<Option<NodeId>> {
        (0..200).map(|i| pick(dag, root, kind, discriminating, &mut Source::new(1).stream([i])).map(|p| p.node)).collect()
    }

    #[test]
    fn the_random_selector_picks_any_node_of_the_kind() {
        let mut dag = Dag::default();
        let root = sample(&mut dag);
        assert_eq!(picked(&dag, root, None, None).len(), 5);
        assert_eq!(picked(&dag, root, Some(Kind::Number), None).len(), 2);
        assert_eq!(picked(&dag, root, Some(Kind::Reference), None), HashSet::from([None]));
    }

    #[test]
    fn the_state_diff_selector_picks_nodes_above_a_discriminating_variable() {
        let mut dag = Dag::default();
        let root = sample(&mut dag);
        let comparison = dag.node(root).operands()[0];
        let variable = dag.node(comparison).operands()[1];
        for all_fit in [false, true] {
            let mut discriminating = Variables { all_fit, ..Variables::default() };
            discriminating.insert(1);
            assert_eq!(picked(&dag, root, None, Some(&discriminating)), HashSet::from([Some(root), Some(comparison), Some(variable)]));
            assert_eq!(picked(&dag, root, Some(Kind::Number), Some(&discriminating)), HashSet::from([Some(variable)]));
        }
    }

    #[test]
    fn without_a_discriminating_node_the_state_diff_selector_is_the_random_one() {
        let mut dag = Dag::default();
        let root = sample(&mut dag);
        let mut discriminating = Variables::default();
        assert_eq!(picked(&dag, root, None, Some(&discriminating)).len(), 5);
        discriminating.insert(70);
        assert_eq!(picked(&dag, root, None, Some(&discriminating)).len(), 5);
    }
}
