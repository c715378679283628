package dev.oraculum.spi;

import java.util.List;
import java.util.Objects;

/**
 * The exit of a method, where an assertion may stand.
 *
 * @param method {@code pkg.C#name(int,java.lang.String)}
 * @param variables what is known of its states, at least one; values come in this order
 * @param numbers that stand in the method's code, whole ones and reals: assertions may compare with these
 */
public record ProgramPoint(String method, List<PointVariable> variables, List<Number> numbers) {
    public ProgramPoint {
        Objects.requireNonNull(method, "method");
        variables = List.copyOf(variables);
        numbers = List.copyOf(numbers);
    }

    /** A point whose code has no numbers, or none that are known. */
    public ProgramPoint(String method, List<PointVariable> variables) {
        this(method, variables, List.of());
    }
}
