package dev.oraculum.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.function.Function;

/** Does a shard of the run on whatever machine Spark chooses. */
final class ShardTask implements Function<Integer, ShardTask.Done> {
    private static final long serialVersionUID = 1L;

    private final Options options;
    private final Results results;

    ShardTask(Options options, Results results) {
        this.options = options;
        this.results = results;
    }

    /**
     * What became of a shard.
     *
     * @param status of the command line; 0: there is a result
     * @param why its last words, if there is none
     */
    record Done(int shard, int status, String why) implements Serializable {}

    /**
     * A class that Oraculum can do nothing with is a result. What is wrong with the command is said by no other machine otherwise, so it is
     * no reason to try again.
     *
     * @throws IOException the process was killed, or the folder cannot be written: Spark tries elsewhere
     */
    @Override
    public Done call(Integer shard) throws IOException, InterruptedException {
        if (Files.isRegularFile(results.of(shard))) {
            return new Done(shard, 0, "");
        }
        Files.createDirectories(results.ofRun());
        Path unfinished = results.unfinished(shard);
        try {
            List<String> command = new ArrayList<>(options.command());
            command.addAll(List.of("--shard", shard + "/" + results.of(), "--json", unfinished.toString()));
            CommandLine.End end = CommandLine.run(options.oraculum(), options.folder(), command);
            if (end.isKilled()) {
                throw new IOException("shard " + shard + " was ended with status " + end.status() + ":\n" + String.join("\n", end.lines()));
            }
            if (!Files.isRegularFile(unfinished)) {
                return new Done(shard, Math.max(1, end.status()), String.join("\n", end.lines()));
            }
            results.finish(shard, unfinished);
            return new Done(shard, 0, "");
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }
}
