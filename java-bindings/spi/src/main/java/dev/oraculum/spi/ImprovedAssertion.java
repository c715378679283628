package dev.oraculum.spi;

import java.util.List;

/**
 * What a search has found.
 *
 * @param best the improved assertion; where none is better, the one that was given
 * @param improved whether it is better than the one that was given
 * @param clauses its conjuncts, in its order; none of {@code true}
 * @param stopReason {@code perfect}, {@code noEvidence}, {@code budget}, {@code maxGenerations}, {@code stagnation}, {@code synthesized} or
 *     {@code cancelled} (docs/formats.md, "Result of improve")
 */
public record ImprovedAssertion(AssertionScore best, boolean improved, List<Clause> clauses, String stopReason) {
    public ImprovedAssertion {
        clauses = List.copyOf(clauses);
    }

    /**
     * A conjunct.
     *
     * @param assertion in the assertion language
     * @param mutants of which it rejects an incorrect state
     * @param support correct states that speak for it: of {@code a ==> b} those in which {@code a} holds
     * @param confidence estimated probability that it is true of independent tests of the method, 0 to 1; it says nothing of inputs that
     *     such tests do not try
     */
    public record Clause(String assertion, long mutants, long support, double confidence) {}

    /** The Java expression of the best assertion. */
    public String java() {
        return best.java();
    }
}
