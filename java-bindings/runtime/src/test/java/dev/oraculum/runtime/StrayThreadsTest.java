package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Which threads are still at work when their test ends. */
class StrayThreadsTest {
    /** A thread that sleeps in code of a test, as one sees it that has asked for its stack before it did. */
    private static final class Sleeper extends Thread {
        private final StackTraceElement[] stack;
        private final CountDownLatch begun = new CountDownLatch(1);

        Sleeper(StackTraceElement... stack) {
            this.stack = stack;
            setDaemon(true);
        }

        @Override
        public void run() {
            begun.countDown();
            try {
                sleep(600_000);
            } catch (InterruptedException e) {
                // The test has ended.
            }
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return stack;
        }
    }

    private static StackTraceElement frame(String module, String type, String method) {
        return new StackTraceElement("app", module, "1", type, method, null, -1);
    }

    /** What {@link StrayThreads#leftByTest} says of a test that has started this thread. */
    private static List<Thread> leftBy(Sleeper sleeper) throws InterruptedException {
        StrayThreads.begin();
        sleeper.start();
        sleeper.begun.await();
        while (sleeper.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        try {
            return StrayThreads.leftByTest().stream().filter(thread -> thread == sleeper).toList();
        } finally {
            sleeper.interrupt();
            sleeper.join();
        }
    }

    @Test
    void aThreadOfATimerRests() throws Exception {
        assertEquals(List.of(), leftBy(new Sleeper(
                frame("java.base", "java.lang.Object", "wait"), frame("java.base", "java.util.TimerThread", "mainLoop"))));
        assertEquals(List.of(), leftBy(new Sleeper(frame("java.base", "java.lang.Thread", "sleep0"))));
    }

    @Test
    void codeThatSleepsIsAtWork() throws Exception {
        Sleeper sleeper = new Sleeper(frame("java.base", "java.lang.Thread", "sleep"), frame(null, "pkg.C", "run"));
        assertEquals(List.of(sleeper), leftBy(sleeper));
    }

    @Test
    void aStackFromBeforeTheThreadDidAnythingSaysNothing() throws Exception {
        Sleeper none = new Sleeper();
        assertEquals(List.of(none), leftBy(none));
        Sleeper young = new Sleeper(frame("java.base", "java.lang.Thread", "run"));
        assertEquals(List.of(young), leftBy(young));
    }
}
