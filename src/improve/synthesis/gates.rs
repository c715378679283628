//! Gates against over-fitting: which clauses the evidence justifies (ours; after Daikon's statistical justification, Ernst et al., IEEE TSE
//! 27(2), 2001, §3.3, and the minimum description length principle).
//!
//! Every clause considered is true in all correct states that were seen. Among many clauses some are so by chance, and fail on the next
//! test. How improbable chance is, is measured in *bits*: n bits mean a probability of 2^-n that a clause of no truth has no false
//! positive.
//!
//! - A comparison of two terms: how often it holds when the values of one side come from another state, to the power of the number of
//!   states. Terms in the same order whatever their states (the ranges do not overlap) give no bits; then the bound that one is to the
//!   other must be met.
//! - A bound by a constant: it is met often enough, by enough samples; in the tests of every fold the others meet it as well.
//! - Other statements on one variable: the half to the power of the number of states.
//! - A disjunction: that the states in which one literal is false avoid those in which all others are (Fisher's exact test), for the
//!   literal that does least; or what speaks for one literal, a comparison of two terms, in the states in which all others are false.
//!
//! The tests are parted into folds, and what counts is the evidence without the fold that speaks most for the clause: tests have
//! habits, and what is true of one test's states only is no property of the method. A clause passes if it has the bits that the confidence asks for, and so many for each node of its description: of long clauses there
//! are more to be true by chance. It must also kill enough to be worth its length, and the states of enough mutants.

use super::atoms::{Atom, complement};
use super::clauses::{Clause, Matrix, ones};
use super::naturalness::{constant_price, role};
use super::settings::Settings;
use crate::assertion::ast::{BinaryOp, Expr, Quantifier, UnaryOp};
use crate::assertion::interpret::{self, Value};
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::ValueType;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Why a clause is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gate {
    /// `folds`: what the tests of one fold taught would have failed in the others, or the reverse.
    Folds,
    /// `minMutants`
    Mutants,
    /// `confidence`, `boundSamples` and `boundHits`
    Confidence,
    /// `descriptionBits`
    Description,
    /// `pricePerKill`
    Kills,
}

/// Correct states by which the chance of a comparison is estimated.
const SAMPLE: usize = 128;
/// Other states that each is paired with.
const PAIRINGS: usize = 8;
/// Terms of Fisher's product that are taken exactly; the rest as draws with replacement, which gives fewer bits.
const EXACT_DRAWS: u64 = 4096;
/// Parameters whose combinations are few enough to be seen all.
const EXHAUSTIBLE: usize = 6;

/// Judges clauses by a dataset.
pub struct Gates<'a> {
    dataset: &'a Dataset,
    settings: &'a Settings,
    matrix: &'a Matrix<'a>,
    /// Dataset rows of correct states, spread evenly.
    sample: Vec<usize>,
    /// By fold: its correct states, of those that were seen in the tests of one fold only. Empty if there are no two folds.
    folds: Vec<Vec<usize>>,
    /// There is no input that was not seen.
    exhausted: bool,
    values: Mutex<HashMap<&'a Expr, Samples<'a>>>,
}

/// A term's value in each sampled state; `None` where it fails.
type Samples<'a> = Arc<Vec<Option<Value<'a>>>>;

/// What is known of a literal that holds in all the states that it is asked about.
struct Strength {
    bits: f64,
    /// Whether it is a constant that the evidence, and nothing else, speaks for.
    bound: Option<Bound>,
}

/// Correct states (dataset rows) in which the two sides of a comparison meet, or are next to each other.
struct Bound {
    hits: Vec<usize>,
}

impl<'a> Gates<'a> {
    pub fn new(dataset: &'a Dataset, settings: &'a Settings, matrix: &'a Matrix<'a>) -> Self {
        let n = dataset.correct;
        let sample = if n <= SAMPLE { (0..n).collect() } else { (0..SAMPLE).map(|i| i * n / SAMPLE).collect() };
        Self {
            dataset,
            settings,
            matrix,
            sample,
            folds: folds(dataset, settings.folds),
            exhausted: is_exhausted(dataset),
            values: Mutex::default(),
        }
    }

