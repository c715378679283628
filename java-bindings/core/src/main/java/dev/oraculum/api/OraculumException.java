package dev.oraculum.api;

/**
 * What went wrong that is neither the caller's input ({@link IllegalArgumentException}) nor a closed handle ({@link
 * IllegalStateException}).
 */
public class OraculumException extends RuntimeException implements Problem.Explained {
    private static final long serialVersionUID = 1L;

    /** The kind of failure, for a program. */
    public enum Code {
        /** A file or database could not be read or written. */
        IO,
        /** A process of ours could not be started, or somebody ended it. */
        PROCESS,
        /** The native library is missing, of another version, or does not fit this platform. */
        NATIVE_LIBRARY,
        /** A fault of ours. */
        INTERNAL
    }

    private final Code code;

    public OraculumException(Code code, String message) {
        super(message);
        this.code = code;
    }

    public OraculumException(Code code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public Code code() {
        return code;
    }

    @Override
    public Problem problem() {
        return switch (code) {
            case IO -> Problem.Code.FILE.problem();
            case PROCESS -> Problem.Code.PROCESS.problem();
            case NATIVE_LIBRARY -> Problem.Code.NATIVE_LIBRARY.problem();
            case INTERNAL -> Problem.Code.INTERNAL.problem();
        };
    }
}
