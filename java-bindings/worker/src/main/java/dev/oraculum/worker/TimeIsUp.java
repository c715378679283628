package dev.oraculum.worker;

import dev.oraculum.runtime.StopSignal;

/** Thrown into a test that has run out of wall-clock time, by the kill switch. */
final class TimeIsUp extends StopSignal {
    private static final long serialVersionUID = 1L;

    TimeIsUp(long millis) {
        super("the test was stopped after " + millis + " ms");
    }
}
