package dev.oraculum.pipeline;

import dev.oraculum.api.LeftOut;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Problem;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.GenerationRun;
import dev.oraculum.generation.carving.CarvedTests;
import dev.oraculum.generation.carving.Carver;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.kinds.coverage.CoverageReport;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The tests that a class has, where further ones are generated: what they do, and what they cover. */
final class ExistingTests {
    /** Characters of a reason that a report has. */
    private static final int MOST_TEXT = 200;
    /** Tests that a warning names; the report has all. */
    private static final int MOST_NAMED = 3;

    private final List<String> testClasses;
    private final CarvedTests carved;
    private final Set<Integer> covered = new TreeSet<>();
    private final List<LeftOut> notPassing = new ArrayList<>();
    private int tests;
    private int seeds;

    private ExistingTests(List<String> testClasses, CarvedTests carved) {
        this.testClasses = testClasses;
        this.carved = carved;
    }

    /**
     * Finds the tests of a class and carves them; nothing is run.
     *
     * @param code the code under test and what it needs
     * @param target internal name of the class under test
     * @return without test classes: none refers to the class, as a warning says
     * @throws ProjectException a test class that the project names is not there
     */
    static ExistingTests find(Project project, ClassPath code, String target, JobClock clock) {
        try (ProjectFiles files = ProjectFiles.open(project)) {
            List<String> testClasses = project.testClasses().isEmpty() ? files.referringTo(target) : named(project, files);
            files.classesLeftOut().forEach(left -> clock.warning("not looked at: " + left.name() + ": " + left.reason()));
            if (testClasses.isEmpty()) {
                clock.warning("no test class refers to " + target.replace('/', '.') + ": the search starts without existing tests");
            }
            return new ExistingTests(testClasses, Carver.carve(files.classPath(), code, testClasses));
        }
    }

    private static List<String> named(Project project, ProjectFiles files) {
        for (String name : project.testClasses()) {
            files.requireReadable(name);
            if (files.classPath().findInProject(name.replace('.', '/')).isEmpty()) {
                throw new ProjectException(
                        Problem.Code.TESTS_NOT_LOADABLE.problem(), "test class not found: " + name, List.of());
            }
        }
        return project.testClasses();
    }

    /** Internal names of the classes that they use. */
    List<String> types() {
        return carved.types();
    }

    /**
     * Runs them once. What passes counts; what does not, or cannot be run, is said and stops nothing.
     *
     * @param plan whose coverage is measured
     * @param more asked before each test class whether there is time for it
     */
    void run(Project project, CoveragePlan plan, BooleanSupplier more, JobClock clock) {
        if (testClasses.isEmpty()) {
            return;
        }
        Jvm jvm = ProjectRun.jvm(project);
        ExecutionSettings settings = ProjectRun.settings(project, jvm, ProjectRun.paths(project), testClasses, plan.toBytes());
        clock.run(Phase.EXISTING_TESTS, () -> {
            try (WorkerPool pool = WorkerPool.open(settings)) {
                run(pool, settings, plan, more);
            } catch (CannotRunException e) {
                notPassing.add(new LeftOut(String.join(", ", testClasses), shortened("cannot be run: " + e.getMessage())));
            }
            return tests;
        }, ran -> Text.count(ran, "test") + ", " + Text.count(covered.size(), "goal"));
        if (!notPassing.isEmpty()) {
            clock.warning("what these existing tests cover is not counted: " + notPassing.stream()
                    .limit(MOST_NAMED)
                    .map(left -> left.name() + " " + left.reason())
                    .collect(Collectors.joining("; "))
                    + (notPassing.size() > MOST_NAMED ? "; and " + (notPassing.size() - MOST_NAMED) + " more" : ""));
        }
    }

    private void run(WorkerPool pool, ExecutionSettings settings, CoveragePlan plan, BooleanSupplier more) {
        WorkerPool.Discovery found = pool.discoverLoadable();
        found.notLoadable().forEach(line -> notPassing.add(new LeftOut(line.split(":", 2)[0], shortened("cannot be loaded: " + line))));
        Map<String, List<TestCase>> byClass = new TreeMap<>();
        found.tests().forEach(test -> byClass.computeIfAbsent(test.className(), absent -> new ArrayList<>()).add(test));
        byClass.forEach((name, ofClass) -> {
            if (!more.getAsBoolean()) {
                notPassing.add(new LeftOut(name, "was not run: a quarter of the time was up"));
                return;
            }
            UnitResult result = pool.runOnce(Unit.ORIGINAL, ofClass, test -> settings.budgets().firstRun(), new UnitSink() {
                @Override
                public void test(int unit, TestRun test, List<ByteBuffer> records) {
                    tests++;
                    if (test.outcome() == TestOutcome.PASSED) {
                        CoverageReport report = new CoverageReport(plan, RecordingKinds.records(new CoverageKind(), plan, records));
                        double[] distances = report.distances();
                        for (int goal = 0; goal < distances.length; goal++) {
                            if (distances[goal] == 0) {
                                covered.add(goal);
                            }
                        }
                    } else if (test.outcome() != TestOutcome.SKIPPED && test.outcome() != TestOutcome.ABORTED) {
                        String why = test.failure().isEmpty() ? "" : ": " + test.failure();
                        notPassing.add(new LeftOut(test.test().name(), shortened(test.outcome().sentence() + why)));
                    }
                }
            });
            if (result.end() != UnitEnd.COMPLETED) {
                notPassing.add(new LeftOut(name, "was not run to its end: " + result.end().name().toLowerCase(Locale.ROOT)));
            }
        });
    }

    private static String shortened(String reason) {
        String line = reason.lines().findFirst().orElse("");
        return line.length() <= MOST_TEXT ? line : line.substring(0, MOST_TEXT) + "..";
    }

    /**
     * The search starts from them.
     *
     * @return whether there is something to search for
     */
    boolean seed(GenerationRun generation) {
        GenerationRun.Existing existing = generation.useExisting(carved, covered);
        seeds = existing.seeds();
        return !existing.allCovered();
    }

    /** Numbers of the goals that they cover. */
    Set<Integer> covered() {
        return Collections.unmodifiableSet(covered);
    }

    /** @param byKind how many goals they cover */
    GenerateReport.Existing report(Map<String, Integer> byKind) {
        return new GenerateReport.Existing(testClasses, tests, notPassing, carved.sequences().size(), seeds, byKind);
    }
}