    /// The first gate that the clause does not pass.
    pub fn rejects(&self, clause: &Clause) -> Option<Gate> {
        let atoms: Vec<&Atom> = clause.literals.iter().map(|&l| self.matrix.atom(l)).collect();
        let price = atoms.iter().map(|a| a.price).sum::<u32>() + atoms.len() as u32 - 1;
        let killed = self.matrix.weight(&clause.kills);
        if killed * u64::from(self.settings.price_per_kill) < u64::from(price) {
            return Some(Gate::Kills);
        }
        if self.matrix.mutants_of(&clause.kills).len() < self.settings.min_mutants as usize {
            return Some(Gate::Mutants);
        }
        if self.exhausted {
            return None;
        }
        let (bits, bounds) = self.evidence(&clause.literals);
        let needed = self.bits_needed();
        if bits < needed || bounds.iter().any(|b| !self.is_met(b, atoms.len() == 1)) {
            return Some(Gate::Confidence);
        }
        if bounds.iter().any(|b| self.is_of_one_fold(b)) {
            return Some(Gate::Folds);
        }
        if bits < self.settings.description_bits * f64::from(price) {
            return Some(Gate::Description);
        }
        (self.folds.iter().any(|fold| self.bits_without(&clause.literals, fold) < needed)).then_some(Gate::Folds)
    }

    fn bits_needed(&self) -> f64 {
        -(1.0 - self.settings.confidence).log2()
    }

    /// What speaks for the clause of those literals, and the bounds by constants that it has.
    fn evidence(&self, literals: &[u32]) -> (f64, Vec<Bound>) {
        let all = || (0..self.dataset.correct).collect::<Vec<_>>();
        if let [only] = literals {
            let strength = self.strength(&self.matrix.atom(*only).expr, &all());
            return (strength.bits, strength.bound.into_iter().collect());
        }
        let mut bits = self.fisher(literals, &self.matrix.correct_weights());
        let mut bounds = Vec::new();
        for (i, &literal) in literals.iter().enumerate() {
            let atom = self.matrix.atom(literal);
            if is_bound_by_constant(&atom.expr) {
                bounds.extend(self.strength(&atom.expr, &self.without_others(literals, i)).bound);
            } else if self.is_relation(&atom.expr) {
                let strength = self.strength(&atom.expr, &self.without_others(literals, i));
                if strength.bound.as_ref().is_none_or(|b| self.is_met(b, false)) {
                    bits = bits.max(strength.bits);
                }
            }
        }
        (bits, bounds)
    }

    /// The same without the states that only tests of the fold have.
    fn bits_without(&self, literals: &[u32], fold: &[usize]) -> f64 {
        let kept = |rows: Vec<usize>| -> Vec<usize> { rows.into_iter().filter(|row| fold.binary_search(row).is_err()).collect() };
        if let [only] = literals {
            return self.strength(&self.matrix.atom(*only).expr, &kept((0..self.dataset.correct).collect())).bits;
        }
        let mut most = self.fisher(literals, &self.matrix.correct_weights_without(fold));
        for (i, &literal) in literals.iter().enumerate() {
            let atom = self.matrix.atom(literal);
            if self.is_relation(&atom.expr) {
                most = most.max(self.strength(&atom.expr, &kept(self.without_others(literals, i))).bits);
            }
        }
        most
    }

    /// Correct states in which all literals but one are false.
    fn without_others(&self, literals: &[u32], one: usize) -> Vec<usize> {
        let others = || literals.iter().enumerate().filter(move |(j, _)| *j != one).map(|(_, &l)| self.matrix.atom(l));
        let within = |row: usize| others().all(|a| a.holds[row / 64] >> (row % 64) & 1 == 0);
        (0..self.dataset.correct).filter(|&row| within(row)).collect()
    }

