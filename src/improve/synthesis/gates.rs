//! Gates against over-fitting: which clauses the evidence justifies (ours; after Daikon's statistical justification, Ernst et al., IEEE TSE
//! 27(2), 2001, §3.3, and the minimum description length principle).
//!
//! Every clause considered is true in all correct states that were seen. Among many clauses some are so by chance, and fail on the next
//! test. How improbable chance is, is measured in *bits*: n bits mean a probability of 2^-n that a clause of no truth has no false
//! positive.
//!
//! For each literal of a clause there are the correct states in which all others are false; the clause says that it holds there. What
//! speaks for it is the most of:
//!
//! - how often it holds in the imagined states ([`super::imagined`]) in which all others are false, to the power of the number of states;
//! - of a comparison of two terms: how often it holds when the values of one side come from another state, to that power; of an equation
//!   of whole numbers, that further distinct values are met by chance;
//! - of a bound by a constant: it is met often enough, by enough samples, in the tests of every fold as the others meet it;
//! - in a disjunction: how often it holds in all correct states, drawn without replacement (Fisher's exact test);
//! - of a boolean or null test on its own: the half to the power of the number of states.
//!
//! An order of whole numbers that is hardly ever met says nothing. The tests are parted into folds, and what counts is the evidence
//! without the fold that speaks most for the literal: tests have habits, and what is true of one test's states only is no property of the
//! method. A clause passes if each literal has the bits that the confidence asks for, and so many for each node of its description: of
//! long ones there are more to be true by chance. It must also kill enough to be worth its length, and the states of enough mutants; and
//! it must speak of what the method leaves behind.

use super::atoms::{Atom, complement};
use super::clauses::{Clause, Matrix, ones};
use super::naturalness::{constant_price, role};
use super::settings::Settings;
use crate::assertion::ast::{BinaryOp, Expr, Function, Quantifier, UnaryOp};
use crate::assertion::interpret::{self, Value};
use crate::evidence::dataset::Dataset;
use crate::evidence::schema::ValueType;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Why a clause is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gate {
    /// It speaks of the state before the method ran only.
    Precondition,
    /// `folds`: what the tests of one fold taught would have failed in the others, or the reverse.
    Folds,
    /// `minMutants`; imagined states are those of one mutant more.
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

/// A literal of a clause.
struct Literal<'a> {
    atom: &'a Atom,
    others: Vec<&'a Atom>,
    /// Correct states (dataset rows) in which all others are false: the clause says of these that the literal holds.
    region: Vec<usize>,
}

impl<'a> Literal<'a> {
    fn of(gates: &Gates<'a>, literals: &[u32], index: usize) -> Self {
        let other = |&(i, _): &(usize, &u32)| i != index;
        let others: Vec<&Atom> = literals.iter().enumerate().filter(other).map(|(_, &l)| gates.matrix.atom(l)).collect();
        let region = (0..gates.dataset.correct).filter(|&row| others.iter().all(|a| !a.holds_in(row))).collect();
        Self { atom: gates.matrix.atom(literals[index]), others, region }
    }

