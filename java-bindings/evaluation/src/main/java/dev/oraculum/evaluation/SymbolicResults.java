package dev.oraculum.evaluation;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.generate.GenerateReport;
import dev.oraculum.api.settings.GenerateSettings;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Searches for tests with symbolic execution and without, by the order in which alternatives are tried, and with Z3: so many branches are
 * covered after so many tests. Writes a row for each run to docs/results/symbolic.jsonl and the page docs/results/symbolic.md from all
 * rows. What has a row is not run again. The subjects are fixtures, and classes of two libraries.
 *
 * <p>Arguments: the checkout; words: only subjects whose names have one.
 */
public final class SymbolicResults {
    private static final int TESTS = 5000;
    private static final int SEEDS = 5;
    /** Where `make solver` puts Z3. */
    private static final String SOLVER = "build/solver/com/microsoft/z3/linux/amd64/libz3.so";

    /** Search alone first. */
    private static final Map<String, UnaryOperator<GenerateSettings>> RUNS = runs();

    /** Of libraries: a jar of the evaluation, the folder of it that counts, and what is run. */
    private static final Map<String, String> LIBRARIES =
            Map.of("commons-cli-1.2.jar", "org/apache/commons/cli/", "commons-lang3.jar", "org/apache/commons/lang3/math/");
    private static final Set<String> RUNS_OF_LIBRARIES = Set.of("search", "knn");
    private static final int LEAST_BRANCHES = 20;

    private final Path checkout;
    private final Path classes;
    private final RowFile<Row> rows;

    /**
     * One search.
     *
     * @param branches covered
     * @param goals branches that the class has
     * @param missed numbers of the goals of branches that are not covered
     * @param solved tests that were solved
     * @param first branches that these were the first to cover
     * @param seconds of the search
     */
    record Row(
            String subject, String run, long seed, int branches, int goals, List<Integer> missed, long solved, long first, double seconds) {
        boolean is(String subject, String run) {
            return this.subject.equals(subject) && this.run.equals(run);
        }
    }

    private static Map<String, UnaryOperator<GenerateSettings>> runs() {
        Map<String, UnaryOperator<GenerateSettings>> runs = new LinkedHashMap<>();
        UnaryOperator<GenerateSettings> hybrid = settings -> settings.with("generate.symbolic", true);
        runs.put("search", settings -> settings.with("generate.symbolic", false));
        runs.put("knn", hybrid);
        runs.put("fifo", settings -> hybrid.apply(settings).with("generate.pathPolicy", "fifo"));
        runs.put("random", settings -> hybrid.apply(settings).with("generate.pathPolicy", "random"));
        runs.put("knn and Z3", hybrid);
        return runs;
    }

    private SymbolicResults(Path checkout) {
        this.checkout = checkout;
        classes = checkout.resolve("java-bindings/evaluation/target/symbolic/classes");
        rows = new RowFile<>(checkout.resolve("docs/results/symbolic.jsonl"), Row.class);
    }

    public static void main(String[] arguments) throws IOException {
        SymbolicResults results = new SymbolicResults(Path.of(arguments[0]).toAbsolutePath().normalize());
        List<String> words = List.of(arguments).subList(1, arguments.length);
        List<String> subjects = results.compile();
        for (String subject : subjects) {
            if (words.isEmpty() || words.stream().anyMatch(subject::contains)) {
                results.measure(results.classes, subject, RUNS.keySet());
            }
        }
        Map<String, Path> real = results.ofLibraries();
        for (Map.Entry<String, Path> subject : real.entrySet()) {
            if (words.isEmpty() || words.stream().anyMatch(subject.getKey()::contains)) {
                results.measure(subject.getValue(), subject.getKey(), RUNS_OF_LIBRARIES);
            }
        }
        Files.writeString(results.checkout.resolve("docs/results/symbolic.md"), results.page(subjects, List.copyOf(real.keySet())));
    }

    /** Public top-level classes of the libraries with so many branches, and where they are. */
    private Map<String, Path> ofLibraries() throws IOException {
        Map<String, Path> subjects = new TreeMap<>();
        for (Map.Entry<String, String> library : LIBRARIES.entrySet()) {
            Path file = checkout.resolve("java-bindings/evaluation/target/libraries").resolve(library.getKey());
            List<String> names;
            try (ZipFile jar = new ZipFile(file.toFile())) {
                names = jar.stream().map(ZipEntry::getName)
                        .filter(name -> name.startsWith(library.getValue()) && name.endsWith(".class") && !name.contains("$"))
                        .map(name -> name.replace(".class", "")).filter(name -> !name.endsWith("package-info")).toList();
            }
            try (ClassPath classPath = ClassPath.open(List.of(file))) {
                for (String name : names) {
                    int access = new ClassReader(TypeFacts.classFiles(classPath, name).get(0)).getAccess();
                    if ((access & Opcodes.ACC_PUBLIC) != 0 && (access & Opcodes.ACC_INTERFACE) == 0
                            && branches(TypeFacts.collect(classPath, name)).size() >= LEAST_BRANCHES) {
                        subjects.put(name.replace('/', '.'), file);
                    }
                }
            }
        }
        return subjects;
    }

