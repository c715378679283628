package dev.oraculum.pipeline;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.generate.Scope;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.settings.GenerateSettings;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.SequenceUnit;
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
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;

/**
 * Generated tests of a method's class that see the method in many states: feedback-directed random tests (Pacheco and others, ICSE 2007),
 * and changed copies of those that have brought it into a new one. They are made in groups, of other literals each.
 */
final class Exploration {
    /** How long a test may take; it has a budget of ticks, and ends long before. */
    private static final Duration LIMIT = Duration.ofSeconds(5);
    /** Place of the states' plan in the set of plans. */
    private static final int STATES = 1;
    /** Where a record has its test, invocation and exit, which the state follows (docs/formats.md, "States as binary records"). */
    private static final int TEST_AT = 4;
    private static final int INVOCATION_AT = 8;
    private static final int EXIT_AT = 12;
    /** Where an invocation has its part: the test of a sequence of several. */
    private static final int PART_AT = 20;

    /**
     * How the tests of a group are made.
     *
     * @param spread standard deviation of numbers
     * @param edges share of them at an edge
     * @param plainTexts share of texts of few characters
     * @param length of arrays and texts, at most
     */
    record Literals(double spread, double edges, double plainTexts, int length) {
        /** Small ones, which are often equal; usual ones; large ones, which overflow. */
        static final List<Literals> ALL =
                List.of(new Literals(1.5, 0.02, 0.8, 4), new Literals(8, 0.1, 0.3, 8), new Literals(2048, 0.4, 0, 20));

    }

    /**
     * How many tests of a group are made, and how.
     *
     * @param batch tests that are run together, as one sequence
     * @param changed share of tests that are changed copies of some with a new state
     * @param tests about so many
     * @param inVain sequences without a new state after which there are no more
     */
    record Making(Literals literals, int batch, double changed, int tests, int inVain) {
        /** No texts of other code, and no round trips: how many clauses are false was measured without. */
        GenerateSettings settings() {
            return GenerateSettings.defaults().with("engine", "search").with("algorithm", "random").with("randomBatch", batch)
                    .with("templates", "off")
                    .with("repeatShare", 0.2).with("multiplesShare", 0.3).with("longestOf", 2).with("changedShare", changed)
                    .with("spread", literals.spread()).with("edgeShare", literals.edges()).with("plainTexts", literals.plainTexts())
                    .with("collaboratorsShare", 0.0).with("othersShare", 0.0).with("roundTrips", 0.0).with("weakMutation", 0)
                    .with("maxArray", Math.min(literals.length(), 10)).with("maxString", literals.length());
        }
    }

    private final ExecutionSettings settings;
    private final TypeFacts facts;
    private final ScopedGoals scope;

    private Exploration(ExecutionSettings settings, TypeFacts facts, ScopedGoals scope) {
        this.settings = settings;
        this.facts = facts;
        this.scope = scope;
    }

    /**
     * The first that something comes of: of what is public; where that does not get to the end of the method, of its package.
     *
     * @param make null: nothing comes of it
     * @return null: of neither
     * @throws IllegalArgumentException code of the package can call nothing of the class
     */
    static <T> T first(Improve request, Analysis analysis, Function<Exploration, T> make) {
        ResolvedMethod method = analysis.capture().method();
        try (ClassPath classPath = ClassPath.open(withoutTests(request, analysis))) {
            TypeFacts facts = TypeFacts.collectPublic(classPath, method.owner());
            if ((method.access() & Opcodes.ACC_PUBLIC) != 0 && facts.types().get(0).accessible()) {
                try {
                    T ofOthers = make.apply(of(request, analysis, classPath, facts));
                    if (ofOthers != null) {
                        return ofOthers;
                    }
                } catch (IllegalArgumentException nothingToCall) {
                    // Its package may have something.
                }
            }
            return make.apply(of(request, analysis, classPath, TypeFacts.collect(classPath, method.owner())));
        }
    }

