package dev.oraculum.api.generate;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What became of one class of a run. */
public enum ClassOutcome {
    /** It has tests, and the file is written where the run writes any. */
    @JsonProperty("generated")
    GENERATED("with tests"),
    /** No test was found that can be kept. */
    @JsonProperty("noTests")
    NO_TESTS("without a test"),
    /** The file of its tests is there already, or is that of another class of the run. */
    @JsonProperty("alreadyThere")
    ALREADY_THERE("file already there"),
    /** It has no code that a test could run: an interface without default methods, an annotation. */
    @JsonProperty("noCode")
    NO_CODE("without code"),
    /** Its class file cannot be read, or the JVM does not survive it. */
    @JsonProperty("projectFailed")
    PROJECT_FAILED("cannot be tested"),
    /** Its file cannot be written. */
    @JsonProperty("notWritten")
    NOT_WRITTEN("not written"),
    /** The budget of the run was over before it was begun. */
    @JsonProperty("outOfTime")
    OUT_OF_TIME("out of time"),
    /** The run was interrupted before it was finished. */
    @JsonProperty("interrupted")
    INTERRUPTED("interrupted"),
    /** A fault of ours. */
    @JsonProperty("internalError")
    INTERNAL_ERROR("internal error");

    private final String words;

    ClassOutcome(String words) {
        this.words = words;
    }

    /** For a reader. */
    public String words() {
        return words;
    }

    /** Whether there is a report of the class. */
    public boolean hasReport() {
        return this == GENERATED || this == NO_TESTS;
    }
}
