package dev.oraculum.api.generate;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.Request;
import dev.oraculum.api.Shard;
import dev.oraculum.internal.Records;
import dev.oraculum.pipeline.GenerateAllJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Generate JUnit tests of many classes, of each a file of its own.
 *
 * @param each how they are generated; its class does not matter, and its scope must be the whole class. With its number of tests, and
 *     enough time, the file of a class does not depend on which others there are
 * @param classes of which tests are wanted
 * @param totalBudget wall time of the whole run; null: none, and each class has the budget of {@code each}. A class gets a share of what is
 *     left by the number of its branches; what it does not use is for those after it
 * @param out root of the test sources, where each file is written as soon as it is ready; null: none is written, the report has the sources
 * @param existing what becomes of classes whose file is there
 * @param shard which of the classes; null: all
 * @param history folder of results of earlier runs; a class keeps its tests if nothing that they may depend on has changed since
 *     (docs/guide/history.md), and what is new goes there; null: none
 */
public record GenerateAll(
        Generate each, ClassSelection classes, Duration totalBudget, Path out, Existing existing, Shard shard, Path history)
        implements Request<GenerateAllReport> {
    /** What becomes of classes whose file of tests is there before the run. */
    public enum Existing {
        /** Nothing is run. */
        STOP,
        /** They are left out: so a run that was interrupted goes on. */
        LEAVE,
        /** The files are written over. */
        REPLACE
    }

    public GenerateAll {
        Objects.requireNonNull(each, "each");
        Objects.requireNonNull(classes, "classes");
        Objects.requireNonNull(existing, "existing");
        if (!each.scope().equals(Scope.CLASS)) {
            throw new IllegalArgumentException("scope is a part of one class: many classes are tested as a whole");
        }
        if (totalBudget != null && (totalBudget.isNegative() || totalBudget.isZero())) {
            throw new IllegalArgumentException("totalBudget is " + totalBudget + ": expected more than 0");
        }
    }

    /** All defaults; nothing is written. */
    public static GenerateAll of(Project project, ClassSelection classes) {
        return new GenerateAll(Generate.of(project, ""), classes, null, null, Existing.STOP, null, null);
    }

    @Override
    public Project project() {
        return each.project();
    }

    /** Those of each class. */
    @Override
    public List<Phase> phases() {
        return each.phases();
    }

    @Override
    public GenerateAllReport run(JobListener listener) {
        return GenerateAllJob.generate(this, listener);
    }

    public GenerateAll withEach(Generate changed) {
        return Records.with(this, "each", changed);
    }

    public GenerateAll withClasses(ClassSelection changed) {
        return Records.with(this, "classes", changed);
    }

    /** @param budget null: none */
    public GenerateAll withTotalBudget(Duration budget) {
        return Records.with(this, "totalBudget", budget);
    }

    /** @param folder null: none is written */
    public GenerateAll withOut(Path folder) {
        return Records.with(this, "out", folder);
    }

    /** @param one null: all classes */
    public GenerateAll withShard(Shard one) {
        return Records.with(this, "shard", one);
    }

    /** @param folder null: none */
    public GenerateAll withHistory(Path folder) {
        return Records.with(this, "history", folder);
    }

    public GenerateAll withExisting(Existing changed) {
        return Records.with(this, "existing", changed);
    }
}
