package dev.oraculum.pipeline;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.oracle.Check;
import dev.oraculum.api.oracle.CheckReport;
import dev.oraculum.api.oracle.CheckReport.Mismatch;
import dev.oraculum.api.oracle.Oracle;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.TestTimes;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.internal.Json;
import dev.oraculum.recording.DataRun;
import dev.oraculum.recording.LocatedData;
import dev.oraculum.recording.OracleComparison;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@link dev.oraculum.api.Oraculum#check}: runs the tests of an oracle on this version and compares the values of its data. */
public final class CheckJob {
    private CheckJob() {}

    /** See {@link dev.oraculum.api.Oraculum#check}. */
    public static CheckReport check(Check request, JobListener listener) {
        Oracle oracle = Oracle.read(request.oracle());
        return ImproveJob.withProjectErrors(() -> check(request, oracle, new JobClock(listener)));
    }

    private static CheckReport check(Check request, Oracle oracle, JobClock clock) {
        Project project = request.project();
        Jvm jvm = ProjectRun.jvm(project);
        List<Path> paths = ProjectRun.paths(project);
        Planned planned = clock.run(Phase.ANALYSIS, () -> plan(request, oracle, jvm, paths),
                found -> Text.count(oracle.data().size(), "variable"));
        // A test's time is a limit here, which is handed on.
        ExecutionSettings settings = ProjectRun.settings(
                project.withTestTimeout(null), jvm, paths, planned.testClasses(), planned.found().plan().toBytes());
        TestTimes times = new TestTimes();
        oracle.tests().forEach(test -> times.add(test.id(), Duration.ofSeconds(test.seconds())));
        // Others, new ones or those that did not pass, say nothing, and may never end.
        DataRun run = clock.run(
                Phase.RECORDING,
                () -> DataRun.whatever(settings, test -> times.of(test).isPresent(),
                        test -> request.limit(times.of(test).orElse(Duration.ZERO))),
                RecordJob::describe);
        String withheld = WorkerPool.withheldHint(project.workers());
        Comparison comparison = new Comparison(oracle, planned.found(), Set.copyOf(project.testClasses()), run, withheld);
        return clock.run(Phase.COMPARISON, () -> comparison.report(clock, jvm),
                report -> report.mismatches().isEmpty() ? "no mismatch" : report.mismatches().size() + " mismatches");
    }

    private record Planned(LocatedData found, List<String> testClasses) {}

    private static Planned plan(Check request, Oracle oracle, Jvm jvm, List<Path> paths) {
        try (ClassPath classPath = ClassPath.open(paths, Optional.of(jvm.home()))) {
            Planned planned = new Planned(LocatedData.of(oracle, new Files(classPath)), testClasses(request, oracle, classPath));
            requireAny(oracle, planned.found());
            return planned;
        }
    }

    /** Those of the oracle that are there; what is not is reported with its tests. */
    private static List<String> testClasses(Check request, Oracle oracle, ClassPath classPath) {
        Set<String> known = new LinkedHashSet<>();
        oracle.tests().forEach(test -> known.add(test.className()));
        known.remove("");
        if (known.isEmpty()) {
            throw new ProjectException(Problem.Code.ORACLE_UNUSABLE.problem(), "the oracle " + request.oracle()
                    + " has no tests", List.of());
        }
        for (String name : request.project().testClasses()) {
            if (!known.contains(name)) {
                throw new ProjectException("the oracle knows no test class " + name + "; it was recorded with:", List.copyOf(known));
            }
        }
        List<String> wanted = request.project().testClasses().isEmpty() ? List.copyOf(known) : request.project().testClasses();
        List<String> present = wanted.stream().filter(name -> classPath.find(name.replace('.', '/')).isPresent()).toList();
        if (present.isEmpty()) {
            throw new ProjectException(
                    Problem.Code.ORACLE_TESTS_MISSING.problem(),
                    "none of the oracle's test classes is under tests or on the class path:",
                    wanted);
        }
        return present;
    }

    /** The class files of this version. */
    private record Files(ClassPath classPath) implements LocatedData.ClassFiles {
        @Override
        public Optional<byte[]> find(String className) {
            return classPath.find(className);
        }

