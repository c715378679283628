package pkg;

import java.util.Comparator;
import java.util.function.Predicate;

/** Most of its code is in constants. */
public class Ranking {
    public static final Comparator<String> BY_LENGTH = (one, other) -> {
        if (one.length() == other.length()) {
            return 0;
        }
        return one.length() < other.length() ? -1 : 1;
    };

    static final Predicate<String> LONG = new Predicate<>() {
        @Override
        public boolean test(String name) {
            return name.length() > 3;
        }
    };

    private Ranking() {}

    public static int places(String[] names) {
        return names.length;
    }
}
