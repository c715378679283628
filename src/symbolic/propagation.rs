//! A solver without any other program: propagation-based local search (Niemetz, Preiner and Biere, Formal Methods in System Design 2017).
//! From inputs that fulfil most conditions, one that does not hold is taken, and the value that its term should have is propagated down to
//! an input: through each operation by its inverse where it has one, else by a value that brings it nearer.
//!
//! It differs in what it is for: terms have the JVM's numbers, reals included; it never says that there is no solution; and it begins
//! anew from where it began, as the conditions of a path hold there but for one.

use super::scalar::{Binary, Scalar, Sort, Unary};
use super::solver::{Answer, Problem, Solver};
use super::term::{InputId, Node, Term, Terms};
use crate::compute::rng::{Source, Stream};
use crate::relation::Relation;
use rand::RngExt;

/// Moves before it begins anew.
const MOVES: u32 = 48;

#[derive(Clone, Debug)]
pub struct Propagation {
    /// Terms that may be evaluated for one problem, at most.
    pub limit: u64,
    source: Source,
    /// Terms that were evaluated so far.
    work: u64,
}

impl Propagation {
    pub fn new(limit: u64) -> Self {
        Self { limit, source: Source::new(limit), work: 0 }
    }
}

impl Solver for Propagation {
    fn work(&self) -> u64 {
        self.work
    }

    fn solve(&mut self, problem: &Problem) -> Answer {
        // To see which conditions matter takes some looks at all terms.
        self.work += 4 * problem.terms.len() as u64;
        let mut values = Vec::new();
        problem.terms.evaluate(problem.start, &mut values);
        let conditions = problem.relevant_at(&values);
        if conditions.iter().any(|&c| problem.terms.as_constant(c).is_some()) {
            return Answer::Unsatisfiable;
        }
        let order = problem.terms.below(conditions.iter().copied());
        let mut has_input = vec![false; problem.terms.len()];
        for &term in &order {
            has_input[term.0 as usize] = match problem.terms.node(term) {
                Node::Constant(_) => false,
                Node::Input(_) => true,
                Node::Unary(_, a) => has_input[a.0 as usize],
                Node::Binary(_, a, b) | Node::Compare(_, a, b) | Node::Order(_, a, b) => has_input[a.0 as usize] || has_input[b.0 as usize],
                Node::If(a, b, c) => [a, b, c].iter().any(|t| has_input[t.0 as usize]),
            };
        }
        let rng = self.source.stream([problem.terms.len() as u64, conditions.len() as u64]);
        let mut search = Search::new(problem, &conditions, &order, has_input, values, rng);
        let mut left = self.limit;
        let mut moves = 0;
        // Work is counted as if each move evaluated all terms: what it costs must not depend on how it is done.
        self.work += order.len() as u64;
        loop {
            if search.open.is_empty() {
                return Answer::Solved(search.inputs);
            }
            match left.checked_sub(order.len() as u64) {
                Some(rest) => left = rest,
                None => return Answer::Unknown,
            }
            self.work += order.len() as u64;
            if moves == MOVES {
                moves = 0;
                search.restart();
            } else {
                moves += 1;
                let place = search.open[search.rng.random_range(0..search.open.len())];
                search.make_true(conditions[place as usize]);
                search.follow();
            }
        }
    }
}

/// What changes with an input.
#[derive(Clone, Debug, Default)]
struct Dependents {
    /// Those of the order that are made of it, ascending; and whether each is a condition.
    terms: Vec<(Term, bool)>,
}

struct Search<'a> {
    terms: &'a Terms,
    /// Conditions and their places, ascending.
    conditions: Vec<(Term, u32)>,
    /// The terms that conditions are made of, ascending.
    order: &'a [Term],
    has_input: Vec<bool>,
    start: &'a [Scalar],
    inputs: Vec<Scalar>,
    /// By term; of those in the order.
    start_values: Vec<Scalar>,
    values: Vec<Scalar>,
    /// Places of conditions that do not hold, ascending.
    start_open: Vec<u32>,
    open: Vec<u32>,
    /// By input, as soon as a move has changed it.
    dependents: Vec<Option<Dependents>>,
    /// The input that the move has changed: it changes one at most.
    changed: Option<InputId>,
    /// Inputs that were changed since the start.
    moved: Vec<InputId>,
    rng: Stream,
}

