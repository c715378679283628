package dev.oraculum.evaluation.specifications;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.improve.BatchReport;
import dev.oraculum.api.improve.Improve;
import dev.oraculum.api.improve.ImproveAll;
import dev.oraculum.api.improve.ImproveReport;
import dev.oraculum.api.improve.ImproveRequest;
import dev.oraculum.api.improve.MethodOutcome;
import dev.oraculum.api.improve.MethodResult;
import dev.oraculum.api.improve.StopReason;
import dev.oraculum.api.settings.StateSettings;
import dev.oraculum.evaluation.specifications.Judge.Claim;
import dev.oraculum.evaluation.specifications.Judge.Verdict;
import dev.oraculum.evaluation.specifications.Specification.OfClass;
import dev.oraculum.evaluation.specifications.Specification.OfMethod;
import dev.oraculum.facts.ClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs {@code improve} on small methods of our own, and judges what it finds by their specifications and by all small calls
 * ({@link Judge}); writes docs/results/specifications.md, or with {@code GENERATED=n} in the environment, so many generated tests of
 * {@code improve}, docs/results/specifications-generated.md. {@code SET=name=value,..} changes settings of the synthesis.
 *
 * <p>Arguments: the checkout, then words of which one must occur in a method's name with its class (then the page goes to standard output
 * only). {@code EVIDENCE=keep} in the environment keeps the recorded states of the last run, so that only the search and the
 * judge run, where nothing that the states depend on has changed.
 */
public final class Specifications {
    static final String PACKAGE = "dev.oraculum.subjects.specified";
    private static final long SEED = 1;
    /** Far more than any search takes: what ends it is a count. */
    private static final Duration BUDGET = Duration.ofSeconds(60);

    /**
     * A method with what came of it.
     *
     * @param assertion empty: none was found
     * @param remark what stands in the way of a result; empty: nothing
     */
    record Row(Verdict verdict, String assertion, String remark, double seconds) {
        boolean isTrap() {
            return !verdict.method().trap().isEmpty();
        }
    }

    private Specifications() {}

