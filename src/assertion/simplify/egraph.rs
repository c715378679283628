//! The smallest boolean combination of an assertion's comparisons, by equality saturation (Tate et al., POPL 2009; `egg`: Willsey et
//! al., POPL 2021).
//!
//! An e-graph holds all forms that the rules of boolean algebra reach at once, so that no order of rewriting has to be right.
//! Comparisons and boolean functions are its *atoms*. Booleans are two-valued whatever fails inside of atoms, so every law of
//! boolean algebra holds; what atoms say of each other (`x < 3` implies `x < 5`) is added as equations (`a && b == a`), from
//! `relation`. The limits are on rounds and nodes, never on time: the result does not depend on the machine.

use super::context::Context;
use super::relation;
use crate::assertion::ast::{BinaryOp, Expr, OpKind, UnaryOp};
use egg::{CostFunction, EGraph, Extractor, Id, Language, RecExpr, Rewrite, define_language, rewrite};

/// Rounds of applying every rule everywhere.
const ROUNDS: usize = 10;
/// Nodes of the e-graph after which no rule is applied any more.
const NODES: usize = 2_000;
/// Atoms between which relations are looked for: the number of pairs grows with the square.
const ATOMS: usize = 24;

define_language! {
    enum Boolean {
        Constant(bool),
        Atom(u32),
        "not" = Not(Id),
        "and" = And([Id; 2]),
        "or" = Or([Id; 2]),
        "implies" = Implies([Id; 2]),
        "equiv" = Equiv([Id; 2]),
        "xor" = Xor([Id; 2]),
    }
}

type Graph = EGraph<Boolean, ()>;

fn rules() -> Vec<Rewrite<Boolean, ()>> {
    let mut rules = vec![
        rewrite!("and commutes"; "(and ?a ?b)" => "(and ?b ?a)"),
        rewrite!("or commutes"; "(or ?a ?b)" => "(or ?b ?a)"),
        rewrite!("equiv commutes"; "(equiv ?a ?b)" => "(equiv ?b ?a)"),
        rewrite!("xor commutes"; "(xor ?a ?b)" => "(xor ?b ?a)"),
        rewrite!("and associates"; "(and ?a (and ?b ?c))" => "(and (and ?a ?b) ?c)"),
        rewrite!("or associates"; "(or ?a (or ?b ?c))" => "(or (or ?a ?b) ?c)"),
        rewrite!("equiv associates"; "(equiv ?a (equiv ?b ?c))" => "(equiv (equiv ?a ?b) ?c)"),
        rewrite!("and true"; "(and ?a true)" => "?a"),
        rewrite!("and false"; "(and ?a false)" => "false"),
        rewrite!("or false"; "(or ?a false)" => "?a"),
        rewrite!("or true"; "(or ?a true)" => "true"),
        rewrite!("and itself"; "(and ?a ?a)" => "?a"),
        rewrite!("or itself"; "(or ?a ?a)" => "?a"),
        rewrite!("and opposite"; "(and ?a (not ?a))" => "false"),
        rewrite!("or opposite"; "(or ?a (not ?a))" => "true"),
        rewrite!("not not"; "(not (not ?a))" => "?a"),
        rewrite!("not true"; "(not true)" => "false"),
        rewrite!("not false"; "(not false)" => "true"),
        rewrite!("and absorbs"; "(and ?a (or ?a ?b))" => "?a"),
        rewrite!("or absorbs"; "(or ?a (and ?a ?b))" => "?a"),
        rewrite!("and decides"; "(and ?a (or (not ?a) ?b))" => "(and ?a ?b)"),
        rewrite!("or decides"; "(or ?a (and (not ?a) ?b))" => "(or ?a ?b)"),
        rewrite!("equiv itself"; "(equiv ?a ?a)" => "true"),
        rewrite!("equiv true"; "(equiv ?a true)" => "?a"),
        rewrite!("equiv false"; "(equiv ?a false)" => "(not ?a)"),
        rewrite!("and decides equiv"; "(and ?a (equiv ?a ?b))" => "(and ?a ?b)"),
        rewrite!("both or neither"; "(or (and ?a ?b) (and (not ?a) (not ?b)))" => "(equiv ?a ?b)"),
        rewrite!("each implies the other"; "(and (or (not ?a) ?b) (or ?a (not ?b)))" => "(equiv ?a ?b)"),
        rewrite!("or distributes"; "(or ?a (and ?b ?c))" => "(and (or ?a ?b) (or ?a ?c))"),
        rewrite!("and distributes"; "(and ?a (or ?b ?c))" => "(or (and ?a ?b) (and ?a ?c))"),
        rewrite!("or is factored out"; "(and (or ?a ?b) (or ?a ?c))" => "(or ?a (and ?b ?c))"),
        rewrite!("and is factored out"; "(or (and ?a ?b) (and ?a ?c))" => "(and ?a (or ?b ?c))"),
    ];
    rules.extend(rewrite!("de morgan of and"; "(not (and ?a ?b))" <=> "(or (not ?a) (not ?b))"));
    rules.extend(rewrite!("de morgan of or"; "(not (or ?a ?b))" <=> "(and (not ?a) (not ?b))"));
    rules.extend(rewrite!("implication"; "(implies ?a ?b)" <=> "(or (not ?a) ?b)"));
    rules.extend(rewrite!("contradiction"; "(xor ?a ?b)" <=> "(not (equiv ?a ?b))"));
    rules.extend(rewrite!("equiv of opposites"; "(equiv (not ?a) ?b)" <=> "(not (equiv ?a ?b))"));
    rules
}

