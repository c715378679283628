package dev.oraculum.generation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.api.Engine;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.execution.Records;
import dev.oraculum.execution.UnitSink;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.generation.BatchRuns.Batch;
import dev.oraculum.generation.BatchRuns.Ran;
import dev.oraculum.generation.KeptTests.Extent;
import dev.oraculum.generation.carving.CarvedTests;
import dev.oraculum.internal.DamagedAnswerException;
import dev.oraculum.internal.Json;
import dev.oraculum.runtime.protocol.Work;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One generation of tests: the engine proposes batches, workers run them, the engine learns how they ended. The tests that come out depend
 * on the seed and on when it is told to stop, not on how long a worker takes.
 */
public final class GenerationRun implements AutoCloseable {
    /** One runs while the engine makes the other. A constant, as what the search knows when it makes a batch depends on it. */
    private static final int BATCHES_ON_THEIR_WAY = 2;

    /** Tests that are run for what they do before the engine makes the next: a constant, too. */
    private static final int EXPLORED_AT_A_TIME = 32;
    /** How long each of them may take. */
    private static final Duration EXPLORED_LIMIT = Duration.ofSeconds(5);
    /** How many of them may not come back, or take their worker with them: what comes after would mostly do the same, and cost as long. */
    private static final int MOST_LOST = 8;

    private final Engine engine;
    private final long number;
    /** Null: the settings are such that nothing is asked of it. */
    private final Program program;
    private final BatchRuns batches;
    private final FatalTests fatal = new FatalTests(this);
    private TypeFacts facts;
    /** Of the program under test, for seed templates; null: nobody has asked for it by now. */
    private BesideSearch<JsonNode> analysis;

    /** Hears of each test that was run. */
    public interface Listener {
        /**
         * @param sequence as {@link #sequences} takes it
         * @param records what it left, by plan
         * @return places of its tests that did what none before did: these are changed to make others (setting {@code changedShare})
         */
        Collection<Integer> ran(byte[] sequence, Records records);
    }

    /** The program under test, as far as the search asks for it. */
    public interface Program {
        /**
         * Adds its facts to the engine: seed templates may need them. Called once at most, by another thread while the search goes on.
         */
        void analyse();

        /** Its class files, by internal name: symbolic execution needs them. Called once at most. */
        SortedMap<String, byte[]> classFiles();

        /**
         * Adds types to the facts, as {@link TypeFacts#withTypes} does: seed templates need them.
         *
         * @param names internal names
         */
        TypeFacts withTypes(TypeFacts facts, Collection<String> names);
    }

    /** What the engine says of a new generation. */
    private record Opened(long generation, int goals, String format) {}

    /**
     * A batch, in Base64; without tests there is none.
     *
     * @param shared what it has in common with others; null: as it was said last
     * @param needsProgram seed templates need the facts of the program under test
     * @param programLater they may need them later
     * @param needsClasses symbolic execution needs the class files of the program under test
     * @param wantedTypes internal names of classes of which seed templates need the facts
     * @param triesAgain there is none only because no alternative that was tried got a test: the next proposal tries others
     */
    private record Proposed(
            boolean needsProgram, boolean programLater, boolean needsClasses, boolean triesAgain, int tests, List<String> wantedTypes,
            String shared, String batch) {
        Batch asBatch() {
            return new Batch(tests, shared, batch);
        }
    }

    /** A class file under its internal name, in Base64. */
    private record ClassFile(String name, String bytes) {}

    /**
     * How far a generation is.
     *
     * @param improvable covered branches and methods of which the search still wants a test that does not throw, and infections that it
     *     aims at
     * @param tests that were run
     * @param lastGain tests that were run when a goal was covered for the last time
     */
    public record Progress(int goals, int covered, int improvable, long tests, long lastGain) {
        /** Before the first batch. */
        public static final Progress NONE = new Progress(0, 0, 0, 0, 0);
    }

