package pkg;

public final class Toll {
    private Toll() {}

    /** Two for each axle, but no more than a hundred. */
    public static int of(int axles) {
        int toll = 2 * axles;
        if (toll > 100) {
            toll = 100;
        }
        return toll;
    }
}
