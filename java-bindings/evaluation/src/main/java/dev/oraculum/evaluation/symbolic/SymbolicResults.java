package dev.oraculum.evaluation.symbolic;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.api.settings.GenerateSettings;
import dev.oraculum.evaluation.RowFile;
import dev.oraculum.evaluation.symbolic.SymbolicSubjects.Subject;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Installation;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.GenerationRun;
import dev.oraculum.generation.KeptTests;
import dev.oraculum.generation.SolverLibrary;
import dev.oraculum.generation.TemplateProgram;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.kinds.coverage.CoveragePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Tests by a search, by symbolic execution alone and by both, by the order in which alternatives are tried, and with Z3: so many branches
 * are covered after so many tests. Writes a row for each run to docs/results/symbolic.jsonl and the page docs/results/symbolic.md from all
 * rows. What has a row is not run again. The subjects are fixtures, and classes of libraries.
 *
 * <p>Arguments: the checkout; words: only subjects whose names have one.
 */
public final class SymbolicResults {
    static final int TESTS = 5000;
    static final int SEEDS_OF_FIXTURES = 5;
    static final int SEEDS_OF_LIBRARIES = 20;
    static final int SEEDS_OF_SECOND_SET = 5;
    static final int SEEDS_BY_TIME = 2;
    /** Seconds of a search, where time is what both have. */
    static final int SECONDS = 10;
    /** The same of fixtures. */
    static final int SECONDS_OF_FIXTURES = 30;
    private static final Pattern BY_TIME = Pattern.compile("(.*), (\\d+) s");
    /** Where `make solver` puts Z3. */
    private static final String SOLVER = "build/solver/com/microsoft/z3/linux/amd64/libz3.so";

    static final String SEARCH = "search";
    static final String PATHS = "paths";
    static final String HYBRID = "hybrid";
    private static final String WITH_Z3 = "hybrid and Z3";
    static final String SEARCH_BY_TIME = "search, " + SECONDS + " s";
    static final String HYBRID_BY_TIME = "hybrid, " + SECONDS + " s";

    /** By name what a run has other than the defaults. Search alone first. */
    static final Map<String, UnaryOperator<GenerateSettings>> RUNS = runs();
    static final List<String> ENGINES = List.of(SEARCH, PATHS, HYBRID);
    /** Of these two a rule says which one is to be the default. */
    static final List<String> DECIDING = List.of(SEARCH, HYBRID);
    /** The same two, with equal time. */
    static final List<String> DECIDING_BY_TIME = List.of(SEARCH_BY_TIME, HYBRID_BY_TIME);
    /** All three, on fixtures. */
    static final List<String> ENGINES_BY_TIME = ENGINES.stream().map(engine -> engine + ", " + SECONDS_OF_FIXTURES + " s").toList();

    private final Path checkout;
    private final RowFile<Row> rows;

    /**
     * One search.
     *
     * @param branches covered
     * @param goals branches that the class has
     * @param missed numbers of the goals of branches that are not covered
     * @param tests that were run
     * @param solved of these
     * @param first branches that these were the first to cover
     * @param diverged solved tests that did not come to the branch that they were meant for
     * @param seconds of the search
     */
    record Row(
            String subject, String run, long seed, int branches, int goals, List<Integer> missed, long tests, long solved, long first,
            long diverged, double seconds) {
        boolean is(String subject, String run) {
            return this.subject.equals(subject) && this.run.equals(run);
        }
    }

    private static Map<String, UnaryOperator<GenerateSettings>> runs() {
        Map<String, UnaryOperator<GenerateSettings>> runs = new LinkedHashMap<>();
        for (String engine : List.of(SEARCH, PATHS, HYBRID)) {
            runs.put(engine, settings -> settings.with("generate.engine", engine));
        }
        for (String policy : List.of("fifo", "random")) {
            runs.put("hybrid, " + policy, settings -> runs.get(HYBRID).apply(settings).with("generate.pathPolicy", policy));
        }
        runs.put(WITH_Z3, runs.get(HYBRID));
        return runs;
    }

