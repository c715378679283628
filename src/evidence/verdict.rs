//! What an assertion says of the evidence: false positives, false negatives, and what becomes of each mutant.

use super::assemble::Assembly;
use super::dataset::Bits;
use serde::Serialize;

/// What becomes of a mutant under an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// No state reached the program point.
    KilledBeforeAssertion,
    /// Every state was a correct one too.
    LikelyEquivalent,
    /// Its states that are no correct ones were all dropped: contents too long to be recorded, inherited corruption.
    NotJudged,
    /// The assertion is false on one of its incorrect states.
    Detected,
    /// The assertion holds on all of its incorrect states.
    Survived,
}

/// One mutant's row in a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MutantVerdict {
    pub mutant: String,
    pub verdict: Verdict,
    /// Distinct incorrect states that it produced.
    pub incorrect_states: usize,
    /// Those of them on which the assertion is false.
    pub rejected_states: usize,
}

/// Mutants by verdict; `total` is the sum of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MutantFigures {
    pub total: usize,
    pub killed_before_assertion: usize,
    pub likely_equivalent: usize,
    pub not_judged: usize,
    pub detected: usize,
    pub survived: usize,
}

/// FP(a) and FN(a) of GAssert §3: correct states on which the assertion is false, incorrect ones on which it is true.
/// `holds` has one bit a row.
pub fn false_positives_and_negatives(assembly: &Assembly, holds: &Bits) -> (usize, usize) {
    let data = &assembly.dataset;
    assert_eq!(holds.len, data.rows, "one verdict per row");
    let count = |rows: std::ops::Range<usize>, verdict| rows.filter(|&row| holds.get(row) == verdict).count();
    (count(0..data.correct, false), count(data.correct..data.rows, true))
}

/// One verdict per mutant, in unit order. `holds` has one bit a row.
pub fn mutant_verdicts(assembly: &Assembly, holds: &Bits) -> Vec<MutantVerdict> {
    let verdict = |m: &super::assemble::Mutant| {
        let rejected_states = m.rows.iter().filter(|&&row| !holds.get(row as usize)).count();
        let verdict = match (m.reached, m.rows.is_empty(), rejected_states) {
            (false, ..) => Verdict::KilledBeforeAssertion,
            (_, true, _) if m.dropped > 0 => Verdict::NotJudged,
            (_, true, _) => Verdict::LikelyEquivalent,
            (_, _, 0) => Verdict::Survived,
            _ => Verdict::Detected,
        };
        MutantVerdict { mutant: m.id.clone(), verdict, incorrect_states: m.rows.len(), rejected_states }
    };
    assembly.mutants.iter().map(verdict).collect()
}

/// Counts the verdicts.
pub fn figures(verdicts: &[MutantVerdict]) -> MutantFigures {
    let count = |of| verdicts.iter().filter(|v| v.verdict == of).count();
    MutantFigures {
        total: verdicts.len(),
        killed_before_assertion: count(Verdict::KilledBeforeAssertion),
        likely_equivalent: count(Verdict::LikelyEquivalent),
        not_judged: count(Verdict::NotJudged),
        detected: count(Verdict::Detected),
        survived: count(Verdict::Survived),
    }
}
