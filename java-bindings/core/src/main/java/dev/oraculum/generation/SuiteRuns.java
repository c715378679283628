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
import dev.oraculum.internal.SideBySide;
import dev.oraculum.kinds.RecordingKinds;
import dev.oraculum.kinds.coverage.CoverageKind;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.kinds.coverage.CoverageReport;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Runs of a compiled class of tests, each in a JVM of its own, so that nothing that one run leaves behind helps another: in order, reversed
 * on a machine elsewhere in the world, and with the coverage measured.
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
     * @param covered by test the goals that it covers; null: no JVM measured them
     */
    record Result(Set<Integer> failing, List<Set<Integer>> covered) {}

    /** @throws CannotRunException the tests cannot be run */
    Result run() {
        List<Set<Integer>> covered = new ArrayList<>();
        methods.forEach(method -> covered.add(new TreeSet<>()));
        List<Supplier<Set<Integer>>> runs = List.of(
                () -> failing(settings, false),
                () -> {
                    try (Elsewhere elsewhere = new Elsewhere()) {
                        return failing(elsewhere.of(settings), true);
                    }
                },
                () -> measure(covered) ? Set.of() : null);
        List<Set<Integer>> all = SideBySide.all(threads, runs);
        Set<Integer> failing = new TreeSet<>(all.get(0));
        failing.addAll(all.get(1));
        return new Result(failing, all.get(2) == null ? null : List.copyOf(covered));
    }

    private Set<Integer> failing(ExecutionSettings here, boolean reversed) {
        try (WorkerPool pool = WorkerPool.open(here)) {
            List<TestCase> tests = new ArrayList<>(pool.discover().tests());
            if (reversed) {
                Collections.reverse(tests);
            }
            return failing(pool, tests);
        }
    }

    private Set<Integer> failing(WorkerPool pool, List<TestCase> tests) {
        Set<Integer> failing = new TreeSet<>();
        List<String> ran = new ArrayList<>();
        UnitResult result = pool.runListed(tests, new UnitSink() {
            @Override
            public void test(int unit, TestRun test, List<ByteBuffer> states) {
                ran.add(test.test().methodName());
                if (test.outcome() != TestOutcome.PASSED) {
                    failing.add(methods.indexOf(test.test().methodName()));
                }
            }
        });
        for (int method = 0; method < methods.size(); method++) {
            if (!ran.contains(methods.get(method)) && result.end() == UnitEnd.COMPLETED) {
                failing.add(method);
            }
        }
        if (result.end() != UnitEnd.COMPLETED && failing.isEmpty()) {
            // Whichever test it was that the JVM did not survive: the first that did not come to its end.
            for (int method = 0; method < methods.size(); method++) {
                if (!ran.contains(methods.get(method))) {
                    failing.add(method);
                    break;
                }
            }
        }
        failing.remove(-1);
        return failing;
    }

    private boolean measure(List<Set<Integer>> covered) {
        try (WorkerPool pool = WorkerPool.open(settings.withPlan(goals.toBytes()))) {
            pool.runListed(pool.discover().tests(), new UnitSink() {
                @Override
                public void test(int unit, TestRun test, List<ByteBuffer> states) {
                    double[] distances = new CoverageReport(goals, RecordingKinds.records(new CoverageKind(), goals, states)).distances();
                    int place = methods.indexOf(test.test().methodName());
                    for (int goal = 0; goal < distances.length && place >= 0; goal++) {
                        if (distances[goal] == 0) {
                            covered.get(place).add(goal);
                        }
                    }
                }
            });
            return true;
        } catch (CannotRunException e) {
            // Those that passed ran twice: that the third JVM does not start says nothing against them.
            return false;
        }
    }
}
