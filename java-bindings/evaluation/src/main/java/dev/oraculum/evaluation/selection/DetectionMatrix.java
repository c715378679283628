package dev.oraculum.evaluation;

import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.execution.Budgets;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Installation;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.OriginalRun;
import dev.oraculum.execution.TestCase;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.TestSelection;
import dev.oraculum.execution.Unit;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.MutationScope;
import dev.oraculum.mutation.Mutators;
import dev.oraculum.recording.DataPlanner;
import dev.oraculum.recording.DataRecords;
import dev.oraculum.recording.DataTrace;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Which oracle data detect which mutants: those whose sequence of values in some test differs from the original's. What differs between
 * two runs of the original detects nothing; assertions of the tests are not looked at.
 *
 * @param detectedBy by mutant: the data, as places in the list of candidates
 * @param definedBy by datum: how many of the tests define it
 * @param together by pair of data {@code a * candidates + b} that was asked for: how many tests define both
 * @param tests how many tests were run
 * @param mutants how many mutants there are in what the tests reach, of which those in {@code detectedBy} were drawn
 */
record DetectionMatrix(List<BitSet> detectedBy, int[] definedBy, Map<Long, Integer> together, int tests, int mutants) {
    /** Tests that take longer are left out, so that hundreds of mutants can be run. */
    private static final Duration SLOW = Duration.ofMillis(300);

    /** Mutants that some datum detects. */
    List<BitSet> detectable() {
        return detectedBy.stream().filter(data -> !data.isEmpty()).toList();
    }

    /** Results of one unit, by test. */
    private static final class Sink implements UnitSink {
        private final Map<Integer, Map<String, Map<Integer, DataTrace>>> traces = new ConcurrentHashMap<>();

        @Override
        public void started(int unit) {
            traces.put(unit, new ConcurrentHashMap<>());
        }

        @Override
        public void test(int unit, TestRun run, List<ByteBuffer> states) {
            if (run.outcome().isRepeatable()) {
                traces.get(unit).put(run.test().uniqueId(), DataRecords.decode(states));
            }
        }
    }

    /**
     * Runs the tests on the original, twice, and on randomly drawn mutants of the classes that they reach.
     *
     * @param drawn how many mutants to draw
     * @param pairs of data whose common tests are counted
     */
    static DetectionMatrix of(Path distribution, List<Path> classPath, List<Path> tests, List<String> without, List<OracleDatum> data, int drawn, long seed,
            Set<Long> pairs) {
        List<Path> paths = Stream.concat(classPath.stream(), tests.stream()).toList();
        Jvm jvm = Jvm.running();
        DataPlanner.Planned planned;
        List<String> testClasses;
        try (ClassPath project = ClassPath.open(paths); ClassPath testPath = ClassPath.open(tests.subList(0, 1))) {
            planned = DataPlanner.plan(project, data, 0);
            testClasses = TestSelection.allIn(testPath, project).stream().filter(name -> without.stream().noneMatch(name::endsWith)).toList();
        }
        ExecutionSettings settings = ExecutionSettings.of(Installation.at(distribution), jvm, paths, testClasses, planned.plan().toBytes())
                .withWorkers(Runtime.getRuntime().availableProcessors())
                .withBudgets(Budgets.DEFAULTS.withTime(10, Duration.ofSeconds(2)));
        List<TestCase> quick = quick(settings);
        Sink sink = new Sink();
        try (WorkerPool pool = WorkerPool.open(settings)) {
            OriginalRun original = pool.runOriginal(quick, sink);
            List<TestCase> used = original.reaching();
            Map<String, Map<Integer, DataTrace>> cold = sink.traces.get(Unit.ORIGINAL);
            Map<String, Map<Integer, DataTrace>> warm = sink.traces.get(Unit.ORIGINAL_AGAIN);
            Map<String, List<TestCase>> reaching = reaching(used, warm, data);
            List<Mutant> all = mutants(paths, reaching.keySet());
            List<Mutant> chosen = new ArrayList<>(all);
            Collections.shuffle(chosen, new Random(seed));
            chosen = chosen.subList(0, Math.min(drawn, chosen.size()));
            List<Unit> units = new ArrayList<>();
            for (Mutant mutant : chosen) {
                units.add(new Unit(Unit.FIRST_MUTANT + units.size(), mutant.className(), mutant.bytes(), reaching.get(mutant.className())));
            }
            pool.runUnits(units, sink);
            List<BitSet> detectedBy = new ArrayList<>();
            for (Unit unit : units) {
                detectedBy.add(detecting(sink.traces.getOrDefault(unit.id(), Map.of()), cold, warm));
            }
            return new DetectionMatrix(detectedBy, definedBy(used, warm, data.size()), together(used, warm, data.size(), pairs), used.size(), all.size());
        }
    }

