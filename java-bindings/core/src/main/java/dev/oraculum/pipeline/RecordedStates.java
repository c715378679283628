package dev.oraculum.pipeline;

import dev.oraculum.api.infer.Infer;
import dev.oraculum.execution.OriginalRun;
import dev.oraculum.execution.Records;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.Unit;
import dev.oraculum.recording.RecordedRuns;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * States of methods that test runs of a build recorded by a plan of {@link RecordingFolder}, as a run of our own would leave them: the
 * first run of each test is the unit {@link Unit#ORIGINAL}, the second one {@link Unit#ORIGINAL_AGAIN}.
 */
final class RecordedStates {
    private final RecordedRuns runs;
    /** Methods, in the order of their plans. */
    private final List<String> subjects;

    /** The analysis of a method, which the plan was made of; empty: it cannot be analysed. */
    Optional<Analysis> analysis(String method) {
        return Optional.ofNullable(analyses.get(method));
    }

    /** Versions of the JVMs that ran the tests. */
    String jvms() {
        return runs.jvms();
    }

    private final Map<String, Analysis> analyses;

    private RecordedStates(RecordedRuns runs, List<String> subjects, Map<String, Analysis> analyses) {
        this.runs = runs;
        this.subjects = subjects;
        this.analyses = analyses;
    }

    /**
     * Reads them.
     *
     * @param warnings what a user should know and that stops nothing
     * @throws IllegalArgumentException they are of other code, tests or settings, or cannot be read
     */
    static RecordedStates of(Infer request, ProjectFiles files, Consumer<String> warnings) {
        RecordingFolder.Planned planned = RecordingFolder.of(request, files);
        RecordingFolder.Wanted wanted = new RecordingFolder.Wanted(planned.plan().inputs());
        RecordedRuns runs = RecordingFolder.read(request.recorded(), wanted, plan -> List.of());
        RecordingFolder.warnIfOnce(runs, planned.testClasses(), request.recorded(), warnings);
        return new RecordedStates(runs, planned.plan().subjects(), planned.analyses());
    }

    /**
     * What tests did to some methods.
     *
     * @param methods in the order of the plans that the records are to name
     * @param testClasses whose tests count
     * @throws IllegalArgumentException one of these was not run
     */
    OriginalRun run(List<String> methods, List<String> testClasses, RecordFile records) {
        List<Integer> plans = methods.stream().map(subjects::indexOf).toList();
        List<TestRun> first = new ArrayList<>();
        List<TestRun> second = new ArrayList<>();
        List<RecordedRuns.Twice> tests = runs.of(testClasses);
        records.started(Unit.ORIGINAL);
        for (RecordedRuns.Twice twice : tests) {
            first.add(add(Unit.ORIGINAL, twice.first(), first.size(), plans, records));
        }
        records.started(Unit.ORIGINAL_AGAIN);
        for (RecordedRuns.Twice twice : tests) {
            int index = second.size();
            // Of a test that reaches nothing a second run says nothing.
            second.add(first.get(index).invocations() > 0 ? add(Unit.ORIGINAL_AGAIN, twice.second(), index, plans, records)
                    : TestRun.without(index, twice.first().test(), TestOutcome.NOT_RUN, ""));
        }
        return new OriginalRun(first, second, runs.problems());
    }

    private static TestRun add(int unit, RecordedRuns.Run run, int index, List<Integer> plans, RecordFile records) {
        TestRun test = new TestRun(
                index, run.test(), run.outcome(), run.failure(), run.nanos(), 0, plans.stream().map(run::invocations).toList(), List.of(),
                false);
        List<Records.Batch> batches = new ArrayList<>();
        for (int place = 0; place < plans.size(); place++) {
            batches.add(new Records.Batch(place, run.records(plans.get(place), index)));
        }
        batches.removeIf(batch -> !batch.records().hasRemaining());
        records.test(unit, test, new Records(batches));
        return test;
    }
}
