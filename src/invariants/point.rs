//! The steps of one program point, from its samples to its invariants.

use super::conditional::{self, Told};
use super::derive;
use super::equality;
use super::formula::Formula;
use super::found::{Candidate, Equality, Invariant, PointInvariants};
use super::pairs;
use super::samples;
use super::samples::{Derivation, Kind, PointName, Samples, Shape, Var};
use super::sequences;
use super::settings::Settings;
use super::suppress;
use super::texts::Texts;
use super::trace::Point;
use super::triples;
use super::unary;
use crate::compute::parallel;
use crate::relation::Relation;

/// Infers the invariants of one point.
pub fn infer_point(point: Point, texts: &Texts, lasting_identities: bool, settings: &Settings) -> PointInvariants {
    let Point { name, mut samples, conditions, first_exit, .. } = point;
    samples.columns.iter_mut().for_each(samples::Column::normalise);
    samples.nan_equals_nan = settings.nan_equals_nan;
    let left_out = derive::extend(&mut samples, texts, settings);
    let mut found = of_samples(name, samples, texts, lasting_identities, settings);
    found.left_out = left_out;
    let of_part = |samples| of_samples(found.name.clone(), samples, texts, lasting_identities, settings);
    found.implications = conditional::implications(&found, texts, settings, &of_part, &Told { conditions, first_exit });
    found
}

/// What holds of samples whose derived variables are there already.
pub fn of_samples(name: PointName, samples: Samples, texts: &Texts, lasting_identities: bool, settings: &Settings) -> PointInvariants {
    let sets = looked_at(&samples, settings);
    let leaders: Vec<Var> = sets.iter().map(|set| set[0]).collect();
    let is_last_index = |v: Var| matches!(samples.variables[v].derivation, Some(Derivation::LastIndex(_)));
    let (mut candidates, mut varying, mut constants, mut last_indices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (var, found) in leaders.iter().zip(parallel::map(&leaders, |v| unary::infer(&samples, texts, lasting_identities, settings, *v))) {
        match (is_last_index(*var), found.constant) {
            // What the length says is not said again.
            (true, true) => {}
            (true, false) => last_indices.push(*var),
            (false, constant) => {
                candidates.extend(found.candidates);
                if constant { &mut constants } else { &mut varying }.push(*var);
            }
        }
    }
    let pairs: Vec<(Var, Var)> = varying.iter().enumerate().flat_map(|(i, x)| varying[i + 1..].iter().map(move |y| (*x, *y))).collect();
    let lengths = Lengths::of(&samples, &sets);
    candidates.extend(parallel::flat_map(&pairs, |(x, y)| {
        if lengths.say(*x, *y) { Vec::new() } else { of_pair(&samples, texts, settings, *x, *y) }
    }));
    if settings.constants {
        let named: Vec<Var> = constants.into_iter().filter(|c| is_named_constant(&samples, *c)).collect();
        let pairs: Vec<(Var, Var)> = named.iter().flat_map(|c| varying.iter().map(move |x| (*x, *c))).collect();
        candidates.extend(parallel::flat_map(&pairs, |(x, c)| with_constant(&samples, *x, *c)));
    }
    let pairs: Vec<(Var, Var)> = last_indices.iter().flat_map(|last| varying.iter().map(move |x| (*x, *last))).collect();
    candidates.extend(parallel::flat_map(&pairs, |(x, last)| with_last_index(&samples, *x, *last).into_iter().collect()));
    candidates.retain(|c| c.confidence >= settings.confidence);
    let lines = suppress::linear_pairs(&candidates);
    let is_number = |v: &Var| {
        let variable = &samples.variables[*v];
        variable.is_scalar() && matches!(variable.kind, Kind::Integer | Kind::Real)
    };
    let numbers: Vec<Var> = varying.iter().copied().filter(is_number).collect();
    let triples = triples::infer(&samples, &numbers, &lines, settings);
    candidates.extend(triples.into_iter().filter(|c| c.confidence >= settings.confidence));
    let implied = suppress::implied(&samples, texts, &candidates);
    let invariants = candidates
        .into_iter()
        .zip(implied)
        .map(|(candidate, implied_by)| Invariant { candidate, implied_by, elsewhere: None, chance: false })
        .collect();
    let equalities = sets
        .iter()
        .flat_map(|set| set[1..].iter().map(|other| Equality { leader: set[0], other: *other, elsewhere: None, chance: false }))
        .collect();
    PointInvariants { name, samples, equalities, invariants, implications: Vec::new(), left_out: 0 }
}

/// The sets of equal variables of which something is to be said. Of last indices that are equal the first is enough: the lengths are
/// equal too.
fn looked_at(samples: &Samples, settings: &Settings) -> Vec<Vec<Var>> {
    let asked = |v: Var| {
        let variable = &samples.variables[v];
        let is_text = |v: Var| samples.variables[v].kind == Kind::Text && samples.variables[v].is_scalar();
        let counts_characters = matches!(variable.derivation, Some(Derivation::Length(base)) if is_text(base));
        (variable.kind != Kind::ClassName || settings.class_names) && (!counts_characters || settings.characters)
    };
    let mut sets = equality::sets(samples);
    for set in &mut sets {
        let mut last_index = false;
        set.retain(|v| {
            let again =
                matches!(samples.variables[*v].derivation, Some(Derivation::LastIndex(_))) && std::mem::replace(&mut last_index, true);
            asked(*v) && !again
        });
    }
    sets.retain(|set| !set.is_empty());
    sets
}

/// Which variables are the last index, or the length, of which sequences.
struct Lengths<'a> {
    samples: &'a Samples,
    /// Of each variable the set that it leads.
    set_of: Vec<Option<&'a [Var]>>,
}