    /** Binary names of the subjects: the classes of the fixtures. */
    private List<String> compile() throws IOException {
        Path sources = checkout.resolve("java-bindings/e2e/src/test/subjects/conditions/main/conditions");
        Fixtures.compile(sources, classes);
        return Fixtures.names(sources, "conditions");
    }

    private void measure(Path classPathEntry, String subject, Set<String> runs) throws IOException {
        String target = subject.replace('.', '/');
        List<Row> known = rows.read();
        try (ClassPath classPath = ClassPath.open(List.of(classPathEntry))) {
            TypeFacts facts = TypeFacts.collect(classPath, target);
            byte[] plan = CoveragePlan.of(TypeFacts.classFiles(classPath, target)).toBytes();
            ExecutionSettings settings =
                    ExecutionSettings.of(Installation.find(null), Jvm.running(), List.of(classPathEntry), List.of(), plan);
            try (WorkerPool pool = WorkerPool.open(settings)) {
                for (String run : RUNS.keySet().stream().filter(runs::contains).toList()) {
                    for (long seed = 1; seed <= SEEDS; seed++) {
                        long wanted = seed;
                        if (known.stream().noneMatch(row -> row.is(subject, run) && row.seed() == wanted)) {
                            write(search(classPath, facts, pool, subject, run, seed));
                        }
                    }
                }
            }
        }
    }

    private void write(Row row) throws IOException {
        rows.add(List.of(row));
        System.err.println(row);
    }

    private Row search(ClassPath classPath, TypeFacts facts, WorkerPool pool, String subject, String run, long seed) throws IOException {
        GenerateSettings settings = RUNS.get(run).apply(GenerateSettings.defaults());
        long start = System.nanoTime();
        try (Engine engine = Engine.open(EngineOptions.inMemory());
                GenerationRun generation = GenerationRun.open(
                        engine, facts, null, settings, seed, () -> TemplateProgram.collect(classPath, facts, engine::addClass),
                        () -> TemplateProgram.classFiles(classPath, facts))) {
            if (run.endsWith("Z3")) {
                generation.useSolver(SolverLibrary.file(checkout.resolve(SOLVER))).ifPresent(failure -> {
                    throw new IllegalStateException(failure + "; `make solver` fetches it");
                });
            }
            generation.search(pool, progress -> progress.covered() < progress.goals() && progress.tests() < TESTS);
            double seconds = Math.round((System.nanoTime() - start) / 1e7) / 100.0;
            KeptTests tests = generation.tests();
            Set<Integer> missed = new TreeSet<>(tests.missed());
            List<Integer> branches = branches(facts);
            GenerateReport.Symbolic symbolic = tests.symbolic();
            List<Integer> open = branches.stream().filter(missed::contains).toList();
            return new Row(
                    subject, run, seed, branches.size() - open.size(), branches.size(), open, symbolic.tests(), symbolic.branches(),
                    seconds);
        }
    }

    /** Numbers of the goals that are branches. */
    private static List<Integer> branches(TypeFacts facts) {
        List<Integer> branches = new ArrayList<>();
        int goal = 0;
        for (TypeFacts.MethodGoals method : facts.goals()) {
            for (TypeFacts.Point point : method.points()) {
                for (int outcome = 0; outcome < point.goals(); outcome++, goal++) {
                    if (point.operation() != null) {
                        branches.add(goal);
                    }
                }
            }
        }
        return branches;
    }

    // ---- the page -----------------------------------------------------------------------------------------------------

