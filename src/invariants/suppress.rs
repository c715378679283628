//! Which invariants of a program point follow from others there, and from which.
//!
//! Each rule is an implication that holds in every single sample, whatever the trace; the tests check it on samples that no invariant was
//! inferred from. What follows is left out of the report. No circle of rules exists: `one of` implies bounds, bounds imply `!= 0`, unary
//! invariants and lines imply comparisons, the parts of a sequence follow from the whole, and an order follows from two others only where
//! these are a path.

use super::derive::containers;
use super::formula::{Constant, Formula, Function, Numeric, Part, Predicate};
use super::found::{Candidate, LinearPairs};
use super::samples::{Derivation, Kind, Samples, Shape, Var};
use super::texts::Texts;
use crate::relation::Relation;
use hashbrown::HashMap;
use std::cmp::Ordering;

/// For each invariant the places of those that imply it; `None` if none do.
pub fn implied(samples: &Samples, texts: &Texts, invariants: &[Candidate]) -> Vec<Option<Vec<usize>>> {
    let known = Known::of(samples, texts, invariants);
    (0..invariants.len()).map(|i| known.implies(&invariants[i].formula)).collect()
}

/// Pairs of variables that are on a line.
pub fn linear_pairs(invariants: &[Candidate]) -> LinearPairs {
    let pairs = invariants.iter().filter_map(|c| match &c.formula {
        Formula::Linear { terms, .. } if terms.len() == 2 => Some((terms[0].1, terms[1].1)),
        Formula::RealLinear { result, terms, .. } if terms.len() == 1 => Some((*result, terms[0].1)),
        Formula::Compare(Relation::Equal, x, y) => Some((*x, *y)),
        _ => None,
    });
    LinearPairs(pairs.flat_map(|(x, y)| [(x, y), (y, x)]).collect())
}

struct Known<'a> {
    samples: &'a Samples,
    texts: &'a Texts,
    invariants: &'a [Candidate],
    /// The invariants of each set of variables, sorted.
    by_variables: HashMap<Vec<Var>, Vec<usize>>,
    /// `x < y` and `x <= y`: by x and y, whether strictly, and where that is said.
    below: HashMap<(Var, Var), (bool, usize)>,
    above_of: HashMap<Var, Vec<Var>>,
}

/// What is known of the size of a variable's values.
struct Interval {
    least: Option<Constant>,
    greatest: Option<Constant>,
    from: Vec<usize>,
}

impl<'a> Known<'a> {
    fn of(samples: &'a Samples, texts: &'a Texts, invariants: &'a [Candidate]) -> Self {
        let mut known = Self { samples, texts, invariants, by_variables: HashMap::new(), below: HashMap::new(), above_of: HashMap::new() };
        for (i, candidate) in invariants.iter().enumerate() {
            let mut variables = candidate.formula.variables();
            variables.sort_unstable();
            known.by_variables.entry(variables.to_vec()).or_default().push(i);
            if let Formula::Compare(relation, x, y) = candidate.formula {
                let edge = match relation {
                    Relation::Less => Some((x, y, true)),
                    Relation::LessOrEqual => Some((x, y, false)),
                    Relation::Greater => Some((y, x, true)),
                    Relation::GreaterOrEqual => Some((y, x, false)),
                    Relation::Equal | Relation::NotEqual => None,
                };
                if let Some((low, high, strict)) = edge {
                    known.below.insert((low, high), (strict, i));
                    known.above_of.entry(low).or_default().push(high);
                }
            }
        }
        known
    }

    /// The first invariant of these variables that passes.
    fn find(&self, variables: &[Var], pass: impl Fn(&Formula) -> bool) -> Option<usize> {
        let mut sorted = variables.to_vec();
        sorted.sort_unstable();
        self.by_variables.get(&sorted)?.iter().copied().find(|i| pass(&self.invariants[*i].formula))
    }

