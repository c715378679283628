package dev.oraculum.evaluation.selection;

import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.evaluation.selection.DetectionMatrix.Fault;
import dev.oraculum.evaluation.selection.DetectionMatrix.Observation;
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
import dev.oraculum.mutation.MutationScope;
import dev.oraculum.mutation.Mutants;
import dev.oraculum.mutation.Mutators;
import dev.oraculum.recording.DataPlanner;
import dev.oraculum.recording.DataRecords;
import dev.oraculum.recording.DataTrace;
import dev.oraculum.runtime.protocol.TestOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the {@link DetectionMatrix} of a library, or reads it from where the last run left it. */
final class MatrixRun {
    static final long SEED = 1;
    /** Tests that take longer are left out, so that hundreds of mutants can be run. */
    private static final Duration SLOW = Duration.ofMillis(300);
    private static final int MOST_TESTS = 800;
    /** Mutants whose traces are held at a time. */
    private static final int BATCH = 10;

    private final SelectLibrary library;
    private final SelectLibrary.Files files;
    private final List<OracleDatum> data;
    private final int drawn;
    private final Sink sink = new Sink();

    private MatrixRun(SelectLibrary library, SelectLibrary.Files files, List<OracleDatum> data, int drawn) {
        this.library = library;
        this.files = files;
        this.data = data;
        this.drawn = drawn;
    }

    /**
     * The matrix of a library.
     *
     * @param data the candidates
     * @param drawn how many mutants to draw
     */
    static DetectionMatrix of(Path checkout, SelectLibrary library, SelectLibrary.Files files, List<OracleDatum> data, int drawn)
            throws IOException {
        String made = "2 " + drawn + " " + data.size() + " " + digest(data);
        Path file = checkout.resolve("java-bindings/evaluation/target/select-effectiveness").resolve(library.name() + ".json");
        DetectionMatrix known = DetectionMatrix.read(file, made);
        if (known != null) {
            return known;
        }
        DetectionMatrix fresh = new MatrixRun(library, files, data, drawn).run(checkout.resolve("build/dist"), made);
        fresh.write(file);
        return fresh;
    }

