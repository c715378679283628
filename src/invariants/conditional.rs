//! Implications: what holds only where a condition does (Ernst et al., "The Daikon system for dynamic detection of likely invariants",
//! SCP 69, 2007, section 3.4; Daikon's `PptSplitter`).
//!
//! The samples of a point are split in two, by a boolean result, or as they are of two exits. What holds in one part, and not in the other,
//! is an implication; two facts that exclude each other, one of each part, are one equivalence. Two exits have no condition of their own:
//! it is the first such pair of facts.
//!
//! Where we differ from Daikon: a part says something if it has as many samples as a coin needs to be trusted, 7 by default; there one is
//! enough for an equation.

use super::confidence;
use super::formula::{Constant, Formula, Predicate, Relation};
use super::found::{Candidate, Implication, PointInvariants};
use super::samples::{Cell, Kind, Place, Samples, Var};
use super::settings::Settings;
use super::texts::Texts;
use std::cmp::Ordering;

/// One of two parts of the samples.
struct Part {
    samples: Samples,
    facts: Vec<Candidate>,
    /// What is true in all of its rows and in none of the other's; `None`: that is to be found.
    condition: Option<Formula>,
}

/// The implications of a point. `infer` says what holds of some of its samples; `second_exit`: the row with which the second of two exits
/// begins.
pub fn implications(
    point: &PointInvariants,
    texts: &Texts,
    settings: &Settings,
    infer: &dyn Fn(Samples) -> PointInvariants,
    second_exit: Option<usize>,
) -> Vec<Implication> {
    if !settings.conditional {
        return Vec::new();
    }
    let mut found: Vec<Implication> = Vec::new();
    for (rows, conditions) in splits(point, settings, second_exit) {
        let enough = |count: usize| confidence::coin(count as u64) >= settings.confidence;
        let first = rows.iter().filter(|r| **r).count();
        if !enough(first) || !enough(rows.len() - first) {
            continue;
        }
        let [yes, no] = [true, false].map(|side| {
            let mut samples = point.samples.clone();
            let others: Vec<u32> = (0..rows.len()).filter(|row| rows[*row] != side).map(|row| row as u32).collect();
            samples.remove_rows(&others);
            samples.columns.iter_mut().for_each(super::samples::Column::normalise);
            infer(samples)
        });
        let [one, other] = conditions.map_or([None, None], |c| c.map(Some));
        let parts = [Part::of(yes, one), Part::of(no, other)];
        for implication in of_parts(parts, texts) {
            if !found.iter().any(|f| (&f.condition, &f.consequence) == (&implication.condition, &implication.consequence)) {
                found.push(implication);
            }
        }
    }
    found
}

/// A way to part the rows: which are of the first part, and what says so.
type Split = (Vec<bool>, Option<[Formula; 2]>);

fn splits(point: &PointInvariants, settings: &Settings, second_exit: Option<usize>) -> Vec<Split> {
    let samples = &point.samples;
    let exit = point.name.place == Place::Exit;
    let result = exit.then(|| samples.find("return")).flatten().filter(|v| is_boolean(samples, *v));
    let mut splits: Vec<Split> = result.and_then(|v| by_value(samples, v, 1)).into_iter().collect();
    if splits.is_empty()
        && let Some(second) = second_exit.filter(|_| exit)
    {
        splits.push(((0..samples.rows).map(|row| row < second).collect(), None));
    }
    if settings.splits {
        for v in (0..samples.variables.len()).filter(|v| Some(*v) != result && samples.variables[*v].derivation.is_none()) {
            let kind = samples.variables[v].kind;
            if !samples.variables[v].is_scalar() || !matches!(kind, Kind::Boolean | Kind::Integer | Kind::Text) {
                continue;
            }
            let values = few_values(samples, v, settings.one_of);
            // Of two values one is enough.
            let count = if values.len() == 2 { 1 } else { values.len() };
            splits.extend(values[..count].iter().rev().filter_map(|value| by_value(samples, v, *value)));
        }
    }
    splits
}

fn is_boolean(samples: &Samples, v: Var) -> bool {
    samples.variables[v].is_scalar() && samples.variables[v].kind == Kind::Boolean
}

/// The values of a variable, if they are two or more and no more than so many.
fn few_values(samples: &Samples, v: Var, most: usize) -> Vec<i64> {
    let mut values = Vec::new();
    for row in samples.rows_of([v]) {
        if let Some(Cell::Integer(value)) = samples.cell(v, row)
            && !values.contains(&value)
        {
            if values.len() == most {
                return Vec::new();
            }
            values.push(value);
        }
    }
    values.sort_unstable();
    if values.len() < 2 { Vec::new() } else { values }
}

/// Where a variable has a value, and where another; `None`: it is always the one, or absent somewhere.
fn by_value(samples: &Samples, v: Var, value: i64) -> Option<Split> {
    let cells: Option<Vec<i64>> =
        (0..samples.rows).map(|row| if let Some(Cell::Integer(x)) = samples.cell(v, row) { Some(x) } else { None }).collect();
    let cells = cells?;
    let rows: Vec<bool> = cells.iter().map(|x| *x == value).collect();
    let mut others: Vec<i64> = cells.into_iter().filter(|x| *x != value).collect();
    others.sort_unstable();
    others.dedup();
    if others.is_empty() || !rows.contains(&true) {
        return None;
    }
    let one_of = |values: Vec<i64>| Formula::Unary(Predicate::OneOf(values.into_iter().map(Constant::Integer).collect()), v);
    Some((rows, Some([one_of(vec![value]), one_of(others)])))
}

