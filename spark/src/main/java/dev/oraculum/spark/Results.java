package dev.oraculum.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The results of a run, a file a shard, in a folder that is named after what the run is. A file is there as a whole or not at all.
 *
 * @param folder that all machines share
 * @param run digest of code, tests, settings and seed
 * @param of how many shards
 */
record Results(String folder, String run, int of) implements Serializable {
    Path ofRun() {
        return Path.of(folder, run);
    }

    Path of(int shard) {
        return ofRun().resolve(shard + "-of-" + of + ".json");
    }

    /** A file beside the others that no other task writes. */
    Path unfinished(int shard) {
        return ofRun().resolve("." + shard + "-of-" + of + "." + UUID.randomUUID() + ".tmp");
    }

    void finish(int shard, Path unfinished) throws IOException {
        Files.move(unfinished, of(shard), StandardCopyOption.ATOMIC_MOVE);
    }

    List<Integer> missing() {
        return all().stream().filter(shard -> !Files.isRegularFile(of(shard))).toList();
    }

    List<Integer> all() {
        return IntStream.rangeClosed(1, of).boxed().toList();
    }

    /**
     * The run begins, or goes on. Tests of a task that was lost before its result was there are written over by the next one: so the folder
     * for tests must have none when the run begins, and stay the same.
     *
     * @param tests where they go
     * @param forced whether tests that are there may be written over
     * @throws UsageException it has some, or the run had another folder
     */
    void claim(Path tests, boolean forced) throws IOException, UsageException {
        Path claim = ofRun().resolve("tests.txt");
        if (Files.isRegularFile(claim)) {
            String before = Files.readString(claim);
            if (!before.equals(tests.toString())) {
                throw new UsageException("this run has written its tests to " + before + ": give it that --out, or another --results");
            }
            return;
        }
        if (!forced && hasJava(tests)) {
            throw new UsageException(tests + " has Java files already: name a folder without any as --out, or add " + Options.FORCE
                    + " if tests in it may be written over");
        }
        Files.createDirectories(ofRun());
        Files.writeString(claim, tests.toString());
    }

    private static boolean hasJava(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".java"));
        }
    }
}
