package dev.oraculum.execution;

import dev.oraculum.api.Problem;
import dev.oraculum.api.WorkerSettings;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.runtime.containment.Deed;
import dev.oraculum.runtime.protocol.Message;
import dev.oraculum.runtime.protocol.TestOutcome;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
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
 * behaves as it did at first. That is checked, by running quick tests of the original again between mutants (compare
 * PIT, which trusts the warm JVM), so results depend neither on the order of the units nor on the number of workers.
 *
 * <p>Methods may be called by several threads; interrupting one ends its unit with {@link CancellationException}.
 */
public final class WorkerPool implements AutoCloseable {
    /** Runs of a unit that may be lost to a signal from outside. */
    private static final int ATTEMPTS = 3;

    /** Tests that may run out of time in a run of the program as it is, before the rest is not tried. */
    private static final int TIME_OUTS = 3;

    /** What starting one more worker costs, with what it runs first: less work than that is not worth another one. */
    private static final long START_NANOS = 1_000_000_000;
    /** What a unit costs beside its tests: redefinition and the launcher, twice. */
    private static final long UNIT_NANOS = 30_000_000;

    private final ExecutionSettings settings;
    private final JunitPlatform platform;
    private final Workers workers;

    private volatile Map<String, TestRun> original = Map.of();
    /** What the original run did outside of tests. */
    private volatile List<Deed> outside = List.of();
    private final Watches watches;

