package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.RunInfo;
import dev.oraculum.api.Setting;
import dev.oraculum.api.rank.Anomalies;
import dev.oraculum.api.rank.AssertionSite;
import dev.oraculum.api.rank.FlowOfTest;
import dev.oraculum.api.rank.ProfileMode;
import dev.oraculum.api.rank.Rank;
import dev.oraculum.api.rank.RankPlan;
import dev.oraculum.api.rank.RankReport;
import dev.oraculum.api.rank.RankRun;
import dev.oraculum.api.rank.Ranking;
import dev.oraculum.api.settings.RankSettings;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.TestSelection;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.MethodReference;
import dev.oraculum.ranking.AssertionsOfTests;
import dev.oraculum.ranking.EvoSuiteRuntime;
import dev.oraculum.ranking.FlowTrace;
import dev.oraculum.ranking.InvocationPlanner;
import dev.oraculum.ranking.PlannedInvocations;
import dev.oraculum.ranking.RankReports;
import dev.oraculum.ranking.SourceTexts;
import dev.oraculum.ranking.SuiteRun;
import dev.oraculum.runtime.InvocationPlan;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * {@link dev.oraculum.api.Oraculum#rank}: the manual tests run, then the generated ones, both with every invocation of the class recorded;
 * the engine finds the values that are unusual; the generated tests run once more, and what became of these values says which assertions
 * depend on them.
 */
public final class RankJob {
    /**
     * HotSpot leaves methods of more than 8000 bytes to the interpreter. The labels of flows must not make one of those out of any other.
     */
    private static final List<String> FLOW_ARGUMENTS = List.of("-XX:-DontCompileHugeMethods");

    private final Rank request;
    private final Project project;
    private final Jvm jvm;
    private final List<RankSettings> variants;
    private final JobClock clock;
    private final Set<String> problems = new LinkedHashSet<>();

    private RankJob(Rank request, List<RankSettings> variants, JobListener listener) {
        this.request = request;
        this.project = request.project();
        this.clock = new JobClock(listener);
        this.jvm = ProjectRun.jvm(project);
        this.variants = variants;
    }

    /** See {@link dev.oraculum.api.Oraculum#rank}. */
    public static RankReport rank(Rank request, JobListener listener) {
        return ImproveJob.withProjectErrors(() -> new RankJob(request, List.of(request.settings()), listener).run().get(0));
    }

    /**
     * Ranks by several settings on the same runs.
     *
     * @param variants what detects anomalies ({@link Engine#detectAnomalies}) is taken from the request's settings
     */
    public static List<RankReport> rank(Rank request, List<RankSettings> variants) {
        return ImproveJob.withProjectErrors(() -> new RankJob(request, variants, JobListener.NONE).run());
    }

    /**
     * Writes what the runs leave, for rankings without them (examples/rank_replay.rs); nothing is ranked.
     *
     * @param folder is made
     * @param wrong assertions that are known to be
     */
    public static void record(Rank request, Path folder, Predicate<AssertionSite> wrong) {
        ImproveJob.withProjectErrors(() -> {
            new RankJob(request, List.of(request.settings()), JobListener.NONE).record(folder, wrong);
            return folder;
        });
    }

    /** One of the two suites, as the user names it. */
    private enum Suite {
        MANUAL(RankRun.MANUAL, Phase.MANUAL_TESTS, "manual"),
        GENERATED(RankRun.GENERATED, Phase.GENERATED_TESTS, "generated");

        private final RankRun run;
        private final Phase phase;
        private final String word;

        Suite(RankRun run, Phase phase, String word) {
            this.run = run;
            this.phase = phase;
            this.word = word;
        }

        /** A problem of tests, as one of this suite's. */
        Problem problem(Problem ofTests) {
            return this == GENERATED ? ofTests.ofGeneratedTests() : ofTests;
        }

        /** The setting with its jars and folders. */
        String setting() {
            return (this == MANUAL ? Setting.TESTS : Setting.GENERATED_TESTS).apiName();
        }
    }

    private List<RankReport> run() {
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(project.threads()))) {
            Planned planned = clock.run(Phase.SUITES, this::plan, RankJob::outcome);
            engine.openRanking(planned.forEngine(request.profile()));
            SuiteRun manual = clock.run(
                    Phase.MANUAL_TESTS, () -> observe(Suite.MANUAL, planned, batch -> engine.appendInvocations(RankRun.MANUAL, 0, batch)),
                            RankJob::outcome);
            SuiteRun generated = clock.run(
                    Phase.GENERATED_TESTS, () -> observe(Suite.GENERATED, planned,
                            batch -> engine.appendInvocations(RankRun.GENERATED, 0, batch)), RankJob::outcome);
            Anomalies anomalies = clock.run(
                    Phase.ANOMALIES, () -> engine.detectAnomalies(manual.tests(), generated.tests(), request.settings()), RankJob::outcome);
            noteLeftOut(anomalies);
            boolean followed = variants.stream().anyMatch(RankSettings::dataFlow);
            engine.addFlow(clock.run(Phase.FLOW, () -> follow(planned, generated, followed ? anomalies.anomalies() : List.of()),
                    flows -> ""));
            List<RankReport> reports = new ArrayList<>();
            for (RankSettings settings : variants) {
                Ranking ranking = clock.run(Phase.RANKING, () -> engine.rank(planned.sites().forEngine(), settings), RankJob::outcome);
                List<String> found = List.copyOf(problems);
                RunInfo run = clock.info(jvm, null).withWarnings(found);
                reports.add(new RankReports(request, planned.invocations(), planned.sites(), manual, generated)
                        .report(settings, anomalies, ranking, found, run));
            }
            return reports;
        }
    }

    private void record(Path folder, Predicate<AssertionSite> wrong) {
        Planned planned = plan();
        RankRecording recording = new RankRecording(folder, planned.forEngine(request.profile()), planned.invocations().plan());
        Map<Suite, SuiteRun> runs = new LinkedHashMap<>();
        for (Suite suite : Suite.values()) {
            try (RankRecording.Run run = recording.new Run(suite.run)) {
                runs.put(suite, observe(suite, planned, run::append));
            }
        }
        List<FlowOfTest> flow = follow(planned, runs.get(Suite.GENERATED), recording.values());
        recording.write(runs.get(Suite.MANUAL).tests(), runs.get(Suite.GENERATED).tests(), planned.sites().forEngine(), flow, wrong);
    }

    // ---- what the class files say

    /**
     * @param tests by suite, binary names of the test classes
     * @param tracked code that passes anomalies on: what comes with the class and with the generated tests
     */
    private record Planned(String className, PlannedInvocations invocations, Map<Suite, List<String>> tests, List<String> tracked,
            AssertionsOfTests sites) {
        RankPlan forEngine(ProfileMode profile) {
            List<RankPlan.Method> methods = new ArrayList<>();
            for (int i = 0; i < invocations.schemas().size(); i++) {
                InvocationPlan.Method method = invocations.plan().methods().get(i);
                methods.add(new RankPlan.Method(method.className(), method.name(), method.descriptor(), invocations.schemas().get(i)));
            }
            return new RankPlan(methods, invocations.plan().statements(), profile);
        }
    }

    private Planned plan() {
        PlannedInvocations invocations;
        String className;
        try (ClassPath code = ClassPath.open(project.classPath(), Optional.of(jvm.home()))) {
            className = MethodReference.classNamed(code, request.className());
            UnreadableClasses.require(code, className);
            invocations = InvocationPlanner.plan(code, className, request.depth(), request.profile() == ProfileMode.CUMULATIVE);
            problems.addAll(UnreadableClasses.lines(code));
        }
        if (invocations.plan().methods().isEmpty()) {
            throw new ProjectException(request.className() + " has no method or constructor with code that can be observed",
                    invocations.leftOut());
        }
        List<String> manual = testClasses(Suite.MANUAL, className);
        List<String> generated = testClasses(Suite.GENERATED, className);
        try (ClassPath tests = ClassPath.open(paths(Suite.GENERATED), Optional.of(jvm.home()))) {
            AssertionsOfTests sites = AssertionsOfTests.of(tests, generated, new SourceTexts(project.sources()));
            if (sites.isEmpty()) {
                throw new ProjectException(
                        ProjectException.Kind.NO_TESTS,
                        "there is no assertion in the generated tests (JUnit 3, 4 and 5, Hamcrest, AssertJ and Truth are known); the test "
                                + "classes looked at:",
                        generated);
            }
            List<String> tracked = AssertionsOfTests.librariesOf(tests, Stream.concat(Stream.of(className), generated.stream()).toList());
            return new Planned(className, invocations, Map.of(Suite.MANUAL, manual, Suite.GENERATED, generated), tracked, sites);
        }
    }

    private List<Path> testPath(Suite suite) {
        return suite == Suite.MANUAL ? project.tests() : request.generatedTests();
    }

    private List<Path> paths(Suite suite) {
        return ProjectRun.paths(project.classPath(), testPath(suite));
    }

    private List<String> testClasses(Suite suite, String className) {
        List<String> named = suite == Suite.MANUAL ? project.testClasses() : request.generatedTestClasses();
        try (ClassPath all = ClassPath.open(paths(suite), Optional.of(jvm.home()));
                ClassPath tests = ClassPath.open(testPath(suite), Optional.of(jvm.home()))) {
            List<String> found = named;
            if (named.isEmpty()) {
                found = TestSelection.referringTo(tests, all, className);
            }
            if (found.isEmpty()) {
                List<String> unreadable = UnreadableClasses.lines(tests);
                throw new ProjectException(
                        suite.problem(Problem.Code.NO_TEST_CLASS.problem()),
                        "no test class refers to " + className.replace('/', '.') + "; searched (setting " + suite.setting() + "): "
                                + testPath(suite).stream().map(Path::toString).reduce((a, b) -> a + ", " + b)
                                        .orElse("(empty)")
                                + (unreadable.isEmpty() ? "" : "; left out, as their class files cannot be read:"),
                        unreadable);
            }
            named.forEach(name -> UnreadableClasses.require(all, name.replace('.', '/')));
            EvoSuiteRuntime.require(all, found);
            problems.addAll(UnreadableClasses.lines(tests));
            return found;
        }
    }

    // ---- the runs

    private ExecutionSettings settings(Suite suite, Planned planned, byte[] plan) {
        return ProjectRun.settings(project, jvm, paths(suite), planned.tests().get(suite), plan);
    }

    private SuiteRun observe(Suite suite, Planned planned, Consumer<ByteBuffer> records) {
        SuiteRun run;
        try (WorkerPool pool = WorkerPool.open(settings(suite, planned, planned.invocations().plan().toBytes()))) {
            problems.addAll(pool.notices());
            WorkerPool.Discovery found = pool.discoverLoadable();
            AtomicInteger done = new AtomicInteger();
            UnitResult result = pool.runOnce(Unit.ORIGINAL, found.tests(), (unit, test, batches) -> {
                batches.forEach(records);
                clock.advanced(suite.phase, done.incrementAndGet(), found.tests().size(), "");
            });
            run = SuiteRun.of(result, found.notLoadable());
        } catch (CannotRunException e) {
            throw new CannotRunException(suite.problem(e.problem()), suite.word + " tests: " + e.getMessage(), e);
        }
        run.problems().forEach(problem -> problems.add(suite.word + " tests: " + problem));
        require(suite, run.figures());
        return run;
    }

    private void noteLeftOut(Anomalies found) {
        if (found.constraintsLeftOut() > 0) {
            problems.add(found.constraintsLeftOut()
                    + " constraints were left out, those with the fewest samples: an entry or exit has more than " + request.settings()
                    .maxConstraints()
                    + " (setting maxConstraints)");
        }
        if (found.violatedConstraintsLeftOut() > 0) {
            problems.add(found.violatedConstraintsLeftOut() + " violated constraints with " + found.violationsLeftOut()
                    + " violations were left out, those violated most often: all together have more than "
                    + request.settings().maxViolations() + " violations (setting maxViolations)");
        }
    }

    private void require(Suite suite, RankReport.Suite figures) {
        List<String> leftOut = figures.leftOut().stream().map(test -> test.name() + " " + test.reason()).toList();
        String withheld = WorkerPool.withheldHint(project.workers());
        if (!leftOut.isEmpty() && !withheld.isEmpty()) {
            problems.add(suite.word + " tests: " + withheld);
            clock.note(Problem.Code.ENVIRONMENT_WITHHELD.problem());
        }
        if (figures.used() == 0) {
            Problem nothing = (suite == Suite.MANUAL ? Problem.Code.NO_TEST_PASSES : Problem.Code.GENERATED_TESTS_FAIL).problem();
            throw new ProjectException(
                    withheld.isEmpty() ? nothing : nothing.with(Setting.ENVIRONMENT),
                    "none of the " + figures.tests() + " " + suite.word + " tests passes"
                            + (suite == Suite.MANUAL ? "; they say what is usual, so they must" : ", so there is no assertion to rank")
                            + (withheld.isEmpty() ? "" : " (" + withheld + ")") + ":",
                    leftOut);
        }
        if (figures.reaching() == 0) {
            throw new ProjectException(
                    suite.problem(Problem.Code.NOT_REACHED.problem()),
                    "none of the " + figures.used() + " " + suite.word + " tests that pass executes " + request.className()
                            + (leftOut.isEmpty() ? "" : ". Not used were:"),
                    leftOut);
        }
    }

    /** Which anomalies reached which assertions, in another run of the generated tests. */
    private List<FlowOfTest> follow(Planned planned, SuiteRun generated, List<Anomalies.Anomaly> anomalies) {
        FlowTrace trace = new FlowTrace(planned.invocations().plan(), planned.tracked(), planned.sites());
        byte[] plan = trace.plan(anomalies).toBytes();
        Map<Integer, FlowOfTest> found = new LinkedHashMap<>();
        UnitResult result;
        try (WorkerPool pool = WorkerPool.open(settings(Suite.GENERATED, planned, plan).withJvmArguments(FLOW_ARGUMENTS))) {
            result = pool.runListed(generated.cases(), (unit, test, records) -> {
                found.put(test.index(), trace.decode(test.index(), records));
                clock.advanced(Phase.FLOW, found.size(), generated.cases().size(), "");
            });
        }
        SuiteRun again = SuiteRun.of(result, List.of());
        again.problems().forEach(problem -> problems.add("generated tests, followed: " + problem));
        List<FlowOfTest> flows = new ArrayList<>();
        for (TestRun test : result.tests()) {
            boolean usable = generated.isUsed(test.index()) && again.isUsed(test.index());
            if (usable && test.invocations() == generated.invocations(test.index())) {
                flows.add(found.getOrDefault(test.index(), new FlowOfTest(test.index(), List.of())));
            } else if (generated.isUsed(test.index())) {
                problems.add("generated test " + generated.names().get(test.index()) + " did not do the same again"
                        + (usable ? "" : " (" + test.outcome().sentence() + ")")
                                + ": which unusual values its assertions depend on is not known, so none of them counts");
            }
        }
        return flows;
    }

    private static String outcome(Planned planned) {
        return planned.invocations().plan().methods().size() + " methods, " + planned.sites().forEngine().size() + " assertions";
    }

    private static String outcome(SuiteRun run) {
        RankReport.Suite figures = run.figures();
        int leftOut = figures.tests() - figures.used();
        return figures.tests() + " tests, " + figures.invocations() + " invocations"
                + (leftOut == 0 ? "" : ", " + leftOut + " tests left out");
    }

    private static String outcome(Anomalies anomalies) {
        return anomalies.constraints() + " constraints, " + anomalies.keptViolations() + " of " + anomalies.violations()
                + " violations in similar executions";
    }

    private static String outcome(Ranking ranking) {
        return ranking.totals().unsafeAssertions() + " of " + ranking.totals().assertions() + " assertions unsafe";
    }
}
