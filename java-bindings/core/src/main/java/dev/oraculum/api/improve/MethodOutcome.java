package dev.oraculum.api.improve;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What became of one method of a batch. */
public enum MethodOutcome {
    /** There is a better assertion than {@code true}. */
    @JsonProperty("improved")
    IMPROVED("improved"),
    /** No mutant left an incorrect state: nothing is left to improve. */
    @JsonProperty("nothingToImprove")
    NOTHING_TO_IMPROVE("nothing to improve"),
    /** The search found nothing better. */
    @JsonProperty("notImproved")
    NOT_IMPROVED("not improved"),
    /** No test class refers to its class, no test reaches it, or none leaves it by a normal exit. */
    @JsonProperty("noTests")
    NO_TESTS("no tests"),
    /** There is nothing in it to mutate. */
    @JsonProperty("noMutants")
    NO_MUTANTS("no mutants"),
    /** It has no normal exit, or its class file cannot be woven. */
    @JsonProperty("notObservable")
    NOT_OBSERVABLE("not observable"),
    /** Its tests cannot be run, or fail on the original program. */
    @JsonProperty("projectFailed")
    PROJECT_FAILED("tests fail"),
    /** The budget of the whole run was over before it was begun. */
    @JsonProperty("outOfTime")
    OUT_OF_TIME("out of time"),
    /** Its evidence file is damaged, in use, of other inputs, or has no room: the message says which. */
    @JsonProperty("evidenceUnusable")
    EVIDENCE_UNUSABLE("evidence unusable"),
    /** The run was interrupted before it was finished. */
    @JsonProperty("interrupted")
    INTERRUPTED("interrupted"),
    /** A fault of ours. */
    @JsonProperty("internalError")
    INTERNAL_ERROR("internal error");

    private final String words;

    MethodOutcome(String words) {
        this.words = words;
    }

    /** For a reader. */
    public String words() {
        return words;
    }

    /** Whether there is a report of the method. */
    public boolean hasReport() {
        return this == IMPROVED || this == NOTHING_TO_IMPROVE || this == NOT_IMPROVED;
    }
}
