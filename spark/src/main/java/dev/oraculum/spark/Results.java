package dev.oraculum.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

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
}
