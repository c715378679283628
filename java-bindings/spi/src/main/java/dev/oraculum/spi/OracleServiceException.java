package dev.oraculum.spi;

/**
 * {@link AssertionEngine}, {@link OracleData} or {@link SuspicionRanker} cannot answer, for a reason that is not in the arguments. The
 * message says what is wrong, where, and what to do.
 */
public class OracleServiceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The kind of failure, for a program. */
    public enum Code {
        /** There is no implementation on the class path, or it does not load. */
        NO_IMPLEMENTATION,
        /** The native engine is missing, or does not fit this platform. */
        NATIVE_LIBRARY,
        /** An entry of the class path, or a class on it, cannot be read. */
        CLASS_PATH,
        /** A fault of the implementation. */
        INTERNAL
    }

    private final Code code;

    /** @param cause null: none */
    public OracleServiceException(Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public Code code() {
        return code;
    }

    /** What {@link Implementation#find} throws. */
    static OracleServiceException noImplementation(String message, Throwable cause) {
        return new OracleServiceException(Code.NO_IMPLEMENTATION, message, cause);
    }
}
