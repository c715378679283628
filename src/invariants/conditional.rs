//! Implications: what holds only where a condition does (Ernst et al., "The Daikon system for dynamic detection of likely invariants",
//! SCP 69, 2007, section 3.4; Daikon's `PptSplitter`).
//!
//! The samples of a method's exits are split in two: by a boolean result, or as they are of two exits; by what the code asks before it
//! branches; by a variable of few values. What holds in one part, and not in the other, is an implication; two facts that exclude each
//! other, one of each part, are one equivalence. Two exits have no condition of their own: it is what the code asks, if that parts the
//! samples so, or the first such pair of facts.
//!
//! Where we differ from Daikon, so that chance and the habits of tests are not reported:
//!
//! - A part needs as many samples as a coin needs to be trusted, 7 by default; there one is enough for an equation.
//! - That all samples which break a fact are of the other part must be no chance: Fisher's exact test (Fisher, "On the interpretation of
//!   chi-squared from contingency tables", JRSS 85(1), 1922), one-sided, at 1 - confidence. Of the splits that are tried on the chance that
//!   they tell something, by Bonferroni's correction: the limit is divided by their number.
//! - Such a split must tell something that the method does: a consequence that is of entry values alone is what the tests happen to call it
//!   with. A bound there is, too.
//! - Of two conditions for one consequence, one of which is the other and more, the weaker one is said.

use super::confidence;
use super::formula::{Constant, Formula, Function, Predicate};
use super::found::{Candidate, Condition, Implication, PointInvariants};
use super::hierarchy::key;
use super::samples::{Cell, Kind, Place, Samples, Var};
use super::says::Says;
use super::settings::Settings;
use super::suppress;
use super::texts::Texts;
use crate::relation::Relation;
use hashbrown::HashSet;
use std::cmp::Ordering;

/// Splits that are tried on the chance that they tell something; each takes as much time as the point itself.
const MOST_TRIED: usize = 16;

/// What is known of a point beside its samples.
pub struct Told {
    /// What the code asks before it branches.
    pub conditions: Vec<Formula>,
    /// Of two exits together: which rows are of the first.
    pub first_exit: Option<Vec<bool>>,
}

/// One of two parts of the samples.
struct Part {
    samples: Samples,
    facts: Vec<Candidate>,
    /// What is true in all of its rows and in none of the other's; `None`: that is to be found.
    condition: Option<Condition>,
}

/// A way to part the rows.
struct Split {
    /// Which are of the first part.
    rows: Vec<bool>,
    /// What says so, of each part.
    conditions: Option<[Condition; 2]>,
    /// What the code asks and parts the rows alike, said of the first part.
    also: Vec<Condition>,
    /// Whether it is tried on the chance that it tells something.
    tried: bool,
}

/// An implication and the rows that its condition holds in.
struct Found {
    implication: Implication,
    rows: Vec<bool>,
}

/// The implications of a point. `infer` says what holds of some of its samples.
pub fn implications(
    point: &PointInvariants,
    texts: &Texts,
    settings: &Settings,
    infer: &dyn Fn(Samples) -> PointInvariants,
    told: &Told,
) -> Vec<Implication> {
    if !settings.conditional {
        return Vec::new();
    }
    let names = Names::of(point);
    let enough = |count: usize| confidence::coin(count as u64) >= settings.confidence;
    let splits: Vec<Split> = splits(point, &names, texts, settings, told)
        .into_iter()
        .filter(|s| {
            let first = s.rows.iter().filter(|r| **r).count();
            enough(first) && enough(s.rows.len() - first)
        })
        .collect();
    let tried = splits.iter().filter(|s| s.tried).count();
    let mut found: Vec<Found> = Vec::new();
    for split in splits {
        let [yes, no] = [true, false].map(|side| {
            let mut samples = point.samples.clone();
            let others: Vec<u32> = (0..split.rows.len()).filter(|row| split.rows[*row] != side).map(|row| row as u32).collect();
            samples.remove_rows(&others);
            samples.columns.iter_mut().for_each(super::samples::Column::normalise);
            infer(samples)
        });
        let [one, other] = split.conditions.map_or([None, None], |c| c.map(Some));
        let parts = [Part::of(yes, texts, one), Part::of(no, texts, other)];
        let limit = (1.0 - settings.confidence) / if split.tried { tried as f64 } else { 1.0 };
        for (implication, first) in of_parts(parts, texts, &names, limit, split.tried, &split.also) {
            let rows: Vec<bool> = split.rows.iter().map(|row| *row == first).collect();
            let same =
                |f: &Found| (&f.implication.condition, &f.implication.consequence) == (&implication.condition, &implication.consequence);
            if !found.iter().any(same) {
                found.push(Found { implication, rows });
            }
        }
    }
    weakest(found, &names)
}

