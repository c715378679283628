package dev.oraculum.runner;

import dev.oraculum.api.MergedResult;
import dev.oraculum.api.Oraculum;
import java.nio.file.Path;

/** Job {@code merge}: one result of those of all shards of a run. */
final class MergeRun {
    private MergeRun() {}

    static void run(Ask ask, End end, Said said) {
        MergedResult merged = Oraculum.merge(ask.paths("results"));
        Path file = Path.of(ask.text("merged"));
        Jobs.write(file, merged.json());
        said.line("merged: " + file + ": " + Jobs.count(merged.shards(), "shard", "shards") + " of "
                + Jobs.count(merged.classes(), "class", "classes"));
        end.figure("shards", merged.shards());
    }
}