    /** Of hash codes those of enums differ from run to run. */
    private static String digest(List<OracleDatum> data) {
        return Integer.toHexString(data.stream().map(OracleDatum::toString).collect(Collectors.joining("\n")).hashCode());
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

    private DetectionMatrix run(Path distribution, String made) {
        List<Path> paths = Stream.concat(files.classPath().stream(), files.tests().stream()).toList();
        DataPlanner.Planned planned;
        List<String> testClasses;
        try (ClassPath project = ClassPath.open(paths); ClassPath testPath = ClassPath.open(files.tests().subList(0, 1))) {
            planned = DataPlanner.plan(project, data, 0);
            testClasses = TestSelection.allIn(testPath, project).stream()
                    .filter(name -> library.without().stream().noneMatch(name::endsWith))
                    .toList();
        }
        byte[] plan = planned.plan().toBytes();
        ExecutionSettings settings = ExecutionSettings.of(Installation.at(distribution), Jvm.running(), paths, testClasses, plan)
                .withWorkers(Runtime.getRuntime().availableProcessors())
                .withBudgets(Budgets.DEFAULTS.withTime(10, Duration.ofSeconds(2)));
        List<TestCase> quick = quick(settings);
        try (WorkerPool pool = WorkerPool.open(settings)) {
            OriginalRun original = pool.runOriginal(quick, sink);
            List<TestCase> used = original.reaching();
            Map<String, Map<Integer, DataTrace>> cold = sink.traces.get(Unit.ORIGINAL);
            Map<String, Map<Integer, DataTrace>> warm = sink.traces.get(Unit.ORIGINAL_AGAIN);
            Map<String, List<TestCase>> reaching = reaching(used, warm);
            List<Mutant> all = mutants(paths, reaching.keySet());
            List<Mutant> chosen = new ArrayList<>(all);
            Collections.shuffle(chosen, new Random(SEED));
            chosen = chosen.subList(0, Math.min(drawn, chosen.size()));
            List<Fault> faults = new ArrayList<>();
            while (faults.size() < chosen.size()) {
                List<Mutant> batch = chosen.subList(faults.size(), Math.min(faults.size() + BATCH, chosen.size()));
                List<Unit> units = new ArrayList<>();
                for (Mutant mutant : batch) {
                    int number = Unit.FIRST_MUTANT + faults.size() + units.size();
                    units.add(new Unit(number, mutant.className(), mutant.bytes(), reaching.get(mutant.className())));
                }
                pool.runUnits(units, sink);
                for (int i = 0; i < batch.size(); i++) {
                    Map<String, Map<Integer, DataTrace>> traces = sink.traces.remove(units.get(i).id());
                    faults.add(fault(batch.get(i), traces == null ? Map.of() : traces, cold, warm));
                }
                System.err.print(" " + faults.size());
            }
            System.err.println();
            return new DetectionMatrix(made, data.size(), all.size(), faults, observations(used, warm));
        }
    }

    /** The tests that pass and define data, without slow ones, which every new JVM would have to run first. */
    private static List<TestCase> quick(ExecutionSettings settings) {
        try (WorkerPool pool = WorkerPool.open(settings)) {
            List<TestCase> quick = pool.runOnce(Unit.ORIGINAL, pool.discoverLoadable().tests(), (unit, run, records) -> {}).tests().stream()
                    .filter(run -> run.outcome() == TestOutcome.PASSED && run.invocations() > 0 && run.nanos() < SLOW.toNanos())
                    .map(TestRun::test)
                    .toList();
            List<TestCase> shuffled = new ArrayList<>(quick);
            Collections.shuffle(shuffled, new Random(SEED));
            Set<String> kept = shuffled.stream().limit(MOST_TESTS).map(TestCase::uniqueId).collect(Collectors.toSet());
            return quick.stream().filter(test -> kept.contains(test.uniqueId())).toList();
        }
    }

    /** By class: the tests that define data of it. */
    private Map<String, List<TestCase>> reaching(List<TestCase> tests, Map<String, Map<Integer, DataTrace>> warm) {
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

    private static Fault fault(Mutant mutant, Map<String, Map<Integer, DataTrace>> traces, Map<String, Map<Integer, DataTrace>> cold,
            Map<String, Map<Integer, DataTrace>> warm) {
        BitSet byState = new BitSet();
        BitSet byText = new BitSet();
        traces.forEach((test, now) -> {
            Map<Integer, DataTrace> first = cold.getOrDefault(test, Map.of());
            Map<Integer, DataTrace> second = warm.getOrDefault(test, Map.of());
            Set<Integer> seen = new HashSet<>(now.keySet());
            seen.addAll(second.keySet());
            for (int datum : seen) {
                DataTrace expected = second.getOrDefault(datum, DataTrace.NOTHING);
                DataTrace other = first.getOrDefault(datum, DataTrace.NOTHING);
                DataTrace actual = now.getOrDefault(datum, DataTrace.NOTHING);
                // As an oracle has it: what differs from run to run inside is compared by its text.
                DataTrace recorded = expected.agreesWith(other) ? expected : expected.withoutState();
                if (recorded.agreesWith(other)) {
                    byState.set(datum, byState.get(datum) || !recorded.agreesWith(actual));
                    byText.set(datum, byText.get(datum) || !expected.withoutState().agreesWith(actual));
                }
            }
        });
        return new Fault(
                mutant.className(), mutant.id(), mutant.line(), byState.stream().boxed().toList(), byText.stream().boxed().toList());
    }

    private static List<Observation> observations(List<TestCase> tests, Map<String, Map<Integer, DataTrace>> warm) {
        List<Observation> observations = new ArrayList<>();
        for (TestCase test : tests) {
            Map<Integer, Long> definitions = new TreeMap<>();
            warm.getOrDefault(test.uniqueId(), Map.of()).forEach((datum, trace) -> definitions.put(datum, trace.count()));
            observations.add(new Observation(test.name(), definitions));
        }
        return observations;
    }
}
