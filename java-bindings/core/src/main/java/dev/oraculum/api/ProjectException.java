package dev.oraculum.api;

import java.util.List;

/**
 * The project under test cannot be worked on as asked: a class is missing, a jar cannot be read, its tests fail, no test reaches the
 * method. The message says what and where; what to do about it, a front door says from {@link #problem}.
 */
public class ProjectException extends RuntimeException implements Problem.Explained {
    private static final long serialVersionUID = 1L;

    /** What is missing, for a program. */
    public enum Kind {
        /** No test class refers to the class, no test reaches the method, or none leaves it by a normal exit. */
        NO_TESTS,
        /** The method cannot be observed. */
        NOT_OBSERVABLE,
        /** Anything else. */
        OTHER
    }

    private final transient List<String> details;
    private final Kind kind;
    private final transient Problem problem;

    public ProjectException(String message) {
        this(Problem.Code.PROJECT_UNUSABLE.problem(), message, List.of());
    }

    /** @param details what the message counts or sums up, a line each: failing tests, candidates */
    public ProjectException(String message, List<String> details) {
        this(Problem.Code.PROJECT_UNUSABLE.problem(), message, details);
    }

    /** @param details as above */
    public ProjectException(Problem problem, String message, List<String> details) {
        super(message);
        this.kind = kind(problem.code());
        this.problem = problem;
        this.details = List.copyOf(details);
    }

    /** @param details as above */
    public ProjectException(Kind kind, String message, List<String> details) {
        super(message);
        this.kind = kind;
        this.problem = Problem.Code.PROJECT_UNUSABLE.problem();
        this.details = List.copyOf(details);
    }

    public ProjectException(String message, Throwable cause) {
        this(Kind.OTHER, message, cause);
    }

    public ProjectException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.problem = Problem.Code.PROJECT_UNUSABLE.problem();
        this.details = List.of();
    }

    private static Kind kind(Problem.Code code) {
        return switch (code) {
            case NO_TEST_CLASS, NO_TEST_PASSES, NOT_REACHED, GENERATED_TESTS_FAIL -> Kind.NO_TESTS;
            default -> Kind.OTHER;
        };
    }

    /** What is wrong; where a cause knows it better, {@link Problem#of} finds it. */
    @Override
    public Problem problem() {
        return problem == null ? Problem.Code.PROJECT_UNUSABLE.problem() : problem;
    }

    public Kind kind() {
        return kind;
    }

    /** What the message counts or sums up, a line each. */
    public List<String> details() {
        return details == null ? List.of() : details;
    }
}
