package dev.oraculum.worker;

import dev.oraculum.runtime.protocol.Connection;
import dev.oraculum.runtime.protocol.Message;
import java.io.IOException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends reports from a thread of its own: the test's thread may be interrupted or stopped anywhere, and must not do so
 * in the middle of a frame. The queue has no lock that a stopped thread could keep.
 */
final class Reports {
    /** State batches that may wait; beyond it, the tests wait. */
    private static final long WAITING_BYTES = 64 << 20;

    /** How long a thread spins, before it parks, until a report is on the line. */
    private static final long SHORT_NANOS = 50_000;

    private final Connection connection;
    private final ConcurrentLinkedQueue<Message> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong waitingBytes = new AtomicLong();
    private final AtomicLong queued = new AtomicLong();
    /** Reports that are on the line; written by the writer only. */
    private volatile long sent;
    private final Thread writer;

    Reports(Connection connection) {
        this.connection = connection;
        writer = Threads.daemon("oraculum-reports", this::write);
    }

    /** Queues a report. */
    void send(Message report) {
        long size = size(report);
        while (size > 0 && waitingBytes.get() > WAITING_BYTES) {
            LockSupport.parkNanos(1_000_000);
            if (Thread.interrupted()) {
                // The watchdog may want this thread to end; this is not the place.
                break;
            }
        }
        waitingBytes.addAndGet(size);
        queued.incrementAndGet();
        waiting.add(report);
        LockSupport.unpark(writer);
    }

    /**
     * Waits until all that was queued is on the line. Before every test: what comes next may end the process at once, and must
     * not take with it what earlier tests left behind. The supervisor's patience bounds the wait.
     */
    void awaitSent() {
        long all = queued.get();
        boolean interrupted = false;
        // As a rule the writer is done before a thread that is parked would run again.
        for (long begun = System.nanoTime(); sent < all && System.nanoTime() - begun < SHORT_NANOS;) {
            Thread.onSpinWait();
        }
        while (sent < all) {
            LockSupport.parkNanos(10_000);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static long size(Message report) {
        if (report instanceof Message.Answer answer) {
            return answer.bytes().length;
        }
        return report instanceof Message.Records records ? records.batch().length : 0;
    }

    private void write() {
        try {
            while (true) {
                Message report = waiting.poll();
                if (report == null) {
                    LockSupport.park(this);
                    Thread.interrupted(); // By a test that interrupts all threads; park would not wait any more.
                } else {
                    connection.write(report);
                    waitingBytes.addAndGet(-size(report));
                    sent = sent + 1;
                }
            }
        } catch (IOException e) {
            Main.end(Connection.EXIT_ALONE);
        } catch (OutOfMemoryError e) {
            Runtime.getRuntime().halt(Connection.EXIT_OUT_OF_MEMORY);
        } finally {
            Main.end(Connection.EXIT_MUTE);
        }
    }
}
