package dev.oraculum.api;

/** Input that is wrong in a way that a front door can say more about: see {@link #problem}. */
public class InvalidInputException extends IllegalArgumentException implements Problem.Explained {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public InvalidInputException(Problem problem, String message) {
        super(message);
        this.problem = problem;
    }

    public InvalidInputException(Problem problem, String message, Throwable cause) {
        super(message, cause);
        this.problem = problem;
    }

    @Override
    public Problem problem() {
        return problem == null ? Problem.Code.INVALID_INPUT.problem() : problem;
    }
}
