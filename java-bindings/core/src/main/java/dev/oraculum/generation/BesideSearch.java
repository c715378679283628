package dev.oraculum.generation;

import dev.oraculum.internal.Uninterrupted;
import java.util.function.Supplier;

/**
 * Work that a thread of its own does while the search goes on.
 *
 * @param <T> what it gives
 */
public final class BesideSearch<T> implements AutoCloseable {
    private final Thread thread;
    // Written by the thread, read when it has ended.
    private T result;
    private Throwable thrown;

    /** Begins it. */
    public BesideSearch(String name, Supplier<T> work) {
        thread = new Thread(() -> run(work), name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run(Supplier<T> work) {
        try {
            result = work.get();
        } catch (RuntimeException | Error e) {
            thrown = e;
        }
    }

    /** Waits until it is done. What it has thrown is thrown here. */
    public T await() {
        close();
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        return result;
    }

    /** Waits until it is over, however it went. An interrupt does not end the wait: it is kept for whoever asks next. */
    @Override
    public void close() {
        Uninterrupted.await(thread::join);
    }
}
