package dev.oraculum.capture;

import dev.oraculum.api.evidence.ValueType;

/** The letters by which plans and the judge of states call types ({@link dev.oraculum.runtime.StatePlan.Variable}). */
public final class Sorts {
    private Sorts() {}

    /** {@code ZBCSIJFDL}, {@code T} a text, {@code [} a sequence, <code>{</code> a bag. */
    public static char of(ValueType type) {
        if (type.isContents()) {
            return type == ValueType.TEXT ? 'T' : type.isSequence() ? '[' : '{';
        }
        return switch (type) {
            case BOOLEAN -> 'Z';
            case BYTE -> 'B';
            case SHORT -> 'S';
            case CHAR -> 'C';
            case INT -> 'I';
            case LONG -> 'J';
            case FLOAT -> 'F';
            case DOUBLE -> 'D';
            default -> 'L';
        };
    }
}
