package conditions;

/** Several implementations behind an interface. */
public class Tariffs {
    /** What a parcel costs. */
    public interface Tariff {
        int price(int grams);
    }

    /** So much for each begun unit. */
    public static final class Steps implements Tariff {
        private final int unit;
        private final int cents;

        public Steps(int unit, int cents) {
            if (unit <= 0 || cents < 0) {
                throw new IllegalArgumentException();
            }
            this.unit = unit;
            this.cents = cents;
        }

        @Override
        public int price(int grams) {
            return (grams + unit - 1) / unit * cents;
        }
    }

    /** One price up to a weight. */
    public static final class Flat implements Tariff {
        private final int cents;
        private final int most;

        public Flat(int cents, int most) {
            this.cents = cents;
            this.most = most;
        }

        @Override
        public int price(int grams) {
            return grams > most ? -1 : cents;
        }
    }

    private final Tariff first;
    private final Tariff second;

    public Tariffs(Tariff first, Tariff second) {
        this.first = first;
        this.second = second;
    }

    public String cheaper(int grams) {
        if (grams <= 0) {
            return "none";
        }
        int one = first.price(grams);
        int other = second.price(grams);
        if (one < 0 || other < 0) {
            return one == other ? "neither" : "one";
        }
        if (one == other && one * 3 == 37_035) {
            return "equal";
        }
        return one - other == 4711 ? "by much" : one < other ? "first" : "second";
    }
}