impl<'a> Search<'a> {
    /// `values`: by term, those at the start.
    fn new(
        problem: &Problem<'a>,
        conditions: &'a [Term],
        order: &'a [Term],
        has_input: Vec<bool>,
        values: Vec<Scalar>,
        rng: Stream,
    ) -> Self {
        let open = |c: &Term| !values[c.0 as usize].is_true();
        let open: Vec<u32> = (0..).zip(conditions).filter(|(_, c)| open(c)).map(|(place, _)| place).collect();
        let mut by_term: Vec<(Term, u32)> = conditions.iter().copied().zip(0..).collect();
        by_term.sort_unstable();
        Self {
            terms: problem.terms,
            conditions: by_term,
            order,
            has_input,
            start: problem.start,
            inputs: problem.start.to_vec(),
            start_values: values.clone(),
            values,
            start_open: open.clone(),
            open,
            dependents: vec![None; problem.start.len()],
            changed: None,
            moved: Vec::new(),
            rng,
        }
    }

    fn dependents_of(&self, input: InputId) -> Dependents {
        let mut changes = vec![false; self.terms.len()];
        let mut terms = Vec::new();
        for &term in self.order {
            let of = |t: Term| changes[t.0 as usize];
            let depends = match self.terms.node(term) {
                Node::Constant(_) => false,
                Node::Input(number) => number == input,
                Node::Unary(_, a) => of(a),
                Node::Binary(_, a, b) | Node::Compare(_, a, b) | Node::Order(_, a, b) => of(a) || of(b),
                Node::If(a, b, c) => of(a) || of(b) || of(c),
            };
            if depends {
                changes[term.0 as usize] = true;
                terms.push((term, self.conditions.binary_search_by_key(&term, |c| c.0).is_ok()));
            }
        }
        Dependents { terms }
    }

    /// Evaluates what the last move has changed.
    fn follow(&mut self) {
        let Some(input) = self.changed.take() else { return };
        if !self.moved.contains(&input) {
            self.moved.push(input);
        }
        let dependents = self.dependents[input as usize].take().unwrap_or_else(|| self.dependents_of(input));
        for &(term, is_condition) in &dependents.terms {
            let value = self.terms.value_of(self.terms.node(term), self.terms.sort(term), &self.inputs, &self.values);
            let before = std::mem::replace(&mut self.values[term.0 as usize], value);
            if is_condition && before.is_true() != value.is_true() {
                self.turn(term, value.is_true());
            }
        }
        self.dependents[input as usize] = Some(dependents);
    }

    /// A condition holds now, or does not any more.
    fn turn(&mut self, condition: Term, holds: bool) {
        let from = self.conditions.partition_point(|c| c.0 < condition);
        for &(_, place) in self.conditions[from..].iter().take_while(|c| c.0 == condition) {
            match self.open.binary_search(&place) {
                Ok(at) if holds => drop(self.open.remove(at)),
                Err(at) if !holds => self.open.insert(at, place),
                _ => {}
            }
        }
    }

    /// Back to where it began.
    fn restart(&mut self) {
        for input in self.moved.drain(..) {
            self.inputs[input as usize] = self.start[input as usize];
            for &(Term(term), _) in self.dependents[input as usize].iter().flat_map(|d| &d.terms) {
                self.values[term as usize] = self.start_values[term as usize];
            }
        }
        self.open.clone_from(&self.start_open);
    }

    fn value(&self, term: Term) -> Scalar {
        self.values[term.0 as usize]
    }

    fn flips(&self, term: Term) -> bool {
        self.has_input[term.0 as usize]
    }

    fn chance(&mut self, share: f64) -> bool {
        self.rng.random_bool(share)
    }

    /// One of two terms, of those that depend on inputs.
    fn side(&mut self, a: Term, b: Term) -> bool {
        self.flips(a) && (!self.flips(b) || self.chance(0.5))
    }

