//! Connectives. A chain of them is a list of items, each an expression with the value that it has to have: a conjunction is
//! true where every item has its value, a clause where some item has it. So `a ==> b || c` is the clause of `a` false, `b` true
//! and `c` true; negations move into the values by De Morgan's laws, and come out again in the form that is shortest.

use super::context::Context;
use super::{function, relation, term};
use crate::assertion::ast::{BinaryOp, Expr, OpKind, Type, UnaryOp};
use crate::evidence::schema::VarId;

type Item = (Expr, bool);

#[derive(Clone, Copy, PartialEq, Eq)]
enum ListKind {
    Conjunction,
    Clause,
}

impl ListKind {
    fn dual(self) -> Self {
        match self {
            Self::Conjunction => Self::Clause,
            Self::Clause => Self::Conjunction,
        }
    }

    /// The value of the empty list.
    fn unit(self) -> bool {
        self == Self::Conjunction
    }
}

/// One pass over a boolean expression, at a place where the context holds.
pub(super) fn simplify(expr: &Expr, context: &Context) -> Expr {
    if expr.is_constant() {
        return expr.clone();
    }
    if let Some(value) = context.decide(expr) {
        return Expr::Bool(value);
    }
    match expr {
        Expr::Binary(BinaryOp::Equiv | BinaryOp::Xor, ..) => equivalence(expr, context),
        Expr::Binary(op, left, right) if op.kind() == OpKind::Comparison => comparison(*op, left, right, context),
        Expr::Binary(BinaryOp::And, ..) => list(ListKind::Conjunction, vec![(expr.clone(), true)], context),
        Expr::Binary(BinaryOp::Or | BinaryOp::Implies, ..) => list(ListKind::Clause, vec![(expr.clone(), true)], context),
        Expr::Unary(UnaryOp::Not, operand) => match &**operand {
            Expr::Binary(BinaryOp::Or | BinaryOp::Implies, ..) => list(ListKind::Conjunction, vec![(expr.clone(), true)], context),
            Expr::Binary(BinaryOp::And, ..) => list(ListKind::Clause, vec![(expr.clone(), true)], context),
            operand => not(simplify(operand, context), context),
        },
        Expr::Call(function, arguments) => function::call(*function, arguments, context),
        Expr::Quantified(quantifier, lo, hi, body) => function::quantified(*quantifier, lo, hi, body, context),
        _ => expr.clone(),
    }
}

/// The shortest negation of a simplified expression.
fn not(expr: Expr, context: &Context) -> Expr {
    match expr {
        Expr::Bool(value) => Expr::Bool(!value),
        Expr::Unary(UnaryOp::Not, operand) => *operand,
        Expr::Binary(BinaryOp::Equiv, left, right) => Expr::Binary(BinaryOp::Xor, left, right),
        Expr::Binary(BinaryOp::Xor, left, right) => Expr::Binary(BinaryOp::Equiv, left, right),
        expr => relation::negation(&expr, context).unwrap_or_else(|| Expr::unary(UnaryOp::Not, expr)),
    }
}

fn comparison(op: BinaryOp, left: &Expr, right: &Expr, context: &Context) -> Expr {
    let (mut left, mut right) = (term::simplify(left, context), term::simplify(right, context));
    if matches!(op, BinaryOp::Eq | BinaryOp::Ne)
        && context.type_of(&left) != Type::Reference
        && let Some((l, r)) = term::equation(&left, &right, context).or_else(|| term::equation(&right, &left, context))
    {
        (left, right) = (l, r);
    }
    if let Some(simpler) = function::comparison(op, &left, &right, context) {
        return simplify(&simpler, context);
    }
    let compared = relation::simplify(op, left, right, context);
    if let Some(value) = context.decide(&compared) {
        return Expr::Bool(value);
    }
    match compared {
        // `x <= y` where `x >= y` is known.
        Expr::Binary(op @ (BinaryOp::Le | BinaryOp::Ge), left, right)
            if context.decide(&Expr::Binary(op.mirrored(), left.clone(), right.clone())) == Some(true) =>
        {
            Expr::Binary(BinaryOp::Eq, left, right)
        }
        compared => compared,
    }
}

