package dev.oraculum.runtime;

import dev.oraculum.runtime.containment.Containment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Threads that a test left at work when it ended: the body of a test that ran out of JUnit's time, tasks of an executor that was never
 * shut down. What such a thread does later belongs to no test.
 *
 * <p>Other threads that outlive a test are the tests' own, and serve whichever test runs: those that were there before it or that a
 * static initializer started, and those that wait for work, as the threads of a pool do. A stray thread that comes to rest is one of them
 * again. A virtual thread has one task, so it belongs to the test in which it is first seen.
 */
public final class StrayThreads {
    /** How long a thread may take from the end of its test to its own: it has handed over its result, or was interrupted. */
    private static final long GRACE_NANOS = 250_000_000;

    private static final long SHORTEST_PAUSE_NANOS = 50_000;

    /** Threads that are asked for their stacks one by one. */
    private static final int FEW = 8;

    /** The class of all virtual threads; null: this JVM has none. */
    private static final Class<?> VIRTUAL = virtualThreads();

    /**
     * Whether probes must look: false as long as no thread has strayed. On a JVM with virtual threads they always look, at next to no
     * cost.
     */
    private static volatile boolean anywhere = VIRTUAL != null;
    /**
     * The same for the probes in every line, which look only once a thread has been seen that may stray. Not volatile: another thread's
     * news may take a moment.
     */
    static boolean seen;

    private static volatile Set<Thread> strays = Set.of();
    /** Threads that were there before the test, or that a static initializer has started. */
    private static volatile Set<Thread> known = Set.of();

    /** How many threads code of tests has made, as far as they inherit: nobody who asks needs to know all threads of a pool of the JDK. */
    private static volatile int made;

    /** In which test a thread was started, itself or by a thread of that test. */
    private static final InheritableThreadLocal<Origin> origin = new InheritableThreadLocal<>() {
        @Override
        protected Origin childValue(Origin parent) {
            noteMade();
            return parent;
        }
    };
    /** The test in which a virtual thread was seen first. */
    private static final ThreadLocal<Integer> firstTest = new ThreadLocal<>();

    private StrayThreads() {}

    /** A test, or what runs between two tests. */
    private static final class Origin {
        /** Those that it left at work. */
        private volatile List<Thread> strays = List.of();

        boolean hasStrays() {
            return strays.stream().anyMatch(Thread::isAlive);
        }
    }

    private static Class<?> virtualThreads() {
        try {
            return Class.forName("java.lang.BaseVirtualThread");
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Whether what this thread does belongs to no test. */
    static boolean isCurrent() {
        return anywhere && look(Thread.currentThread());
    }

    /** For {@link #seen}: as {@link #isCurrent}. */
    private static boolean look(Thread thread) {
        if (VIRTUAL != null && VIRTUAL.isInstance(thread)) {
            seen = true;
            Integer first = firstTest.get();
            if (first == null) {
                first = Recorder.testsBegun;
                firstTest.set(first);
            }
            return first != Recorder.testsBegun;
        }
        Set<Thread> now = strays;
        if (now.isEmpty()) {
            return false;
        }
        if (now.contains(thread)) {
            return true;
        }
        Origin from = origin.get();
        if (from == null || !from.hasStrays() || known.contains(thread)) {
            return false;
        }
        // Started since, by a stray thread.
        add(List.of(thread));
        return true;
    }

    private static synchronized void noteMade() {
        made++;
    }

    /** Grows with every thread that is made by a test's thread or by one that such a thread has made. */
    static int made() {
        return made;
    }

    /** Whether another thread is stray, as far as is known. */
    static boolean contains(Thread thread) {
        return strays.contains(thread);
    }

    private static synchronized void add(Collection<Thread> more) {
        Set<Thread> all = copy(strays);
        all.removeIf(thread -> !thread.isAlive());
        all.addAll(more);
        strays = all;
        anywhere = true;
        seen = true;
    }

    private static synchronized void retain(Predicate<Thread> stray) {
        Set<Thread> left = copy(strays);
        if (left.removeIf(stray.negate())) {
            strays = left;
        }
    }

    /** By identity: a thread may be of a class of the user, whose equals is anything. */
    private static Set<Thread> copy(Collection<Thread> threads) {
        Set<Thread> copy = Collections.newSetFromMap(new IdentityHashMap<>());
        copy.addAll(threads);
        return copy;
    }

    /** A test begins. */
    static void begin() {
        if (!strays.isEmpty()) {
            Set<Thread> working = copy(strays);
            removeResting(working);
            retain(working::contains);
        }
        if (strays.isEmpty()) {
            known = copy(alive());
        }
        origin.set(new Origin());
    }

    /**
     * A static initializer has ended: threads that it has started serve all tests. While stray threads are at work nobody can tell its
     * threads from theirs, so that its threads are the running test's, as any others.
     */
    static void initialized() {
        if (!isAnyAlive()) {
            known = copy(alive());
        }
    }

    /**
     * The test has ended. Waits a moment for threads that are about to end or to rest.
     *
     * @return its threads that are still at work: they are stray from now on
     */
    public static List<Thread> leftByTest() {
        List<Thread> alive = alive();
        List<Thread> working = new ArrayList<>();
        for (Thread thread : alive) {
            if (thread != Thread.currentThread() && !known.contains(thread)) {
                working.add(thread);
            }
        }
        removeResting(working);
        boolean interrupted = false;
        long pause = SHORTEST_PAUSE_NANOS;
        for (long deadline = System.nanoTime() + GRACE_NANOS; !working.isEmpty() && System.nanoTime() - deadline < 0; pause *= 2) {
            interrupted |= Thread.interrupted();
            LockSupport.parkNanos(pause);
            removeResting(working);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!working.isEmpty()) {
            Origin test = origin.get();
            if (test != null) {
                test.strays = List.copyOf(working);
            }
            add(working);
        }
        // Not those that are alive now: a stray thread may have started some of them since.
        Set<Thread> resting = copy(alive);
        working.forEach(resting::remove);
        known = resting;
        origin.set(new Origin());
        return working;
    }

    /** Whether a stray thread is alive that may tick at any time. */
    static boolean isAnyAlive() {
        return strays.stream().anyMatch(Thread::isAlive);
    }

    /** Threads of the program beside this one, whatever they do. */
    static List<Thread> besideTest() {
        List<Thread> beside = new ArrayList<>(alive());
        beside.removeIf(thread ->
                thread == Thread.currentThread() || isOfJvm(thread) || isInnocuous(thread) || Containment.isExempt(thread));
        return beside;
    }

    /** Whether any of these is about to do something, not only when it is asked to or at a later time. */
    static boolean areAtWork(List<Thread> threads) {
        List<Thread> awake = new ArrayList<>(threads);
        awake.removeIf(thread -> thread.getState() != Thread.State.RUNNABLE && thread.getState() != Thread.State.BLOCKED);
        removeResting(awake);
        return !awake.isEmpty();
    }

    /** The threads that are alive, but virtual ones. */
    public static List<Thread> alive() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] found = new Thread[32];
        int count = root.enumerate(found, true);
        while (count == found.length) {
            found = new Thread[2 * count];
            count = root.enumerate(found, true);
        }
        return Arrays.asList(found).subList(0, count);
    }