    /** The class path, but the entries with the project's tests: what the code needs may be given with these. */
    private static List<Path> withoutTests(Improve request, Analysis analysis) {
        Set<Path> ofTests = new HashSet<>();
        try (ClassPath all = ClassPath.open(analysis.classPath())) {
            analysis.testClasses().stream().flatMap(List::stream).map(name -> all.origin(name.replace('.', '/')))
                    .forEach(origin -> origin.ifPresent(ofTests::add));
        }
        List<Path> ofCode = ProjectRun.paths(request.project().classPath(), List.of());
        return analysis.classPath().stream().filter(entry -> ofCode.contains(entry) || !ofTests.contains(entry)).toList();
    }

    private static Exploration of(Improve request, Analysis analysis, ClassPath classPath, TypeFacts facts) {
        ResolvedMethod method = analysis.capture().method();
        List<byte[]> files = TypeFacts.classFiles(classPath, method.owner());
        PlanSet plans = new PlanSet(List.<Plan>of(CoveragePlan.of(files), analysis.capture().plan()));
        ExecutionSettings settings =
                ProjectRun.settings(request.project(), analysis.jvm(), analysis.classPath(), List.of(), plans.toBytes());
        return new Exploration(
                settings, facts, ScopedGoals.of(facts, files, Scope.ofMethod(ScopedGoals.signature(method.name(), method.descriptor()))));
    }

    /** A JVM for its tests. */
    WorkerPool open() {
        return WorkerPool.open(settings);
    }

    /** A JVM in which its tests run on mutants. */
    WorkerPool openForMutants() {
        return WorkerPool.open(settings.forMutants());
    }

    /** Hears of tests that were run, or batches of them. */
    interface Listener {
        /**
         * @param sequence the test
         * @param records what the method left, a state each
         * @return those in which the method is in a new state
         */
        Stream<ByteBuffer> ran(byte[] sequence, Stream<ByteBuffer> records);
    }

    /**
     * Makes tests, and runs each once.
     *
     * @param wanted which sequences to keep
     */
    Work.CallSequences explore(WorkerPool pool, Making making, long seed, Listener wanted) {
        List<byte[]> kept = new ArrayList<>();
        try (Engine engine = Engine.open(EngineOptions.inMemory().withThreads(1));
                GenerationRun generation = GenerationRun.explore(engine, facts, scope.goals(), making.settings(), seed)) {
            generation.explore(pool, making.tests(), making.inVain(), (sequence, records) -> {
                Set<Integer> parts = wanted.ran(sequence, records.of(STATES).stream().flatMap(Exploration::split))
                        // So many invocations that they reach the part's bits are the last test's.
                        .map(record -> Math.min(record.getInt(INVOCATION_AT) >>> PART_AT, making.batch() - 1))
                        .collect(Collectors.toCollection(TreeSet::new));
                if (!parts.isEmpty()) {
                    kept.add(sequence);
                }
                return parts;
            });
            return generation.sequences(kept);
        }
    }

    /**
     * What sequences leave; null: one did not come to its end in a way that another run would repeat.
     *
     * @param mutant null: the program as it is
     */
    static List<List<ByteBuffer>> run(WorkerPool pool, Work.CallSequences work, Mutant mutant) {
        List<List<ByteBuffer>> left = new ArrayList<>();
        work.sequences().forEach(sequence -> left.add(null));
        if (left.isEmpty()) {
            return left;
        }
        String className = mutant == null ? "" : mutant.className();
        byte[] bytes = mutant == null ? new byte[0] : mutant.bytes();
        SequenceUnit unit = new SequenceUnit(0, className, bytes, 0, work, Long.MAX_VALUE, LIMIT, List.of(STATES));
        pool.runSequences(unit, UnitSink.byPlan((run, records) -> {
            if (run.outcome().isRepeatable()) {
                left.set(run.index(), records.of(STATES).stream().flatMap(Exploration::split).map(record -> ofTest(record, 0)).toList());
            }
        }));
        return left;
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
    static ByteBuffer ofTest(ByteBuffer record, int test) {
        ByteBuffer copy = ByteBuffer.allocate(record.remaining()).order(ByteOrder.LITTLE_ENDIAN).put(record.duplicate()).flip();
        return copy.putInt(TEST_AT, test);
    }

    /** The exit and the state of a record. */
    static ByteBuffer state(ByteBuffer record) {
        ByteBuffer copy = ofTest(record, 0);
        return copy.slice(EXIT_AT, copy.remaining() - EXIT_AT);
    }
}
