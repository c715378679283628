package dev.oraculum.facts;

/** A method reference that names no method that can be observed; the message says what to write instead. */
public final class MethodReferenceException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Kind {
        /** The text is no method reference. */
        SYNTAX,
        UNKNOWN_CLASS,
        UNKNOWN_METHOD,
        /** Several methods match. */
        AMBIGUOUS,
        /** The method is abstract or native, or has no normal exit. */
        NOT_OBSERVABLE
    }

    private final Kind kind;

    MethodReferenceException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