    /// Nodes of its description, with the connective.
    fn price(&self) -> u32 {
        self.atom.price + u32::from(!self.others.is_empty())
    }
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
        // Of entry values alone no method can be blamed.
        if clause.literals.iter().all(|&l| self.matrix.atom(l).pre_state) {
            return Some(Gate::Precondition);
        }
        let price = clause.literals.iter().map(|&l| self.matrix.atom(l).price).sum::<u32>() + clause.literals.len() as u32 - 1;
        let imagined = self.matrix.imagined(&clause.kills);
        let worth = self.matrix.weight(&clause.kills) as f64 * f64::from(self.settings.price_per_kill)
            + imagined as f64 / self.matrix.all_imagined().max(1) as f64 * f64::from(self.settings.imagined_price);
        if worth < f64::from(price) {
            return Some(Gate::Kills);
        }
        if self.matrix.mutants_of(&clause.kills).len() + usize::from(imagined > 0) < self.settings.min_mutants as usize {
            return Some(Gate::Mutants);
        }
        if self.exhausted {
            return None;
        }
        // With less than that, nothing is left to validate with.
        let tells = |fold: &&Vec<usize>| self.dataset.correct - fold.len() >= self.settings.bound_samples as usize;
        (0..clause.literals.len()).find_map(|i| {
            let literal = Literal::of(self, &clause.literals, i);
            let Strength { bits, bound } = self.evidence(&literal, &literal.region);
            if bits < self.bits_needed() || bound.as_ref().is_some_and(|b| !self.is_met(b, literal.others.is_empty())) {
                return Some(Gate::Confidence);
            }
            if bound.is_some_and(|b| self.is_of_one_fold(&b)) {
                return Some(Gate::Folds);
            }
            if bits < self.settings.description_bits * f64::from(literal.price()) {
                return Some(Gate::Description);
            }
            let without = |fold: &Vec<usize>| -> Vec<usize> {
                literal.region.iter().copied().filter(|row| fold.binary_search(row).is_err()).collect()
            };
            let refuted = |fold: &Vec<usize>| self.evidence(&literal, &without(fold)).bits < self.bits_needed();
            self.folds.iter().filter(tells).any(refuted).then_some(Gate::Folds)
        })
    }

    fn bits_needed(&self) -> f64 {
        -(1.0 - self.settings.confidence).log2()
    }

    /// What speaks for the literal's being true in those correct states, in which all others are false.
    fn evidence(&self, literal: &Literal<'a>, rows: &[usize]) -> Strength {
        let alone = literal.others.is_empty();
        let expr = &literal.atom.expr;
        // In a disjunction, a statement that is no comparison of two numbers is measured by the states in which it is false.
        let mut strength = if alone || is_bound_by_constant(expr) || self.is_relation(expr) {
            self.strength(expr, rows)
        } else {
            Strength { bits: 0.0, bound: None }
        };
        if self.is_loose(literal.atom, rows) {
            return Strength { bits: 0.0, ..strength };
        }
        strength.bits = strength.bits.max(-self.imagined_chance(literal).log2() * rows.len() as f64);
        if !alone {
            strength.bits = strength.bits.max(self.fisher(literal, rows.len()));
        }
        strength
    }

    /// Whether it is an order of two whole numbers that the method leaves behind or makes, whose bound is hardly ever met: a tighter one
    /// would be as true of these states.
    fn is_loose(&self, atom: &'a Atom, rows: &[usize]) -> bool {
        let Expr::Binary(op @ (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge), left, right) = &atom.expr else { return false };
        // Where one side is a constant, that is no measured bound, or judged as one.
        if left.is_constant() || right.is_constant() {
            return false;
        }
        let whole = |e: &'a Expr| self.values(e).iter().flatten().all(|v| matches!(v, Value::Int(_) | Value::Long(_)));
        !atom.pre_state && whole(left) && whole(right) && self.meets(*op, left, right, rows).len() < self.settings.bound_hits as usize
    }

    /// How often the literal holds in the imagined states in which all others are false.
    fn imagined_chance(&self, literal: &Literal) -> f64 {
        let words = self.matrix.imagined_rows();
        let (mut all, mut holds) = (0, 0);
        for (word, &rows) in words.iter().enumerate().filter(|(_, rows)| **rows != 0) {
            let rows = literal.others.iter().fold(rows, |rows, other| rows & !other.holds[word]);
            all += rows.count_ones();
            holds += (rows & literal.atom.holds[word]).count_ones();
        }
        (f64::from(holds) + 1.0) / (f64::from(all) + 2.0)
    }

    /// Bits for a literal of a disjunction that holds in all of so many states, by how often it holds in all correct states.
    fn fisher(&self, literal: &Literal, draws: usize) -> f64 {
        let n = self.dataset.correct;
        let fails = (0..n).filter(|&row| !literal.atom.holds_in(row)).count();
        disjoint_bits(n as u64, fails as u64, draws as u64)
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
                let mut bits = -self.chance(*op, left, right, rows).log2() * states;
                if *op == BinaryOp::Eq {
                    bits = bits.max(self.bits_of_coincidence(left, right, rows));
                }
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
            // What is said of no place says nothing, and few elements are any given number.
            Expr::Quantified(Quantifier::ForAll, lo, hi, body) => {
                let (condition, conclusion) = match &**body {
                    Expr::Binary(BinaryOp::Implies, condition, conclusion) => ((**condition).clone(), conclusion),
                    _ => (Expr::Bool(true), body),
                };
                if matches!(&**conclusion, Expr::Binary(_, l, r) if l.is_constant() || r.is_constant())
                    || matches!(&**conclusion, Expr::Binary(BinaryOp::Ne, ..) | Expr::Unary(UnaryOp::Not, _))
                {
                    return Strength { bits: 0.0, bound: None };
                }
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
            // Less than two elements are sorted anyway.
            Expr::Call(Function::Sorted | Function::StrictlySorted, arguments) => {
                let length = Expr::call(Function::Length, arguments.clone());
                let several = |row: &&usize| matches!(value(&length, self.dataset, **row), Some(Value::Int(n)) if n > 1);
                Strength { bits: rows.iter().filter(several).count() as f64, bound: None }
            }
            // What else is said of contents, the imagined states tell.
            Expr::Call(..) => Strength { bits: 0.0, bound: None },
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
        if values.is_empty() || [&a, &b].iter().any(|v| v.iter().flatten().any(|v| number(&Some(v.clone())).is_none())) {
            return 0.0;
        }
        let (low, high) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &v| (l.min(v), h.max(v)));
        -(1.0 - 1.0 / (high - low + 2.0)).log2() * rows.len() as f64
    }

    /// How improbable it is that two terms take the same values: after the first, each further distinct value is met by one of all in
    /// their range. It says more than [`Self::chance`] where states are few and their values are far apart.
    fn bits_of_coincidence(&self, left: &Expr, right: &Expr, rows: &[usize]) -> f64 {
        let number = |row: &usize| match value(left, self.dataset, *row)? {
            Value::Int(v) => Some(i64::from(v)),
            Value::Long(v) => Some(v),
            _ => None,
        };
        let is_number = |row: &usize| matches!(value(right, self.dataset, *row), Some(Value::Int(_) | Value::Long(_)));
        let mut values: Vec<i64> = rows.iter().filter(|row| is_number(row)).filter_map(number).collect();
        values.sort_unstable();
        values.dedup();
        match values[..] {
            [least, .., greatest] => (values.len() - 1) as f64 * (greatest as f64 - least as f64 + 1.0).log2(),
            _ => 0.0,
        }
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
