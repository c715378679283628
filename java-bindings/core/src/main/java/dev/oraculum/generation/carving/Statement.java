package dev.oraculum.generation.carving;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement of a carved test (docs/formats.md, "Carved tests"). Types are descriptors, classes internal names; values are used by the
 * places of the statements that define them.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Statement.Construct.class, name = "construct"),
    @JsonSubTypes.Type(value = Statement.Call.class, name = "call"),
    @JsonSubTypes.Type(value = Statement.GetField.class, name = "getField"),
    @JsonSubTypes.Type(value = Statement.PutField.class, name = "putField"),
    @JsonSubTypes.Type(value = Statement.NewArray.class, name = "newArray"),
    @JsonSubTypes.Type(value = Statement.Element.class, name = "element"),
    @JsonSubTypes.Type(value = Statement.PutElement.class, name = "putElement"),
    @JsonSubTypes.Type(value = Statement.Whole.class, name = "whole"),
    @JsonSubTypes.Type(value = Statement.Real.class, name = "real"),
    @JsonSubTypes.Type(value = Statement.Text.class, name = "text"),
    @JsonSubTypes.Type(value = Statement.ClassObject.class, name = "class"),
    @JsonSubTypes.Type(value = Statement.Null.class, name = "null"),
    @JsonSubTypes.Type(value = Statement.Lambda.class, name = "lambda")
})
public sealed interface Statement {
    /** Descriptor of the type of what it defines; {@code V}: nothing. Where it is not what the member returns, a cast is needed. */
    String type();

    /** The values that it uses. */
    default List<Integer> uses() {
        return List.of();
    }

    /** The same with other places of the values that it uses. */
    default Statement with(List<Integer> uses) {
        return this;
    }

    /** The value that it may change: what it is called on, or stores into; null: none. */
    default Integer changes() {
        return null;
    }

    /** {@code new C(..)}. */
    record Construct(String type, @JsonProperty("class") String className, String descriptor, List<Integer> arguments)
            implements Statement {
        @Override
        public List<Integer> uses() {
            return arguments;
        }

        @Override
        public Statement with(List<Integer> uses) {
            return new Construct(type, className, descriptor, uses);
        }
    }

    /** @param receiver null: the method is static */
    record Call(String type, String owner, String name, String descriptor, Integer receiver, List<Integer> arguments)
            implements Statement {
        @Override
        public List<Integer> uses() {
            List<Integer> uses = new ArrayList<>(arguments);
            if (receiver != null) {
                uses.add(0, receiver);
            }
            return uses;
        }

        @Override
        public Statement with(List<Integer> uses) {
            int first = receiver == null ? 0 : 1;
            return new Call(type, owner, name, descriptor, receiver == null ? null : uses.get(0), uses.subList(first, uses.size()));
        }

        @Override
        public Integer changes() {
            return receiver;
        }
    }

    /** @param object null: the field is static */
    record GetField(String type, String owner, String name, String descriptor, Integer object) implements Statement {
        @Override
        public List<Integer> uses() {
            return object == null ? List.of() : List.of(object);
        }

        @Override
        public Statement with(List<Integer> uses) {
            return new GetField(type, owner, name, descriptor, object == null ? null : uses.get(0));
        }
    }

    /** @param object null: the field is static */
    record PutField(String type, String owner, String name, String descriptor, Integer object, int value) implements Statement {
        @Override
        public List<Integer> uses() {
            return object == null ? List.of(value) : List.of(object, value);
        }

        @Override
        public Statement with(List<Integer> uses) {
            return new PutField(type, owner, name, descriptor, object == null ? null : uses.get(0), uses.get(uses.size() - 1));
        }

        @Override
        public Integer changes() {
            return object;
        }
    }

    /** A new array. */
    record NewArray(String type, int length) implements Statement {}

    /** An element of an array. */
    record Element(String type, int array, int index) implements Statement {
        @Override
        public List<Integer> uses() {
            return List.of(array);
        }

        @Override
        public Statement with(List<Integer> uses) {
            return new Element(type, uses.get(0), index);
        }
    }

    /** An element of an array is assigned. */
    record PutElement(String type, int array, int index, int value) implements Statement {
        @Override
        public List<Integer> uses() {
            return List.of(array, value);
        }

        @Override
        public Statement with(List<Integer> uses) {
            return new PutElement(type, uses.get(0), index, uses.get(1));
        }

        @Override
        public Integer changes() {
            return array;
        }
    }

    /** A value of a primitive type but the reals; a char is its code unit, true is 1. */
    record Whole(String type, long value) implements Statement {}

    /** @param value as Java writes it */
    record Real(String type, String value) implements Statement {}

    /** A string. */
    record Text(String type, String value) implements Statement {}

    /** @param className descriptor of the class whose object it is */
    record ClassObject(String type, @JsonProperty("class") String className) implements Statement {}

    /** {@code null}. */
    record Null(String type) implements Statement {}

    /** A lambda or method reference, of which nothing is said but its interface. */
    record Lambda(String type) implements Statement {}
}