/// Without those whose consequence a weaker condition has, too.
fn weakest(found: Vec<Found>, names: &Names) -> Vec<Implication> {
    let keys: Vec<String> = found.iter().map(|f| names.key(&f.implication.consequence)).collect();
    let within = |f: &Found, g: &Found| f.rows != g.rows && f.rows.iter().zip(&g.rows).all(|(f, g)| !f || *g);
    let said_by = |i: usize, j: usize| i != j && keys[i] == keys[j] && within(&found[i], &found[j]);
    let kept: Vec<bool> = (0..found.len()).map(|i| found[i].implication.equivalent || !(0..found.len()).any(|j| said_by(i, j))).collect();
    found.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(f, _)| f.implication).collect()
}

/// What the variables of a point are, all its samples together.
struct Names<'a> {
    samples: &'a Samples,
    leaders: Vec<Var>,
    /// Those that are always what some variable was on entry.
    given: Vec<bool>,
    /// Pairs each of which is a line of the other.
    determined: HashSet<(Var, Var)>,
    /// What is always the least or the greatest of two: that, and these.
    extremes: Vec<[Var; 3]>,
}

impl<'a> Names<'a> {
    fn of(point: &'a PointInvariants) -> Self {
        let samples = &point.samples;
        let mut leaders: Vec<Var> = (0..samples.variables.len()).collect();
        point.equalities.iter().for_each(|e| leaders[e.other] = e.leader);
        let sets: HashSet<Var> = (0..leaders.len()).filter(|v| samples.variables[*v].entry).map(|v| leaders[v]).collect();
        let mut given: Vec<bool> = leaders.iter().map(|leader| sets.contains(leader)).collect();
        // What is derived comes after what it is derived from.
        for v in 0..given.len() {
            if let Some(derivation) = samples.variables[v].derivation {
                given[v] |= given[derivation.base()] && derivation.index().is_none_or(|index| given[index]);
            }
        }
        let determined = point.invariants.iter().filter_map(|i| match &i.candidate.formula {
            Formula::Linear { terms, .. } if terms.len() == 2 => Some((leaders[terms[0].1], leaders[terms[1].1])),
            _ => None,
        });
        let determined = determined.flat_map(|(x, y)| [(x, y), (y, x)]).collect();
        let extremes = point.invariants.iter().filter_map(|i| match &i.candidate.formula {
            Formula::Function { function: Function::Min | Function::Max, result, x, y } => Some([*result, *x, *y].map(|v| leaders[v])),
            _ => None,
        });
        let extremes = extremes.collect();
        Self { samples, leaders, given, determined, extremes }
    }

    /// The formula's text, the same for variables that are always equal.
    fn key(&self, formula: &Formula) -> String {
        key(&formula.renamed(&|v| self.leaders[v]))
    }

    /// Whether a formula is of what the method was given alone.
    fn is_given(&self, formula: &Formula) -> bool {
        formula.variables().iter().all(|v| self.given[*v])
    }

    /// Whether two formulas are of the same variables.
    fn same_variables(&self, a: &Formula, b: &Formula) -> bool {
        let [a, b] = [a, b].map(|f| f.variables().iter().map(|v| self.leaders[*v]).collect::<HashSet<Var>>());
        a == b
    }

