package dev.oraculum.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;

/** Does a shard of the run on whatever machine Spark chooses. */
final class ShardTask implements Function<Integer, ShardTask.Done> {
    private static final long serialVersionUID = 1L;

    /** Fewer than Spark's own. */
    private static final int MOST_ATTEMPTS = 3;

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

    @Override
    public Done call(Integer shard) throws IOException, InterruptedException {
        TaskContext task = TaskContext.get();
        return run(shard, task == null ? 0 : task.attemptNumber());
    }

    /**
     * A class that Oraculum can do nothing with is a result. What is wrong with the command, no other machine would find right.
     *
     * @param attempt how often the task was begun before, here or on machines that are lost
     * @throws IOException the process was killed, or the folder cannot be written: Spark tries elsewhere. A class whose process is killed
     *     again and again is not worth a machine more
     */
    Done run(int shard, int attempt) throws IOException, InterruptedException {
        if (Files.isRegularFile(results.of(shard))) {
            return new Done(shard, 0, "");
        }
        Files.createDirectories(results.ofRun());
        Path unfinished = results.unfinished(shard);
        try {
            CommandLine.End end = CommandLine.run(options.oraculum(), options.folder(), command(shard, unfinished));
            String said = String.join("\n", end.lines());
            if (end.isKilled() && attempt + 1 < MOST_ATTEMPTS) {
                throw new IOException("the process of shard " + shard + " ended with status " + end.status() + ":\n" + said);
            }
            if (end.isKilled() || !Files.isRegularFile(unfinished)) {
                return new Done(shard, Math.max(1, end.status()), said);
            }
            String run = ShardHeader.read(unfinished).run();
            if (!run.equals(results.run())) {
                return new Done(shard, Main.WRONG, "the code, the tests or the JDK of this machine is another one: digest " + run);
            }
            results.finish(shard, unfinished);
            return new Done(shard, 0, "");
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private List<String> command(int shard, Path result) {
        List<String> command = new ArrayList<>(options.command());
        if (options.tests().isPresent() && !options.isForced()) {
            // What is there is of a task that was lost: Results.claim has looked.
            command.add(Options.FORCE);
        }
        command.addAll(List.of("--shard", shard + "/" + results.of(), "--json", result.toString()));
        return command;
    }
}
