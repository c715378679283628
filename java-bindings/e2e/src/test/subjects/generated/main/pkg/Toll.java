package pkg;

/** What a truck pays. Where one begins to be heavy, no constant of the code says. */
public class Toll {
    private final int axles;

    public Toll(boolean trailer) {
        axles = trailer ? 5 : 3;
    }

    public int cents(int weight) {
        int load = 3 * weight - 11 * axles;
        return load >= 2661 ? 1900 : 700;
    }
}
