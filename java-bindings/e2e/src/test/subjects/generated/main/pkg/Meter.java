package pkg;

/** A meter with mutants of every verdict: some change nothing, some change what nobody sees, some stand where nobody comes. */
public class Meter {
    private int limit = 9;
    private int calls;

    /** Of two that are equal it does not matter which it is. */
    public int highest(int a, int b) {
        return a > b ? a : b;
    }

    /** Nobody asks how often. */
    public int read(int value) {
        calls++;
        return value * 2;
    }

    /** What the strength changes is less than an assertion tells apart. */
    public double drift(double strength) {
        return 5.0 + Math.min(Math.max(strength, 1.0), 2.0) * 1e-13;
    }

    /** Nobody raises the limit. */
    public int over(int value) {
        if (value > 3 && limit > 9) {
            return value - limit;
        }
        return value + 1;
    }

    public int late(int value) {
        refuse(value);
        return value - 3;
    }

    private void refuse(int value) {
        throw new IllegalStateException("refused " + value);
    }

    private int unused(int value) {
        return value + 1;
    }
}
