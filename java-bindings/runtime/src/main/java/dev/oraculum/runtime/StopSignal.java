package dev.oraculum.runtime;

/**
 * Thrown into code under test to end it. An Error, so that {@code catch (Exception e)} lets it pass; without stack trace
 * and suppression, so that throwing it at every probe of a runaway loop stays cheap.
 */
public abstract class StopSignal extends Error {
    private static final long serialVersionUID = 1L;

    protected StopSignal(String message) {
        super(message, null, false, false);
    }
}
