//! The constraints of a method: what its entry and its normal exit fulfilled in all invocations of the manual run.

use super::plan::Method;
use super::settings::{Constraints, Settings};
use crate::assertion::ast::{Expr, Type};
use crate::assertion::{check, eval, render};
use crate::daikon::notation;
use crate::evidence::dataset::{Dataset, TextPool};
use crate::evidence::record::State;
use crate::evidence::schema::VarId;
use crate::evidence::state_columns::columns;
use crate::invariants::formula::Formula;
use crate::invariants::samples::{Place, PointName, Samples, Var, Variable};
use crate::invariants::texts::Texts;
use crate::invariants::trace::{Point, Trace};
use crate::invariants::{PointInvariants, confidence, derive, expression, infer, settings, states};
use crate::relation::Relation;
use crate::{Result, evidence};
use serde::Serialize;
use std::collections::BTreeSet;

/// Which point of a method, and which of the two values of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Moment {
    Entry,
    /// All normal exits.
    Exit,
}

impl Moment {
    pub const ALL: [Self; 2] = [Self::Entry, Self::Exit];

    /// When a variable of a schema has its value.
    pub fn of(method: &Method, variable: VarId) -> Self {
        if states::is_entry_value(&method.schema, variable) { Self::Entry } else { Self::Exit }
    }
}

/// A constraint of a point.
#[derive(Clone, Debug)]
pub struct Constraint {
    pub formula: Formula,
    /// In 0..=1.
    pub confidence: f64,
    /// The samples, or elements, that it was judged by.
    pub samples: u64,
}

/// The constraints of one point of a method, and the samples that they are true of.
pub struct PointConstraints {
    pub moment: Moment,
    pub constraints: Vec<Constraint>,
    /// Of the manual run, with derived variables.
    pub samples: Samples,
    /// Derived variables that there was no room for.
    pub left_out: usize,
}

/// The states of a method in one run, and which of its invocations ended normally.
pub struct MethodStates<'a> {
    pub method: &'a Method,
    pub states: Vec<State<'a>>,
    pub returned: Vec<bool>,
}

impl MethodStates<'_> {
    /// The states that are there at a moment.
    pub fn at(&self, moment: Moment) -> Vec<State<'_>> {
        self.rows(moment).map(|row| self.states[row]).collect()
    }

    /// Their places among all.
    pub fn rows(&self, moment: Moment) -> impl Iterator<Item = usize> + '_ {
        (0..self.states.len()).filter(move |row| moment == Moment::Entry || self.returned[*row])
    }
}

/// States as a dataset in which all are correct, so that invariants and assertions can be looked at in it.
pub fn dataset(method: &Method, states: &[State], texts: &mut TextPool) -> Result<Dataset> {
    Ok(Dataset {
        explored: false,
        schema: method.schema.clone(),
        rows: states.len(),
        correct: states.len(),
        columns: columns(&method.schema, states, texts)?,
        origins: Vec::new(),
        texts: TextPool::default(),
        correct_tests: Vec::new(),
        constants: evidence::constants::Constants::default(),
    })
}

/// The samples of a moment, without derived variables. `places` are those of the texts.
pub fn samples(data: &Dataset, places: &[i64], moment: Moment) -> Samples {
    states::samples(data, places, moment == Moment::Entry)
}

/// Infers the constraints of a method from datasets of its moments, in their order.
pub fn infer_constraints(
    method: &Method,
    data: [&Dataset; 2],
    texts: &Texts,
    places: &[i64],
    settings: &Settings,
) -> Vec<PointConstraints> {
    let name = |place| PointName { method: method.to_string(), place };
    let mut points = Vec::new();
    for (moment, data) in Moment::ALL.into_iter().zip(data) {
        let samples = samples(data, places, moment);
        if samples.rows > 0 && !samples.variables.is_empty() {
            let place = if moment == Moment::Entry { Place::Entry } else { Place::Exit };
            points.push(Point::new(name(place), samples));
        }
    }
    // Pre- and postconditions of one method: what holds of all objects of its class is said at each.
    let infer_settings = settings::Settings {
        objects: false,
        conditional: false,
        signs: settings.signs,
        nan_equals_nan: settings.nan_equals_nan,
        ..settings.infer.clone()
    };
    let (_, inferred) = infer(Trace { texts: texts.clone(), points, parents: Vec::new() }, false, &infer_settings);
    inferred.into_iter().map(|p| point_constraints(p, settings.constraints)).collect()
}

