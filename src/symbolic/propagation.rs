//! A solver without any other program: propagation-based local search (Niemetz, Preiner and Biere, Formal Methods in System Design 2017).
//! From inputs that fulfil most conditions, one that does not hold is taken, and the value that its term should have is propagated down to
//! an input: through each operation by its inverse where it has one, else by a value that brings it nearer.
//!
//! It differs in what it is for: terms have the JVM's numbers, reals included; it never says that there is no solution; and it begins
//! anew from where it began, as the conditions of a path hold there but for one.

use super::operands;
use super::scalar::{Binary, Scalar, Sort};
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
            Scalar::Int(v) => operands::related(&mut self.rng, relation, i64::from(v), i64::from(i32::MIN), i64::from(i32::MAX))
                .map(|v| Scalar::Int(v as i32)),
            Scalar::Long(v) => operands::related(&mut self.rng, relation, v, i64::MIN, i64::MAX).map(Scalar::Long),
            Scalar::Float(_) | Scalar::Double(_) => {
                let v = than.real().unwrap_or(0.0);
                let v = operands::related_real(&mut self.rng, relation, v, matches!(than, Scalar::Float(_)));
                Some(if matches!(than, Scalar::Float(_)) { Scalar::float(v as f32) } else { Scalar::double(v) })
            }
        };
        if let Some(wanted) = wanted {
            self.propagate(changed, wanted);
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
                    let now = self.value(a);
                    wanted = operands::before_unary(&mut self.rng, operation, now, wanted);
                    term = a;
                }
                Node::Binary(operation, a, b) => {
                    let left = self.side(a, b);
                    let now = (self.value(a), self.value(b));
                    wanted = operands::before_binary(&mut self.rng, operation, now, left, wanted);
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
    use crate::symbolic::scalar::Unary;
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