    private WorkerPool(ExecutionSettings settings) {
        this.settings = settings;
        watches = new Watches(records() ? RecordingKinds.plan(settings.plan()).members().size() : 1);
        try (ClassPath project = ClassPath.open(settings.classPath(), Optional.of(settings.jvm().home()))) {
            platform = JunitPlatform.choose(project, settings.installation(), settings.testClasses());
        }
        workers = new Workers(
                settings, Stream.concat(platform.before().stream(), settings.classPath().stream()).toList());
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

    /** What a user should know of how the workers run: what does not contain them here. */
    public List<String> notices() {
        return workers.notices();
    }

    /** Process ids of the workers that are alive. */
    public List<Long> processIds() {
        return workers.processIds();
    }

    // ---- discovery ----------------------------------------------------------------------------------------------

    /**
     * The tests found.
     *
     * @param tests in the order of the test classes of the settings
     * @param engines ids of the engines that were asked
     * @param withoutTests test classes in which no engine found a test
     * @param notLoadable test classes that cannot be loaded, and why, a line each
     */
    public record Discovery(List<TestCase> tests, List<String> engines, List<String> withoutTests, List<String> notLoadable) {}

    /**
     * Finds the tests of the settings' test classes.
     *
     * @throws CannotRunException a test class is not on the class path or does not load, or none of them has a test that
     *     an engine can run
     */
    public Discovery discover() {
        Discovery found = discoverLoadable();
        if (!found.notLoadable().isEmpty()) {
            throw notLoadable(found.notLoadable());
        }
        return found;
    }

    /** @param testClasses those that cannot be loaded, and why, a line each */
    public static CannotRunException notLoadable(List<String> testClasses) {
        return new CannotRunException(
                Problem.Code.TESTS_NOT_LOADABLE.problem(), "test class not found or not loadable: " + String.join("; ", testClasses));
    }

    /**
     * The same for those of the test classes that can be loaded.
     *
     * @throws CannotRunException none of them has a test that an engine can run
     */
    public Discovery discoverLoadable() {
        Message answer = workers.ask(new Message.Discover(settings.testClasses()));
        if (!(answer instanceof Message.Discovered found)) {
            throw new CannotRunException("the tests cannot be found out: " + Workers.refusal(answer));
        }
        if (found.tests().isEmpty() && !found.missing().isEmpty()) {
            throw notLoadable(found.missing());
        }
        if (found.tests().isEmpty()) {
            throw new CannotRunException("no test engine can run a test of " + String.join(", ", settings.testClasses())
                    + " (asked: " + String.join(", ", found.engines()) + "): these are no JUnit 3, 4, 5 or 6 tests,"
                    + " or the engine they need is not on the class path");
        }
        return new Discovery(
                found.tests().stream().map(TestCase::of).toList(), found.engines(), found.withoutTests(), found.missing());
    }

    // ---- the original program ------------------------------------------------------------------------------------

    /**
     * Runs tests on the original program, and those that reach the method once more in the same JVM: units
     * {@link Unit#ORIGINAL} and {@link Unit#ORIGINAL_AGAIN}, whose state records refer to the same list of tests. The
     * pool takes the budgets of later units from it.
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
            List<Baseline> firstLeft = watches.baselines();
            List<Baseline> secondLeft = watches.baselines();
            UnitRunner.Followed first;
            UnitRunner.Followed last;
            Worker worker = workers.take(fresh -> Optional.empty());
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
                worker.isAsTheOriginalLeftIt(watches.plans());
            } finally {
                workers.give(worker, usable);
            }
            if (last.result().end() != UnitEnd.COMPLETED) {
                if (last.result().end() == UnitEnd.KILLED && attempt < ATTEMPTS) {
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
            for (int plan = 0; plan < watches.plans(); plan++) {
                secondLeft.get(plan).keepCommon(firstLeft.get(plan));
            }
            outside = union(first.result().outside(), second.result().outside());
            remember(run, secondLeft);
            return run;
        }
    }

    /**
     * Runs tests on the program as it is, once, however that ends: what was reported until then stands.
     *
     * @param unit {@link Unit#ORIGINAL}, then {@link Unit#ORIGINAL_AGAIN}, which runs in the same JVM if that survived
     * @return its explanation says what failed outside tests, if it came to its end
     */
    public UnitResult runOnce(int unit, List<TestCase> tests, UnitSink sink) {
        return runOnce(unit, tests, test -> settings.budgets().firstRun(), sink);
    }

    /**
     * The same with limits of one's own.
     *
     * @param limits how long a test may run, or each of those that it makes when it runs
     */
    public UnitResult runOnce(int unit, List<TestCase> tests, Function<TestCase, Duration> limits, UnitSink sink) {
        return runOnce(unit, tests, new Work.JUnitTests(true), Long.MAX_VALUE, limits, sink);
    }

    /**
     * The same for tests that another run has listed: records and results refer to their places in this list, whatever the order in which
     * they run.
     */
    public UnitResult runListed(List<TestCase> tests, UnitSink sink) {
        return runListed(Unit.ORIGINAL, tests, test -> settings.budgets().firstRun(), sink);
    }

    /** The same with limits of one's own. */
    public UnitResult runListed(int unit, List<TestCase> tests, Function<TestCase, Duration> limits, UnitSink sink) {
        return runOnce(unit, tests, new Work.JUnitTests(false), Long.MAX_VALUE, limits, sink);
    }

    /** The same for tests that nobody has read yet: they are contained as on a mutant. */
    public UnitResult runContained(List<TestCase> tests, UnitSink sink) {
        return runContained(tests, Long.MAX_VALUE, settings.budgets().firstRun(), sink);
    }

    /**
     * The same, as short as tests may be that should have an end.
     *
     * @param ticks loop iterations and calls of code under test that a test may have
     */
    public UnitResult runContained(List<TestCase> tests, long ticks, Duration limit, UnitSink sink) {
        return runOnce(Unit.ORIGINAL, tests, new Work.JUnitTests(false, true), ticks, test -> limit, sink);
    }

    private UnitResult runOnce(
            int unit, List<TestCase> tests, Work work, long ticks, Function<TestCase, Duration> limits, UnitSink sink) {
        List<Message.Request> requests = tests.stream()
                .map(test -> new Message.Request(test.uniqueId(), ticks, limits.apply(test).toMillis(), true))
                .toList();
        Worker worker = workers.take(fresh -> Optional.empty());
        boolean usable = false;
        try {
            Message.Request between = new Message.Request("", Long.MAX_VALUE, settings.budgets().firstRun().toMillis(), true);
            Message.Run command = new Message.Run(unit, "", new byte[0], 0, requests, between, work, List.of(), false, TIME_OUTS);
            UnitRunner.Followed followed = follow(worker, command, tests, sink);
            usable = followed.reusable();
            sink.finished(followed.result());
            return followed.result();
        } finally {
            workers.give(worker, usable);
        }
    }

    /**
     * Runs call sequences, whatever they do: what is reported before a worker is lost stands, the rest has not been run.
     *
     * @throws IllegalArgumentException no worker can run sequences of that format
     */
    public UnitResult runSequences(SequenceUnit unit, UnitSink sink) {
        Message.Run command = unit.command(settings.budgets().firstRun(), TIME_OUTS);
        Worker worker = workers.take(fresh -> Optional.empty());
        boolean usable = false;
        try {
            UnitRunner.Followed followed = follow(worker, command, unit.tests(), sink);
            usable = followed.reusable();
            if (followed.result().end() == UnitEnd.REJECTED && unit.className().isEmpty()) {
                throw new IllegalArgumentException(followed.problem());
            }
            sink.finished(followed.result());
            return followed.result();
        } finally {
            workers.give(worker, usable);
        }
    }

    /** Without a plan no test can be known to reach the method. */
    private boolean records() {
        return settings.plan().length > 0;
    }

    private Message.Run command(int unit, List<Message.Request> requests, boolean open) {
        return command(unit, requests, open, List.of());
    }

    private Message.Run command(int unit, List<Message.Request> requests, boolean open, List<Integer> recorded) {
        Message.Request between = new Message.Request("", Long.MAX_VALUE, settings.budgets().firstRun().toMillis(), true);
        return new Message.Run(unit, "", new byte[0], 0, requests, between, new Work.JUnitTests(open), recorded, false, 1);
    }

    /** What to say where tests fail that may need a variable which was withheld from them; empty: none was. Names only, never values. */
    public static String withheldHint(WorkerSettings surroundings) {
        return WorkerEnvironment.hint(System.getenv(), surroundings.environment());
    }

    /** Why tests cannot be run on the program as it is. */
    public static String originalFailed(UnitResult result) {
        String test = result.culprits().stream().findFirst().map(run -> run.test().name() + " " + run.outcome().sentence())
                .orElse("outside any test");
        return "the tests cannot be run on the original program: " + test + ": " + result.sentence();
    }

    private void remember(OriginalRun run, List<Baseline> left) {
        Map<String, TestRun> byId = new HashMap<>();
        for (int i = 0; i < run.first().size(); i++) {
            byId.put(run.first().get(i).test().uniqueId(), run.first().get(i).union(run.second().get(i), i));
        }
        original = Map.copyOf(byId);
        watches.remember(run, original, left);
    }

    /**
     * Says which tests the units of a plan will run, where that is not all that reach its method: they are what is run again between units.
     *
     * @param plan its place in the set of plans
     */
    public void watch(int plan, List<TestCase> tests) {
        watches.narrow(plan, tests, original);
    }

    private static List<Deed> union(List<Deed> one, List<Deed> other) {
        return Stream.concat(one.stream(), other.stream()).distinct().toList();
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
            Worker worker = take(unit.plan());
            boolean fresh = worker.unitsRun() == 0;
            UnitRunner.Followed followed;
            boolean usable = false;
            try {
                followed = follow(worker, command, unit.tests(), sink);
                usable = followed.reusable() && behavesAsBefore(worker, unit.plan());
            } finally {
                workers.give(worker, usable);
            }
            if (mayBeInnocent(followed.result().end(), fresh, attempt)) {
                continue;
            }
            sink.finished(followed.result());
            return followed.result();
        }
    }

