//! The training set: slices that were feasible or not, and how they are kept from one run to the next.

use super::condition::MOST_CLAUSE_BYTES;
use super::fingerprint::Fingerprint;
use super::kernel::Kernel;
use super::knn::{Index, K, Label};
use super::slice::Slicing;
use crate::{Error, Result};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// What a training set says first.
const FORMAT: &str = "oraculum path training";
const VERSION: u32 = 1;

/// Slices with labels. Each fingerprint is there once, or, if labels are not corrected, once for each label.
#[derive(Clone, Debug)]
pub struct TrainingSet {
    index: Index,
    labels: Vec<Label>,
    /// By item: the clauses of its slice.
    slices: Vec<Box<[u32]>>,
    /// By fingerprint and, if labels are not corrected, label.
    known: FxHashMap<(Fingerprint, Option<Label>), u32>,
    correct: bool,
    most: usize,
    refused: u64,
    corrected: u64,
}

/// What has become of something that was learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learnt {
    /// It is a new item.
    Added(u32),
    /// The item was infeasible, and is feasible now.
    Corrected(u32),
    /// Nothing has changed.
    Known,
}

impl TrainingSet {
    pub fn new(kernel: Kernel, correct: bool, most: usize) -> Self {
        Self {
            index: Index::new(kernel),
            labels: Vec::new(),
            slices: Vec::new(),
            known: FxHashMap::default(),
            correct,
            most,
            refused: 0,
            corrected: 0,
        }
    }

    /// Learns a slice. What was solved stays feasible when another attempt at it fails: a test is a proof, a failure is none.
    pub fn learn(&mut self, fingerprint: Fingerprint, slice: &[u32], label: Label) -> Learnt {
        let key = (fingerprint, (!self.correct).then_some(label));
        if let Some(&item) = self.known.get(&key) {
            if self.labels[item as usize] == Label::Infeasible && label == Label::Feasible {
                self.labels[item as usize] = Label::Feasible;
                self.corrected += 1;
                return Learnt::Corrected(item);
            }
            return Learnt::Known;
        }
        if self.labels.len() >= self.most {
            self.refused += 1;
            return Learnt::Known;
        }
        let item = self.index.push(fingerprint);
        self.labels.push(label);
        self.slices.push(slice.into());
        self.known.insert(key, item);
        Learnt::Added(item)
    }

    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The clauses of an item.
    pub fn slice(&self, item: u32) -> &[u32] {
        &self.slices[item as usize]
    }

    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Whether there are enough items to vote.
    pub fn can_vote(&self) -> bool {
        self.labels.len() >= K
    }

    pub fn count(&self, label: Label) -> usize {
        self.labels.iter().filter(|l| **l == label).count()
    }

    /// Items that there was no room for.
    pub fn refused(&self) -> u64 {
        self.refused
    }

    pub fn corrected(&self) -> u64 {
        self.corrected
    }

    /// As a file; `text` says what a clause is.
    pub fn file(&self, slicing: Slicing, text: impl Fn(u32) -> String) -> TrainingFile {
        let mut numbers = FxHashMap::default();
        let mut clauses = Vec::new();
        let mut item = |(slice, label): (&[u32], &Label)| Item {
            label: (*label).into(),
            slice: slice
                .iter()
                .map(|&clause| {
                    *numbers.entry(clause).or_insert_with(|| {
                        clauses.push(text(clause));
                        clauses.len() as u32 - 1
                    })
                })
                .collect(),
        };
        let items = self.slices.iter().map(|slice| &**slice).zip(&self.labels).map(&mut item).collect();
        TrainingFile { format: FORMAT.into(), version: VERSION, slicing, clauses, items }
    }
}

/// A training set as JSON: clauses as text, once each, and items that name them by their places. Fingerprints are computed anew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TrainingFile {
    pub format: String,
    pub version: u32,
    /// How path conditions were sliced: the items of other slices are not comparable.
    pub slicing: Slicing,
    pub clauses: Vec<String>,
    pub items: Vec<Item>,
}

/// A slice with its label.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Item {
    pub label: Word,
    /// Places of clauses, from 0.
    pub slice: Vec<u32>,
}

/// A label, as files have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Word {
    Feasible,
    Infeasible,
}

impl From<Label> for Word {
    fn from(label: Label) -> Self {
        match label {
            Label::Feasible => Self::Feasible,
            Label::Infeasible => Self::Infeasible,
        }
    }
}

impl From<Word> for Label {
    fn from(word: Word) -> Self {
        match word {
            Word::Feasible => Self::Feasible,
            Word::Infeasible => Self::Infeasible,
        }
    }
}

impl TrainingFile {
    /// # Errors
    /// `InvalidInput`: it is no training set, of another version or slicing, or an item is wrong; the message names the item.
    pub fn check(&self, slicing: Slicing, most_items: usize, most_clauses: usize) -> Result<()> {
        let refused = |what: String| Err(Error::invalid_input(format!("the training set cannot be used: {what}")));
        if self.format != FORMAT || self.version != VERSION {
            return refused(format!("it is {:?} of version {}, expected {FORMAT:?} of version {VERSION}", self.format, self.version));
        }
        if self.slicing != slicing {
            let word = |slicing| serde_json::to_string(&slicing).unwrap_or_default();
            return refused(format!("its setting slicing is {}, this selector's is {}", word(self.slicing), word(slicing)));
        }
        if self.items.len() > most_items {
            return refused(format!("it has {} items, and the setting maxTraining allows {most_items}", self.items.len()));
        }
        if let Some(place) = self.clauses.iter().position(|clause| clause.trim().is_empty() || clause.len() > MOST_CLAUSE_BYTES) {
            return refused(format!("clause {place} is empty, or has more than {MOST_CLAUSE_BYTES} bytes"));
        }
        for (number, item) in self.items.iter().enumerate() {
            if item.slice.is_empty() || item.slice.len() > most_clauses {
                let length = item.slice.len();
                return refused(format!("item {number} has {length} clauses, expected 1 to {most_clauses} (the setting maxClauses)"));
            }
            if let Some(clause) = item.slice.iter().find(|&&clause| clause as usize >= self.clauses.len()) {
                return refused(format!("item {number} names clause {clause}, and there are {}", self.clauses.len()));
            }
        }
        Ok(())
    }
}
