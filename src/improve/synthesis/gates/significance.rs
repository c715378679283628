//! How improbable it is that a statement is true in all of some correct states by chance, in bits: n bits mean a probability of 2^-n
//! ([`crate::improve::synthesis::gates`] says what speaks for what).

use crate::assertion::ast::{BinaryOp, Expr, Function, Quantifier, UnaryOp};
use crate::assertion::interpret::{self, Value};
use crate::compute::rng::scattered;
use crate::evidence::dataset::Dataset;
use crate::improve::synthesis::atoms::comparisons::{complement, mirror};
use crate::improve::synthesis::naturalness::constant_price;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Correct states by which the chance of a comparison is estimated.
const SAMPLE: usize = 128;
/// Other states that each is paired with.
const PAIRINGS: usize = 8;
/// Terms of Fisher's product that are taken exactly; the rest as draws with replacement, which gives fewer bits.
const EXACT_DRAWS: u64 = 4096;
/// A term's value in each sampled state; `None` where it fails.
pub type Samples<'a> = Arc<Vec<Option<Value<'a>>>>;

/// What is known of a literal that holds in all the states that it is asked about.
pub struct Strength {
    pub bits: f64,
    /// Whether it is a constant that the evidence, and nothing else, speaks for.
    pub bound: Option<Bound>,
}

/// Correct states (dataset rows) in which the two sides of a comparison meet, or are next to each other.
pub struct Bound {
    pub hits: Vec<usize>,
}

/// Measures chance by a dataset's correct states.
pub struct Significance<'a> {
    dataset: &'a Dataset,
    /// Dataset rows of correct states, spread evenly.
    sample: Vec<usize>,
    values: Mutex<HashMap<&'a Expr, Samples<'a>>>,
    bits_needed: f64,
}

impl<'a> Significance<'a> {
    /// `bits_needed`: an order that has fewer by its values is judged as a bound.
    pub fn new(dataset: &'a Dataset, bits_needed: f64) -> Self {
        let n = dataset.correct;
        let sample = if n <= SAMPLE { (0..n).collect() } else { (0..SAMPLE).map(|i| i * n / SAMPLE).collect() };
        Self { dataset, sample, values: Mutex::default(), bits_needed }
    }

    /// What speaks for a statement that is true in all of those correct states.
    pub fn strength(&self, expr: &'a Expr, rows: &[usize]) -> Strength {
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
                let mut bits = -self.coincidence(*op, left, right, rows).log2() * states;
                if *op == BinaryOp::Eq {
                    bits = bits.max(self.bits_of_coincidence(left, right, rows));
                }
                let ordered = !matches!(op, BinaryOp::Eq | BinaryOp::Ne);
                if ordered && bits < self.bits_needed && !multiplies(expr) {
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
                    Strength { bits: -self.coincidence(op, left, right, rows).log2() * states, bound: None }
                }
                _ => halved,
            },
            // Less than two elements are sorted anyway.
            Expr::Call(Function::Sorted | Function::StrictlySorted, arguments) => {
                let length = Expr::call(Function::Length, arguments.clone());
                let several = |row: &&usize| matches!(value(&length, self.dataset, **row), Some(Value::Int(n)) if n > 1);
                Strength { bits: rows.iter().filter(several).count() as f64, bound: None }
            }
            // What else is said of contents, the simulated states tell.
            Expr::Call(..) => Strength { bits: 0.0, bound: None },
            _ => halved,
        }
    }

    /// Whether the expression compares two numbers, neither of them a constant: of those chance can be measured.
    pub fn is_relation(&self, expr: &'a Expr) -> bool {
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
    /// their range. It says more than [`Self::coincidence`] where states are few and their values are far apart.
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
    fn coincidence(&self, op: BinaryOp, left: &'a Expr, right: &'a Expr, rows: &[usize]) -> f64 {
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
    pub fn meets(&self, op: BinaryOp, left: &Expr, right: &Expr, rows: &[usize]) -> Vec<usize> {
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

    /// The value of a term in the sampled states.
    pub fn values(&self, expr: &'a Expr) -> Samples<'a> {
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
                left.is_constant().then(|| (mirror(*op), &**right, &**left))
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
pub fn is_bound_by_constant(expr: &Expr) -> bool {
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
pub fn disjoint_bits(all: u64, marked: u64, draws: u64) -> f64 {
    if marked + draws > all {
        return f64::INFINITY;
    }
    let bits = |drawn: u64| -((all - marked - drawn) as f64 / (all - drawn) as f64).log2();
    let exact: f64 = (0..draws.min(EXACT_DRAWS)).map(bits).sum();
    if draws > EXACT_DRAWS { exact + (draws - EXACT_DRAWS) as f64 * bits(0) } else { exact }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::dataset::{Column, Values};
    use crate::evidence::schema::{Schema, ValueType};
    use crate::improve::evolution::fixtures::{bin, variable};

    fn states(columns: &[&[i64]]) -> Dataset {
        let rows = columns[0].len();
        let variables = (0..columns.len()).map(|v| variable(&format!("v{v}"), ValueType::Int)).collect();
        let column = |values: &&[i64]| Column { values: Values::Integral(values.to_vec()), present: None };
        Dataset {
            explored: false,
            schema: Schema { method: "Sample#method".into(), variables },
            rows,
            correct: rows,
            columns: columns.iter().map(column).collect(),
            origins: Vec::new(),
            texts: Default::default(),
            correct_tests: vec![1; rows],
            constants: Default::default(),
        }
    }

    fn bits_of_equation(columns: &[&[i64]]) -> f64 {
        let data = states(columns);
        let equation = bin(BinaryOp::Eq, Expr::Var(0), Expr::Var(1));
        let rows: Vec<usize> = (0..data.rows).collect();
        Significance::new(&data, 7.0).strength(&equation, &rows).bits
    }

    #[test]
    fn few_distinct_values_far_apart_are_hardly_equal_by_chance() {
        // After the first value, two more of a thousand each.
        let far = [0, 499, 999];
        assert!((bits_of_equation(&[&far, &far]) - 2.0 * 1000f64.log2()).abs() < 1e-9);
        // As many next to each other are told by their pairing only.
        let near = [0, 1, 2];
        assert!(bits_of_equation(&[&near, &near]) < 2.0 * 1000f64.log2());
    }

    #[test]
    fn values_that_are_always_the_same_say_nothing_of_an_equation() {
        assert!(bits_of_equation(&[&[5; 30], &[5; 30]]) < 1.5);
    }
}
