package dev.oraculum.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which threads are still at work when their test ends. */
@Timeout(60)
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

    /** Of a thread that is about to wait for a time. */
    private static boolean hasNoTask(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return StrayThreads.hasNoTask(thread.getStackTrace());
    }

    @Test
    void aThreadOfAPoolHasNoTaskWhenItsTaskIsOver() throws Exception {
        ForkJoinPool forks = new ForkJoinPool(1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 10, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        pool.allowCoreThreadTimeOut(true);
        try {
            assertTrue(hasNoTask(forks.submit(Thread::currentThread).get()));
            assertTrue(hasNoTask(pool.submit(Thread::currentThread).get()));
        } finally {
            forks.shutdownNow();
            pool.shutdownNow();
        }
    }

    @Test
    void aThreadThatWaitsForTheTimeOfATaskHasOne() throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        ExecutorService others = Executors.newCachedThreadPool();
        Timer timer = new Timer(true);
        try {
            pool.schedule(() -> { }, 1, TimeUnit.HOURS);
            assertFalse(hasNoTask(pool.submit(Thread::currentThread).get()));
            CompletableFuture<Thread> waiting = new CompletableFuture<>();
            others.submit(() -> {
                waiting.complete(Thread.currentThread());
                return new CountDownLatch(1).await(1, TimeUnit.HOURS);
            });
            assertFalse(hasNoTask(waiting.get()));
            CompletableFuture<Thread> timed = new CompletableFuture<>();
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    timed.complete(Thread.currentThread());
                }
            }, 0, 3_600_000);
            assertFalse(hasNoTask(timed.get()));
        } finally {
            pool.shutdownNow();
            others.shutdownNow();
            timer.cancel();
        }
    }
}
