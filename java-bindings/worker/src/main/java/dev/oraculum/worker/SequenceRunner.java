package dev.oraculum.worker;

/**
 * Runs call sequences of one encoding. A runner is a class on the worker's class path; a line in
 * {@code META-INF/services/dev.oraculum.worker.SequenceRunner} makes it known.
 *
 * <p>The worker does what it does for every test: it begins and ends the recording, bounds ticks and time, contains what the calls do
 * outside of the JVM, and stops threads that they leave behind.
 */
public interface SequenceRunner {
    /** The encoding, as {@link dev.oraculum.runtime.protocol.Work.CallSequences} names it. */
    String format();

    /**
     * A unit begins. Outside any test: nothing is recorded yet.
     *
     * @param shared what its sequences have in common
     */
    Program open(byte[] shared) throws Exception;

    /** The sequences of a unit. */
    interface Program {
        /**
         * Runs one sequence. Code under test may throw {@link Error}s that end a test; a runner that catches them throws them on.
         *
         * @return the answer for who sent the sequence, or null
         * @throws Throwable the test has failed. A runner for which an exception of a call is an answer returns it as one
         */
        byte[] run(byte[] sequence) throws Throwable;

        /** The same, for a sequence that is many tests in one. */
        default byte[] run(byte[] sequence, Clock clock) throws Throwable {
            return run(sequence);
        }
    }

    /** The time of a sequence. */
    interface Clock {
        /** Whether it is over, so that no further test should begin: the thread is interrupted, and soon stopped. */
        boolean isTimeUp();

        /**
         * One of the tests in a sequence begins. One that neither ends nor passes a probe is stopped long before the sequence has used up
         * its time: after a second on a processor, or two of waiting.
         */
        void beginTest();
    }
}
