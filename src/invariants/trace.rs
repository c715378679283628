//! Program points with their samples, and what is known of them beside.

use super::formula::Formula;
use super::samples::{PointName, Samples};
use super::texts::Texts;

/// A program point and what was seen there.
#[derive(Clone, Debug)]
pub struct Point {
    pub name: PointName,
    pub samples: Samples,
    /// What the code asks of these variables before it goes one way or the other; of an exit, of what they were on entry.
    pub conditions: Vec<Formula>,
    /// Where the samples are those of two exits by line: which rows are of the first.
    pub first_exit: Option<Vec<bool>>,
    /// Of one exit among several: the rows of the entry that its samples belong to; `None`: they are told by the order of the trace.
    pub entry_rows: Option<Vec<u32>>,
}

impl Point {
    pub fn new(name: PointName, samples: Samples) -> Self {
        Self { name, samples, conditions: Vec::new(), first_exit: None, entry_rows: None }
    }
}

/// Program points with the texts that their samples speak of.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub texts: Texts,
    pub points: Vec<Point>,
    /// Points and those whose samples include theirs. Where there are none, names say it: a class, its methods, their exits.
    pub parents: Vec<(PointName, PointName)>,
}
