package dev.oraculum.generation;

import dev.oraculum.execution.CannotRunException;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitResult;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.generation.Elsewhere.Side;
import dev.oraculum.internal.SideBySide;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.kinds.coverage.CoverageReport;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Runs of a compiled class of tests, each in a JVM of its own, so that nothing that one run leaves behind helps another: in order, reversed
 * on a machine elsewhere in the world, and shuffled with the coverage measured.
 *
 * @param settings how the tests run, without a plan
 * @param goals whose coverage is measured
 * @param methods names of the tests, in the order in which they are written
 * @param threads JVMs that run at the same time
 */
record SuiteRuns(ExecutionSettings settings, CoveragePlan goals, List<String> methods, int threads) {
    /**
     * What came of them.
     *
     * @param failing places of the tests that did not pass every time
     * @param polluters those of tests because of which others fail
     * @param covered by test the goals that it covers; null: no JVM measured them
     */
    record Result(Set<Integer> failing, Set<Integer> polluters, List<Set<Integer>> covered) {}

    /**
     * A run of all tests.
     *
     * @param failing those that did not pass
     * @param polluters tests because of which others failed
     */
    private record Run(Set<TestCase> failing, List<TestCase> polluters) {}

    /** Each takes several JVMs to be found. */
    private static final int MOST_POLLUTERS = 4;
    /** Of a class that a test before has tried to initialize, and that cannot be used any more. */
    private static final String NOT_INITIALIZED = "java.lang.NoClassDefFoundError: Could not initialize class ";
    /** Of the generator that shuffles. */
    private static final long SHUFFLED = 1;

    /**
     * Runs them.
     *
     * @param worthPolluter of which tests, by their places, it is asked because of which others they fail
     * @throws CannotRunException the tests cannot be run
     */
    Result run(IntPredicate worthPolluter) {
        List<Set<Integer>> covered = new ArrayList<>();
        methods.forEach(method -> covered.add(new TreeSet<>()));
        List<Supplier<Optional<Run>>> runs = List.of(
                () -> Optional.of(inOrder(worthPolluter)),
                () -> Optional.of(reversedElsewhere(worthPolluter)),
                () -> measure(covered).map(failing -> new Run(failing, List.of())));
        List<Optional<Run>> all = SideBySide.all(threads, runs);
        Set<Integer> failing = new TreeSet<>();
        Set<Integer> polluters = new TreeSet<>();
        all.forEach(run -> run.ifPresent(ended -> {
            ended.failing().forEach(test -> failing.add(place(test)));
            ended.polluters().forEach(test -> polluters.add(place(test)));
        }));
        return new Result(failing, polluters, all.get(2).isEmpty() ? null : List.copyOf(covered));
    }

