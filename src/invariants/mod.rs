//! Likely invariants: what was so in all samples of a program point, and is no chance (Ernst, Cockrell, Griswold, Notkin, "Dynamically
//! discovering likely program invariants to support program evolution", TSE 27(2), 2001; Ernst et al., "The Daikon system for dynamic
//! detection of likely invariants", SCP 69, 2007).
//!
//! Samples arrive as columns ([`samples`]). Each point goes through the same steps:
//!
//! 1. [`derive`]: lengths, and elements and parts of sequences.
//! 2. [`equality`]: variables that are always equal are one; its first name stands for all.
//! 3. [`unary`]: one pass over each column. Constants take no part in what follows.
//! 4. [`pairs`], [`sequences`]: what a pair may still be is a few bits, which a pass over the rows clears; it stops when none is left.
//! 5. [`triples`]: a few sampled rows decide nearly all of them.
//! 6. [`confidence`]: what may be chance is dropped.
//! 7. [`suppress`]: what other invariants of the point imply is marked; [`hierarchy`]: what another point says.
//!
//! Where we differ from Daikon, and why: columns are kept instead of invariants being updated sample by sample, so that a template is
//! tried on many rows at once and no invariant has to be taken back when variables turn out to be unequal; reals are compared exactly, not
//! fuzzily, so that what is reported is true; remainders and functions of two variables are on.
//!
//! The result is a function of the trace and the settings, whatever the number of threads.

pub mod confidence;
pub mod derive;
mod equality;
pub mod expression;
pub mod formula;
mod found;
mod hierarchy;
mod pairs;
pub mod samples;
mod sequences;
pub mod settings;
pub mod states;
mod suppress;
#[cfg(test)]
mod template_tests;
#[cfg(test)]
mod tests;
pub mod texts;
mod triples;
mod unary;

pub use self::found::{Candidate, Elsewhere, Equality, Invariant, LinearPairs, PointInvariants};

use crate::compute::parallel;
use samples::{Kind, Place, Point, Samples, Shape, Trace, Var};
use settings::Settings;
use texts::Texts;

/// Infers the invariants of all points, which keep their order; points of objects come first.
///
/// `lasting_identities`: whether a reference is the same number in all samples, and not in one only.
pub fn infer(trace: Trace, lasting_identities: bool, settings: &Settings) -> (Texts, Vec<PointInvariants>) {
    let Trace { texts, mut points, parents } = trace;
    if settings.objects && parents.is_empty() {
        let objects = hierarchy::object_points(&points);
        // What a front end declares and never samples.
        points.retain(|p| p.samples.rows > 0 || objects.iter().all(|o| o.name != p.name));
        points.splice(0..0, objects);
    }
    if !settings.objects {
        points.retain(|p| !p.name.is_of_class());
    }
    // A stable sort: what holds of classes and objects comes first.
    points.sort_by_key(|p| !p.name.is_of_class());
    // A point with one exit is that exit.
    let lone_exit = |p: &Point| {
        let same = |q: &&Point| q.name.method == p.name.method && matches!(q.name.place, Place::ExitAt(_));
        matches!(p.name.place, Place::ExitAt(_)) && points.iter().filter(same).count() == 1
    };
    let keep: Vec<bool> = points
        .iter()
        .map(|p| {
            let combined = points.iter().any(|q| q.name.method == p.name.method && q.name.place == Place::Exit);
            !(lone_exit(p) && combined)
        })
        .collect();
    let mut keep = keep.into_iter();
    points.retain(|_| keep.next().unwrap_or(true));
    let mut inferred: Vec<PointInvariants> = points.into_iter().map(|p| infer_point(p, &texts, lasting_identities, settings)).collect();
    hierarchy::mark(&mut inferred, &parents);
    (texts, inferred)
}

/// Infers the invariants of one point.
pub fn infer_point(point: Point, texts: &Texts, lasting_identities: bool, settings: &Settings) -> PointInvariants {
    let Point { name, mut samples } = point;
    samples.columns.iter_mut().for_each(samples::Column::normalise);
    samples.nan_equals_nan = settings.nan_equals_nan;
    let left_out = derive::extend(&mut samples, texts, settings);
    let sets = equality::sets(&samples);
    let leaders: Vec<Var> = sets.iter().map(|set| set[0]).collect();
    let mut candidates = Vec::new();
    let mut varying = Vec::new();
    for (var, found) in leaders.iter().zip(parallel::map(&leaders, |v| unary::infer(&samples, texts, lasting_identities, settings, *v))) {
        candidates.extend(found.candidates);
        if !found.constant {
            varying.push(*var);
        }
    }
    let pairs: Vec<(Var, Var)> = varying.iter().enumerate().flat_map(|(i, x)| varying[i + 1..].iter().map(move |y| (*x, *y))).collect();
    candidates.extend(parallel::flat_map(&pairs, |(x, y)| of_pair(&samples, texts, settings, *x, *y)));
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
    let invariants =
        candidates.into_iter().zip(implied).map(|(candidate, implied_by)| Invariant { candidate, implied_by, elsewhere: None }).collect();
    let equalities =
        sets.iter().flat_map(|set| set[1..].iter().map(|other| Equality { leader: set[0], other: *other, elsewhere: None })).collect();
    PointInvariants { name, samples, equalities, invariants, left_out }
}

fn of_pair(samples: &Samples, texts: &Texts, settings: &Settings, x: Var, y: Var) -> Vec<Candidate> {
    let shape = |v: Var| samples.variables[v].shape;
    match (shape(x) == Shape::Scalar, shape(y) == Shape::Scalar) {
        (true, true) if pairs::is_obvious(samples, x, y) => Vec::new(),
        (true, true) => pairs::infer(samples, texts, settings, x, y),
        (true, false) => sequences::with_scalar(samples, y, x),
        (false, true) => sequences::with_scalar(samples, x, y),
        (false, false) => sequences::with_sequence(samples, x, y),
    }
}
