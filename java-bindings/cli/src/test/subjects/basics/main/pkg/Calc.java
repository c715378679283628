package pkg;

/** The worked example of the GAssert paper (its section 2), and neighbours that bad input is tried on. */
public class Calc {
    public static int min(int x, int y) {
        int min;
        if (x <= y) {
            min = x;
        } else {
            min = y;
        }
        return min;
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
