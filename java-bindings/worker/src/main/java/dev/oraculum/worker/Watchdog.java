package dev.oraculum.worker;

import dev.oraculum.runtime.KillSwitch;
import dev.oraculum.runtime.protocol.Connection;
import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.StuckReason;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Watches the wall-clock time of what the main thread does, and climbs the kill ladder when it is over: interrupt;
 * StopThread, several times, because code may catch it; then the word to the supervisor that this worker is lost.
 *
 * <p>The tick budget comes long before: the clock is for what no probe sees.
 *
 * <p>What it watches may have parts, each of which is short. One that is not is not left the rest of the time: the clock of the processor
 * says so, for on a busy machine a thread may wait for its turn.
 */
final class Watchdog {
    /** A loop that catches Throwable may be lucky once. */
    private static final int STOPS = 3;
    /** For how many graces more the JDK may initialize its classes: on a busy machine that takes its time, but it ends. */
    private static final int JDK_GRACES = 12;
    /** How long the supervisor has to destroy this process before it does so itself. */
    private static final int LAST_MILLIS = 5_000;
    /** An exception thrown into a thread arrives at its next safepoint. */
    private static final int ARRIVAL_MILLIS = 50;
    /** How often a part is looked at. */
    private static final int LOOK_MILLIS = 25;
    /** How long a part may have a processor, from when it was first seen. */
    private static final long PART_CPU_NANOS = 1_000_000_000L;
    /** How long it may do nothing. */
    private static final int PART_IDLE_LOOKS = 80;
    /** How long it may wait where nobody is left who could wake it; who was woken may not have a processor yet. */
    private static final int PART_FORSAKEN_LOOKS = 4;
    /** The same where only others are left that wait for a time, as timers do. */
    private static final int PART_AMONG_TIMERS_LOOKS = 8;
    /**
     * A thread that had so little of a processor between two looks does nothing, unless it wants more and the machine is busy: a fifth of
     * the time, as a loop has that sleeps for a moment again and again.
     */
    private static final long IDLE_NANOS = 5_000_000L;

    private final Thread watched;
    private final Reports reports;
    private final long graceNanos;

    // Guarded by this.
    private boolean armed;
    private long limitMillis;
    private long deadline;
    private int rung;
    private int jdkGraces;
    private boolean stopped;

    /** Whether the watched thread is out of time. */
    private volatile boolean climbing;

    /** How many parts have begun. Written by the watched thread only. */
    private volatile long part;
    /** Whether what runs has parts. */
    private volatile boolean inParts;

    // Of the watching thread.
    private long seenPart;
    private long seenCpu;
    private long partCpu;
    private int idleLooks;
    private int forsakenLooks;

    Watchdog(Thread watched, Reports reports, int graceMillis) {
        this.watched = watched;
        this.reports = reports;
        this.graceNanos = graceMillis * 1_000_000L;
        Threads.daemon("oraculum-watchdog", this::watch);
    }

    /** Called by the watched thread: from now on it has this much time. */
    synchronized void start(long millis) {
        limitMillis = millis;
        // Half of the range: nanoTime may be anywhere.
        deadline = System.nanoTime() + Math.min(millis, Long.MAX_VALUE / 2_000_000) * 1_000_000;
        rung = 0;
        jdkGraces = 0;
        stopped = false;
        climbing = false;
        armed = true;
        inParts = false;
        notifyAll();
    }

