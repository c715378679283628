package dev.oraculum.job;

/** There is no result, or one that the build refuses. The message says what is wrong, where, and what to do in the build. */
public final class JobException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final boolean input;

    private JobException(String message, boolean input, Throwable cause) {
        super(message, cause);
        this.input = input;
    }

    /** What the build says of the job is wrong. */
    public static JobException input(String message) {
        return new JobException(message, true, null);
    }

    public static JobException failed(String message) {
        return failed(message, null);
    }

    /** @param cause null: there is none */
    public static JobException failed(String message, Throwable cause) {
        return new JobException(message, false, cause);
    }

    /** Whether the build has to say something else, and the project is not to blame. */
    public boolean isInput() {
        return input;
    }
}
