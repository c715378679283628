package dev.oraculum.runtime;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads beside that of a test which is a part of a batch. What they have done when the test looks depends on who was faster, so it is
 * asserted of no test. Two kinds of runs show it. In a JVM that was started with {@link #LATE} they are late: code of the program that they
 * run waits while the test's own thread runs. In a batch of which that is asked they are early: after each statement the test waits until
 * they rest, and a moment for those that wait for a time. What differs between the two is not the test's doing. Elsewhere nobody waits.
 */
public final class OtherThreads {
    private static final String PROPERTY = "oraculum.others";
    /** Argument of a JVM in which they are late. */
    public static final String LATE = "-D" + PROPERTY + "=late";

    /** Whether they are late in this JVM. */
    static final boolean ARE_LATE = "late".equals(System.getProperty(PROPERTY));

    /** How long others are late, at most, in one test: its thread may run because it waits for what they are to do. */
    private static final long LATE_NANOS = 100_000_000;
    /** How long a test waits for others, at most. */
    private static final long EARLY_NANOS = 100_000_000;
    /** How long, after one statement, for those that wait for a time: a timer with something to do in a moment. */
    private static final long TIMED_NANOS = 10_000_000;

    /** So often a test waits for a thread that waits for a time: a timer that tests before have left may have nothing to do for hours. */
    private static final int MOST_IN_VAIN = 50;

    private static final long PAUSE_NANOS = 50_000;

    /** The thread of the running test; null: others need not be late. */
    private static volatile Thread first;
    /** Until when others are late. */
    private static volatile long lateUntil;
    /** How much longer the test waits for others. Only its thread uses it. */
    private static long early;
    /** By thread that waits for a time, how often it still did when a test had waited for it. Only their thread uses it. */
    private static final Map<Thread, Integer> IN_VAIN = new IdentityHashMap<>();

    private OtherThreads() {}

    /** A test begins, on this thread. */
    static void begin() {
        early = EARLY_NANOS;
        if (ARE_LATE) {
            lateUntil = System.nanoTime() + LATE_NANOS;
            first = Thread.currentThread();
        }
    }

    /** The test has ended. What it gave others to do is done before the next begins: it would be taken for that one's doing. */
    static void end() {
        if (ARE_LATE) {
            first = null;
            early = EARLY_NANOS;
            awaitRest();
        }
    }

    /** A probe in code of the program, where others are late. */
    static void giveWay() {
        Thread test = first;
        if (test == null || test == Thread.currentThread()) {
            return;
        }
        boolean waited = false;
        while (first == test && test.getState() == Thread.State.RUNNABLE && System.nanoTime() - lateUntil < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
            waited = true;
        }
        if (waited) {
            // What ended a pause may have been meant for the program.
            LockSupport.unpark(Thread.currentThread());
        }
    }

    /** A statement of the test has ended: others have the time to do what it gave them to do. */
    static void awaitRest() {
        if (early <= 0) {
            return;
        }
        List<Thread> others = StrayThreads.besideTest();
        if (others.isEmpty()) {
            return;
        }
        long begin = System.nanoTime();
        boolean interrupted = false;
        boolean waiting = true;
        while (waiting) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(PAUSE_NANOS);
            long waited = System.nanoTime() - begin;
            others = StrayThreads.besideTest();
            waiting = waited < early && (StrayThreads.areAtWork(others) || waited < TIMED_NANOS && waitsForTime(others));
        }
        early -= System.nanoTime() - begin;
        noteInVain(others);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean waitsForTime(List<Thread> threads) {
        return threads.stream().anyMatch(OtherThreads::waitsForTime);
    }

    private static boolean waitsForTime(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING && IN_VAIN.getOrDefault(thread, 0) < MOST_IN_VAIN
                && !StrayThreads.hasNoTask(thread.getStackTrace());
    }

    private static void noteInVain(List<Thread> threads) {
        IN_VAIN.keySet().removeIf(thread -> !thread.isAlive());
        threads.stream().filter(OtherThreads::waitsForTime).forEach(thread -> IN_VAIN.merge(thread, 1, Integer::sum));
    }
}