/// A smaller assertion of the same meaning, or the same; not simplified otherwise.
pub(super) fn smallest(expr: &Expr, context: &Context) -> Expr {
    let mut atoms = Atoms { exprs: Vec::new() };
    let mut graph = Graph::default();
    let root = atoms.add(expr, &mut graph);
    atoms.relate(&mut graph, context);
    graph.rebuild();
    saturate(&mut graph);
    let (_, best) = Extractor::new(&graph, ReaderCost { atoms: &atoms.exprs }).find_best(root);
    let found = atoms.expr(&best, best.root());
    if found.size() < expr.size() { found } else { expr.clone() }
}

fn saturate(graph: &mut Graph) {
    let rules = rules();
    for _ in 0..ROUNDS {
        let matches: Vec<_> = rules.iter().map(|rule| rule.search(graph)).collect();
        let mut changed = false;
        for (rule, matches) in rules.iter().zip(&matches) {
            changed |= !rule.apply(graph, matches).is_empty();
            if graph.total_number_of_nodes() > NODES {
                graph.rebuild();
                return;
            }
        }
        graph.rebuild();
        if !changed {
            return;
        }
    }
}

/// Comparisons, variables and functions: what the e-graph does not look into. [`Boolean::Atom`] is an index.
struct Atoms {
    exprs: Vec<Expr>,
}

impl Atoms {
    fn add(&mut self, expr: &Expr, graph: &mut Graph) -> Id {
        match expr {
            Expr::Bool(value) => graph.add(Boolean::Constant(*value)),
            Expr::Unary(UnaryOp::Not, operand) => {
                let operand = self.add(operand, graph);
                graph.add(Boolean::Not(operand))
            }
            Expr::Binary(op, left, right) if op.kind() == OpKind::Logical => {
                let operands = [self.add(left, graph), self.add(right, graph)];
                graph.add(match op {
                    BinaryOp::And => Boolean::And(operands),
                    BinaryOp::Or => Boolean::Or(operands),
                    BinaryOp::Implies => Boolean::Implies(operands),
                    BinaryOp::Equiv => Boolean::Equiv(operands),
                    _ => Boolean::Xor(operands),
                })
            }
            atom => {
                let index = self.exprs.iter().position(|a| a == atom).unwrap_or_else(|| {
                    self.exprs.push(atom.clone());
                    self.exprs.len() - 1
                });
                graph.add(Boolean::Atom(index as u32))
            }
        }
    }

