package dev.oraculum.recording;

import dev.oraculum.execution.Budgets;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.TestTimes;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tests, run in a JVM of their own under a data plan: all once, then once more, in the same JVM, those that define data.
 *
 * @param tests by id, in the order in which they ran
 * @param stopped tests that never ended, or took the JVM down, and were left out of the run
 * @param problems what went wrong outside tests, and what could not be woven
 * @param notLoadable test classes that cannot be loaded, and why, a line each
 */
public record DataRun(Map<String, Test> tests, List<TestRun> stopped, List<String> problems, List<String> notLoadable) {
    /** Runs that may be lost to tests that cannot be run to their end. */
    private static final int ATTEMPTS = 4;

    /** No run at all. */
    public static final DataRun NONE = new DataRun(Map.of(), List.of(), List.of(), List.of());

    /**
     * A test in both runs.
     *
     * @param first how it ended
     * @param cold what it gave the data first
     * @param again how it ended the second time; {@code NOT_RUN}: it was not, as it defines nothing
     * @param warm what it gave the data then, with classes initialized and caches filled
     */
    public record Test(TestRun first, Map<Integer, DataTrace> cold, TestOutcome again, Map<Integer, DataTrace> warm) {}

    /**
     * Runs the tests of the settings' test classes. Those that do not end in their time, or take the JVM down, are left out, and the others
     * run again in a new one.
     *
     * @param settings with a data plan
     * @param limit how long a test may run that has not run before
     * @param before an earlier run of these tests, or {@link #NONE}: what was stopped there is left out at once, and what a test took there
     *     bounds what it may take now
     * @throws dev.oraculum.execution.CannotRunException a test class is missing or has no tests, or the JVM does not survive them
     */
    public static DataRun of(ExecutionSettings settings, Duration limit, DataRun before) {
        return run(settings, limit, before, true);
    }

    /**
     * The same with one run of each test.
     *
     * @param limit how long a test may run
     * @throws dev.oraculum.execution.CannotRunException as above
     */
    public static DataRun once(ExecutionSettings settings, Duration limit) {
        return run(settings, limit, NONE, false);
    }

    private static DataRun run(ExecutionSettings settings, Duration limit, DataRun before, boolean again) {
        List<TestRun> stopped = new ArrayList<>(before.stopped);
        for (int attempt = 1; ; attempt++) {
            Traces traces = new Traces();
            try (WorkerPool pool = WorkerPool.open(settings)) {
                WorkerPool.Discovery found = pool.discoverLoadable();
                UnitResult first = pool.runOnce(Unit.ORIGINAL, without(stopped, found.tests()), before.limits(settings.budgets(), limit),
                        traces);
                UnitResult last = first;
                if (first.end() == UnitEnd.COMPLETED && !again) {
                    return traces.of(first, List.of(), stopped, found.notLoadable()).withProblems(pool.notices().stream());
                }
                if (first.end() == UnitEnd.COMPLETED) {
                    List<TestRun> defining = first.tests().stream().filter(run -> run.invocations() > 0).toList();
                    DataRun now = traces.of(first, List.of(), stopped, found.notLoadable());
                    last = pool.runListed(Unit.ORIGINAL_AGAIN, defining.stream().map(TestRun::test).toList(),
                            now.limits(settings.budgets(), limit), traces);
                    if (last.end() == UnitEnd.COMPLETED) {
                        return traces.of(first, last.tests(), stopped, found.notLoadable())
                                .withProblems(Stream.concat(last.explanation().lines(), pool.notices().stream()));
                    }
                }
                if (attempt == ATTEMPTS || last.culprits().isEmpty() && last.end() != UnitEnd.KILLED) {
                    throw cannotRun(last, stopped);
                }
                if (last.end() != UnitEnd.KILLED) {
                    // A signal from outside is no fault of the test that ran.
                    stopped.addAll(last.culprits());
                }
            }
        }
    }

