package dev.oraculum.evaluation;

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
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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
    /** Without templates first; {@code default} is {@code paper} after the first 500 tests, as users have it. */
    private static final List<String> USES = List.of("off", "paper", "fresh", "initial", "default");
    /** Numbers of tests after which is counted what is covered. */
    private static final List<Integer> STEPS = List.of(100, 200, 300, 400, 500, 1000, 2000, 3000, 4000, 5000);
    private final Path checkout;
    private final Path classes;
    private final RowFile<Row> rows;

    /**
     * One search.
     *
     * @param templates value of {@code generate.templates}, with templates from the second generation on; or {@code default}
     * @param branches covered
     * @param goals branches that the class has
     * @param from tests that began as a template
     * @param seconds of the search
     * @param after branches covered in the generation in which so many tests were reached, step by step
     */
    record Row(
            String subject, String algorithm, String templates, long seed, int branches, int goals, long from, double seconds,
            List<Integer> after) {
        boolean is(String subject, String algorithm, String templates) {
            return this.subject.equals(subject) && this.algorithm.equals(algorithm) && this.templates.equals(templates);
        }
    }

    private EvoObjResults(Path checkout) {
        this.checkout = checkout;
        classes = checkout.resolve("java-bindings/evaluation/target/evoobj/classes");
        rows = new RowFile<>(checkout.resolve("docs/results/evoobj.jsonl"), Row.class);
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
        Path folder = results.checkout.resolve("docs/results");
        Files.writeString(folder.resolve("evoobj.md"), page(results.rows.read(), subjects));
        for (String algorithm : ALGORITHMS) {
            Files.writeString(folder.resolve("evoobj-" + algorithm + ".svg"), plot(algorithm, results.rows.read(), subjects));
        }
    }

    /** Binary names of the subjects: classes that stand alone, and the one that looks at classes in files of their own. */
    private List<String> compile() throws IOException {
        Path sources = checkout.resolve("java-bindings/e2e/src/test/subjects/objects/main");
        Fixtures.compile(sources, classes);
        TreeSet<String> subjects = new TreeSet<>(Fixtures.names(sources.resolve("objects"), "objects"));
        subjects.add("campus.University");
        return List.copyOf(subjects);
    }

    private void measure(String subject) throws IOException {
        String target = subject.replace('.', '/');
        List<Row> known = rows.read();
        try (ClassPath classPath = ClassPath.open(List.of(classes))) {
            TypeFacts facts = TypeFacts.collect(classPath, target);
            if (branches(facts, Set.of()) == 0) {
                return;
            }
            byte[] plan = CoveragePlan.of(TypeFacts.classFiles(classPath, target)).toBytes();
            ExecutionSettings settings = ExecutionSettings.of(Installation.find(null), Jvm.running(), List.of(classes), List.of(), plan);
            boolean alone = hasState(subject);
            try (WorkerPool shared = WorkerPool.open(settings)) {
                for (String algorithm : ALGORITHMS) {
                    for (String templates : USES) {
                        for (long seed = 1; seed <= SEEDS; seed++) {
                            long wanted = seed;
                            if (known.stream().anyMatch(row -> row.is(subject, algorithm, templates) && row.seed() == wanted)) {
                                continue;
                            }
                            if (!alone) {
                                write(search(classPath, facts, shared, subject, algorithm, templates, seed));
                                continue;
                            }
                            try (WorkerPool own = WorkerPool.open(settings)) {
                                write(search(classPath, facts, own, subject, algorithm, templates, seed));
                            }
                        }
                    }
                }
            }
        }
    }

    /** Whether a search leaves something in a worker that helps the next: the class has a static field that changes. */
    private boolean hasState(String subject) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            return Arrays.stream(loader.loadClass(subject).getDeclaredFields())
                    .anyMatch(field -> Modifier.isStatic(field.getModifiers()) && !Modifier.isFinal(field.getModifiers()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private void write(Row row) throws IOException {
        rows.add(List.of(row));
        System.err.println(row);
    }

    private static Row search(
            ClassPath classPath, TypeFacts facts, WorkerPool pool, String subject, String algorithm, String templates, long seed) {
        // Templates alone are measured.
        GenerateSettings settings = GenerateSettings.defaults().with("generate.algorithm", algorithm).with("generate.engine", "search");
        if (!templates.equals("default")) {
            settings = settings.with("generate.templates", templates).with("generate.templatesAfter", 0);
        }
        List<Integer> after = new ArrayList<>();
        long start = System.nanoTime();
        try (Engine engine = Engine.open(EngineOptions.inMemory());
                GenerationRun run = GenerationRun.open(
                        engine, facts, null, settings, seed, TemplateProgram.of(classPath, facts, engine::addClass))) {
            long[] counting = {0};
            run.search(pool, progress -> {
                long begin = System.nanoTime();
                while (after.size() < STEPS.size() && progress.tests() >= STEPS.get(after.size())) {
                    after.add(branches(facts, new TreeSet<>(run.tests().missed())));
                }
                counting[0] += System.nanoTime() - begin;
                return progress.covered() < progress.goals() && progress.tests() < TESTS;
            });
            double seconds = Math.round((System.nanoTime() - start - counting[0]) / 1e7) / 100.0;
            KeptTests tests = run.tests();
            int covered = branches(facts, new TreeSet<>(tests.missed()));
            while (after.size() < STEPS.size()) {
                // It was over before.
                after.add(covered);
            }
            int goals = branches(facts, Set.of());
            return new Row(subject, algorithm, templates, seed, covered, goals, tests.templates().tests(), seconds, after);
        }
    }

    /** How many branches there are but for missed goals. */
    private static int branches(TypeFacts facts, Set<Integer> missed) {
        int goal = 0;
        int branches = 0;
        for (TypeFacts.MethodGoals method : facts.goals()) {
            for (TypeFacts.Point point : method.points()) {
                for (int outcome = 0; outcome < point.goals(); outcome++, goal++) {
                    branches += point.operation() == null || missed.contains(goal) ? 0 : 1;
                }
            }
        }
        return branches;
    }

    // ---- the page -----------------------------------------------------------------------------------------------------

    private static String page(List<Row> rows, List<String> subjects) {
        StringBuilder page = new StringBuilder("""
                # Seed templates in the search

                Written by `make evoobj-results` (`dev.oraculum.evaluation.EvoObjResults`) from `evoobj.jsonl`, a row a run. A search ends
                after the generation in which it has run %d tests, or when it has covered all; there are %d seeds. *without* has no
                templates (`generate.templates=off`). *paper*, *fresh* and *initial* are values of `generate.templates`, with templates from
                the second generation on (`generate.templatesAfter=0`), as the paper has them: after each generation, only in place of tests
                that are made anew (as its authors' code does), and in the first generation, too. *default* is *paper* after the first 500
                tests. Columns: branches of the class; mean of those covered; A12, the chance that a search with templates (*paper*) covers
                more than one without (ties half; Vargha and Delaney); p of Mann and Whitney's test, exact and two-sided; seconds of a
                search with (*paper*) and without. Times were taken on %s, with other work beside.

                The plots have the mean over classes and seeds of the branches covered after so many tests, in percent of all: some of these
                cannot be covered (`objects.Sealed`). Their steps are uneven.

                The classes are fixtures of ours that have branches, most with one difficulty of the paper's examples. They were known while
                templates were built.
                They show what templates do for such code, not how often there is such code. Searches share a worker; each of a class with
                static fields that change has one of its own.
                """.formatted(TESTS, SEEDS, Machine.describe()));
        for (String algorithm : ALGORITHMS) {
            page.append("\n## ").append(algorithm).append("\n\n![branches by tests run](evoobj-").append(algorithm).append(".svg)\n\n")
                    .append("| class | branches | without | paper | fresh | initial | default | A12 | p | s with | s without |\n")
                    .append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
            for (String subject : subjects) {
                Map<String, List<Row>> byUse = byUse(rows, subject, algorithm);
                if (byUse.values().stream().allMatch(of -> of.size() == SEEDS)) {
                    double[] one = branches(byUse.get("paper"));
                    double[] other = branches(byUse.get("off"));
                    page.append(String.format(Locale.ROOT, "| %s | %d |", subject, byUse.get("off").get(0).goals()));
                    byUse.values().forEach(of -> page.append(String.format(Locale.ROOT, " %.1f |", mean(branches(of)))));
                    page.append(String.format(
                            Locale.ROOT, " %.2f | %s | %.1f | %.1f |%n", RankSum.a12(one, other), p(RankSum.p(one, other)),
                            seconds(byUse.get("paper")), seconds(byUse.get("off"))));
                }
            }
        }
        return page.toString();
    }

    /** In the order of the uses. */
    private static Map<String, List<Row>> byUse(List<Row> rows, String subject, String algorithm) {
        Map<String, List<Row>> byUse = new LinkedHashMap<>();
        USES.forEach(use -> byUse.put(use, rows.stream().filter(row -> row.is(subject, algorithm, use)).toList()));
        return byUse;
    }

    private static String plot(String algorithm, List<Row> rows, List<String> subjects) {
        List<LinePlot.Line> lines = new ArrayList<>();
        for (String use : USES) {
            List<Row> all = rows.stream().filter(row -> subjects.stream().anyMatch(subject -> row.is(subject, algorithm, use))).toList();
            double[] percent = new double[STEPS.size()];
            for (int step = 0; step < percent.length; step++) {
                int at = step;
                percent[at] = all.stream().mapToDouble(row -> 100.0 * row.after().get(at) / row.goals()).average().orElse(0);
            }
            lines.add(new LinePlot.Line(use.equals("off") ? "without templates" : use, percent));
        }
        List<String> steps = STEPS.stream().map(String::valueOf).toList();
        return LinePlot.svg("Branches covered, " + algorithm, "tests run", steps, "branches covered", lines);
    }

    private static double[] branches(List<Row> rows) {
        return rows.stream().mapToDouble(Row::branches).toArray();
    }

    private static double seconds(List<Row> rows) {
        return mean(rows.stream().mapToDouble(Row::seconds).toArray());
    }

    private static String p(double p) {
        return p < 0.0001 ? "< 0.0001" : String.format(Locale.ROOT, "%.4f", p);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }
}