    private String page(List<String> subjects, List<String> real) throws IOException {
        List<Row> all = rows.read();
        StringBuilder page = new StringBuilder("""
                # Symbolic execution in the search

                Written by `make symbolic-results` (`dev.oraculum.evaluation.SymbolicResults`) from `symbolic.jsonl`, a row a run. A search
                ends after the batch in which it has run %d tests, or when it has covered all; there are %d seeds. *search* is without
                symbolic execution (`generate.symbolic=false`). *knn*, *fifo* and *random* are with it, by the order in which alternatives
                are tried (`generate.pathPolicy`). *knn and Z3* solves with Z3 what the own solver leaves open. Mean numbers of branches
                covered; A12, the chance that a search with *knn* covers more than one without (ties half; Vargha and Delaney).

                ## Classes with conditions that a search misses

                The classes are fixtures of ours (`java-bindings/e2e/src/test/subjects/conditions`), each with conditions of a kind that a
                search finds no way to. They show what symbolic execution does for such code, not how often there is such code.

                """.formatted(TESTS, SEEDS));
        page.append("| class | branches | ").append(String.join(" | ", RUNS.keySet())).append(" | A12 |\n| --- | ---: |")
                .append(" ---: |".repeat(RUNS.size() + 1)).append('\n');
        for (String subject : subjects) {
            Map<String, List<Row>> byRun = byRun(all, subject);
            if (byRun.values().stream().allMatch(rows -> rows.size() == SEEDS)) {
                page.append("| ").append(subject).append(" | ").append(byRun.get("search").get(0).goals()).append(" |");
                byRun.values().forEach(rows -> page.append(String.format(Locale.ROOT, " %.1f |", mean(rows, Row::branches))));
                double a12 = RankSum.a12(branches(byRun.get("knn")), branches(byRun.get("search")));
                page.append(String.format(Locale.ROOT, " %.2f |%n", a12));
            }
        }
        page.append("\n## Solved tests, branches that they were first to cover, seconds\n\n| class | ")
                .append(String.join(" | ", RUNS.keySet())).append(" |\n| --- |").append(" ---: |".repeat(RUNS.size())).append('\n');
        for (String subject : subjects) {
            Map<String, List<Row>> byRun = byRun(all, subject);
            if (byRun.values().stream().allMatch(rows -> rows.size() == SEEDS)) {
                page.append("| ").append(subject).append(" |");
                byRun.values().forEach(rows -> page.append(String.format(
                        Locale.ROOT, " %.0f / %.1f / %.1f |", mean(rows, Row::solved), mean(rows, Row::first), mean(rows, Row::seconds))));
                page.append('\n');
            }
        }
        page.append("""

                ## Classes of libraries

                Public top-level classes of Commons CLI 1.2 and of `org.apache.commons.lang3.math`, all that have %d branches or more. They
                were chosen by this rule before any was run, but after the figures of the fixtures had been seen: fixtures made for
                symbolic execution cannot decide what is on by default.

                | class | branches | search | knn | A12 | solved | first | seconds, search | seconds, knn |
                | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
                """.formatted(LEAST_BRANCHES));
        for (String subject : real) {
            Map<String, List<Row>> byRun = byRun(all, subject);
            List<Row> search = byRun.get("search");
            List<Row> knn = byRun.get("knn");
            if (search.size() == SEEDS && knn.size() == SEEDS) {
                page.append(String.format(
                        Locale.ROOT, "| %s | %d | %.1f | %.1f | %.2f | %.0f | %.1f | %.1f | %.1f |%n", subject, search.get(0).goals(),
                        mean(search, Row::branches), mean(knn, Row::branches), RankSum.a12(branches(knn), branches(search)),
                        mean(knn, Row::solved), mean(knn, Row::first), mean(search, Row::seconds), mean(knn, Row::seconds)));
            }
        }
        List<String> worse = Stream.concat(subjects.stream(), real.stream()).filter(subject -> {
            Map<String, List<Row>> byRun = byRun(all, subject);
            return mean(byRun.get("knn"), Row::branches) < mean(byRun.get("search"), Row::branches);
        }).map(subject -> "- `" + subject + "`").toList();
        page.append("""

                *solved*: tests that were solved; *first*: branches that they were first to cover.

                ## What follows

                Symbolic execution is on by default only if it is worse on no class: this rule was set before the figures were seen. On
                average *knn* covers fewer branches than *search* on:

                %s

                Where few branches lie between them, that may be chance, with %d seeds: from its first turn on, a search with symbolic
                execution draws other tests.
                """.formatted(worse.isEmpty() ? "- no class" : String.join("\n", worse), SEEDS));
        page.append("\nTimes were taken on ").append(Machine.describe()).append(", with other work beside.\n");
        return page.toString();
    }

    private static Map<String, List<Row>> byRun(List<Row> rows, String subject) {
        return RUNS.keySet().stream().collect(Collectors.toMap(
                run -> run, run -> rows.stream().filter(row -> row.is(subject, run)).toList(), (a, b) -> a, LinkedHashMap::new));
    }

    private static double[] branches(List<Row> rows) {
        return rows.stream().mapToDouble(Row::branches).toArray();
    }

    private static double mean(List<Row> rows, ToDoubleFunction<Row> figure) {
        return Arrays.stream(rows.stream().mapToDouble(figure).toArray()).average().orElse(0);
    }
}
