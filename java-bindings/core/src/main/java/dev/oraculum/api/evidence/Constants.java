package dev.oraculum.api.evidence;

import java.util.List;

/**
 * What the code of a method says, for the synthesis of assertions: what its author wrote down is what an assertion over its states may well
 * speak of, and what it does not write stays as it was.
 *
 * @param integers of the integral types
 * @param reals finite ones of float and double
 * @param texts of String
 * @param unwritten names of variables that the method leaves as they were on entry, whatever its input
 * @param numbersOfMethod how many of the integers and then of the reals, the first ones, stand in the method's own code; empty: all
 */
public record Constants(
        List<Long> integers, List<Double> reals, List<String> texts, List<String> unwritten, List<Integer> numbersOfMethod) {
    public static final Constants NONE = new Constants(List.of(), List.of(), List.of(), List.of(), List.of());

    public Constants {
        integers = List.copyOf(integers);
        reals = List.copyOf(reals);
        texts = List.copyOf(texts);
        unwritten = unwritten == null ? List.of() : List.copyOf(unwritten);
        numbersOfMethod = numbersOfMethod == null ? List.of() : List.copyOf(numbersOfMethod);
    }

    /** The same with variables that the method does not write. */
    public Constants withUnwritten(List<String> names) {
        return new Constants(integers, reals, texts, names, numbersOfMethod);
    }
}
