//! Invariants of one variable: of a scalar's value, or of a sequence's elements and of the sequence itself.

use super::confidence::{self, BoundSamples};
use super::formula::{Constant, Formula, Predicate, gcd, real_order};
use super::found::Candidate;
use super::pairs::{EQ, GT, LT, UNORDERED, relation_of};
use super::samples::{Data, Kind, Samples, Var};
use super::settings::Settings;
use super::texts::Texts;
use crate::relation::Relation;
use std::cmp::Ordering;

/// What is known of a variable before pairs are looked at.
#[derive(Clone, Debug, Default)]
pub struct Unary {
    pub candidates: Vec<Candidate>,
    /// Whether it had one value in all samples: relations to others would only say that again.
    pub constant: bool,
}

/// Looks at one variable.
pub fn infer(samples: &Samples, texts: &Texts, lasting_identities: bool, settings: &Settings, var: Var) -> Unary {
    let mut found = Unary::default();
    if !samples.columns[var].is_ever_present() {
        return found;
    }
    let search = Search { samples, texts, lasting_identities, settings, var };
    match &samples.columns[var].data {
        Data::Integers(values) => search.scalar(values, &mut found),
        Data::Reals(values) => search.scalar(values, &mut found),
        Data::IntegerLists { offsets, items } => search.sequence(offsets, items, &mut found),
        Data::RealLists { offsets, items } => search.sequence(offsets, items, &mut found),
    }
    found
}

/// A number of a column.
pub trait Number: Copy + PartialEq {
    fn order(self, other: Self) -> Ordering;
    fn constant(self) -> Constant;
    fn is_nan(self) -> bool;
    fn is_zero(self) -> bool;
    fn zero() -> Self;
    fn as_f64(self) -> f64;
    /// Distance between integers.
    fn distance(self, other: Self) -> u64;
    fn power_of_two(self) -> bool;
    fn remainder(self, modulus: u64) -> u64;
}

impl Number for i64 {
    fn order(self, other: Self) -> Ordering {
        self.cmp(&other)
    }
    fn constant(self) -> Constant {
        Constant::Integer(self)
    }
    fn is_nan(self) -> bool {
        false
    }
    fn is_zero(self) -> bool {
        self == 0
    }
    fn zero() -> Self {
        0
    }
    fn as_f64(self) -> f64 {
        self as f64
    }
    fn distance(self, other: Self) -> u64 {
        self.abs_diff(other)
    }
    fn power_of_two(self) -> bool {
        self > 0 && self & (self - 1) == 0
    }
    fn remainder(self, modulus: u64) -> u64 {
        i128::from(self).rem_euclid(i128::from(modulus)) as u64
    }
}

impl Number for f64 {
    fn order(self, other: Self) -> Ordering {
        real_order(self, other)
    }
    fn constant(self) -> Constant {
        Constant::Real(self)
    }
    fn is_nan(self) -> bool {
        self.is_nan()
    }
    fn is_zero(self) -> bool {
        self == 0.0
    }
    fn zero() -> Self {
        0.0
    }
    fn as_f64(self) -> f64 {
        self
    }
    fn distance(self, _: Self) -> u64 {
        1
    }
    fn power_of_two(self) -> bool {
        false
    }
    fn remainder(self, _: u64) -> u64 {
        0
    }
}

/// The extreme values of one end, the most extreme first, with how often each was seen.
#[derive(Clone, Copy, Debug)]
struct Extremes<T> {
    values: [Option<(T, u64)>; 3],
}

impl<T: Number> Extremes<T> {
    fn add(&mut self, value: T, outwards: Ordering) {
        for i in 0..3 {
            match self.values[i].map(|(v, _)| value.order(v)) {
                None => {
                    self.values[i] = Some((value, 1));
                    return;
                }
                Some(Ordering::Equal) => {
                    self.values[i] = self.values[i].map(|(v, count)| (v, count + 1));
                    return;
                }
                Some(order) if order == outwards => {
                    self.values.copy_within(i..2, i + 1);
                    self.values[i] = Some((value, 1));
                    return;
                }
                Some(_) => {}
            }
        }
    }

    /// Whether the value is further inwards than all of the three.
    fn inside(&self, value: T, outwards: Ordering) -> bool {
        self.values[2].is_some_and(|(v, _)| value.order(v) == outwards.reverse())
    }

    fn bound(&self) -> Option<T> {
        self.values[0].map(|v| v.0)
    }
}

/// What one pass over the values of a variable learns.
struct Statistics<T> {
    samples: u64,
    nan: bool,
    zero: bool,
    least: Extremes<T>,
    greatest: Extremes<T>,
    /// The distinct values; past the limit they are not counted any more.
    distinct: Vec<T>,
    first: Option<T>,
    /// Of all distances to the first value.
    divisor: u64,
    powers_of_two: bool,
}

