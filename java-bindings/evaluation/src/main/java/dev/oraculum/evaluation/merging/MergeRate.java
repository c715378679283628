package dev.oraculum.evaluation.merging;

import dev.oraculum.api.Engine;
import dev.oraculum.api.EngineOptions;
import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.OpenMode;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.BatchReport;
import dev.oraculum.api.improve.Clause;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveAll;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.MethodResult;
import dev.oraculum.api.improve.Proving;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.evaluation.Folders;
import dev.oraculum.evaluation.RowFile;
import dev.oraculum.evaluation.generation.Console;
import dev.oraculum.evaluation.merging.MethodRule.Draw;
import dev.oraculum.evaluation.merging.MethodRule.MethodSubject;
import dev.oraculum.patch.SourcePatches.Insertion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * {@code improve} on methods that a rule draws ({@link MethodRule}), and what the library's own tests and generated ones say of what it
 * finds. Writes a row a class to docs/results/merge-rate.jsonl, and docs/results/merge-rate.md from all rows. Classes that have a row of
 * the same state are not run again.
 *
 * <p>Arguments: the checkout, a built one; {@code first}, {@code second} or {@code third}; {@code draw}, {@code run} or {@code page}; for
 * {@code run} the state of the code, by a name. Or the checkout, {@code trial}, a library as {@code group:artifact:version} that is in no
 * set, and words of which a class's name must have one: rows go to the terminal only. {@code GENERATED=n} in the environment:
 * {@code improve} generates so many tests.
 */
public final class MergeRate {
    private static final Duration BUDGET = Duration.ofSeconds(60);
    /** How long a method may take, recording included, if all of its class do. */
    private static final Duration MOST_TIME = Duration.ofMinutes(15);

    private final Path checkout;
    private final Path work;
    private final RowFile<Row> rows;

    /**
     * A conjunct of an assertion.
     *
     * @param brokenBy {@code random}, {@code search} or both; empty: neither
     * @param test a generated test that breaks it; empty: none
     */
    record JudgedClause(String assertion, long support, long mutants, double confidence, String brokenBy, String test) {}

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

    /** What improve said of a method, and where its evidence is; null: there is no report. */
    private record Improved(MethodSubject subject, MethodResult result, Path evidence) {
        /** Empty: nothing better. */
        String assertion() {
            return isImproved() ? result.report().improved().assertion() : "";
        }

        boolean isImproved() {
            return result.report() != null && result.report().improved() != null;
        }

        String outcome() {
            return isImproved() ? "improved" : result.report() != null ? "nothing better" : result.summary();
        }

        List<AssertionText> texts(List<String> assertions) {
            try (Engine engine = Engine.open(EngineOptions.file(evidence, OpenMode.EXISTING))) {
                return assertions.stream().map(assertion -> engine.evaluate(assertion).text()).toList();
            }
        }
    }

    private MergeRate(Path checkout) {
        this.checkout = checkout;
        work = checkout.resolve("java-bindings/evaluation/target/merging");
        rows = new RowFile<>(checkout.resolve("docs/results/merge-rate.jsonl"), Row.class);
    }

    /** Exit code 0 iff there is a row for every subject. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        MergeRate rate = new MergeRate(Path.of(arguments[0]).toAbsolutePath().normalize());
        Path libraries = rate.work.resolve("libraries");
        if (arguments[1].equals("trial")) {
            List<String> words = List.of(arguments).subList(3, arguments.length);
            List<MethodSubject> drawn = MethodRule.draw(ReleasedLibrary.read(arguments[2]), Draw.FIRST, libraries);
            for (List<MethodSubject> ofClass : byClass(drawn).values()) {
                if (words.isEmpty() || words.stream().anyMatch(ofClass.get(0).className()::contains)) {
                    rate.measure("trial", "trial", ofClass).forEach(row -> System.out.println(MergePage.block(row)));
                }
            }
            return;
        }
        if (!arguments[2].equals("page")) {
            List<MethodSubject> drawn = MethodRule.draw(Draw.of(arguments[1]), libraries);
            if (arguments[2].equals("draw")) {
                drawn.forEach(subject -> System.out.println(subject.library().artifact() + " " + subject.method()));
                return;
            }
            String state = arguments[3] + (generated() > 0 ? ", with " + generated() + " generated tests" : "");
            rate.run(state, arguments[1], drawn);
        }
        Files.writeString(rate.checkout.resolve("docs/results/merge-rate.md"), MergePage.of(rate.rows.read(), Reading.of(rate.checkout)));
    }

    /** Without generated tests as evidence none attack either: the project's are all there is. */
    private static StateSettings states() {
        StateSettings states = StateSettings.DEFAULT.with("generatedTests", generated());
        return generated() == 0 ? states.with("assessorTests", 0) : states;
    }

    /** Tests that {@code improve} generates as evidence. */
    private static int generated() {
        return Integer.parseInt(System.getenv().getOrDefault("GENERATED", "0"));
    }

    private static Map<String, List<MethodSubject>> byClass(List<MethodSubject> subjects) {
        Map<String, List<MethodSubject>> classes = new LinkedHashMap<>();
        subjects.forEach(subject -> classes.computeIfAbsent(subject.className(), name -> new ArrayList<>()).add(subject));
        return classes;
    }

