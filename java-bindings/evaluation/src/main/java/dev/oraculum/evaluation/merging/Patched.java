package dev.oraculum.evaluation.merging;

import dev.oraculum.api.evidence.Exits;
import dev.oraculum.patch.SourcePatches;
import dev.oraculum.patch.SourcePatches.Insertion;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A class with assertions in it, compiled.
 *
 * @param classes folder with its class files; null: it was not to be had
 * @param problem why not; empty: it is there
 */
record Patched(Path classes, String problem) {
    /**
     * Inserts assertions into the sources, as {@code improve --patch} does.
     *
     * @param folder for what is made
     */
    static Patched of(ReleasedLibrary.Release files, String className, List<Insertion> insertions, Path folder)
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
        List<String> javac = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(), "-g", "-nowarn", "-proc:none", "-encoding", "UTF-8",
                "-d", classes.toString(), "-cp", path(Stream.concat(Stream.of(files.jar()), files.needs().stream())), source.toString()));
        if (run(folder, "javac.log", javac) != 0) {
            List<String> errors = Files.readAllLines(folder.resolve("javac.log"));
            return new Patched(null, "it does not compile: " + errors.stream().findFirst().orElse(""));
        }
        return new Patched(classes, "");
    }

    static String path(Stream<Path> files) {
        return files.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static int run(Path folder, String log, List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve(log).toFile()).start().waitFor();
    }
}