    fn make_true(&mut self, term: Term) {
        match self.terms.node(term) {
            Node::Compare(relation, a, b) => self.relate(relation, a, b),
            // Conditions joined: each has to hold.
            Node::Binary(Binary::And, a, b) if self.is_condition(a) && self.is_condition(b) => {
                let (a_holds, b_holds) = (self.value(a).is_true(), self.value(b).is_true());
                let first = if a_holds == b_holds { self.side(a, b) } else { b_holds };
                self.make_true(if first { a } else { b });
            }
            Node::If(condition, then, other) => {
                let taken = if self.value(condition).is_true() { then } else { other };
                let left = if taken == then { other } else { then };
                if self.flips(condition) && (self.value(left).is_true() || !self.flips(taken) || self.chance(0.5)) {
                    let wanted = taken != then;
                    self.make(condition, wanted);
                } else if self.flips(taken) {
                    self.make_true(taken);
                }
            }
            _ => {
                let wanted = if self.chance(0.8) { 1 } else { self.rng.random_range(1..=127) };
                self.propagate(term, scalar_of(self.terms.sort(term), wanted));
            }
        }
    }

    fn make(&mut self, condition: Term, wanted: bool) {
        if wanted {
            self.make_true(condition);
            return;
        }
        match self.terms.node(condition) {
            Node::Compare(relation, a, b) => self.relate(relation.negated(), a, b),
            Node::Binary(Binary::And, a, b) if self.is_condition(a) && self.is_condition(b) => {
                let first = self.side(a, b);
                self.make(if first { a } else { b }, false);
            }
            Node::If(inner, then, other) => {
                let taken = if self.value(inner).is_true() { then } else { other };
                if self.flips(taken) { self.make(taken, false) } else { self.make(inner, taken != then) }
            }
            _ => self.propagate(condition, scalar_of(self.terms.sort(condition), 0)),
        }
    }

    fn is_condition(&self, term: Term) -> bool {
        match self.terms.node(term) {
            Node::Compare(..) => true,
            Node::Constant(value) => matches!(value, Scalar::Int(0 | 1)),
            Node::If(_, a, b) => self.is_condition(a) && self.is_condition(b),
            Node::Binary(Binary::And | Binary::Or | Binary::Xor, a, b) => self.is_condition(a) && self.is_condition(b),
            _ => false,
        }
    }

    /// Brings about that two terms are in a relation.
    fn relate(&mut self, relation: Relation, a: Term, b: Term) {
        let (changed, fixed, relation) = if self.side(a, b) { (a, b, relation) } else { (b, a, relation.mirrored()) };
        let than = self.value(fixed);
        let wanted = match than {
            Scalar::Int(v) => self.related(relation, i64::from(v), i64::from(i32::MIN), i64::from(i32::MAX)).map(|v| Scalar::Int(v as i32)),
            Scalar::Long(v) => self.related(relation, v, i64::MIN, i64::MAX).map(Scalar::Long),
            Scalar::Float(_) | Scalar::Double(_) => {
                let v = than.real().unwrap_or(0.0);
                let v = self.related_real(relation, v, matches!(than, Scalar::Float(_)));
                Some(if matches!(than, Scalar::Float(_)) { Scalar::float(v as f32) } else { Scalar::double(v) })
            }
        };
        if let Some(wanted) = wanted {
            self.propagate(changed, wanted);
        }
    }

    /// A number in a relation to another: mostly near to it, sometimes at an end or anywhere.
    fn related(&mut self, relation: Relation, than: i64, least: i64, most: i64) -> Option<i64> {
        let (low, high) = match relation {
            Relation::Equal => (than, than),
            Relation::NotEqual => {
                let up = than < most && (than == least || self.chance(0.5));
                if up { (than + 1, most) } else { (least, than.checked_sub(1)?) }
            }
            Relation::Less => (least, than.checked_sub(1)?),
            Relation::LessOrEqual => (least, than),
            Relation::Greater => (than.checked_add(1)?, most),
            Relation::GreaterOrEqual => (than, most),
        };
        if low > high {
            return None;
        }
        // The end next to the other number is the one that is not an end of the type.
        let near_is_low = low != least || relation == Relation::Equal;
        Some(match self.rng.random_range(0..10) {
            0..=4 => {
                if near_is_low {
                    low
                } else {
                    high
                }
            }
            5 | 6 => {
                let by = self.rng.random_range(0..=100);
                if near_is_low { low.saturating_add(by).min(high) } else { high.saturating_sub(by).max(low) }
            }
            7 | 8 => self.rng.random_range(low..=high),
            _ => {
                if near_is_low {
                    high
                } else {
                    low
                }
            }
        })
    }

