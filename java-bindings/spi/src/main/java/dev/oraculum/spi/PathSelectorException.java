package dev.oraculum.spi;

/** Paths cannot be selected, for a reason that is not in the arguments. The message says what is wrong, where, and what to do. */
public class PathSelectorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kind of failure, for a program. */
    public enum Code {
        /** There is no implementation on the class path, or it does not load. */
        NO_IMPLEMENTATION,
        /** The native engine is missing, or does not fit this platform. */
        NATIVE_LIBRARY,
        /** A fault of the implementation. */
        INTERNAL
    }

    private final Code code;

    /** @param cause null: none */
    public PathSelectorException(Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