    /**
     * Takes out threads that wait until somebody gives them something to do. One that waits for another one's result is in the middle of
     * its work, and one that waits for a time, with code that is not the JDK's below it, goes on by itself.
     */
    private static void removeResting(Collection<Thread> threads) {
        threads.removeIf(thread -> !thread.isAlive());
        // One thread after the other would take a turn of the scheduler each.
        Map<Thread, StackTraceElement[]> stacks = threads.size() > FEW ? Thread.getAllStackTraces() : Map.of();
        threads.removeIf(thread -> {
            StackTraceElement[] stack = stacks.isEmpty() ? thread.getStackTrace() : stacks.getOrDefault(thread, new StackTraceElement[0]);
            return switch (thread.getState()) {
                case NEW, TERMINATED -> true;
                case BLOCKED -> false;
                // The stack is a little older than the state: it may be from before the thread began to wait, or to do anything.
                case WAITING -> stack.length > 0 && isWait(stack[0])
                        && Arrays.stream(stack).takeWhile(StrayThreads::isOfJdk).noneMatch(StrayThreads::awaitsResult);
                // Without a stack it has only just begun, or is the JVM's own.
                case RUNNABLE -> stack.length == 0 ? isOfJvm(thread) : stack[0].isNativeMethod() && isInputOutput(stack[0].getClassName());
                case TIMED_WAITING -> stack.length > 0 && (isWait(stack[0]) || isSleep(stack[0])) && isInJdkOnly(stack);
            };
        });
    }

    private static boolean isWait(StackTraceElement frame) {
        return switch (frame.getClassName()) {
            case "java.lang.Object" -> frame.getMethodName().startsWith("wait");
            case "jdk.internal.misc.Unsafe" -> frame.getMethodName().equals("park");
            default -> false;
        };
    }

    private static boolean isSleep(StackTraceElement frame) {
        return frame.getClassName().equals("java.lang.Thread") && frame.getMethodName().startsWith("sleep");
    }

    private static boolean isOfJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null || group.getParent() == null;
    }

    /** Of those that the JDK starts in no group of the program's. */
    private static boolean isInnocuous(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group != null && group.getName().equals("InnocuousThreadGroup");
    }

    private static boolean isInputOutput(String className) {
        return className.startsWith("sun.nio.") || className.startsWith("java.net.") || className.startsWith("java.io.");
    }

    private static boolean awaitsResult(StackTraceElement frame) {
        return switch (frame.getClassName()) {
            case "java.lang.Thread" -> frame.getMethodName().equals("join");
            case "java.util.concurrent.FutureTask", "java.util.concurrent.CompletableFuture" ->
                frame.getMethodName().equals("get") || frame.getMethodName().equals("join");
            default -> false;
        };
    }

    /** Whether no code but the JDK's is below what a thread does: timers and threads of pools, where code that sleeps goes on by itself. */
    public static boolean isInJdkOnly(StackTraceElement[] stack) {
        return Arrays.stream(stack).allMatch(StrayThreads::isOfJdk);
    }

    /**
     * Whether a thread of a pool waits for a task, though not for ever: it ends if none comes for a while. One of a pool for tasks at a
     * later time may wait for the time of one.
     */
    static boolean hasNoTask(StackTraceElement[] stack) {
        boolean waits = false;
        for (StackTraceElement frame : stack) {
            switch (frame.getClassName()) {
                case "java.util.concurrent.ForkJoinPool" -> waits |= frame.getMethodName().equals("awaitWork");
                case "java.util.concurrent.ThreadPoolExecutor" -> waits |= frame.getMethodName().equals("getTask");
                case "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue" -> {
                    return false;
                }
                default -> {}
            }
        }
        return waits;
    }

    private static boolean isOfJdk(StackTraceElement frame) {
        return frame.getModuleName() != null && (frame.getModuleName().startsWith("java.") || frame.getModuleName().startsWith("jdk."));
    }
}