    private GenerationRun(Engine engine, Opened opened, TypeFacts facts, Program program) {
        this.engine = engine;
        this.facts = facts;
        this.program = program;
        number = opened.generation();
        batches = new BatchRuns(opened.format());
    }

    /**
     * Whether generations can be begun with some settings.
     *
     * @throws IllegalArgumentException a setting is wrong
     */
    public static void check(Engine engine, Object settings) {
        engine.call("checkGeneration", Map.of("settings", settings), JsonNode.class);
    }

    /**
     * Begins one.
     *
     * @param scope numbers of the goals that tests are wanted for; null: all
     * @param settings by name, as the engine reads them
     * @throws IllegalArgumentException a setting is wrong
     */
    public static GenerationRun open(
            Engine engine,
            TypeFacts facts,
            Collection<Integer> scope,
            Object settings,
            long seed,
            Program program) {
        return new GenerationRun(engine, opened(engine, facts, scope, settings, seed, false), facts, program);
    }

    /**
     * Begins one for {@link #explore(WorkerPool, int, int, Listener)}: the settings say that batches have one test, and that there are no
     * templates and no symbolic execution.
     */
    public static GenerationRun explore(Engine engine, TypeFacts facts, Collection<Integer> scope, Object settings, long seed) {
        return new GenerationRun(engine, opened(engine, facts, scope, settings, seed, true), facts, null);
    }

    private static Opened opened(
            Engine engine, TypeFacts facts, Collection<Integer> scope, Object settings, long seed, boolean explores) {
        Object json = Json.decode(facts.toJson(), JsonNode.class);
        Map<String, Object> request =
                new HashMap<>(Map.of("facts", json, "settings", settings, "seed", seed, "explore", explores));
        if (scope != null) {
            request.put("scope", scope);
        }
        return engine.call("openGeneration", request, Opened.class);
    }

    /**
     * The class has tests: what they do is what the search starts from, and what they cover needs no test of ours. Before the search.
     *
     * @param covered numbers of goals
     * @return what the search has of it
     */
    public Existing useExisting(CarvedTests carved, Collection<Integer> covered) {
        List<Integer> ints = new ArrayList<>();
        List<Long> longs = new ArrayList<>();
        List<String> floats = new ArrayList<>();
        List<String> doubles = new ArrayList<>();
        List<String> strings = new ArrayList<>();
        for (Object constant : carved.constants()) {
            if (constant instanceof Integer || constant instanceof Short || constant instanceof Byte) {
                ints.add(((Number) constant).intValue());
            } else if (constant instanceof Character unit) {
                ints.add((int) unit);
            } else if (constant instanceof Long number) {
                longs.add(number);
            } else if (constant instanceof Float number) {
                floats.add(number.toString());
            } else if (constant instanceof Double number) {
                doubles.add(number.toString());
            } else {
                strings.add((String) constant);
            }
        }
        TypeFacts.Literals literals = new TypeFacts.Literals(ints, longs, floats, doubles, strings);
        return call("useExistingTests", Existing.class, "sequences", carved.sequences(), "literals", literals, "covered", covered);
    }

    /**
     * What the search has of existing tests.
     *
     * @param seeds how many of their sequences it starts from; of equal ones one
     * @param allCovered they cover every goal: there is nothing to search for
     */
    public record Existing(int seeds, boolean allCovered) {}

    /**
     * Searches until all goals are covered or there is nothing more to try.
     *
     * @param pool its plan records the coverage of the class files of the facts
     * @param more asked after each batch whether to go on
     */
    public Progress search(WorkerPool pool, Predicate<Progress> more) {
        return drive(pool, more);
    }

