package app;

public class Counter {
    private int count;

    public int up(int by) {
        if (by > 0) {
            count += by;
        }
        return count;
    }

    /** Counts as part of the class around it. */
    public static class Twice {
        public int of(int number) {
            return number * 2;
        }
    }
}
