package pkg;

/** The worked example of the GAssert paper (its section 2), and neighbours that bad input is tried on. */
public class Calc {
    /** With arithmetic in it, so that mutants return more kinds of wrong results than the wrong one of two parameters. */
    public static int min(int x, int y) {
        return x > y ? x - (x - y) : x;
    }

    public static int twice(int x) {
        return 2 * x;
    }

    public static long twice(long x) {
        return 2 * x;
    }

    public static int untested(int x) {
        return x + 1;
    }
}
