package dev.oraculum.evaluation.merging;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** A library of which the tests and the sources were released, too. */
public record ReleasedLibrary(String group, String artifact, String version) {
    private static final String LIST = "libraries.txt";

    /**
     * What was released, got by Maven the first time.
     *
     * @param jar its classes
     * @param tests those of its tests
     * @param needs what the tests need, but for the library itself
     * @param sources its source folder
     */
    public record Release(Path jar, Path tests, List<Path> needs, Path sources) {}

    /** Those of the evaluation, in the order of the list. */
    static List<ReleasedLibrary> all() throws IOException {
        try (InputStream in = ReleasedLibrary.class.getResourceAsStream(LIST)) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            return lines.stream().filter(line -> !line.startsWith("#")).map(ReleasedLibrary::read).toList();
        }
    }

    /** @param line {@code group:artifact:version} */
    public static ReleasedLibrary read(String line) {
        String[] parts = line.split(":");
        if (parts.length != 3) {
            throw new IllegalArgumentException(line + ": expected group:artifact:version");
        }
        return new ReleasedLibrary(parts[0], parts[1], parts[2]);
    }

    /** @param folder where libraries are kept */
    public Release files(Path folder) throws IOException, InterruptedException {
        Path own = Files.createDirectories(folder.resolve(artifact + "-" + version));
        Path jar = own.resolve(name("", "jar"));
        Path tests = own.resolve(name("-tests", "jar"));
        Path packed = own.resolve(name("-sources", "jar"));
        Path needs = own.resolve("needs");
        Path sources = own.resolve("sources");
        if (!Files.exists(sources)) {
            copy(own, "jar");
            copy(own, "jar:tests");
            copy(own, "jar:sources");
            copy(own, "pom");
            maven(List.of("-f", own.resolve(name("", "pom")).toString(), "dependency:copy-dependencies", "-DincludeScope=test",
                    "-DoutputDirectory=" + needs));
            unpack(packed, sources);
        }
        return new Release(jar, tests, jars(needs), sources);
    }

    private String name(String classifier, String type) {
        return String.format(Locale.ROOT, "%s-%s%s.%s", artifact, version, classifier, type);
    }

    private void copy(Path folder, String what) throws IOException, InterruptedException {
        maven(List.of("dependency:copy", "-Dartifact=" + group + ":" + artifact + ":" + version + ":" + what,
                "-DoutputDirectory=" + folder));
    }

    private static void maven(List<String> goal) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-q"));
        command.addAll(goal);
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException("Maven failed: " + String.join(" ", command));
        }
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
        }
    }

    private static void unpack(Path jar, Path folder) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().filter(e -> e.getName().endsWith(".java")).toList()) {
                Path file = folder.resolve(entry.getName()).normalize();
                if (!file.startsWith(folder)) {
                    throw new IOException(jar + " has a file outside of its folder: " + entry.getName());
                }
                Files.createDirectories(file.getParent());
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, file);
                }
            }
        }
    }
}
