package dev.oraculum.api.seed;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;

/**
 * A test with slots that builds what a branch looks at (EvoObj, section 3.2). Types and members are named as in class files. Statements
 * refer to each other by their numbers, always to earlier ones.
 *
 * @param statements the last is the call of {@code graph.entry()}
 * @param slots numbers of the statements whose values a search may choose
 * @param byNode by node of the graph: the number of the statement that defines it, or null
 * @param unset what is left as it is
 * @param truncated whether a bound left something out
 */
public record SeedTemplate(
        ConstructionGraph graph, List<Statement> statements, List<Integer> slots, List<Integer> byNode, List<Unset> unset, boolean truncated) {

    /**
     * A node that no statement sets.
     *
     * @param infeasible whether no test in the package can set it
     */
    public record Unset(int node, String reason, boolean infeasible) {}

    /** One statement; {@code type} is the descriptor of what it defines, or null. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Construct.class, name = "construct"),
        @JsonSubTypes.Type(value = Call.class, name = "call"),
        @JsonSubTypes.Type(value = GetField.class, name = "getField"),
        @JsonSubTypes.Type(value = PutField.class, name = "putField"),
        @JsonSubTypes.Type(value = NewArray.class, name = "newArray"),
        @JsonSubTypes.Type(value = PutElement.class, name = "putElement"),
        @JsonSubTypes.Type(value = Primitive.class, name = "primitive"),
        @JsonSubTypes.Type(value = Text.class, name = "text"),
        @JsonSubTypes.Type(value = EnumConstant.class, name = "enumConstant"),
        @JsonSubTypes.Type(value = Null.class, name = "null"),
    })
    public sealed interface Statement {
        String type();
    }

    public record Construct(String type, @JsonProperty("class") String className, String descriptor, List<Integer> arguments)
            implements Statement {}

    /**
     * A call. Where {@code type} is not what the descriptor says, the result is cast.
     *
     * @param receiver null: the method is static
     */
    public record Call(String type, String owner, String name, String descriptor, Integer receiver, List<Integer> arguments)
            implements Statement {}

    /** @param object null: the field is static */
    public record GetField(String type, String owner, String name, String descriptor, Integer object) implements Statement {}

    /** @param object null: the field is static */
    public record PutField(String type, String owner, String name, String descriptor, Integer object, int value) implements Statement {}

    /** @param length of an int */
    public record NewArray(String type, int length) implements Statement {}

    /** @param index of an int */
    public record PutElement(String type, int array, int index, int value) implements Statement {}

    /** @param constant a boolean, a whole or a real number; a char is its code */
    public record Primitive(String type, Object constant) implements Statement {}

    public record Text(String type, String constant) implements Statement {}

    public record EnumConstant(String type, @JsonProperty("class") String className, String name) implements Statement {}

    /** For want of a way to make an object of the type. */
    public record Null(String type) implements Statement {}
}
