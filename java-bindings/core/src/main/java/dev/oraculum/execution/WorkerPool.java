package dev.oraculum.execution;

import dev.oraculum.facts.ClassPath;
import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Workers that run the project's tests, on the original program and on mutants.
 *
 * <pre>{@code
 * try (WorkerPool pool = WorkerPool.open(settings)) {
 *     OriginalRun original = pool.runOriginal(pool.discover().tests(), sink);
 *     List<UnitResult> results = pool.runUnits(units, sink);
 * }
 * }</pre>
 *
 * <p>A unit costs at most its worker: whatever a mutant does, the next unit finds a JVM in which the original program
 * behaves as it did at first. That is checked, by running the original's tests again between mutants (compare PIT,
 * which trusts the warm JVM), so results depend neither on the order of the units nor on the number of workers.
 *
 * <p>Methods may be called by several threads; interrupting one ends its unit with {@link CancellationException}.
 */
public final class WorkerPool implements AutoCloseable {
    /** Starts that may fail one after the other before the project counts as one that cannot be run. */
    private static final int START_ATTEMPTS = 2;

    private static final AtomicInteger POOLS = new AtomicInteger();

    private final ExecutionSettings settings;
    private final JunitPlatform platform;
    private final List<Path> classPath;
    private final Path home;
    private final String name = "oraculum-pool-" + POOLS.incrementAndGet();
    private final Thread atExit;
    private final Semaphore places;
    private final Deque<Worker> idle = new ArrayDeque<>();
    private final Set<Worker> all = new HashSet<>();
    private int started;
    private boolean closed;

    private volatile Map<String, TestRun> original = Map.of();
    private volatile List<TestCase> reaching = List.of();
    private volatile Baseline baseline;