impl<T: Number> Statistics<T> {
    fn of(values: impl Iterator<Item = T>, one_of: usize) -> Self {
        let none = Extremes { values: [None; 3] };
        let mut s = Self {
            samples: 0,
            nan: false,
            zero: false,
            least: none,
            greatest: none,
            distinct: Vec::new(),
            first: None,
            divisor: 0,
            powers_of_two: true,
        };
        for value in values {
            s.samples += 1;
            if s.distinct.len() <= one_of && !s.distinct.iter().any(|v| v.order(value).is_eq()) {
                s.distinct.push(value);
            }
            if value.is_nan() {
                s.nan = true;
                continue;
            }
            s.zero |= value.is_zero();
            s.powers_of_two &= value.power_of_two();
            if !s.least.inside(value, Ordering::Less) {
                s.least.add(value, Ordering::Less);
            }
            if !s.greatest.inside(value, Ordering::Greater) {
                s.greatest.add(value, Ordering::Greater);
            }
            let first = *s.first.get_or_insert(value);
            if s.divisor != 1 {
                s.divisor = gcd(s.divisor, value.distance(first));
            }
        }
        s
    }
}

struct Search<'a> {
    samples: &'a Samples,
    texts: &'a Texts,
    lasting_identities: bool,
    settings: &'a Settings,
    var: Var,
}

