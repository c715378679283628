package dev.oraculum.api.evidence;

import java.util.List;

/**
 * What the code of a method says, for the synthesis of assertions: what its author wrote down is what an assertion over its states may well
 * speak of, what it asks before it branches tells its cases apart, and what it does not write stays as it was.
 *
 * @param integers of the integral types
 * @param reals finite ones of float and double
 * @param texts of String
 * @param unwritten names of variables that the method leaves as they were on entry, whatever its input
 * @param numbersOfMethod how many of the integers and then of the reals, the first ones, stand in the method's own code; empty: all
 * @param conditions what the code asks before it branches, the method's questions first: {@code x > 0}, {@code this.size == this.limit}
 * @param exitLines source lines of the method's return instructions, in the order of the bytecode; 0: not known
 */
public record Constants(
        List<Long> integers, List<Double> reals, List<String> texts, List<String> unwritten, List<Integer> numbersOfMethod,
        List<String> conditions, List<Integer> exitLines) {
    public static final Constants NONE =
            new Constants(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    public Constants {
        integers = List.copyOf(integers);
        reals = List.copyOf(reals);
        texts = List.copyOf(texts);
        unwritten = unwritten == null ? List.of() : List.copyOf(unwritten);
        numbersOfMethod = numbersOfMethod == null ? List.of() : List.copyOf(numbersOfMethod);
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
        exitLines = exitLines == null ? List.of() : List.copyOf(exitLines);
    }

    /** The same with variables that the method does not write. */
    public Constants withUnwritten(List<String> names) {
        return new Constants(integers, reals, texts, names, numbersOfMethod, conditions, exitLines);
    }

    /** The same with what the method's code asks, and where it returns. */
    public Constants withCode(List<String> asked, List<Integer> returns) {
        return new Constants(integers, reals, texts, unwritten, numbersOfMethod, asked, returns);
    }
}