    private WorkerPool(ExecutionSettings settings) {
        this.settings = settings;
        try (ClassPath project = ClassPath.open(settings.classPath(), Optional.of(settings.jvm().home()))) {
            platform = JunitPlatform.choose(project, settings.installation(), settings.testClasses());
        }
        classPath = Stream.concat(platform.before().stream(), settings.classPath().stream()).toList();
        places = new Semaphore(settings.workers(), true);
        home = TemporaryDirectories.create();
        atExit = new Thread(this::destroyAll, name + "-exit");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Opens a pool; workers start when they are needed.
     *
     * @throws CannotRunException the class path cannot be read
     */
    public static WorkerPool open(ExecutionSettings settings) {
        return new WorkerPool(settings);
    }

    /** Which JUnit Platform runs the tests, for people. */
    public String platform() {
        return platform.description();
    }

    /** Process ids of the workers that are alive. */
    public synchronized List<Long> processIds() {
        return all.stream().filter(Worker::isAlive).map(Worker::pid).toList();
    }

    // ---- discovery ----------------------------------------------------------------------------------------------

    /**
     * The tests found.
     *
     * @param tests in the order of the test classes of the settings
     * @param engines ids of the engines that were asked
     * @param withoutTests test classes in which no engine found a test
     */
    public record Discovery(List<TestCase> tests, List<String> engines, List<String> withoutTests) {}

    /**
     * Finds the tests of the settings' test classes.
     *
     * @throws CannotRunException a test class is not on the class path or does not load, or none of them has a test that
     *     an engine can run
     */
    public Discovery discover() {
        Worker worker = take(false);
        boolean usable = false;
        try {
            Message answer = ask(worker, new Message.Discover(settings.testClasses()));
            if (!(answer instanceof Message.Discovered found)) {
                throw new CannotRunException("the tests cannot be found out: " + refusal(answer));
            }
            usable = true;
            if (!found.missing().isEmpty()) {
                throw new CannotRunException("test class not found or not loadable: " + String.join("; ", found.missing())
                        + "; check --tests, --classpath and --test-class");
            }
            if (found.tests().isEmpty()) {
                throw new CannotRunException("no test engine can run a test of " + String.join(", ", settings.testClasses())
                        + " (asked: " + String.join(", ", found.engines()) + "): these are no JUnit 3, 4, 5 or 6 tests,"
                        + " or the engine they need is not on the class path");
            }
            return new Discovery(
                    found.tests().stream().map(TestCase::of).toList(), found.engines(), found.withoutTests());
        } finally {
            give(worker, usable);
        }
    }

    // ---- the original program ------------------------------------------------------------------------------------

    /**
     * Runs tests on the original program, and those that reach the method once more in the same JVM: units
     * {@link Unit#ORIGINAL} and {@link Unit#ORIGINAL_AGAIN}, whose state records refer to the same list of tests. The pool takes the budgets of later units from it.
     *
     * @throws CannotRunException the JVM did not survive, or a test could not be stopped
     */
    public OriginalRun runOriginal(List<TestCase> tests, UnitSink sink) {
        Budgets budgets = settings.budgets();
        long limit = budgets.firstRun().toMillis();
        List<Message.Request> requests = tests.stream()
                .map(test -> new Message.Request(test.uniqueId(), Long.MAX_VALUE, limit, true))
                .toList();
        for (int attempt = 1; ; attempt++) {
            Baseline firstLeft = new Baseline();
            Baseline secondLeft = new Baseline();
            UnitRunner.Followed first;
            UnitRunner.Followed last;
            Worker worker = take(false);
            boolean usable = false;
            try {
                first = follow(worker, command(Unit.ORIGINAL, requests, true), tests, both(sink, firstLeft));
                last = first;
                if (first.reusable() && first.result().end() == UnitEnd.COMPLETED) {
                    List<TestCase> ran = first.result().tests().stream().map(TestRun::test).toList();
                    List<Message.Request> again = first.result().tests().stream()
                            .map(run -> new Message.Request(
                                    run.test().uniqueId(), Long.MAX_VALUE, limit, run.invocations() > 0 || !records()))
                            .toList();
                    last = follow(worker, command(Unit.ORIGINAL_AGAIN, again, false), ran, both(sink, secondLeft));
                }
                usable = last.reusable();
            } finally {
                give(worker, usable);
            }
            if (last.result().end() != UnitEnd.COMPLETED) {
                if (last.result().end() == UnitEnd.KILLED && attempt < START_ATTEMPTS) {
                    continue;
                }
                throw new CannotRunException(originalFailed(last.result()));
            }
            UnitRunner.Followed second = last;
            sink.finished(first.result());
            sink.finished(second.result());
            OriginalRun run = new OriginalRun(
                    first.result().tests(),
                    second.result().tests(),
                    Stream.of(first.problem(), second.problem()).filter(p -> !p.isEmpty()).distinct().toList());
            secondLeft.keepCommon(firstLeft);
            remember(run, secondLeft);
            return run;
        }
    }

    /** Without a plan no test can be known to reach the method. */
    private boolean records() {
        return settings.plan().length > 0;
    }

    private Message.Run command(int unit, List<Message.Request> requests, boolean open) {
        Message.Request between = new Message.Request("", Long.MAX_VALUE, settings.budgets().firstRun().toMillis(), true);
        return new Message.Run(unit, "", new byte[0], requests, between, open, true, false, 1);
    }

    private static String originalFailed(UnitResult result) {
        Optional<TestRun> culprit = result.tests().stream()
                .filter(run -> !run.outcome().isRepeatable() && run.outcome() != TestOutcome.NOT_RUN)
                .findFirst();
        String test = culprit.map(run -> run.test().name() + " " + run.outcome().sentence()).orElse("outside any test");
        return "the tests cannot be run on the original program: " + test + ": " + result.sentence();
    }

    private void remember(OriginalRun run, Baseline left) {
        Map<String, TestRun> byId = new HashMap<>();
        for (int i = 0; i < run.first().size(); i++) {
            TestRun one = run.first().get(i);
            TestRun two = run.second().get(i);
            byId.put(one.test().uniqueId(), new TestRun(
                    i,
                    one.test(),
                    one.outcome(),
                    one.failure(),
                    Math.max(one.nanos(), two.nanos()),
                    Math.max(one.ticks(), two.ticks()),
                    one.invocations()));
        }
        original = Map.copyOf(byId);
        reaching = run.reaching();
        baseline = left;
    }

    // ---- mutants -------------------------------------------------------------------------------------------------

    /**
     * Runs one unit. Its worker is replaced if the unit left it worn or lost.
     *
     * @throws IllegalStateException the original was not run before, or not with these tests
     * @throws CannotRunException no worker can be started any more
     */
    public UnitResult runUnit(Unit unit, UnitSink sink) {
        Message.Run command = command(unit);
        for (int attempt = 1; ; attempt++) {
            Worker worker = take(true);
            boolean fresh = worker.unitsRun() == 0;
            UnitRunner.Followed followed;
            boolean usable = false;
            try {
                followed = follow(worker, command, unit.tests(), sink);
                usable = followed.reusable() && behavesAsBefore(worker);
            } finally {
                give(worker, usable);
            }
            if (attempt == 1 && mayBeInnocent(followed.result().end(), fresh)) {
                continue;
            }
            sink.finished(followed.result());
            return followed.result();
        }
    }

    /**
     * Runs units on all workers of the pool.
     *
     * @return their results, in the order of the units
     */
    public List<UnitResult> runUnits(List<Unit> units, UnitSink sink) {
        ExecutorService threads = Executors.newFixedThreadPool(settings.workers(), task -> {
            Thread thread = new Thread(task, name + "-unit");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<UnitResult>> pending = new ArrayList<>();
            units.forEach(unit -> pending.add(threads.submit(() -> runUnit(unit, sink))));
            List<UnitResult> results = new ArrayList<>();
            for (Future<UnitResult> result : pending) {
                results.add(result.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw cancelled();
        } finally {
            threads.shutdownNow();
        }
    }

    private Message.Run command(Unit unit) {
        Budgets budgets = settings.budgets();
        List<Message.Request> requests = new ArrayList<>();
        for (TestCase test : unit.tests()) {
            TestRun run = original.get(test.uniqueId());
            if (run == null) {
                throw new IllegalStateException("test " + test.name() + " was not run on the original: call runOriginal first");
            }
            requests.add(new Message.Request(
                    test.uniqueId(), budgets.ticks(run.ticks()), budgets.millis(run.nanos()), true));
        }
        long longest = original.values().stream().mapToLong(TestRun::nanos).max().orElse(0);
        Message.Request between = new Message.Request("", Long.MAX_VALUE, budgets.millis(longest), true);
        return new Message.Run(
                unit.id(), unit.className(), unit.bytes(), requests, between, false, true, settings.failuresSetAside(), budgets.timeOuts());
    }

    /** A signal from outside is no fault of the mutant; a crash in a JVM that has just started may be another's. */
    private static boolean mayBeInnocent(UnitEnd end, boolean fresh) {
        return end == UnitEnd.KILLED || fresh && (end == UnitEnd.CRASHED || end == UnitEnd.UNRESPONSIVE);
    }

    /** Runs the reaching tests on the original and compares with what they left behind at first. */
    private boolean behavesAsBefore(Worker worker) {
        Baseline now = new Baseline();
        List<Message.Request> requests = new ArrayList<>();
        for (TestCase test : reaching) {
            TestRun run = original.get(test.uniqueId());
            requests.add(new Message.Request(
                    test.uniqueId(),
                    settings.budgets().ticks(run.ticks()),
                    settings.budgets().millis(run.nanos()),
                    true));
        }
        if (requests.isEmpty()) {
            return true;
        }
        UnitRunner.Followed followed = follow(worker, command(Unit.ORIGINAL_AGAIN, requests, false), reaching, now);
        return followed.reusable() && followed.result().end() == UnitEnd.COMPLETED && now.agreesWith(baseline);
    }

    // ---- workers -------------------------------------------------------------------------------------------------

    private UnitRunner.Followed follow(Worker worker, Message.Run command, List<TestCase> tests, UnitSink sink) {
        try {
            return new UnitRunner(worker, command, tests, sink, settings.budgets()).run();
        } catch (InterruptedException e) {
            worker.destroy();
            throw cancelled();
        } catch (RuntimeException e) {
            worker.destroy();
            throw e;
        }
    }

    /** An idle worker or a new one; {@code warm}: one that has run the reaching tests of the original. */
    private Worker take(boolean warm) {
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
                worker = startWorker(warm);
            }
            taken = true;
            return worker;
        } finally {
            if (!taken) {
                places.release();
            }
        }
    }

    private Worker startWorker(boolean warm) {
        for (int attempt = 1; ; attempt++) {
            Worker worker = startAndConfigure();
            if (!warm || behavesAsBefore(worker) || worker.isAlive() && behavesAsBefore(worker)) {
                worker.forgetUnits();
                return worker;
            }
            if (worker.isAlive()) {
                // A test that depends on what ran before it; the mutants' pairs show the same difference.
                worker.forgetUnits();
                return worker;
            }
            remove(worker);
            if (attempt == START_ATTEMPTS) {
                throw new CannotRunException("a new JVM does not survive the tests on the original program, which it did at first");
            }
        }
    }

    private Worker startAndConfigure() {
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
            Message answer = ask(worker, new Message.Configure(
                    settings.plan(),
                    settings.classPath().stream().map(path -> path.toAbsolutePath().toString()).toList(),
                    settings.installation().nativeLibrary().map(path -> path.toAbsolutePath().toString()).orElse(""),
                    (int) settings.budgets().grace().toMillis()));
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
    private Message ask(Worker worker, Message command) {
        try {
            worker.send(command);
            Message answer = worker.next(settings.budgets().firstRun());
            if (answer == null) {
                remove(worker);
                throw new CannotRunException("the JVM under test does not answer to " + command.kind());
            }
            return answer;
        } catch (Worker.Gone e) {
            throw new CannotRunException("the JVM under test ended: " + explainEnd(worker), e);
        } catch (InterruptedException e) {
            remove(worker);
            throw cancelled();
        }
    }

    private String explainEnd(Worker worker) {
        try {
            ProcessEnd end = worker.awaitEnd();
            return end.end().sentence() + ": " + end.explanation();
        } catch (InterruptedException e) {
            throw cancelled();
        } finally {
            remove(worker);
        }
    }

    private static String refusal(Message answer) {
        return answer instanceof Message.Refused refused ? refused.why() : "it answered " + answer.kind();
    }

    private void give(Worker worker, boolean usable) {
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

    private static CancellationException cancelled() {
        Thread.currentThread().interrupt();
        return new CancellationException("the run was cancelled");
    }

    private static UnitSink both(UnitSink one, Baseline other) {
        return new UnitSink() {
            @Override
            public void started(int unit) {
                other.started(unit);
                one.started(unit);
            }

            @Override
            public void test(int unit, TestRun run, List<ByteBuffer> states) {
                other.test(unit, run, states);
                one.test(unit, run, states);
            }
        };
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
