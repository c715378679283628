package dev.oraculum.api.improve;

import dev.oraculum.api.evidence.Variable;
import java.util.List;

/**
 * An assertion as text.
 *
 * @param assertion in the assertion language: what {@code --assertion} reads
 * @param java a Java boolean expression that agrees with it on every state, guarded where it would throw; entry values are identifiers
 * @param size nodes of its tree
 * @param variables the variables it uses and those its Java guards test for null, in the schema's order, each with its Java text; those
 * with an {@code entry} must be initialised at the method's start
 * @param exitValues what {@code java} needs declared right before it, in this order
 */
public record AssertionText(String assertion, String java, int size, List<Variable> variables, List<ExitValue> exitValues) {
    public AssertionText {
        variables = List.copyOf(variables);
        exitValues = exitValues == null ? List.of() : List.copyOf(exitValues);
    }

    /** Without declarations. */
    public AssertionText(String assertion, String java, int size, List<Variable> variables) {
        this(assertion, java, size, variables, List.of());
    }
}