    fn implies(&self, formula: &Formula) -> Option<Vec<usize>> {
        match formula {
            Formula::Unary(predicate, v) => self.unary(predicate, *v),
            Formula::SequenceOneOf(..) => None,
            Formula::Neighbours(relation, v) => {
                let part = || self.of_container(*v, |w| Formula::Neighbours(*relation, w));
                let one_value = || {
                    let single = |f: &Formula| matches!(f, Formula::Unary(Predicate::OneOf(values), _) if values.len() == 1);
                    self.find(&[*v], single).filter(|_| *relation == Relation::Equal && self.has_order(*v)).map(|i| vec![i])
                };
                self.by_lists(*v, formula).or_else(part).or_else(one_value)
            }
            Formula::NoDuplicates(v) => {
                let strict = |f: &Formula| matches!(f, Formula::Neighbours(Relation::Less | Relation::Greater, _));
                let part = || self.of_container(*v, Formula::NoDuplicates);
                self.by_lists(*v, formula).or_else(part).or_else(|| self.find(&[*v], strict).map(|i| vec![i]))
            }
            Formula::Compare(relation, x, y) => self.comparison(*relation, *x, *y),
            Formula::ElementsCompare(relation, a, y) => self
                .by_intervals(*relation, *a, *y)
                .or_else(|| self.of_container(*a, |w| Formula::ElementsCompare(*relation, w, *y)))
                .or_else(|| self.elements_by_order(*relation, *a, *y)),
            Formula::Pairwise(..) | Formula::Linear { .. } | Formula::RealLinear { .. } | Formula::Reverse(..) => None,
            Formula::Lexical(relation, a, b) => {
                // An empty sequence is equal to an empty one, so that elements say only what admits equality.
                let admitted = matches!(relation, Relation::LessOrEqual | Relation::GreaterOrEqual);
                self.relation(*a, *b, |f| match f {
                    Formula::Pairwise(r, x, y) => Some((*r, *x, *y)),
                    _ => None,
                })
                .filter(|(r, _)| admitted && stronger(*r, *relation))
                .map(|(_, i)| vec![i])
            }
            Formula::Numeric(numeric, x, y) => self.numeric(*numeric, *x, *y),
            Formula::Within(part, x, y) => {
                let better = |f: &Formula| matches!(f, Formula::Within(Part::Start | Part::End, p, q) if (p, q) == (x, y));
                self.find(&[*x, *y], better).filter(|_| *part == Part::Anywhere).map(|i| vec![i])
            }
            Formula::Member(x, a) => self.of_container(*x, |w| Formula::Subset(w, *a)),
            Formula::Subset(a, b) => {
                let better = |f: &Formula| {
                    matches!(f, Formula::Subsequence(p, q) if (p, q) == (a, b))
                        || matches!(f, Formula::Reverse(..) | Formula::Lexical(Relation::Equal, ..))
                };
                let part = || self.of_container(*a, |w| Formula::Subset(w, *b));
                self.find(&[*a, *b], better).map(|i| vec![i]).or_else(part)
            }
            Formula::Subsequence(a, b) => {
                let equal = |f: &Formula| matches!(f, Formula::Lexical(Relation::Equal, ..));
                let part = || self.of_container(*a, |w| Formula::Subsequence(w, *b));
                self.find(&[*a, *b], equal).filter(|_| self.has_order(*a)).map(|i| vec![i]).or_else(part)
            }
            Formula::Function { function, result, x, y } => self.function(*function, *result, *x, *y),
        }
    }

    fn has_order(&self, v: Var) -> bool {
        self.samples.variables[v].shape == Shape::Sequence
    }

    fn kind(&self, v: Var) -> Kind {
        self.samples.variables[v].kind
    }

    /// The same said of what contains the variable's elements.
    fn of_container(&self, v: Var, formula: impl Fn(Var) -> Formula) -> Option<Vec<usize>> {
        containers(self.samples, v).into_iter().find_map(|w| {
            let wanted = formula(w);
            self.find(&wanted.variables(), |f| *f == wanted).map(|i| vec![i])
        })
    }

