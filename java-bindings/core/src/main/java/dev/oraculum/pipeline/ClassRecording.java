package dev.oraculum.pipeline;

import dev.oraculum.api.evidence.Evidence;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.OriginalRun;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.PlanSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The tests of a class on the original program, found once and run once for several of its methods, and the workers for their mutants. A
 * method gets what a run for it alone would give: the records of its own plan, of the tests that such a run would choose.
 */
final class ClassRecording implements AutoCloseable {
    /** Null: the tests were run by the build. */
    private final WorkerPool pool;
    private final RecordFile records;
    private final Map<String, Integer> places;
    private OriginalRun run;
    /** Test classes that cannot be loaded, and why, a line each. */
    private List<String> notLoadable = List.of();

    private ClassRecording(WorkerPool pool, RecordFile records, Map<String, Integer> places) {
        this.pool = pool;
        this.records = records;
        this.places = places;
    }

    /**
     * Runs the tests.
     *
     * @param methods of one class
     * @param workers that may run mutants at a time
     * @param warnings what a user should know and that stops nothing
     * @throws CannotRunException the tests cannot be run like this
     */
    static ClassRecording of(Improve request, List<Analysis> methods, int workers, Consumer<String> warnings) {
        Map<String, Integer> places = new LinkedHashMap<>();
        methods.forEach(method -> places.put(name(method), places.size()));
        Analysis any = methods.get(0);
        PlanSet plans = new PlanSet(methods.stream().<Plan>map(method -> method.capture().plan()).toList());
        ExecutionSettings settings = EvidenceRun.settings(request, any, testClasses(methods), plans).withWorkers(workers);
        RecordFile records = RecordFile.create();
        WorkerPool pool = null;
        boolean done = false;
        try {
            pool = WorkerPool.open(settings);
            pool.notices().forEach(warnings);
            ClassRecording recording = new ClassRecording(pool, records, places);
            recording.run(warnings);
            done = true;
            return recording;
        } finally {
            if (!done) {
                if (pool != null) {
                    pool.close();
                }
                records.close();
            }
        }
    }

    /**
     * What test runs of the build have recorded of methods. There is nothing to run mutants.
     *
     * @param methods of one class
     * @param warnings as above
     * @throws IllegalArgumentException they did not run all test classes that the methods need
     */
    static ClassRecording of(RecordedStates states, List<Analysis> methods, Consumer<String> warnings) {
        Map<String, Integer> places = new LinkedHashMap<>();
        methods.forEach(method -> places.put(name(method), places.size()));
        RecordFile records = RecordFile.create();
        boolean done = false;
        try {
            ClassRecording recording = new ClassRecording(null, records, places);
            recording.run = states.run(List.copyOf(places.keySet()), testClasses(methods), records);
            recording.run.problems().forEach(problem -> warnings.accept("outside any test: " + problem));
            done = true;
            return recording;
        } finally {
            if (!done) {
                records.close();
            }
        }
    }

    /**
     * The same; null where the tests cannot be run for all methods at once. A run for one method may do with fewer of them, and what goes
     * wrong there is this method's.
     */
    static ClassRecording orNone(Improve request, List<Analysis> methods, int workers, Consumer<String> warnings) {
        try {
            return of(request, methods, workers, warnings);
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            warnings.accept("the tests cannot be run once for " + methods.size() + " methods, so they run for each: " + e);
            return null;
        }
    }

    private void run(Consumer<String> warnings) {
        WorkerPool.Discovery found = pool.discoverLoadable();
        notLoadable = found.notLoadable();
        run = pool.runOriginal(found.tests(), records);
        run.problems().forEach(problem -> warnings.accept("outside any test: " + problem));
    }

    private static String name(Analysis method) {
        return RecordingFolder.name(method);
    }

    /** In the order in which a run for one method has them. */
    private static List<String> testClasses(List<Analysis> methods) {
        Set<String> testClasses = new LinkedHashSet<>();
        methods.forEach(method -> testClasses.addAll(allTestClasses(method)));
        return List.copyOf(testClasses);
    }

    private static List<String> allTestClasses(Analysis method) {
        return method.testClasses().get(method.testClasses().size() - 1);
    }

    /** Whether the build ran the tests, and not we. */
    boolean isOfBuild() {
        return pool == null;
    }

    /** Whether a method was among those recorded. */
    boolean has(Analysis method) {
        return places.containsKey(name(method));
    }

    /**
     * What the tests of some classes did to a method.
     *
     * @throws CannotRunException one of these classes cannot be loaded
     */
    OriginalTests of(Analysis method, List<String> testClasses) {
        List<String> missing = notLoadable.stream().filter(line -> testClasses.contains(line.split(":", 2)[0])).toList();
        if (!missing.isEmpty()) {
            throw WorkerPool.notLoadable(missing);
        }
        int plan = places.get(name(method));
        boolean all = testClasses.equals(allTestClasses(method));
        Predicate<TestCase> ours = test -> all || isOf(test, testClasses);
        Set<String> counting = new HashSet<>();
        run.first().stream().map(TestRun::test).filter(ours).forEach(test -> counting.add(test.uniqueId()));
        OriginalRun own = run.ofPlan(plan, counting);
        List<TestCase> listed = run.first().stream().map(TestRun::test).toList();
        return new OriginalTests(
                pool == null ? "the build" : pool.platform(), pool, plan, own, listed,
                (evidence, header, wanted, names, outcome) -> commit(plan, own, evidence, header, wanted, names, outcome));
    }

    /** Whether a test is one that a run of these classes finds; nested classes are found with those around them. */
    private static boolean isOf(TestCase test, List<String> testClasses) {
        String name = test.className();
        return name.isEmpty() || testClasses.stream().anyMatch(testClass -> name.equals(testClass) || name.startsWith(testClass + "$"));
    }

    private void commit(
            int plan, OriginalRun own, Evidence evidence, UnitHeader header, Predicate<TestRun> wanted, List<String> names,
            String outcome) {
        List<TestRun> runs = header.index() == Unit.ORIGINAL ? own.first() : own.second();
        Set<Integer> tests = runs.stream().filter(wanted).map(TestRun::index).collect(Collectors.toSet());
        UnitCollector.commit(evidence, header, UnitEnd.COMPLETED, names, outcome, unit ->
                records.forEach((int) header.index(), plan, tests::contains, unit::append));
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
        }
        records.close();
    }
}
