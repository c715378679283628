package dev.oraculum.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Works that do not need each other, on as many threads as they may have. */
public final class SideBySide {
    private SideBySide() {}

    /**
     * Does all of them, and waits until all are over. An interrupt goes on to those that run, and is there again afterwards; those that
     * were not begun by then never are.
     *
     * @param threads at most; with one, they are done one after the other, by this thread
     * @return what they give, in their order
     * @throws RuntimeException what the first of them, in their order, has thrown
     * @throws CancellationException one was not begun
     */
    public static <T> List<T> all(int threads, List<Supplier<T>> works) {
        if (threads <= 1 || works.size() <= 1) {
            return works.stream().map(Supplier::get).toList();
        }
        String name = Thread.currentThread().getName() + "-beside";
        ExecutorService service = Executors.newFixedThreadPool(Math.min(threads, works.size()), task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<T>> begun = works.stream().map(work -> service.submit(work::get)).toList();
            return results(service, begun);
        } finally {
            service.shutdown();
        }
    }

    private static <T> List<T> results(ExecutorService service, List<Future<T>> begun) {
        List<T> results = new ArrayList<>();
        Throwable thrown = null;
        boolean interrupted = false;
        for (int at = 0; at < begun.size(); ) {
            try {
                results.add(begun.get(at).get());
                at++;
            } catch (InterruptedException e) {
                interrupted = true;
                service.shutdownNow().forEach(task -> ((Future<?>) task).cancel(false));
            } catch (CancellationException e) {
                thrown = thrown == null ? e : thrown;
                at++;
            } catch (ExecutionException e) {
                thrown = thrown == null ? e.getCause() : thrown;
                at++;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown instanceof RuntimeException exception) {
            throw exception;
        }
        return results;
    }
}
