package objects;

public final class Tolerances {
    private Tolerances() {}

    public static Tolerance of(double least) {
        return new Tolerance() {
            private final double bound = least;

            @Override
            public double bound() {
                return bound;
            }
        };
    }
}
