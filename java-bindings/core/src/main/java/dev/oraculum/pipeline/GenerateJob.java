package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.generate.Generate;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.api.generate.GenerateReport.Stop;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Installation;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.facts.ClassPathException;
import dev.oraculum.generation.AssertionChoice;
import dev.oraculum.generation.BesideSearch;
import dev.oraculum.generation.ContractCheck;
import dev.oraculum.generation.GenerationRun;
import dev.oraculum.generation.Inspectors;
import dev.oraculum.generation.KeptTests;
import dev.oraculum.generation.KeptTests.Finder;
import dev.oraculum.generation.KeptTests.Kept;
import dev.oraculum.generation.SolverLibrary;
import dev.oraculum.generation.SuiteCheck;
import dev.oraculum.generation.TemplateProgram;
import dev.oraculum.generation.TestPackage;
import dev.oraculum.generation.TestWriter;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.internal.Json;
import dev.oraculum.internal.SideBySide;
import dev.oraculum.internal.Uninterrupted;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.program.EnginePurity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** {@link dev.oraculum.api.Oraculum#generate}: from a class to JUnit tests that compile, pass and cover it. */
public final class GenerateJob {
    private final Generate request;
    private final JobClock clock;
    private final GenerateBudget budget;
    /** JVMs that run at the same time, about; results are the same with any number. */
    private final int threads;
    /** Whether the tests that it has by then are checked and written. */
    private boolean finishesWhenInterrupted;
    private Stop stop = Stop.NOTHING_TO_TRY;
    private GenerationRun.Progress progress = GenerationRun.Progress.NONE;
    private List<String> missingTypes = List.of();
    /** The class of the tests that are kept; null: there is none. */
    private TestWriter.Written written;
    private Optional<ContractCheck.Found> faults = Optional.empty();

    private GenerateJob(Generate request, JobClock clock, int threads) {
        this.request = request;
        this.threads = threads;
        budget = new GenerateBudget(request.budget());
        this.clock = clock;
    }

    /** See {@link dev.oraculum.api.Oraculum#generate}. */
    public static GenerateReport generate(Generate request, JobListener listener) {
        GenerateJob job = new GenerateJob(request, new JobClock(listener), ProjectRun.threads(request.project()));
        job.finishesWhenInterrupted = true;
        return job.run();
    }

    /**
     * One class of many: an interrupt ends it without a result.
     *
     * @param clock of this class
     * @param threads that it may have
     */
    static GenerateReport generate(Generate request, JobClock clock, int threads) {
        return new GenerateJob(request, clock, threads).run();
    }

    /**
     * Where the tests of a class belong in a folder of sources.
     *
     * @param className binary name of the class under test
     */
    public static String testPath(Project project, String className) {
        String target = className.replace('.', '/');
        return TestWriter.path(testPackage(project, target), target);
    }

    /**
     * The same of the tests that show its faults.
     *
     * @param className binary name of the class under test
     */
    public static String faultsPath(Project project, String className) {
        String target = className.replace('.', '/');
        return TestWriter.faultsPath(testPackage(project, target), target);
    }

    private static TestPackage testPackage(Project project, String target) {
        try (ClassPath classPath = ClassPath.open(ProjectRun.paths(project.classPath(), List.of()))) {
            return TestPackage.of(classPath, target);
        } catch (ClassPathException e) {
            // The run will say so.
            return TestPackage.ownOf(target);
        }
    }

    private GenerateReport run() {
        Project project = request.project();
        // Its tests are run with what they need, but are nothing that a generated test may use.
        List<Path> paths = ProjectRun.paths(project.classPath(), List.of());
        try (ClassPath classPath = ClassPath.open(paths);
                Engine engine = Engine.open(EngineOptions.inMemory())) {
            String target = ClassUnderTest.internalName(classPath, request.className());
            ExistingTests existing = project.tests().isEmpty() ? null : ExistingTests.find(project, classPath, target, clock);
            List<String> used = existing == null ? List.of() : existing.types();
            TypeFacts facts = clock.run(
                    Phase.FACTS,
                    () -> TypeFacts.collect(classPath, target, used, hasInfections()),
                    found -> Text.count(found.types().size(), "type"));
            missingTypes = TypeFacts.missing(classPath, target);
            if (!TestPackage.of(classPath, target).isOwn()) {
                clock.warning("the jar of " + request.className() + " lets no other class into its package, which is signed or sealed: the "
                        + "tests are in a package below it, and use only what is public");
            }
            List<byte[]> files = TypeFacts.classFiles(classPath, target);
            ScopedGoals scope = ScopedGoals.of(facts, files, request.scope());
            CoveragePlan plan = CoveragePlan.of(files, hasInfections());
            if (existing != null) {
                existing.run(project, plan, budget::leavesExistingTests, clock);
            }
            Jvm jvm = ProjectRun.jvm(project);
            ExecutionSettings settings = ProjectRun.settings(project, jvm, paths, List.of(), plan.toBytes());
            // Hundreds of class files, of a large class: a matter of seconds.
            try (BesideSearch<ClassMutants> made = new BesideSearch<>(
                            "oraculum-mutants", () -> new ClassMutants(classPath, facts, files, scope::has, request.settings().mutants()));
                    GenerationRun generation = GenerationRun.open(
                            engine, facts, scope.goals(), request.settings(), request.seed(),
                            TemplateProgram.of(classPath, facts, engine::addClass))) {
                if (existing != null && !existing.seed(generation)) {
                    stop = Stop.ALL_COVERED;
                }
                if (request.solverLibrary() != null) {
                    useSolver(generation, settings.installation());
                }
                search(generation, settings);
                return finish(
                        new Found(classPath, generation.facts(), files, scope, plan, existing, generation, made),
                        settings.withPlan(new byte[0]));
            }
        } catch (ClassPathException e) {
            throw new ProjectException(e.getMessage(), e);
        }
    }

    /** Whether the goals are also those of weak mutation. */
    private boolean hasInfections() {
        return request.settings().weakMutation() > 0;
    }

    /** Without it, the search goes on with the engine's own solver. */
    private void useSolver(GenerationRun generation, Installation installation) {
        if (installation.solver().isEmpty()) {
            clock.warning(request.solverLibrary() + " cannot be used: the distribution has no oraculum-solver");
            return;
        }
        try {
            generation.useSolver(installation.solver().get(), SolverLibrary.file(request.solverLibrary())).ifPresent(clock::warning);
        } catch (IOException e) {
            clock.warning(request.solverLibrary() + " cannot be used: " + e.getMessage());
        }
    }

    /** What the search leaves to what comes after it. */
    private record Found(
            ClassPath classPath, TypeFacts facts, List<byte[]> files, ScopedGoals scope, CoveragePlan plan, ExistingTests existing,
            GenerationRun generation, BesideSearch<ClassMutants> mutants) {}

    private GenerateReport finish(Found found, ExecutionSettings plain) {
        ClassMutants mutants = found.mutants().await();
        KeptTests asserted = assertions(found, mutants, plain);
        return toItsEnd(() -> {
            SuiteCheck check = clock.run(
                    Phase.SUITE,
                    () -> check(found, found.plan(), asserted, plain),
                    checked -> Text.count(checked.kept().size(), "test"));
            List<String> names = written == null ? List.of() : written.methods();
            MutantVerdicts verdicts = new MutantVerdicts(mutants, found.facts(), found.files(), check, names, found.generation());
            return report(found, asserted, check, verdicts.all());
        });
    }

    /** Work that is done to its end, if an interrupt is to leave what there is by then. */
    private <T> T toItsEnd(Supplier<T> work) {
        return finishesWhenInterrupted ? Uninterrupted.call(work) : work.get();
    }

    /** What comes after it goes on with what there is. */
    private void interrupted(CancellationException e) {
        if (!finishesWhenInterrupted) {
            throw e;
        }
        stop = Stop.INTERRUPTED;
    }

    private void search(GenerationRun generation, ExecutionSettings settings) {
        try (WorkerPool pool = WorkerPool.open(settings)) {
            try {
                progress = clock.run(
                        Phase.TEST_SEARCH,
                        () -> generation.search(pool, this::goOn),
                        last -> last.covered() + " of " + Text.count(last.goals(), "goal") + ", "
                                + Text.count((int) last.tests(), "test")
                                + " run");
            } catch (CancellationException e) {
                interrupted(e);
            }
            toItsEnd(() -> clock.run(
                    Phase.MINIMISATION,
                    () -> generation.minimise(pool, last -> stop != Stop.INTERRUPTED && budget.leavesMinimisation()),
                    last -> Text.count(generation.tests().tests().size(), "test")));
        }
    }

    private boolean goOn(GenerationRun.Progress now) {
        progress = now;
        clock.advanced(Phase.TEST_SEARCH, progress.covered(), progress.goals(), "goals");
        long most = request.maxTests() == 0 ? Long.MAX_VALUE : request.maxTests();
        long patience = Math.max(request.settings().patience(), request.settings().patienceFactor() * progress.lastGain());
        if (progress.covered() == progress.goals() && progress.improvable() == 0) {
            stop = Stop.ALL_COVERED;
        } else if (progress.tests() >= most) {
            stop = Stop.MAX_TESTS;
        } else if (progress.tests() - progress.lastGain() >= patience) {
            stop = Stop.STAGNATION;
        } else if (Thread.currentThread().isInterrupted()) {
            interrupted(new CancellationException("the run was cancelled"));
        } else if (!budget.leavesSearch()) {
            stop = Stop.BUDGET;
        } else {
            return true;
        }
        return false;
    }

    private KeptTests assertions(Found found, ClassMutants mutants, ExecutionSettings settings) {
        try {
            if (stop != Stop.INTERRUPTED) {
                return clock.run(
                        Phase.ASSERTIONS,
                        () -> asserted(found, mutants, settings),
                        chosen -> Text.count(chosen.tests().stream().mapToInt(test -> test.assertions().size()).sum(), "assertion"));
            }
        } catch (CancellationException e) {
            // What was learnt of mutants until now stands.
            interrupted(e);
        }
        return found.generation().tests();
    }

    private KeptTests asserted(Found found, ClassMutants mutants, ExecutionSettings settings) {
        GenerationRun generation = found.generation();
        KeptTests tests = generation.tests();
        if (!tests.tests().isEmpty()) {
            BooleanSupplier more = () -> budget.leavesMutants() && !Thread.currentThread().isInterrupted();
            Collection<Integer> inspectors = Inspectors.of(found.classPath(), found.facts(), tests, new EnginePurity());
            try (AssertionChoice choice = new AssertionChoice(generation, settings, threads, inspectors)) {
                budget.ranInNewJvm(choice.timeOfRun(), tests.tests().size());
                if (choice.fatal() > 0) {
                    clock.warning(Text.count(choice.fatal(), "test") + " left out: the JVM does not survive "
                            + (choice.fatal() == 1 ? "it" : "them") + ", or cannot be relied on afterwards");
                    tests = generation.tests();
                }
                mutants.run(choice, tests.tests(), more);
                List<Integer> survivors = generation.survivors();
                mutants.prove(survivors, more);
                VariantRounds rounds = new VariantRounds(request.settings().variantRounds(), budget::secondsForMutants);
                mutants.breedKillers(choice, survivors, rounds, more);
                choice.findDependences(() -> budget.leavesOrders() && !Thread.currentThread().isInterrupted());
            }
        }
        return generation.tests();
    }

    private SuiteCheck check(Found found, CoveragePlan plan, KeptTests tests, ExecutionSettings settings) {
        TypeFacts facts = found.facts();
        TestWriter writer = new TestWriter(
                found.classPath(), facts, request.junit() == 4 ? TestWriter.Junit.JUNIT_4 : TestWriter.Junit.JUNIT_5);
        SuiteCheck check = new SuiteCheck(writer, settings, threads, plan, tests.tests(), budget::leavesReasons);
        ContractCheck contracts = new ContractCheck(facts, writer, settings, request.settings().ticks());
        List<Integer> expected = check.places();
        List<Kept> all = List.copyOf(check.kept());
        ContractCheck.Result[] looked = new ContractCheck.Result[1];
        // Most suites lose no test: what the contracts are looked at with is known before.
        SideBySide.all(threads, List.<Supplier<Boolean>>of(
                () -> {
                    written = check.run();
                    return true;
                },
                () -> {
                    looked[0] = contracts.run(all);
                    return true;
                }));
        boolean stands = looked[0].dependsOn().stream().allMatch(test -> check.places().contains(expected.get(test)));
        if (written == null) {
            faults = Optional.empty();
        } else {
            faults = (stands ? looked[0] : contracts.run(check.kept())).found();
        }
        return check;
    }

    private GenerateReport report(Found found, KeptTests tests, SuiteCheck check, List<GenerateReport.MutantResult> mutants) {
        TypeFacts facts = found.facts();
        ScopedGoals scope = found.scope();
        ExistingTests existing = found.existing();
        Set<Integer> before = existing == null ? Set.of() : existing.covered();
        if (tests.symbolic().solverFailure() != null) {
            clock.warning(tests.symbolic().solverFailure());
        }
        Map<String, Integer> beforeByKind = new LinkedHashMap<>();
        Map<String, GenerateReport.Coverage> coverage = new LinkedHashMap<>();
        List<GenerateReport.Missed> missed = new ArrayList<>();
        Map<Finder, Integer> first = new EnumMap<>(Finder.class);
        List<GenerateReport.Solved> solved = new ArrayList<>();
        int goal = 0;
        for (TypeFacts.MethodGoals method : facts.goals()) {
            if (ScopedGoals.isOfEnumConstants(facts, method)) {
                goal += method.points().stream().mapToInt(TypeFacts.Point::goals).sum();
                continue;
            }
            String name = MutantVerdicts.name(method);
            for (TypeFacts.Point point : method.points()) {
                String kind = MutantVerdicts.kind(point.kind());
                for (int outcome = 0; outcome < point.goals(); outcome++) {
                    int number = goal++;
                    if (!scope.has(number) || point.kind().infects()) {
                        continue;
                    }
                    beforeByKind.merge(kind, before.contains(number) ? 1 : 0, Integer::sum);
                    boolean is = before.contains(number) || check.covered().contains(number);
                    coverage.merge(kind, new GenerateReport.Coverage(1, is ? 1 : 0), (a, b) -> new GenerateReport.Coverage(
                            a.goals() + b.goals(), a.covered() + b.covered()));
                    if (!is) {
                        missed.add(new GenerateReport.Missed(
                                kind, name, point.line(), outcome, tests.infeasible().getOrDefault(number, List.of()),
                                tests.obstacles().get(number)));
                    }
                    Finder finder = kind.equals("branch") && !before.contains(number) ? tests.finders().get(number) : null;
                    if (finder != null) {
                        first.merge(finder, 1, Integer::sum);
                    }
                    if (finder == Finder.SOLVER) {
                        solved.add(new GenerateReport.Solved(name, point.line(), outcome));
                    }
                }
            }
        }
        List<GenerateReport.File> files = written == null ? List.of() : List.of(file(written));
        List<GenerateReport.Fault> broken = faults.stream().flatMap(seen -> seen.broken().stream())
                .map(one -> new GenerateReport.Fault(one.className(), one.promise(), one.test(), one.failure())).toList();
        return new GenerateReport(
                Json.SCHEMA_VERSION, request.className(), request.scope(), request.settings(), request.seed(), stop, progress.tests(),
                        coverage,
                        existing == null ? null : existing.report(beforeByKind), missed,
                        mutants,
                files, broken, faults.map(seen -> file(seen.written())).orElse(null), check.left(), missingTypes,
                new GenerateReport.Templates(tests.templates().tests(), tests.templates().refused()), tests.symbolic(),
                new GenerateReport.Found(
                        first.getOrDefault(Finder.SEARCH, 0), first.getOrDefault(Finder.TEMPLATE, 0),
                        first.getOrDefault(Finder.SOLVER, 0), solved),
                clock.elapsed(),
                clock.info(ProjectRun.jvm(request.project()), request.seed()));
    }

    private static GenerateReport.File file(TestWriter.Written written) {
        return new GenerateReport.File(written.path(), written.className(), written.source(), written.methods().size());
    }
}
