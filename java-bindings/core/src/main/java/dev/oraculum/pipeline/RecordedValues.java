package dev.oraculum.pipeline;

import dev.oraculum.api.oracle.RecordOracle;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Select;
import dev.oraculum.execution.TestRun;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.recording.DataRecords;
import dev.oraculum.recording.DataRun;
import dev.oraculum.recording.DataTrace;
import dev.oraculum.recording.RecordedRuns;
import dev.oraculum.recording.RunPlan;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * Values of data, and calls of tests, that test runs of a build recorded by a plan of {@link RecordingFolder}, as runs of our own would
 * give them: of all data, since what is selected is chosen by them.
 */
final class RecordedValues {
    /** Places in the set of plans. */
    private static final int DATA = 0;
    private static final int CALLS = 1;

    private final RecordedRuns runs;
    private final List<String> testClasses;
    /** By number in the plan, that of the datum asked for; -1: it is not. */
    private final IntUnaryOperator numbers;

    private RecordedValues(RecordedRuns runs, List<String> testClasses, IntUnaryOperator numbers) {
        this.runs = runs;
        this.testClasses = testClasses;
        this.numbers = numbers;
    }

    /**
     * For a selection that weighs by what tests execute.
     *
     * @throws IllegalArgumentException they are of other code, tests or settings
     */
    static DataRun executed(Select request, List<String> testClasses, List<OracleDatum> data) {
        RecordingFolder.Wanted wanted = RecordingFolder.wanted(request.project(), testClasses);
        RecordedRuns runs = RecordingFolder.read(request.recorded(), wanted, plan ->
                plan.subjects().equals(data.stream().map(RecordingFolder::encode).toList()) ? List.of() : List.of("classes and settings"));
        return new RecordedValues(runs, testClasses, datum -> datum).first();
    }

    /**
     * For the recording of values.
     *
     * @param warnings what a user should know and that stops nothing
     * @throws IllegalArgumentException as above
     */
    static RecordedValues of(RecordOracle request, Consumer<String> warnings) {
        Path folder = request.recorded();
        List<String> testClasses = request.project().testClasses();
        Map<Integer, Integer> numbers = new HashMap<>();
        RecordedRuns runs = RecordingFolder.read(folder, RecordingFolder.wanted(request.project(), testClasses), plan -> {
            Map<String, Integer> planned = new HashMap<>();
            plan.subjects().forEach(subject -> planned.put(subject, planned.size()));
            for (int i = 0; i < request.data().size(); i++) {
                Integer number = planned.get(RecordingFolder.encode(request.data().get(i)));
                if (number == null) {
                    return List.of("data");
                }
                numbers.put(number, i);
            }
            return kept(plan) == request.kept() ? List.of() : List.of("kept");
        });
        RecordingFolder.warnIfOnce(runs, testClasses, folder, warnings);
        return new RecordedValues(runs, testClasses, number -> numbers.getOrDefault(number, -1));
    }

    private static int kept(RunPlan plan) {
        return RecordingKinds.plan(plan.plan()).members().get(DATA) instanceof DataPlan data ? data.kept() : -1;
    }

    DataRun first() {
        return run(RecordedRuns.Twice::first);
    }

    /** The second run of each test; the first again where there was only one. */
    DataRun second() {
        return run(RecordedRuns.Twice::second);
    }

    private DataRun run(Function<RecordedRuns.Twice, RecordedRuns.Run> which) {
        Map<String, DataRun.Test> tests = new LinkedHashMap<>();
        for (RecordedRuns.Twice twice : runs.of(testClasses)) {
            RecordedRuns.Run run = which.apply(twice);
            Map<Integer, DataTrace> traces = new TreeMap<>();
            DataRecords.decode(List.of(run.records(DATA, 0))).forEach((number, trace) -> {
                int asked = numbers.applyAsInt(number);
                if (asked >= 0) {
                    traces.put(asked, trace);
                }
            });
            TestRun first = new TestRun(tests.size(), run.test(), run.outcome(), run.failure(), run.nanos(), 0,
                    List.of(run.invocations(DATA)), List.of(), false);
            tests.put(run.test().uniqueId(), new DataRun.Test(first, traces, TestOutcome.NOT_RUN, Map.of()));
        }
        return new DataRun(tests, List.of(), runs.problems(), List.of());
    }

    /** By test, the records of its calls. */
    Map<String, List<ByteBuffer>> calls() {
        Map<String, List<ByteBuffer>> calls = new HashMap<>();
        for (RecordedRuns.Twice twice : runs.of(testClasses)) {
            List<ByteBuffer> batches = new ArrayList<>(List.of(twice.second().records(CALLS, 0)));
            batches.removeIf(batch -> !batch.hasRemaining());
            calls.put(twice.second().test().uniqueId(), batches);
        }
        return calls;
    }

    /** Versions of the JVMs that ran the tests. */
    String jvms() {
        return runs.jvms();
    }
}
