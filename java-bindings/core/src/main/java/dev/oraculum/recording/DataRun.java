package dev.oraculum.recording;

import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.OriginalRun;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tests, run in a JVM of their own under a data plan: all once, then once more, in the same JVM, those that define data.
 *
 * @param tests by id, in the order in which they ran
 * @param problems what went wrong outside tests, and what could not be woven
 * @param notLoadable test classes that cannot be loaded, and why, a line each
 */
public record DataRun(Map<String, Test> tests, List<String> problems, List<String> notLoadable) {
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
     * Runs the tests of the settings' test classes.
     *
     * @param settings with a data plan
     * @throws dev.oraculum.execution.CannotRunException a test class is missing or has no tests, or the JVM does not survive them
     */
    public static DataRun of(ExecutionSettings settings) {
        Traces traces = new Traces();
        try (WorkerPool pool = WorkerPool.open(settings)) {
            WorkerPool.Discovery found = pool.discoverLoadable();
            OriginalRun run = pool.runOriginal(found.tests(), traces);
            return traces.of(run.first(), run.second(), run.problems(), found.notLoadable());
        }
    }

    /**
     * The same for a version that may do anything: a test that never ends, or takes the JVM down, is an outcome, and those behind it are not run.
     *
     * @throws dev.oraculum.execution.CannotRunException a test class is missing or has no tests
     */
    public static DataRun whatever(ExecutionSettings settings) {
        Traces traces = new Traces();
        try (WorkerPool pool = WorkerPool.open(settings)) {
            WorkerPool.Discovery found = pool.discoverLoadable();
            List<TestCase> tests = found.tests();
            UnitResult first = pool.runOnce(Unit.ORIGINAL, tests, traces);
            if (first.end() != UnitEnd.COMPLETED) {
                return traces.of(first.tests(), List.of(), List.of(first.sentence()), found.notLoadable());
            }
            UnitResult second = pool.runOnce(Unit.ORIGINAL_AGAIN, tests, traces);
            return traces.of(first.tests(), second.tests(), first.explanation().lines().toList(), found.notLoadable());
        }
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

        DataRun of(List<TestRun> first, List<TestRun> second, List<String> problems, List<String> notLoadable) {
            Map<String, TestOutcome> again = new HashMap<>();
            second.forEach(run -> again.put(run.test().uniqueId(), run.outcome()));
            Map<String, Test> tests = new LinkedHashMap<>();
            for (TestRun run : first) {
                String id = run.test().uniqueId();
                tests.put(id, new Test(run, cold.getOrDefault(id, Map.of()), again.getOrDefault(id, TestOutcome.NOT_RUN), warm.getOrDefault(id, Map.of())));
            }
            return new DataRun(tests, problems, notLoadable);
        }
    }
}
