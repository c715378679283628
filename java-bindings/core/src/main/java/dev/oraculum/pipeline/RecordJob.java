package dev.oraculum.pipeline;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.Setting;
import dev.oraculum.api.oracle.GeneratedTests;
import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.api.oracle.RecordOracle;
import dev.oraculum.api.oracle.RecordReport;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.recording.DataPlanner;
import dev.oraculum.recording.DataRun;
import dev.oraculum.recording.DataTrace;
import dev.oraculum.replay.Replays;
import dev.oraculum.runtime.DataPlan;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * {@link dev.oraculum.api.Oraculum#record}: runs the tests in two JVMs, twice in each, and keeps of the selected data's values what is
 * always the same. Where test runs of the build have recorded them, these take the place of ours.
 */
public final class RecordJob {
    private RecordJob() {}

    /** See {@link dev.oraculum.api.Oraculum#record}. */
    public static RecordReport record(RecordOracle request, JobListener listener) {
        return ImproveJob.withProjectErrors(() -> run(request, new JobClock(listener)));
    }

    private static RecordReport run(RecordOracle request, JobClock clock) {
        Project project = request.project();
        Jvm jvm = ProjectRun.jvm(project);
        List<Path> paths = ProjectRun.paths(project);
        DataPlanner.Planned planned = clock.run(Phase.ANALYSIS, () -> plan(request, jvm, paths),
                found -> Text.count(request.data().size(), "variable"));
        Duration limit = project.testTimeout() == null ? RecordOracle.DEFAULT_TEST_TIMEOUT : project.testTimeout();
        // A test's time is a limit here, which is handed on.
        ExecutionSettings settings = ProjectRun.settings(
                project.withTestTimeout(null), jvm, paths, project.testClasses(), planned.plan().toBytes());
        RecordedValues values = request.recorded() == null ? null : RecordedValues.of(request, clock::warning);
        DataRun one = values != null ? values.first()
                : clock.run(Phase.RECORDING, () -> DataRun.of(settings, limit, DataRun.NONE), RecordJob::describe);
        DataRun two = values != null ? values.second()
                : clock.run(Phase.RECORDING, "in a second JVM", () -> DataRun.of(settings, limit, one), RecordJob::describe);
        Comparison comparison = new Comparison(request, planned, one, two);
        Oracle oracle = clock.run(Phase.COMPARISON, comparison::oracle, found -> Text.count(found.tests().size(), "test"));
        GeneratedTests generated = clock.run(
                Phase.REPLAY,
                () -> replays(request, oracle, settings, two, values, jvm, paths),
                found -> Text.count(found.files().size(), "file"));
        comparison.problems().forEach(clock::note);
        if (comparison.hasWithheld()) {
            clock.note(Problem.Code.ENVIRONMENT_WITHHELD.problem());
        }
        return comparison.report(oracle, generated, clock.infoOf(values == null ? jvm.version() : values.jvms(), null));
    }

    private static DataPlanner.Planned plan(RecordOracle request, Jvm jvm, List<Path> paths) {
        try (ClassPath classPath = ClassPath.open(paths, Optional.of(jvm.home()))) {
            return DataPlanner.plan(classPath, request.data(), request.kept());
        }
    }

    private static GeneratedTests replays(
            RecordOracle request, Oracle oracle, ExecutionSettings settings, DataRun run, RecordedValues recorded, Jvm jvm,
            List<Path> paths) {
        try (ClassPath classPath = ClassPath.open(paths, Optional.of(jvm.home()))) {
            if (recorded != null) {
                return Replays.of(oracle, settings, recorded.calls(), classPath);
            }
            List<Path> tests = request.project().tests().stream().map(Path::toAbsolutePath).toList();
            return Replays.of(oracle, settings, run, classPath, tests);
        }
    }

    static String describe(DataRun run) {
        return Text.count(run.tests().size(), "test");
    }

    /** What two JVMs agree on. */
    private static final class Comparison {
        private final RecordOracle request;
        private final DataPlanner.Planned planned;
        private final DataRun one;
        private final DataRun two;
        private final List<Oracle.TestValues> tests = new ArrayList<>();
        private final List<LeftOut> testsLeftOut = new ArrayList<>();
        private final List<RecordReport.Unstable> unstable = new ArrayList<>();
        private final Set<Integer> recorded = new TreeSet<>();
        private final Set<Integer> defined = new TreeSet<>();

        Comparison(RecordOracle request, DataPlanner.Planned planned, DataRun one, DataRun two) {
            this.request = request;
            this.planned = planned;
            this.one = one;
            this.two = two;
        }

        Oracle oracle() {
            one.notLoadable()
                    .forEach(line -> testsLeftOut.add(new LeftOut(line.replaceFirst(": .*$", ""), "cannot be loaded"
                            + line.substring(line.indexOf(':')))));
            two.stopped().forEach(run -> testsLeftOut.add(new LeftOut(run.test().name(), run.sentence())));
            one.tests().forEach((id, test) -> compare(id, test, two.tests().get(id)));
            if (tests.isEmpty()) {
                String withheld = withheld();
                Problem nothing = Problem.Code.NO_TEST_PASSES.problem();
                throw new ProjectException(
                        withheld.isEmpty() ? nothing : nothing.with(Setting.ENVIRONMENT),
                        "none of the " + (one.tests().size() + one.stopped().size())
                                + " tests passes in every run; values are recorded of tests that pass"
                                + (withheld.isEmpty() ? "" : " (" + withheld + ")") + ":",
                        testsLeftOut.stream().map(test -> test.name() + " " + test.reason()).toList());
            }
            return new Oracle(Oracle.FORMAT, Oracle.VERSION, request.kept(), request.data(), methods(planned.plan()), tests);
        }

        /** Whether tests may have failed for want of a variable. */
        boolean hasWithheld() {
            return !testsLeftOut.isEmpty() && !withheld().isEmpty();
        }

        /** From tests that a build ran we withheld nothing. */
        private String withheld() {
            return request.recorded() == null ? WorkerPool.withheldHint(request.project().workers()) : "";
        }

        /** What went wrong outside tests, and what could not be woven; after {@link #oracle}. */
        List<String> problems() {
            Set<String> problems = new LinkedHashSet<>(one.problems());
            problems.addAll(two.problems());
            if (hasWithheld()) {
                problems.add(withheld());
            }
            return List.copyOf(problems);
        }

        RecordReport report(Oracle oracle, GeneratedTests generated, RunInfo run) {
            return new RecordReport(oracle, generated, dataLeftOut(), testsLeftOut, unstable, problems(), run);
        }

        private void compare(String id, DataRun.Test first, DataRun.Test second) {
            String name = first.first().test().name();
            if (two.stopped().stream().anyMatch(run -> run.test().uniqueId().equals(id))) {
                return;
            }
            Optional<String> reason = leftOut(first, second);
            if (reason.isPresent()) {
                testsLeftOut.add(new LeftOut(name, reason.get()));
                return;
            }
            List<Map<Integer, DataTrace>> runs = Stream.concat(traces(first), traces(second)).toList();
            Set<Integer> all = new TreeSet<>();
            runs.forEach(run -> all.addAll(run.keySet()));
            defined.addAll(all);
            List<Oracle.Values> values = new ArrayList<>();
            List<Integer> differing = new ArrayList<>();
            for (int datum : all) {
                DataTrace whole = runs.get(0).getOrDefault(datum, DataTrace.NOTHING);
                List<DataTrace> others = runs.stream().map(run -> run.getOrDefault(datum, DataTrace.NOTHING)).toList();
                // What is further inside may hold a time or a path; what the text shows is compared then.
                DataTrace trace = others.stream().allMatch(whole::agreesWith) ? whole : whole.withoutState();
                if (others.stream().allMatch(trace::agreesWith)) {
                    values.add(values(datum, trace));
                    recorded.add(datum);
                } else {
                    differing.add(datum);
                    unstable.add(new RecordReport.Unstable(request.data().get(datum), name));
                }
            }
            tests.add(new Oracle.TestValues(id, name, first.first().test().className(), seconds(first, second), values, differing));
        }

        private static Oracle.Values values(int datum, DataTrace trace) {
            boolean cut = trace.states().stream().anyMatch(state -> state != 0);
            List<String> states = !cut ? List.of()
                    : trace.states().stream().map(state -> state == 0 ? "" : String.format(Locale.ROOT, "%08x", state)).toList();
            String state = trace.state() == null ? null : String.format(Locale.ROOT, "%016x", trace.state());
            String hash = String.format(Locale.ROOT, "%016x", trace.hash());
            return new Oracle.Values(datum, trace.count(), hash, state, trace.values(), states);
        }

        /** So coarse that recording again gives the same. */
        private static int seconds(DataRun.Test first, DataRun.Test second) {
            long whole = Math.max(first.first().nanos(), second.first().nanos()) / 1_000_000_000;
            return (int) Math.max(1, 2 * Long.highestOneBit(whole));
        }

        private static Stream<Map<Integer, DataTrace>> traces(DataRun.Test test) {
            return test.again() == TestOutcome.NOT_RUN ? Stream.of(test.cold()) : Stream.of(test.cold(), test.warm());
        }

        private static Optional<String> leftOut(DataRun.Test first, DataRun.Test second) {
            TestRun run = first.first();
            if (run.outcome() != TestOutcome.PASSED) {
                return Optional.of(run.sentence());
            }
            boolean again = first.again() == TestOutcome.PASSED || first.again() == TestOutcome.NOT_RUN;
            if (second == null || second.first().outcome() != TestOutcome.PASSED || !again || second.again() != first.again()) {
                return Optional.of("does not end alike in every run");
            }
            return Optional.empty();
        }

        private List<LeftOut> dataLeftOut() {
            List<LeftOut> leftOut = new ArrayList<>();
            for (int i = 0; i < request.data().size(); i++) {
                if (!recorded.contains(i)) {
                    OracleDatum datum = request.data().get(i);
                    String reason = planned.leftOut().containsKey(i)
                            ? planned.leftOut().get(i)
                            : defined.contains(i) ? "its values differ from run to run in every test that defines it"
                                    : "no test that passes defines it";
                    leftOut.add(new LeftOut(datum.variable() + " at " + datum.place(), reason));
                }
            }
            return leftOut;
        }
    }

    static List<Oracle.Method> methods(DataPlan plan) {
        return plan.methods().stream()
                .map(method -> new Oracle.Method(
                        method.className().replace('/', '.'),
                        method.name(),
                        method.descriptor(),
                        method.sites().stream()
                                .map(site -> new Oracle.Site(site.kind().name().toLowerCase(Locale.ROOT), site.variable(), site.line(),
                                String.valueOf(site.sort()), site.datum()))
                                .toList()))
                .toList();
    }
}
