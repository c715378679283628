package dev.oraculum.execution;

import dev.oraculum.runtime.protocol.StuckReason;

/** How a unit ended. Everything but {@link #COMPLETED} leaves tests behind that were not run. */
public enum UnitEnd {
    COMPLETED("all tests were run"),
    /** A test ran out of wall-clock time and could be stopped; the rest of the unit was dropped. */
    TIMED_OUT("a test ran out of time and was stopped"),
    OUT_OF_MEMORY("the heap was exhausted"),
    /** The process ended by an exit code, and not by us. */
    EXITED("the JVM was ended by the code under test"),
    CRASHED("the JVM crashed"),
    KILLED("the JVM was killed by a signal from outside"),
    STUCK_IN_STATIC_INITIALIZER("a static initializer never ended"),
    BLOCKED_ON_IO("a test was blocked on input or output for good"),
    BLOCKED_ON_MONITOR("a test waited for a lock that nobody released"),
    STUCK_IN_NATIVE_CODE("native code never returned"),
    UNSTOPPABLE("a loop caught whatever was thrown to stop it"),
    STUCK("a test never ended, and this JVM cannot stop a thread"),
    /** No word from the worker although its own watchdog should have spoken. */
    UNRESPONSIVE("the JVM stopped answering"),
    /** The JVM does not accept the mutated class. */
    REJECTED("the JVM rejected the mutated class");

    private final String sentence;

    UnitEnd(String sentence) {
        this.sentence = sentence;
    }

    /** What happened, for people. */
    public String sentence() {
        return sentence;
    }

    /** Whether the JVM ended by itself, at once: no time was spent waiting for it. */
    public boolean isCrash() {
        return this == CRASHED || this == EXITED;
    }

    static UnitEnd of(StuckReason reason) {
        return switch (reason) {
            case STATIC_INITIALIZER -> STUCK_IN_STATIC_INITIALIZER;
            case BLOCKED_ON_IO -> BLOCKED_ON_IO;
            case BLOCKED_ON_MONITOR -> BLOCKED_ON_MONITOR;
            case NATIVE_CODE -> STUCK_IN_NATIVE_CODE;
            case CATCHES_EVERYTHING -> UNSTOPPABLE;
            case NO_KILL_SWITCH -> STUCK;
        };
    }
}
