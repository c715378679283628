package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.evidence.Evidence;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.api.generate.Scope;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.settings.GenerateSettings;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Records;
import dev.oraculum.execution.SequenceUnit;
import dev.oraculum.execution.TestRun;
import dev.oraculum.execution.UnitEnd;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.facts.ResolvedMethod;
import dev.oraculum.generation.GenerationRun;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.internal.SideBySide;
import dev.oraculum.kinds.coverage.CoveragePlan;
import dev.oraculum.mutation.Mutant;
import dev.oraculum.runtime.Plan;
import dev.oraculum.runtime.PlanSet;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;

/**
 * Tests that are generated for the class of a method, so that it is seen in more states than the project's tests bring it into (GAssert,
 * section 3.4, where OASIs generates them): feedback-directed random tests over what is public, those kept that bring the method into a new
 * state and leave the same states in two runs. They run on mutants as the project's tests do.
 */
final class GeneratedTests {
    /** Place of their unit: behind those of mutants. */
    private static final long UNIT = 1L << 31;
    /** Standard deviations of numbers: objects of small ones are alike in many ways, and large ones overflow. */
    private static final List<Double> SPREADS = List.of(8.0, 2048.0);
    /** New states after which no more tests are kept. */
    private static final int MOST_STATES = 2000;
    /** Incorrect states of a mutant that are kept. */
    private static final int MOST_OF_MUTANT = 64;
    /** How long a test may take; it has a budget of ticks, and ends long before. */
    private static final Duration LIMIT = Duration.ofSeconds(5);
    /** Places in the set of plans. */
    private static final int STATES = 1;
    /** Where a record has its test, and where its exit, which the state follows (docs/formats.md, "States as binary records"). */
    private static final int TEST_AT = 4;
    private static final int EXIT_AT = 12;

    private final ExecutionSettings settings;
    private final List<Work.CallSequences> works;
    /** By test. */
    private final List<List<ByteBuffer>> states;

    private GeneratedTests(ExecutionSettings settings, List<Work.CallSequences> works, List<List<ByteBuffer>> states) {
        this.settings = settings;
        this.works = works;
        this.states = states;
    }

    /** Makes some, and runs them on the program as it is. */
    static GeneratedTests of(Improve request, Analysis analysis) {
        List<Path> paths = ProjectRun.paths(request.project().classPath(), List.of());
        ResolvedMethod method = analysis.capture().method();
        try (ClassPath classPath = ClassPath.open(paths)) {
            TypeFacts facts = facts(classPath, method);
            List<byte[]> files = TypeFacts.classFiles(classPath, method.owner());
            PlanSet plans = new PlanSet(List.<Plan>of(CoveragePlan.of(files), analysis.capture().plan()));
            ExecutionSettings settings = ProjectRun.settings(request.project(), analysis.jvm(), paths, List.of(), plans.toBytes());
            ScopedGoals scope = ScopedGoals.of(facts, files, Scope.ofMethod(ScopedGoals.signature(method.name(), method.descriptor())));
            Set<ByteBuffer> seen = new HashSet<>();
            List<Work.CallSequences> works = new ArrayList<>();
            try (WorkerPool pool = WorkerPool.open(settings)) {
                for (double spread : SPREADS) {
                    works.add(search(request, facts, scope, spread, pool, seen));
                }
            }
            return stable(settings, works);
        }
    }

    /** What others cannot call is used where they cannot call the method either. */
    private static TypeFacts facts(ClassPath classPath, ResolvedMethod method) {
        TypeFacts facts = TypeFacts.collectPublic(classPath, method.owner());
        boolean isPublic = (method.access() & Opcodes.ACC_PUBLIC) != 0 && facts.types().get(0).accessible();
        return isPublic ? facts : TypeFacts.collect(classPath, method.owner());
    }

