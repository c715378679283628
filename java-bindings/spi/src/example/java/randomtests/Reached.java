package randomtests;

import java.util.Set;
import java.util.TreeSet;

/** What the instrumented class has reached; it calls these methods ({@link Instrumentation}). */
public final class Reached {
    private static final Set<Outcome> OUTCOMES = new TreeSet<>();

    private Reached() {}

    /**
     * An outcome of a condition, or that the code of a case was entered.
     *
     * @param condition its number
     */
    public record Outcome(int condition, boolean value) implements Comparable<Outcome> {
        @Override
        public int compareTo(Outcome other) {
            return condition == other.condition ? Boolean.compare(value, other.value) : Integer.compare(condition, other.condition);
        }
    }

    public static boolean at(int condition, boolean value) {
        OUTCOMES.add(new Outcome(condition, value));
        return value;
    }

    /** All since the last time. */
    static Set<Outcome> take() {
        Set<Outcome> taken = new TreeSet<>(OUTCOMES);
        OUTCOMES.clear();
        return taken;
    }
}
