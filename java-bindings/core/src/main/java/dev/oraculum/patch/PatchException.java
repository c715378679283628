package dev.oraculum.patch;

import dev.oraculum.api.Problem;

/** The assertion cannot be written into the sources; the message says why. */
public final class PatchException extends Exception implements Problem.Explained {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    PatchException(String message) {
        this(Problem.Code.INVALID_INPUT, message);
    }

    PatchException(Problem.Code code, String message) {
        super(message);
        this.problem = code.problem();
    }

    @Override
    public Problem problem() {
        return problem == null ? Problem.Code.INVALID_INPUT.problem() : problem;
    }
}
