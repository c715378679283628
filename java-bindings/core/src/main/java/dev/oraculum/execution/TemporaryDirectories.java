package dev.oraculum.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories that a pool needs while it is open. */
final class TemporaryDirectories {
    private TemporaryDirectories() {}

    /** Makes one that only its owner can read. */
    static Path create() {
        try {
            return Files.createTempDirectory("oraculum-");
        } catch (IOException e) {
            throw new CannotRunException(
                    "cannot make a directory below " + System.getProperty("java.io.tmpdir") + ": " + e.getMessage(), e);
        }
    }

    /** Removes a directory with what is in it, as far as the system lets us. */
    static void delete(Path directory) {
        try (Stream<Path> tree = Files.walk(directory)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            // Left for the system to clean: no reason to fail a finished run.
        }
    }
}