    /**
     * Runs tests for what they do, each as a call sequence of its own. The engine makes some, and learns how they ended before it makes the
     * next; of a lost worker's, those that had ended by then.
     *
     * @param tests about so many; fewer if {@value #MOST_LOST} of them do not come back
     * @param inVain tests after which it ends if none of them did what none before did
     * @param listener hears of them one after the other, in their order
     */
    public void explore(WorkerPool pool, int tests, int inVain, Listener listener) {
        Progress progress = Progress.NONE;
        int since = 0;
        int lost = 0;
        while (since < inVain && lost < MOST_LOST && progress.tests() < tests && !Thread.currentThread().isInterrupted()) {
            List<byte[]> some = new ArrayList<>();
            while (some.size() < EXPLORED_AT_A_TIME) {
                Proposed next = engine.call("proposeTests", of(), Proposed.class);
                if (next.tests() == 0) {
                    break;
                }
                batches.remember(next.asBatch());
                some.add(next.asBatch().decoded());
            }
            if (some.isEmpty()) {
                return;
            }
            Records[] left = new Records[some.size()];
            batches.runAll(pool, some, EXPLORED_LIMIT, UnitSink.byPlan((run, records) -> {
                left[run.index()] = run.outcome().isRepeatable() ? records : null;
            }));
            for (int i = 0; i < left.length; i++) {
                ByteBuffer answer = left[i] == null ? null : left[i].answer().orElse(null);
                Collection<Integer> notable = answer == null ? List.of() : listener.ran(some.get(i), left[i]);
                since = notable.isEmpty() ? since + 1 : 0;
                lost += left[i] == null ? 1 : 0;
                progress = learn(pool, answer, "learnTests", Progress.class, "notable", notable);
            }
        }
    }

    /**
     * Symbolic execution solves with a library, too. Before the search.
     *
     * @param program opens the library in a process of its own ({@link dev.oraculum.execution.Installation#solver})
     * @param library as {@link SolverLibrary} gives it
     * @return why it cannot be used, as a sentence; empty: it is
     */
    public Optional<String> useSolver(Path program, Path library) {
        return Optional.ofNullable(
                call("useSolverLibrary", SolverInUse.class, "program", program.toString(), "library", library.toString()).failure());
    }

    /** What the engine says of a library. */
    private record SolverInUse(String version, String failure) {}

    /** Tests that were run, to be run again: each is a call sequence of its own. */
    public Work.CallSequences sequences(List<byte[]> tests) {
        return batches.sequences(tests);
    }

    /** Makes the tests that are kept fewer and shorter. */
    public Progress minimise(WorkerPool pool, Predicate<Progress> more) {
        engine.call("minimiseTests", of(), Progress.class);
        return drive(pool, more);
    }

    private Progress drive(WorkerPool pool, Predicate<Progress> more) {
        Progress progress = Progress.NONE;
        try (BatchLine<Ran> line = new BatchLine<>()) {
            while (true) {
                while (line.size() < BATCHES_ON_THEIR_WAY && propose(pool, line, progress, more)) {
                    // The next.
                }
                if (line.size() == 0) {
                    return progress;
                }
                progress = learn(pool, line.take(), more, progress);
                if (!more.test(progress)) {
                    return progress;
                }
            }
        }
    }

    private List<ClassFile> encodedClassFiles() {
        Base64.Encoder encoder = Base64.getEncoder();
        return program.classFiles().entrySet().stream()
                .map(file -> new ClassFile(file.getKey(), encoder.encodeToString(file.getValue())))
                .toList();
    }

    /** Whether there was a batch to run. */
    private boolean propose(WorkerPool pool, BatchLine<Ran> line, Progress progress, Predicate<Progress> more) {
        Proposed next = proposed();
        if (next.needsClasses()) {
            engine.call("useClassFiles", of("classFiles", encodedClassFiles()), JsonNode.class);
            next = proposed();
        }
        if (next.needsProgram()) {
            analysis().await();
            engine.call("useProgram", of(), JsonNode.class);
            next = proposed();
        } else if (next.programLater() && progress.tests() > 0) {
            // Many searches are over after their first tests.
            analysis();
        }
        while (next.triesAgain() && more.test(progress)) {
            next = proposed();
        }
        if (next.tests() == 0) {
            return false;
        }
        Batch batch = next.asBatch();
        batches.remember(batch);
        line.add(() -> batches.run(pool, batch));
        return true;
    }

