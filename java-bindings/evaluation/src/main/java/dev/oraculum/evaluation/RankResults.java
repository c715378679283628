package dev.oraculum.evaluation;

import dev.oraculum.api.Project;
import dev.oraculum.api.rank.AssertionSite;
import dev.oraculum.api.rank.Rank;
import dev.oraculum.api.rank.RankReport;
import dev.oraculum.api.rank.Ranking;
import dev.oraculum.evaluation.generator.GeneratedSuite;
import dev.oraculum.pipeline.RankJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.tools.Diagnostic;

/**
 * Ranks generated assertions of releases with known faults, and writes docs/results/rank.md: where the first assertion comes that the
 * fixed release refutes.
 *
 * <p>Arguments: the checkout, then ids of faults; with any, only those are ranked, and the page goes to the terminal. {@code --again}
 * takes the tests that were generated the last time; {@code --prepare} ranks nothing, and writes what the runs leave to {@code build/rank}
 * for {@code cargo run --example rank_replay}.
 */
public final class RankResults {
    /** Seeds of the generator, from 1: so many suites are generated of each class. */
    static final int SEEDS = 5;
    private static final int SHOWN = 5;
    private static final List<String> JUNIT = List.of("junit-4.13.2.jar", "hamcrest-core-1.3.jar");

    private final Path checkout;
    private final Path jars;
    private final List<Path> junit;
    private final boolean again;
    private final boolean prepare;

    private RankResults(Path checkout, boolean again, boolean prepare) {
        this.checkout = checkout;
        this.again = again;
        this.prepare = prepare;
        jars = checkout.resolve("java-bindings/evaluation/target/libraries");
        junit = JUNIT.stream().map(jars::resolve).toList();
    }