    /// Whether all lists that a sequence may be satisfy what is said of it.
    fn by_lists(&self, v: Var, formula: &Formula) -> Option<Vec<usize>> {
        let i = self.find(&[v], |f| matches!(f, Formula::SequenceOneOf(..)))?;
        let Formula::SequenceOneOf(lists, _) = &self.invariants[i].formula else { return None };
        lists.iter().all(|list| self.would_hold(formula, v, list)).then(|| vec![i])
    }

    /// Whether a formula of one sequence holds of a list.
    fn would_hold(&self, formula: &Formula, v: Var, list: &[Constant]) -> bool {
        let mut alone = Samples { rows: 1, ..Samples::default() };
        let variable = &self.samples.variables[v];
        let mut data = super::samples::Data::empty(variable.kind, Shape::Sequence);
        match &mut data {
            super::samples::Data::IntegerLists { offsets, items } => {
                items.extend(list.iter().map(|c| if let Constant::Integer(x) = c { *x } else { 0 }));
                offsets.push(items.len() as u32);
            }
            super::samples::Data::RealLists { offsets, items } => {
                items.extend(list.iter().map(|c| if let Constant::Real(x) = c { *x } else { 0.0 }));
                offsets.push(items.len() as u32);
            }
            _ => return false,
        }
        alone.push(variable.clone(), super::samples::Column { data, present: None });
        formula.renamed(&|_| 0).holds(&alone, self.texts, 0) == Some(true)
    }

    fn unary(&self, predicate: &Predicate, v: Var) -> Option<Vec<usize>> {
        let formula = Formula::Unary(predicate.clone(), v);
        if !self.samples.variables[v].is_scalar()
            && let Some(by) = self.by_lists(v, &formula)
        {
            return Some(by);
        }
        let better = |f: &Formula| {
            let Formula::Unary(other, _) = f else { return false };
            rank(other) < rank(predicate) && self.predicate_implies(self.kind(v), other, predicate)
        };
        if let Some(i) = self.find(&[v], better) {
            return Some(vec![i]);
        }
        if let Some(Derivation::Length(base)) = self.samples.variables[v].derivation {
            return self.length_by_lists(base, predicate);
        }
        containers(self.samples, v).into_iter().find_map(|w| {
            let of_all = |f: &Formula| matches!(f, Formula::Unary(other, _) if self.predicate_implies(self.kind(v), other, predicate));
            self.find(&[w], of_all).map(|i| vec![i])
        })
    }

    /// The lengths of the few lists, or texts, that something may be.
    fn length_by_lists(&self, base: Var, predicate: &Predicate) -> Option<Vec<usize>> {
        let scalar = self.samples.variables[base].is_scalar();
        let named = |f: &Formula| match f {
            Formula::SequenceOneOf(..) => true,
            Formula::Unary(Predicate::OneOf(_), _) => scalar,
            _ => false,
        };
        let i = self.find(&[base], named)?;
        let lengths: Vec<i64> = match &self.invariants[i].formula {
            Formula::SequenceOneOf(lists, _) => lists.iter().map(|list| list.len() as i64).collect(),
            Formula::Unary(Predicate::OneOf(values), _) => values
                .iter()
                .filter_map(|c| if let Constant::Integer(place) = c { self.texts.get(*place) } else { None })
                .map(|t| t.len() as i64)
                .collect(),
            _ => return None,
        };
        let lengths: Vec<Constant> = lengths.into_iter().map(Constant::Integer).collect();
        self.all_satisfy(Kind::Integer, &lengths, predicate).then(|| vec![i])
    }

    fn all_satisfy(&self, kind: Kind, values: &[Constant], predicate: &Predicate) -> bool {
        values.iter().all(|value| predicate.holds(kind, self.texts, *value))
    }

