package dev.oraculum.spi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * An invocation that has ended.
 *
 * @param number its place among the invocations of the test, by when they were entered, from 0
 * @param method its place in the list of methods
 * @param values in the order of the method's variables; of one that threw those at the exit count as not there
 * @param statements numbers of the statements that were executed between its entry and its end, by what it called, too
 * @param threw whether it ended by an exception
 */
public record PointInvocation(int number, int method, List<?> values, Set<Integer> statements, boolean threw) {
    public PointInvocation {
        // There may be nulls among the values.
        values = Collections.unmodifiableList(new ArrayList<>(values));
        statements = Set.copyOf(statements);
        if (number < 0) {
            throw new IllegalArgumentException("number is " + number + ": expected 0 or more");
        }
    }

    /** One that returned. */
    public PointInvocation(int number, int method, List<?> values, Collection<Integer> statements) {
        this(number, method, values, Set.copyOf(statements), false);
    }
}
