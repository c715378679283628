package dev.oraculum.execution;

import dev.oraculum.api.Problem;

/** The project under test cannot be run as asked; the message says what is wrong and where. */
public final class CannotRunException extends RuntimeException implements Problem.Explained {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public CannotRunException(String message) {
        this(Problem.Code.PROJECT_UNUSABLE.problem(), message);
    }

    public CannotRunException(Problem problem, String message) {
        super(message);
        this.problem = problem;
    }

    public CannotRunException(String message, Throwable cause) {
        this(Problem.Code.PROJECT_UNUSABLE.problem(), message, cause);
    }

    public CannotRunException(Problem problem, String message, Throwable cause) {
        super(message, cause);
        this.problem = problem;
    }

    @Override
    public Problem problem() {
        return problem == null ? Problem.Code.PROJECT_UNUSABLE.problem() : problem;
    }
}
