package dev.oraculum.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * What woven code calls where coverage is recorded. Goals have numbers: a line, a method's entry, an exception handler, one outcome of a
 * branch. Each has the least distance at which the running test came to it: 0 reached it.
 *
 * <p>Distances of the outcome that a comparison did not have (Korel 1990, Tracey 1998, K = 1): |a - b| + 1 for numbers, whatever the
 * relation; 1 for references, null, booleans and the default of a switch. Between 0 and 1, d / (d + 1), where a branch looks at what a
 * comparison of two texts says and {@link TextDistance} has d. A NaN is as far as can be: {@link Double#MAX_VALUE}. A branch that was not
 * executed has none, infinity.
 *
 * <p>Probes allocate nothing, and look at no thread once a branch had both outcomes. What static initializers and stray threads do
 * belongs to no test.
 */
public final class Coverage {
    /** The bits of infinity: not reached. Bits of distances, which are not negative, are ordered as the distances. */
    private static final long NEVER = Double.doubleToLongBits(Double.POSITIVE_INFINITY);

    private static final long[] NONE = {};
    private static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(long[].class);

    /**
     * By goal, bits of its distance. A new array for each test: a late thread spoils no other test's. Too short: nobody wants to know. Not
     * volatile, so that loops need not look again; threads that a test hands work to see what it has set.
     */
    private static long[] distances = NONE;
    /** By switch. */
    private static Switch[] switches = {};

    private Coverage() {}

    /**
     * A switch. Its first goal is that of the default target; each other distinct target has one of the next.
     *
     * @param firstGoal number of its first goal
     * @param goals how many targets it has
     * @param keys its cases, ascending
     * @param targets by case, which of the goals, counted from the first
     */
    public record Switch(int firstGoal, int goals, int[] keys, int[] targets) {}

    /**
     * A test starts.
     *
     * @param goals how many there are
     * @return by goal, {@link Double#doubleToLongBits} of its distance; written to from now on
     */
    public static long[] begin(int goals, Switch[] all) {
        long[] fresh = fresh(goals);
        switches = all;
        distances = fresh;
        return fresh;
    }

    /** The test has ended. */
    public static void end() {
        distances = NONE;
    }

    // ---- tests in one test: TestParts -----------------------------------------------------------------------------

    /** By goal, the distances of the running test, written to from now on; empty: nobody wants to know. */
    static long[] current() {
        return distances;
    }

    /** Lets the probes write elsewhere. */
    static void writeTo(long[] elsewhere) {
        distances = elsewhere;
    }

    /** By goal: not reached. */
    static long[] fresh(int goals) {
        long[] fresh = new long[goals];
        Arrays.fill(fresh, NEVER);
        return fresh;
    }

    /** Whether the bits of a distance are those of a goal that nothing came near to. */
    static boolean isFar(long bits) {
        return bits == NEVER;
    }

    /** Adds the distances of a part of a test to its own, and takes them from the part. */
    static void move(long[] part, long[] whole) {
        for (int i = 0; i < part.length; i++) {
            if (part[i] != NEVER) {
                whole[i] = Math.min(whole[i], part[i]);
                part[i] = NEVER;
            }
        }
    }

    // ---- probes -----------------------------------------------------------------------------------------------------

    /** A method is entered: here, and not in each line, a virtual thread is looked at for the first time. */
    public static void entered(int goal) {
        long[] current = distances;
        if (goal < current.length && !StrayThreads.isCurrent() && !Initializers.isInside()) {
            current[goal] = 0;
        }
    }

    /** A line or a handler is reached. */
    public static void reached(int goal) {
        long[] current = distances;
        if (goal < current.length && current[goal] != 0 && belongsToTest()) {
            current[goal] = 0;
        }
    }

    private static boolean belongsToTest() {
        return !(StrayThreads.seen && StrayThreads.isCurrent()) && !Initializers.isInside();
    }

    /**
     * Two ints are about to be compared, by the jump whose two goals are {@code goal} (it jumps) and {@code goal + 1} (it does not).
     *
     * @param relation 0 to 5: equal, not equal, less, greater or equal, greater, less or equal
     */
    public static void compare(int left, int right, int relation, int goal) {
        outcome(Integer.compare(left, right), relation, Math.abs((double) left - right), goal);
    }

    /** In place of LCMP before a jump on its result. */
    public static int compare(long left, long right, int relation, int goal) {
        int order = Long.compare(left, right);
        outcome(order, relation, Math.abs((double) left - (double) right), goal);
        return order;
    }

    /**
     * In place of DCMPL, DCMPG, FCMPL, FCMPG before a jump on their result.
     *
     * @param unordered what they give for a NaN: -1 or 1
     */
    public static int compare(double left, double right, int unordered, int relation, int goal) {
        if (left != left || right != right) {
            outcome(unordered, relation, Double.MAX_VALUE, goal);
            return unordered;
        }
        int order = left < right ? -1 : left > right ? 1 : 0;
        outcome(order, relation, order == 0 ? 0 : Math.abs(left - right), goal);
        return order;
    }

    public static int compare(float left, float right, int unordered, int relation, int goal) {
        return compare((double) left, (double) right, unordered, relation, goal);
    }

    /** A boolean is about to be compared with false. */
    public static void compare(boolean value, int relation, int goal) {
        outcome(value ? 1 : 0, relation, 0, goal);
    }

    /** What texts are compared for. */
    public enum TextComparison {
        EQUAL, EQUAL_IGNORING_CASE, START, END, PART
    }

    private static final TextComparison[] COMPARISONS = TextComparison.values();

    /**
     * Two objects are about to be compared, right before a jump on the result, which also has a probe of its own: for that, what is no text
     * is 1 away, and so is what this does not say.
     *
     * @param comparison its place in {@link TextComparison}
     * @param goal the outcome that they have if it is true
     */
    public static void texts(Object left, Object right, int comparison, int goal) {
        long[] current = distances;
        if (left instanceof String one && right instanceof String other && goal < current.length && current[goal] != 0 && belongsToTest()) {
            double gap = gap(one, other, COMPARISONS[comparison]);
            if (gap > 0) {
                lower(current, goal, gap / (gap + 1));
            }
        }
    }

    private static double gap(String one, String other, TextComparison comparison) {
        return switch (comparison) {
            case EQUAL -> TextDistance.ofEqual(one, other, false);
            case EQUAL_IGNORING_CASE -> TextDistance.ofEqual(one, other, true);
            case START -> TextDistance.ofStart(one, other);
            case END -> TextDistance.ofEnd(one, other);
            case PART -> TextDistance.ofPart(one, other);
        };
    }

    /** Two references are about to be compared; the one of a null test with null. */
    public static void compare(Object left, Object right, int relation, int goal) {
        outcome(left == right ? 0 : 1, relation, 0, goal);
    }

    private static void outcome(int order, int relation, double gap, int goal) {
        long[] current = distances;
        if (goal + 1 >= current.length || (current[goal] | current[goal + 1]) == 0 || !belongsToTest()) {
            return;
        }
        boolean jumps = switch (relation) {
            case 0 -> order == 0;
            case 1 -> order != 0;
            case 2 -> order < 0;
            case 3 -> order >= 0;
            case 4 -> order > 0;
            default -> order <= 0;
        };
        current[jumps ? goal : goal + 1] = 0;
        lower(current, jumps ? goal + 1 : goal, Math.min(gap + 1, Double.MAX_VALUE));
    }

    /** A switch is about to jump. */
    public static void choose(int value, int number) {
        long[] current = distances;
        Switch[] all = switches;
        if (number >= all.length || all[number].firstGoal + all[number].goals > current.length || !belongsToTest()) {
            return;
        }
        Switch one = all[number];
        int at = Arrays.binarySearch(one.keys, value);
        int chosen = at < 0 ? 0 : one.targets[at];
        current[one.firstGoal + chosen] = 0;
        if (chosen != 0) {
            lower(current, one.firstGoal, 1);
        }
        for (int i = 0; i < one.keys.length; i++) {
            if (one.targets[i] != chosen) {
                lower(current, one.firstGoal + one.targets[i], Math.abs((double) value - one.keys[i]) + 1);
            }
        }
    }

    /** Whether somebody wants to know how near the running test comes to a goal: it has not reached it. */
    static boolean isOpen(int goal) {
        long[] current = distances;
        return goal < current.length && current[goal] != 0 && belongsToTest();
    }

    /** The running test has come so near to a goal. */
    static void come(double distance, int goal) {
        long[] current = distances;
        if (goal < current.length) {
            lower(current, goal, distance);
        }
    }

    /** Threads that race lose nothing: what is there only gets less. */
    private static void lower(long[] current, int goal, double distance) {
        long bits = Double.doubleToRawLongBits(distance);
        long before = current[goal];
        while (bits < before) {
            long seen = (long) ELEMENTS.compareAndExchange(current, goal, before, bits);
            if (seen == before) {
                return;
            }
            before = seen;
        }
    }
}