    fn related_real(&mut self, relation: Relation, than: f64, narrow: bool) -> f64 {
        let up = |v: f64| if narrow { f64::from((v as f32).next_up()) } else { v.next_up() };
        let down = |v: f64| if narrow { f64::from((v as f32).next_down()) } else { v.next_down() };
        let far = self.rng.random_range(0.0..1.0) * than.abs().max(1.0) * 2.0;
        let near = self.chance(0.3);
        match relation {
            Relation::Equal | Relation::LessOrEqual | Relation::GreaterOrEqual if relation == Relation::Equal || near => than,
            Relation::NotEqual | Relation::Greater | Relation::GreaterOrEqual => {
                if near {
                    up(than)
                } else {
                    than + far.max(0.5)
                }
            }
            _ => {
                if near {
                    down(than)
                } else {
                    than - far.max(0.5)
                }
            }
        }
    }

    /// Brings about that a term has a value, as far as one input can; else something like it.
    fn propagate(&mut self, term: Term, wanted: Scalar) {
        let mut term = term;
        let mut wanted = wanted;
        loop {
            match self.terms.node(term) {
                Node::Constant(_) => return,
                Node::Input(number) => {
                    let range = self.terms.inputs[number as usize].range;
                    let value = match wanted {
                        Scalar::Int(v) => Scalar::Int(i64::from(v).clamp(range.0, range.1) as i32),
                        Scalar::Long(v) => Scalar::Long(v.clamp(range.0, range.1)),
                        real => real,
                    };
                    if std::mem::replace(&mut self.inputs[number as usize], value) != value {
                        self.changed = Some(number);
                    }
                    return;
                }
                Node::Unary(operation, a) => {
                    wanted = self.before_unary(operation, self.value(a), wanted);
                    term = a;
                }
                Node::Binary(operation, a, b) => {
                    let left = self.side(a, b);
                    wanted = self.before_binary(operation, self.value(a), self.value(b), left, wanted);
                    term = if left { a } else { b };
                }
                Node::Compare(relation, a, b) => {
                    let relation = if wanted.is_true() { relation } else { relation.negated() };
                    return self.relate(relation, a, b);
                }
                Node::Order(_, a, b) => {
                    let relation = match wanted.whole().unwrap_or(0) {
                        0 => Relation::Equal,
                        1.. => Relation::Greater,
                        _ => Relation::Less,
                    };
                    return self.relate(relation, a, b);
                }
                Node::If(condition, then, other) => {
                    let holds = self.value(condition).is_true();
                    let (taken, left) = if holds { (then, other) } else { (other, then) };
                    let flip = self.flips(condition) && (self.value(left) == wanted || !self.flips(taken) || self.chance(0.3));
                    if flip {
                        return self.make(condition, !holds);
                    }
                    term = taken;
                }
            }
        }
    }

    /// What an operand should be.
    fn before_unary(&mut self, operation: Unary, now: Scalar, wanted: Scalar) -> Scalar {
        // The bits that are cut off stay, or become such that the number is the same.
        let cut = |search: &mut Self, now: i64, wanted: i64, bits: u32| {
            let mask = (1i64 << bits) - 1;
            if search.chance(0.5) { wanted } else { now & !mask | wanted & mask }
        };
        match (operation, now.sort(), wanted) {
            (Unary::Negate, _, _) => Scalar::unary(Unary::Negate, wanted).unwrap_or(wanted),
            (Unary::ToByte | Unary::ToChar | Unary::ToShort, _, Scalar::Int(w)) => {
                let bits = if operation == Unary::ToByte { 8 } else { 16 };
                Scalar::Int(cut(self, now.whole().unwrap_or(0), i64::from(w), bits) as i32)
            }
            (Unary::ToInt, Sort::Long, Scalar::Int(w)) => Scalar::Long(cut(self, now.whole().unwrap_or(0), i64::from(w), 32)),
            (_, Sort::Int, Scalar::Long(w)) => Scalar::Int(w.clamp(i32::MIN.into(), i32::MAX.into()) as i32),
            _ => {
                let to = match now.sort() {
                    Sort::Int => Unary::ToInt,
                    Sort::Long => Unary::ToLong,
                    Sort::Float => Unary::ToFloat,
                    Sort::Double => Unary::ToDouble,
                };
                Scalar::unary(to, wanted).unwrap_or(now)
            }
        }
    }