    /// The formula of entry values, in the shorter names of what they still are.
    fn shorter(&self, formula: &Formula) -> Formula {
        let now = |v: Var| {
            let name = self.samples.variables[v].name.strip_prefix("orig(").and_then(|n| n.strip_suffix(')'));
            name.and_then(|n| self.samples.find(n)).filter(|now| self.leaders[*now] == self.leaders[v]).unwrap_or(v)
        };
        formula.renamed(&now)
    }
}

fn splits(point: &PointInvariants, names: &Names, texts: &Texts, settings: &Settings, told: &Told) -> Vec<Split> {
    let samples = &point.samples;
    let exit = point.name.place == Place::Exit;
    let result = exit.then(|| samples.find("return")).flatten().filter(|v| is_boolean(samples, *v));
    let mut splits: Vec<Split> = result.and_then(|v| by_value(samples, v, 1)).into_iter().collect();
    if splits.is_empty()
        && let Some(first) = told.first_exit.as_ref().filter(|first| exit && first.len() == samples.rows)
    {
        splits.push(Split { rows: first.clone(), conditions: None, also: Vec::new(), tried: false });
    }
    if settings.code_conditions && exit {
        for formula in &told.conditions {
            if let Some(split) = by_formula(samples, texts, names.shorter(formula)) {
                add(&mut splits, split, true);
            }
        }
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
            for split in values[..count].iter().rev().filter_map(|value| by_value(samples, v, *value)) {
                add(&mut splits, Split { tried: true, ..split }, false);
            }
        }
    }
    let mut tried = 0;
    splits.retain(|s| {
        tried += usize::from(s.tried);
        !s.tried || tried <= MOST_TRIED
    });
    splits
}

/// Adds a split, or what it says to the one that parts the rows alike.
fn add(splits: &mut Vec<Split>, split: Split, asked: bool) {
    let opposite = |s: &Split| s.rows.iter().zip(&split.rows).all(|(a, b)| a != b);
    let Some(known) = splits.iter_mut().find(|s| s.rows == split.rows || opposite(s)) else {
        splits.push(split);
        return;
    };
    let Some([one, other]) = split.conditions else { return };
    let [one, other] = if known.rows == split.rows { [one, other] } else { [other, one] };
    if known.conditions.is_none() {
        known.conditions = Some([one, other]);
    } else if asked {
        known.also.push(one);
    }
}

/// Where a formula holds, and where it does not; `None`: it is always the one, or a variable is absent somewhere.
fn by_formula(samples: &Samples, texts: &Texts, formula: Formula) -> Option<Split> {
    let rows: Option<Vec<bool>> = (0..samples.rows).map(|row| formula.holds(samples, texts, row)).collect();
    let rows = rows.filter(|rows| rows.contains(&true) && rows.contains(&false))?;
    let negation = negation(&formula, samples);
    Some(Split { rows, conditions: Some([Condition::that(formula), negation]), also: Vec::new(), tried: true })
}

/// That a formula does not hold, without saying so where that can be said otherwise.
fn negation(formula: &Formula, samples: &Samples) -> Condition {
    let kind = |v: Var| samples.variables[v].kind;
    let otherwise = match formula {
        Formula::Unary(Predicate::AtLeast(Constant::Integer(c)), v) => {
            c.checked_sub(1).map(|c| Formula::Unary(Predicate::AtMost(Constant::Integer(c)), *v))
        }
        Formula::Unary(Predicate::AtMost(Constant::Integer(c)), v) => {
            c.checked_add(1).map(|c| Formula::Unary(Predicate::AtLeast(Constant::Integer(c)), *v))
        }
        Formula::Unary(Predicate::OneOf(values), v) => match (&values[..], kind(*v)) {
            ([Constant::Integer(value)], Kind::Boolean) => Some(Formula::Unary(Predicate::OneOf(vec![Constant::Integer(1 - value)]), *v)),
            ([Constant::Integer(0)], Kind::Integer | Kind::Reference) => Some(Formula::Unary(Predicate::NonZero, *v)),
            _ => None,
        },
        Formula::Compare(relation, x, y) => {
            let ordered = !matches!(relation, Relation::Equal | Relation::NotEqual);
            // A NaN is in no order.
            let exact = !ordered || kind(*x) != Kind::Real && kind(*y) != Kind::Real;
            exact.then(|| Formula::Compare(relation.negated(), *x, *y))
        }
        _ => None,
    };
    otherwise.map_or_else(|| Condition { formula: formula.clone(), negated: true }, Condition::that)
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
    let conditions = Some([one_of(vec![value]), one_of(others)].map(Condition::that));
    Some(Split { rows, conditions, also: Vec::new(), tried: false })
}

