package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.ProjectException;
import dev.oraculum.api.evidence.Evidence;
import dev.oraculum.api.evidence.UnitHeader;
import dev.oraculum.api.evidence.UnitKind;
import dev.oraculum.api.generate.Scope;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.settings.GenerateSettings;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.SequenceUnit;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;

/**
 * Tests that are generated for the class of a method, so that it is seen in more states than the project's tests bring it into (ours; in
 * GAssert, section 3, an assessor, OASIs, generates tests and mutations): feedback-directed random tests (Pacheco and others, ICSE 2007)
 * over what is public. Those are kept that bring the method into a new state and leave the same states in two runs; they run on mutants as
 * the project's tests do.
 *
 * <p>There are groups of them, of other literals each. A group has a JVM of its own, in which its tests run on one mutant after the other:
 * what happens there does not depend on other groups.
 */
final class GeneratedTests implements AutoCloseable {
    /** Place of their unit: behind those of mutants. */
    private static final long UNIT = 1L << 31;
    /** New states of a group after which no more of its tests are kept. */
    private static final int MOST_STATES = 1000;
    /** Incorrect states of a mutant that a group keeps. */
    private static final int MOST_OF_MUTANT = 32;
    /** How long a test may take; it has a budget of ticks, and ends long before. */
    private static final Duration LIMIT = Duration.ofSeconds(5);
    /** Places in the set of plans. */
    private static final int STATES = 1;
    /** Where a record has its test, and where its exit, which the state follows (docs/formats.md, "States as binary records"). */
    private static final int TEST_AT = 4;
    private static final int EXIT_AT = 12;

    /**
     * How the tests of a group are made: feedback-directed random tests, one a batch, as each is to be run alone.
     *
     * @param spread standard deviation of numbers
     * @param edges share of them at an edge
     * @param plainTexts share of texts of few characters
     * @param length of arrays and texts, at most
     */
    private record Literals(double spread, double edges, double plainTexts, int length) {
        /** Small ones, which are often equal; usual ones; large ones, which overflow. */
        static final List<Literals> ALL =
                List.of(new Literals(1.5, 0.02, 0.8, 4), new Literals(8, 0.1, 0.3, 8), new Literals(2048, 0.4, 0, 20));

        GenerateSettings settings() {
            return GenerateSettings.defaults().with("algorithm", "random").with("randomBatch", 1).with("templates", "off")
                    .with("repeatShare", 0.2).with("longestOf", 2)
                    .with("spread", spread).with("edgeShare", edges).with("plainTexts", plainTexts).with("maxArray", Math.min(length, 10))
                    .with("maxString", length);
        }
    }

    private final List<Group> groups;
    private final int threads;

    private GeneratedTests(List<Group> groups, int threads) {
        this.groups = groups;
        this.threads = threads;
    }

    /**
     * Makes some, and runs them on the program as it is. Where code of another package does not get to the end of the method, they are
     * tests of its package.
     *
     * @throws ProjectException nor do these
     * @throws IllegalArgumentException these can call nothing of the class
     */
    static GeneratedTests of(Improve request, Analysis analysis, int threads) {
        List<Path> paths = ProjectRun.paths(request.project().classPath(), List.of());
        ResolvedMethod method = analysis.capture().method();
        try (ClassPath classPath = ClassPath.open(paths)) {
            TypeFacts facts = TypeFacts.collectPublic(classPath, method.owner());
            if ((method.access() & Opcodes.ACC_PUBLIC) != 0 && facts.types().get(0).accessible()) {
                try {
                    GeneratedTests ofOthers = of(request, analysis, classPath, facts, threads);
                    if (ofOthers.size() > 0) {
                        return ofOthers;
                    }
                    ofOthers.close();
                } catch (IllegalArgumentException nothingToCall) {
                    // Its package may have something.
                }
            }
            GeneratedTests ofPackage = of(request, analysis, classPath, TypeFacts.collect(classPath, method.owner()), threads);
            if (ofPackage.size() == 0) {
                ofPackage.close();
                throw new ProjectException("none of them comes to an end of " + analysis.schema().method() + " as two runs would");
            }
            return ofPackage;
        }
    }

    private static GeneratedTests of(Improve request, Analysis analysis, ClassPath classPath, TypeFacts facts, int threads) {
        ResolvedMethod method = analysis.capture().method();
        List<byte[]> files = TypeFacts.classFiles(classPath, method.owner());
        PlanSet plans = new PlanSet(List.<Plan>of(CoveragePlan.of(files), analysis.capture().plan()));
        ExecutionSettings settings = ProjectRun.settings(
                request.project(), analysis.jvm(), ProjectRun.paths(request.project().classPath(), List.of()), List.of(), plans.toBytes());
        ScopedGoals scope = ScopedGoals.of(facts, files, Scope.ofMethod(ScopedGoals.signature(method.name(), method.descriptor())));
        int tests = Math.max(1, request.states().generatedTests() / Literals.ALL.size());
        List<Group> groups = Literals.ALL.stream().map(literals -> new Group(settings)).toList();
        GeneratedTests all = new GeneratedTests(groups, threads);
        boolean done = false;
        try {
            List<Supplier<Group>> works = new ArrayList<>();
            for (int i = 0; i < groups.size(); i++) {
                Group group = groups.get(i);
                GenerateSettings how = Literals.ALL.get(i).settings();
                works.add(() -> group.make(facts, scope, how, request.search().seed(), tests));
            }
            SideBySide.all(threads, works);
            done = true;
            return all;
        } finally {
            if (!done) {
                all.close();
            }
        }
    }

