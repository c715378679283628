package dev.oraculum.pipeline;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Shares the wall time of a run among its parts. A part that begins gets as much of what is left as it has of the weight that is left; so
 * what a part does not use is for all that come after it. Where several work at the same time, there is as much more to share, but for what
 * those that have begun may still take. For use by several threads.
 */
final class BudgetShares {
    /** With less, a part would hardly begin: it gets so much, and those at the end nothing. Only the first may have less. */
    static final long LEAST = Duration.ofSeconds(5).toNanos();

    private final long end;
    private final int places;
    /** By number of a part that is worked on, until when it may take. */
    private final Map<Integer, Long> begun = new HashMap<>();
    private long weightLeft;
    private boolean any;

    /**
     * It begins to run.
     *
     * @param now of a clock of nanoseconds
     * @param places how many parts are worked on at the same time
     * @param weights of the parts, 0 or more
     */
    BudgetShares(long now, Duration total, int places, List<Integer> weights) {
        end = now + total.toNanos();
        this.places = places;
        weights.forEach(weight -> weightLeft += weight);
    }

    /**
     * A part begins.
     *
     * @return its share; null: the time is over
     */
    synchronized Duration begin(long now, int part, int weight) {
        long left = end - now;
        long shared = left * places - begun.values().stream().mapToLong(until -> Math.max(0, until - now)).sum();
        long share = weightLeft == 0 ? left : (long) ((double) shared / weightLeft * weight);
        weightLeft -= weight;
        long given = Math.min(left, Math.max(share, LEAST));
        if (left < LEAST && any) {
            return null;
        }
        any = true;
        begun.put(part, now + given);
        return Duration.ofNanos(given);
    }

    /** A part that has begun has ended. */
    synchronized void ended(int part) {
        begun.remove(part);
    }

}
