package dev.oraculum.execution;

import dev.oraculum.runtime.protocol.TestOutcome;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The tests on the original program: all, then once more in the same JVM those that reach the method (docs/formats.md,
 * "Units of work").
 *
 * @param first the tests of the first run; their indices are their places in the list of all tests that were run
 * @param second the same list in the second run; {@code NOT_RUN} where a test did not reach the method
 * @param problems what failed outside tests (class-level fixtures, engines), a line each
 */
public record OriginalRun(List<TestRun> first, List<TestRun> second, List<String> problems) {
    public OriginalRun {
        first = List.copyOf(first);
        second = List.copyOf(second);
        problems = List.copyOf(problems);
    }

    /**
     * The same as a run with one plan alone.
     *
     * @param tests ids of the tests that count; each keeps its index
     */
    public OriginalRun ofPlan(int plan, Set<String> tests) {
        return new OriginalRun(
                indices().filter(i -> tests.contains(first.get(i).test().uniqueId())).mapToObj(i -> first.get(i).ofPlan(plan)).toList(),
                indices().filter(i -> tests.contains(first.get(i).test().uniqueId())).mapToObj(i -> second.get(i).ofPlan(plan)).toList(),
                problems);
    }

    /** Tests that failed in the first run. */
    public List<TestRun> failing() {
        return first.stream().filter(run -> isFailure(run.outcome())).toList();
    }

    /** Tests that passed, and of which a fault of ours has lost what they did in one of the runs: that run of each. */
    public List<TestRun> notRecorded() {
        return indices()
                .mapToObj(i -> first.get(i).outcome() == TestOutcome.NOT_RECORDED ? first.get(i) : second.get(i))
                .filter(run -> run.outcome() == TestOutcome.NOT_RECORDED)
                .toList();
    }

    /** Tests that did not end alike, or did not enter the method equally often, in both runs: left out of everything. */
    public List<TestRun> unstable() {
        return indices().filter(i -> !isStable(i)).mapToObj(first::get).toList();
    }

    /** Tests that pass in both runs and enter the method under test: the ones to run on mutants. */
    public List<TestCase> reaching() {
        return indices()
                .filter(i -> isStable(i) && first.get(i).outcome() == TestOutcome.PASSED && first.get(i).invocations() > 0)
                .mapToObj(i -> first.get(i).test())
                .toList();
    }

    private boolean isStable(int i) {
        TestRun one = first.get(i);
        TestRun two = second.get(i);
        return two.outcome() == TestOutcome.NOT_RUN || one.outcome() == two.outcome() && one.invocations() == two.invocations();
    }

    private IntStream indices() {
        return IntStream.range(0, first.size());
    }

    private static boolean isFailure(TestOutcome outcome) {
        return switch (outcome) {
            case PASSED, ABORTED, SKIPPED, NOT_RECORDED -> false;
            default -> true;
        };
    }
}
