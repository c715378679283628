package pkg;

/** Its static initializer calls a method as no test does. */
public final class Costs {
    private static final Costs SHARED = new Costs();
    /** Known from the start. */
    public static final int OF_A_GROUP = SHARED.of(500);

    private int asked;

    public int of(int people) {
        asked++;
        if (people > 100) {
            return 7;
        }
        return people + people;
    }

    public int asked() {
        return asked;
    }
}