    /// Bits of the literal that contributes least to a disjunction, given the number of correct states of each group.
    fn fisher(&self, literals: &[u32], weights: &[u32]) -> f64 {
        let weight = |groups: &[u64]| ones(groups).map(|g| u64::from(weights[g])).sum::<u64>();
        let all = weights.iter().map(|&w| u64::from(w)).sum();
        let of_literal = |i: usize| {
            let others = literals.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &l)| self.matrix.fails(l));
            let others = others.fold(None, |both: Option<Vec<u64>>, f| {
                Some(both.map_or_else(|| f.to_vec(), |both| both.iter().zip(f).map(|(a, b)| a & b).collect()))
            });
            let draws = weight(&others.expect("there is another literal"));
            disjoint_bits(all, weight(self.matrix.fails(literals[i])), draws)
        };
        (0..literals.len()).map(of_literal).fold(f64::INFINITY, f64::min)
    }

    /// What speaks for a statement that is true in all of those correct states.
    fn strength(&self, expr: &'a Expr, rows: &[usize]) -> Strength {
        let states = rows.len() as f64;
        let halved = Strength { bits: states, bound: None };
        let of_bound = |op, left, right| {
            let hits = self.meets(op, left, right, rows);
            Strength { bits: hits.len() as f64 * BITS_PER_HIT, bound: Some(Bound { hits }) }
        };
        match expr {
            Expr::Binary(op, left, right) if BinaryOp::COMPARISONS.contains(op) => {
                if *op == BinaryOp::Ne && (left.is_constant() || right.is_constant()) {
                    return Strength { bits: self.bits_of_disequality(left, right, rows), bound: None };
                }
                if let Some((op, left, right)) = bound_by_constant(expr) {
                    // The same number in every state is as good as any other statement.
                    return match op {
                        _ if divides(left) => Strength { bits: 0.0, bound: None },
                        BinaryOp::Eq => halved,
                        _ => of_bound(op, left, right),
                    };
                }
                if left.is_constant() || right.is_constant() || self.is_of_references(left) {
                    return halved;
                }
                let bits = -self.chance(*op, left, right, rows).log2() * states;
                let ordered = !matches!(op, BinaryOp::Eq | BinaryOp::Ne);
                if ordered && bits < self.bits_needed() && !multiplies(expr) {
                    // One side bounds the other: as good as a constant, if it is met.
                    return of_bound(*op, left, right);
                }
                Strength { bits, bound: None }
            }
            Expr::Binary(BinaryOp::Equiv | BinaryOp::Xor, left, _) => {
                let holds = rows.iter().filter(|&&row| interpret::holds(left, self.dataset, row)).count() as u64;
                let all = rows.len() as u64;
                Strength { bits: disjoint_bits(all, all - holds, holds), bound: None }
            }
            // What is said of no place says nothing.
            Expr::Quantified(Quantifier::ForAll, lo, hi, body) => {
                let condition =
                    if let Expr::Binary(BinaryOp::Implies, condition, _) = &**body { (**condition).clone() } else { Expr::Bool(true) };
                let some = Expr::quantified(Quantifier::Exists, (**lo).clone(), (**hi).clone(), condition);
                let telling = rows.iter().filter(|&&row| interpret::holds(&some, self.dataset, row)).count();
                Strength { bits: telling as f64, bound: None }
            }
            Expr::Unary(UnaryOp::Not, inner) => match &**inner {
                Expr::Binary(op, left, right) if BinaryOp::COMPARISONS.contains(op) && !self.is_of_contents(left) => {
                    let op = complement(*op);
                    if left.is_constant() || right.is_constant() || self.is_of_references(left) {
                        return halved;
                    }
                    Strength { bits: -self.chance(op, left, right, rows).log2() * states, bound: None }
                }
                _ => halved,
            },
            _ => halved,
        }
    }

    /// Whether the expression compares two numbers, neither of them a constant: of those chance can be measured.
    fn is_relation(&self, expr: &'a Expr) -> bool {
        match expr {
            Expr::Binary(op, left, right) if BinaryOp::COMPARISONS.contains(op) => {
                !left.is_constant() && !right.is_constant() && !self.is_of_references(left)
            }
            _ => false,
        }
    }

    fn is_of_references(&self, expr: &'a Expr) -> bool {
        self.values(expr).iter().flatten().any(|v| matches!(v, Value::Reference(_)))
    }

    fn is_of_contents(&self, expr: &'a Expr) -> bool {
        self.values(expr).iter().flatten().any(|v| v.value_type().is_contents())
    }

    /// How improbable it is that values in the range of those seen never take one: Daikon's for NonZero.
    fn bits_of_disequality(&self, left: &'a Expr, right: &'a Expr, rows: &[usize]) -> f64 {
        let (a, b) = (self.values(left), self.values(right));
        let number = |v: &Option<Value>| match v {
            Some(Value::Int(v)) => Some(f64::from(*v)),
            Some(Value::Long(v)) => Some(*v as f64),
            // Of a real, to be any given one is improbable.
            _ => None,
        };
        if a.iter().chain(b.iter()).flatten().any(|v| matches!(v, Value::Reference(_))) {
            return rows.len() as f64;
        }
        let values: Vec<f64> = a.iter().chain(b.iter()).filter_map(number).collect();
        if values.is_empty() {
            return 0.0;
        }
        let (low, high) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &v| (l.min(v), h.max(v)));
        -(1.0 - 1.0 / (high - low + 2.0)).log2() * rows.len() as f64
    }

    /// How often the comparison holds between the values of different states, of those rows.
    fn chance(&self, op: BinaryOp, left: &'a Expr, right: &'a Expr, rows: &[usize]) -> f64 {
        let (a, b) = (self.values(left), self.values(right));
        let sampled: Vec<usize> = (0..self.sample.len()).filter(|&i| rows.binary_search(&self.sample[i]).is_ok()).collect();
        let n = sampled.len();
        let (mut holds, mut pairs) = (0, 0);
        for i in 0..n {
            for nth in 0..PAIRINGS {
                let other = scattered(i * PAIRINGS + nth) % n;
                if other == i {
                    continue;
                }
                let (Some(left), Some(right)) = (&a[sampled[i]], &b[sampled[other]]) else { continue };
                pairs += 1;
                holds += u32::from(interpret::compare(op, left.clone(), right.clone()));
            }
        }
        (f64::from(holds) + 1.0) / (f64::from(pairs) + 2.0)
    }

    /// Those rows in which the two sides of an order are equal, or next to each other if it is a strict one.
    fn meets(&self, op: BinaryOp, left: &Expr, right: &Expr, rows: &[usize]) -> Vec<usize> {
        let strict = matches!(op, BinaryOp::Lt | BinaryOp::Gt);
        let met = |row: &usize| match (value(left, self.dataset, *row), value(right, self.dataset, *row)) {
            (Some(a), Some(b)) if !strict => interpret::compare(BinaryOp::Eq, a, b),
            (Some(Value::Int(a)), Some(Value::Int(b))) => a.abs_diff(b) == 1,
            (Some(Value::Long(a)), Some(Value::Long(b))) => a.abs_diff(b) == 1,
            (Some(Value::Int(a)), Some(Value::Long(b))) | (Some(Value::Long(b)), Some(Value::Int(a))) => b.abs_diff(i64::from(a)) == 1,
            _ => false,
        };
        rows.iter().copied().filter(met).collect()
    }

    fn is_met(&self, bound: &Bound, alone: bool) -> bool {
        let enough = self.dataset.correct as u64 >= u64::from(self.settings.bound_samples);
        (!alone || enough) && bound.hits.len() >= self.settings.bound_hits as usize
    }

    /// Whether some fold's tests alone meet the bound: without them it would have been another, and they would break it.
    fn is_of_one_fold(&self, bound: &Bound) -> bool {
        self.folds.iter().any(|fold| bound.hits.iter().all(|hit| fold.binary_search(hit).is_ok()))
    }

    /// The value of a term in the sampled states.
    fn values(&self, expr: &'a Expr) -> Samples<'a> {
        let known = || self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(samples) = known().get(expr) {
            return samples.clone();
        }
        let samples: Samples = Arc::new(self.sample.iter().map(|&row| value(expr, self.dataset, row)).collect());
        known().insert(expr, samples.clone());
        samples
    }
}

