package dev.oraculum.evaluation;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.settings.GenerateSettings;
import dev.oraculum.execution.ExecutionSettings;
import dev.oraculum.execution.Installation;
import dev.oraculum.execution.Jvm;
import dev.oraculum.execution.WorkerPool;
import dev.oraculum.facts.ClassPath;
import dev.oraculum.generation.GenerationRun;
import dev.oraculum.generation.KeptTests;
import dev.oraculum.generation.TemplateProgram;
import dev.oraculum.generation.TypeFacts;
import dev.oraculum.kinds.coverage.CoveragePlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Searches for tests with seed templates and without, on classes whose branches look at objects several steps away: so many branches are
 * covered after so many tests. Writes a row for each run to docs/results/evoobj.jsonl and the page docs/results/evoobj.md from all rows.
 * What has a row is not run again.
 *
 * <p>Arguments: the checkout; words: only subjects whose names have one.
 */
public final class EvoObjResults {
    private static final int TESTS = 5000;
    private static final int SEEDS = 10;
    private static final List<String> ALGORITHMS = List.of("dynamosa", "mosa", "monotonic", "random");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path checkout;
    private final Path classes;
    private final Path rows;

    /**
     * One search.
     *
     * @param templates value of {@code generate.templates}
     * @param branches covered
     * @param goals branches that the class has
     * @param from tests that began as a template
     * @param seconds of the search
     */
    record Row(String subject, String algorithm, String templates, long seed, int branches, int goals, long from, double seconds) {
        boolean is(String subject, String algorithm, String templates) {
            return this.subject.equals(subject) && this.algorithm.equals(algorithm) && this.templates.equals(templates);
        }
    }

    private EvoObjResults(Path checkout) {
        this.checkout = checkout;
        classes = checkout.resolve("java-bindings/evaluation/target/evoobj/classes");
        rows = checkout.resolve("docs/results/evoobj.jsonl");
    }

    public static void main(String[] arguments) throws IOException {
        EvoObjResults results = new EvoObjResults(Path.of(arguments[0]).toAbsolutePath().normalize());
        List<String> words = List.of(arguments).subList(1, arguments.length);
        List<String> subjects = results.compile();
        for (String subject : subjects) {
            if (words.isEmpty() || words.stream().anyMatch(subject::contains)) {
                results.measure(subject);
            }
        }
        Files.writeString(results.checkout.resolve("docs/results/evoobj.md"), page(results.read(), subjects));
    }

