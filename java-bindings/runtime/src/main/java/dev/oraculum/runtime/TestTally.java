package dev.oraculum.runtime;

import java.util.List;

/**
 * What one test did to the methods under test, as counted by the probes.
 *
 * @param invocations by plan, calls of its method, counted at entry
 * @param recorded states written: one per planned normal exit of a recorded invocation
 * @param thinned invocations left out by the rule of {@link StatePlan.Limits#records}
 * @param ticks loop iterations and method calls in the classes of the scope
 * @param overBudget whether the tick budget ran out
 * @param exitAttempted whether code under test called System.exit, Runtime.exit or Runtime.halt, even if it caught what that threw
 * @param initializerAborted whether the budget ran out inside a static initializer: that class is unusable from now on,
 *     so this JVM should not run further tests
 * @param fault of ours, which cost the records of this test; empty: none
 */
public record TestTally(
        List<Integer> invocations,
        int recorded,
        int thinned,
        long ticks,
        boolean overBudget,
        boolean exitAttempted,
        boolean initializerAborted,
        String fault) {
    public TestTally {
        invocations = List.copyOf(invocations);
    }
}