fn value<'a>(expr: &'a Expr, dataset: &'a Dataset, row: usize) -> Option<Value<'a>> {
    interpret::evaluate(expr, &|id| interpret::variable_value(dataset, id, row))
}

/// Bits that a state gives which meets a bound.
const BITS_PER_HIT: f64 = 3.0;

/// A number that looks random (Steele et al., Fast Splittable Pseudorandom Number Generators, OOPSLA 2014): a regular choice of pairs could
/// meet a regularity of the states.
pub(super) fn scattered(index: usize) -> usize {
    let mut z = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) as usize >> 1
}

/// The comparison of a term with a constant, the constant on the right, where it or one in the term is in few specifications:
/// `x / 9 <= 1` bounds x by a constant as `x <= 17` does.
fn bound_by_constant(expr: &Expr) -> Option<(BinaryOp, &Expr, &Expr)> {
    match expr {
        Expr::Binary(op, left, right) if BinaryOp::COMPARISONS.contains(op) => {
            if !is_unusual(left) && !is_unusual(right) {
                None
            } else if right.is_constant() {
                Some((*op, left, right))
            } else {
                left.is_constant().then(|| (super::atoms::mirror(*op), &**right, &**left))
            }
        }
        _ => None,
    }
}

/// Whether a constant of the expression is in few specifications.
fn is_unusual(expr: &Expr) -> bool {
    if expr.is_constant() { constant_price(expr) > 0 } else { expr.operands().into_iter().any(is_unusual) }
}

/// Whether one side of an expression is such a constant.
fn is_bound_by_constant(expr: &Expr) -> bool {
    bound_by_constant(expr).is_some_and(|(op, ..)| !matches!(op, BinaryOp::Eq | BinaryOp::Ne))
}

/// A quotient that is always the same bounds the dividend, and is met nowhere.
fn divides(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(BinaryOp::Div, ..)) || expr.operands().into_iter().any(divides)
}

fn multiplies(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem, ..)) || expr.operands().into_iter().any(multiplies)
}

