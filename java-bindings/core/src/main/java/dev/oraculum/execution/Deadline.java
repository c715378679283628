package dev.oraculum.execution;

import java.math.BigDecimal;
import java.time.Duration;

/** The end of a span of time that several steps share. */
final class Deadline {
    private final Duration limit;
    private final long start = System.nanoTime();

    private Deadline(Duration limit) {
        this.limit = limit;
    }

    static Deadline in(Duration limit) {
        return new Deadline(limit);
    }

    /** The whole span. */
    Duration limit() {
        return limit;
    }

    /** What is left of it; zero when it is over. */
    Duration left() {
        Duration left = limit.minusNanos(System.nanoTime() - start);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** {@code 1.2 s}. */
    static String text(Duration span) {
        return new BigDecimal(span.toMillis()).movePointLeft(3).stripTrailingZeros().toPlainString() + " s";
    }

    boolean isOver() {
        return left().isZero();
    }
}