    /// What the left or the right operand should be.
    fn before_binary(&mut self, operation: Binary, a: Scalar, b: Scalar, left: bool, wanted: Scalar) -> Scalar {
        let now = if left { a } else { b };
        if let (Some(a), Some(b), Some(w)) = (a.real(), b.real(), wanted.real()) {
            let value = match (operation, left) {
                (Binary::Add, true) => w - b,
                (Binary::Add, _) => w - a,
                (Binary::Sub, true) => w + b,
                (Binary::Sub, _) => a - w,
                (Binary::Mul, true) => w / b,
                (Binary::Mul, _) => w / a,
                (Binary::Div, true) => w * b,
                (Binary::Div, _) => a / w,
                (_, true) => w,
                _ => a - w,
            };
            return if matches!(now, Scalar::Float(_)) { Scalar::float(value as f32) } else { Scalar::double(value) };
        }
        let (Some(x), Some(y), Some(w)) = (a.whole(), b.whole(), wanted.whole()) else { return now };
        let bits = if matches!(a, Scalar::Int(_)) { 32 } else { 64 };
        let value = self.whole_before(operation, (x, y), left, w, bits);
        match now {
            Scalar::Int(_) => Scalar::Int(value as i32),
            _ => Scalar::Long(value),
        }
    }

    /// Bits above those of the type do not matter.
    fn whole_before(&mut self, operation: Binary, (a, b): (i64, i64), left: bool, w: i64, bits: u32) -> i64 {
        let (own, other) = if left { (a, b) } else { (b, a) };
        let low = |bits: u32| if bits >= 64 { -1i64 } else { ((1u64 << bits) - 1) as i64 };
        match operation {
            Binary::Add => w.wrapping_sub(other),
            Binary::Sub if left => w.wrapping_add(b),
            Binary::Sub => a.wrapping_sub(w),
            Binary::Xor => w ^ other,
            Binary::And => own & !other | w & other,
            Binary::Or => own & other | w & !other,
            Binary::Mul => self.factor(other, w, own, bits),
            Binary::Div if left => {
                // Any dividend between w * b and the next multiple, away from zero.
                let rest = i128::from(self.rng.random_range(0..=b.unsigned_abs().saturating_sub(1).min(i64::MAX as u64)));
                let product = i128::from(w) * i128::from(b);
                let rest = if product < 0 || product == 0 && own < 0 { -rest } else { rest };
                (product + if self.chance(0.5) { 0 } else { rest }).clamp(i64::MIN.into(), i64::MAX.into()) as i64
            }
            Binary::Div => a.checked_div(w).unwrap_or_else(|| if a == i64::MAX { a } else { a.saturating_abs().saturating_add(1) }),
            Binary::Rem if left => {
                let base = own.wrapping_sub(own.checked_rem(b).unwrap_or(0));
                let times = self.rng.random_range(0..8i64).wrapping_mul(b);
                let same_sign = (base >= 0) == (w >= 0);
                if same_sign && self.chance(0.7) {
                    base.wrapping_add(w)
                } else {
                    w.wrapping_add(if w < 0 { times.wrapping_abs().wrapping_neg() } else { times.wrapping_abs() })
                }
            }
            Binary::Rem => {
                let difference = a.wrapping_sub(w);
                if difference == 0 { a.saturating_abs().saturating_add(1) } else { difference }
            }
            Binary::ShiftLeft if left => {
                let by = b as u32 & (bits - 1);
                // The bits that are shifted out are free.
                let kept = low(bits - by);
                (w as u64 & low(bits) as u64) as i64 >> by & kept | own & !kept
            }
            Binary::ShiftRight | Binary::ShiftRightUnsigned if left => {
                let by = b as u32 & (bits - 1);
                w.wrapping_shl(by) | own & low(by)
            }
            // The distance: all are tried.
            _ => {
                let reaches = |&by: &i32| {
                    let value = if bits == 32 { Scalar::Int(a as i32) } else { Scalar::Long(a) };
                    Scalar::binary(operation, value, Scalar::Int(by)).and_then(Scalar::whole) == Some(w)
                };
                let found = (0..bits as i32).find(reaches);
                found.map_or_else(|| self.rng.random_range(0..i64::from(bits)), i64::from)
            }
        }
    }

