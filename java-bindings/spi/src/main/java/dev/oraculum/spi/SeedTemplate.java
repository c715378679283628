package dev.oraculum.spi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A test with slots that builds what a branch looks at (EvoObj, section 3.2). Types and members are named as in class files (JVMS 4.3).
 * Statements refer to each other by their numbers, from 0, always to earlier ones. A test in the package of the class of {@link
 * ObjectConstructionGraph#entry} may use every type and member in it. {@link SeedTemplates#java} writes it as Java.
 *
 * @param statements the last is the call of {@code graph.entry()}
 * @param slots numbers of the statements whose values a search may choose, ascending: those that are a {@link Slot}
 * @param byNode by node of the graph: the number of the statement that defines it, or null
 * @param unset what is left as it is
 * @param truncated whether a bound left something out
 */
public record SeedTemplate(
        ObjectConstructionGraph graph, List<Statement> statements, List<Integer> slots, List<Integer> byNode, List<Unset> unset,
        boolean truncated) {
    public SeedTemplate {
        statements = List.copyOf(statements);
        slots = List.copyOf(slots);
        byNode = Collections.unmodifiableList(new ArrayList<>(byNode));
        unset = List.copyOf(unset);
    }

    /**
     * A node that no statement sets.
     *
     * @param node its number in the graph
     * @param infeasible whether no test in the package can set it
     */
    public record Unset(int node, String reason, boolean infeasible) {}

    /** One statement. */
    public sealed interface Statement {
        /** Descriptor of the type of what it defines; null: it defines nothing. */
        String type();
    }

    /** A value that a search may replace by any other of its type. */
    public sealed interface Slot extends Statement {}

    /** A new object. Of an inner class, the object around it is the first argument. */
    public record Construct(String type, String className, String descriptor, List<Integer> arguments) implements Statement {
        public Construct {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * A call. Where {@code type} is not what the descriptor says, the result is cast.
     *
     * @param receiver null: the method is static
     */
    public record Call(String type, String owner, String name, String descriptor, Integer receiver, List<Integer> arguments)
            implements Statement {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** @param object null: the field is static */
    public record GetField(String type, String owner, String name, String descriptor, Integer object) implements Statement {}

    /** @param object null: the field is static */
    public record PutField(String type, String owner, String name, String descriptor, Integer object, int value) implements Statement {}

    /** @param length number of an int */
    public record NewArray(String type, int length) implements Statement {}

    /** @param index number of an int */
    public record PutElement(String type, int array, int index, int value) implements Statement {}

    /** @param constant a {@link Boolean}, or a {@link Number}, whole or real as the type is; of a char its code */
    public record Primitive(String type, Object constant) implements Slot {}

    /** A string. */
    public record Text(String type, String constant) implements Slot {}

    /** @param className internal name of the enum */
    public record EnumConstant(String type, String className, String name) implements Slot {}

    /** For want of a way to make an object of the type. */
    public record Null(String type) implements Slot {}
}
