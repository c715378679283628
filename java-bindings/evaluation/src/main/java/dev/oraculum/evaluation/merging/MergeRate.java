package dev.oraculum.evaluation.merging;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.OpenMode;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.evaluation.Folders;
import dev.oraculum.evaluation.generation.Console;
import dev.oraculum.evaluation.merging.MethodRule.MethodSubject;
import dev.oraculum.patch.SourcePatches.Insertion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * {@code improve} on methods that a rule draws ({@link MethodRule}), and what the library's own tests and generated ones say of what it
 * finds. Writes a row a class to docs/results/merge-rate.jsonl, and docs/results/merge-rate.md from all rows. Classes that have a row of
 * the same state are not run again.
 *
 * <p>Arguments: the checkout, a built one; {@code first} or {@code second}; {@code draw}, {@code run} or {@code page}; for {@code run} the
 * state of the code, by a name. Or the checkout, {@code trial}, a library as {@code group:artifact:version} that is in no set, and words of
 * which a class's name must have one: rows go to the terminal only. {@code GENERATED=n} in the environment: {@code improve} generates so
 * many tests.
 */
public final class MergeRate {
    private static final int BUDGET = 60;
    private static final int MINUTES = 15;

    private final Path checkout;
    private final Path work;
    private final Path rows;

    /**
     * A conjunct of an assertion.
     *
     * @param brokenBy {@code random}, {@code search} or both; empty: neither
     * @param test a generated test that breaks it; empty: none
     */
    record JudgedClause(String assertion, long support, long mutants, String brokenBy, String test) {}

    /**
     * A method.
     *
     * @param outcome {@code improved}, {@code nothing better}, or why there is no result
     * @param brokenByTests tests of the library that fail for its assertion
     * @param attacks tests that were generated against it
     * @param problem why it was not judged; empty: it was
     */
    record Row(
            String state, String set, String library, String className, String method, String outcome, String assertion,
            List<JudgedClause> clauses, List<String> brokenByTests, long attacks, String problem, double seconds) {
        boolean isImproved() {
            return outcome.equals("improved");
        }

        boolean isFalse() {
            return !brokenByTests.isEmpty() || clauses.stream().anyMatch(clause -> !clause.brokenBy().isEmpty());
        }
    }

    /** What improve said of a method, and where its evidence is. */
    private record Improved(MethodSubject subject, Path folder, JsonNode report, String outcome, double seconds) {
        Path evidence() {
            return folder.resolve("evidence.db");
        }

        String assertion() {
            return report == null ? "" : report.path("improved").path("assertion").asText("");
        }
    }

    private MergeRate(Path checkout) {
        this.checkout = checkout;
        work = checkout.resolve("java-bindings/evaluation/target/merging");
        rows = checkout.resolve("docs/results/merge-rate.jsonl");
    }

    /** Exit code 0 iff there is a row for every subject. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        MergeRate rate = new MergeRate(Path.of(arguments[0]).toAbsolutePath().normalize());
        Path libraries = rate.work.resolve("libraries");
        if (arguments[1].equals("trial")) {
            List<String> words = List.of(arguments).subList(3, arguments.length);
            List<MethodSubject> drawn = MethodRule.draw(ReleasedLibrary.read(arguments[2]), libraries);
            for (List<MethodSubject> ofClass : byClass(drawn).values()) {
                if (words.isEmpty() || words.stream().anyMatch(ofClass.get(0).className()::contains)) {
                    rate.measure("trial", "trial", ofClass).forEach(row -> System.out.println(MergePage.block(row)));
                }
            }
            return;
        }
        if (!arguments[2].equals("page")) {
            List<MethodSubject> drawn = MethodRule.draw(arguments[1].equals("second"), libraries);
            if (arguments[2].equals("draw")) {
                drawn.forEach(subject -> System.out.println(subject.library().artifact() + " " + subject.method()));
                return;
            }
            String state = arguments[3] + (generated() > 0 ? ", with " + generated() + " generated tests" : "");
            rate.run(state, arguments[1], drawn);
        }
        Files.writeString(rate.checkout.resolve("docs/results/merge-rate.md"), MergePage.of(rate.read()));
    }

    /** Tests that {@code improve} generates. */
    private static int generated() {
        return Integer.parseInt(System.getenv().getOrDefault("GENERATED", "0"));
    }