impl<'a> Lengths<'a> {
    fn of(samples: &'a Samples, sets: &'a [Vec<Var>]) -> Self {
        let mut set_of = vec![None; samples.variables.len()];
        sets.iter().for_each(|set| set_of[set[0]] = Some(&set[..]));
        Self { samples, set_of }
    }

    /// Whether one is the last index of a sequence and the other its length, which says all of the two.
    fn say(&self, x: Var, y: Var) -> bool {
        let of = |v: Var| self.set_of[v].unwrap_or_default().iter().filter_map(|w| self.samples.variables[*w].derivation);
        let last_of =
            |x: Var, y: Var| of(x).any(|d| matches!(d, Derivation::LastIndex(base) if of(y).any(|e| e == Derivation::Length(base))));
        last_of(x, y) || last_of(y, x)
    }
}

fn of_pair(samples: &Samples, texts: &Texts, settings: &Settings, x: Var, y: Var) -> Vec<Candidate> {
    let shape = |v: Var| samples.variables[v].shape;
    match (shape(x) == Shape::Scalar, shape(y) == Shape::Scalar) {
        (true, true) if pairs::is_obvious(samples, x, y) => Vec::new(),
        (true, true) => pairs::infer(samples, texts, settings, x, y),
        (true, false) => sequences::with_scalar(samples, y, x),
        (false, true) => sequences::with_scalar(samples, x, y),
        (false, false) => sequences::with_sequence(samples, settings, x, y),
    }
}

/// Whether a constant is a number that the program has a name for, and not one that we made.
fn is_named_constant(samples: &Samples, v: Var) -> bool {
    let variable = &samples.variables[v];
    variable.is_scalar() && matches!(variable.kind, Kind::Integer | Kind::Real) && variable.derivation.is_none() && !variable.entry
}

/// How a number, or the elements of a sequence, compare with a constant.
fn with_constant(samples: &Samples, x: Var, constant: Var) -> Vec<Candidate> {
    if samples.variables[x].is_scalar() {
        return pairs::comparison(samples, x, constant).into_iter().collect();
    }
    let mut found = sequences::with_scalar(samples, x, constant);
    found.retain(|c| matches!(c.formula, Formula::ElementsCompare(..)));
    found
}

/// What a number is to a last index, as far as it is not the same as what it is to the length: `x <= last` is `x < length`.
fn with_last_index(samples: &Samples, x: Var, last: Var) -> Option<Candidate> {
    let number = samples.variables[x].is_scalar() && samples.variables[x].kind == Kind::Integer;
    let is_length = matches!(samples.variables[x].derivation, Some(Derivation::Length(_)));
    let found = (number && !is_length).then(|| pairs::comparison(samples, x, last))??;
    let says_more = |r: Relation| matches!(r, Relation::Less | Relation::GreaterOrEqual | Relation::NotEqual);
    Some(found).filter(|c| matches!(c.formula, Formula::Compare(r, ..) if says_more(r)))
}
