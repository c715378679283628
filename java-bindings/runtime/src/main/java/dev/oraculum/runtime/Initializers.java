package dev.oraculum.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which threads run static initializers of code under test: in which test they do depends on the tests before it, so most plans look away.
 */
final class Initializers {
    /** Static initializers that run, of all threads. */
    private static final AtomicInteger running = new AtomicInteger();

    /** Of a thread that runs static initializers, how many, and the number of the test in which it does. */
    private static final ThreadLocal<int[]> depths = new ThreadLocal<>();

    private Initializers() {}

    static void reset() {
        running.set(0);
    }

    static void begin() {
        if (Recorder.records() && !StrayThreads.isCurrent()) {
            int[] depth = depths.get();
            if (depth == null || depth[1] != Recorder.testsBegun) {
                depth = new int[] {0, Recorder.testsBegun};
                depths.set(depth);
            }
            depth[0]++;
            running.incrementAndGet();
            Statements.pause();
        }
    }

    static void end() {
        int[] depth = depths.get();
        if (depth != null && depth[1] == Recorder.testsBegun) {
            if (running.decrementAndGet() == 0) {
                Statements.resume();
            }
            if (--depth[0] == 0) {
                depths.remove();
                StrayThreads.initialized();
            }
        }
    }

    /** Whether this thread is inside a static initializer. */
    static boolean isInside() {
        if (running.get() == 0) {
            return false;
        }
        int[] depth = depths.get();
        return depth != null && depth[1] == Recorder.testsBegun;
    }

    /** Whether this thread is inside any static initializer, woven or not: it looks at the stack, which takes its time. */
    static boolean areOnStack() {
        return StackWalker.getInstance().walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<clinit>")));
    }
}
