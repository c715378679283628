package dev.oraculum.junitagent;

import dev.oraculum.agent.Agent;
import dev.oraculum.runtime.Recorder;
import dev.oraculum.runtime.StrayThreads;
import dev.oraculum.runtime.TestTally;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** What {@link Session} does where the agent is at work: only then are there the classes that this one needs. */
final class Observations {
    /** By which the JVM is woven. */
    private static OpenOracle installed;
    private static boolean observing;
    private static int tests;

    private Observations() {}

    /** From now on static initializers are told from tests. */
    static void start() {
        Agent.instance().observe(null);
    }

    static synchronized Object open(String file, ClassLoader loader) {
        return OpenOracle.of(Path.of(file), loader);
    }

    static boolean hasTestsOf(Object oracle, String className) {
        return ((OpenOracle) oracle).hasTestsOf(className);
    }

    static synchronized void begin(Object oracle) {
        cancel();
        OpenOracle wanted = (OpenOracle) oracle;
        if (installed != wanted) {
            installed = wanted;
            Agent.instance().observe(wanted.plan());
        }
        observing = true;
        Recorder.beginTest(tests++, Long.MAX_VALUE);
    }

    static synchronized void cancel() {
        if (observing) {
            observing = false;
            Recorder.endTest();
            Recorder.drain(0);
        }
    }

    static synchronized Verdict end(Object oracle, String test, boolean allowGone) {
        OpenOracle wanted = (OpenOracle) oracle;
        if (!observing || installed != wanted) {
            return Verdict.unchecked("nothing was recorded of it: another test was observed at the same time, in the same JVM");
        }
        observing = false;
        TestTally tally = Recorder.endTest();
        // Waits a moment for threads that are about to end, as a worker does.
        StrayThreads.leftByTest();
        byte[] records = Recorder.drain(0);
        wanted.note(Agent.instance().drainNotices());
        return wanted.verdict(test, List.of(ByteBuffer.wrap(records)), tally.fault(), allowGone);
    }
}
