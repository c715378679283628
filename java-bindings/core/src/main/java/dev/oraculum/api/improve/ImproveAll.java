package dev.oraculum.api.improve;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.MethodSelection;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.Request;
import dev.oraculum.api.Shard;
import dev.oraculum.internal.Records;
import dev.oraculum.pipeline.BatchJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Improve the assertions of many methods, each from {@code true}.
 *
 * @param each how each is improved; its method and its initial assertion do not matter, and its evidence is a folder with a file for each
 *     method
 * @param methods whose assertions
 * @param totalBudget time after which no method is begun and the searches under way end; null: none. The search's own budget is for each
 *     method
 * @param shard which of the classes; null: all. A shard is not proven on the project, which is done with all methods together: its request
 *     has no sources
 * @param history folder of results of earlier runs; a method keeps its result if nothing that it may depend on has changed since
 *     (docs/guide/history.md), and what is new goes there; null: none
 */
public record ImproveAll(Improve each, MethodSelection methods, Duration totalBudget, Shard shard, Path history)
        implements Request<BatchReport> {
    public ImproveAll {
        Objects.requireNonNull(each, "each");
        Objects.requireNonNull(methods, "methods");
        if (shard != null && each.proving().sources() != null) {
            throw new IllegalArgumentException(
                    "shard is set, and sources is too: assertions of many methods are proven on the project with all of them together");
        }
        if (history != null && each.evidence() != null) {
            throw new IllegalArgumentException(
                    "history is set, and evidence is too: of methods that keep their result there is no evidence");
        }
    }

    /** Without shards and history. */
    public ImproveAll(Improve each, MethodSelection methods, Duration totalBudget) {
        this(each, methods, totalBudget, null, null);
    }

    /** All defaults. */
    public static ImproveAll of(Project project, MethodSelection methods) {
        return new ImproveAll(Improve.of(project, ""), methods, null, null, null);
    }

    @Override
    public Project project() {
        return each.project();
    }

    /** Those of each method, and before them those of its class. */
    @Override
    public List<Phase> phases() {
        return Stream.concat(Stream.of(Phase.CLASS_TESTS), each.phases().stream()).toList();
    }

    @Override
    public BatchReport run(JobListener listener) {
        return BatchJob.improveAll(this, listener);
    }

    public ImproveAll withEach(Improve changed) {
        return Records.with(this, "each", changed);
    }

    public ImproveAll withMethods(MethodSelection changed) {
        return Records.with(this, "methods", changed);
    }

    /** @param one null: all classes */
    public ImproveAll withShard(Shard one) {
        return Records.with(this, "shard", one);
    }

    /** @param folder null: none */
    public ImproveAll withHistory(Path folder) {
        return Records.with(this, "history", folder);
    }

    /** @param budget null: none */
    public ImproveAll withTotalBudget(Duration budget) {
        return Records.with(this, "totalBudget", budget);
    }
}
