package dev.oraculum.worker;

import dev.oraculum.runtime.KillSwitch;
import dev.oraculum.runtime.protocol.Connection;
import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.StuckReason;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Watches the wall-clock time of what the main thread does, and climbs the kill ladder when it is over: interrupt;
 * StopThread, several times, because code may catch it; then the word to the supervisor that this worker is lost.
 *
 * <p>The tick budget comes long before: the clock is for what no probe sees.
 */
final class Watchdog {
    /** A loop that catches Throwable may be lucky once. */
    private static final int STOPS = 3;
    /** How long the supervisor has to destroy this process before it does so itself. */
    private static final int LAST_MILLIS = 5_000;
    /** An exception thrown into a thread arrives at its next safepoint. */
    private static final int ARRIVAL_MILLIS = 50;

    private final Thread watched;
    private final Reports reports;
    private final long graceNanos;

    // Guarded by this.
    private boolean armed;
    private long limitMillis;
    private long deadline;
    private int rung;
    private boolean stopped;

    /** Whether the watched thread is out of time. */
    private volatile boolean climbing;

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
        stopped = false;
        climbing = false;
        armed = true;
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
        if (left > 0) {
            wait(left / 1_000_000 + 1);
            return;
        }
        climb();
        deadline = System.nanoTime() + graceNanos;
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
        return Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals("<clinit>"));
    }

    private static String text(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .limit(12)
                .map(frame -> "at " + frame)
                .collect(Collectors.joining("\n"));
    }
}