    /** Exit code 0 iff every suite was made and ranked. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> only = new ArrayList<>(Arrays.asList(arguments).subList(1, arguments.length));
        boolean again = only.remove("--again");
        boolean prepare = only.remove("--prepare");
        RankResults results = new RankResults(checkout, again, prepare);
        List<RealFault> faults = RealFault.read().stream().filter(fault -> only.isEmpty() || only.contains(fault.id())).toList();
        // A run that breaks off leaves what it has.
        List<RankRow> rows = results.rows(faults, done -> {
            if (!prepare && only.isEmpty()) {
                results.write(RankPage.of(done));
            }
        });
        if (!prepare && !only.isEmpty()) {
            System.out.println(RankPage.of(rows));
        }
        System.exit(rows.size() == faults.size() && rows.stream().allMatch(row -> row.seeds().size() == SEEDS) ? 0 : 1);
    }

    private void write(String page) {
        try {
            Files.writeString(checkout.resolve("docs/results/rank.md"), page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The faults in their order; several at a time, for most of it is waiting for JVMs that use one processor. */
    private List<RankRow> rows(List<RealFault> faults, Consumer<List<RankRow>> shown) throws InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(Math.max(1, Runtime.getRuntime().availableProcessors()));
        try {
            List<List<Future<RankRow.Seeded>>> started = faults.stream().map(fault -> Stream.iterate(1L, seed -> seed + 1).limit(SEEDS)
                    .map(seed -> workers.submit(() -> seeded(fault, seed))).toList()).toList();
            List<RankRow> rows = new ArrayList<>();
            for (int i = 0; i < faults.size(); i++) {
                List<RankRow.Seeded> seeds = new ArrayList<>();
                for (Future<RankRow.Seeded> future : started.get(i)) {
                    try {
                        seeds.add(future.get());
                    } catch (ExecutionException e) {
                        System.err.println(faults.get(i).id() + ": " + e.getCause());
                    }
                }
                RankRow.Manual manual = seeds.stream().map(RankRow.Seeded::manual).filter(m -> m != null).findFirst().orElse(null);
                rows.add(new RankRow(faults.get(i), manual, seeds));
                System.err.println(rows.get(i).line());
                shown.accept(rows);
            }
            return rows;
        } finally {
            workers.shutdown();
        }
    }

    private RankRow.Seeded seeded(RealFault fault, long seed) throws IOException, InterruptedException {
        Path buggy = jars.resolve(fault.buggy());
        Path folder = checkout.resolve("java-bindings/evaluation/target/faults").resolve(fault.id()).resolve(Long.toString(seed));
        boolean there = again && Files.exists(folder.resolve("judging-classes"));
        if (!there) {
            Folders.delete(folder);
        }
        GeneratedSuite suite = there ? GeneratedSuite.read(folder) : GeneratedSuite.generate(fault.subject(), buggy, junit, seed, folder);
        Set<GeneratedSuite.Place> wrong = suite.judge(jars.resolve(fault.fixed()), junit).wrongOfLegalTests();
        int tests = suite.sources().stream().mapToInt(s -> s.tests().size()).sum();
        RankRow.Seeded none = new RankRow.Seeded(seed, tests, suite.assertions().size(), wrong.size(), null, Map.of(), null, List.of());
        if (wrong.isEmpty()) {
            return none;
        }
        List<Path> ours = Files.exists(fault.recreatedTests(checkout)) ? List.of(compileRecreated(fault, folder)) : List.of();
        Rank recreated = ours.isEmpty() ? null : project(fault, suite, ours, List.of());
        Rank main = recreated;
        if (fault.published() != null) {
            List<Path> manual = new ArrayList<>(fault.published().paths(jars, folder.resolve("published")));
            List<String> classes = new ArrayList<>(fault.published().classes());
            if (fault.published().library() != null && recreated != null) {
                // Tests of a later release fail where the fault is; what a developer had there before was of our kind.
                manual.addAll(ours);
                classes.add(fault.subject() + "Test");
            }
            main = project(fault, suite, manual, classes);
        }
        if (prepare) {
            Path name = Path.of(fault.id() + "-" + seed);
            RankJob.record(main, checkout.resolve("build/rank").resolve(name), site -> wrong.contains(place(site)));
            return none;
        }
        List<RankReport> reports = RankJob.rank(main, Arrays.stream(RankVariant.values()).map(RankVariant::settings).toList());
        Map<RankVariant, FirstWrong> firsts = new EnumMap<>(RankVariant.class);
        for (RankVariant variant : RankVariant.values()) {
            firsts.put(variant, firstWrong(reports.get(variant.ordinal()), wrong));
        }
        FirstWrong alone = recreated == null || recreated == main ? null
                : firstWrong(RankJob.rank(recreated, List.of(recreated.settings())).get(0), wrong);
        RankReport.Suite manual = reports.get(0).manual();
        return new RankRow.Seeded(seed, tests, suite.assertions().size(), wrong.size(),
                new RankRow.Manual(manual.reaching(), manual.tests() - manual.reaching()), firsts, alone,
                describe(reports.get(0), wrong));
    }

    private Rank project(RealFault fault, GeneratedSuite suite, List<Path> manual, List<String> manualClasses) {
        Project project = Project.of(Stream.concat(Stream.of(jars.resolve(fault.buggy())), junit.stream()).toList(), manual)
                .withTestClasses(manualClasses)
                .withSources(List.of(suite.folder().resolve("sources")));
        return Rank.of(project, fault.subject(), List.of(suite.classes())).withSettings(RankVariant.RANK.settings());
    }

    private Path compileRecreated(RealFault fault, Path folder) throws IOException {
        Path classes = folder.resolve("manual-classes");
        List<Path> classpath = Stream.concat(Stream.of(jars.resolve(fault.buggy())), junit.stream()).toList();
        List<?> errors = GeneratedSuite.compile(List.of(fault.recreatedTests(checkout)), classes, classpath);
        if (!errors.isEmpty()) {
            throw new IOException(fault.recreatedTests(checkout) + " does not compile: " + ((Diagnostic<?>) errors.get(0))
                    .getMessage(null));
        }
        return classes;
    }

    private static FirstWrong firstWrong(RankReport report, Set<GeneratedSuite.Place> wrong) {
        return FirstWrong.of(report.ranking().scores(), report.sites().stream().map(site -> wrong.contains(place(site))).toList());
    }

    private static GeneratedSuite.Place place(AssertionSite site) {
        return new GeneratedSuite.Place(site.className().replace('/', '.'), site.line());
    }

    /** The first assertions of the ranking, with the constraints that speak against each. */
    private static List<String> describe(RankReport report, Set<GeneratedSuite.Place> wrong) {
        List<String> lines = new ArrayList<>();
        for (Ranking.Assertion a : report.ranking().assertions().subList(0, Math.min(SHOWN, report.ranking().assertions().size()))) {
            AssertionSite site = report.sites().get(a.site());
            String constraints = String.join("; ", a.reasons().stream().limit(2)
                    .map(r -> report.ranking().constraints().get(r.constraint()).daikon()).toList());
            lines.add(String.format(Locale.ROOT, "| %.1f | %.3f | %s | `%s` | `%s` |", a.position(), a.score(), wrong.contains(place(site))
                    ? "wrong" : "",
                    site.text() == null ? site.kind() : site.text(), constraints));
        }
        return lines;
    }
}
