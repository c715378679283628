package dev.oraculum.runtime;

/**
 * What one kind of {@link Plan} records: one test at a time, on any thread of it. A fault of it is told to
 * {@link Recorder#contain}, which ends it; nothing but a {@link StopSignal} gets out into code under test.
 */
interface Recording {
    /** A test starts. */
    void begin(int test);

    /** The test has ended, or something is broken: nothing more is recorded until the next one begins. */
    void end();

    /** Takes out what has been recorded: one batch in the format of docs/formats.md. */
    byte[] drain();

    /** What counts as reaching something planned in the test that has just ended; 0: the test does not matter to the plan. */
    int invocations();

    /** Records written in that test, if the plan counts them. */
    default int recorded() {
        return 0;
    }

    /** What was left out by its limits, if the plan counts that. */
    default int thinned() {
        return 0;
    }
}
