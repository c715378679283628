package dev.oraculum.execution;

import java.time.Duration;

/**
 * How long a test may run on a mutant, measured by what it took on the original, and how patient the supervisor is.
 *
 * @param tickFactor a test may pass this many times the probes (loop iterations, calls) of its original run ..
 * @param tickConstant .. and this many on top. Deterministic, so it comes long before the clock
 * @param timeFactor the same for wall-clock time, for what no probe sees: sleep, sockets, code that is not instrumented
 * @param timeConstant added to the time; generous, because results must not depend on how busy the machine is
 * @param firstRun how long one test, or one class-level fixture, may take on the original
 * @param grace how long a rung of the kill ladder may take before the next one is tried
 * @param timeOuts a unit ends after this many of its tests ran out of wall-clock time
 * @param start how long the first attempt to start a worker may take, until it is set up; later ones get more
 * @param patience how long a worker may be silent beyond what its own watchdog should need: a machine under load, a
 *     collecting heap
 */
public record Budgets(
        double tickFactor,
        long tickConstant,
        double timeFactor,
        Duration timeConstant,
        Duration firstRun,
        Duration grace,
        int timeOuts,
        Duration start,
        Duration patience) {
    /** A worker that is set up has loaded our agent and the JUnit Platform: more than a JVM that says its version. */
    private static final int STARTS = 8;

    public static final Budgets DEFAULTS = new Budgets(
            10,
            100_000,
            10,
            Duration.ofSeconds(4),
            Duration.ofSeconds(120),
            Duration.ofMillis(250),
            1,
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));

    public Budgets {
        if (!(tickFactor >= 1) || !(timeFactor >= 1)) {
            throw new IllegalArgumentException("a budget below the original run's own need: factors are at least 1");
        }
        if (tickConstant < 0 || timeConstant.isNegative() || grace.isNegative() || timeOuts < 1) {
            throw new IllegalArgumentException("budgets are not negative, and a unit ends after at least one time-out");
        }
    }

    public Budgets withTicks(double factor, long constant) {
        return new Budgets(factor, constant, timeFactor, timeConstant, firstRun, grace, timeOuts, start, patience);
    }

    public Budgets withTime(double factor, Duration constant) {
        return new Budgets(tickFactor, tickConstant, factor, constant, firstRun, grace, timeOuts, start, patience);
    }

    public Budgets withFirstRun(Duration limit) {
        return new Budgets(tickFactor, tickConstant, timeFactor, timeConstant, limit, grace, timeOuts, start, patience);
    }

    public Budgets withTimeOuts(int count) {
        return new Budgets(tickFactor, tickConstant, timeFactor, timeConstant, firstRun, grace, count, start, patience);
    }

    public Budgets withPatience(Duration limit) {
        return new Budgets(tickFactor, tickConstant, timeFactor, timeConstant, firstRun, grace, timeOuts, start, limit);
    }

    public Budgets withStart(Duration limit) {
        return new Budgets(tickFactor, tickConstant, timeFactor, timeConstant, firstRun, grace, timeOuts, limit, patience);
    }

    /**
     * How long a worker may take to start.
     *
     * @param answered how long the JVM took to say who it is; zero: not known
     * @param attempt 1 for the first one
     */
    Duration start(Duration answered, int attempt) {
        Duration examined = answered.multipliedBy(STARTS);
        return (examined.compareTo(start) > 0 ? examined : start).multipliedBy(1L << (attempt - 1));
    }

    long ticks(long originalTicks) {
        double budget = tickFactor * originalTicks + tickConstant;
        return budget >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) budget;
    }

    long millis(long originalNanos) {
        return (long) (timeFactor * originalNanos / 1e6) + timeConstant.toMillis();
    }

    /** How long a test may run that took so long before. */
    public Duration after(Duration before) {
        return Duration.ofMillis(millis(before.toNanos()));
    }
}