impl Part {
    fn of(point: PointInvariants, texts: &Texts, condition: Option<Condition>) -> Self {
        let mut facts: Vec<Candidate> = Vec::new();
        for equality in &point.equalities {
            let samples = point.samples.common_rows([equality.leader]);
            facts.push(Candidate { formula: equality.formula(&point.samples), confidence: confidence::JUSTIFIED, samples });
        }
        facts.extend(point.invariants.into_iter().filter(|i| i.implied_by.is_none()).map(|i| i.candidate));
        if let Some(condition) = condition.as_ref().filter(|c| !c.negated) {
            without_implied(&mut facts, &condition.formula, &point.samples, texts);
        }
        Self { samples: point.samples, facts, condition }
    }
}

/// Leaves out what the condition says already.
fn without_implied(facts: &mut Vec<Candidate>, condition: &Formula, samples: &Samples, texts: &Texts) {
    let known = Candidate { formula: condition.clone(), confidence: confidence::JUSTIFIED, samples: samples.rows as u64 };
    let mut with_condition = facts.clone();
    with_condition.push(known);
    let last = facts.len();
    let mut implied = suppress::implied(samples, texts, &with_condition).into_iter();
    facts.retain(|_| implied.next().flatten().is_none_or(|by| !by.contains(&last)));
}

/// Rows in which all variables of a formula are present.
fn judged(formula: &Formula, samples: &Samples) -> u64 {
    match formula.variables()[..] {
        [x] => samples.common_rows([x]),
        [x, y] => samples.common_rows([x, y]),
        [x, y, z] => samples.common_rows([x, y, z]),
        _ => samples.rows as u64,
    }
}

/// Whether it is no chance that all samples which break a fact are of the other part: that so many, drawn from all, are of that part has
/// at most the probability of the limit (Fisher's exact test, one-sided).
pub fn is_linked(fact: &Formula, own: &Samples, other: &Samples, texts: &Texts, limit: f64) -> bool {
    let (here, there) = (judged(fact, own) as f64, judged(fact, other) as f64);
    let (mut broken, mut chance) = (0.0, 1.0);
    for row in 0..other.rows {
        if fact.holds(other, texts, row) == Some(false) {
            chance *= (there - broken) / (here + there - broken);
            broken += 1.0;
            // The limit is that of a confidence, which may be 1.
            if chance <= limit.max(f64::EPSILON) {
                return true;
            }
        }
    }
    false
}

