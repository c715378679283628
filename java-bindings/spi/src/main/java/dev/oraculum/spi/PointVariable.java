package dev.oraculum.spi;

import java.util.Objects;

/**
 * A variable of a program point: what is known of a state there. docs/formats.md, "Variables and their names", has the naming scheme.
 *
 * <p>Types are those of Java, {@code boolean} to {@code double}; {@code reference}, of which only the identity counts; {@code text}, what a
 * String holds; with {@code []} behind them the elements of an array or list, with <code>{}</code> those of a collection without order.
 *
 * <p>A value of the variable is the box of its type (of {@code int} an Integer, Short or Byte; of {@code long} these or a Long; of {@code
 * double} a Double or Float); of {@code reference} any object, or null; of {@code text} a String; of elements an array or a collection,
 * which is copied at once. Of all but {@code reference} null says that there is no value: it may be null only where the receiver is.
 *
 * @param name as assertions have it: {@code x}, {@code old_x}, {@code result}, {@code this.size}, {@code list[*]} for elements
 * @param type as above
 * @param receiver name of the reference that it is read from; null: it is read directly
 * @param java Java text that reads it just before the exit, or, of a value on entry, the identifier that holds it; null: as the name says
 * @param entry of a value on entry, the Java expression that reads it at the start of the method; else null
 * @param javaType of a reference or of what has elements, its type in Java, such as {@code java.util.List<String>}; null: not known
 */
public record PointVariable(String name, String type, String receiver, String java, String entry, String javaType) {
    public PointVariable {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }

    /** A value at the exit, under its own name: a parameter, {@code result}, a field as {@code this.size}. */
    public static PointVariable of(String name, String type) {
        return new PointVariable(name, type, null, null, null, null);
    }

    /** A reference at the exit. */
    public static PointVariable reference(String name, String javaType) {
        return new PointVariable(name, "reference", null, null, null, javaType);
    }

    /** What is read from a reference: {@code list.size()}, or its elements, {@code list[*]}. */
    public static PointVariable ofReceiver(String name, String type, String receiver) {
        return new PointVariable(name, type, receiver, null, null, null);
    }

    /**
     * A value as it was on entry: {@code old_x} of the parameter {@code x}.
     *
     * @param expression what reads it at the start of the method
     */
    public static PointVariable onEntry(String name, String type, String expression) {
        return new PointVariable(name, type, null, null, expression, null);
    }

    /** The same with the type that it has in Java. */
    public PointVariable withJavaType(String changed) {
        return new PointVariable(name, type, receiver, java, entry, changed);
    }

    /** The same with the Java text that reads it. */
    public PointVariable withJava(String changed) {
        return new PointVariable(name, type, receiver, changed, entry, javaType);
    }
}
