package objects;

public final class Tolerances {
    private Tolerances() {}

    public static Tolerance of(double least) {
        return new Tolerance() {
            private final double bound = least;

            @Override
            public boolean isSame(double a, double b) {
                return Math.abs(a - b) <= bound;
            }
        };
    }
}
