//! The path condition: clauses over the terms of numbers and texts, and which way branches go.

use super::{Machine, Then, UNITS, decimal};
use crate::relation::Relation;
use crate::symbolic::heap::{Number, Text, Value};
use crate::symbolic::instruction::Case;
use crate::symbolic::path::{Alternative, Branch, Clause, Stop};
use crate::symbolic::scalar::{Binary, Scalar};
use crate::symbolic::term::{Input, NO_DECIMAL, Origin, Term};
use std::sync::Arc;

impl Machine<'_> {
    /// The term of a number, to be part of others.
    pub(in crate::symbolic) fn term(&mut self, number: Number) -> Term {
        let Some(term) = number.term else { return self.terms.constant(number.value) };
        if let Some(text) = self.hashes.remove(&term) {
            self.overfull |= self.fix_length(&text).is_err();
        }
        term
    }

    /// From here on the path is that of texts of this length.
    pub(in crate::symbolic) fn fix_length(&mut self, text: &Text) -> Result<(), Stop> {
        let length = self.length_of(text);
        self.pin(length, "length of a text").map(drop)
    }

    /// The hash code of a text. A switch on it asks for texts.
    pub(in crate::symbolic) fn hash(&mut self, text: &Text) -> Number {
        let mut hash = Number::int(0);
        for &unit in text.units.iter() {
            let times = self.arithmetic(Binary::Mul, hash, Number::int(31)).unwrap_or(hash);
            hash = self.arithmetic(Binary::Add, times, unit).unwrap_or(times);
        }
        if text.slot.is_some() {
            // That of the empty text depends on its length, too.
            let length = self.length_of(text);
            let zero = self.arithmetic(Binary::Sub, length, Number::constant(length.value)).unwrap_or(hash);
            hash = self.arithmetic(Binary::Add, hash, zero).unwrap_or(hash);
        }
        if let (Some(term), Some(_)) = (hash.term, text.slot) {
            self.hashes.insert(term, text.clone());
        }
        hash
    }

    /// Whether a text equals another, both of code units; as a term over the lengths and units.
    pub(in crate::symbolic) fn same_text(&mut self, a: &Text, b: &Text) -> Result<Number, Stop> {
        let (a, b) = if a.slot.is_none() { (b, a) } else { (a, b) };
        if b.slot.is_some() {
            self.fix_length(b)?;
        }
        let length = self.length_of(a);
        let mut same = self.relate(Relation::Equal, length, Number::int(b.units.len() as i32));
        if same.term.is_none() && !same.value.is_true() {
            return Ok(same);
        }
        for (index, &unit) in b.units.iter().enumerate() {
            let own = self.unit_of(a, index);
            let equal = self.relate(Relation::Equal, own, unit);
            same = self.both(same, equal);
        }
        Ok(same)
    }

    /// Whether two conditions hold.
    pub(in crate::symbolic) fn both(&mut self, a: Number, b: Number) -> Number {
        let value = Scalar::boolean(a.value.is_true() && b.value.is_true());
        let symbolic = a.term.is_some() || b.term.is_some();
        let term = symbolic.then(|| {
            let (a, b) = (self.term(a), self.term(b));
            self.terms.and(a, b)
        });
        Number { value, term: term.filter(|&t| self.terms.as_constant(t).is_none()) }
    }

    /// The number that a text of the test is in decimal, as a `long`; `None`: the text is no literal of the test.
    pub(in crate::symbolic) fn decimal_of(&mut self, text: &Text, range: (i64, i64)) -> Option<Number> {
        let slot = text.slot?;
        let value = Scalar::Long(decimal(&text.units.iter().map(|u| u.as_int() as u16).collect::<Vec<_>>(), range).unwrap_or(NO_DECIMAL));
        let terms = &mut self.terms;
        let term = *self.decimals.entry(slot).or_insert_with(|| terms.input(Input { of: Origin::Decimal { slot }, value, range }));
        Some(Number { value, term: Some(term) })
    }

    pub(in crate::symbolic) fn add_clause(&mut self, clause: Clause) -> Result<(), Stop> {
        if self.terms.as_constant(clause.condition).is_some() && clause.alternatives.is_empty() {
            return Ok(());
        }
        if self.clauses.len() >= self.limits.clauses {
            return Err(Stop::Limit);
        }
        self.clauses.push(clause);
        Ok(())
    }

    /// What holds for these inputs, and has to for the path to be the same; no branch of the code.
    pub(in crate::symbolic) fn require(&mut self, condition: Option<Term>) -> Result<(), Stop> {
        condition.map_or(Ok(()), |condition| self.add_clause(Clause { condition, branch: None, alternatives: Vec::new() }))
    }

    /// Whether an instruction or model takes one of two ways that are no branch of the code, as a condition says: the other is an
    /// alternative.
    pub(in crate::symbolic) fn fork(&mut self, condition: Number) -> Result<bool, Stop> {
        let holds = condition.value.is_true();
        if let Some(term) = condition.term {
            let not = self.terms.not(term);
            let (taken, other) = if holds { (term, not) } else { (not, term) };
            self.add_clause(Clause { condition: taken, branch: None, alternatives: vec![Alternative { outcome: 0, condition: other }] })?;
        }
        Ok(holds)
    }

    /// A number is taken as it is: other inputs may make it another, and lead elsewhere.
    pub(in crate::symbolic) fn pin(&mut self, number: Number, why: &str) -> Result<Scalar, Stop> {
        // A NaN equals nothing: there is no condition that says so.
        let is_nan = number.value.real().is_some_and(f64::is_nan);
        if let Some(term) = number.term {
            self.note(why);
            if is_nan {
                return Ok(number.value);
            }
            let constant = self.terms.constant(number.value);
            let same = self.terms.compare(Relation::Equal, term, constant);
            self.require(Some(same))?;
        }
        Ok(number.value)
    }

    /// A term is lost, or taken as a number.
    pub(in crate::symbolic) fn note(&mut self, why: &str) {
        match self.concretised.get_mut(why) {
            Some(count) => *count += 1,
            None => {
                self.concretised.insert(why.to_owned(), 1);
            }
        }
    }

    /// Whether a relation holds, and as a term, if it is one.
    pub(in crate::symbolic) fn relate(&mut self, relation: Relation, a: Number, b: Number) -> Number {
        let value = Scalar::boolean(Scalar::compare(relation, a.value, b.value).unwrap_or(false));
        let symbolic = a.term.is_some() || b.term.is_some();
        let term = symbolic.then(|| {
            let (a, b) = (self.term(a), self.term(b));
            self.terms.compare(relation, a, b)
        });
        Number { value, term: term.filter(|&t| self.terms.as_constant(t).is_none()) }
    }

    /// The length of a text, and as a term of what input it is.
    pub(in crate::symbolic) fn length_of(&self, text: &Text) -> Number {
        let term = text.slot.and_then(|slot| self.lengths.get(&slot)).copied();
        Number { value: Scalar::Int(text.units.len() as i32), term }
    }

    /// A code unit of a text; of one that is an input, also behind its end, where it is 0 by now.
    pub(in crate::symbolic) fn unit_of(&mut self, text: &Text, index: usize) -> Number {
        if let Some(&unit) = text.units.get(index) {
            return unit;
        }
        let Some(slot) = text.slot else { return Number::int(0) };
        let value = Scalar::Int(0);
        let of = Origin::Unit { slot, index: index as u32 };
        let terms = &mut self.terms;
        let term = *self.units.entry((slot, index as u32)).or_insert_with(|| terms.input(Input { of, value, range: UNITS }));
        Number { value, term: Some(term) }
    }

    pub(super) fn branch(&self, number: u32) -> Option<Branch> {
        self.frames.last().map(|f| Branch { method: f.method.clone(), number })
    }

    /// Which way a branch goes: the outcome that is known, or the only one that the execution had.
    pub(super) fn decide(&mut self, number: u32, outcomes: u32, known: Option<u32>) -> Result<u32, Stop> {
        if known.is_none() {
            let branch = self.branch(number);
            self.undecided
                .extend(branch.filter(|b| !self.undecided.iter().any(|o| Arc::ptr_eq(&o.method, &b.method) && o.number == number)));
        }
        let Some(frame) = self.frames.last() else { return Err(Stop::Unsupported) };
        // What static initializers do belongs to no test.
        let initialising = self.frames.iter().any(|f| matches!(f.then, Then::Initialised(_)));
        let had = |outcome| if initialising { None } else { self.observed.had(&frame.method, number, outcome) };
        match known {
            Some(outcome) if had(outcome) == Some(false) => Err(Stop::Diverged),
            Some(outcome) => Ok(outcome),
            None => {
                let mut seen = (0..outcomes).filter(|&o| had(o) == Some(true));
                let only = seen.next().ok_or(if had(0).is_some() { Stop::Diverged } else { Stop::Unknown })?;
                if seen.next().is_some() { Err(Stop::Unknown) } else { Ok(only) }
            }
        }
    }

    /// Goes one way or another, as a condition says.
    pub(super) fn jump(&mut self, condition: Option<Number>, target: usize, number: u32) -> Result<(), Stop> {
        let known = condition.map(|c| u32::from(!c.value.is_true()));
        let outcome = self.decide(number, 2, known)?;
        if let Some(term) = condition.and_then(|c| c.term) {
            let other = self.terms.not(term);
            let (taken, left) = if outcome == 0 { (term, other) } else { (other, term) };
            let branch = self.branch(number).ok_or(Stop::Unsupported)?;
            let alternatives = vec![Alternative { outcome: 1 - outcome, condition: left }];
            self.add_clause(Clause { condition: taken, branch: Some(branch), alternatives })?;
        }
        if outcome == 0
            && let Some(frame) = self.frames.last_mut()
        {
            frame.next = target;
        }
        Ok(())
    }

    pub(super) fn switch(&mut self, value: Value, cases: &[Case], default: usize, number: u32) -> Result<(), Stop> {
        let outcomes = 1 + cases.iter().map(|c| c.2).max().unwrap_or(0);
        let chosen = |value: i32| cases.iter().find(|c| c.0 == value).map_or((default, 0), |c| (c.1, c.2));
        let number_of = match value {
            Value::Number(number) => Some(number),
            _ => None,
        };
        let known = number_of.map(|n| chosen(n.as_int()).1);
        let outcome = self.decide(number, outcomes, known)?;
        let hashed = number_of.and_then(|n| n.term).and_then(|t| self.hashes.remove(&t));
        if let Some(text) = hashed {
            return self.switch_on_text(&text, cases, default, number, outcome);
        }
        if let Some((value, term)) = number_of.and_then(|n| n.term.map(|t| (n.as_int(), t))) {
            let mut others = Vec::new();
            let condition_of = |machine: &mut Self, key: i32| {
                let key = machine.terms.constant(Scalar::Int(key));
                machine.terms.compare(Relation::Equal, term, key)
            };
            let taken = if cases.iter().any(|c| c.0 == value) {
                condition_of(self, value)
            } else {
                let mut none = self.terms.constant(Scalar::Int(1));
                for case in cases {
                    let key = self.terms.constant(Scalar::Int(case.0));
                    let differs = self.terms.compare(Relation::NotEqual, term, key);
                    none = self.terms.and(none, differs);
                }
                none
            };
            for &(key, _, of) in cases.iter().filter(|c| c.2 != outcome) {
                let condition = condition_of(self, key);
                others.push(Alternative { outcome: of, condition });
            }
            if outcome != 0 {
                let mut none = self.terms.constant(Scalar::Int(1));
                for case in cases.iter().filter(|c| c.2 != 0) {
                    let key = self.terms.constant(Scalar::Int(case.0));
                    let differs = self.terms.compare(Relation::NotEqual, term, key);
                    none = self.terms.and(none, differs);
                }
                others.push(Alternative { outcome: 0, condition: none });
            }
            let branch = self.branch(number).ok_or(Stop::Unsupported)?;
            self.add_clause(Clause { condition: taken, branch: Some(branch), alternatives: others })?;
        }
        let target = cases.iter().find(|c| c.2 == outcome).map_or(default, |c| c.1);
        if let Some(frame) = self.frames.last_mut() {
            frame.next = if outcome == 0 { default } else { target };
        }
        Ok(())
    }

    /// A switch on the hash code of a text, as that on texts is compiled: its cases are the texts of the class that have the hash codes.
    /// Another text of one of these hash codes goes another way than is said here; the execution shows it.
    pub(super) fn switch_on_text(&mut self, text: &Text, cases: &[Case], default: usize, number: u32, outcome: u32) -> Result<(), Stop> {
        let class = self.frames.last().map(|f| f.method.class);
        let texts = class.and_then(|c| self.classes.find(c)).map(|c| c.texts.clone()).unwrap_or_default();
        let mut none = Number::constant(Scalar::boolean(true));
        let mut taken = None;
        let mut alternatives = Vec::new();
        for &(key, _, of) in cases {
            for constant in texts.get(&key).into_iter().flatten() {
                let constant = Text { units: constant.iter().map(|&unit| Number::int(i32::from(unit))).collect(), slot: None };
                let same = self.same_text(text, &constant)?;
                let Some(term) = same.term else { continue };
                if of != outcome {
                    alternatives.push(Alternative { outcome: of, condition: term });
                } else if same.value.is_true() {
                    taken = Some(term);
                }
                let differs = self.terms.not(term);
                let differs = Number { value: Scalar::boolean(!same.value.is_true()), term: Some(differs) };
                none = self.both(none, differs);
            }
        }
        if let Some(none) = none.term.filter(|_| outcome != 0) {
            alternatives.push(Alternative { outcome: 0, condition: none });
        }
        let branch = self.branch(number).ok_or(Stop::Unsupported)?;
        match taken.or(none.term.filter(|_| none.value.is_true())) {
            Some(condition) => self.add_clause(Clause { condition, branch: Some(branch), alternatives })?,
            None => self.fix_length(text)?,
        }
        let target = cases.iter().find(|c| c.2 == outcome).map_or(default, |c| c.1);
        if let Some(frame) = self.frames.last_mut() {
            frame.next = if outcome == 0 { default } else { target };
        }
        Ok(())
    }
}
