//! What a program is written with here: numbers that know where they come from, and a trace of the branches that depend on them.

use oraculum::path::condition::Clause;
use oraculum::relation::Relation;
use std::collections::HashSet;

/// A number over an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    Constant(i64),
    /// The value of an origin, plus a constant.
    Plus(String, i64),
    /// The remainder of the value of an origin.
    Modulo(String, i64),
}

impl Term {
    fn text(&self) -> String {
        match self {
            Self::Constant(value) => value.to_string(),
            Self::Plus(origin, 0) => origin.clone(),
            Self::Plus(origin, plus) if *plus < 0 => format!("{origin} - {}", -plus),
            Self::Plus(origin, plus) => format!("{origin} + {plus}"),
            Self::Modulo(origin, by) => format!("{origin} % {by}"),
        }
    }
}

/// A number of an execution: its value, and what it is of the inputs.
#[derive(Clone, Debug)]
pub struct Number {
    pub term: Term,
    pub value: i64,
}

impl Number {
    /// An input.
    pub fn input(origin: impl Into<String>, value: i64) -> Self {
        Self { term: Term::Plus(origin.into(), 0), value }
    }

    pub fn plus(&self, more: i64) -> Self {
        let term = match &self.term {
            Term::Constant(value) => Term::Constant(value + more),
            Term::Plus(origin, plus) => Term::Plus(origin.clone(), plus + more),
            Term::Modulo(..) => panic!("no program adds to a remainder"),
        };
        Self { term, value: self.value + more }
    }

    pub fn modulo(&self, by: i64) -> Self {
        match &self.term {
            Term::Plus(origin, 0) => Self { term: Term::Modulo(origin.clone(), by), value: self.value % by },
            other => panic!("no program takes the remainder of {other:?}"),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self { term: Term::Constant(value), value }
    }
}

/// A branch that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Compare(Term, Relation, Term),
    Null(String, bool),
}

impl Step {
    pub fn clause(&self) -> Clause {
        match self {
            Self::Compare(left, operator, right) => Clause::Compare { left: left.text(), operator: *operator, right: right.text() },
            Self::Null(origin, holds) => Clause::Null { origin: origin.clone(), holds: *holds },
        }
    }

    pub fn negated(&self) -> Self {
        match self {
            Self::Compare(left, operator, right) => Self::Compare(left.clone(), operator.negated(), right.clone()),
            Self::Null(origin, holds) => Self::Null(origin.clone(), !holds),
        }
    }
}

pub fn holds(left: i64, operator: Relation, right: i64) -> bool {
    match operator {
        Relation::Equal => left == right,
        Relation::NotEqual => left != right,
        Relation::Less => left < right,
        Relation::LessOrEqual => left <= right,
        Relation::Greater => left > right,
        Relation::GreaterOrEqual => left >= right,
    }
}

/// The branches of an execution that depend on its inputs. One that says what the path has said already is no branch.
#[derive(Debug, Default)]
pub struct Trace {
    pub steps: Vec<Step>,
    said: HashSet<String>,
}

impl Trace {
    pub fn test(&mut self, left: &Number, operator: Relation, right: impl Into<Number>) -> bool {
        let right = right.into();
        let holds = holds(left.value, operator, right.value);
        if !matches!((&left.term, &right.term), (Term::Constant(_), Term::Constant(_))) {
            let taken = if holds { operator } else { operator.negated() };
            self.push(Step::Compare(left.term.clone(), taken, right.term));
        }
        holds
    }

    pub fn is_null(&mut self, origin: &str, null: bool) -> bool {
        self.push(Step::Null(origin.into(), null));
        null
    }

    fn push(&mut self, step: Step) {
        if self.said.insert(step.clause().text()) {
            self.steps.push(step);
        }
    }
}