impl Search<'_> {
    fn scalar<T: Number>(&self, values: &[T], found: &mut Unary) {
        let present = self.samples.rows_of([self.var]).map(|row| values[row]);
        let statistics = Statistics::of(present, self.settings.one_of);
        found.constant = statistics.distinct.len() == 1;
        self.values(&statistics, false, found);
        if self.samples.variables[self.var].kind == Kind::Text && self.settings.characters {
            let printable = self.samples.rows_of([self.var]).all(|row| self.texts.is_printable(values[row].as_f64() as i64));
            self.printable(printable, statistics.samples, found);
        }
    }

    /// What holds of every value of a scalar, or of every element.
    fn values<T: Number>(&self, s: &Statistics<T>, elements: bool, found: &mut Unary) {
        let variable = &self.samples.variables[self.var];
        let mut add = |predicate, confidence| {
            found.candidates.push(Candidate { formula: Formula::Unary(predicate, self.var), confidence, samples: s.samples });
        };
        if s.samples == 0 {
            return;
        }
        let one_of = match variable.kind {
            Kind::Boolean => s.distinct.len() == 1,
            // Identities are no constants; only null is one, and one object if identities last.
            Kind::Reference => s.distinct.len() == 1 && (s.zero || (self.lasting_identities && !elements)),
            _ => s.distinct.len() <= self.settings.one_of,
        };
        if one_of {
            let mut values: Vec<Constant> = s.distinct.iter().map(|v| v.constant()).collect();
            values.sort_by(|a, b| a.compare(*b));
            add(Predicate::OneOf(values), confidence::JUSTIFIED);
        }
        let (Some(least), Some(greatest)) = (s.least.bound(), s.greatest.bound()) else { return };
        match variable.kind {
            Kind::Boolean => {}
            Kind::Reference | Kind::Text | Kind::ClassName => {
                if !s.zero && !variable.non_null {
                    add(Predicate::NonZero, confidence::non_null(s.samples));
                }
            }
            Kind::Integer | Kind::Real => {
                if !s.zero {
                    add(Predicate::NonZero, confidence::non_zero(s.samples, least.as_f64(), greatest.as_f64()));
                }
                let (lowest, highest) = variable.range.map_or((None, None), |(low, high)| (Some(low), Some(high)));
                let said_by_type = |bound: T, end: Option<i64>| end.is_some_and(|end| bound.constant() == Constant::Integer(end));
                if !(s.nan || said_by_type(least, lowest)) && self.is_interesting(least) {
                    add(Predicate::AtLeast(least.constant()), confidence::bound(&bound_samples(s, &s.least, greatest, true)));
                }
                if !(s.nan || said_by_type(greatest, highest)) && self.is_interesting(greatest) {
                    add(Predicate::AtMost(greatest.constant()), confidence::bound(&bound_samples(s, &s.greatest, least, false)));
                }
                let varied = s.distinct.len() > self.settings.one_of;
                if self.settings.signs && varied && !(s.nan || lowest == Some(0)) {
                    // Where an exact bound is sure it says more.
                    let unsure = |end, far, lower| confidence::bound(&bound_samples(s, end, far, lower)) < self.settings.confidence;
                    let confidence = confidence::coin(s.samples);
                    if least.as_f64() >= 0.0 && unsure(&s.least, greatest, true) {
                        add(Predicate::AtLeast(T::zero().constant()), confidence);
                    } else if greatest.as_f64() <= 0.0 && unsure(&s.greatest, least, false) {
                        add(Predicate::AtMost(T::zero().constant()), confidence);
                    }
                }
                if variable.kind == Kind::Integer && self.settings.modulus && s.divisor > 1 {
                    let predicate = Predicate::Modulus { modulus: s.divisor, remainder: least.remainder(s.divisor) };
                    add(predicate, confidence::modulus(s.samples, s.divisor));
                }
                if variable.kind == Kind::Integer && s.powers_of_two {
                    add(Predicate::PowerOfTwo, confidence::rare_property(s.samples));
                }
            }
        }
    }

    fn is_interesting<T: Number>(&self, bound: T) -> bool {
        bound.as_f64().is_finite() && (!self.settings.interesting_bounds_only || (-1.0..=2.0).contains(&bound.as_f64()))
    }

    fn printable(&self, all: bool, samples: u64, found: &mut Unary) {
        if all && samples > 0 {
            let formula = Formula::Unary(Predicate::Printable, self.var);
            found.candidates.push(Candidate { formula, confidence: confidence::rare_property(samples), samples });
        }
    }

    fn sequence<T: Number>(&self, offsets: &[u32], items: &[T], found: &mut Unary) {
        let variable = &self.samples.variables[self.var];
        let lists = || self.samples.rows_of([self.var]).map(|row| &items[offsets[row] as usize..offsets[row + 1] as usize]);
        let rows = lists().count() as u64;
        let statistics = Statistics::of(lists().flatten().copied(), self.settings.one_of);
        self.values(&statistics, true, found);
        if variable.kind == Kind::Text && self.settings.characters {
            self.printable(lists().flatten().all(|place| self.texts.is_printable(place.as_f64() as i64)), statistics.samples, found);
        }
        let mut distinct: Vec<&[T]> = Vec::new();
        for list in lists() {
            let same = |other: &&[T]| other.len() == list.len() && other.iter().zip(list).all(|(a, b)| a.order(*b).is_eq());
            if distinct.len() <= self.settings.one_of && !distinct.iter().any(same) {
                distinct.push(list);
            }
        }
        found.constant = distinct.len() == 1;
        let nameable = variable.kind != Kind::Reference || distinct.iter().all(|list| list.iter().all(|e| e.is_zero()));
        if distinct.len() <= self.settings.one_of && nameable {
            let mut lists: Vec<Vec<Constant>> = distinct.iter().map(|list| list.iter().map(|e| e.constant()).collect()).collect();
            lists.sort_by(|a, b| {
                let unequal = a.iter().zip(b).map(|(x, y)| x.compare(*y)).find(|o| o.is_ne());
                unequal.unwrap_or_else(|| a.len().cmp(&b.len()))
            });
            let formula = Formula::SequenceOneOf(lists, self.var);
            found.candidates.push(Candidate { formula, confidence: confidence::JUSTIFIED, samples: rows });
        }
        if variable.shape == super::samples::Shape::Sequence {
            self.neighbours(lists(), found);
        }
        if self.settings.subsets {
            self.duplicates(lists(), found);
        }
    }

    fn neighbours<'t, T: Number + 't>(&self, lists: impl Iterator<Item = &'t [T]>, found: &mut Unary) {
        let kind = self.samples.variables[self.var].kind;
        let (mut flags, mut pairs) = (0, 0);
        for list in lists {
            for w in list.windows(2) {
                flags |= super::pairs::flag(kind, self.samples.nan_equals_nan, w[0].constant(), w[1].constant());
                pairs += 1;
            }
            if flags & (LT | GT) == LT | GT || flags & UNORDERED != 0 {
                return;
            }
        }
        let relation = relation_of(flags).filter(|r| match kind {
            Kind::Integer | Kind::Real | Kind::Text => true,
            _ => *r == Relation::Equal,
        });
        if let Some(relation) = relation {
            debug_assert!(flags & (EQ | LT | GT) != 0);
            let formula = Formula::Neighbours(relation, self.var);
            found.candidates.push(Candidate { formula, confidence: confidence::coin(pairs), samples: pairs });
        }
    }

    fn duplicates<'t, T: Number + 't>(&self, lists: impl Iterator<Item = &'t [T]>, found: &mut Unary) {
        let (mut sorted, mut elements) = (Vec::new(), 0);
        for list in lists.filter(|list| list.len() > 1) {
            sorted.clear();
            sorted.extend_from_slice(list);
            sorted.sort_unstable_by(|a: &T, b: &T| a.order(*b));
            if sorted.windows(2).any(|w| w[0].order(w[1]).is_eq()) {
                return;
            }
            elements += list.len() as u64;
        }
        let formula = Formula::NoDuplicates(self.var);
        found.candidates.push(Candidate { formula, confidence: confidence::common_property(elements), samples: elements });
    }
}

fn bound_samples<T: Number>(s: &Statistics<T>, end: &Extremes<T>, far: T, lower: bool) -> BoundSamples {
    let at = |i: usize| end.values[i];
    let bound = at(0).expect("there is a bound").0.as_f64();
    let distance = |i: usize| at(i).map_or(f64::INFINITY, |(v, _)| (v.as_f64() - bound).abs());
    BoundSamples {
        samples: s.samples,
        counts: [0, 1, 2].map(|i| at(i).map_or(0, |v| v.1)),
        distances: [0, 1, 2].map(distance),
        width: (far.as_f64() - bound).abs(),
        lower_zero: lower && bound == 0.0,
    }
}