fn point_constraints(point: PointInvariants, which: Constraints) -> PointConstraints {
    let moment = if point.name.place == Place::Entry { Moment::Entry } else { Moment::Exit };
    let all = which == Constraints::All;
    let equalities = point.equalities.iter().filter(|e| all || e.elsewhere.is_none()).map(|e| Constraint {
        formula: equal(&point.samples, e.leader, e.other),
        confidence: confidence::JUSTIFIED,
        samples: point.samples.common_rows([e.leader]),
    });
    let invariants = point.invariants.iter().filter(|i| all || i.is_reported()).map(|i| Constraint {
        formula: i.candidate.formula.clone(),
        confidence: i.candidate.confidence,
        samples: i.candidate.samples,
    });
    let constraints = equalities.chain(invariants).collect();
    PointConstraints { moment, constraints, samples: point.samples, left_out: point.left_out }
}

fn equal(samples: &Samples, leader: Var, other: Var) -> Formula {
    if samples.variables[leader].is_scalar() {
        Formula::Compare(Relation::Equal, leader, other)
    } else {
        Formula::Lexical(Relation::Equal, leader, other)
    }
}

/// The recorded variables that a constraint speaks of: a derived variable stands for what it was read from.
pub fn recorded(formula: &Formula, variables: &[Variable]) -> Vec<VarId> {
    let mut found = BTreeSet::new();
    for mut var in formula.variables() {
        loop {
            match (variables[var].source, variables[var].derivation) {
                (Some(id), _) => {
                    found.insert(id);
                    break;
                }
                (None, Some(derivation)) => var = derivation.base(),
                (None, None) => break,
            }
        }
    }
    found.into_iter().collect()
}

/// The constraint in Daikon's notation.
pub fn in_daikon(formula: &Formula, samples: &Samples, texts: &Texts) -> String {
    notation::invariant(formula, samples, texts)
}

/// The constraint as Java at its moment, if it is true as Java computes it in all states; `None`: the assertion language has no words for
/// it.
pub fn in_java(formula: &Formula, samples: &Samples, texts: &Texts, data: &Dataset, moment: Moment) -> Option<String> {
    let well_typed = |e: &Expr| check::type_of(e, &data.schema) == Ok(Type::Boolean);
    let expr = expression::expression(formula, samples, texts, &data.schema).filter(well_typed)?;
    let holds = eval::evaluate(data, &expr).0;
    if !(0..data.correct).all(|row| holds.get(row)) {
        return None;
    }
    let schema = if moment == Moment::Entry { states::schema_at_entry(&data.schema) } else { data.schema.clone() };
    Some(render::to_java_at_exit(&expr, &schema).0)
}

/// How a constraint fares in other samples of its point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// The rows that violate it, ascending.
    pub violating: Vec<u32>,
    /// Rows in which it is true or false.
    pub decided: u64,
}

/// The fate of each constraint in other samples of the same point. A variable that is absent violates nothing: what it was read from is
/// null, and where that never was, another constraint says so.
pub fn fates(constraints: &[Constraint], samples: &Samples, texts: &Texts) -> Vec<Fate> {
    let of = |c: &Constraint| {
        let mut fate = Fate::default();
        for row in 0..samples.rows {
            let holds = c.formula.holds(samples, texts, row);
            fate.decided += u64::from(holds.is_some());
            if holds == Some(false) {
                fate.violating.push(row as u32);
            }
        }
        fate
    };
    crate::compute::parallel::map(constraints, of)
}

/// The samples of another run with the variables that were derived in the first.
pub fn samples_like(data: &Dataset, texts: &Texts, places: &[i64], moment: Moment, like: &[Variable]) -> Samples {
    let mut samples = samples(data, places, moment);
    derive::extend_like(&mut samples, texts, like);
    samples
}
