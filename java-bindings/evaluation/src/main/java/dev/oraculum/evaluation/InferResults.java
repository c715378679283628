package dev.oraculum.evaluation;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Oraculum;
import dev.oraculum.api.Project;
import dev.oraculum.api.infer.Infer;
import dev.oraculum.api.infer.InferReport;
import dev.oraculum.api.infer.Inference;
import dev.oraculum.api.settings.InferSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Infers invariants of a stack, a queue and a class of commons-lang, holds them against a list made by hand of what Daikon's templates can
 * say of such classes, times traces of the shapes that Daikon was timed on, and writes docs/results/infer.md.
 *
 * <p>Argument: the checkout.
 */
public final class InferResults {
    private static final String NOISE =
            """

        ## How much is said

        Facts of the same samples, in parentheses those that say only that a value is unchanged, which are one line for people. The first
        three are of the samples as a trace (`--write-dtrace`), which has no code that could tell conditions. Before: what was on until
        parts of sequences, bits and class names had to be asked for, and last indices, constants, implications and exits by line were
        added (`--set slices=true --set bits=true --set classNames=true --set lastIndex=false --set constants=false --set
        conditional=false --set exitsByLine=false`). Like Daikon: `--like daikon`. Of the project: what `infer --class` says, where exits by
        line and implications have to be no chance.

        | class | before | now | like Daikon | of the project | of that implications | exits by line with something to say |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: |
        """;

    private static final String HEAD =
            """
        # Likely invariants against a list made by hand

        Made by `make infer-results` at commit %s. Other work ran on the machine at the same time, so that times are upper bounds.

        We found no published Maven artifact of Daikon itself (two coordinates tried), so what we miss is judged by a list: what its
        default templates can say of the class, as its published output for StackAr and QueueAr does, with the names of ours. What we say
        beyond the list is counted; all of it is true in every sample. What differs on purpose is in [invariants.md](../invariants.md).

        """;

    /** What the page said before implications, last indices and exits by line: it was of commit 8ee275c or before. */
    private static final Map<String, String> BEFORE =
            Map.of("ArrayStack", "22 | 126", "CircularQueue", "14 | 162", "MutableInt", "10 | 495");

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

