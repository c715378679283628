package dev.oraculum.patch;

/** The assertion cannot be written into the sources; the message says why and what to do. */
public final class PatchException extends Exception {
    private static final long serialVersionUID = 1L;

    PatchException(String message) {
        super(message);
    }
}
