package dev.oraculum.generation;

import dev.oraculum.internal.Uninterrupted;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Batches on their way: a thread has them run one after the other, in the order in which they were added, while the engine learns from the
 * one before and makes the next.
 *
 * @param <T> what a worker makes of a batch
 */
final class BatchLine<T> implements AutoCloseable {
    private final Deque<Future<T>> onTheWay = new ArrayDeque<>();
    private final ExecutorService thread;

    BatchLine() {
        String name = Thread.currentThread().getName() + "-batches";
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread made = new Thread(task, name);
            made.setDaemon(true);
            return made;
        });
    }

    void add(Supplier<T> batch) {
        onTheWay.add(thread.submit(batch::get));
    }

    int size() {
        return onTheWay.size();
    }

    /**
     * Waits for the one that was added first, and takes it off.
     *
     * @throws RuntimeException what it has thrown
     * @throws CancellationException an interrupt came before its end; it is there again afterwards
     */
    T take() {
        try {
            return onTheWay.remove().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            thread.shutdownNow();
            throw new CancellationException("the run was cancelled");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }

    /** Waits for what runs by now; what has not begun never does. */
    @Override
    public void close() {
        onTheWay.forEach(batch -> batch.cancel(false));
        thread.shutdown();
        Uninterrupted.await(() -> thread.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS));
    }
}