    /** Of a batch whose worker crashed, or whose answer cannot be read, the tests run again that did not do it. */
    private Progress learn(WorkerPool pool, Ran ran, Predicate<Progress> more, Progress before) {
        if (ran.answer() != null || !ran.end().isCrash()) {
            try {
                return call("learnTests", Progress.class, "answer", BatchRuns.encode(ran.answer()));
            } catch (DamagedAnswerException e) {
                pool.retireWorkers();
            }
        }
        fatal.runOthers(pool, () -> more.test(before));
        return call("learnTests", Progress.class, "answer", null);
    }

    /** The next proposal; types that it asks for are added at once. */
    private Proposed proposed() {
        Proposed next = engine.call("proposeTests", of(), Proposed.class);
        if (!next.wantedTypes().isEmpty()) {
            addTypes(next.wantedTypes());
        }
        return next;
    }

    private void addTypes(List<String> names) {
        int before = facts.types().size();
        facts = program.withTypes(facts, names);
        engine.call("addTypes", of("types", facts.types().subList(before, facts.types().size())), JsonNode.class);
    }

    /** The facts that it was opened with, and the types that it has asked for since behind the others. */
    public TypeFacts facts() {
        return facts;
    }

    /** Begun when it is first asked for. */
    private BesideSearch<JsonNode> analysis() {
        if (analysis == null) {
            analysis = new BesideSearch<>("oraculum-program", () -> {
                program.analyse();
                return engine.call("analyseProgram", of(), JsonNode.class);
            });
        }
        return analysis;
    }

    /** How its batches are run. */
    BatchRuns batches() {
        return batches;
    }

    /** Asks the engine for something of this generation; names and values of what goes with the question. */
    <T> T call(String operation, Class<T> answer, Object... more) {
        return engine.call(operation, of(more), answer);
    }

    /**
     * Tells the engine what a worker has answered. One that cannot be read counts as none, and the pool gets new workers.
     *
     * @param answer null: it did not survive
     * @param more names and values of what goes with it
     */
    <T> T learn(WorkerPool pool, ByteBuffer answer, String operation, Class<T> learnt, Object... more) {
        Map<String, Object> request = of(more);
        request.put("answer", BatchRuns.encode(answer));
        try {
            return engine.call(operation, request, learnt);
        } catch (DamagedAnswerException e) {
            pool.retireWorkers();
            request.put("answer", null);
            return engine.call(operation, request, learnt);
        }
    }

    /**
     * Asks the engine for something with a batch in it. One thread at a time: what the engine says but once of what batches have in common
     * is remembered before another asks.
     */
    synchronized <T> T callForBatch(Function<T, Batch> batch, String operation, Class<T> answer, Object... more) {
        T asked = call(operation, answer, more);
        batches.remember(batch.apply(asked));
        return asked;
    }

    /** The tests that are kept by now; what they assert, if they were observed. */
    public KeptTests tests() {
        return engine.call("keptTests", of(), KeptTests.class);
    }

    /**
     * The kept tests are to be observed from now on.
     *
     * @param inspectors numbers of members without parameters and without side effects, to be called or read on objects of the tests
     */
    public ObservedTests observeKept(Collection<Integer> inspectors) {
        return new ObservedTests(this, false, engine.call("observeTests", of("inspectors", inspectors), ObservedTests.Batches.class));
    }

    /** The mutants that ran, that workers survive, and that no kept test can kill whatever it asserts; ascending. */
    public List<Integer> survivors() {
        return List.of(engine.call("survivingMutants", of(), Integer[].class));
    }