    /**
     * Runs them in order and reversed elsewhere, without measuring anything.
     *
     * @return places of those that did not pass both times
     * @throws CannotRunException the tests cannot be run
     */
    Set<Integer> failingAgain() {
        List<Supplier<Run>> runs = List.of(() -> inOrder(test -> false), () -> reversedElsewhere(test -> false));
        return SideBySide.all(threads, runs).stream().flatMap(run -> run.failing().stream()).map(this::place)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Run inOrder(IntPredicate worthPolluter) {
        return run(settings, false, worthPolluter);
    }

    private Run reversedElsewhere(IntPredicate worthPolluter) {
        try (Elsewhere elsewhere = new Elsewhere(Side.WEST)) {
            return run(elsewhere.of(settings), true, worthPolluter);
        }
    }

    private int place(TestCase test) {
        return methods.indexOf(test.methodName());
    }

    /** Those of the class, in order. */
    private List<TestCase> tests(WorkerPool pool) {
        return pool.discover().tests().stream().filter(test -> place(test) >= 0).collect(Collectors.toCollection(ArrayList::new));
    }

    private Run run(ExecutionSettings here, boolean reversed, IntPredicate worthPolluter) {
        List<TestCase> tests;
        Set<TestCase> failing;
        try (WorkerPool pool = WorkerPool.open(here)) {
            tests = tests(pool);
            if (reversed) {
                Collections.reverse(tests);
            }
            failing = failing(pool, tests);
        }
        Polluters<TestCase> finder = new Polluters<>(some -> failingAlone(here, some));
        List<TestCase> polluters = new ArrayList<>();
        Set<TestCase> victims = worth(failing, worthPolluter);
        while (!victims.isEmpty() && polluters.size() < MOST_POLLUTERS) {
            Optional<TestCase> polluter = finder.find(tests, victims);
            if (polluter.isEmpty()) {
                break;
            }
            polluters.add(polluter.get());
            tests.remove(polluter.get());
            victims = worth(failingAlone(here, tests), worthPolluter);
        }
        return new Run(failing, polluters);
    }

    private Set<TestCase> worth(Set<TestCase> failing, IntPredicate worthPolluter) {
        return failing.stream().filter(test -> worthPolluter.test(place(test))).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<TestCase> failingAlone(ExecutionSettings here, List<TestCase> tests) {
        try (WorkerPool pool = WorkerPool.open(here)) {
            return failing(pool, tests);
        }
    }

    private static Set<TestCase> failing(WorkerPool pool, List<TestCase> tests) {
        return failing(pool, tests, (test, states) -> { });
    }

    /** @param seen hears of each test, and of what it left */
    private static Set<TestCase> failing(WorkerPool pool, List<TestCase> tests, BiConsumer<TestCase, List<ByteBuffer>> seen) {
        Map<TestCase, String> failures = new LinkedHashMap<>();
        Set<String> ran = new HashSet<>();
        UnitResult result = pool.runContained(tests, new UnitSink() {
            @Override
            public void test(int unit, TestRun test, List<ByteBuffer> states) {
                ran.add(test.test().methodName());
                seen.accept(test.test(), states);
                // What is too much to be recorded has passed.
                boolean passed = test.outcome() == TestOutcome.PASSED || test.outcome() == TestOutcome.NOT_RECORDED;
                // What a thread of the program was refused, the test may not know. Behind what was refused between tests all count as
                // contained.
                if (!passed || test.contained() && !test.deeds().isEmpty()) {
                    failures.put(test.test(), test.failure());
                }
            }
        });
        Set<TestCase> failing = atFault(failures);
        List<TestCase> missing = tests.stream().filter(test -> !ran.contains(test.methodName())).toList();
        if (result.end() == UnitEnd.COMPLETED) {
            failing.addAll(missing);
        } else if (failing.isEmpty()) {
            // Whichever test it was that the JVM did not survive: the first that did not come to its end.
            missing.stream().findFirst().ifPresent(failing::add);
        }
        return failing;
    }

    /**
     * Of tests that failed those that may be at fault: not those that need a class which one before has tried to initialize, and which
     * cannot be used any more. The one before fails itself, mostly; without it, they may pass.
     *
     * @param failures what was thrown, by test
     */
    static Set<TestCase> atFault(Map<TestCase, String> failures) {
        Set<TestCase> others = new LinkedHashSet<>(failures.keySet());
        others.removeIf(test -> failures.get(test).startsWith(NOT_INITIALIZED));
        return others.isEmpty() ? new LinkedHashSet<>(failures.keySet()) : others;
    }

    /** The tests that fail; empty: no JVM measures them. */
    private Optional<Set<TestCase>> measure(List<Set<Integer>> covered) {
        try (WorkerPool pool = WorkerPool.open(settings.withPlan(goals.toBytes()))) {
            List<TestCase> tests = tests(pool);
            Collections.shuffle(tests, new Random(SHUFFLED));
            return Optional.of(failing(pool, tests, (test, states) -> {
                double[] distances = new CoverageReport(goals, RecordingKinds.records(new CoverageKind(), goals, states)).distances();
                for (int goal = 0; goal < distances.length; goal++) {
                    if (distances[goal] == 0) {
                        covered.get(place(test)).add(goal);
                    }
                }
            }));
        } catch (CannotRunException e) {
            // Those that passed ran twice: that the third JVM does not start says nothing against them.
            return Optional.empty();
        }
    }
}