    /**
     * Runs the tests on a version that may do anything: a test that never ends, or takes the JVM down, is an outcome, and the tests are not
     * run again then.
     *
     * @param wanted which of the tests found to run
     * @param limits how long a test may run
     * @throws dev.oraculum.execution.CannotRunException a test class is missing or has no tests
     */
    public static DataRun whatever(ExecutionSettings settings, Predicate<TestCase> wanted, Function<TestCase, Duration> limits) {
        Traces traces = new Traces();
        try (WorkerPool pool = WorkerPool.open(settings)) {
            WorkerPool.Discovery found = pool.discoverLoadable();
            List<TestCase> tests = found.tests().stream().filter(wanted).toList();
            UnitResult first = pool.runOnce(Unit.ORIGINAL, tests, limits, traces);
            if (first.end() != UnitEnd.COMPLETED) {
                DataRun run = traces.of(first, List.of(), List.of(), found.notLoadable());
                // A test that was stopped says so itself.
                return first.end() == UnitEnd.TIMED_OUT ? run
                        : new DataRun(run.tests, run.stopped, List.of(first.sentence()), run.notLoadable);
            }
            UnitResult second = pool.runOnce(Unit.ORIGINAL_AGAIN, tests, limits, traces);
            return traces.of(first, second.tests(), List.of(), found.notLoadable()).withProblems(pool.notices().stream());
        }
    }

    private static CannotRunException cannotRun(UnitResult result, List<TestRun> stopped) {
        String before = stopped.stream().map(run -> run.test().name() + " " + run.sentence()).collect(Collectors.joining("; "));
        return new CannotRunException(WorkerPool.originalFailed(result) + (before.isEmpty() ? "" : ". Left out before that: " + before));
    }

    private DataRun withProblems(Stream<String> more) {
        return new DataRun(tests, stopped, Stream.concat(problems.stream(), more).distinct().toList(), notLoadable);
    }

    /** The tests without those that were stopped, and without those that made one that was. */
    private static List<TestCase> without(List<TestRun> stopped, List<TestCase> tests) {
        return tests.stream().filter(test -> stopped.stream().noneMatch(run -> test.covers(run.test()))).toList();
    }

    /** The same for this run's. */
    public List<TestCase> withoutStopped(List<TestCase> tests) {
        return without(stopped, tests);
    }

    /**
     * What tests may take, by what they took in this run; of those that make others, by the longest of these.
     *
     * @param others what tests may take that did not run
     */
    public Function<TestCase, Duration> limits(Budgets budgets, Duration others) {
        TestTimes times = new TestTimes();
        tests.forEach((id, test) -> times.add(id, Duration.ofNanos(test.first().nanos())));
        return test -> times.of(test).map(budgets::after).orElse(others);
    }

    private static final class Traces implements UnitSink {
        private final Map<String, Map<Integer, DataTrace>> cold = new HashMap<>();
        private final Map<String, Map<Integer, DataTrace>> warm = new HashMap<>();

        private Map<String, Map<Integer, DataTrace>> of(int unit) {
            return unit == Unit.ORIGINAL ? cold : warm;
        }

        @Override
        public void started(int unit) {
            of(unit).clear();
        }

        @Override
        public void test(int unit, TestRun run, List<ByteBuffer> states) {
            of(unit).put(run.test().uniqueId(), DataRecords.decode(states));
        }

        DataRun of(UnitResult first, List<TestRun> second, List<TestRun> stopped, List<String> notLoadable) {
            Map<String, TestOutcome> again = new HashMap<>();
            second.forEach(run -> again.put(run.test().uniqueId(), run.outcome()));
            Map<String, Test> tests = new LinkedHashMap<>();
            for (TestRun run : first.tests()) {
                String id = run.test().uniqueId();
                tests.put(id, new Test(run, cold.getOrDefault(id, Map.of()), again.getOrDefault(id, TestOutcome.NOT_RUN),
                        warm.getOrDefault(id, Map.of())));
            }
            return new DataRun(tests, List.copyOf(stopped), first.explanation().lines().toList(), notLoadable);
        }
    }
}