    /** Exit code 0 iff there is a result for every method and no false alarm that was there to be raised. */
    public static void main(String[] arguments) throws IOException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        List<String> words = List.of(arguments).subList(1, arguments.length);
        boolean isKept = "keep".equals(System.getenv("EVIDENCE"));
        List<OfClass> all = Specification.all();
        List<OfClass> chosen = all.stream().map(of -> chosen(of, words)).filter(of -> !of.methods().isEmpty()).toList();
        Path classes = checkout.resolve("java-bindings/subjects/target/classes");
        Path evidence = Files.createDirectories(checkout.resolve("build/specifications"));
        long start = System.nanoTime();
        Map<String, MethodResult> results = improve(checkout, classes, evidence, chosen, isKept);
        double improving = (System.nanoTime() - start) / 1e9;
        List<Row> rows = new ArrayList<>();
        try (ClassPath classPath = ClassPath.open(List.of(classes))) {
            Judge judge = new Judge(classPath, classes, PACKAGE, all);
            for (OfClass of : chosen) {
                for (OfMethod method : of.methods()) {
                    Row row = row(judge, of, method, results.get(name(of, method)));
                    System.err.println(SpecificationPage.line(row));
                    rows.add(row);
                }
            }
        }
        double judging = (System.nanoTime() - start) / 1e9 - improving;
        String page = SpecificationPage.of(rows, generated(), improving, judging, isKept);
        if (words.isEmpty()) {
            String name = generated() == 0 ? "docs/results/specifications.md" : "docs/results/specifications-generated.md";
            Files.writeString(checkout.resolve(name), page);
            System.err.println("wrote " + name);
        }
        System.out.print(words.isEmpty() ? SpecificationPage.summary(rows) : page);
        boolean isWhole = rows.stream().allMatch(row -> row.remark().isEmpty());
        System.exit(isWhole && rows.stream().filter(Row::isTrap).allMatch(row -> row.verdict().falseClauses() == 0) ? 0 : 1);
    }

    private static String name(OfClass of, OfMethod method) {
        return PACKAGE + "." + of.name() + "#" + method.method();
    }

    private static OfClass chosen(OfClass of, List<String> words) {
        List<OfMethod> methods = of.methods().stream()
                .filter(method -> words.isEmpty() || words.stream().anyMatch((of.name() + "#" + method.method())::contains)).toList();
        return new OfClass(of.name(), of.constructors(), of.operations(), of.depth(), of.mostObjects(), methods);
    }

    /** By method. Evidence that is there is used again; results never are. */
    private static Map<String, MethodResult> improve(Path checkout, Path classes, Path folder, List<OfClass> chosen, boolean isKept)
            throws IOException {
        List<String> methods = new ArrayList<>();
        for (OfClass of : chosen) {
            of.methods().forEach(method -> methods.add(name(of, method)));
            forget(folder, PACKAGE + "." + of.name() + "-", isKept);
        }
        Path libraries = checkout.resolve("java-bindings/evaluation/target/libraries");
        Project project = Project.of(
                List.of(classes),
                List.of(checkout.resolve("java-bindings/subjects/target/test-classes"), libraries.resolve("junit-jupiter-api.jar")));
        Improve each = Improve.of(project, "").withSearch(request())
                .withStates(states()).withEvidence(folder).withResume(true);
        Map<String, MethodResult> results = results(each, methods);
        List<String> outdated =
                methods.stream().filter(method -> results.get(method).outcome() == MethodOutcome.EVIDENCE_UNUSABLE).toList();
        if (!outdated.isEmpty()) {
            System.err.println("recorded anew, as classes, tests or what is recorded of them changed: " + outdated.size() + " methods");
            for (String method : outdated) {
                forget(folder, method.replaceAll("[(].*", "").replace('#', '-') + "-", false);
            }
            results.putAll(results(each, outdated));
        }
        return results;
    }

    /** Without generated tests as evidence none attack either: the project's are all there is. */
    private static StateSettings states() {
        StateSettings states = StateSettings.DEFAULT.with("generatedTests", generated());
        return generated() == 0 ? states.with("assessorTests", 0) : states;
    }

    private static int generated() {
        return Integer.parseInt(System.getenv().getOrDefault("GENERATED", "0"));
    }

    private static ImproveRequest request() {
        ImproveRequest request = ImproveRequest.defaults().withSeed(SEED).withBudget(BUDGET);
        for (String setting : System.getenv().getOrDefault("SET", "").split(",")) {
            String[] parts = setting.split("=", 2);
            if (parts.length == 2) {
                request = request.withSynthesis(request.synthesis().with(parts[0], parts[1]));
            }
        }
        return request;
    }

    private static Map<String, MethodResult> results(Improve each, List<String> methods) {
        BatchReport report = Oraculum.improveAll(
                new ImproveAll(each, new MethodSelection(methods, List.of(), List.of(), false), null), JobListener.NONE);
        Map<String, MethodResult> results = new HashMap<>();
        report.methods().forEach(result -> results.put(result.method(), result));
        return results;
    }

    private static void forget(Path folder, String prefix, boolean isKept) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
        }
        for (Path file : files) {
            if (!isKept || file.toString().endsWith(".result.json")) {
                Files.delete(file);
            }
        }
    }

    private static Row row(Judge judge, OfClass of, OfMethod method, MethodResult result) {
        if (result == null) {
            throw new IllegalStateException("no method " + name(of, method) + " in the result");
        }
        ImproveReport report = result.report();
        List<Claim> claims = report == null ? List.of()
                : report.clauses().stream().map(clause -> new Claim(clause.assertion(), clause.support())).toList();
        String remark = report == null ? result.summary() : report.stopReason() == StopReason.BUDGET ? "ended by its budget" : "";
        String assertion = report == null || report.improved() == null ? "" : report.improved().assertion();
        return new Row(judge.judge(of, method, claims), assertion, remark, result.seconds());
    }
}
