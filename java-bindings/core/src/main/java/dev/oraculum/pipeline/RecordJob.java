package dev.oraculum.pipeline;

import dev.oraculum.api.GeneratedTests;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Oracle;
import dev.oraculum.api.OracleDatum;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.RecordProject;
import dev.oraculum.api.RecordReport;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Installation;
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
 * always the same.
 */
public final class RecordJob {
    private RecordJob() {}

    /** See {@link dev.oraculum.api.Oraculum#record}. */
    public static RecordReport record(RecordProject project) {
        return ImproveJob.withProjectErrors(() -> run(project));
    }

    private static RecordReport run(RecordProject project) {
        Jvm jvm = project.jvm() == null ? Jvm.running() : Jvm.at(project.jvm());
        List<Path> paths = paths(project.classPath(), project.tests());
        DataPlanner.Planned planned;
        try (ClassPath classPath = ClassPath.open(paths, Optional.of(jvm.home()))) {
            planned = DataPlanner.plan(classPath, project.data(), project.kept());
        }
        ExecutionSettings settings = ExecutionSettings.of(installation(project.installation()), jvm, paths, project.testClasses(),
                planned.plan().toBytes())
                .withSurroundings(project.workers());
        DataRun one = DataRun.of(settings, project.testTimeout(), DataRun.NONE);
        DataRun two = DataRun.of(settings, project.testTimeout(), one);
        Comparison comparison = new Comparison(project, planned, one, two);
        Oracle oracle = comparison.oracle();
        try (ClassPath classPath = ClassPath.open(paths, Optional.of(jvm.home()))) {
            List<Path> tests = project.tests().stream().map(Path::toAbsolutePath).toList();
            return comparison.report(oracle, Replays.of(oracle, settings, two, classPath, tests));
        }
    }

    static List<Path> paths(List<Path> classPath, List<Path> tests) {
        return Stream.concat(classPath.stream(), tests.stream()).map(Path::toAbsolutePath).distinct().toList();
    }

    static Installation installation(Path configured) {
        String home = System.getProperty("oraculum.home");
        if (configured == null && home == null) {
            throw new IllegalArgumentException(
                    "where Oraculum's own parts are is not known: set the system property oraculum.home, or withInstallation, to the "
                            + "distribution's folder");
        }
        return Installation.at(configured == null ? Path.of(home) : configured);
    }

    /** What two JVMs agree on. */
    private static final class Comparison {
        private final RecordProject project;
        private final DataPlanner.Planned planned;
        private final DataRun one;
        private final DataRun two;
        private final List<Oracle.TestValues> tests = new ArrayList<>();
        private final List<LeftOut> testsLeftOut = new ArrayList<>();
        private final List<RecordReport.Unstable> unstable = new ArrayList<>();
        private final Set<Integer> recorded = new TreeSet<>();
        private final Set<Integer> defined = new TreeSet<>();

        Comparison(RecordProject project, DataPlanner.Planned planned, DataRun one, DataRun two) {
            this.project = project;
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
                String withheld = WorkerPool.withheldHint(project.workers());
                throw new ProjectException(
                        ProjectException.Kind.NO_TESTS,
                        "none of the " + (one.tests().size() + one.stopped().size())
                                + " tests passes in every run; values are recorded of tests that pass. Repair them, or choose others with "
                                        + "--test-class"
                                + (withheld.isEmpty() ? "" : " (" + withheld + ")") + ":",
                        testsLeftOut.stream().map(test -> test.name() + " " + test.reason()).toList());
            }
            return new Oracle(Oracle.FORMAT, Oracle.VERSION, project.kept(), project.data(), methods(planned.plan()), tests);
        }

        RecordReport report(Oracle oracle, GeneratedTests generated) {
            Set<String> problems = new LinkedHashSet<>(one.problems());
            problems.addAll(two.problems());
            String withheld = WorkerPool.withheldHint(project.workers());
            if (!testsLeftOut.isEmpty() && !withheld.isEmpty()) {
                problems.add(withheld);
            }
            return new RecordReport(oracle, generated, dataLeftOut(), testsLeftOut, unstable, List.copyOf(problems));
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
                DataTrace trace = runs.get(0).getOrDefault(datum, DataTrace.NOTHING);
                if (runs.stream().allMatch(run -> trace.agreesWith(run.getOrDefault(datum, DataTrace.NOTHING)))) {
                    values.add(new Oracle.Values(datum, trace.count(), String.format(Locale.ROOT, "%016x", trace.hash()), trace.values()));
                    recorded.add(datum);
                } else {
                    differing.add(datum);
                    unstable.add(new RecordReport.Unstable(project.data().get(datum), name));
                }
            }
            tests.add(new Oracle.TestValues(id, name, first.first().test().className(), seconds(first, second), values, differing));
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
            for (int i = 0; i < project.data().size(); i++) {
                if (!recorded.contains(i)) {
                    OracleDatum datum = project.data().get(i);
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
