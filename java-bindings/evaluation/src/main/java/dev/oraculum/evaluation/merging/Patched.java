package dev.oraculum.evaluation.merging;

import dev.oraculum.api.evidence.Exits;
import dev.oraculum.api.evidence.Variable;
import dev.oraculum.api.improve.AssertionText;
import dev.oraculum.api.improve.ExitValue;
import dev.oraculum.patch.SourcePatches;
import dev.oraculum.patch.SourcePatches.Insertion;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A class with assertions in it, compiled.
 *
 * @param classes folder with its class files; null: it was not to be had
 * @param problem why not; empty: it is there
 */
record Patched(Path classes, String problem) {
    /** The message of a check begins with it. */
    static final String MARK = "clauses of oraculum that are false:";

    /**
     * Inserts assertions into the sources, as {@code improve --patch} does.
     *
     * @param folder for what is made
     */
    static Patched of(ReleasedLibrary.Release files, String className, List<Insertion> insertions, Path folder)
            throws IOException, InterruptedException {
        return of(files, className, insertions, UnaryOperator.identity(), folder);
    }

    /**
     * Inserts a check of all clauses of a method, which throws an AssertionError with the numbers of all that are false: each is evaluated,
     * whatever the others say, so the failure of each is a branch of the method.
     *
     * @param folder for what is made
     */
    static Patched withCheck(ReleasedLibrary.Release files, String className, String method, List<AssertionText> clauses, Path folder)
            throws IOException, InterruptedException {
        return of(files, className, List.of(new Insertion(method, check(clauses))), Patched::throwing, folder);
    }

    /** An assertion that is true iff the text of all numbers of false clauses is empty. */
    static AssertionText check(List<AssertionText> clauses) {
        StringBuilder java = new StringBuilder("(\"\"");
        Map<String, Variable> variables = new LinkedHashMap<>();
        Map<String, ExitValue> exitValues = new LinkedHashMap<>();
        for (int number = 0; number < clauses.size(); number++) {
            AssertionText clause = clauses.get(number);
            java.append(" + ((").append(clause.java()).append(") ? \"\" : \"#").append(number).append(" \")");
            clause.variables().forEach(variable -> variables.putIfAbsent(variable.name(), variable));
            clause.exitValues().forEach(value -> exitValues.putIfAbsent(value.name(), value));
        }
        String text = java.append(").isEmpty()").toString();
        return new AssertionText(MARK, text, clauses.size(), List.copyOf(variables.values()), List.copyOf(exitValues.values()));
    }

    /** The source with a check in place of each such assertion. */
    static String throwing(String source) {
        String end = ".isEmpty() : \"" + MARK + "\";";
        StringBuilder text = new StringBuilder(source);
        for (int at = text.lastIndexOf(end); at >= 0; at = text.lastIndexOf(end)) {
            int begin = text.lastIndexOf("assert ", at);
            String numbers = text.substring(begin + "assert ".length(), at);
            text.replace(begin, at + end.length(), "final java.lang.String oraculumFalse = " + numbers
                    + "; if (!oraculumFalse.isEmpty()) { throw new AssertionError(\"" + MARK + " \" + oraculumFalse); }");
        }
        return text.toString();
    }

    private static Patched of(
            ReleasedLibrary.Release files, String className, List<Insertion> insertions, UnaryOperator<String> edit, Path folder)
            throws IOException, InterruptedException {
        Path relative = Path.of(className.replace('.', '/') + ".java");
        Path source = folder.resolve("source").resolve(relative);
        Files.createDirectories(source.getParent());
        Files.copy(files.sources().resolve(relative), source);
        SourcePatches patch = SourcePatches.insert(folder.resolve("source"), insertions, Exits.ALL);
        if (!patch.failures().isEmpty()) {
            return new Patched(null, "no place for it: " + String.join("; ", patch.failures()));
        }
        Path diff = folder.resolve("assertions.patch");
        Files.writeString(diff, patch.diff(), StandardCharsets.UTF_8);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        if (run(folder, "patch.log", List.of("patch", "-p1", "-d", folder.resolve("source").toString(), "-i", diff.toString())) != 0) {
            return new Patched(null, "the patch does not apply");
        }
        Files.writeString(source, edit.apply(Files.readString(source)));
        if (!compile(path(Stream.concat(Stream.of(files.jar()), files.needs().stream())), source, classes, folder.resolve("javac.log"))) {
            List<String> errors = Files.readAllLines(folder.resolve("javac.log"));
            return new Patched(null, "it does not compile: " + errors.stream().findFirst().orElse(""));
        }
        return new Patched(classes, "");
    }

    /** Whether a source compiles. */
    static boolean compile(String classPath, Path source, Path classes, Path log) throws IOException, InterruptedException {
        return run(log.getParent(), log.getFileName().toString(), List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(), "-g", "-nowarn", "-proc:none", "-encoding", "UTF-8",
                "-d", classes.toString(), "-cp", classPath, source.toString())) == 0;
    }

    static String path(Stream<Path> files) {
        return files.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static int run(Path folder, String log, List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve(log).toFile()).start().waitFor();
    }
}