    fn predicate_implies(&self, kind: Kind, known: &Predicate, wanted: &Predicate) -> bool {
        let zero_is = |least: &Constant| match least {
            Constant::Integer(x) => x.cmp(&0),
            Constant::Real(x) => x.partial_cmp(&0.0).unwrap_or(Ordering::Equal),
        };
        match (known, wanted) {
            // That there was one object only does not say to a reader that it was one.
            (Predicate::OneOf(_), Predicate::NonZero) if kind == Kind::Reference => false,
            (Predicate::OneOf(values), _) => self.all_satisfy(kind, values, wanted),
            (Predicate::AtLeast(least), Predicate::NonZero) => zero_is(least).is_gt(),
            (Predicate::AtMost(most), Predicate::NonZero) => zero_is(most).is_lt(),
            (Predicate::AtLeast(a), Predicate::AtLeast(b)) => a.compare(*b).is_ge(),
            (Predicate::AtMost(a), Predicate::AtMost(b)) => a.compare(*b).is_le(),
            (Predicate::PowerOfTwo, Predicate::NonZero) => true,
            (Predicate::PowerOfTwo, Predicate::AtLeast(least)) => least.compare(Constant::Integer(1)).is_le(),
            (Predicate::Modulus { remainder, .. }, Predicate::NonZero) => *remainder != 0,
            (Predicate::Printable, Predicate::NonZero) => true,
            _ => known == wanted,
        }
    }

    fn interval(&self, v: Var) -> Option<Interval> {
        let mut interval = Interval { least: None, greatest: None, from: Vec::new() };
        let text = matches!(self.kind(v), Kind::Text | Kind::ClassName);
        for &i in self.by_variables.get([v].as_slice())? {
            match &self.invariants[i].formula {
                Formula::Unary(Predicate::OneOf(values), _) => {
                    let unordered = values.iter().any(|c| match c {
                        Constant::Real(x) => x.is_nan(),
                        Constant::Integer(x) => text && *x == 0,
                    });
                    if unordered {
                        return None;
                    }
                    let (least, greatest) = (values.first().copied(), values.last().copied());
                    return Some(Interval { least, greatest, from: vec![i] });
                }
                Formula::Unary(Predicate::AtLeast(least), _) => {
                    interval.least = Some(*least);
                    interval.from.push(i);
                }
                Formula::Unary(Predicate::AtMost(most), _) => {
                    interval.greatest = Some(*most);
                    interval.from.push(i);
                }
                _ => {}
            }
        }
        (!interval.from.is_empty()).then_some(interval)
    }

    fn by_intervals(&self, relation: Relation, x: Var, y: Var) -> Option<Vec<usize>> {
        let (a, b) = (self.interval(x)?, self.interval(y)?);
        let apart = |low: Option<Constant>, high: Option<Constant>| Some(low?.compare(high?));
        let below = apart(a.greatest, b.least);
        let above = apart(a.least, b.greatest);
        let holds = match relation {
            Relation::Less => below == Some(Ordering::Less),
            Relation::LessOrEqual => below.is_some_and(Ordering::is_le),
            Relation::Greater => above == Some(Ordering::Greater),
            Relation::GreaterOrEqual => above.is_some_and(Ordering::is_ge),
            Relation::NotEqual => below == Some(Ordering::Less) || above == Some(Ordering::Greater),
            Relation::Equal => false,
        };
        holds.then(|| a.from.into_iter().chain(b.from).collect())
    }

    /// The relation that is known of two variables, from the first to the second.
    fn relation(&self, x: Var, y: Var, of: impl Fn(&Formula) -> Option<(Relation, Var, Var)>) -> Option<(Relation, usize)> {
        let i = self.find(&[x, y], |f| of(f).is_some())?;
        let (relation, first, _) = of(&self.invariants[i].formula)?;
        Some((if first == x { relation } else { relation.mirrored() }, i))
    }