    private static Work.CallSequences search(
            Improve request, TypeFacts facts, ScopedGoals scope, double spread, WorkerPool pool, Set<ByteBuffer> seen) {
        // One test a batch: each is to be run alone later.
        GenerateSettings how = GenerateSettings.defaults().with("algorithm", "random").with("randomBatch", 1).with("templates", "off")
                .with("spread", spread);
        long tests = Math.max(1, request.states().generatedTests() / SPREADS.size());
        List<byte[]> kept = new ArrayList<>();
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1));
                GenerationRun generation =
                        GenerationRun.explore(engine, facts, scope.goals(), how, request.search().seed())) {
            generation.tell((batch, records) -> {
                int before = seen.size();
                records.of(STATES).forEach(some -> split(some).forEach(record -> {
                    if (seen.size() < MOST_STATES) {
                        seen.add(state(record));
                    }
                }));
                if (seen.size() > before) {
                    kept.add(batch);
                }
            });
            generation.search(pool, progress -> progress.tests() < tests && seen.size() < MOST_STATES);
            return generation.sequences(kept);
        }
    }

    /** Those that leave the same in two runs. */
    private static GeneratedTests stable(ExecutionSettings settings, List<Work.CallSequences> works) {
        List<Work.CallSequences> chosen = new ArrayList<>();
        List<List<ByteBuffer>> states = new ArrayList<>();
        try (WorkerPool pool = WorkerPool.open(settings)) {
            for (Work.CallSequences work : works) {
                // Classes are initialised by the first run; the second is as those between mutants.
                List<List<ByteBuffer>> first = run(pool, work, null);
                List<List<ByteBuffer>> second = run(pool, work, null);
                List<byte[]> kept = new ArrayList<>();
                for (int i = 0; i < first.size(); i++) {
                    if (first.get(i) != null && first.get(i).equals(second.get(i))) {
                        kept.add(work.sequences().get(i));
                        states.add(second.get(i));
                    }
                }
                if (!kept.isEmpty()) {
                    chosen.add(new Work.CallSequences(work.format(), work.shared(), kept));
                }
            }
        }
        return new GeneratedTests(settings, chosen, states);
    }

    int size() {
        return states.size();
    }

    /** Of the tests, unlike those of any test of a project. */
    List<String> names() {
        return IntStream.range(0, size()).mapToObj(i -> "generated test " + (i + 1)).toList();
    }

    String describe() {
        return Text.count(size(), "test") + " that bring the method into new states";
    }

    /** Writes what they left on the program as it is. */
    void commit(Evidence evidence) {
        UnitCollector.commit(
                evidence, new UnitHeader(UNIT, "generated tests", UnitKind.GENERATED), UnitEnd.COMPLETED, names(), "{}",
                unit -> IntStream.range(0, size()).forEach(i -> states.get(i).forEach(record -> unit.append(ofTest(record, i)))));
    }

    /** Whether that was done. */
    static boolean isCommitted(Set<Long> finished) {
        return finished.contains(UNIT);
    }

    // ---- mutants

    /**
     * Runs them on mutants.
     *
     * @param first the place of the first of these tests among those of a mutant's unit
     * @return by mutant the states that the program as it is does not leave there, some of them
     */
    List<List<ByteBuffer>> onMutants(List<Mutant> mutants, int first, int threads) {
        int lanes = Math.max(1, Math.min(threads, mutants.size()));
        List<Supplier<Map<Integer, List<ByteBuffer>>>> shares = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            int begin = lane;
            shares.add(() -> onShare(mutants, begin, lanes, first));
        }
        Map<Integer, List<ByteBuffer>> all = new HashMap<>();
        SideBySide.all(threads, shares).forEach(all::putAll);
        return IntStream.range(0, mutants.size()).mapToObj(all::get).toList();
    }

    private Map<Integer, List<ByteBuffer>> onShare(List<Mutant> mutants, int begin, int step, int first) {
        Map<Integer, List<ByteBuffer>> found = new HashMap<>();
        try (Lane lane = new Lane()) {
            for (int i = begin; i < mutants.size(); i += step) {
                found.put(i, differences(lane.run(mutants.get(i)), first));
            }
        }
        return found;
    }

    /** A JVM for one mutant after the other, as long as the program as it is does there what it did. */
    private final class Lane implements AutoCloseable {
        private WorkerPool pool;

        List<List<ByteBuffer>> run(Mutant mutant) {
            if (pool == null) {
                pool = WorkerPool.open(settings);
                all(pool, null);
            }
            List<List<ByteBuffer>> left = all(pool, mutant);
            if (!left.equals(states) && !all(pool, null).equals(states)) {
                close();
            }
            return left;
        }

        @Override
        public void close() {
            if (pool != null) {
                pool.close();
                pool = null;
            }
        }
    }

    private List<List<ByteBuffer>> all(WorkerPool pool, Mutant mutant) {
        return works.stream().flatMap(work -> run(pool, work, mutant).stream()).toList();
    }

    private List<ByteBuffer> differences(List<List<ByteBuffer>> left, int first) {
        List<ByteBuffer> found = new ArrayList<>();
        ByteBuffer alike = null;
        for (int test = 0; test < left.size() && found.size() < MOST_OF_MUTANT; test++) {
            List<ByteBuffer> right = states.get(test);
            List<ByteBuffer> wrong = left.get(test) == null ? List.of() : left.get(test);
            for (int i = 0; i < wrong.size() && found.size() < MOST_OF_MUTANT; i++) {
                ByteBuffer record = ofTest(wrong.get(i), first + test);
                if (i >= right.size() || !state(wrong.get(i)).equals(state(right.get(i)))) {
                    found.add(record);
                } else {
                    alike = record;
                }
            }
        }
        // It tells that the mutant was reached.
        return found.isEmpty() && alike != null ? List.of(alike) : found;
    }

    // ---- runs and records

    /** What each sequence left; null: it did not come to its end in a way that another run would repeat. */
    private static List<List<ByteBuffer>> run(WorkerPool pool, Work.CallSequences work, Mutant mutant) {
        List<List<ByteBuffer>> left = new ArrayList<>();
        work.sequences().forEach(sequence -> left.add(null));
        if (left.isEmpty()) {
            return left;
        }
        String className = mutant == null ? "" : mutant.className();
        byte[] bytes = mutant == null ? new byte[0] : mutant.bytes();
        SequenceUnit unit = new SequenceUnit(0, className, bytes, work, Long.MAX_VALUE, LIMIT, List.of(STATES));
        pool.runSequences(unit, new UnitSink() {
            @Override
            public void started(int id) {
                left.replaceAll(before -> null);
            }

            @Override
            public void test(int id, TestRun run, List<ByteBuffer> records) {
                throw new IllegalStateException("records come by plan");
            }

            @Override
            public void test(int id, TestRun run, Records records) {
                if (run.outcome().isRepeatable()) {
                    left.set(run.index(), records.of(STATES).stream().flatMap(GeneratedTests::split).map(record -> ofTest(record, 0)).toList());
                }
            }
        });
        return left;
    }

    /** A batch of records, record by record. */
    private static Stream<ByteBuffer> split(ByteBuffer batch) {
        ByteBuffer rest = batch.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        List<ByteBuffer> all = new ArrayList<>();
        while (rest.hasRemaining()) {
            int size = rest.getInt(rest.position()) + Integer.BYTES;
            all.add(rest.slice(rest.position(), size).order(ByteOrder.LITTLE_ENDIAN));
            rest.position(rest.position() + size);
        }
        return all.stream();
    }

    /** A copy of a record, of another test. */
    private static ByteBuffer ofTest(ByteBuffer record, int test) {
        ByteBuffer copy = ByteBuffer.allocate(record.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(record.duplicate()).flip();
        return copy.putInt(TEST_AT, test);
    }

    /** The exit and the state of a record. */
    private static ByteBuffer state(ByteBuffer record) {
        ByteBuffer copy = ofTest(record, 0);
        return copy.slice(EXIT_AT, copy.remaining() - EXIT_AT);
    }
}
