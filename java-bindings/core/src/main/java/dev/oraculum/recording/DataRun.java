package dev.oraculum.recording;

import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.OriginalRun;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tests, run in a JVM of their own under a data plan: all once, then once more, in the same JVM, those that define data.
 *
 * @param tests by id, in the order in which they ran
 * @param problems what went wrong outside tests, and what could not be woven
 */
public record DataRun(Map<String, Test> tests, List<String> problems) {
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
        Map<String, Map<Integer, DataTrace>> cold = new LinkedHashMap<>();
        Map<String, Map<Integer, DataTrace>> warm = new LinkedHashMap<>();
        UnitSink sink = new UnitSink() {
            @Override
            public void started(int unit) {
                (unit == Unit.ORIGINAL ? cold : warm).clear();
            }

            @Override
            public void test(int unit, TestRun run, List<ByteBuffer> states) {
                (unit == Unit.ORIGINAL ? cold : warm).put(run.test().uniqueId(), DataRecords.decode(states));
            }
        };
        try (WorkerPool pool = WorkerPool.open(settings)) {
            OriginalRun run = pool.runOriginal(pool.discover().tests(), sink);
            Map<String, Test> tests = new LinkedHashMap<>();
            for (int i = 0; i < run.first().size(); i++) {
                TestRun first = run.first().get(i);
                String id = first.test().uniqueId();
                tests.put(id, new Test(first, cold.getOrDefault(id, Map.of()), run.second().get(i).outcome(), warm.getOrDefault(id, Map.of())));
            }
            return new DataRun(tests, new ArrayList<>(run.problems()));
        }
    }
}
