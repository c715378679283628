package dev.oraculum.evaluation;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.infer.Inference;
import dev.oraculum.api.settings.InferSettings;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Infers invariants of a stack, a queue and a class of commons-lang, holds them against a list made by hand of what Daikon's templates can say of such classes,
 * times traces of the shapes that Daikon was timed on, and writes docs/results/infer.md.
 *
 * <p>Argument: the checkout.
 */
public final class InferResults {
    private static final int RUNS = 5;

    /** Variables, samples, and the seconds that Daikon 5.8 took, its JVM included. */
    private static final List<double[]> SHAPES = List.of(new double[] {20, 10_000, 1.8}, new double[] {40, 100_000, 7.7}, new double[] {80, 10_000, 6.0});

    /**
     * A fact of the list.
     *
     * @param said forms of it; one is enough
     * @param reason why it may be missing; empty: no reason is known
     */
    private record Fact(String point, List<String> said, String reason) {
        /** A line: point, forms separated by {@code " / "}, and perhaps a reason, separated by tabs. */
        static Fact of(String line) {
            String[] parts = line.split("\t", -1);
            return new Fact(parts[0], Arrays.asList(parts[1].split(" / ")), parts.length > 2 ? parts[2] : "");
        }
    }

    private record Subject(String className, List<Path> classPath, List<Path> tests, List<String> testClasses) {}

    private InferResults() {}

    public static void main(String[] arguments) throws IOException {
        Path checkout = Path.of(arguments[0]).toAbsolutePath().normalize();
        Path bindings = checkout.resolve("java-bindings");
        Path libraries = bindings.resolve("evaluation/target/libraries");
        Path junit = libraries.resolve("junit-jupiter-api.jar");
        List<Path> own = List.of(bindings.resolve("subjects/target/classes"));
        List<Path> ownTests = List.of(bindings.resolve("subjects/target/test-classes"), junit);
        List<Subject> subjects = List.of(
                new Subject("dev.oraculum.subjects.ArrayStack", own, ownTests, List.of()),
                new Subject("dev.oraculum.subjects.CircularQueue", own, ownTests, List.of()),
                new Subject(
                        "org.apache.commons.lang3.mutable.MutableInt",
                        List.of(libraries.resolve("commons-lang3.jar")),
                        List.of(libraries.resolve("commons-lang3-tests.jar"), junit, libraries.resolve("junit-jupiter-params.jar")),
                        List.of("org.apache.commons.lang3.mutable.MutableIntTest")));
        StringBuilder page = new StringBuilder("# Likely invariants against a list made by hand\n\n");
        page.append(
                "Made by `make infer-results`. We found no published Maven artifact of Daikon itself (two coordinates tried), so what we miss is judged by a "
                + "list: what its default templates can say of the\n")
                .append("class, as its published output for StackAr and QueueAr does, with the names of ours. What we say beyond the list is counted; ")
                .append("all of it is true in every sample.\n")
                .append("What differs on purpose is in [invariants.md](../invariants.md).\n");
        StringBuilder details = new StringBuilder();
        page.append(
                "\n| class | program points | facts on the list | found | missed | other invariants | seconds |\n| --- | --- | --- | --- | --- | --- | --- "
                + "|\n");
        for (Subject subject : subjects) {
            System.err.println("infer " + subject.className);
            InferReport report = infer(subject);
            List<Fact> facts = facts(subject.className);
            List<Fact> missed = facts.stream().filter(fact -> !isSaid(fact, report)).toList();
            int found = facts.size() - missed.size();
            page.append(String.format(
                    Locale.ROOT, "| `%s` | %d | %d | %d | %d | %d | %.1f |%n", subject.className, report.points().size(), facts.size(), found, missed.size(),
                    report.invariants() - found,
                    report.elapsed().get("total")));
            details.append("\n## ").append(subject.className).append("\n\n| program point | fact | |\n| --- | --- | --- |\n");
            for (Fact fact : facts) {
                String verdict = missed.contains(fact) ? "missed: " + (fact.reason.isEmpty() ? "not found" : fact.reason) : "found";
                details.append("| `").append(fact.point).append("` | `").append(fact.said.get(0).replace("|", "\\|")).append("` | ").append(verdict)
                        .append(" |\n");
            }
        }
        page.append("\nSeconds are of running the tests, twice for the class, in JVMs of their own; the inference is a small part.\n");
        speed(page);
        page.append(details);
        Path file = checkout.resolve("docs/results/infer.md");
        Files.writeString(file, page);
        System.err.println("wrote " + checkout.relativize(file));
    }

    private static InferReport infer(Subject subject) {
        Project project = Project.of(subject.classPath, subject.tests).withTestClasses(subject.testClasses).withExcludeFailingTests(true);
        return Oraculum.infer(Infer.of(project, MethodSelection.ofClass(subject.className).withConstructors(true)), JobListener.NONE);
    }

