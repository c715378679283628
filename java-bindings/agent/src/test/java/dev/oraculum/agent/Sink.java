package dev.oraculum.agent;

import java.util.function.Supplier;

/** What woven subjects call in place of assertions; it is untracked itself. */
public final class Sink {
    private Sink() {}

    /** A label must have come here. */
    public static void reached(int value) {}

    public static void reached(long value) {}

    public static void reached(double value) {}

    /** Uses what its argument returns when it is called back. */
    public static void reached(Object value) {
        value.toString();
    }

    /** No label may have come here. */
    public static void free(int value) {}

    public static void free(long value) {}

    public static void free(double value) {}

    public static void free(Object value) {
        value.toString();
    }

    /** As {@code assertThrows}. */
    public static void throwsReached(Runnable code) {
        try {
            code.run();
        } catch (IllegalStateException e) {
            return;
        }
        throw new AssertionError("nothing thrown");
    }

    public static void throwsFree(Runnable code) {
        throwsReached(code);
    }

    /** Ends in an error, as an assertion that fails. */
    public static void fails(Object value) {
        throw new AssertionError("fails");
    }

    /** Untracked code that calls back and lets the result through. */
    public static <T> T call(Supplier<T> code) {
        return code.get();
    }
}