/// How improbable it is, in bits, that of `all` states the `marked` ones and `draws` others drawn without regard to them are disjoint.
fn disjoint_bits(all: u64, marked: u64, draws: u64) -> f64 {
    if marked + draws > all {
        return f64::INFINITY;
    }
    let bits = |drawn: u64| -((all - marked - drawn) as f64 / (all - drawn) as f64).log2();
    let exact: f64 = (0..draws.min(EXACT_DRAWS)).map(bits).sum();
    if draws > EXACT_DRAWS { exact + (draws - EXACT_DRAWS) as f64 * bits(0) } else { exact }
}

/// The correct states that were seen in tests of one fold only, fold by fold.
fn folds(dataset: &Dataset, count: u32) -> Vec<Vec<usize>> {
    let of_tests = &dataset.correct_tests;
    let seen = of_tests.iter().fold(0, |all, tests| all | tests);
    let count = count.min(seen.count_ones());
    if count < 2 {
        return Vec::new();
    }
    let fold_of = |test: u32| (seen & ((1 << test) - 1)).count_ones() % count;
    let mut folds = vec![Vec::new(); count as usize];
    for (row, &tests) in of_tests.iter().enumerate() {
        let mut of_row = ones(std::slice::from_ref(&tests)).map(|test| fold_of(test as u32));
        if let Some(first) = of_row.next()
            && of_row.all(|fold| fold == first)
        {
            folds[first as usize].push(row);
        }
    }
    folds
}

/// Whether the method's input is a few booleans, all combinations of which were seen: what holds then holds always.
fn is_exhausted(dataset: &Dataset) -> bool {
    let inputs: Vec<usize> = (0..dataset.schema.variables.len()).filter(|&id| role(dataset, id as u32).is_pre_state()).collect();
    let booleans = inputs.iter().all(|&id| dataset.schema.variables[id].value_type == ValueType::Boolean);
    let entries: Vec<usize> = inputs.into_iter().filter(|&id| dataset.schema.variables[id].name.starts_with("old_")).collect();
    if !booleans || entries.is_empty() || entries.len() > EXHAUSTIBLE {
        return false;
    }
    let mut seen = 0u64;
    for row in 0..dataset.correct {
        let holds = |id: usize| interpret::variable_value(dataset, id as u32, row) == Some(Value::Boolean(true));
        let index = entries.iter().fold(0, |index, &id| index * 2 + u32::from(holds(id)));
        seen |= 1 << index;
    }
    seen.count_ones() == 1 << entries.len()
}

/// The clauses of an assertion in conjunctive normal form, each a list of literals; the assertion itself where that gets too long.
pub fn normal_form(expr: &Expr) -> Vec<Vec<Expr>> {
    fn product(left: Vec<Vec<Expr>>, right: Vec<Vec<Expr>>) -> Vec<Vec<Expr>> {
        left.iter().flat_map(|a| right.iter().map(move |b| [&a[..], b].concat())).collect()
    }
    fn of(expr: &Expr, positive: bool) -> Vec<Vec<Expr>> {
        use BinaryOp::{And, Implies, Or};
        let both = |l: Vec<Vec<Expr>>, r: Vec<Vec<Expr>>, conjunction: bool| if conjunction { [l, r].concat() } else { product(l, r) };
        match expr {
            Expr::Unary(UnaryOp::Not, operand) => of(operand, !positive),
            Expr::Binary(And, l, r) => both(of(l, positive), of(r, positive), positive),
            Expr::Binary(Or, l, r) => both(of(l, positive), of(r, positive), !positive),
            Expr::Binary(Implies, l, r) => both(of(l, !positive), of(r, positive), !positive),
            Expr::Binary(BinaryOp::Equiv, l, r) if !positive => vec![vec![Expr::binary(BinaryOp::Xor, *l.clone(), *r.clone())]],
            Expr::Binary(BinaryOp::Xor, l, r) if !positive => vec![vec![Expr::binary(BinaryOp::Equiv, *l.clone(), *r.clone())]],
            literal if positive => vec![vec![literal.clone()]],
            literal => vec![vec![Expr::unary(UnaryOp::Not, literal.clone())]],
        }
    }
    let mut clauses = of(expr, true);
    for clause in &mut clauses {
        clause.sort();
        clause.dedup();
    }
    clauses.sort();
    clauses.dedup();
    if clauses.len() > MAX_CLAUSES || clauses.iter().any(|c| c.len() > MAX_LITERALS) { vec![vec![expr.clone()]] } else { clauses }
}

const MAX_CLAUSES: usize = 12;
const MAX_LITERALS: usize = 8;

#[cfg(test)]
#[path = "gates_tests.rs"]
mod tests;
