package dev.oraculum.api.improve;

import dev.oraculum.api.evidence.MutantFigures;
import dev.oraculum.api.evidence.MutantVerdict;
import java.util.List;

/**
 * An assertion and how well it separates the evidence.
 *
 * @param text the assertion
 * @param fp false positives: correct states on which it is false
 * @param fn false negatives: incorrect states on which it is true
 * @param mutants mutants by verdict
 * @param verdicts one per mutant, in unit order
 */
public record ScoredAssertion(AssertionText text, long fp, long fn, MutantFigures mutants, List<MutantVerdict> verdicts) {
    public ScoredAssertion {
        verdicts = List.copyOf(verdicts);
    }

    /** No false positive and no false negative. */
    public boolean perfect() {
        return fp == 0 && fn == 0;
    }
}
