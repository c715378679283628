package dev.oraculum.pipeline;

import java.time.Duration;

/**
 * Who gets how much of the wall time of a generation. What comes last, the check of the written tests, cannot be cut short: so much is left
 * to it as it will take, reckoned from how long this machine, as busy as it is, took to run the tests in a new JVM a moment before.
 */
final class GenerateBudget {
    /** Share after which no further class of existing tests is begun. */
    private static final double EXISTING_SHARE = 0.25;
    /** Share of the budget after which the search must end. */
    private static final double SEARCH_SHARE = 0.5;
    /** Share after which tests are not made shorter any more. */
    private static final double MINIMISATION_SHARE = 0.6;
    /** The check takes as long as so many runs in a new JVM: three in a round, and contracts. */
    private static final double CHECK_RUNS = 4;
    /** And so long by test: to compile them, to run them by JUnit, and to do it again without those that fail. */
    private static final double CHECK_SECONDS_A_TEST = 0.015;
    /** Tests in many orders take as long as so many; where they take longer, some orders are not tried. */
    private static final double ORDER_RUNS = 2;
    /** Of the compiler, whose classes are loaded when it is first used. */
    private static final double CHECK_SECONDS = 1;
    /** The check gets this share at most: else the wait for a slow start would leave nothing to check. */
    private static final double MOST_CHECK = 0.4;
    /** Tests in many orders get this share at most. */
    private static final double MOST_ORDERS = 0.1;
    /** How late the check may be by further rounds, in seconds and as a share. */
    private static final double LEAST_LATE = 1;
    private static final double LATE_SHARE = 0.05;

    private final double seconds;
    private final long start = System.nanoTime();
    private double check;
    private double orders;

    /** It begins to run. */
    GenerateBudget(Duration budget) {
        seconds = budget.toNanos() / 1e9;
        check = 0.1 * seconds;
    }

    private double elapsed() {
        return (System.nanoTime() - start) / 1e9;
    }

    boolean leavesExistingTests() {
        return elapsed() < EXISTING_SHARE * seconds;
    }

    boolean leavesSearch() {
        return elapsed() < SEARCH_SHARE * seconds;
    }

    boolean leavesMinimisation() {
        return elapsed() < MINIMISATION_SHARE * seconds;
    }

    /** Whether there is time for mutants besides tests in other orders and the check. */
    boolean leavesMutants() {
        return secondsForMutants() > 0;
    }

    /** What is left for mutants besides that, in seconds; not above 0: nothing. */
    double secondsForMutants() {
        return seconds - check - orders - elapsed();
    }

    /** Whether there is time for tests in other orders besides the check. */
    boolean leavesOrders() {
        return elapsed() < seconds - check;
    }

    /**
     * Whether the check may still find out why a written test fails, and try it with less. Without time for that, the test goes.
     *
     * @param needed what it takes, in seconds
     */
    boolean leavesReasons(double needed) {
        return elapsed() + needed < seconds + Math.max(LEAST_LATE, LATE_SHARE * seconds);
    }

    /**
     * The tests ran in a new JVM for the first time.
     *
     * @param time how long that took from the JVM's start on
     * @param tests how many they are
     */
    void ranInNewJvm(Duration time, int tests) {
        double run = time.toNanos() / 1e9;
        check = Math.min(MOST_CHECK * seconds, CHECK_SECONDS + CHECK_RUNS * run + CHECK_SECONDS_A_TEST * tests);
        orders = Math.min(MOST_ORDERS * seconds, ORDER_RUNS * run);
    }
}
