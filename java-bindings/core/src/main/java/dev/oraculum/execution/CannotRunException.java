package dev.oraculum.execution;

/** The project under test cannot be run as asked; the message says what is wrong, where, and what to do about it. */
public final class CannotRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CannotRunException(String message) {
        super(message);
    }

    public CannotRunException(String message, Throwable cause) {
        super(message, cause);
    }
}