    /// A number whose product with another is wanted, modulo 2 to the power of the bits; else one near the quotient.
    fn factor(&mut self, other: i64, wanted: i64, own: i64, bits: u32) -> i64 {
        if other == 0 {
            return own;
        }
        let zeros = other.trailing_zeros();
        let wanted_bits = if bits == 32 { i64::from(wanted as i32) } else { wanted };
        // The quotient, if there is one without overflow: small numbers are likelier to fulfil the rest.
        if wanted_bits.wrapping_rem(other) == 0 && self.chance(0.7) {
            return wanted_bits.wrapping_div(other);
        }
        if zeros >= bits || wanted_bits.trailing_zeros() < zeros {
            return wanted_bits.wrapping_div(other);
        }
        // The inverse of an odd number, by Newton's iteration (Hacker's Delight, 10-16).
        let odd = (other >> zeros) as u64;
        let mut inverse = odd;
        for _ in 0..6 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        }
        let solution = ((wanted_bits as u64) >> zeros).wrapping_mul(inverse);
        let valid = bits - zeros;
        let free = if zeros == 0 { 0 } else { self.rng.random_range(0..1u64 << zeros.min(63)) };
        let masked = if valid >= 64 { solution } else { solution & ((1u64 << valid) - 1) | free << valid };
        if bits == 32 { i64::from(masked as i32) } else { masked as i64 }
    }
}

fn scalar_of(sort: Sort, value: i32) -> Scalar {
    match sort {
        Sort::Int => Scalar::Int(value),
        Sort::Long => Scalar::Long(value.into()),
        Sort::Float => Scalar::float(value as f32),
        Sort::Double => Scalar::double(value.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::term::{Input, Origin};

    /// Terms over some inputs, and conditions on them, one of them twice.
    fn random(rng: &mut Stream) -> (Terms, Vec<Term>) {
        let mut terms = Terms::default();
        let range = (i64::from(i32::MIN), i64::from(i32::MAX));
        let input = |slot| Input { of: Origin::Number { slot }, value: Scalar::Int(slot as i32), range };
        let mut all: Vec<Term> = (0..4).map(|slot| terms.input(input(slot))).collect();
        all.push(terms.constant(Scalar::Int(7)));
        let mut conditions = Vec::new();
        for _ in 0..40 {
            let [a, b, c] = [(); 3].map(|()| all[rng.random_range(0..all.len())]);
            all.push(match rng.random_range(0..6) {
                0 => terms.unary(Unary::Negate, a),
                1 => terms.order(0, a, b),
                2 => terms.choose(a, b, c),
                _ => terms.binary(Binary::ALL[rng.random_range(0..Binary::ALL.len())], a, b),
            });
            conditions.push(terms.compare(Relation::ALL[rng.random_range(0..6)], a, b));
        }
        conditions.push(conditions[0]);
        (terms, conditions)
    }

    #[test]
    fn what_a_move_changes_is_what_evaluating_all_says() {
        for seed in 0..100 {
            let mut rng = Source::new(3).stream([seed]);
            let (terms, conditions) = random(&mut rng);
            let start = terms.executed();
            let problem = Problem { path: 0, terms: &terms, conditions: &conditions, start: &start };
            let order = terms.below(conditions.iter().copied());
            let mut values = Vec::new();
            terms.evaluate(&start, &mut values);
            let mut search = Search::new(&problem, &conditions, &order, vec![true; terms.len()], values.clone(), rng);
            for step in 0..60 {
                if step % 13 == 12 {
                    search.restart();
                    assert_eq!(search.inputs, start);
                } else if let Some(&place) = search.open.first() {
                    search.make_true(conditions[place as usize]);
                    search.follow();
                }
                terms.evaluate(&search.inputs, &mut values);
                for &term in &order {
                    assert_eq!(search.value(term), values[term.0 as usize], "{term:?} of problem {seed} after {step} steps");
                }
                let open = (0..).zip(&conditions).filter(|(_, c)| !values[c.0 as usize].is_true()).map(|(place, _)| place);
                assert_eq!(search.open, open.collect::<Vec<u32>>(), "problem {seed} after {step} steps");
            }
        }
    }
}
