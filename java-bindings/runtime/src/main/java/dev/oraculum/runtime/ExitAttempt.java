package dev.oraculum.runtime;

/** Thrown in place of {@code System.exit}, {@code Runtime.exit} and {@code Runtime.halt}. */
public final class ExitAttempt extends StopSignal {
    private static final long serialVersionUID = 1L;
    private final int status;

    ExitAttempt(int status) {
        super("the code under test tried to end the JVM with status " + status);
        this.status = status;
    }

    /** The exit status that was asked for. */
    public int status() {
        return status;
    }
}
