package dev.oraculum.subjects.specified;

/** The ints from one to another, both included. */
public final class Interval {
    private final int low;
    private final int high;

    /** IllegalArgumentException if the second is less than the first. */
    public Interval(int low, int high) {
        if (high < low) {
            throw new IllegalArgumentException("from " + low + " to " + high);
        }
        this.low = low;
        this.high = high;
    }

    /** The least. */
    public int low() {
        return low;
    }

    /** The greatest. */
    public int high() {
        return high;
    }

    /** Whether a number is in it. */
    public boolean contains(int x) {
        return low <= x && x <= high;
    }

    /** Whether some number is in both. */
    public boolean intersects(Interval other) {
        return low <= other.high && other.low <= high;
    }

    /** The smallest interval that has all numbers of both. */
    public Interval hull(Interval other) {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }
}
