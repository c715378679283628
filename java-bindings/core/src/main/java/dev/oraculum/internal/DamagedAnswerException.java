package dev.oraculum.internal;

/**
 * What a worker has answered cannot be read. Code under test may write where it should not: by {@code sun.misc.Unsafe}, say, behind the
 * end of an array, where its JVM has something else.
 */
public final class DamagedAnswerException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    DamagedAnswerException(String message) {
        super(message);
    }
}
