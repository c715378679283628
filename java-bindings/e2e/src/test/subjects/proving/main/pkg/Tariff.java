package pkg;

public final class Tariff {
    private Tariff() {}

    /** Three for each, but no more than a thousand is charged. */
    public static int charge(int units) {
        int charged = 3 * units;
        if (units > 1000) {
            charged = 1000;
        }
        return charged;
    }

    /** One more than the first element, or -1 of what is too long to be looked at. */
    public static int first(int[] values) {
        if (values.length > 256) {
            return -1;
        }
        return values[0] + 1;
    }

    /** Twice as much, but for what only a careless caller asks for. */
    public static int twice(int units) {
        if (units < 0) {
            return 7;
        }
        return 2 * units;
    }
}