        @Override
        public Optional<String> unreadable(String className) {
            return Optional.ofNullable(classPath.unreadable().get(className));
        }
    }

    /** Nothing to compare would look as if nothing had changed. */
    private static void requireAny(Oracle oracle, LocatedData found) {
        int recorded = LocatedData.recorded(oracle).size();
        if (recorded > 0 && found.gone().size() == recorded) {
            throw new ProjectException(
                    Problem.Code.ORACLE_OUTDATED.problem(),
                    "this version has none of the oracle's " + recorded + " variables:",
                    found.gone().entrySet().stream().map(entry -> gone(oracle.data().get(entry.getKey()), entry.getValue())).toList());
        }
    }

    private static String gone(OracleDatum datum, String reason) {
        return datum.variable() + " at " + datum.place() + ": " + reason;
    }

    private static final class Comparison {
        private final Oracle oracle;
        private final LocatedData found;
        private final OracleComparison values;
        private final Set<String> wanted;
        private final DataRun run;
        private final String withheld;
        private final List<Mismatch> mismatches = new ArrayList<>();
        private int compared;

        /**
         * @param wanted test classes that were asked for; empty: all
         * @param withheld what to say where tests fail; empty: nothing
         */
        Comparison(Oracle oracle, LocatedData found, Set<String> wanted, DataRun run, String withheld) {
            this.oracle = oracle;
            this.found = found;
            values = new OracleComparison(oracle, found.gone().keySet());
            this.wanted = wanted;
            this.run = run;
            this.withheld = withheld;
        }

        CheckReport report(JobClock clock, Jvm jvm) {
            List<LeftOut> notPassing = new ArrayList<>();
            List<LeftOut> notRecorded = new ArrayList<>();
            List<String> gone = new ArrayList<>();
            int ran = 0;
            for (Oracle.TestValues test : oracle.tests()) {
                DataRun.Test now = run.tests().get(test.id());
                if (now == null) {
                    // Of a class that is not asked for, nothing is said.
                    if (wanted.isEmpty() || wanted.contains(test.className())) {
                        gone.add(test.name());
                    }
                    continue;
                }
                ran++;
                TestOutcome outcome = now.first().outcome();
                if (outcome != TestOutcome.PASSED && outcome != TestOutcome.NOT_RECORDED) {
                    notPassing.add(new LeftOut(test.name(), now.first().sentence()));
                }
                if (outcome.isRepeatable()) {
                    compare(test, now);
                } else {
                    notRecorded.add(new LeftOut(test.name(), now.first().sentence()));
                }
            }
            if (ran == 0) {
                throw new ProjectException(
                        Problem.Code.ORACLE_OUTDATED.problem(),
                        "none of the oracle's " + oracle.tests().size() + " tests is there any more. They were:",
                        oracle.tests().stream().map(Oracle.TestValues::name).toList());
            }
            List<String> problems = new ArrayList<>(run.problems());
            run.notLoadable().forEach(line -> problems.add("test class not loadable: " + line));
            if (!notPassing.isEmpty() && !withheld.isEmpty()) {
                problems.add(withheld);
                clock.note(Problem.Code.ENVIRONMENT_WITHHELD.problem());
            }
            problems.forEach(clock::note);
            List<CheckReport.DatumGone> dataGone = new ArrayList<>();
            Map<Integer, Integer> recorded = LocatedData.recorded(oracle);
            found.gone().forEach((datum, reason) -> dataGone.add(new CheckReport.DatumGone(oracle.data().get(datum), reason,
                    recorded.get(datum))));
            return new CheckReport(Json.SCHEMA_VERSION, ran, compared, mismatches, notPassing, notRecorded, gone, dataGone, problems,
                    clock.info(jvm, null));
        }

        private void compare(Oracle.TestValues test, DataRun.Test now) {
            OracleComparison.Compared found = values.compare(test, now.cold(),
                    now.again() == TestOutcome.NOT_RUN ? Optional.empty() : Optional.of(now.warm()));
            compared += found.pairs();
            mismatches.addAll(found.mismatches());
        }
    }
}