    private void run(String state, String set, List<MethodSubject> subjects) throws IOException, InterruptedException {
        List<Row> there = rows.read();
        for (List<MethodSubject> ofClass : byClass(subjects).values()) {
            String name = ofClass.get(0).className();
            if (there.stream().noneMatch(row -> row.state().equals(state) && row.set().equals(set) && row.className().equals(name))) {
                List<Row> measured = measure(state, set, ofClass);
                measured.forEach(row -> System.err.println(MergePage.line(row)));
                rows.add(measured);
            }
        }
    }

    private List<Row> measure(String state, String set, List<MethodSubject> ofClass) throws IOException, InterruptedException {
        MethodSubject first = ofClass.get(0);
        Path folder = work.resolve("runs").resolve(state + "-" + first.className());
        Folders.delete(folder);
        List<Improved> all = improve(ofClass, Files.createDirectories(folder.resolve("evidence")));
        Map<String, List<String>> brokenByTests = ownTests(first, all, folder);
        List<Row> judged = new ArrayList<>();
        for (int at = 0; at < all.size(); at++) {
            List<String> broken = brokenByTests.getOrDefault(all.get(at).subject().method(), List.of());
            judged.add(judge(state, set, all.get(at), broken, folder.resolve("method" + at)));
        }
        return judged;
    }

    /** All methods of a class in one run, which runs the library's tests once. */
    private List<Improved> improve(List<MethodSubject> ofClass, Path folder) throws IOException {
        ReleasedLibrary.Release files = ofClass.get(0).files();
        Project project = Project.of(List.of(files.jar()), Stream.concat(Stream.of(files.tests()), files.needs().stream()).toList())
                .withExcludeFailingTests(true);
        Improve each = Improve.of(project, "").withSearch(ImproveRequest.defaults().withBudget(BUDGET))
                .withStates(states()).withEvidence(folder)
                .withProving(Proving.DEFAULT.withSources(files.sources()));
        MethodSelection methods =
                new MethodSelection(ofClass.stream().map(MethodSubject::method).toList(), List.of(), List.of(), false);
        BatchReport report = Oraculum.improveAll(
                new ImproveAll(each, methods, MOST_TIME.multipliedBy(ofClass.size())), JobListener.NONE);
        Map<String, MethodResult> results = new HashMap<>();
        report.methods().forEach(result -> results.put(result.method(), result));
        Map<String, Path> evidence = evidence(folder);
        List<Improved> all = new ArrayList<>();
        for (MethodSubject subject : ofClass) {
            MethodResult result = results.get(subject.method());
            if (result == null) {
                throw new IllegalStateException("no result for " + subject.method());
            }
            all.add(new Improved(subject, result, evidence.get(subject.method())));
        }
        return all;
    }

    private static Map<String, Path> evidence(Path folder) throws IOException {
        Map<String, Path> byMethod = new HashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".db")).toList()) {
                try (Engine engine = Engine.open(EngineOptions.file(file, OpenMode.EXISTING))) {
                    byMethod.put(engine.evidence().schema().method(), file);
                }
            }
        }
        return byMethod;
    }

    /** By method the tests of the library that fail with all assertions of the class in it, and the assertion of this method the cause. */
    private Map<String, List<String>> ownTests(MethodSubject of, List<Improved> all, Path folder)
            throws IOException, InterruptedException {
        List<Insertion> insertions = new ArrayList<>();
        for (Improved improved : all) {
            if (improved.isImproved()) {
                insertions.add(new Insertion(improved.subject().method(), improved.texts(List.of(improved.assertion())).get(0)));
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

    private Row judge(String state, String set, Improved improved, List<String> brokenByTests, Path work)
            throws IOException, InterruptedException {
        MethodSubject subject = improved.subject();
        List<JudgedClause> clauses = new ArrayList<>();
        String problem = "";
        long attacks = 0;
        if (improved.isImproved()) {
            List<Clause> found = improved.result().report().clauses();
            List<AssertionText> texts = improved.texts(found.stream().map(Clause::assertion).toList());
            Path folder = Files.createDirectories(work.resolve("check"));
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
                clauses, brokenByTests, attacks, problem, Math.round(improved.result().seconds() * 10) / 10.0);
    }

    private Attack attack() throws IOException, InterruptedException {
        return new Attack(checkout, Console.jar(work.resolve("tools")));
    }

    private static JudgedClause judged(Clause clause, int number, Map<Attack.Algorithm, Attack.Outcome> outcomes) {
        List<String> by = new ArrayList<>();
        String test = "";
        for (Map.Entry<Attack.Algorithm, Attack.Outcome> entry : outcomes.entrySet()) {
            String breaking = entry.getValue().broken().get(number);
            if (breaking != null) {
                by.add(entry.getKey().name().toLowerCase(Locale.ROOT));
                test = test.isEmpty() ? breaking : test;
            }
        }
        return new JudgedClause(clause.assertion(), clause.support(), clause.mutants(), clause.confidence(), String.join(", ", by), test);
    }
}