    /** A worker in which the tests of a plan have run and do what they did at first. */
    private Worker take(int plan) {
        while (true) {
            Worker worker = workers.take(idle -> idle.isReadyFor(plan), fresh -> warmUp(fresh, plan));
            boolean ready = false;
            try {
                ready = worker.isReadyFor(plan) || turn(worker, plan);
            } finally {
                if (!ready) {
                    workers.give(worker, false);
                }
            }
            if (ready) {
                worker.turnTo(plan);
                return worker;
            }
        }
    }

    /**
     * Whether a worker that ran units of other plans can run those of this one: a mutant may have left what only this plan's tests meet.
     */
    private boolean turn(Worker worker, int plan) {
        boolean ran = worker.isWarmFor(plan) || runAgain(worker, watches.of(plan).reaching(), plan).problem().isEmpty();
        return ran && behavesAsBefore(worker, plan);
    }

    /** The same as {@link #runUnits(List, UnitSink, int)} on at most the workers of the settings. */
    public List<UnitResult> runUnits(List<Unit> units, UnitSink sink) {
        return runUnits(units, sink, settings.workers());
    }

    /**
     * Runs units on as many workers as are worth starting.
     *
     * @param atMost at a time, and not more than the settings say
     * @return their results, in the order of the units
     */
    public List<UnitResult> runUnits(List<Unit> units, UnitSink sink, int atMost) {
        ExecutorService threads = Executors.newFixedThreadPool(Math.min(atMost, worthStarting(units)), task -> {
            Thread thread = new Thread(task, "oraculum-unit");
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
            throw Workers.cancelled();
        } finally {
            threads.shutdownNow();
        }
    }

    private int worthStarting(List<Unit> units) {
        long nanos = 0;
        for (Unit unit : units) {
            long tests = unit.tests().stream()
                    .map(test -> original.get(test.uniqueId()))
                    .filter(Objects::nonNull)
                    .mapToLong(TestRun::nanos)
                    .sum();
            nanos += tests + Math.min(tests, Watches.CHECK_NANOS) + UNIT_NANOS;
        }
        return (int) Math.min(settings.workers(), 1 + nanos / START_NANOS);
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
                    test.uniqueId(), budgets.ticks(run.ticks()), budgets.millis(run.nanos()), true, run.deeds()));
        }
        long longest = original.values().stream().mapToLong(TestRun::nanos).max().orElse(0);
        Message.Request between = new Message.Request("", Long.MAX_VALUE, budgets.millis(longest), true, outside);
        return new Message.Run(
                unit.id(),
                unit.className(),
                unit.bytes(),
                0,
                requests,
                between,
                new Work.JUnitTests(false),
                List.of(unit.plan()),
                settings.failuresSetAside(),
                budgets.timeOuts());
    }

    /** A signal from outside is no fault of the mutant; a crash in a JVM that has just started may be another's. */
    private static boolean mayBeInnocent(UnitEnd end, boolean fresh, int attempt) {
        return end == UnitEnd.KILLED && attempt < ATTEMPTS
                || fresh && attempt == 1 && (end == UnitEnd.CRASHED || end == UnitEnd.UNRESPONSIVE);
    }

    /**
     * Another run of the original.
     *
     * @param problem why the worker did not survive it; empty: it did
     */
    private record Again(Baseline left, String problem) {}

    private Again runAgain(Worker worker, List<TestCase> tests, int plan) {
        Baseline left = new Baseline(plan);
        if (tests.isEmpty()) {
            return new Again(left, "");
        }
        List<Message.Request> requests = tests.stream()
                .map(test -> original.get(test.uniqueId()))
                .map(run -> new Message.Request(
                        run.test().uniqueId(),
                        settings.budgets().ticks(run.ticks()),
                        settings.budgets().millis(run.nanos()),
                        true))
                .toList();
        UnitRunner.Followed followed = follow(worker, command(Unit.ORIGINAL_AGAIN, requests, false, List.of(plan)), tests, left);
        UnitResult result = followed.result();
        Optional<TestRun> notRun = result.tests().stream().filter(run -> run.outcome() == TestOutcome.NOT_RUN).findFirst();
        if (result.end() != UnitEnd.COMPLETED) {
            return new Again(left, result.culprits().stream().findFirst().map(run -> run.test().name() + " " + run.sentence())
                    .orElse(result.sentence()));
        }
        return new Again(left, notRun.map(run -> run.test().name() + " is not found any more")
                .orElse(followed.reusable() ? "" : "they leave it worn"));
    }

    private boolean behavesAsBefore(Worker worker, int plan) {
        Again again = runAgain(worker, watches.of(plan).checked(), plan);
        return again.problem().isEmpty() && watches.of(plan).baseline().agreesWith(again.left());
    }

    /** Brings a new worker to where the first one was when it ran its first mutant; says why, if that fails. */
    private Optional<String> warmUp(Worker worker, int plan) {
        Watches.Watch watch = watches.of(plan);
        // Once to initialise classes and caches, as the tests of the original run did; then as between mutants.
        Again first = runAgain(worker, watch.reaching(), plan);
        Again second = first.problem().isEmpty() ? runAgain(worker, watch.checked(), plan) : first;
        if (!second.problem().isEmpty()) {
            return Optional.of(second.problem());
        }
        // A test that depends on what ran before it cannot tell a worn worker from a new one.
        watch.baseline().keepCommon(second.left());
        worker.turnTo(plan);
        return Optional.empty();
    }

    private UnitRunner.Followed follow(Worker worker, Message.Run command, List<TestCase> tests, UnitSink sink) {
        try {
            UnitRunner.Followed followed = new UnitRunner(worker, command, tests, sink, settings.budgets()).run();
            if (workers.isClosed()) {
                // Its worker may have been ended by us, which says nothing of the unit.
                throw Workers.cancelled();
            }
            return followed;
        } catch (InterruptedException e) {
            worker.destroy();
            throw Workers.cancelled();
        } catch (RuntimeException e) {
            worker.destroy();
            throw e;
        }
    }

    private static UnitSink both(UnitSink one, List<Baseline> others) {
        return new UnitSink() {
            @Override
            public void started(int unit) {
                others.forEach(other -> other.started(unit));
                one.started(unit);
            }

            @Override
            public void test(int unit, TestRun run, List<ByteBuffer> states) {
                throw new IllegalStateException("records come by plan");
            }

            @Override
            public void test(int unit, TestRun run, Records records) {
                others.forEach(other -> other.test(unit, run, records));
                one.test(unit, run, records);
            }
        };
    }

    /**
     * What is to run from now on gets new workers: code under test has changed what is not its own in the memory of those that there are.
     */
    public void retireWorkers() {
        workers.retire();
    }

    /** Ends all workers. No process is left when this returns. */
    @Override
    public void close() {
        workers.close();
    }
}
