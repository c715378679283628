package dev.oraculum.evaluation.generation;

import dev.oraculum.evaluation.RowFile;
import dev.oraculum.evaluation.generation.GenerateResults.Row;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs the generated tests of ten classes as one suite, a hundred times on each JDK, always shuffled otherwise and somewhere else. */
final class Flakiness {
    private static final int CLASSES = 10;
    private static final int RUNS = 100;
    private static final int MINUTES = 10;

    /**
     * The runs of a suite on a JDK.
     *
     * @param jdk its version
     * @param tests of the suite
     * @param failed tests that failed, over all runs; a run without tests counts as one
     */
    record Reruns(String state, String jdk, List<String> classes, int tests, int runs, int failed) {}

    private Flakiness() {}

    /**
     * @param subjects of the set, in the order of the rule: the first ten that have tests are the suite
     * @param jdks homes
     */
    static void measure(
            Path work, RowFile<Reruns> rows, List<SubjectRule.GenerateSubject> subjects, List<Row> measured, String state, List<Path> jdks)
            throws IOException, InterruptedException {
        Suite.Tools tools = Suite.Tools.in(work.resolve("tools"));
        Set<String> path = new LinkedHashSet<>(List.of(tools.console().toString()));
        List<String> tests = new ArrayList<>();
        List<String> classes = new ArrayList<>();
        for (SubjectRule.GenerateSubject subject : subjects) {
            Optional<Row> found = measured.stream()
                    .filter(row -> row.state().equals(state) && row.className().equals(subject.className()) && row.tests() > 0)
                    .filter(row -> row.variant().equals("search") || row.variant().equals("hybrid"))
                    .findFirst();
            if (found.isEmpty() || classes.size() == CLASSES) {
                continue;
            }
            Row run = found.get();
            Path folder = GenerateResults.folder(work, run.className(), run.variant(), run.budget(), run.seed(), state);
            classes.add(subject.className());
            tests.addAll(new Suite(folder, subject, tools).testClasses());
            path.add(folder.resolve("classes").toString());
            subject.jars().forEach(jar -> path.add(jar.toString()));
        }
        Path scratch = Files.createDirectories(work.resolve("flakiness"));
        for (Path jdk : jdks) {
            Console console = new Console(
                    jdk.resolve("bin/java"), tools.console(), String.join(File.pathSeparator, path), tests);
            int started = 0;
            int failed = 0;
            for (int rerun = 0; rerun < RUNS; rerun++) {
                Path log = scratch.resolve(rerun + ".log");
                Process process = new ProcessBuilder(console.command(rerun, List.of())).directory(scratch.toFile())
                        .redirectErrorStream(true).redirectOutput(log.toFile()).start();
                if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                    process.destroyForcibly().waitFor();
                }
                Console.Ran ran = Console.read(log);
                started = Math.max(started, ran.started());
                failed += ran.failed();
                if (ran.failed() > 0) {
                    System.err.println("run " + rerun + ": " + ran.failed() + " of " + ran.started() + " failed: " + log);
                    Files.copy(log, scratch.resolve(jdk.getFileName() + "-" + state + "-failed-" + rerun + ".log"),
                            java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                }
            }
            Reruns reruns = new Reruns(state, version(jdk), classes, started, RUNS, failed);
            rows.add(List.of(reruns));
            System.err.println(reruns);
        }
    }

    private static String version(Path jdk) throws IOException {
        return Files.readAllLines(jdk.resolve("release")).stream().filter(line -> line.startsWith("JAVA_VERSION=")).findFirst()
                .map(line -> line.replaceAll(".*=|\"", "")).orElse(jdk.getFileName().toString());
    }

    /** The section of the page. */
    static String section(List<Reruns> all) {
        if (all.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("""
                ## Reruns

                The tests of the first ten classes that have any, as one suite: each run in a JVM of its own, in another order of
                classes and methods (but the first), with other time zones, languages and numbers of processors. `make generate-flakiness`.

                | commit | JDK | classes | tests | runs | tests that failed, over all runs |
                | --- | --- | --- | --- | --- | --- |
                """);
        all.forEach(r -> text.append(List.of(r.state(), r.jdk(), r.classes().size(), r.tests(), r.runs(), r.failed()).stream()
                .map(Object::toString).collect(Collectors.joining(" | ", "| ", " |\n"))));
        return text.append('\n').toString();
    }
}