    /** The tests that pass and define data, without slow ones, which every new JVM would have to run first. */
    private static List<TestCase> quick(ExecutionSettings settings) {
        try (WorkerPool pool = WorkerPool.open(settings)) {
            return pool.runOnce(Unit.ORIGINAL, pool.discover().tests(), (unit, run, records) -> {}).tests().stream()
                    .filter(run -> run.outcome() == TestOutcome.PASSED && run.invocations() > 0 && run.nanos() < SLOW.toNanos())
                    .map(TestRun::test)
                    .toList();
        }
    }

    /** By class: the tests that define data of it. */
    private static Map<String, List<TestCase>> reaching(List<TestCase> tests, Map<String, Map<Integer, DataTrace>> warm, List<OracleDatum> data) {
        Map<String, List<TestCase>> reaching = new TreeMap<>();
        for (TestCase test : tests) {
            Set<String> classes = new TreeSet<>();
            warm.getOrDefault(test.uniqueId(), Map.of()).keySet().forEach(datum -> classes.add(data.get(datum).className()));
            classes.forEach(name -> reaching.computeIfAbsent(name, key -> new ArrayList<>()).add(test));
        }
        return reaching;
    }

    private static List<Mutant> mutants(List<Path> paths, Set<String> classes) {
        List<Mutant> mutants = new ArrayList<>();
        try (ClassPath project = ClassPath.open(paths)) {
            for (String name : classes) {
                mutants.addAll(Mutants.of(project, name.replace('.', '/'), "", "", MutationScope.CLASS, Mutators.defaults()));
            }
        }
        return mutants;
    }

    private static BitSet detecting(
            Map<String, Map<Integer, DataTrace>> mutant, Map<String, Map<Integer, DataTrace>> cold, Map<String, Map<Integer, DataTrace>> warm) {
        BitSet detecting = new BitSet();
        mutant.forEach((test, traces) -> {
            Map<Integer, DataTrace> first = cold.getOrDefault(test, Map.of());
            Map<Integer, DataTrace> second = warm.getOrDefault(test, Map.of());
            Set<Integer> seen = new HashSet<>(traces.keySet());
            seen.addAll(second.keySet());
            for (int datum : seen) {
                DataTrace expected = second.getOrDefault(datum, DataTrace.NOTHING);
                boolean stable = expected.agreesWith(first.getOrDefault(datum, DataTrace.NOTHING));
                if (stable && !expected.agreesWith(traces.getOrDefault(datum, DataTrace.NOTHING))) {
                    detecting.set(datum);
                }
            }
        });
        return detecting;
    }

    private static int[] definedBy(List<TestCase> tests, Map<String, Map<Integer, DataTrace>> warm, int data) {
        int[] defined = new int[data];
        tests.forEach(test -> warm.getOrDefault(test.uniqueId(), Map.of()).keySet().forEach(datum -> defined[datum]++));
        return defined;
    }

    private static Map<Long, Integer> together(List<TestCase> tests, Map<String, Map<Integer, DataTrace>> warm, int data, Set<Long> pairs) {
        Map<Long, Integer> together = new HashMap<>();
        for (TestCase test : tests) {
            Set<Integer> defined = warm.getOrDefault(test.uniqueId(), Map.of()).keySet();
            for (long pair : pairs) {
                if (defined.contains((int) (pair / data)) && defined.contains((int) (pair % data))) {
                    together.merge(pair, 1, Integer::sum);
                }
            }
        }
        return together;
    }
}
