package dev.oraculum.spi;

/** Seed templates cannot be given, for a reason that is not in the arguments. The message says what is wrong, where, and what to do. */
public class SeedTemplatesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kind of failure, for a program. */
    public enum Code {
        /** There is no implementation on the class path, or it does not load. */
        NO_IMPLEMENTATION,
        /** The native engine is missing, or does not fit this platform. */
        NATIVE_LIBRARY,
        /** An entry of the class path cannot be read. */
        CLASS_PATH,
        /** No test gets to the branch: an {@link UnreachableBranchException}. */
        UNREACHABLE_BRANCH,
        /** A fault of the implementation. */
        INTERNAL
    }

    private final Code code;

    /** @param cause null: none */
    public SeedTemplatesException(Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