/// A chain of `==`, `!=` and `!` between booleans. It depends only on how many operands are false, and on the number of
/// negations, being even or odd; so what is there twice cancels, wherever it stands.
fn equivalence(chain: &Expr, context: &Context) -> Expr {
    let mut operands = Vec::new();
    let mut equal = flatten_equivalence(chain, &mut operands);
    let mut kept: Vec<Expr> = Vec::new();
    for operand in operands {
        let operand = simplify(operand, context);
        let mut simple = Vec::new();
        equal ^= !flatten_equivalence(&operand, &mut simple);
        for &operand in &simple {
            if let Expr::Bool(value) = operand {
                equal ^= !value;
            } else if let Some(at) = kept.iter().position(|k| k == operand) {
                kept.remove(at);
            } else if let Some(at) = relation::negation(operand, context).and_then(|n| kept.iter().position(|k| *k == n)) {
                kept.remove(at);
                equal = !equal;
            } else {
                kept.push(operand.clone());
            }
        }
    }
    kept.sort_by_cached_key(|e| reading_order(e, context));
    let Some(last) = kept.pop() else { return Expr::Bool(equal) };
    match kept.into_iter().reduce(|left, right| Expr::binary(BinaryOp::Equiv, left, right)) {
        None if equal => last,
        None => not(last, context),
        Some(others) => Expr::binary(if equal { BinaryOp::Equiv } else { BinaryOp::Xor }, others, last),
    }
}

/// Collects the operands of a chain of `==`, `!=` and `!`; false if the chain is the negation of their equivalence.
fn flatten_equivalence<'e>(expr: &'e Expr, operands: &mut Vec<&'e Expr>) -> bool {
    match expr {
        Expr::Binary(op @ (BinaryOp::Equiv | BinaryOp::Xor), left, right) => {
            let (left, right) = (flatten_equivalence(left, operands), flatten_equivalence(right, operands));
            (left == right) == (*op == BinaryOp::Equiv)
        }
        Expr::Unary(UnaryOp::Not, operand) => !flatten_equivalence(operand, operands),
        operand => {
            operands.push(operand);
            true
        }
    }
}

/// The items of an expression that has to have the value, as a list of that kind.
fn flatten(kind: ListKind, expr: Expr, value: bool, items: &mut Vec<Item>) {
    let conjunction = kind == ListKind::Conjunction;
    match expr {
        Expr::Unary(UnaryOp::Not, operand) => flatten(kind, *operand, !value, items),
        Expr::Binary(BinaryOp::And, left, right) if value == conjunction => {
            flatten(kind, *left, value, items);
            flatten(kind, *right, value, items);
        }
        Expr::Binary(BinaryOp::Or, left, right) if value != conjunction => {
            flatten(kind, *left, value, items);
            flatten(kind, *right, value, items);
        }
        Expr::Binary(BinaryOp::Implies, left, right) if value != conjunction => {
            flatten(kind, *left, !value, items);
            flatten(kind, *right, value, items);
        }
        Expr::Binary(BinaryOp::Xor, left, right) if !value => items.push((Expr::Binary(BinaryOp::Equiv, left, right), true)),
        Expr::Binary(BinaryOp::Equiv, left, right) if !value => items.push((Expr::Binary(BinaryOp::Xor, left, right), true)),
        expr => items.push((expr, value)),
    }
}

/// The items, once each, without those that say nothing; `None` if one of them settles the list.
fn normalised(kind: ListKind, items: Vec<Item>) -> Option<Vec<Item>> {
    let mut flat = Vec::new();
    for (expr, value) in items {
        flatten(kind, expr, value, &mut flat);
    }
    let mut kept: Vec<Item> = Vec::new();
    for (expr, value) in flat {
        match expr {
            Expr::Bool(constant) if (constant == value) == kind.unit() => {}
            Expr::Bool(_) => return None,
            expr if kept.contains(&(expr.clone(), value)) => {}
            expr => kept.push((expr, value)),
        }
    }
    Some(kept)
}

/// Simplifies a list of items.
fn list(kind: ListKind, items: Vec<Item>, context: &Context) -> Expr {
    let settled = Expr::Bool(!kind.unit());
    let Some(mut items) = normalised(kind, items) else { return settled };

    // Each item where the others leave it to decide: in a conjunction they have their values, in a clause they have not.
    // The largest first and then the last, so that the short and the first of two that imply each other stay.
    let mut order: Vec<Item> = items.iter().rev().cloned().collect();
    order.sort_by_key(|(expr, _)| std::cmp::Reverse(expr.size()));
    for item in order {
        let Some(at) = items.iter().position(|i| *i == item) else { continue };
        let others: Vec<Item> =
            items.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, (e, v))| (e.clone(), *v == kind.unit())).collect();
        let here = context.with(&others);
        let (expr, value) = &items[at];
        let mut simple = (simplify(expr, &here), *value);
        // In a conjunction a negated comparison stands for itself; in a clause it is a hypothesis.
        if kind == ListKind::Conjunction
            && !simple.1
            && let Some(negated) = relation::negation(&simple.0, &here)
        {
            simple = (negated, true);
        }
        items[at] = simple;
        match normalised(kind, items) {
            Some(normal) => items = normal,
            None => return settled,
        }
    }

    while let Some(merged) = merge(kind, &items, context) {
        match normalised(kind, merged) {
            Some(normal) => items = normal,
            None => return settled,
        }
    }
    if let Some(factored) = factor(kind, &items) {
        return factored;
    }
    build(kind, items, context)
}