    /// Adds what the atoms say of each other: equations of their combinations.
    fn relate(&mut self, graph: &mut Graph, context: &Context) {
        for i in 0..self.exprs.len().min(ATOMS) {
            if let Some(opposite) = relation::negation(&self.exprs[i], context) {
                let [atom, opposite] = [self.exprs[i].clone(), opposite].map(|e| self.add(&e, graph));
                let not = graph.add(Boolean::Not(atom));
                graph.union(not, opposite);
            }
        }
        // Merging gives comparisons that may merge again, so the list grows while it is walked.
        let mut i = 1;
        while i < self.exprs.len().min(ATOMS) {
            for j in 0..i {
                let (first, second) = (self.exprs[j].clone(), self.exprs[i].clone());
                for conjunction in [true, false] {
                    if let Some(merged) = relation::merge(&first, &second, conjunction, context) {
                        let [a, b, merged] = [&first, &second, &merged].map(|e| self.add(e, graph));
                        let both = graph.add(if conjunction { Boolean::And([a, b]) } else { Boolean::Or([a, b]) });
                        graph.union(both, merged);
                    }
                }
                for (p, q) in [(&first, &second), (&second, &first)] {
                    if relation::implies(p, q, context) {
                        let [p, q] = [p, q].map(|e| self.add(e, graph));
                        let (both, either) = (graph.add(Boolean::And([p, q])), graph.add(Boolean::Or([p, q])));
                        graph.union(both, p);
                        graph.union(either, q);
                    }
                }
                if relation::excludes(&first, &second, context) {
                    let [a, b] = [&first, &second].map(|e| self.add(e, graph));
                    let (both, never) = (graph.add(Boolean::And([a, b])), graph.add(Boolean::Constant(false)));
                    graph.union(both, never);
                }
                if relation::cover(&first, &second, context) {
                    let [a, b] = [&first, &second].map(|e| self.add(e, graph));
                    let (either, always) = (graph.add(Boolean::Or([a, b])), graph.add(Boolean::Constant(true)));
                    graph.union(either, always);
                }
            }
            i += 1;
        }
    }

    fn expr(&self, nodes: &RecExpr<Boolean>, id: Id) -> Expr {
        let operand = |id: &Id| self.expr(nodes, *id);
        let binary = |op, [left, right]: &[Id; 2]| Expr::binary(op, operand(left), operand(right));
        match &nodes[id] {
            Boolean::Constant(value) => Expr::Bool(*value),
            Boolean::Atom(index) => self.exprs[*index as usize].clone(),
            Boolean::Not(id) => Expr::unary(UnaryOp::Not, operand(id)),
            Boolean::And(ids) => binary(BinaryOp::And, ids),
            Boolean::Or(ids) => binary(BinaryOp::Or, ids),
            Boolean::Implies(ids) => binary(BinaryOp::Implies, ids),
            Boolean::Equiv(ids) => binary(BinaryOp::Equiv, ids),
            Boolean::Xor(ids) => binary(BinaryOp::Xor, ids),
        }
    }
}

/// Nodes of the assertion, then how hard it is to read: negations most, conjunctions least.
struct ReaderCost<'a> {
    atoms: &'a [Expr],
}

impl CostFunction<Boolean> for ReaderCost<'_> {
    type Cost = (usize, usize);

    fn cost<C: FnMut(Id) -> Self::Cost>(&mut self, node: &Boolean, mut costs: C) -> Self::Cost {
        let own = match node {
            Boolean::Constant(_) => (1, 0),
            Boolean::Atom(index) => (self.atoms[*index as usize].size(), 0),
            Boolean::And(_) => (1, 0),
            Boolean::Or(_) | Boolean::Equiv(_) => (1, 1),
            Boolean::Implies(_) | Boolean::Xor(_) => (1, 2),
            Boolean::Not(_) => (1, 3),
        };
        node.fold(own, |sum, id| {
            let cost = costs(id);
            (sum.0.saturating_add(cost.0), sum.1.saturating_add(cost.1))
        })
    }
}
