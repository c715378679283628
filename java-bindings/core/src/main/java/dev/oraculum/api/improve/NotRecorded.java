package dev.oraculum.api.improve;

import java.util.List;

/**
 * Runs of tests on mutants that left no states behind: they ended where only that machine or that moment ends them, or were not run at all,
 * so that what they did is no evidence.
 *
 * @param mutants how many had such a test
 * @param tests runs of tests on mutants
 * @param reasons how they ended, at most {@value #MOST}, the most frequent first
 */
public record NotRecorded(long mutants, long tests, List<Reason> reasons) {
    /** Reasons that are listed. */
    public static final int MOST = 100;

    /** All was recorded. */
    public static final NotRecorded NONE = new NotRecorded(0, 0, List.of());

    public NotRecorded {
        reasons = List.copyOf(reasons);
    }

    /**
     * One way to end.
     *
     * @param reason to be read after the name of a test
     * @param tests runs of tests that ended so
     */
    public record Reason(String reason, long tests) {}
}
