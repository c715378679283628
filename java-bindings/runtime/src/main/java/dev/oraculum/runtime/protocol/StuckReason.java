package dev.oraculum.runtime.protocol;

/** Why neither interrupt nor StopThread ended a test. The order is part of the protocol: add at the end. */
public enum StuckReason {
    /** A static initializer is on the stack: an exception there would poison the class for good. */
    STATIC_INITIALIZER("hangs inside a static initializer"),
    /** Native code that waits for a file or a socket. */
    BLOCKED_ON_IO("is blocked on input or output"),
    BLOCKED_ON_MONITOR("waits for a lock that nobody releases"),
    NATIVE_CODE("hangs inside native code"),
    /** Stopped again and again, and goes on: a loop that catches Throwable. */
    CATCHES_EVERYTHING("loops and catches whatever is thrown to stop it"),
    /** The kill switch is not available in this JVM. */
    NO_KILL_SWITCH("loops, and this JVM has no way to stop a thread");

    private final String sentence;

    StuckReason(String sentence) {
        this.sentence = sentence;
    }

    /** What happened, to be read after the name of the test. */
    public String sentence() {
        return sentence;
    }
}