/// The list with two comparisons replaced by one.
fn merge(kind: ListKind, items: &[Item], context: &Context) -> Option<Vec<Item>> {
    for (i, (first, value)) in items.iter().enumerate() {
        for (j, (second, other)) in items.iter().enumerate().skip(i + 1) {
            if value != other {
                continue;
            }
            // Two hypotheses of a clause are a conjunction, and so on.
            let conjunction = (kind == ListKind::Conjunction) == *value;
            if let Some(one) = relation::merge(first, second, conjunction, context) {
                let mut merged: Vec<Item> = items.to_vec();
                merged[i] = (one, *value);
                merged.remove(j);
                return Some(merged);
            }
        }
    }
    None
}

/// `(a || b) && (a || c)` as `a || b && c`, and its dual, if that is shorter.
fn factor(kind: ListKind, items: &[Item]) -> Option<Expr> {
    let dual = kind.dual();
    let parts: Vec<Vec<Item>> = items
        .iter()
        .map(|(expr, value)| {
            let mut parts = Vec::new();
            flatten(dual, expr.clone(), *value, &mut parts);
            parts
        })
        .collect();
    for i in 0..items.len() {
        for j in i + 1..items.len() {
            let (common, first): (Vec<Item>, Vec<Item>) = parts[i].iter().cloned().partition(|part| parts[j].contains(part));
            if common.is_empty() {
                continue;
            }
            let second: Vec<Item> = parts[j].iter().filter(|part| !common.contains(part)).cloned().collect();
            let rest = plain(kind, vec![(plain(dual, first), true), (plain(dual, second), true)]);
            let mut factored = common;
            factored.push((rest, true));
            let mut all: Vec<Item> = items.iter().enumerate().filter(|(k, _)| *k != i && *k != j).map(|(_, item)| item.clone()).collect();
            all.push((plain(dual, factored), true));
            let (before, after) = (plain(kind, items.to_vec()), plain(kind, all));
            if after.size() < before.size() {
                return Some(after);
            }
        }
    }
    None
}

/// The items as an expression, without regard to what could be said of them.
fn plain(kind: ListKind, items: Vec<Item>) -> Expr {
    let Some(items) = normalised(kind, items) else { return Expr::Bool(!kind.unit()) };
    let (positive, negative): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|(_, value)| *value);
    assemble(kind, positive.into_iter().map(|(e, _)| e).collect(), negative.into_iter().map(|(e, _)| e).collect())
}

/// The shortest expression of the items, in an order for the reader.
fn build(kind: ListKind, items: Vec<Item>, context: &Context) -> Expr {
    let (positive, negative): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|(_, value)| *value);
    let mut positive: Vec<Expr> = positive.into_iter().map(|(e, _)| e).collect();
    let mut negative: Vec<Expr> = negative.into_iter().map(|(e, _)| e).collect();
    if positive.is_empty() || kind == ListKind::Conjunction {
        // Without a conclusion, whatever can be negated in place needs no `!`.
        negative.retain(|e| match relation::negation(e, context) {
            Some(negated) => {
                positive.push(negated);
                false
            }
            None => true,
        });
    }
    positive.sort_by_cached_key(|e| reading_order(e, context));
    negative.sort_by_cached_key(|e| reading_order(e, context));
    assemble(kind, positive, negative)
}

fn assemble(kind: ListKind, mut positive: Vec<Expr>, negative: Vec<Expr>) -> Expr {
    let chain = |op: BinaryOp, items: Vec<Expr>| items.into_iter().reduce(|left, right| Expr::binary(op, left, right));
    match kind {
        ListKind::Conjunction => {
            // !a && !b is longer than !(a || b).
            positive.extend(chain(BinaryOp::Or, negative).map(|e| Expr::unary(UnaryOp::Not, e)));
            chain(BinaryOp::And, positive).unwrap_or(Expr::Bool(true))
        }
        ListKind::Clause => match (chain(BinaryOp::And, negative), chain(BinaryOp::Or, positive)) {
            (None, None) => Expr::Bool(false),
            (None, Some(conclusion)) => conclusion,
            (Some(hypothesis), None) => Expr::unary(UnaryOp::Not, hypothesis),
            (Some(hypothesis), Some(conclusion)) => Expr::binary(BinaryOp::Implies, hypothesis, conclusion),
        },
    }
}

/// Null tests first, since they are what the others rest on; then flags, then what is short, in the order of the variables.
fn reading_order(expr: &Expr, context: &Context) -> (u8, usize, Vec<VarId>, Expr) {
    let class = match expr {
        Expr::Binary(BinaryOp::Eq | BinaryOp::Ne, left, _) if context.type_of(left) == Type::Reference => 0,
        Expr::Var(_) => 1,
        _ => 2,
    };
    let mut variables = Vec::new();
    expr.for_each_variable(&mut |id| variables.push(id));
    (class, expr.size(), variables, expr.clone())
}
