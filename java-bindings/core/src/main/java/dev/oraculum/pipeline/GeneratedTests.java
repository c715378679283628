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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;

/**
 * Tests that are generated for the class of a method, so that it is seen in more states than the project's tests bring it into (ours; in
 * GAssert, section 3, an assessor, OASIs, generates tests and mutations): feedback-directed random tests (Pacheco and others, ICSE 2007)
 * over what is public. Those are kept that bring the method into a new state and leave the same states in two runs; they run on mutants as
 * the project's tests do.
 *
 * <p>There are groups of them, of other literals each. All run in one JVM, one after the other, and then on one mutant after the other: the
 * same calls in the same order, whatever the number of threads.
 */
final class GeneratedTests implements AutoCloseable {
    /** Place of their unit: behind those of mutants. */
    private static final long UNIT = 1L << 31;
    /** New states of a group after which no more of its tests are kept. */
    private static final int MOST_STATES = 1000;
    /** Tests of a group without a new state after which there are no more of them. */
    private static final int MOST_IN_VAIN = 300;
    /** Incorrect states of a mutant that a group keeps. */
    private static final int MOST_OF_MUTANT = 32;
    /** Tests of a group that run on a mutant first; more run only where these do not leave as many incorrect states. */
    private static final int FIRST_OF_MUTANT = 64;
    /** Mutants after which the program as it is is run again, to see whether they left something behind. */
    private static final int MUTANTS_BETWEEN_CHECKS = 8;
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
                    .with("repeatShare", 0.2).with("longestOf", 2).with("changedShare", 0.5)
                    .with("spread", spread).with("edgeShare", edges).with("plainTexts", plainTexts).with("maxArray", Math.min(length, 10))
                    .with("maxString", length);
        }
    }

    private final ExecutionSettings settings;
    private final List<Group> groups;
    /** The JVM; null: the last one was given up. */
    private WorkerPool pool;

    private GeneratedTests(ExecutionSettings settings) {
        this.settings = settings;
        groups = Literals.ALL.stream().map(Group::new).toList();
    }

    /**
     * Makes some, and runs them on the program as it is. Where code of another package does not get to the end of the method, they are
     * tests of its package.
     *
     * @throws ProjectException nor do these
     * @throws IllegalArgumentException these can call nothing of the class
     */
    static GeneratedTests of(Improve request, Analysis analysis) {
        ResolvedMethod method = analysis.capture().method();
        try (ClassPath classPath = ClassPath.open(withoutTests(request, analysis))) {
            TypeFacts facts = TypeFacts.collectPublic(classPath, method.owner());
            if ((method.access() & Opcodes.ACC_PUBLIC) != 0 && facts.types().get(0).accessible()) {
                try {
                    GeneratedTests ofOthers = of(request, analysis, classPath, facts);
                    if (ofOthers.size() > 0) {
                        return ofOthers;
                    }
                    ofOthers.close();
                } catch (IllegalArgumentException nothingToCall) {
                    // Its package may have something.
                }
            }
            GeneratedTests ofPackage = of(request, analysis, classPath, TypeFacts.collect(classPath, method.owner()));
            if (ofPackage.size() == 0) {
                ofPackage.close();
                throw new ProjectException("none of them comes to an end of " + analysis.schema().method() + " as two runs would");
            }
            return ofPackage;
        }
    }

    /** The class path, but the entries with the project's tests: what the code needs may be given with these. */
    private static List<Path> withoutTests(Improve request, Analysis analysis) {
        Set<Path> ofTests = new HashSet<>();
        try (ClassPath all = ClassPath.open(analysis.classPath())) {
            analysis.testClasses().stream().flatMap(List::stream).forEach(name -> all.origin(name.replace('.', '/')).ifPresent(ofTests::add));
        }
        List<Path> ofCode = ProjectRun.paths(request.project().classPath(), List.of());
        return analysis.classPath().stream().filter(entry -> ofCode.contains(entry) || !ofTests.contains(entry)).toList();
    }

    private static GeneratedTests of(Improve request, Analysis analysis, ClassPath classPath, TypeFacts facts) {
        ResolvedMethod method = analysis.capture().method();
        List<byte[]> files = TypeFacts.classFiles(classPath, method.owner());
        PlanSet plans = new PlanSet(List.<Plan>of(CoveragePlan.of(files), analysis.capture().plan()));
        ExecutionSettings settings = ProjectRun.settings(
                request.project(), analysis.jvm(), analysis.classPath(), List.of(), plans.toBytes());
        ScopedGoals scope = ScopedGoals.of(facts, files, Scope.ofMethod(ScopedGoals.signature(method.name(), method.descriptor())));
        int tests = Math.max(1, request.states().generatedTests() / Literals.ALL.size());
        GeneratedTests all = new GeneratedTests(settings);
        boolean done = false;
        try {
            all.pool = WorkerPool.open(settings);
            all.groups.forEach(group -> group.make(all.pool, facts, scope, request.search().seed(), tests));
            all.keepStable();
            done = true;
            return all;
        } finally {
            if (!done) {
                all.close();
            }
        }
    }

    private void keepStable() {
        // Classes are initialised by the first run; the second is as those between mutants.
        List<List<List<ByteBuffer>>> first = groups.stream().map(group -> group.run(pool, null, 0, group.size())).toList();
        List<List<List<ByteBuffer>>> second = groups.stream().map(group -> group.run(pool, null, 0, group.size())).toList();
        for (int i = 0; i < groups.size(); i++) {
            groups.get(i).keepEqual(first.get(i), second.get(i));
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

    /** Hears of mutants, in their order. */
    interface OfMutant {
        /**
         * @param place of the mutant in its list
         * @param records some of the states that the program as it is does not leave there; of a group that has none, one that it does,
         *     which tells that the mutant was reached
         */
        void left(int place, List<ByteBuffer> records);
    }

    /**
     * Runs them on mutants. A group's tests stop once they have left as many incorrect states as are kept.
     *
     * @param first the place of the first of these tests among those of a mutant's unit
     */
    void onMutants(List<Mutant> mutants, int first, OfMutant listener) {
        for (int from = 0; from < mutants.size(); from += MUTANTS_BETWEEN_CHECKS) {
            List<Mutant> some = mutants.subList(from, Math.min(from + MUTANTS_BETWEEN_CHECKS, mutants.size()));
            List<MutantRun> runs = some.stream().map(mutant -> run(mutant, first)).toList();
            if (leavesSomething(runs)) {
                runs = new ArrayList<>();
                for (Mutant mutant : some) {
                    runs.add(run(mutant, first));
                    leavesSomething(runs.subList(runs.size() - 1, runs.size()));
                }
            }
            for (int i = 0; i < runs.size(); i++) {
                listener.left(from + i, runs.get(i).records());
            }
        }
    }

    /**
     * Tests on a mutant.
     *
     * @param ran by group how many of them
     * @param differs whether anything is not as on the program as it is
     */
    private record MutantRun(List<ByteBuffer> records, List<Integer> ran, boolean differs) {}

    private MutantRun run(Mutant mutant, int first) {
        if (pool == null) {
            pool = WorkerPool.open(settings);
            groups.forEach(group -> group.run(pool, null, 0, group.size()));
        }
        List<ByteBuffer> found = new ArrayList<>();
        List<Integer> ran = new ArrayList<>();
        boolean differs = false;
        int place = first;
        for (Group group : groups) {
            int few = Math.min(FIRST_OF_MUTANT, group.size());
            List<List<ByteBuffer>> left = group.run(pool, mutant, 0, few);
            if (few < group.size() && group.differences(left, place).size() < MOST_OF_MUTANT) {
                left.addAll(group.run(pool, mutant, few, group.size()));
            }
            found.addAll(group.differences(left, place));
            differs |= !group.leaves(left);
            ran.add(left.size());
            place += group.size();
        }
        return new MutantRun(found, ran, differs);
    }

    /**
     * Whether mutants have left something behind in the JVM: the program as it is does not leave its states any more after them. Such a JVM
     * is given up.
     */
    private boolean leavesSomething(List<MutantRun> runs) {
        if (runs.stream().noneMatch(MutantRun::differs)) {
            return false;
        }
        for (int i = 0; i < groups.size(); i++) {
            int group = i;
            int ran = runs.stream().mapToInt(run -> run.ran().get(group)).max().orElse(0);
            if (!groups.get(i).leaves(groups.get(i).run(pool, null, 0, ran))) {
                close();
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.close();
            pool = null;
        }
    }

    /** Tests of one kind of literals. */
    private static final class Group {
        private final Literals literals;
        private Work.CallSequences work;
        /** By test. */
        private List<List<ByteBuffer>> states = List.of();

        private Group(Literals literals) {
            this.literals = literals;
        }

        int size() {
            return work.sequences().size();
        }

        void make(WorkerPool pool, TypeFacts facts, ScopedGoals scope, long seed, int tests) {
            List<byte[]> kept = new ArrayList<>();
            Set<ByteBuffer> seen = new HashSet<>();
            try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1));
                    GenerationRun generation = GenerationRun.explore(engine, facts, scope.goals(), literals.settings(), seed)) {
                generation.explore(pool, tests, MOST_IN_VAIN, (sequence, records) -> {
                    boolean isNew = false;
                    for (ByteBuffer record : records.of(STATES).stream().flatMap(GeneratedTests::split).toList()) {
                        isNew |= seen.size() < MOST_STATES && seen.add(state(record));
                    }
                    if (isNew) {
                        kept.add(sequence);
                    }
                    return isNew;
                });
                work = generation.sequences(kept);
            }
        }

        /** Of two runs of all. */
        void keepEqual(List<List<ByteBuffer>> first, List<List<ByteBuffer>> second) {
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

        /** Whether the first tests leave this on the program as it is. */
        boolean leaves(List<List<ByteBuffer>> left) {
            return left.equals(states.subList(0, left.size()));
        }

        List<ByteBuffer> differences(List<List<ByteBuffer>> left, int first) {
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
         * What tests leave, from one place to before another; null: a test did not come to its end in a way that another run would repeat.
         *
         * @param mutant null: the program as it is
         */
        List<List<ByteBuffer>> run(WorkerPool pool, Mutant mutant, int from, int to) {
            List<List<ByteBuffer>> left = new ArrayList<>();
            List<byte[]> tests = work.sequences().subList(from, to);
            tests.forEach(sequence -> left.add(null));
            if (left.isEmpty()) {
                return left;
            }
            String className = mutant == null ? "" : mutant.className();
            byte[] bytes = mutant == null ? new byte[0] : mutant.bytes();
            Work.CallSequences some = new Work.CallSequences(work.format(), work.shared(), tests);
            SequenceUnit unit = new SequenceUnit(0, className, bytes, some, Long.MAX_VALUE, LIMIT, List.of(STATES));
            pool.runSequences(unit, UnitSink.byPlan((run, records) -> {
                if (run.outcome().isRepeatable()) {
                    left.set(run.index(), records.of(STATES).stream().flatMap(GeneratedTests::split)
                            .map(record -> ofTest(record, 0)).toList());
                }
            }));
            return left;
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
