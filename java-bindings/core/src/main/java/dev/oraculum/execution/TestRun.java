package dev.oraculum.execution;

import dev.oraculum.runtime.containment.Deed;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One test in one unit.
 *
 * @param index in the unit's list of tests: what the state records refer to
 * @param test the test
 * @param outcome how it ended
 * @param failure class and message of what was thrown, the first frames below; empty: nothing
 * @param nanos wall-clock time
 * @param ticks probes passed
 * @param byPlan for each plan, how often its method was entered; empty: the test was not run
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
        List<Integer> byPlan,
        List<Deed> deeds,
        boolean contained) {

    public TestRun {
        byPlan = List.copyOf(byPlan);
        deeds = List.copyOf(deeds);
    }

    /** One that was not run, or not to its end. */
    public static TestRun without(int index, TestCase test, TestOutcome outcome, String failure) {
        return new TestRun(index, test, outcome, failure, 0, 0, List.of(), List.of(), false);
    }

    /** How often the methods under test were entered, of all plans. */
    public long invocations() {
        return byPlan.stream().mapToLong(Integer::longValue).sum();
    }

    /** How often the method of one plan was entered. */
    public int invocations(int plan) {
        return plan < byPlan.size() ? byPlan.get(plan) : 0;
    }

    /** The same, as a run with that plan alone. */
    TestRun ofPlan(int plan) {
        return new TestRun(index, test, outcome, failure, nanos, ticks, List.of(invocations(plan)), deeds, contained);
    }

    /** Both runs of a test in one: the longer time, and all that either did. */
    TestRun union(TestRun other, int place) {
        List<Deed> all = Stream.concat(deeds.stream(), other.deeds.stream()).distinct().toList();
        return new TestRun(place, test, outcome, failure, Math.max(nanos, other.nanos), Math.max(ticks, other.ticks), byPlan, all, false);
    }

    /** The first line of the failure: class and message of what was thrown. */
    public String failureLine() {
        return failure.lines().findFirst().orElse("");
    }

    /** How it ended, to be read after the name of the test. */
    public String sentence() {
        // Whole seconds that are over: on a busy machine it takes a part of one more before a thread notices.
        String time = outcome == TestOutcome.TIMED_OUT ? " after " + Math.max(1, TimeUnit.NANOSECONDS.toSeconds(nanos)) + " s" : "";
        return outcome.sentence() + time + (failureLine().isEmpty() ? "" : ": " + failureLine());
    }
}
