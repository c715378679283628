package dev.oraculum.api;

import java.util.List;

/**
 * The project under test cannot be worked on as asked: a class is missing, a jar cannot be read, its tests fail, no test reaches the method. The message says what,
 * where and what to do about it.
 */
public class ProjectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is missing, for a program. */
    public enum Kind {
        /** No test class refers to the class, no test reaches the method, or none leaves it by a normal exit. */
        NO_TESTS,
        /** The method cannot be observed. */
        NOT_OBSERVABLE,
        /** Anything else. */
        OTHER
    }

    private final transient List<String> details;
    private final Kind kind;

    public ProjectException(String message) {
        this(Kind.OTHER, message, List.of());
    }

    /** @param details what the message counts or sums up, a line each: failing tests, candidates */
    public ProjectException(String message, List<String> details) {
        this(Kind.OTHER, message, details);
    }

    /** @param details as above */
    public ProjectException(Kind kind, String message, List<String> details) {
        super(message);
        this.kind = kind;
        this.details = List.copyOf(details);
    }

    public ProjectException(String message, Throwable cause) {
        this(Kind.OTHER, message, cause);
    }

    public ProjectException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.details = List.of();
    }

    public Kind kind() {
        return kind;
    }

    /** What the message counts or sums up, a line each. */
    public List<String> details() {
        return details == null ? List.of() : details;
    }
}
