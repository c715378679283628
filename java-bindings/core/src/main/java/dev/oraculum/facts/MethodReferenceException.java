package dev.oraculum.facts;

import dev.oraculum.api.Problem;

/** A method reference that names no method that can be observed; the message says what to write instead. */
public final class MethodReferenceException extends IllegalArgumentException implements Problem.Explained {
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Kind {
        /** The text is no method reference. */
        SYNTAX,
        UNKNOWN_CLASS,
        /** The class is there, and its class file cannot be read. */
        UNREADABLE_CLASS,
        /** A class that is there, and is not of the project. */
        CLASS_OF_JDK,
        UNKNOWN_METHOD,
        /** Several methods match. */
        AMBIGUOUS,
        /** The method is abstract or native, or has no normal exit. */
        NOT_OBSERVABLE
    }

    private final Kind kind;

    public MethodReferenceException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    @Override
    public Problem problem() {
        return switch (kind) {
            case CLASS_OF_JDK -> Problem.Code.CLASS_OF_JDK.problem();
            case UNREADABLE_CLASS -> Problem.Code.CLASS_UNREADABLE.problem();
            default -> Problem.Code.INVALID_INPUT.problem();
        };
    }

    public Kind kind() {
        return kind;
    }
}
