package dev.oraculum.runtime.protocol;

/** How one test of one unit ended. The order is part of the protocol: add at the end. */
public enum TestOutcome {
    PASSED("passed"),
    FAILED("failed"),
    /** An assumption of the test did not hold. */
    ABORTED("was aborted by an assumption"),
    SKIPPED("is disabled"),
    /** More loop iterations and calls than the budget that the original run earned it. */
    TICK_BUDGET_EXCEEDED("ran longer than its budget of loop iterations and calls"),
    /** Ended by the watchdog: interrupted or stopped once its time was over. */
    TIMED_OUT("ran out of time and was stopped"),
    /** Called {@code System.exit}, {@code Runtime.exit} or {@code Runtime.halt}. */
    EXIT_ATTEMPTED("tried to end the JVM"),
    OUT_OF_MEMORY("ran out of memory"),
    STACK_OVERFLOW("recursed until the stack was full"),
    /** It took its worker process down, or was running when the process was given up. */
    LOST("was running when its worker process ended"),
    /** The unit ended before the test's turn came. */
    NOT_RUN("was not run"),
    /** Passed, and what it did is not known: a fault of ours. */
    NOT_RECORDED("could not be recorded");

    private final String sentence;

    TestOutcome(String sentence) {
        this.sentence = sentence;
    }

    /** What happened, to be read after the name of the test. */
    public String sentence() {
        return sentence;
    }

    /** True when the test ended where it would end on any machine: what it recorded depends on no clock and no stack size. */
    public boolean isRepeatable() {
        return switch (this) {
            case PASSED, FAILED, ABORTED, SKIPPED, TICK_BUDGET_EXCEEDED, EXIT_ATTEMPTED -> true;
            case TIMED_OUT, OUT_OF_MEMORY, STACK_OVERFLOW, LOST, NOT_RUN, NOT_RECORDED -> false;
        };
    }
}