    /**
     * Breeds variants of tests, to be tried on mutants that survive; those bred before are forgotten.
     *
     * @param mutants by number the goals of which one must be covered to reach it
     * @param infections by number goals of which a test that covers one makes another state with the mutant
     * @param times how many times as many variants as in the smallest round
     */
    public ObservedTests breedVariants(Map<Integer, List<Integer>> mutants, Map<Integer, List<Integer>> infections, int times) {
        Map<String, Object> request = of("mutants", mutants, "infections", infections, "times", times);
        return new ObservedTests(this, true, engine.call("breedVariants", request, ObservedTests.Batches.class));
    }

    /** Whether one of the variants kills a mutant, by what was seen of them until now. */
    public boolean variantsKill() {
        return engine.call("variantsKill", of(), Boolean.class);
    }

    /** Keeps the variants that kill mutants, behind the tests that are kept already. */
    public KeptVariants keepVariants() {
        VariantsKept answer = engine.call("keepVariants", of(), VariantsKept.class);
        return new KeptVariants(answer.killed(), new ObservedTests(this, false, answer.kept()));
    }

    private record VariantsKept(List<Integer> killed, ObservedTests.Batches kept) {}

    /**
     * What came of variants.
     *
     * @param killed mutants that those kill that are kept, ascending
     * @param kept all tests that are kept by now
     */
    public record KeptVariants(List<Integer> killed, ObservedTests kept) {}

    /**
     * Runs the kept tests in many orders, without putting static state back in between: what the order changes is not asserted, and tests
     * because of which others fail go. After the last variants.
     *
     * @param pool without a plan
     * @param more asked before each batch whether there is time for it
     */
    void findDependences(WorkerPool pool, BooleanSupplier more) {
        Batch next = callForBatch(Function.identity(), "proposeOrders", Batch.class);
        while (next.tests() > 0) {
            learn(pool, more.getAsBoolean() ? batches.run(pool, next).answer() : null, "learnOrders", JsonNode.class);
            next = callForBatch(Function.identity(), "proposeOrders", Batch.class);
        }
    }

    /** Mutants by number. */
    public record Verdicts(List<Integer> killed, List<Survived> survived) {}

    /**
     * A mutant that no written test kills.
     *
     * @param missed places of the written tests that ran on it to an end
     * @param difference what any test, or variant, showed otherwise on it; null: nothing
     */
    public record Survived(int mutant, List<Integer> missed, Shown difference) {}

    /** @param test its place; null: a variant that was not kept */
    public record Shown(Integer test, String of, String original, String mutant, GenerateReport.Why why) {}

    /** A block of a method of the facts' goals. */
    public record BlockPlace(int method, int block) {}

    /**
     * Which tests come to a block.
     *
     * @param tests their places
     * @param blocked where none does, the nearest goal on the way that no test covers; null: an exception leaves the code before it
     */
    public record Reached(List<Integer> tests, Integer blocked) {}

    /**
     * Which tests come to blocks of the class.
     *
     * @param covered by test the goals that it covers
     * @return block by block
     */
    public List<Reached> blockReach(List<Set<Integer>> covered, List<BlockPlace> blocks) {
        return List.of(engine.call("blockReach", of("covered", covered, "blocks", blocks), Reached[].class));
    }

    /**
     * What became of the mutants that were run.
     *
     * @param written by place of a test that is written, what it asserts
     */
    public Verdicts verdicts(Map<Integer, Extent> written) {
        List<WrittenTest> tests = new ArrayList<>();
        written.forEach((test, asserts) -> tests.add(new WrittenTest(test, asserts)));
        return engine.call("mutantVerdicts", of("written", tests), Verdicts.class);
    }

    private record WrittenTest(int test, Extent asserts) {}

    private Map<String, Object> of(Object... more) {
        Map<String, Object> request = new HashMap<>(Map.of("generation", number));
        for (int i = 0; i < more.length; i += 2) {
            request.put((String) more[i], more[i + 1]);
        }
        return request;
    }

    @Override
    public void close() {
        if (analysis != null) {
            analysis.close();
        }
        engine.call("closeGeneration", of(), JsonNode.class);
    }
}