    fn comparison(&self, relation: Relation, x: Var, y: Var) -> Option<Vec<usize>> {
        self.by_values(x, y, &Formula::Compare(relation, x, y))
            .or_else(|| self.by_intervals(relation, x, y))
            .or_else(|| self.by_line(relation, x, y))
            .or_else(|| self.by_function(relation, x, y))
            .or_else(|| self.by_elements(relation, x, y))
            .or_else(|| self.by_path(relation, x, y))
            .or_else(|| self.by_prefix(relation, x, y))
            .or_else(|| self.by_last_index(relation, x, y))
    }

    /// Whether all combinations of the few values that two scalars may have satisfy what is said of them.
    fn by_values(&self, x: Var, y: Var, formula: &Formula) -> Option<Vec<usize>> {
        let one_of = |v: Var| {
            let i = self.find(&[v], |f| matches!(f, Formula::Unary(Predicate::OneOf(_), _)))?;
            let Formula::Unary(Predicate::OneOf(values), _) = &self.invariants[i].formula else { return None };
            Some((i, values))
        };
        let ((i, a), (j, b)) = (one_of(x)?, one_of(y)?);
        let holds = a.iter().all(|p| b.iter().all(|q| self.holds_of(formula, [(x, *p), (y, *q)])));
        holds.then(|| vec![i, j])
    }

    fn holds_of(&self, formula: &Formula, values: [(Var, Constant); 2]) -> bool {
        use super::samples::{Column, Data};
        let mut alone = Samples { rows: 1, ..Samples::default() };
        for (v, value) in values {
            let data = match value {
                Constant::Integer(x) => Data::Integers(vec![x]),
                Constant::Real(x) => Data::Reals(vec![x]),
            };
            alone.push(self.samples.variables[v].clone(), Column { data, present: None });
        }
        let place = |v: Var| usize::from(v != values[0].0);
        formula.renamed(&place).holds(&alone, self.texts, 0) == Some(true)
    }

    /// `x - y + c == 0`
    fn by_line(&self, relation: Relation, x: Var, y: Var) -> Option<Vec<usize>> {
        let i = self.find(&[x, y], |f| matches!(f, Formula::Linear { terms, .. } if terms.len() == 2))?;
        let Formula::Linear { terms, constant } = &self.invariants[i].formula else { return None };
        let (of_x, of_y) = if terms[0].1 == x { (terms[0].0, terms[1].0) } else { (terms[1].0, terms[0].0) };
        // x - y == difference
        let difference = match (of_x, of_y) {
            (1, -1) => -constant,
            (-1, 1) => *constant,
            _ => return None,
        };
        relation.admits(Some(difference.cmp(&0))).then(|| vec![i])
    }

    /// `z == min(x, y)` says `z <= x`.
    fn by_function(&self, relation: Relation, x: Var, y: Var) -> Option<Vec<usize>> {
        let below = |function: Function| match function {
            Function::Min => Some(Relation::LessOrEqual),
            Function::Max => Some(Relation::GreaterOrEqual),
            _ => None,
        };
        self.invariants
            .iter()
            .position(|c| {
                let Formula::Function { function, result, x: p, y: q } = c.formula else { return false };
                let towards = if result == x && (p == y || q == y) {
                    below(function)
                } else if result == y && (p == x || q == x) {
                    below(function).map(Relation::mirrored)
                } else {
                    None
                };
                towards.is_some_and(|r| stronger(r, relation))
            })
            .map(|i| vec![i])
    }

    /// An element of a sequence all of whose elements compare so; elements of two sequences that do, at one place.
    fn by_elements(&self, relation: Relation, x: Var, y: Var) -> Option<Vec<usize>> {
        let of_all = |element: Var, other: Var, relation: Relation| {
            containers(self.samples, element).into_iter().find_map(|a| {
                let known = |f: &Formula| matches!(f, Formula::ElementsCompare(r, p, _) if *p == a && stronger(*r, relation));
                self.find(&[a, other], known).map(|i| vec![i])
            })
        };
        let pairwise = || {
            let place = |v: Var| match self.samples.variables[v].derivation {
                Some(Derivation::Element { sequence, index, shift }) => Some((sequence, (index, shift))),
                _ => None,
            };
            let ((a, i), (b, j)) = (place(x)?, place(y)?);
            self.relation(a, b, |f| if let Formula::Pairwise(r, p, q) = f { Some((*r, *p, *q)) } else { None })
                .filter(|(r, _)| i == j && stronger(*r, relation))
                .map(|(_, i)| vec![i])
        };
        of_all(x, y, relation).or_else(|| of_all(y, x, relation.mirrored())).or_else(pairwise)
    }