    int size() {
        return groups.stream().mapToInt(Group::size).sum();
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
        List<List<ByteBuffer>> states = groups.stream().flatMap(group -> group.states.stream()).toList();
        UnitCollector.commit(
                evidence, new UnitHeader(UNIT, "generated tests", UnitKind.GENERATED), UnitEnd.COMPLETED, names(), "{}",
                unit -> IntStream.range(0, size()).forEach(i -> states.get(i).forEach(record -> unit.append(ofTest(record, i)))));
    }

    /** Whether that was done. */
    static boolean isCommitted(Set<Long> finished) {
        return finished.contains(UNIT);
    }

    /**
     * Runs them on mutants.
     *
     * @param first the place of the first of these tests among those of a mutant's unit
     * @return by mutant some of the states that the program as it is does not leave there; if there are none, one that it does, which
     *     tells that the mutant was reached
     */
    List<List<ByteBuffer>> onMutants(List<Mutant> mutants, int first) {
        List<Supplier<List<List<ByteBuffer>>>> works = new ArrayList<>();
        int place = first;
        for (Group group : groups) {
            int ofGroup = place;
            works.add(() -> mutants.stream().map(mutant -> group.onMutant(mutant, ofGroup)).toList());
            place += group.size();
        }
        List<List<List<ByteBuffer>>> byGroup = SideBySide.all(threads, works);
        return IntStream.range(0, mutants.size()).mapToObj(i -> byGroup.stream().flatMap(all -> all.get(i).stream()).toList()).toList();
    }

    @Override
    public void close() {
        groups.forEach(Group::close);
    }

    /** Tests of one kind, and the JVM in which they run. */
    private static final class Group implements AutoCloseable {
        private final ExecutionSettings settings;
        private WorkerPool pool;
        private Work.CallSequences work;
        /** By test. */
        private List<List<ByteBuffer>> states = List.of();

        private Group(ExecutionSettings settings) {
            this.settings = settings;
        }

        int size() {
            return states.size();
        }

        Group make(TypeFacts facts, ScopedGoals scope, GenerateSettings how, long seed, int tests) {
            pool = WorkerPool.open(settings);
            List<byte[]> kept = new ArrayList<>();
            Set<ByteBuffer> seen = new HashSet<>();
            try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1));
                    GenerationRun generation = GenerationRun.explore(engine, facts, scope.goals(), how, seed)) {
                generation.explore(pool, tests, (sequence, records) -> {
                    boolean isNew = false;
                    for (ByteBuffer record : records.of(STATES).stream().flatMap(GeneratedTests::split).toList()) {
                        isNew |= seen.size() < MOST_STATES && seen.add(state(record));
                    }
                    if (isNew) {
                        kept.add(sequence);
                    }
                });
                work = generation.sequences(kept);
            }
            keepStable();
            return this;
        }

        private void keepStable() {
            // Classes are initialised by the first run; the second is as those between mutants.
            List<List<ByteBuffer>> first = run(null);
            List<List<ByteBuffer>> second = run(null);
            List<byte[]> kept = new ArrayList<>();
            List<List<ByteBuffer>> left = new ArrayList<>();
            for (int i = 0; i < first.size(); i++) {
                if (first.get(i) != null && first.get(i).equals(second.get(i))) {
                    kept.add(work.sequences().get(i));
                    left.add(second.get(i));
                }
            }
            work = new Work.CallSequences(work.format(), work.shared(), kept);
            states = List.copyOf(left);
        }

        List<ByteBuffer> onMutant(Mutant mutant, int first) {
            if (states.isEmpty()) {
                return List.of();
            }
            if (pool == null) {
                pool = WorkerPool.open(settings);
                run(null);
            }
            List<List<ByteBuffer>> left = run(mutant);
            // What a mutant has left behind is not the next one's.
            if (!left.equals(states) && !run(null).equals(states)) {
                close();
            }
            return differences(left, first);
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
            return found.isEmpty() && alike != null ? List.of(alike) : found;
        }

        /**
         * What each test leaves; null: it did not come to its end in a way that another run would repeat.
         *
         * @param mutant null: the program as it is
         */
        private List<List<ByteBuffer>> run(Mutant mutant) {
            List<List<ByteBuffer>> left = new ArrayList<>();
            work.sequences().forEach(sequence -> left.add(null));
            if (left.isEmpty()) {
                return left;
            }
            String className = mutant == null ? "" : mutant.className();
            byte[] bytes = mutant == null ? new byte[0] : mutant.bytes();
            SequenceUnit unit = new SequenceUnit(0, className, bytes, work, Long.MAX_VALUE, LIMIT, List.of(STATES));
            pool.runSequences(unit, UnitSink.byPlan((run, records) -> {
                if (run.outcome().isRepeatable()) {
                    left.set(run.index(), records.of(STATES).stream().flatMap(GeneratedTests::split)
                            .map(record -> ofTest(record, 0)).toList());
                }
            }));
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

    // ---- records

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
