package dev.oraculum.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders that runs of an evaluation leave. */
public final class Folders {
    private Folders() {}

    /** Deletes a folder, if it is there, with all that is in it. */
    public static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            List<Path> deepestFirst;
            try (Stream<Path> files = Files.walk(folder)) {
                deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