    /** Binary names of the subjects: classes that stand alone, and the one that looks at classes in files of their own. */
    private List<String> compile() throws IOException {
        Path sources = checkout.resolve("java-bindings/e2e/src/test/subjects/objects/main");
        Files.createDirectories(classes);
        List<String> arguments = new ArrayList<>(List.of("-g", "--release", "17", "-proc:none", "-d", classes.toString()));
        TreeSet<String> subjects = new TreeSet<>();
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).sorted().forEach(arguments::add);
        }
        try (Stream<Path> files = Files.list(sources.resolve("objects"))) {
            files.map(file -> file.getFileName().toString()).forEach(file -> subjects.add("objects." + file.replace(".java", "")));
        }
        subjects.add("campus.University");
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        if (ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new)) != 0) {
            throw new IllegalStateException(messages.toString(StandardCharsets.UTF_8));
        }
        return List.copyOf(subjects);
    }

    private List<Row> read() throws IOException {
        List<Row> read = new ArrayList<>();
        if (Files.exists(rows)) {
            for (String line : Files.readAllLines(rows)) {
                read.add(JSON.readValue(line, Row.class));
            }
        }
        return read;
    }

    private void measure(String subject) throws IOException {
        String target = subject.replace('.', '/');
        List<Row> known = read();
        try (ClassPath classPath = ClassPath.open(List.of(classes))) {
            TypeFacts facts = TypeFacts.collect(classPath, target);
            byte[] plan = CoveragePlan.of(TypeFacts.classFiles(classPath, target)).toBytes();
            ExecutionSettings settings = ExecutionSettings.of(Installation.find(null), Jvm.running(), List.of(classes), List.of(), plan);
            try (WorkerPool pool = WorkerPool.open(settings)) {
                for (String algorithm : ALGORITHMS) {
                    for (String templates : List.of("paper", "off")) {
                        for (long seed = 1; seed <= SEEDS; seed++) {
                            long wanted = seed;
                            if (known.stream().noneMatch(row -> row.is(subject, algorithm, templates) && row.seed() == wanted)) {
                                Row row = search(classPath, facts, pool, subject, algorithm, templates, seed);
                                write(row);
                            }
                        }
                    }
                }
            }
        }
    }

    private void write(Row row) throws IOException {
        Files.createDirectories(rows.getParent());
        Files.writeString(rows, JSON.writeValueAsString(row) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        System.err.println(row);
    }

    private static Row search(
            ClassPath classPath, TypeFacts facts, WorkerPool pool, String subject, String algorithm, String templates, long seed) {
        GenerateSettings settings = GenerateSettings.defaults().with("generate.algorithm", algorithm).with("generate.templates", templates);
        long start = System.nanoTime();
        try (Engine engine = Engine.open(EngineOptions.inMemory());
                GenerationRun run = GenerationRun.open(
                        engine, facts, null, settings, seed, () -> TemplateProgram.collect(classPath, facts, engine::addClass))) {
            run.search(pool, progress -> progress.covered() < progress.goals() && progress.tests() < TESTS);
            double seconds = Math.round((System.nanoTime() - start) / 1e7) / 100.0;
            KeptTests tests = run.tests();
            Set<Integer> missed = new TreeSet<>(tests.missed());
            int goal = 0;
            int goals = 0;
            int covered = 0;
            for (TypeFacts.MethodGoals method : facts.goals()) {
                for (TypeFacts.Point point : method.points()) {
                    for (int outcome = 0; outcome < point.goals(); outcome++, goal++) {
                        goals += point.operation() == null ? 0 : 1;
                        covered += point.operation() == null || missed.contains(goal) ? 0 : 1;
                    }
                }
            }
            return new Row(subject, algorithm, templates, seed, covered, goals, tests.templates().tests(), seconds);
        }
    }

    // ---- the page -----------------------------------------------------------------------------------------------------

    private static String page(List<Row> rows, List<String> subjects) {
        StringBuilder page = new StringBuilder("""
                # Seed templates in the search

                Written by `make evoobj-results` (`dev.oraculum.evaluation.EvoObjResults`) from `evoobj.jsonl`, a row a run. A search ends
                after the generation in which it has run %d tests, or when it has covered all; there are %d seeds. Columns: branches of the
                class; mean of those covered with seed templates (`generate.templates=paper`) and without (`off`); A12, the chance that a
                search with templates covers more (ties half; Vargha and Delaney); p of Mann and Whitney's test, exact and two-sided; seconds
                of a search with and without. Times were taken on %s, with other work beside.

                The classes are fixtures of ours, each with one difficulty of the paper's examples, and known while templates were built. They
                show what templates do for such code, not how often there is such code.
                """.formatted(TESTS, SEEDS, Machine.describe()));
        for (String algorithm : ALGORITHMS) {
            page.append("\n## ").append(algorithm).append("\n\n| class | branches | with | without | A12 | p | s with | s without |\n")
                    .append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
            for (String subject : subjects) {
                List<Row> with = rows.stream().filter(row -> row.is(subject, algorithm, "paper")).toList();
                List<Row> without = rows.stream().filter(row -> row.is(subject, algorithm, "off")).toList();
                if (with.size() == SEEDS && without.size() == SEEDS) {
                    double[] one = with.stream().mapToDouble(Row::branches).toArray();
                    double[] other = without.stream().mapToDouble(Row::branches).toArray();
                    page.append(String.format(
                            Locale.ROOT, "| %s | %d | %.1f | %.1f | %.2f | %s | %.1f | %.1f |%n", subject, with.get(0).goals(), mean(one),
                            mean(other), RankSum.a12(one, other), p(RankSum.p(one, other)),
                            mean(with.stream().mapToDouble(Row::seconds).toArray()),
                            mean(without.stream().mapToDouble(Row::seconds).toArray())));
                }
            }
        }
        return page.toString();
    }

    private static String p(double p) {
        return p < 0.0001 ? "< 0.0001" : String.format(Locale.ROOT, "%.4f", p);
    }

    private static double mean(double[] values) {
        return java.util.Arrays.stream(values).average().orElse(0);
    }
}
