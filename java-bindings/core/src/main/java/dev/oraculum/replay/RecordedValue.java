package dev.oraculum.replay;

import java.util.List;
import java.util.function.Consumer;

/** An operand or a result of a recorded call. */
sealed interface RecordedValue {
    record Null() implements RecordedValue {}

    /** @param sort one of {@code ZBCSIJFD} */
    record Box(char sort, long bits) implements RecordedValue {}

    record Text(String text) implements RecordedValue {}

    record Constant(String className, String name) implements RecordedValue {}

    record ClassLiteral(String className) implements RecordedValue {}

    /** @param component as Java writes the type, nested classes with a dollar */
    record ArrayOf(String component, List<RecordedValue> elements) implements RecordedValue {}

    /** A list of the JDK, by number and by contents. */
    record ListOf(int number, String className, List<RecordedValue> elements) implements RecordedValue {}

    /** An object, by a number that is its own within a test. */
    record Reference(int number, String className) implements RecordedValue {}

    /** Too long to be written down. */
    record Unwritable(String what) implements RecordedValue {}

    /** Tells the numbers of all objects in a value. */
    static void references(RecordedValue value, Consumer<Integer> sink) {
        if (value instanceof Reference reference) {
            sink.accept(reference.number());
        } else if (value instanceof ListOf list) {
            sink.accept(list.number());
        } else if (value instanceof ArrayOf array) {
            array.elements().forEach(element -> references(element, sink));
        }
    }

    /** The number of the object that a value is; -1 for others. */
    static int number(RecordedValue value) {
        return value instanceof Reference reference ? reference.number() : value instanceof ListOf list ? list.number() : -1;
    }
}
