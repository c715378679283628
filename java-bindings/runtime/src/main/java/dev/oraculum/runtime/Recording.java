package dev.oraculum.runtime;

/**
 * What one kind of {@link Plan} records: one test at a time, on any thread of it. A fault of it is told to
 * {@link Recorder#contain}, which ends it; nothing but a {@link StopSignal} gets out into code under test.
 */
public interface Recording {
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

    /** The method of the plan is entered, where it is of one method; null: this invocation is not recorded. */
    default Invocation enter() {
        return null;
    }

    /**
     * Woven code of the running test has come to a place of this plan: {@link Probes#site(int, int)}. Never called between tests, nor by
     * code that belongs to no test.
     *
     * @param site as the weaving has numbered it
     */
    default void at(int site) {}

    /**
     * The same with a primitive value.
     *
     * @param bits the value as a long; a float or double as {@link Double#doubleToLongBits}
     */
    default void at(int site, long bits) {
        at(site);
    }

    /** The same with a reference. Reading it may run code under test. */
    default void at(int site, Object value) {
        at(site);
    }
}