    private record Subject(String className, List<Path> classPath, List<Path> tests, List<String> testClasses) {
        String simpleName() {
            return className.substring(className.lastIndexOf('.') + 1);
        }
    }

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
        StringBuilder page = new StringBuilder(HEAD.formatted(commit(checkout)));
        StringBuilder details = new StringBuilder();
        StringBuilder noise = new StringBuilder();
        page.append("| class | program points | facts on the list | found before | other before | found | missed | other invariants |")
                .append(" seconds |\n")
                .append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        for (Subject subject : subjects) {
            System.err.println("infer " + subject.className);
            Path samples = Files.createTempFile("infer", ".dtrace");
            InferReport report;
            try {
                report = infer(subject, samples);
                noise.append(counts(subject, samples, report));
            } finally {
                Files.delete(samples);
            }
            List<Fact> facts = facts(subject.className);
            List<Fact> missed = facts.stream().filter(fact -> !isSaid(fact, report)).toList();
            int found = facts.size() - missed.size();
            page.append(String.format(
                    Locale.ROOT, "| `%s` | %d | %d | %s | %d | %d | %d | %.1f |%n", subject.className, report.points().size(), facts.size(),
                    BEFORE.get(subject.simpleName()), found, missed.size(), report.invariants() - found, report.elapsed().get("total")));
            details.append("\n## ").append(subject.className).append("\n\n| program point | fact | |\n| --- | --- | --- |\n");
            for (Fact fact : facts) {
                String verdict = missed.contains(fact) ? "missed: " + (fact.reason.isEmpty() ? "not found" : fact.reason) : "found";
                details.append("| `").append(fact.point).append("` | `").append(fact.said.get(0).replace("|", "\\|")).append("` | ")
                        .append(verdict).append(" |\n");
            }
        }
        page.append("\nBefore: what this page said of commit 8ee275c or one before it. Seconds are of running the tests, twice for the"
                + " class, in\n").append(
                "JVMs of their own; the inference is a small part. These classes are known: what is inferred was worked on"
                + " while looking\n")
                .append("at this page, so it is no estimate for other code.\n");
        page.append(NOISE).append(noise);
        WholeProcess.speed(page, checkout);
        page.append(details);
        Path file = checkout.resolve("docs/results/infer.md");
        Files.writeString(file, page);
        System.err.println("wrote " + checkout.relativize(file));
    }

    private static InferReport infer(Subject subject, Path samples) {
        Project project = Project.of(subject.classPath, subject.tests).withTestClasses(subject.testClasses).withExcludeFailingTests(true);
        return Oraculum.infer(Infer.of(project, MethodSelection.ofClass(subject.className).withConstructors(true)).withTrace(samples),
                JobListener.NONE);
    }

    /** How many facts are said of the same samples with different settings. */
    private static String counts(Subject subject, Path samples, InferReport ofProject) {
        List<InferSettings> settings = List.of(before(), InferSettings.defaults(), InferSettings.daikon());
        StringBuilder row = new StringBuilder("| `" + subject.className + "` |");
        for (InferSettings each : settings) {
            row.append(count(Oraculum.inferTraces(List.of(), List.of(samples), each, 0)));
        }
        long exits = ofProject.points().stream().filter(point -> point.line() != null && !point.invariants().isEmpty()).count();
        row.append(count(ofProject)).append(' ').append(saying(Inference.Says.IMPLICATION, ofProject)).append(" | ").append(exits);
        return row.append(" |\n").toString();
    }

    private static String count(InferReport report) {
        return " " + report.invariants() + " (" + saying(Inference.Says.UNCHANGED, report) + ") |";
    }

    private static long saying(Inference.Says what, InferReport report) {
        return report.points().stream().flatMap(point -> point.invariants().stream()).filter(invariant -> invariant.says() == what).count();
    }

    /** The commit that is checked out; what is changed beside it is said, too. */
    private static String commit(Path checkout) throws IOException {
        String hash = git(checkout, "rev-parse", "--short", "HEAD");
        return git(checkout, "status", "--porcelain", "--untracked-files=no").isEmpty() ? hash : hash + " with local changes";
    }

    private static String git(Path checkout, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git", "-C", checkout.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (process.waitFor() != 0) {
                throw new IOException("git " + String.join(" ", arguments) + " failed");
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
        return out;
    }

    /** What was on until parts of sequences, bits and class names had to be asked for, and implications were not known. */
    private static InferSettings before() {
        return InferSettings.defaults().with("slices", true).with("bits", true).with("classNames", true).with("lastIndex", false)
                .with("constants", false).with("conditional", false).with("exitsByLine", false);
    }

    private static List<Fact> facts(String className) throws IOException {
        String name = className.substring(className.lastIndexOf('.') + 1);
        try (InputStream in = InferResults.class.getResourceAsStream("invariants-" + name + ".tsv")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                    .filter(line -> !line.isEmpty() && !line.startsWith("#")).map(Fact::of).toList();
        }
    }

    private static boolean isSaid(Fact fact, InferReport report) {
        // What holds of all objects is said once, of them.
        String className = fact.point.substring(0, fact.point.indexOf('.'));
        boolean ofObjects = report.points().stream().filter(point -> point.name().endsWith("." + className + ":::OBJECT"))
                .anyMatch(point -> isSaid(fact, point));
        return ofObjects || report.points().stream().filter(point -> point.name().endsWith("." + fact.point))
                .anyMatch(point -> isSaid(fact, point));
    }

    private static boolean isSaid(Fact fact, Inference.Point point) {
        boolean literally = point.invariants().stream().map(Inference.Invariant::daikon)
                .anyMatch(said -> fact.said.contains(said) || fact.said.contains(mirrored(said)));
        return literally || fact.said.stream().anyMatch(form -> isEquality(form, point));
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
                boolean equates = pair.size() == 2 && said.daikon().equals(pair.get(0) + " == " + pair.get(1));
                if (equates && pair.stream().anyMatch(equal::contains)) {
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
}
