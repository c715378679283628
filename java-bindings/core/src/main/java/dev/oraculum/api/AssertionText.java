package dev.oraculum.api;

import java.util.List;

/**
 * An assertion as text.
 *
 * @param assertion in the assertion language: what {@code --assertion} reads
 * @param java a Java boolean expression that agrees with it on every state, guarded where it would throw; entry values are identifiers
 * @param size nodes of its tree
 * @param variables the variables it uses and those its Java guards test for null, in the schema's order; those with an {@code entry} must be initialised at the method's start
 * @param exitValues what {@code java} needs declared right before it: copies of local variables that its lambdas read
 */
public record AssertionText(String assertion, String java, int size, List<Variable> variables, List<ExitValue> exitValues) {
    /**
     * A declaration {@code final javaType name = java;}.
     *
     * @param name the identifier by which the assertion's Java text goes in its lambdas
     * @param javaType a primitive type, or the declared type of the reference
     * @param java what it is at the exit; where that is a local variable or parameter that is assigned once, it can stand for the name
     */
    public record ExitValue(String name, String javaType, String java) {}

    public AssertionText {
        variables = List.copyOf(variables);
        exitValues = List.copyOf(exitValues);
    }
}
