package dev.oraculum.generation.carving;

import java.util.List;
import org.objectweb.asm.Handle;

/**
 * What is known of a value on the operand stack or in a local of a test. The same object is the same value: what becomes known of an object
 * after it was copied, that its constructor has run, is known of all copies.
 */
final class Value implements org.objectweb.asm.tree.analysis.Value {
    /** Nothing is known of it. */
    static final int NOWHERE = -1;

    private final int size;
    /** The statement that defines it; {@link #NOWHERE}: none does, or none does yet. */
    int place = NOWHERE;
    /** A box of a primitive value, a string, or an ASM type, of a constant; else null. */
    final Object constant;
    /** What else it is. */
    final Kind kind;
    /** Internal name of the class of a new object, or of the interface of a lambda. */
    final String className;
    /** What a lambda does. */
    final Handle code;
    /** What a lambda has of its surroundings. */
    final List<Value> captured;

    enum Kind {
        PLAIN,
        NULL,
        /** The test object itself. */
        SELF,
        /** An object whose constructor has not run. */
        NEW,
        LAMBDA
    }

    private Value(int size, Object constant, Kind kind, String className, Handle code, List<Value> captured) {
        this.size = size;
        this.constant = constant;
        this.kind = kind;
        this.className = className;
        this.code = code;
        this.captured = captured;
    }

    static Value unknown(int size) {
        return new Value(size, null, Kind.PLAIN, null, null, List.of());
    }

    static Value at(int place, int size) {
        Value value = unknown(size);
        value.place = place;
        return value;
    }

    static Value constant(Object constant) {
        boolean wide = constant instanceof Long || constant instanceof Double;
        return new Value(wide ? 2 : 1, constant, Kind.PLAIN, null, null, List.of());
    }

    static Value of(Kind kind, String className) {
        return new Value(1, null, kind, className, null, List.of());
    }

    static Value lambda(String interfaceName, Handle code, List<Value> captured) {
        return new Value(1, null, Kind.LAMBDA, interfaceName, code, captured);
    }

    boolean isSelf() {
        return kind == Kind.SELF;
    }

    @Override
    public int getSize() {
        return size;
    }
}
