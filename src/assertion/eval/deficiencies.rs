//! How an assertion errs on the evidence.

/// False positives: correct states in which the assertion is false. False negatives: incorrect states in which it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Deficiencies {
    pub false_positives: u32,
    pub false_negatives: u32,
}
