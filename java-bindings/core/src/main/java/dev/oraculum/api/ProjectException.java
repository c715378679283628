package dev.oraculum.api;

import java.util.List;

/**
 * The project under test cannot be worked on as asked: a class is missing, a jar cannot be read, its tests fail, no test reaches the method. The message says what,
 * where and what to do about it.
 */
public class ProjectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> details;

    public ProjectException(String message) {
        this(message, List.of());
    }

    /** @param details what the message counts or sums up, a line each: failing tests, candidates */
    public ProjectException(String message, List<String> details) {
        super(message);
        this.details = List.copyOf(details);
    }

    public ProjectException(String message, Throwable cause) {
        super(message, cause);
        this.details = List.of();
    }

    /** What the message counts or sums up, a line each. */
    public List<String> details() {
        return details == null ? List.of() : details;
    }
}
