package dev.oraculum.junit;

/** An oracle could not be checked though a test asks for it. */
public final class OracleCheckException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OracleCheckException(String message) {
        super(message);
    }

    OracleCheckException(String message, Throwable cause) {
        super(message, cause);
    }
}
