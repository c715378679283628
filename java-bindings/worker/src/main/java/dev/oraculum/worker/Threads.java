package dev.oraculum.worker;

import dev.oraculum.runtime.StrayThreads;
import dev.oraculum.runtime.containment.Containment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Our own threads, and those that tests leave behind. */
final class Threads {
    /** By themselves, not by name: a test may give its threads any name. */
    private static final List<Thread> OURS = new CopyOnWriteArrayList<>();

    /** Classes of JUnit that run a test in a thread of its own: JUnit 4, JUnit 5 before and since 5.9. */
    private static final List<String> TIME_LIMITS = List.of(
            "org.junit.internal.runners.statements.FailOnTimeout", "org.junit.jupiter.api.AssertTimeout",
            "org.junit.jupiter.api.AssertTimeoutPreemptively");

    /** More threads than this, and nobody knows what they may do. */
    private static final int MANY = 64;

    private Threads() {}

    /** Starts a thread that does not keep the JVM alive. */
    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        OURS.add(thread);
        thread.setDaemon(true);
        Containment.exempt(thread);
        thread.start();
        return thread;
    }

    /** The threads that are alive. Without their stacks, for which the JVM would stop all of them. */
    static Set<Thread> alive() {
        // By identity: a thread may be of a class of the user, whose equals is anything.
        Set<Thread> alive = Collections.newSetFromMap(new IdentityHashMap<>());
        alive.addAll(StrayThreads.alive());
        return alive;
    }

    /** Who could wake a thread that waits without a limit. */
    enum Company {
        /** No thread but it, ours, those of the JVM, and such as wait without a limit themselves. */
        NONE,
        /** Timers and threads of pools wait for a time: what one is to do then may be for it. */
        TIMED,
        /** Others are at work; threads of the JDK's pools may do something for it, too. */
        BUSY
    }

    static Company companyOf(Thread thread) {
        ThreadGroup root = thread.getThreadGroup();
        while (root != null && root.getParent() != null) {
            root = root.getParent();
        }
        if (root == null) {
            return Company.BUSY;
        }
        Thread[] found = new Thread[MANY];
        int count = root.enumerate(found, true);
        Company company = count < MANY ? Company.NONE : Company.BUSY;
        for (int i = 0; i < count && company != Company.BUSY; i++) {
            Thread other = found[i];
            if (other != thread && !OURS.contains(other) && !servesJvm(other)) {
                switch (other.getState()) {
                    case WAITING -> {}
                    case TIMED_WAITING -> company = StrayThreads.isInJdkOnly(other.getStackTrace()) ? Company.TIMED : Company.BUSY;
                    default -> company = Company.BUSY;
                }
            }
        }
        return company;
    }

    private static boolean servesJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group != null && group.getParent() == null || isInnocuous(thread) && thread.getName().equals("Common-Cleaner");
    }

    /** Whether a thread runs the body of a test for JUnit, which waits for it no longer: it has run out of its time. */
    static boolean isAbandoned(Thread thread) {
        return Arrays.stream(thread.getStackTrace()).map(StackTraceElement::getClassName)
                .anyMatch(name -> TIME_LIMITS.stream().anyMatch(name::startsWith));
    }

    /**
     * Threads that run and were not there before, and those of the JVM that run code of the program: finalizers, cleaners. Those that wait
     * are left in peace: pools keep such, and they do nothing until a test asks them to.
     */
    static List<Thread> runningSince(Set<Thread> before) {
        List<Thread> running = new ArrayList<>();
        for (Thread thread : StrayThreads.alive()) {
            boolean runs = thread != Thread.currentThread() && thread.getState() == Thread.State.RUNNABLE;
            if (runs && !OURS.contains(thread) && (!before.contains(thread) || mayRunProgram(thread))) {
                StackTraceElement[] stack = thread.getStackTrace();
                if (stack.length > 0 && thread.getState() == Thread.State.RUNNABLE && (!before.contains(thread) || runsProgram(stack))) {
                    running.add(thread);
                }
            }
        }
        return running;
    }

    /**
     * Whether it is a thread of the JVM that may run code of the program. One that hands references over, or waits for signals, never does,
     * and is at work always.
     */
    private static boolean mayRunProgram(Thread thread) {
        String kind = thread.getClass().getName();
        return isOfJvm(thread) && !kind.equals("java.lang.Thread") && !kind.equals("java.lang.ref.Reference$ReferenceHandler");
    }

    private static boolean isOfJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group != null && group.getParent() == null || isInnocuous(thread);
    }

    /** Whether it is of the JDK's own, which are in a group of their own. */
    private static boolean isInnocuous(Thread thread) {
        return thread.getClass().getName().equals("jdk.internal.misc.InnocuousThread");
    }

    private static boolean runsProgram(StackTraceElement[] stack) {
        return Arrays.stream(stack).anyMatch(frame -> frame.getModuleName() == null);
    }
}