    /** Called by the watched thread: a part of what was started begins. It costs next to nothing. */
    void beginPart() {
        part++;
        if (!inParts) {
            inParts = true;
            wake();
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    /** Whether the time is over, and the ladder is being climbed. */
    boolean isClimbing() {
        return climbing;
    }

    /** How far the ladder was climbed. */
    enum Climbed {
        NOTHING,
        INTERRUPTED,
        /** An exception was thrown into the thread, anywhere: locks and invariants may be broken. */
        STOPPED
    }

    /** Called by the watched thread: it is done. */
    Climbed end() {
        Climbed climbed;
        try {
            climbed = disarm();
        } catch (TimeIsUp late) {
            climbed = disarm();
        }
        if (climbed == Climbed.STOPPED) {
            awaitArrival();
        }
        if (climbed != Climbed.NOTHING) {
            Thread.interrupted();
        }
        return climbed;
    }

    private synchronized Climbed disarm() {
        armed = false;
        return stopped ? Climbed.STOPPED : rung > 0 ? Climbed.INTERRUPTED : Climbed.NOTHING;
    }

    /** After {@link #disarm} nothing more is thrown; what was thrown before arrives here or has arrived. */
    private static void awaitArrival() {
        try {
            Thread.interrupted();
            Thread.sleep(ARRIVAL_MILLIS);
        } catch (InterruptedException | TimeIsUp e) {
            // That was it.
        }
    }

    private void watch() {
        try {
            while (true) {
                try {
                    act();
                } catch (InterruptedException e) {
                    // By a test that interrupts all threads. The watch goes on.
                }
            }
        } catch (OutOfMemoryError e) {
            Runtime.getRuntime().halt(Connection.EXIT_OUT_OF_MEMORY);
        } finally {
            Main.end(Connection.EXIT_MUTE);
        }
    }

    private synchronized void act() throws InterruptedException {
        if (!armed) {
            wait();
            return;
        }
        long left = deadline - System.nanoTime();
        if (left > 0 && (rung > 0 || !isPartOver())) {
            long millis = left / 1_000_000 + 1;
            wait(rung == 0 && inParts ? Math.min(millis, LOOK_MILLIS) : millis);
            return;
        }
        climb();
        deadline = System.nanoTime() + graceNanos;
    }

    /** Looks at the part that runs, about every {@link #LOOK_MILLIS}. */
    private boolean isPartOver() {
        long now = part;
        if (!inParts || now != seenPart) {
            seenPart = now;
            seenCpu = -1;
            partCpu = 0;
            idleLooks = 0;
            forsakenLooks = 0;
            return false;
        }
        long cpu = Processor.nanos(watched);
        long used = seenCpu < 0 ? 0 : cpu - seenCpu;
        Thread.State state = watched.getState();
        boolean idle = seenCpu >= 0 && used < IDLE_NANOS && state != Thread.State.RUNNABLE;
        seenCpu = cpu;
        partCpu += used;
        idleLooks += idle ? 1 : 0;
        Threads.Company company = idle && state == Thread.State.WAITING ? Threads.companyOf(watched) : Threads.Company.BUSY;
        forsakenLooks = company == Threads.Company.BUSY ? 0 : forsakenLooks + 1;
        int most = company == Threads.Company.NONE ? PART_FORSAKEN_LOOKS : PART_AMONG_TIMERS_LOOKS;
        return partCpu >= PART_CPU_NANOS || idleLooks >= PART_IDLE_LOOKS || forsakenLooks >= most;
    }

    /** The time that threads have had processors. Its classes are loaded when it is first asked for: few units need them. */
    private static final class Processor {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private Processor() {}

        /** Of a JVM that does not know it, the time of the clock. */
        static long nanos(Thread thread) {
            boolean known = THREADS.isThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();
            long nanos = known ? THREADS.getThreadCpuTime(thread.getId()) : -1;
            return nanos < 0 ? System.nanoTime() : nanos;
        }
    }

    private void climb() throws InterruptedException {
        rung++;
        climbing = true;
        if (rung == 1) {
            watched.interrupt();
            return;
        }
        StackTraceElement[] stack = watched.getStackTrace();
        boolean initializer = isInsideInitializer(stack);
        if (initializer && isOfJdk(stack) && jdkGraces < JDK_GRACES) {
            jdkGraces++;
            rung--;
            return;
        }
        if (rung <= 1 + STOPS && !initializer && KillSwitch.available()) {
            stopped = true;
            KillSwitch.stop(watched, new TimeIsUp(limitMillis));
            return;
        }
        reports.send(new Message.Stuck(reason(stack, initializer), text(stack)));
        // The supervisor destroys this process now; if it cannot, so be it.
        Thread.sleep(LAST_MILLIS);
        Main.end(Connection.EXIT_ALONE);
    }

    private StuckReason reason(StackTraceElement[] stack, boolean initializer) {
        if (initializer) {
            return StuckReason.STATIC_INITIALIZER;
        }
        if (watched.getState() == Thread.State.BLOCKED) {
            return StuckReason.BLOCKED_ON_MONITOR;
        }
        if (stack.length > 0 && stack[0].isNativeMethod()) {
            String name = stack[0].getClassName();
            boolean io = name.startsWith("sun.nio.") || name.startsWith("java.net.") || name.startsWith("java.io.");
            return io ? StuckReason.BLOCKED_ON_IO : StuckReason.NATIVE_CODE;
        }
        return KillSwitch.available() ? StuckReason.CATCHES_EVERYTHING : StuckReason.NO_KILL_SWITCH;
    }

    /** A class whose static initializer throws can never be used again in this JVM. */
    static boolean isInsideInitializer(StackTraceElement[] stack) {
        return Arrays.stream(stack).anyMatch(Watchdog::initializes);
    }

    private static boolean initializes(StackTraceElement frame) {
        return frame.getMethodName().equals("<clinit>");
    }

    /** Whether all static initializers that run are those of the JDK. */
    private static boolean isOfJdk(StackTraceElement[] stack) {
        return Arrays.stream(stack).filter(Watchdog::initializes).allMatch(frame -> {
            String module = frame.getModuleName();
            return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
        });
    }

    private static String text(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .limit(12)
                .map(frame -> "at " + frame)
                .collect(Collectors.joining("\n"));
    }
}
