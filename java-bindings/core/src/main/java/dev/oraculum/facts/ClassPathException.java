package dev.oraculum.facts;

/** A class path entry or a JDK that cannot be read; the message names the file and says what is wrong with it. */
public final class ClassPathException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClassPathException(String message) {
        super(message);
    }

    public ClassPathException(String message, Throwable cause) {
        super(message, cause);
    }
}
