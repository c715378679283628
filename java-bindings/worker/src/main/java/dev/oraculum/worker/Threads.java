package dev.oraculum.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Our own threads, and those that tests leave behind. */
final class Threads {
    private static final String OURS = "oraculum-";

    private Threads() {}

    /** Starts a thread that does not keep the JVM alive. */
    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The threads that are alive. */
    static Set<Thread> alive() {
        return Thread.getAllStackTraces().keySet();
    }

    /**
     * Threads that run and were not there before. Those that wait are left in peace: pools keep such, and they do
     * nothing until a test asks them to.
     */
    static List<Thread> runningSince(Set<Thread> before) {
        List<Thread> running = new ArrayList<>();
        for (Thread thread : alive()) {
            if (thread.getState() == Thread.State.RUNNABLE
                    && !before.contains(thread)
                    && !thread.getName().startsWith(OURS)
                    && thread != Thread.currentThread()
                    && thread.getStackTrace().length > 0) {
                running.add(thread);
            }
        }
        return running;
    }
}
