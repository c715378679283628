package dev.oraculum.execution;

import dev.oraculum.api.WorkerSettings;
import dev.oraculum.runtime.protocol.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/** The worker processes of a pool: started when needed, lent to one thread at a time, all ended when the pool closes. */
final class Workers implements AutoCloseable {
    /** Attempts that may fail one after the other before the project counts as one that cannot be run. */
    private static final int ATTEMPTS = 3;

    private static final AtomicBoolean SWEPT = new AtomicBoolean();

    private static final AtomicInteger POOLS = new AtomicInteger();

    private final ExecutionSettings settings;
    private final List<Path> classPath;
    private final Path home;
    private final String name = "oraculum-pool-" + POOLS.incrementAndGet();
    private final Thread atExit = new Thread(this::destroyAll, name + "-exit");
    private final Semaphore places;
    private final List<String> notices = new ArrayList<>();
    private final boolean sandboxed;

    // Guarded by this.
    private final Deque<Worker> idle = new ArrayDeque<>();
    private final Set<Worker> all = new HashSet<>();
    /** Those that are lent for the last time. */
    private final Set<Worker> retired = new HashSet<>();
    private int started;
    private boolean closed;

    /** @param classPath of the JVM under test, the JUnit Platform included */
    Workers(ExecutionSettings settings, List<Path> classPath) {
        this.settings = settings;
        this.classPath = classPath;
        places = new Semaphore(settings.workers(), true);
        home = TemporaryDirectories.create();
        boolean boxed;
        try {
            boxed = sandbox(settings);
        } catch (RuntimeException e) {
            TemporaryDirectories.delete(home);
            throw e;
        }
        sandboxed = boxed;
        if (!SWEPT.getAndSet(true)) {
            settings.installation().guard().ifPresent(WorkerProcess::sweep);
        }
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    private boolean sandbox(ExecutionSettings settings) {
        WorkerSettings surroundings = settings.surroundings();
        Path directory = surroundings.workingDirectory();
        if (directory != null && !Files.isDirectory(directory)) {
            throw new CannotRunException("the working directory of the tests is no folder: " + directory);
        }
        if (isLinux() && settings.installation().guard().isEmpty()) {
            notices.add("the distribution has no oraculum-guard: a process that leaves the test that started it may outlive the run;"
                    + " build it again with `make dist`");
        }
        if (surroundings.sandbox() == WorkerSettings.Sandbox.OFF) {
            return false;
        }
        Optional<String> problem = Bubblewrap.problem().or(() -> Reception.problemAt(home.resolve("worker-9999")));
        if (problem.isPresent() && surroundings.sandbox() == WorkerSettings.Sandbox.ON) {
            throw new CannotRunException("there is no sandbox here: " + problem.get() + "; run without it, or with the sandbox on `auto`");
        }
        problem.ifPresent(why -> notices.add("the tests run without a sandbox: " + why));
        return problem.isEmpty();
    }

    private static boolean isLinux() {
        return System.getProperty("os.name").equals("Linux");
    }

    /** What a user should know of how the workers run. */
    List<String> notices() {
        return List.copyOf(notices);
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
        return take(worker -> true, preparation);
    }

    /** The same, with a choice: any other idle worker is better than a new one. */
    Worker take(Predicate<Worker> preferred, Function<Worker, Optional<String>> preparation) {
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
                worker = idle.stream().filter(preferred).findFirst().orElse(idle.peek());
                idle.remove(worker);
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
            if (attempt == ATTEMPTS) {
                throw new CannotRunException(
                        "a new JVM does not survive the tests on the original program, which one did at first: " + problem.get());
            }
        }
    }

    /** A worker that does not start gets a successor, with more time: nothing of the project has run in it. */
    private Worker startAndConfigure() {
        for (int attempt = 1; ; attempt++) {
            Duration limit = settings.budgets().start(settings.jvm().answered(), attempt);
            try {
                return startAndConfigureOnce(limit);
            } catch (Worker.NotStarted e) {
                if (attempt == ATTEMPTS) {
                    throw new CannotRunException(e.getMessage() + "\nThat was attempt " + attempt + " of " + ATTEMPTS + ".", e);
                }
            } catch (InterruptedException e) {
                throw cancelled();
            }
        }
    }

    private Worker startAndConfigureOnce(Duration limit) throws InterruptedException, Worker.NotStarted {
        int number;
        synchronized (this) {
            requireOpen();
            number = ++started;
        }
        Worker worker = Worker.start(settings, classPath, home.resolve("worker-" + number), sandboxed, name + "-worker-" + number, limit);
        synchronized (this) {
            if (!closed) {
                all.add(worker);
                return worker;
            }
        }
        worker.close();
        throw new IllegalStateException("the pool is closed");
    }

    /** However short a test's time is: to find the tests may take longer. */
    private Duration answerTime() {
        Duration test = settings.budgets().firstRun();
        return test.compareTo(Budgets.DEFAULTS.firstRun()) > 0 ? test : Budgets.DEFAULTS.firstRun();
    }

    /**
     * One command with one answer, from any worker; one that ends before it answers gets a successor.
     *
     * @throws CannotRunException no worker answers
     */
    Message ask(Message command) {
        for (int attempt = 1; ; attempt++) {
            Worker worker = take(fresh -> Optional.empty());
            boolean usable = false;
            try {
                worker.send(command);
                Message answer = worker.next(answerTime());
                if (answer == null) {
                    throw new CannotRunException("the JVM under test does not answer to " + command.kind() + " within "
                            + answerTime().toSeconds() + " s");
                }
                usable = !(answer instanceof Message.Refused);
                return answer;
            } catch (Worker.Gone e) {
                if (attempt == ATTEMPTS) {
                    throw new CannotRunException("the JVM under test ended: " + end(worker), e);
                }
            } catch (InterruptedException e) {
                throw cancelled();
            } finally {
                give(worker, usable);
            }
        }
    }

    private static String end(Worker worker) {
        try {
            ProcessEnd end = worker.awaitEnd();
            return end.end().sentence() + ": " + end.explanation();
        } catch (InterruptedException e) {
            throw cancelled();
        }
    }

    static String refusal(Message answer) {
        return answer instanceof Message.Refused refused ? refused.why() : "it answered " + answer.kind();
    }

    /** Gives a worker back; one that is not usable is ended. */
    void give(Worker worker, boolean usable) {
        boolean keep;
        synchronized (this) {
            keep = usable && worker.isAlive() && !closed && !retired.remove(worker);
            if (keep) {
                idle.push(worker);
            }
        }
        if (!keep) {
            remove(worker);
        }
        places.release();
    }

    /** Nobody gets one of those any more that there are now: idle ones end, others when they are given back. */
    void retire() {
        List<Worker> ending;
        synchronized (this) {
            ending = List.copyOf(idle);
            idle.clear();
            retired.addAll(all);
        }
        ending.forEach(this::remove);
    }

    private void remove(Worker worker) {
        synchronized (this) {
            all.remove(worker);
            retired.remove(worker);
        }
        worker.close();
    }

    synchronized boolean isClosed() {
        return closed;
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
