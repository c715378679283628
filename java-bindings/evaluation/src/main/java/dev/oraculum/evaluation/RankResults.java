package dev.oraculum.evaluation;

import dev.oraculum.api.AssertionSite;
import dev.oraculum.api.RankProject;
import dev.oraculum.api.RankReport;
import dev.oraculum.api.RankSettings;
import dev.oraculum.api.Ranking;
import dev.oraculum.evaluation.generator.GeneratedSuite;
import dev.oraculum.pipeline.RankJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.Diagnostic;

/**
 * Ranks generated assertions of releases with known faults, and writes docs/results/rank.md: where the first assertion comes that the fixed release refutes.
 *
 * <p>Arguments: the checkout, then ids of faults; with any, only those are ranked, and the page goes to the terminal. {@code --again} takes the tests that were generated the last time;
 * {@code --prepare} ranks nothing, and writes what the runs leave to {@code build/rank} for {@code cargo run --example rank_replay}.
 */
public final class RankResults {
    private static final long SEED = 1;
    private static final int SHOWN = 8;
    private static final List<String> JUNIT = List.of("junit-4.13.2.jar", "hamcrest-core-1.3.jar");

    /** The technique, and what it is without each of its parts. */
    enum Variant {
        RANK("rank"),
        PAPER("the paper's scores"),
        RELIABILITY("with reliability"),
        TURNS("with turns"),
        BOTH("with reliability and turns"),
        NO_FILTER("without the profile filter"),
        NO_UNIQUENESS("without uniqueness scores"),
        NO_FLOW("without data flow"),
        PAPER_AFTER_FILTER("the paper's, uniqueness counted after the filter"),
        PAPER_NO_FILTER("the paper's, without the profile filter"),
        PAPER_NO_UNIQUENESS("the paper's, without uniqueness scores"),
        PAPER_NO_FLOW("the paper's, without data flow"),
        ANOMALIES("anomalies alone");

        final String label;

        Variant(String label) {
            this.label = label;
        }

        RankSettings settings() {
            RankSettings settings = RankSettings.defaults().with("allAnomalies", true);
            RankSettings paper = RankSettings.paper().with("allAnomalies", true);
            return switch (this) {
                case RANK -> settings;
                case PAPER -> paper;
                case RELIABILITY -> settings.with("reliability", true);
                case TURNS -> settings.with("turns", true);
                case BOTH -> settings.with("reliability", true).with("turns", true);
                case PAPER_AFTER_FILTER -> paper.with("uniquenessCount", "afterFilter");
                case PAPER_NO_FILTER -> paper.with("profileFilter", false);
                case PAPER_NO_UNIQUENESS -> paper.with("uniqueness", false);
                case PAPER_NO_FLOW -> paper.with("dataFlow", false);
                case NO_FILTER -> settings.with("profileFilter", false);
                case NO_UNIQUENESS -> settings.with("uniqueness", false);
                case NO_FLOW -> settings.with("dataFlow", false);
                case ANOMALIES -> paper.with("profileFilter", false).with("uniqueness", false).with("dataFlow", false);
            };
        }
    }

    /**
     * What came out for a fault.
     *
     * @param assertions of the generated suite
     * @param wrong of these
     * @param firsts by variant; empty if the suite has no wrong assertion
     * @param reports the most suspicious assertions, one a line
     */
    record Row(RealFault fault, int tests, int assertions, int wrong, int manualTests, Map<Variant, FirstWrong> firsts, double seconds, List<String> reports) {}

    private RankResults() {}

    /** Exit code 0 iff every suite was made and ranked. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> only = new ArrayList<>(Arrays.asList(arguments).subList(1, arguments.length));
        boolean again = only.remove("--again");
        boolean prepare = only.remove("--prepare");
        List<Row> rows = new ArrayList<>();
        boolean failed = false;
        for (RealFault fault : RealFault.read()) {
            if (only.isEmpty() || only.contains(fault.id())) {
                try {
                    Ranked ranked = prepared(checkout, fault, again);
                    if (prepare) {
                        ranked.record(checkout.resolve("build/rank").resolve(fault.id()));
                        continue;
                    }
                    rows.add(ranked.row());
                    System.err.println(RankPage.line(rows.get(rows.size() - 1)));
                    if (only.isEmpty()) {
                        Files.writeString(checkout.resolve("docs/results/rank.md"), RankPage.of(rows));
                    }
                } catch (IOException | RuntimeException e) {
                    System.err.println(fault.id() + ": " + e);
                    failed = true;
                }
            }
        }
        if (prepare) {
            System.exit(failed ? 1 : 0);
        }
        String page = RankPage.of(rows);
        if (only.isEmpty()) {
            page += RankPage.overhead(RankOverhead.measure(checkout.resolve("java-bindings/evaluation/target/libraries")));
            Files.writeString(checkout.resolve("docs/results/rank.md"), page);
        } else {
            System.out.println(page);
        }
        System.exit(failed ? 1 : 0);
    }

    /**
     * A fault with the suites to rank by.
     *
     * @param project null: no generated assertion is wrong, so there is nothing to rank
     */
    private record Ranked(RealFault fault, GeneratedSuite suite, Set<GeneratedSuite.Place> wrong, int manualTests, RankProject project) {
        void record(Path folder) {
            if (project != null) {
                RankJob.record(project, folder, site -> wrong.contains(place(site)));
            }
        }