    private static List<Fact> facts(String className) throws IOException {
        String name = className.substring(className.lastIndexOf('.') + 1);
        try (InputStream in = InferResults.class.getResourceAsStream("invariants-" + name + ".tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isEmpty() && !line.startsWith("#")).map(Fact::of)
                    .toList();
        }
    }

    private static boolean isSaid(Fact fact, InferReport report) {
        return report.points().stream().filter(point -> point.name().endsWith("." + fact.point)).anyMatch(point -> {
            boolean literally = point.invariants().stream().map(Inference.Invariant::daikon)
                    .anyMatch(said -> fact.said.contains(said) || fact.said.contains(mirrored(said)));
            return literally || fact.said.stream().anyMatch(form -> isEquality(form, point));
        });
    }

    /** Whether {@code x == y} follows from the equalities of variables that are said: each has the first of its set on one side. */
    private static boolean isEquality(String form, Inference.Point point) {
        String[] sides = form.split(" == ");
        if (sides.length != 2) {
            return false;
        }
        Set<String> equal = new HashSet<>(Set.of(sides[0]));
        for (int size = 0; size < equal.size(); ) {
            size = equal.size();
            for (Inference.Invariant said : point.invariants()) {
                List<String> pair = said.variables();
                if (pair.size() == 2 && said.daikon().equals(pair.get(0) + " == " + pair.get(1)) && pair.stream().anyMatch(equal::contains)) {
                    equal.addAll(pair);
                }
            }
        }
        return equal.contains(sides[1]);
    }

    /** {@code y == x} for {@code x == y}. */
    private static String mirrored(String said) {
        String[] sides = said.split(" == ");
        return sides.length == 2 ? sides[1] + " == " + sides[0] : said;
    }

    private static void speed(StringBuilder page) throws IOException {
        page.append("\n## Speed\n\n`oraculum infer --dtrace` within the JVM, the file read and the invariants handed over, median of ").append(RUNS)
                .append(" runs after one to warm up; ");
        page.append(Runtime.getRuntime().availableProcessors()).append(" processors, load average ");
        page.append(String.format(Locale.ROOT, "%.1f", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        page.append(
                ". The times of Daikon 5.8 are of traces of the same\nshape, on the reference machine, its JVM's start included. `cargo bench --bench "
                + "invariants` measures the engine alone.\n\n");
        page.append("| variables | samples | MB | seconds | Daikon 5.8 | ratio | target |\n| --- | --- | --- | --- | --- | --- | --- |\n");
        for (double[] shape : SHAPES) {
            Path trace = Files.createTempFile("invariants", ".dtrace");
            try {
                write(trace, (int) shape[0], (int) shape[1]);
                double[] seconds = new double[RUNS];
                for (int run = -1; run < RUNS; run++) {
                    long start = System.nanoTime();
                    Oraculum.inferTraces(List.of(), List.of(trace), InferSettings.defaults(), 0);
                    if (run >= 0) {
                        seconds[run] = (System.nanoTime() - start) / 1e9;
                    }
                }
                Arrays.sort(seconds);
                double median = seconds[RUNS / 2];
                page.append(String.format(
                        Locale.ROOT, "| %.0f | %.0f | %.1f | %.3f | %.1f | %.0f | %d |%n", shape[0], shape[1], Files.size(trace) / 1e6, median, shape[2],
                        shape[2] / median,
                        shape[1] > 10_000 ? 20 : 50));
            } finally {
                Files.delete(trace);
            }
        }
    }

    /** As in benches/invariants.rs: related variables among random ones. */
    private static void write(Path file, int variables, int samples) throws IOException {
        Random random = new Random(1);
        List<Long> values = new ArrayList<>();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("decl-version 2.0\nvar-comparability none\n\nppt C.m():::ENTER\nppt-type enter\n");
            for (int v = 0; v < variables; v++) {
                values.add(0L);
                out.write("variable v" + v + "\n  var-kind variable\n  dec-type int\n  rep-type int\n");
            }
            for (int sample = 0; sample < samples; sample++) {
                out.write("\nC.m():::ENTER\nthis_invocation_nonce\n" + sample + "\n");
                for (int v = 0; v < variables; v++) {
                    values.set(v, value(v, values, random));
                    out.write("v" + v + "\n" + values.get(v) + "\n1\n");
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static long value(int v, List<Long> values, Random random) {
        return switch (v % 8) {
            case 1 -> values.get(v - 1) + random.nextInt(3);
            case 2 -> 2 * values.get(v - 2) + 3;
            case 3 -> 4L * random.nextInt(10);
            case 4 -> 7;
            case 5 -> values.get(v - 5);
            case 6 -> Math.min(values.get(v - 6), values.get(v - 3));
            case 7 -> values.get(v - 7) + values.get(v - 4);
            default -> random.nextInt(1000);
        };
    }
}