    private static Map<String, List<MethodSubject>> byClass(List<MethodSubject> subjects) {
        Map<String, List<MethodSubject>> classes = new LinkedHashMap<>();
        subjects.forEach(subject -> classes.computeIfAbsent(subject.className(), name -> new ArrayList<>()).add(subject));
        return classes;
    }

    private List<Row> read() throws IOException {
        List<Row> read = new ArrayList<>();
        if (Files.exists(rows)) {
            for (String line : Files.readAllLines(rows)) {
                read.add(new ObjectMapper().readValue(line, Row.class));
            }
        }
        return read;
    }

    private void run(String state, String set, List<MethodSubject> subjects) throws IOException, InterruptedException {
        List<Row> there = read();
        for (List<MethodSubject> ofClass : byClass(subjects).values()) {
            String name = ofClass.get(0).className();
            if (there.stream().noneMatch(row -> row.state().equals(state) && row.set().equals(set) && row.className().equals(name))) {
                StringBuilder lines = new StringBuilder();
                for (Row row : measure(state, set, ofClass)) {
                    lines.append(new ObjectMapper().writeValueAsString(row)).append('\n');
                    System.err.println(MergePage.line(row));
                }
                Files.createDirectories(rows.getParent());
                Files.writeString(rows, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        }
    }

    private List<Row> measure(String state, String set, List<MethodSubject> ofClass) throws IOException, InterruptedException {
        MethodSubject first = ofClass.get(0);
        Path folder = work.resolve("runs").resolve(state + "-" + first.className());
        Folders.delete(folder);
        List<Improved> all = new ArrayList<>();
        for (int at = 0; at < ofClass.size(); at++) {
            all.add(improve(ofClass.get(at), Files.createDirectories(folder.resolve("method" + at))));
        }
        Map<String, List<String>> brokenByTests = ownTests(first, all, folder);
        List<Row> judged = new ArrayList<>();
        for (Improved improved : all) {
            judged.add(judge(state, set, improved, brokenByTests.getOrDefault(improved.subject().method(), List.of())));
        }
        return judged;
    }

    private Improved improve(MethodSubject subject, Path folder) throws IOException, InterruptedException {
        Path json = folder.resolve("improve.json");
        ReleasedLibrary.Release files = subject.files();
        List<String> command = new ArrayList<>(List.of(
                checkout.resolve("oraculum").toString(), "improve", "--classpath", files.jar().toString(), "--tests",
                Patched.path(Stream.concat(Stream.of(files.tests()), files.needs().stream())), "--method", subject.method(),
                "--exclude-failing-tests", "--budget", BUDGET + "s", "--evidence", folder.resolve("evidence.db").toString(), "--json",
                json.toString()));
        if (generated() > 0) {
            command.addAll(List.of("--generated-tests", Integer.toString(generated())));
        }
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("improve.log").toFile()).start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        double seconds = Math.round((System.nanoTime() - start) / 1e8) / 10.0;
        JsonNode report = Files.exists(json) ? new ObjectMapper().readTree(json.toFile()) : null;
        String outcome;
        if (!ended) {
            outcome = "not ended after " + MINUTES + " minutes";
        } else if (report == null) {
            List<String> lines = Files.readAllLines(folder.resolve("improve.log"));
            outcome = "exit " + process.exitValue() + ": " + lines.stream().filter(line -> !line.isBlank()).reduce((a, b) -> b).orElse("");
        } else {
            outcome = report.path("improved").isObject() ? "improved" : "nothing better";
        }
        return new Improved(subject, folder, report, outcome, seconds);
    }

    /** By method the tests of the library that fail with all assertions of the class in it, and the assertion of this method the cause. */
    private Map<String, List<String>> ownTests(MethodSubject of, List<Improved> all, Path folder)
            throws IOException, InterruptedException {
        List<Insertion> insertions = new ArrayList<>();
        for (Improved improved : all) {
            if (!improved.assertion().isEmpty()) {
                try (Engine engine = Engine.open(EngineOptions.file(improved.evidence(), OpenMode.EXISTING))) {
                    insertions.add(new Insertion(improved.subject().method(), engine.evaluate(improved.assertion()).text()));
                }
            }
        }
        Map<String, List<String>> broken = new LinkedHashMap<>();
        if (insertions.isEmpty()) {
            return broken;
        }
        LibrarySuite suite = new LibrarySuite(of.files(), Console.jar(work.resolve("tools")));
        Path before = work.resolve("baselines").resolve(of.library().artifact() + "-" + of.library().version());
        if (!Files.exists(before.resolve("reports"))) {
            suite.run(null, Files.createDirectories(before));
        }
        Patched patched = Patched.of(of.files(), of.className(), insertions, Files.createDirectories(folder.resolve("all")));
        if (patched.classes() == null) {
            return broken;
        }
        LibrarySuite.Outcome after = suite.run(patched.classes(), Files.createDirectories(folder.resolve("suite")));
        after.not(LibrarySuite.read(before.resolve("reports"))).forEach((test, trace) -> {
            for (Improved improved : all) {
                String method = improved.subject().method();
                String name = method.substring(method.indexOf('#') + 1, method.indexOf('('));
                if (trace.contains("AssertionError") && trace.contains("at " + of.className() + "." + name + "(")) {
                    broken.computeIfAbsent(method, key -> new ArrayList<>()).add(test);
                    break;
                }
            }
        });
        return broken;
    }

    private Row judge(String state, String set, Improved improved, List<String> brokenByTests) throws IOException, InterruptedException {
        MethodSubject subject = improved.subject();
        List<JudgedClause> clauses = new ArrayList<>();
        String problem = "";
        long attacks = 0;
        if (!improved.assertion().isEmpty()) {
            JsonNode found = improved.report().path("clauses");
            List<AssertionText> texts = new ArrayList<>();
            try (Engine engine = Engine.open(EngineOptions.file(improved.evidence(), OpenMode.EXISTING))) {
                found.forEach(clause -> texts.add(engine.evaluate(clause.path("assertion").asText()).text()));
            }
            Path folder = Files.createDirectories(improved.folder().resolve("check"));
            Patched patched = Patched.withCheck(subject.files(), subject.className(), subject.method(), texts, folder);
            problem = patched.problem();
            Map<Attack.Algorithm, Attack.Outcome> outcomes = new EnumMap<>(Attack.Algorithm.class);
            for (Attack.Algorithm algorithm : patched.classes() == null ? new Attack.Algorithm[0] : Attack.Algorithm.values()) {
                Attack.Outcome outcome = attack().run(subject, patched.classes(), algorithm, folder.resolve("attack"));
                if (outcome.tests() == 0) {
                    problem = "no attack by " + algorithm.name().toLowerCase(Locale.ROOT);
                }
                attacks += outcome.tests();
                outcomes.put(algorithm, outcome);
            }
            for (int number = 0; number < found.size(); number++) {
                clauses.add(judged(found.get(number), number, outcomes));
            }
        }
        return new Row(
                state, set, subject.library().artifact(), subject.className(), subject.method(), improved.outcome(), improved.assertion(),
                clauses, brokenByTests, attacks, problem, improved.seconds());
    }

    private Attack attack() throws IOException, InterruptedException {
        return new Attack(checkout, Console.jar(work.resolve("tools")));
    }

    private static JudgedClause judged(JsonNode clause, int number, Map<Attack.Algorithm, Attack.Outcome> outcomes) {
        List<String> by = new ArrayList<>();
        String test = "";
        for (Map.Entry<Attack.Algorithm, Attack.Outcome> entry : outcomes.entrySet()) {
            String breaking = entry.getValue().broken().get(number);
            if (breaking != null) {
                by.add(entry.getKey().name().toLowerCase(Locale.ROOT));
                test = test.isEmpty() ? breaking : test;
            }
        }
        return new JudgedClause(clause.path("assertion").asText(), clause.path("support").asLong(), clause.path("mutants").asLong(),
                String.join(", ", by), test);
    }
}
