package dev.oraculum.evaluation.specifications;

import java.util.ArrayList;
import java.util.List;

/**
 * What a woven invocation hands over: the values of its entry, then those of its exit, by place in the plan. Integers below int, and
 * booleans, are Integers.
 */
public final class RootValues {
    private final List<Object> entry = new ArrayList<>();
    private final List<Object> exit = new ArrayList<>();
    private boolean entered;
    private int exitOrdinal = -1;

    RootValues() {}

    void put(Object value, int root) {
        List<Object> values = entered ? exit : entry;
        while (values.size() <= root) {
            values.add(null);
        }
        values.set(root, value);
    }

    void entered() {
        entered = true;
    }

    void exited(int ordinal) {
        exitOrdinal = ordinal;
    }

    /** Which of the method's normal exits it was; negative: none. */
    int exitOrdinal() {
        return exitOrdinal;
    }

    /** The values at the exit. */
    Object[] exit() {
        return exit.toArray();
    }
}
