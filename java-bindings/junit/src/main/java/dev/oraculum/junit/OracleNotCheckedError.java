package dev.oraculum.junit;

/** An oracle could not be checked though a test asks for it. An error, as a failed assertion is: JUnit shows it as it is. */
public final class OracleNotCheckedError extends AssertionError {
    private static final long serialVersionUID = 1L;

    OracleNotCheckedError(String message) {
        super(message);
    }

    OracleNotCheckedError(String message, Throwable cause) {
        super(message, cause);
    }
}