    /// `x < y` and `y <= z` say `x < z` wherever y is present.
    fn by_path(&self, relation: Relation, x: Var, y: Var) -> Option<Vec<usize>> {
        let (low, high, strict) = match relation {
            Relation::Less => (x, y, true),
            Relation::LessOrEqual => (x, y, false),
            Relation::Greater => (y, x, true),
            Relation::GreaterOrEqual => (y, x, false),
            Relation::Equal | Relation::NotEqual => return None,
        };
        self.above_of.get(&low)?.iter().find_map(|between| {
            let (first, i) = *self.below.get(&(low, *between))?;
            let (second, j) = *self.below.get(&(*between, high))?;
            ((first || second || !strict) && self.samples.covers(*between, low, high)).then(|| vec![i, j])
        })
    }

    /// A text is not above one that it is the beginning of.
    fn by_prefix(&self, relation: Relation, x: Var, y: Var) -> Option<Vec<usize>> {
        let starts = |p: Var, q: Var| self.find(&[p, q], |f| *f == Formula::Within(Part::Start, p, q)).map(|i| vec![i]);
        match relation {
            Relation::LessOrEqual => starts(x, y),
            Relation::GreaterOrEqual => starts(y, x),
            _ => None,
        }
    }

    /// What is below the last index is below the length.
    fn by_last_index(&self, relation: Relation, x: Var, y: Var) -> Option<Vec<usize>> {
        let (low, high) = match relation {
            Relation::Less | Relation::LessOrEqual => (x, y),
            Relation::Greater | Relation::GreaterOrEqual => (y, x),
            Relation::Equal | Relation::NotEqual => return None,
        };
        let Some(Derivation::Length(base)) = self.samples.variables[high].derivation else { return None };
        let last = self.samples.variables.iter().position(|v| v.derivation == Some(Derivation::LastIndex(base)))?;
        self.below.get(&(low, last)).filter(|(strict, _)| *strict).map(|(_, i)| vec![*i])
    }

    /// The elements of a are below x, and x is below y.
    fn elements_by_order(&self, relation: Relation, a: Var, y: Var) -> Option<Vec<usize>> {
        let upwards = matches!(relation, Relation::Less | Relation::LessOrEqual);
        let strict = matches!(relation, Relation::Less | Relation::Greater);
        if !upwards && !matches!(relation, Relation::Greater | Relation::GreaterOrEqual) {
            return None;
        }
        (0..self.samples.variables.len()).filter(|x| *x != y && self.samples.variables[*x].is_scalar()).find_map(|x| {
            let (between, j) = if upwards { self.below.get(&(x, y)) } else { self.below.get(&(y, x)) }?;
            let wanted = |r: Relation| {
                let same_way = if upwards { Relation::LessOrEqual } else { Relation::GreaterOrEqual };
                stronger(r, same_way) && (*between || !strict || stronger(r, relation))
            };
            let i = self.find(&[a, x], |f| matches!(f, Formula::ElementsCompare(r, p, _) if *p == a && wanted(*r)))?;
            self.samples.covers(x, a, y).then(|| vec![i, *j])
        })
    }

