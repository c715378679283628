package dev.oraculum.execution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The distribution that was built before these tests, and the libraries that sample projects use. */
final class Distribution {
    private Distribution() {}

    static Path home() {
        return Path.of(System.getProperty("oraculum.home"));
    }

    static Installation installation() {
        return Installation.at(home());
    }

    /** Jars of the distribution's JUnit sets whose names start so. */
    static List<Path> junit(String platform, String... starts) {
        return jars(home().resolve("junit").resolve(platform), starts);
    }

    /** Jars that the build has put beside, for sample projects. */
    static List<Path> samples(String... starts) {
        return jars(Path.of(System.getProperty("oraculum.samples")), starts);
    }

    private static List<Path> jars(Path directory, String... starts) {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> found = files.filter(file ->
                            Arrays.stream(starts).anyMatch(start -> file.getFileName().toString().startsWith(start)))
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                throw new IllegalStateException("no jar " + String.join(", ", starts) + " in " + directory);
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
