package dev.oraculum.runtime;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock of another machine, in a JVM that has {@link #PROPERTY}: it goes ahead, and every read of it is a while later than the one
 * before. What is the same by this clock as by the right one is not what the time makes of it. The agent has what reads the clock read this
 * one.
 */
public final class OtherTime {
    /** Name of the system property: by how many minutes the clock of another machine goes ahead. */
    public static final String PROPERTY = "oraculum.elsewhere";

    private static final long MINUTES = Long.getLong(PROPERTY, 0);

    /** Whether this JVM has another clock. */
    public static final boolean ON = MINUTES != 0;

    /** Another second, too. */
    private static final long AHEAD = MINUTES * 60_000 + 11_017;
    /** Milliseconds from one read to the next: more than calls take, less than what tests mean by days. */
    private static final long STEP = 1_009;
    private static final long NANOSECONDS = 1_000_000;
    private static final AtomicLong READS = new AtomicLong();

    private OtherTime() {}

    /** In place of {@link System#currentTimeMillis()}. */
    public static long currentTimeMillis() {
        return System.currentTimeMillis() + ahead();
    }

    /** In place of {@link System#nanoTime()}. */
    public static long nanoTime() {
        return System.nanoTime() + ahead() * NANOSECONDS;
    }

    /** In place of an instant that was read from the clock. */
    public static Instant instant(Instant right) {
        return right.plusMillis(ahead());
    }

    private static long ahead() {
        return AHEAD + READS.incrementAndGet() * STEP;
    }
}
