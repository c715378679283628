package dev.oraculum.internal;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Work and waits that an interrupt does not end: what is finished of a job that was told to stop is still verified and written. */
public final class Uninterrupted {
    private Uninterrupted() {}

    /**
     * Does the work on a thread of its own, which nobody interrupts. An interrupt that was there, or comes while this one waits, is there
     * again afterwards.
     *
     * @throws RuntimeException what the work throws
     */
    public static <T> T call(Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread thread = new Thread(null, task, Thread.currentThread().getName() + "-finish");
        thread.setDaemon(true);
        boolean interrupted = Thread.interrupted();
        thread.start();
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) e.getCause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A wait that an interrupt ends. */
    @FunctionalInterface
    public interface Wait {
        void run() throws InterruptedException;
    }

    /** Waits to the end. An interrupt that was there, or comes meanwhile, is there again afterwards. */
    public static void await(Wait wait) {
        boolean interrupted = false;
        while (true) {
            try {
                wait.run();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
