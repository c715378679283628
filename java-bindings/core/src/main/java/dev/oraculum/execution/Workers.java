package dev.oraculum.execution;

import dev.oraculum.runtime.protocol.Message;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** The worker processes of a pool: started when needed, lent to one thread at a time, all ended when the pool closes. */
final class Workers implements AutoCloseable {
    /** Starts that may fail one after the other before the project counts as one that cannot be run. */
    private static final int START_ATTEMPTS = 2;

    private static final AtomicInteger POOLS = new AtomicInteger();

    private final ExecutionSettings settings;
    private final List<Path> classPath;
    private final Path home = TemporaryDirectories.create();
    private final String name = "oraculum-pool-" + POOLS.incrementAndGet();
    private final Thread atExit = new Thread(this::destroyAll, name + "-exit");
    private final Semaphore places;

    // Guarded by this.
    private final Deque<Worker> idle = new ArrayDeque<>();
    private final Set<Worker> all = new HashSet<>();
    private int started;
    private boolean closed;

    /** @param classPath of the JVM under test, the JUnit Platform included */
    Workers(ExecutionSettings settings, List<Path> classPath) {
        this.settings = settings;
        this.classPath = classPath;
        places = new Semaphore(settings.workers(), true);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Process ids of the workers that are alive. */
    synchronized List<Long> processIds() {
        return all.stream().filter(Worker::isAlive).map(Worker::pid).toList();
    }

    /**
     * An idle worker, or a new one once there is a place for it; to be given back.
     *
     * @param preparation what a new worker does first; it says why, if the worker is not fit for use
     */
    Worker take(Function<Worker, Optional<String>> preparation) {
        try {
            places.acquire();
        } catch (InterruptedException e) {
            throw cancelled();
        }
        boolean taken = false;
        try {
            Worker worker;
            synchronized (this) {
                requireOpen();
                worker = idle.poll();
            }
            if (worker == null) {
                worker = startWorker(preparation);
            }
            taken = true;
            return worker;
        } finally {
            if (!taken) {
                places.release();
            }
        }
    }

    private Worker startWorker(Function<Worker, Optional<String>> preparation) {
        for (int attempt = 1; ; attempt++) {
            Worker worker = startAndConfigure();
            Optional<String> problem = preparation.apply(worker);
            if (problem.isEmpty()) {
                worker.forgetUnits();
                return worker;
            }
            remove(worker);
            if (attempt == START_ATTEMPTS) {
                throw new CannotRunException(
                        "a new JVM does not survive the tests on the original program, which one did at first: " + problem.get());
            }
        }
    }

    /** A worker that is killed before it is ready gets a successor: nothing of the project has run in it. */
    private Worker startAndConfigure() {
        for (int attempt = 1; ; attempt++) {
            try {
                return startAndConfigureOnce();
            } catch (Worker.Killed e) {
                if (attempt == START_ATTEMPTS) {
                    throw new CannotRunException(e.getMessage(), e);
                }
            }
        }
    }

    private Worker startAndConfigureOnce() throws Worker.Killed {
        int number;
        synchronized (this) {
            requireOpen();
            number = ++started;
        }
        try {
            Worker worker = Worker.start(
                    settings, classPath, home.resolve("worker-" + number), name + "-worker-" + number);
            synchronized (this) {
                all.add(worker);
                if (closed) {
                    worker.close();
                    throw new IllegalStateException("the pool is closed");
                }
            }
            Message answer = askOnce(worker, new Message.Configure(
                    settings.plan(),
                    settings.classPath().stream().map(path -> path.toAbsolutePath().toString()).toList(),
                    settings.installation().nativeLibrary().map(path -> path.toAbsolutePath().toString()).orElse(""),
                    (int) settings.budgets().grace().toMillis(),
                    worker.scratch().toString()));
            if (!(answer instanceof Message.Ready)) {
                remove(worker);
                throw new CannotRunException("a worker cannot be set up: " + refusal(answer));
            }
            return worker;
        } catch (InterruptedException e) {
            throw cancelled();
        }
    }

    /** One command with one answer. */
    Message ask(Worker worker, Message command) {
        try {
            return askOnce(worker, command);
        } catch (Worker.Killed e) {
            throw new CannotRunException(e.getMessage(), e);
        }
    }

    private Message askOnce(Worker worker, Message command) throws Worker.Killed {
        try {
            worker.send(command);
            Message answer = worker.next(settings.budgets().firstRun());
            if (answer == null) {
                remove(worker);
                throw new CannotRunException("the JVM under test does not answer to " + command.kind());
            }
            return answer;
        } catch (Worker.Gone e) {
            ProcessEnd end = end(worker);
            String message = "the JVM under test ended: " + end.end().sentence() + ": " + end.explanation();
            if (end.end() == UnitEnd.KILLED) {
                throw new Worker.Killed(message);
            }
            throw new CannotRunException(message, e);
        } catch (InterruptedException e) {
            remove(worker);
            throw cancelled();
        }
    }

    private ProcessEnd end(Worker worker) {
        try {
            return worker.awaitEnd();
        } catch (InterruptedException e) {
            throw cancelled();
        } finally {
            remove(worker);
        }
    }

    static String refusal(Message answer) {
        return answer instanceof Message.Refused refused ? refused.why() : "it answered " + answer.kind();
    }

    /** Gives a worker back; one that is not usable is ended. */
    void give(Worker worker, boolean usable) {
        boolean keep;
        synchronized (this) {
            keep = usable && worker.isAlive() && !closed;
            if (keep) {
                idle.push(worker);
            }
        }
        if (!keep) {
            remove(worker);
        }
        places.release();
    }

    private void remove(Worker worker) {
        synchronized (this) {
            all.remove(worker);
        }
        worker.close();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the pool is closed");
        }
    }

    /** Keeps the interrupt for the caller of the pool. */
    static CancellationException cancelled() {
        Thread.currentThread().interrupt();
        return new CancellationException("the run was cancelled");
    }

    private synchronized void destroyAll() {
        closed = true;
        all.forEach(Worker::destroy);
    }

    /** Ends all workers. No process is left when this returns. */
    @Override
    public void close() {
        List<Worker> open;
        synchronized (this) {
            if (closed && all.isEmpty()) {
                return;
            }
            closed = true;
            open = List.copyOf(all);
            all.clear();
            idle.clear();
        }
        open.forEach(Worker::close);
        TemporaryDirectories.delete(home);
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The JVM is going down: the hook has run or is running.
        }
    }
}
