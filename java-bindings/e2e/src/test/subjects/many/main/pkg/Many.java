package pkg;

/** Methods of all kinds, good and bad, to be gone through in one run. */
public abstract class Many {
    private int total;

    public Many(int start) {
        total = start < 0 ? 0 : start;
    }

    public static int min(int x, int y) {
        return x > y ? x - (x - y) : x;
    }

    public int add(int n) {
        total += n;
        return total;
    }

    private static boolean odd(int n) {
        return n % 2 != 0;
    }

    public static boolean even(int n) {
        return !odd(n);
    }

    /** Its test fails. */
    public static int wrong(int n) {
        return n + 1;
    }

    /** A mutant of it loops. */
    public static int countDown(int n) {
        int steps = 0;
        while (n > 0) {
            n--;
            steps++;
        }
        return steps;
    }

    public static int untested(int n) {
        return 3 * n;
    }

    public static void never() {
        throw new UnsupportedOperationException();
    }

    public void nothing() {}

    public abstract int missing();

    public native int elsewhere();
}
