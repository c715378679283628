package dev.oraculum.api.generate;

/**
 * What of a class tests are wanted for. Branches of its other code are aimed at only where they lead there, and no test is kept for them.
 *
 * @param method a method or constructor of the class, {@code push}, {@code push(int,java.lang.String)} or {@code <init>()}, with the
 *     lambdas and the local and anonymous classes in it; without parameter types all methods of that name; null: all
 * @param line a line of the source: its branches, and that it is run; 0: all
 */
public record Scope(String method, int line) {
    /** All of it, with what is nested in it. */
    public static final Scope CLASS = new Scope(null, 0);

    public Scope {
        if (line < 0) {
            throw new IllegalArgumentException("line is " + line + ": expected 1 or more, or 0 for all");
        }
    }

    /** @param method as above */
    public static Scope ofMethod(String method) {
        return new Scope(method, 0);
    }

    public static Scope ofLine(int line) {
        return new Scope(null, line);
    }
}
