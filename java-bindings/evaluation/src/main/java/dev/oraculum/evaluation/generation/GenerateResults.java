package dev.oraculum.evaluation.generation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.evaluation.Folders;
import dev.oraculum.evaluation.RowFile;
import dev.oraculum.evaluation.generation.Suite.Share;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Generates tests of the classes that {@link SubjectRule} draws, and has them judged; writes a row for each run to
 * docs/results/generate.jsonl and the page docs/results/generate.md from all rows. What has a row is not run again.
 *
 * <p>Arguments: the checkout; {@code first} to {@code thirteenth}, {@code texts}, {@code further-texts} or {@code more-texts}, the set;
 * {@code hybrid}, {@code search}, {@code without-templates}, {@code random}, {@code mosa}, or several with {@code +} between them, which
 * each class has one after the other, as a machine is not always as fast; or {@code draw} or {@code page}; seconds; seed; the state of the
 * code, by a name; {@code pit} for mutants, too. {@code draw} only prints the subjects, {@code page} only writes the page. Or the checkout,
 * the set, {@code flaky}, the state and the homes of JDKs: {@link Flakiness}.
 */
public final class GenerateResults {
    private static final int EXTRA_SECONDS = 300;

    private final Path checkout;
    private final Path work;
    private final RowFile<Row> rows;
    private final RowFile<Flakiness.Reruns> reruns;

    /**
     * One run.
     *
     * @param state of the code: a commit
     * @param variant {@code search} for the defaults, or what is changed of them
     * @param exit code of the process; -1: it was ended, for it took five minutes more than its budget
     * @param seconds wall time of the whole process
     * @param executed tests that the search ran
     * @param claimed branches covered, as the report says
     * @param mutants null: not measured
     * @param end where there is no test, what was said of it: types that are missing, or the last line
     * @param searchSeconds how long the search took of it; 0: not recorded
     */
    record Row(
            String state, String set, String library, String className, String variant, int budget, long seed, int exit,
            double seconds, long executed,
            int tests, int failures, boolean compiles, Share claimed, Share branches, Share lines, Share mutants, String end,
            double searchSeconds) {
        boolean sameRun(Row other) {
            return state.equals(other.state) && set.equals(other.set) && className.equals(other.className)
                    && variant.equals(other.variant) && budget == other.budget && seed == other.seed;
        }
    }

    private GenerateResults(Path checkout) {
        this.checkout = checkout;
        work = checkout.resolve("java-bindings/evaluation/target/generation");
        rows = new RowFile<>(checkout.resolve("docs/results/generate.jsonl"), Row.class);
        reruns = new RowFile<>(checkout.resolve("docs/results/generate-flakiness.jsonl"), Flakiness.Reruns.class);
    }