    private SymbolicResults(Path checkout) {
        this.checkout = checkout;
        rows = new RowFile<>(checkout.resolve("docs/results/symbolic.jsonl"), Row.class);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        SymbolicResults results = new SymbolicResults(Path.of(arguments[0]).toAbsolutePath().normalize());
        List<String> words = List.of(arguments).subList(1, arguments.length);
        List<Subject> libraries = SymbolicSubjects.ofLibraries(results.checkout);
        results.measure(libraries, words, DECIDING, SEEDS_OF_LIBRARIES);
        List<Subject> byTime = SymbolicSubjects.byTime(results.checkout);
        results.measure(byTime, words, DECIDING_BY_TIME, SEEDS_BY_TIME);
        List<Subject> second = SecondSet.subjects(results.checkout);
        results.measure(second, words, ENGINES, SEEDS_OF_SECOND_SET);
        List<Subject> fixtures = SymbolicSubjects.fixtures(results.checkout);
        results.measure(fixtures, words, ENGINES, SEEDS_OF_FIXTURES);
        results.measure(fixtures, words, List.copyOf(RUNS.keySet()), SEEDS_OF_FIXTURES);
        results.measure(fixtures, words, ENGINES_BY_TIME, SEEDS_BY_TIME);
        Path pages = results.checkout.resolve("docs/results");
        List<String> programs = Files.readAllLines(pages.resolve("symbolic-programs.txt"));
        Files.writeString(pages.resolve("symbolic.md"), new SymbolicPage(results.rows.read())
                .text(fixtures, libraries, byTime, second, programs));
    }

    private void measure(List<Subject> subjects, List<String> words, List<String> runs, int seeds) throws IOException {
        List<Row> known = rows.read();
        for (Subject subject : subjects) {
            if (!words.isEmpty() && words.stream().noneMatch(subject.className()::contains)) {
                continue;
            }
            try (ClassPath classPath = ClassPath.open(subject.classPath())) {
                TypeFacts facts = TypeFacts.collect(classPath, subject.internalName());
                byte[] plan = CoveragePlan.of(TypeFacts.classFiles(classPath, subject.internalName())).toBytes();
                ExecutionSettings settings =
                        ExecutionSettings.of(Installation.find(null), Jvm.running(), subject.classPath(), List.of(), plan);
                for (String run : runs) {
                    List<Long> missing = LongStream.rangeClosed(1, seeds).boxed()
                            .filter(seed -> known.stream().noneMatch(row -> row.is(subject.className(), run) && row.seed() == seed))
                            .toList();
                    if (missing.isEmpty()) {
                        continue;
                    }
                    // What static fields hold goes from seed to seed, but not from engine to engine.
                    try (WorkerPool pool = WorkerPool.open(settings)) {
                        for (long seed : missing) {
                            Row row = search(classPath, facts, pool, subject, run, seed);
                            rows.add(List.of(row));
                            System.err.println(row);
                        }
                    }
                }
            }
        }
    }

    private Row search(ClassPath classPath, TypeFacts facts, WorkerPool pool, Subject subject, String run, long seed) throws IOException {
        Matcher byTime = BY_TIME.matcher(run);
        long nanos = byTime.matches() ? Long.parseLong(byTime.group(2)) * 1_000_000_000L : Long.MAX_VALUE;
        long most = byTime.matches() ? Long.MAX_VALUE : TESTS;
        GenerateSettings settings = RUNS.get(byTime.matches() ? byTime.group(1) : run).apply(GenerateSettings.defaults());
        try (Engine engine = Engine.open(EngineOptions.inMemory());
                GenerationRun generation = GenerationRun.open(
                        engine, facts, null, settings, seed, TemplateProgram.of(classPath, facts, engine::addClass))) {
            if (run.equals(WITH_Z3)) {
                Path program = Installation.find(null).solver().orElseThrow();
                generation.useSolver(program, SolverLibrary.file(checkout.resolve(SOLVER))).ifPresent(failure -> {
                    throw new IllegalStateException(failure + "; `make solver` fetches it");
                });
            }
            long start = System.nanoTime();
            GenerationRun.Progress end = generation.search(pool, progress -> progress.covered() < progress.goals()
                    && System.nanoTime() - start < nanos && progress.tests() < most);
            double seconds = Math.round((System.nanoTime() - start) / 1e7) / 100.0;
            KeptTests tests = generation.tests();
            Set<Integer> missed = new TreeSet<>(tests.missed());
            missed.retainAll(SymbolicSubjects.branches(facts).keySet());
            int branches = SymbolicSubjects.branches(facts).size();
            GenerateReport.Symbolic symbolic = tests.symbolic();
            return new Row(
                    subject.className(), run, seed, branches - missed.size(), branches, List.copyOf(missed), end.tests(),
                    symbolic.tests(), symbolic.branches(), symbolic.diverged(), seconds);
        }
    }
}
