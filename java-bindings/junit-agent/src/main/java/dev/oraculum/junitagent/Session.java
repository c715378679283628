package dev.oraculum.junitagent;

import java.util.Map;

/**
 * The observation of tests in this JVM, one at a time. Every type here is the JDK's, for {@code dev.oraculum.junit} calls by reflection;
 * and nothing here needs the agent to be at work, for it may be asked whether it is.
 *
 * <p>All of it is for one thread at a time; a test that is observed may use many.
 */
public final class Session {
    private static volatile boolean running;
    private static volatile String failure = "";

    private Session() {}

    static void start() {
        Observations.start();
        running = true;
    }

    static void fail(String why) {
        failure = why;
    }

    /** Whether the agent is at work in this JVM. */
    public static boolean isRunning() {
        return running;
    }

    /** Why the agent is not at work though the JVM was started with it; empty: it was not. */
    public static String failure() {
        return failure;
    }

    /**
     * Reads an oracle and finds its data in the code of this JVM.
     *
     * @param loader that of the test class: it has the class files, from which nothing is loaded here
     * @return what the other methods ask for
     * @throws IllegalArgumentException the file is no oracle; the message says what and where
     */
    public static Object open(String file, ClassLoader loader) {
        return Observations.open(file, loader);
    }

    /** Whether the oracle has a test of a class, or of one nested in it. */
    public static boolean hasTestsOf(Object oracle, String className) {
        return Observations.hasTestsOf(oracle, className);
    }

    /** A test begins: what definitions give the oracle's data is recorded from now on. One that had not ended is dropped. */
    public static void begin(Object oracle) {
        Observations.begin(oracle);
    }

    /** Drops what is recorded of a test that will not be compared. */
    public static void cancel() {
        Observations.cancel();
    }

    /**
     * The test has ended.
     *
     * @param test JUnit's unique id
     * @param allowGone whether data that this version does not have are passed over
     * @return {@code state}, one of {@code AGREES}, {@code VIOLATED}, {@code UNKNOWN} (the oracle does not have the test) and {@code
     *     UNCHECKED}; {@code message}, what a reader is told; and of a single mismatch {@code expected} and {@code actual}
     */
    public static Map<String, String> end(Object oracle, String test, boolean allowGone) {
        return Observations.end(oracle, test, allowGone).toMap();
    }
}
