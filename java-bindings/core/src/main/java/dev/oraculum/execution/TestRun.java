package dev.oraculum.execution;

import dev.oraculum.runtime.protocol.TestOutcome;

/**
 * One test in one unit.
 *
 * @param index in the unit's list of tests: what the state records refer to
 * @param test the test
 * @param outcome how it ended
 * @param failure class and message of what was thrown, the first frames below; empty: nothing
 * @param nanos wall-clock time
 * @param ticks probes passed
 * @param invocations how often the method under test was entered
 */
public record TestRun(
        int index, TestCase test, TestOutcome outcome, String failure, long nanos, long ticks, long invocations) {

    /** The first line of the failure: class and message of what was thrown. */
    public String failureLine() {
        return failure.lines().findFirst().orElse("");
    }

    /** How it ended, to be read after the name of the test. */
    public String sentence() {
        String time = outcome == TestOutcome.TIMED_OUT ? " after " + Math.round(nanos / 1e9) + " s" : "";
        return outcome.sentence() + time + (failureLine().isEmpty() ? "" : ": " + failureLine());
    }
}
