package dev.oraculum.junitagent;

import java.nio.file.Path;
import java.util.Map;

/**
 * The observation of tests in this JVM, one at a time. Every type here is the JDK's, for {@code dev.oraculum.junit} calls by reflection;
 * and nothing here needs the agent to be at work, for it may be asked whether it is.
 *
 * <p>All of it is for one thread at a time; a test that is observed may use many.
 */
public final class Session {
    private static volatile boolean running;
    private static volatile RunRecording recording;
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

    // ---- the recording of a whole run: docs/formats.md, "Recordings of a build's own test run"

    static void record(Path folder) {
        recording = RunRecording.open(folder);
    }

    /** Whether this JVM records the tests that run, so that no oracle can be checked beside it. */
    public static boolean isRecording() {
        return recording != null;
    }

    /**
     * Tests begin to run.
     *
     * @param owner who tells of them: what others tell until {@link #runFinished} is of runs within this one, and does not count
     */
    public static void runStarted(Object owner) {
        safely(run -> run.started(owner));
    }

    /** A class with tests was met, by its binary name. */
    public static void testClass(Object owner, String className) {
        safely(run -> run.testClass(owner, className));
    }

    /**
     * A test begins.
     *
     * @param test JUnit's unique id, display name, binary name of its class, name of its method; the last two may be empty
     */
    public static void testStarted(Object owner, String[] test) {
        safely(run -> run.testStarted(owner, test));
    }

    /**
     * A test has ended.
     *
     * @param status {@code PASSED}, {@code FAILED} or {@code ABORTED}
     * @param thrown null: nothing
     */
    public static void testFinished(Object owner, String id, String status, Throwable thrown) {
        safely(run -> run.testFinished(owner, id, status, thrown));
    }

    /** A test was not run, as it is disabled. */
    public static void testSkipped(Object owner, String[] test, String reason) {
        safely(run -> run.testSkipped(owner, test, reason));
    }

    /** Something failed outside tests: a fixture of a class, an engine. */
    public static void failedOutside(Object owner, String where, Throwable thrown) {
        safely(run -> run.failedOutside(owner, where, thrown));
    }

    /** No more tests run: what was recorded is written. */
    public static void runFinished(Object owner) {
        safely(run -> run.finished(owner));
    }

    /** Something that the recording does. */
    private interface Step {
        void take(RunRecording run) throws Exception;
    }

    /** A fault of ours ends the recording, and is said; the tests go on. */
    private static void safely(Step step) {
        RunRecording run = recording;
        if (run == null) {
            return;
        }
        try {
            step.take(run);
        } catch (Throwable t) {
            recording = null;
            run.abandon();
            System.err.println("oraculum: the recording of this JVM's tests ended early and is dropped: " + t);
        }
    }
}
