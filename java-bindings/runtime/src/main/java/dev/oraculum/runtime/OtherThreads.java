package dev.oraculum.runtime;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads beside that of a test which is a part of a batch. What they have done when the test looks depends on who was faster, and it is
 * asserted of no test. Two JVMs show it: in one that stands for another machine ({@link OtherTime}) other threads are late, their code of
 * the program waits while the test's own thread runs; in all others they are early, after each statement it is waited until they rest.
 */
final class OtherThreads {
    /** How long others are late, at most, in one test: its thread may run because it waits for what they are to do. */
    private static final long LATE_NANOS = 100_000_000;
    /** How long it is waited for others, at most, in one test. */
    private static final long EARLY_NANOS = 100_000_000;

    private static final long PAUSE_NANOS = 50_000;

    /** The thread of the running test; null: others need not be late. */
    private static volatile Thread first;
    /** Until when others are late. */
    private static volatile long lateUntil;
    /** How much longer it is waited for others. Of the test's thread. */
    private static long early;

    private OtherThreads() {}

    /** A test begins, on this thread. */
    static void begin() {
        early = EARLY_NANOS;
        if (OtherTime.ON) {
            lateUntil = System.nanoTime() + LATE_NANOS;
            first = Thread.currentThread();
        }
    }

    /** The test has ended. */
    static void end() {
        first = null;
    }

    /** Called by a probe in code of the program, in a JVM that stands for another machine. */
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

    /** A statement of the test has ended: it is waited a moment until other threads of the program rest. */
    static void awaitRest() {
        if (OtherTime.ON || early <= 0) {
            return;
        }
        List<Thread> others = StrayThreads.besideTest();
        if (others.isEmpty()) {
            return;
        }
        long begin = System.nanoTime();
        boolean interrupted = Thread.interrupted();
        // A thread that was just given something to do may not have noticed.
        LockSupport.parkNanos(PAUSE_NANOS);
        while (System.nanoTime() - begin < early && StrayThreads.areAtWork(others)) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(PAUSE_NANOS);
            others = StrayThreads.besideTest();
        }
        early -= System.nanoTime() - begin;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