impl Part {
    fn of(point: PointInvariants, condition: Option<Formula>) -> Self {
        let mut facts: Vec<Candidate> = Vec::new();
        for equality in &point.equalities {
            let scalar = point.samples.variables[equality.leader].is_scalar();
            let formula = if scalar {
                Formula::Compare(Relation::Equal, equality.leader, equality.other)
            } else {
                Formula::Lexical(Relation::Equal, equality.leader, equality.other)
            };
            let samples = point.samples.common_rows([equality.leader]);
            facts.push(Candidate { formula, confidence: confidence::JUSTIFIED, samples });
        }
        facts.extend(point.invariants.into_iter().filter(|i| i.implied_by.is_none()).map(|i| i.candidate));
        Self { samples: point.samples, facts, condition }
    }

    /// Whether the part has a row in which a formula is false.
    fn breaks(&self, formula: &Formula, texts: &Texts) -> bool {
        (0..self.samples.rows).any(|row| formula.holds(&self.samples, texts, row) == Some(false))
    }
}

fn of_parts([mut first, mut second]: [Part; 2], texts: &Texts) -> Vec<Implication> {
    // What the other part does not break holds everywhere, or nobody knows.
    let own = |part: &mut Part, other: &Part| part.facts.retain(|f| other.breaks(&f.formula, texts));
    own(&mut first, &second);
    own(&mut second, &first);
    let mut exclusive: Vec<(usize, usize)> = Vec::new();
    for (i, a) in first.facts.iter().enumerate() {
        let free = |j: &usize| exclusive.iter().all(|e| e.1 != *j);
        let excluded = |j: &usize| excludes(&a.formula, &second.facts[*j].formula, &first.samples);
        if let Some(j) = (0..second.facts.len()).filter(free).find(excluded) {
            exclusive.push((i, j));
        }
    }
    if first.condition.is_none() {
        let Some(&(i, j)) = exclusive.iter().min_by_key(|(i, _)| as_condition(&first.facts[*i].formula, &first.samples)) else {
            return Vec::new();
        };
        first.condition = Some(first.facts[i].formula.clone());
        second.condition = Some(second.facts[j].formula.clone());
    }
    let mut found = Vec::new();
    for (part, paired) in [(&first, exclusive.iter().map(|e| e.0).collect::<Vec<_>>()), (&second, exclusive.iter().map(|e| e.1).collect())]
    {
        let condition = part.condition.as_ref().expect("given, or found above");
        let other_side = std::ptr::eq(part, &raw const second);
        for (i, fact) in part.facts.iter().enumerate().filter(|(_, f)| f.formula != *condition && !restates(&f.formula, condition)) {
            let equivalent = paired.contains(&i);
            // The pair is one equivalence, said of the first part.
            if equivalent && other_side {
                continue;
            }
            found.push(Implication {
                condition: condition.clone(),
                consequence: fact.formula.clone(),
                equivalent,
                confidence: fact.confidence,
                samples: fact.samples,
            });
        }
    }
    found
}

/// Whether a fact is of the condition's variable alone, which the condition says all of.
fn restates(fact: &Formula, condition: &Formula) -> bool {
    matches!((fact, condition), (Formula::Unary(_, x), Formula::Unary(Predicate::OneOf(_), y)) if x == y)
}

/// The smaller the better a fact is as the condition of two exits: results first, then single values.
fn as_condition(formula: &Formula, samples: &Samples) -> (bool, usize, bool) {
    let of_result = formula.variables().iter().any(|v| samples.variables[*v].name == "return");
    let one_value = matches!(formula, Formula::Unary(Predicate::OneOf(values), _) if values.len() == 1);
    (!of_result, formula.variables().len(), !one_value)
}

/// Whether two facts cannot both be so.
fn excludes(a: &Formula, b: &Formula, samples: &Samples) -> bool {
    match (a, b) {
        (Formula::Unary(p, x), Formula::Unary(q, y)) => {
            x == y && samples.variables[*x].is_scalar() && (predicates_exclude(p, q) || predicates_exclude(q, p))
        }
        (Formula::Compare(r, x, y), Formula::Compare(s, u, v)) => {
            let s = match ((x, y) == (u, v), (x, y) == (v, u)) {
                (true, _) => *s,
                (_, true) => s.mirrored(),
                _ => return false,
            };
            [Ordering::Less, Ordering::Equal, Ordering::Greater].into_iter().map(Some).chain([None]).all(|o| !(r.admits(o) && s.admits(o)))
        }
        _ => false,
    }
}

fn predicates_exclude(p: &Predicate, q: &Predicate) -> bool {
    let zero = |c: &Constant| matches!(c, Constant::Integer(0)) || matches!(c, Constant::Real(x) if *x == 0.0);
    match (p, q) {
        (Predicate::OneOf(a), Predicate::OneOf(b)) => a.iter().all(|x| !b.contains(x)),
        (Predicate::OneOf(a), Predicate::NonZero) => a.iter().all(zero),
        (Predicate::OneOf(a), Predicate::AtLeast(least)) => a.iter().all(|x| x.compare(*least).is_lt()),
        (Predicate::OneOf(a), Predicate::AtMost(most)) => a.iter().all(|x| x.compare(*most).is_gt()),
        (Predicate::AtLeast(least), Predicate::AtMost(most)) => least.compare(*most).is_gt(),
        _ => false,
    }
}