/// The implications, and whether their condition is that of the first part.
fn of_parts(
    [mut first, mut second]: [Part; 2],
    texts: &Texts,
    names: &Names,
    limit: f64,
    tried: bool,
    also: &[Condition],
) -> Vec<(Implication, bool)> {
    // What the other part does not break holds everywhere, or nobody knows.
    let own = |part: &Part, other: &Part| -> Vec<Candidate> {
        let mut seen = HashSet::new();
        let mut facts = part.facts.clone();
        facts.retain(|f| is_linked(&f.formula, &part.samples, &other.samples, texts, limit) && seen.insert(names.key(&f.formula)));
        facts
    };
    (first.facts, second.facts) = (own(&first, &second), own(&second, &first));
    if tried {
        let tells = |f: &Candidate| !names.is_given(&f.formula) && Says::of(&f.formula, names.samples) != Says::Bound;
        [&mut first, &mut second].into_iter().for_each(|part| part.facts.retain(tells));
    }
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
        first.condition = Some(Condition::that(first.facts[i].formula.clone()));
        second.condition = Some(Condition::that(second.facts[j].formula.clone()));
    }
    let mut found: Vec<(Implication, bool)> = Vec::new();
    let [of_first, of_second] = [&first, &second].map(|part| part.condition.as_ref().expect("given, or found above"));
    // What the code asks, and what the result says of it.
    for asked in also.iter().filter(|a| !names.same_variables(&a.formula, &of_first.formula)) {
        let telling = !tried || !names.is_given(&asked.formula) || !names.is_given(&of_first.formula);
        if telling && !found.iter().any(|(f, _)| names.same_variables(&f.consequence, &asked.formula)) {
            let condition = if asked.negated { of_second } else { of_first };
            found.push((
                Implication {
                    condition: condition.clone(),
                    consequence: asked.formula.clone(),
                    equivalent: true,
                    confidence: confidence::JUSTIFIED,
                    samples: (first.samples.rows + second.samples.rows) as u64,
                },
                !asked.negated,
            ));
        }
    }
    for part in [&first, &second] {
        let condition = part.condition.as_ref().expect("given, or found above");
        let other_side = std::ptr::eq(part, &raw const second);
        let said: HashSet<String> = found.iter().filter(|(f, _)| f.equivalent).map(|(f, _)| names.key(&f.consequence)).collect();
        for (i, fact) in part.facts.iter().enumerate() {
            if fact.formula == condition.formula || restates(&fact.formula, condition, names) || said.contains(&names.key(&fact.formula)) {
                continue;
            }
            // A pair is one equivalence, said by the more telling of the two.
            let pair = exclusive.iter().find(|(one, other)| i == if other_side { *other } else { *one });
            let says = |part: &Part, i: usize| Says::of(&part.facts[i].formula, &part.samples);
            if pair.is_some_and(|(one, other)| (says(&first, *one) > says(&second, *other)) != other_side) {
                continue;
            }
            let equivalent = pair.is_some();
            let implication = Implication {
                condition: condition.clone(),
                consequence: fact.formula.clone(),
                equivalent,
                confidence: fact.confidence,
                samples: fact.samples,
            };
            found.push((implication, !other_side));
        }
    }
    found
}

/// Whether a fact is of the condition's variables alone, or of what is a line of them everywhere, or relates what the condition says is one
/// value.
fn restates(fact: &Formula, condition: &Condition, names: &Names) -> bool {
    match (fact, &condition.formula) {
        (Formula::Unary(_, _), Formula::Unary(Predicate::Modulus { .. }, _)) => false,
        (Formula::Unary(_, x), Formula::Unary(_, y)) => {
            let [x, y] = [x, y].map(|v| names.leaders[*v]);
            x == y || names.determined.contains(&(x, y))
        }
        (Formula::Compare(Relation::Equal, ..), Formula::Unary(..)) => false,
        // Which of two is the lesser one says which of them the minimum is.
        (Formula::Compare(_, a, b), Formula::Compare(_, x, y)) => {
            let [a, b, x, y] = [a, b, x, y].map(|v| names.leaders[*v]);
            let of = |e: &[Var; 3]| (e.contains(&a) && e.contains(&b)) && [e[1], e[2]].iter().all(|v| *v == x || *v == y);
            names.extremes.iter().any(of) || names.same_variables(fact, &condition.formula)
        }
        // Where a variable is one value, what is related to it is related to that value.
        (_, Formula::Unary(Predicate::OneOf(values), y)) if values.len() == 1 && !condition.negated => {
            fact.variables().iter().any(|x| names.leaders[*x] == names.leaders[*y])
        }
        _ => false,
    }
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
