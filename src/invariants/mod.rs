//! Likely invariants: what was so in all samples of a program point, and is no chance (Ernst, Cockrell, Griswold, Notkin, "Dynamically
//! discovering likely program invariants to support program evolution", TSE 27(2), 2001; Ernst et al., "The Daikon system for dynamic
//! detection of likely invariants", SCP 69, 2007).
//!
//! Samples arrive as columns ([`samples`]). Each [`point`] goes through the same steps:
//!
//! 1. [`derive`]: lengths, and elements and parts of sequences.
//! 2. [`equality`]: variables that are always equal are one; its first name stands for all.
//! 3. [`unary`]: one pass over each column. Constants take no part in what follows.
//! 4. [`pairs`], [`sequences`]: what a pair may still be is a few bits, which a pass over the rows clears; it stops when none is left.
//! 5. [`triples`]: a few sampled rows decide nearly all of them.
//! 6. [`confidence`]: what may be chance is dropped.
//! 7. [`suppress`]: what other invariants of the point imply is marked; [`hierarchy`]: what another point says.
//! 8. [`conditional`]: the same in parts of the samples, which makes implications.
//! 9. [`exits`]: of one exit among several that is said which is no chance there.
//!
//! Where we differ from Daikon, and why: columns are kept instead of invariants being updated sample by sample, so that a template is
//! tried on many rows at once and no invariant has to be taken back when variables turn out to be unequal; reals are compared exactly, not
//! fuzzily, so that what is reported is true; remainders and functions of two variables are on.
//!
//! The result is a function of the trace and the settings, whatever the number of threads.

mod conditional;
mod conditions;
pub mod confidence;
pub mod derive;
mod equality;
mod exits;
pub mod expression;
pub mod formula;
mod found;
mod hierarchy;
mod pairs;
mod point;
pub mod samples;
pub mod says;
mod sequences;
pub mod settings;
pub mod states;
mod suppress;
#[cfg(test)]
mod template_tests;
#[cfg(test)]
mod tests;
pub mod texts;
pub mod trace;
mod triples;
mod unary;

pub use self::found::{Candidate, Condition, Elsewhere, Equality, Implication, Invariant, LinearPairs, PointInvariants};
pub use self::point::infer_point;

use settings::Settings;
use texts::Texts;
use trace::Trace;

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
    exits::retain(&mut points, settings);
    let rows: Vec<Option<Vec<u32>>> = points.iter_mut().map(|p| p.entry_rows.take()).collect();
    let mut inferred: Vec<PointInvariants> = points.into_iter().map(|p| infer_point(p, &texts, lasting_identities, settings)).collect();
    hierarchy::mark(&mut inferred, &parents);
    exits::mark(&mut inferred, &rows, &texts, settings);
    (texts, inferred)
}
