package dev.oraculum.worker;

/**
 * Thrown by our listener to leave a launcher that has no way to be cancelled. An OutOfMemoryError because that is the
 * one thing that engines and launcher pass on instead of logging it (JUnit's {@code UnrecoverableExceptions}).
 */
final class EndOfUnit extends OutOfMemoryError {
    private static final long serialVersionUID = 1L;

    EndOfUnit() {
        super("the unit of work ends here");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
