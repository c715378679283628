package dev.oraculum.api.evidence;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What an assertion says of one mutant.
 *
 * @param mutant id of its unit
 * @param verdict one of five
 * @param incorrectStates distinct incorrect states it produced
 * @param rejectedStates those of them on which the assertion is false
 */
public record MutantVerdict(String mutant, Verdict verdict, long incorrectStates, long rejectedStates) {
    /** See {@link MutantFigures}. */
    public enum Verdict {
        @JsonProperty("killedBeforeAssertion")
        KILLED_BEFORE_ASSERTION,
        @JsonProperty("likelyEquivalent")
        LIKELY_EQUIVALENT,
        @JsonProperty("notJudged")
        NOT_JUDGED,
        @JsonProperty("detected")
        DETECTED,
        @JsonProperty("survived")
        SURVIVED
    }
}