        Row row() {
            int tests = suite.sources().stream().mapToInt(s -> s.tests().size()).sum();
            int assertions = suite.assertions().size();
            if (project == null) {
                return new Row(fault, tests, assertions, 0, 0, Map.of(), 0, List.of());
            }
            long start = System.nanoTime();
            List<RankReport> reports = RankJob.rank(project, Arrays.stream(Variant.values()).map(Variant::settings).toList());
            double seconds = (System.nanoTime() - start) / 1e9;
            Map<Variant, FirstWrong> firsts = new EnumMap<>(Variant.class);
            for (Variant variant : Variant.values()) {
                firsts.put(variant, firstWrong(reports.get(variant.ordinal()), wrong));
            }
            return new Row(fault, tests, assertions, wrong.size(), manualTests, firsts, seconds, describe(reports.get(0), wrong));
        }
    }

    private static Ranked prepared(Path checkout, RealFault fault, boolean again) throws IOException, InterruptedException {
        Path jars = checkout.resolve("java-bindings/evaluation/target/libraries");
        List<Path> junit = JUNIT.stream().map(jars::resolve).toList();
        Path buggy = jars.resolve(fault.buggy());
        Path folder = checkout.resolve("java-bindings/evaluation/target/faults").resolve(fault.id());
        if (!again || !Files.exists(folder.resolve("sources"))) {
            deleteAll(folder);
            System.err.println(fault.id() + ": generating tests of " + fault.subject() + " on " + fault.buggy());
        }
        GeneratedSuite suite = again && Files.exists(folder.resolve("sources")) ? GeneratedSuite.read(folder) : GeneratedSuite.generate(fault.subject(), buggy, junit, SEED, folder);
        Set<GeneratedSuite.Place> wrong = suite.judge(jars.resolve(fault.fixed()), junit).wrongOfLegalTests();
        if (wrong.isEmpty()) {
            return new Ranked(fault, suite, wrong, 0, null);
        }
        int manualTests = (int) Files.readAllLines(fault.manualTests(checkout)).stream().filter(line -> line.strip().equals("@Test")).count();
        Path manual = compileManualTests(checkout, fault, folder, Stream.concat(Stream.of(buggy), junit.stream()).toList());
        return new Ranked(fault, suite, wrong, manualTests, project(fault, buggy, junit, manual, suite));
    }

    private static RankProject project(RealFault fault, Path buggy, List<Path> junit, Path manual, GeneratedSuite suite) {
        return RankProject.of(Stream.concat(Stream.of(buggy), junit.stream()).toList(), List.of(manual), List.of(suite.classes()), fault.subject())
                .withSettings(Variant.RANK.settings())
                .withSources(List.of(suite.folder().resolve("sources")));
    }

    private static Path compileManualTests(Path checkout, RealFault fault, Path folder, List<Path> classpath) throws IOException {
        Path classes = folder.resolve("manual-classes");
        List<?> errors = GeneratedSuite.compile(List.of(fault.manualTests(checkout)), classes, classpath);
        if (!errors.isEmpty()) {
            throw new IOException(fault.manualTests(checkout) + " does not compile: " + ((Diagnostic<?>) errors.get(0)).getMessage(null));
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
            String constraints = String.join("; ", a.reasons().stream().limit(2).map(r -> report.ranking().constraints().get(r.constraint()).daikon()).toList());
            lines.add(String.format(Locale.ROOT, "| %.1f | %.3f | %s | `%s` | `%s` |", a.position(), a.score(), wrong.contains(place(site)) ? "wrong" : "",
                    site.text() == null ? site.kind() : site.text(), constraints));
        }
        return lines;
    }

    private static void deleteAll(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
