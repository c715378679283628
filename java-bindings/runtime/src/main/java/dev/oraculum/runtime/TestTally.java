package dev.oraculum.runtime;

/**
 * What one test did to the method under test, as counted by the probes.
 *
 * @param invocations calls of the method, counted at entry
 * @param recorded states written: one per planned normal exit of a recorded invocation
 * @param thinned invocations left out by the rule of {@link CapturePlan.Limits#records}
 * @param ticks loop iterations and method calls in the classes of the scope
 * @param overBudget whether the tick budget ran out
 * @param exitAttempted whether code under test called System.exit, Runtime.exit or Runtime.halt, even if it caught what that threw
 * @param initializerAborted whether the budget ran out inside a static initializer: that class is unusable from now on,
 *     so this JVM should not run further tests
 * @param fault of ours, which cost the records of this test; empty: none
 */
public record TestTally(
        int invocations,
        int recorded,
        int thinned,
        long ticks,
        boolean overBudget,
        boolean exitAttempted,
        boolean initializerAborted,
        String fault) {}
