package dev.oraculum.subjects;

/** Pure methods over numbers. */
public final class SimpleExamples {
    private SimpleExamples() {}

    /** The running example of the GAssert paper (§2): the smaller of two numbers. */
    public static int min(int x, int y) {
        int min;
        if (x <= y) {
            min = x;
        } else {
            min = y;
        }
        return min;
    }

    /** The absolute value; {@code Integer.MIN_VALUE} is its own, as in {@link Math#abs(int)}. */
    public static int abs(int x) {
        int abs = x;
        if (x < 0) {
            abs = -x;
        }
        return abs;
    }

    /** The number in {@code [low, high]} that is nearest to {@code value}. */
    public static int clamp(int value, int low, int high) {
        if (value < low) {
            return low;
        }
        if (value > high) {
            return high;
        }
        return value;
    }

    /** {@code a + b}, held at the ends of the range instead of overflowing. */
    public static int saturatedAdd(int a, int b) {
        long sum = (long) a + b;
        if (sum > Integer.MAX_VALUE) {
            sum = Integer.MAX_VALUE;
        } else if (sum < Integer.MIN_VALUE) {
            sum = Integer.MIN_VALUE;
        }
        return (int) sum;
    }
}
