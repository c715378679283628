//! Clauses by number, and the paths that are spelled by these numbers.

use super::condition::Clause;
use super::fingerprint::{Fingerprint, Places};
use super::settings::Settings;
use super::slice::Slicer;
use super::tree::Node;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// What a clause is, known once for all conditions that have it.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) text: Box<str>,
    places: Places,
    symbols: Box<[u32]>,
}

/// Clauses and symbols by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    numbers: FxHashMap<Box<str>, u32>,
    pub(super) known: Vec<Known>,
    symbols: FxHashMap<Box<str>, u32>,
}

impl Clauses {
    pub(super) fn number(&mut self, clause: &Clause, settings: &Settings) -> u32 {
        self.number_of(clause.text(), clause, settings)
    }

    /// The same, of a clause with this text.
    pub(super) fn number_of(&mut self, text: String, clause: &Clause, settings: &Settings) -> u32 {
        if let Some(&number) = self.numbers.get(text.as_str()) {
            return number;
        }
        let symbols = settings.slicing.symbols(&clause.origins()).into_iter().map(|symbol| {
            let next = self.symbols.len() as u32;
            *self.symbols.entry(symbol.into()).or_insert(next)
        });
        let symbols = symbols.collect();
        let number = self.known.len() as u32;
        let places = Places::of(&text, settings.full_mapping);
        self.numbers.insert(text.as_str().into(), number);
        self.known.push(Known { text: text.into(), places, symbols });
        number
    }

    pub(super) fn symbols(&self, clause: u32) -> &[u32] {
        &self.known[clause as usize].symbols
    }

    pub(super) fn slicer(&self, settings: &Settings, clauses: &[u32]) -> Slicer {
        Slicer::new(settings.slicing, clauses.iter().map(|&clause| self.symbols(clause)))
    }

    pub(super) fn fingerprint(&self, clauses: impl Iterator<Item = u32>) -> Fingerprint {
        let mut all = Fingerprint::EMPTY;
        clauses.for_each(|clause| all.add(&self.known[clause as usize].places));
        all
    }
}

/// A path whose clauses the selector knows by their numbers, so that its alternatives need not spell them out.
#[derive(Clone, Debug)]
pub struct Way {
    pub(super) clauses: Box<[u32]>,
    pub(super) slicer: Slicer,
    /// The ends of its prefixes in the tree, as far as `maxClauses` allows; empty: nobody has asked.
    pub(super) nodes: Vec<Node>,
}

impl Way {
    /// As much of it as is taken of an executed path.
    pub(super) fn path(&self, settings: &Settings) -> &[u32] {
        &self.clauses[..self.clauses.len().min(settings.max_clauses)]
    }
}

/// Where an alternative leaves a [`Way`].
#[derive(Clone, Debug)]
pub struct Exit<'a> {
    /// What stands in place of the clauses before those that it has in common with the way; `None`: nothing.
    pub first: Option<&'a Clause>,
    /// The clauses that it has in common with the way, by their places.
    pub common: Range<usize>,
    /// Its last clause.
    pub taken: &'a Clause,
}