    fn numeric(&self, numeric: Numeric, x: Var, y: Var) -> Option<Vec<usize>> {
        if let Some(by) = self.by_values(x, y, &Formula::Numeric(numeric, x, y)) {
            return Some(by);
        }
        let line = self.find(&[x, y], |f| matches!(f, Formula::Linear { terms, .. } if terms.len() == 2));
        let coefficients = line.and_then(|i| match &self.invariants[i].formula {
            Formula::Linear { terms, constant } if terms[0].1 == x => Some((terms[0].0, terms[1].0, *constant)),
            Formula::Linear { terms, constant } => Some((terms[1].0, terms[0].0, *constant)),
            _ => None,
        });
        match (numeric, coefficients) {
            (Numeric::Complement, Some((1, 1, 1) | (-1, -1, -1))) => line.map(|i| vec![i]),
            (Numeric::Divides, Some((1 | -1, _, 0))) => Some(vec![line?, self.not_zero(y)?]),
            (Numeric::Divides, _) => {
                let square = self.find(&[x, y], |f| *f == Formula::Numeric(Numeric::Square, x, y))?;
                Some(vec![square, self.not_zero(y)?])
            }
            (Numeric::BitSubset, _) => {
                let bits = |c: &Candidate| match c.formula {
                    Formula::Function { function: Function::BitAnd, result, x: p, y: q } => result == y && (p == x || q == x),
                    Formula::Function { function: Function::BitOr, result, x: p, y: q } => result == x && (p == y || q == y),
                    _ => false,
                };
                self.invariants.iter().position(bits).map(|i| vec![i])
            }
            (Numeric::ShiftedOut, _) => {
                let (a, b) = (self.interval(x)?, self.interval(y)?);
                let (Some(Constant::Integer(least)), Some(Constant::Integer(most))) = (a.least, a.greatest) else { return None };
                let (Some(Constant::Integer(shift)), Some(Constant::Integer(furthest))) = (b.least, b.greatest) else { return None };
                let gone = least >= 0 && (0..64).contains(&shift) && furthest < 64 && most >> shift == 0;
                gone.then(|| a.from.into_iter().chain(b.from).collect())
            }
            _ => None,
        }
    }

    fn not_zero(&self, v: Var) -> Option<usize> {
        self.find(&[v], |f| matches!(f, Formula::Unary(p, _) if self.predicate_implies(self.kind(v), p, &Predicate::NonZero)))
    }

    /// With disjoint bits a sum, `or` and `xor` are one.
    fn function(&self, function: Function, result: Var, x: Var, y: Var) -> Option<Vec<usize>> {
        let disjoint = self.find(&[x, y], |f| matches!(f, Formula::Numeric(Numeric::BitsDisjoint, ..)))?;
        let sum = || {
            self.find(&[result, x, y], |f| {
                let Formula::Linear { terms, constant: 0 } = f else { return false };
                let of = |v: Var| terms.iter().find(|t| t.1 == v).map(|t| t.0);
                matches!((of(x), of(y), of(result)), (Some(1), Some(1), Some(-1)) | (Some(-1), Some(-1), Some(1)))
            })
        };
        let or =
            || self.find(&[result, x, y], |f| matches!(f, Formula::Function { function: Function::BitOr, result: r, .. } if *r == result));
        match function {
            Function::BitOr => Some(vec![disjoint, sum()?]),
            Function::BitXor => Some(vec![disjoint, sum().or_else(or)?]),
            _ => None,
        }
    }
}

/// Whether one relation says the other too.
fn stronger(known: Relation, wanted: Relation) -> bool {
    [Ordering::Less, Ordering::Equal, Ordering::Greater].into_iter().map(Some).chain([None]).all(|o| !known.admits(o) || wanted.admits(o))
}

/// The more telling a predicate, the lower.
fn rank(predicate: &Predicate) -> u8 {
    match predicate {
        Predicate::OneOf(_) => 0,
        Predicate::PowerOfTwo | Predicate::Printable => 1,
        Predicate::Modulus { .. } => 2,
        Predicate::AtLeast(_) | Predicate::AtMost(_) => 3,
        Predicate::NonZero => 4,
    }
}
