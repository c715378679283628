package dev.oraculum.execution;

import dev.oraculum.runtime.containment.Deed;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.util.List;

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
 * @param deeds what it did outside of the JVM and its scratch folder; on a mutant, what it was refused
 * @param contained whether it was refused something; its states from then on are dropped
 */
public record TestRun(
        int index,
        TestCase test,
        TestOutcome outcome,
        String failure,
        long nanos,
        long ticks,
        long invocations,
        List<Deed> deeds,
        boolean contained) {

    public TestRun {
        deeds = List.copyOf(deeds);
    }

    /** One that did nothing outside. */
    public TestRun(int index, TestCase test, TestOutcome outcome, String failure, long nanos, long ticks, long invocations) {
        this(index, test, outcome, failure, nanos, ticks, invocations, List.of(), false);
    }

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
