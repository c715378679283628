package dev.oraculum.agent;

/** A class cannot be given these method bodies. */
public final class RedefinitionException extends Exception {
    private static final long serialVersionUID = 1L;

    RedefinitionException(String message, Throwable cause) {
        super(message, cause);
    }
}
