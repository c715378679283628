package dev.oraculum.api.evidence;

import java.util.List;

/**
 * Constants of the program under test, for the synthesis of assertions: what the author of a method wrote down is what an assertion over its states may well speak of.
 *
 * @param integers of the integral types
 * @param reals finite ones of float and double
 * @param texts of String
 */
public record Constants(List<Long> integers, List<Double> reals, List<String> texts) {
    public static final Constants NONE = new Constants(List.of(), List.of(), List.of());

    public Constants {
        integers = List.copyOf(integers);
        reals = List.copyOf(reals);
        texts = List.copyOf(texts);
    }
}
