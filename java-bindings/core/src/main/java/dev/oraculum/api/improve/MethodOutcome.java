package dev.oraculum.api.improve;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What became of one method of a batch. */
public enum MethodOutcome {
    /** There is a better assertion than {@code true}. */
    @JsonProperty("improved")
    IMPROVED("improved"),
    /** The assertion that was given is false on every incorrect state already. */
    @JsonProperty("nothingToImprove")
    NOTHING_TO_IMPROVE("nothing to improve"),
    /** The search found nothing better. */
    @JsonProperty("notImproved")
    NOT_IMPROVED("not improved"),
    /**
     * No mutant is visible in the recorded state, or only one that changes a return value or a boundary: no assertion is claimed to be
     * good.
     */
    @JsonProperty("noEvidence")
    NO_EVIDENCE("no evidence"),
    /** Tests of the project that passed before fail with the assertion in the sources. */
    @JsonProperty("refuted")
    REFUTED("refuted by tests"),
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

    /** What became of a method that has a report. */
    public static MethodOutcome of(ImproveReport report) {
        if (!report.evidence().sufficient()) {
            return NO_EVIDENCE;
        }
        if (report.proof().status() == Proof.Status.REFUTED) {
            return REFUTED;
        }
        return report.improved() != null ? IMPROVED : report.success() ? NOTHING_TO_IMPROVE : NOT_IMPROVED;
    }

    /** Without a report, whether it is so as long as code, tests and request are the same. */
    public boolean isLasting() {
        return this == NO_TESTS || this == NO_MUTANTS || this == NOT_OBSERVABLE;
    }

    /** Whether there is a report of the method. */
    public boolean hasReport() {
        return switch (this) {
            case IMPROVED, NOTHING_TO_IMPROVE, NOT_IMPROVED, NO_EVIDENCE, REFUTED -> true;
            default -> false;
        };
    }
}