    /** Exit code 0 iff there is a row for every subject. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        GenerateResults results = new GenerateResults(Path.of(arguments[0]).toAbsolutePath().normalize());
        List<SubjectRule.GenerateSubject> subjects = SubjectRule.draw(
                SubjectRule.SubjectSet.named(arguments[1]), results.work.resolve("libraries"));
        if (arguments[2].equals("draw")) {
            subjects.forEach(s -> System.out.println(s.library().artifact() + " " + s.library().version() + " " + s.className()));
            return;
        }
        if (arguments[2].equals("page")) {
            results.writePage();
            return;
        }
        if (arguments[2].equals("flaky")) {
            List<Path> jdks = Arrays.stream(arguments).skip(4).map(Path::of).toList();
            Flakiness.measure(results.work, results.reruns, subjects, results.rows.read(), arguments[3], jdks);
            results.writePage();
            return;
        }
        boolean mutants = Arrays.asList(arguments).contains("pit");
        for (SubjectRule.GenerateSubject subject : subjects) {
            for (String variant : arguments[2].split("\\+")) {
                results.measure(
                        arguments[5], arguments[1], subject, variant, Integer.parseInt(arguments[3]), Long.parseLong(arguments[4]),
                        mutants);
            }
        }
        results.writePage();
    }

    private void writePage() throws IOException {
        Files.writeString(checkout.resolve("docs/results/generate.md"), GeneratePage.of(rows.read(), reruns.read()));
    }

    private void measure(
            String state, String set, SubjectRule.GenerateSubject subject, String variant, int budget, long seed, boolean mutants)
            throws IOException, InterruptedException {
        Row wanted = new Row(
                state, set, subject.library().artifact(), subject.className(), variant, budget, seed, 0, 0, 0, 0, 0, true, null,
                null, null, null, null, 0);
        if (rows.read().stream().anyMatch(wanted::sameRun)) {
            return;
        }
        Path folder = folder(work, subject.className(), variant, budget, seed, state);
        Folders.delete(folder);
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(List.of(
                checkout.resolve("oraculum").toString(), "generate", "--classpath",
                subject.jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "--class", subject.className(), "--out", folder.resolve("tests").toString(), "--seed", Long.toString(seed),
                "--budget", Integer.toString(budget), "--json", folder.resolve("report.json").toString()));
        command.addAll(options(variant));
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("generate.log").toFile())
                .start();
        boolean ended = process.waitFor(budget + EXTRA_SECONDS, TimeUnit.SECONDS);
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        Suite suite = new Suite(folder, subject, Suite.Tools.in(work.resolve("tools")));
        Suite.Verdict verdict = suite.judge();
        Share killed = mutants ? suite.mutants() : null;
        JsonNode report = Suite.report(folder.resolve("report.json"));
        JsonNode branch = report == null ? null : report.path("coverage").path("branch");
        Share claimed = branch == null ? null : new Share(branch.path("covered").asInt(), branch.path("goals").asInt());
        List<String> output = Files.readAllLines(folder.resolve("generate.log"));
        String end = verdict.tests() > 0 ? "" : why(output);
        Row row = new Row(state, set, wanted.library(), wanted.className(), variant, budget, seed, ended ? process.exitValue() : -1,
                Math.round(seconds * 10) / 10.0, report == null ? 0 : report.path("executed").asLong(), verdict.tests(),
                verdict.failures(), verdict.compiles(), claimed, verdict.branches(), verdict.lines(), killed, end,
                report == null ? 0 : report.path("elapsed").path("search").asDouble());
        rows.add(List.of(row));
        System.err.println(GeneratePage.line(row));
    }

    /** Why there is no test, as far as the output says it. */
    private static String why(List<String> output) {
        String absent = output.stream().filter(line -> line.startsWith("absent")).collect(Collectors.joining("; "));
        return !absent.isEmpty() || output.isEmpty() ? absent : output.get(output.size() - 1);
    }

    /** What a run leaves. */
    static Path folder(Path work, String className, String variant, int budget, long seed, String state) {
        return work.resolve("runs").resolve(
                String.join("-", className, variant, Integer.toString(budget), Long.toString(seed), state));
    }

    /** What a variant changes of the defaults. */
    private static List<String> options(String variant) {
        return switch (variant) {
            case "hybrid" -> List.of();
            case "search" -> List.of("--engine", "search");
            case "without-templates" -> List.of("--engine", "search", "--set", "generate.templates=off");
            case "random", "mosa" -> List.of("--engine", "search", "--set", "generate.algorithm=" + variant);
            default -> throw new IllegalArgumentException(variant + ": expected hybrid, search, without-templates, mosa or random");
        };
    }

    /** Rows by what they have in common: set, variant, budget, seed, state of the code. */
    static Map<String, List<Row>> byRun(List<Row> rows) {
        Map<String, List<Row>> groups = new LinkedHashMap<>();
        for (Row row : rows) {
            String key = row.set() + " set, " + row.variant() + ", " + row.budget() + " s, seed " + row.seed() + ", commit " + row.state();
            groups.computeIfAbsent(key, none -> new ArrayList<>()).add(row);
        }
        return groups;
    }
}
