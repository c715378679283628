package dev.oraculum.api.seed;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.Request;
import dev.oraculum.api.settings.GenerateSettings;
import dev.oraculum.internal.Records;
import dev.oraculum.pipeline.ExplainJob;
import java.util.List;
import java.util.Objects;

/**
 * Explain what the branches of a line look at, and which test builds that: their object construction graphs and seed templates (EvoObj,
 * sections 3.1 and 3.2). Nothing is run.
 *
 * @param project its class path has the class
 * @param branch {@code pkg.C#m:42}, a method and a source line in it
 * @param settings those whose names begin with {@code generate.seed.} count
 * @param seed of what a template draws
 */
public record Explain(Project project, String branch, GenerateSettings settings, long seed) implements Request<ExplainReport> {
    public Explain {
        Objects.requireNonNull(project, "project");
        Objects.requireNonNull(branch, "branch");
        Objects.requireNonNull(settings, "settings");
        if (!branch.matches("[^#:]+#[^#:]+:[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("branch is " + branch + ": expected a method and a line, as pkg.C#m:42");
        }
        if (project.classPath().isEmpty()) {
            throw new IllegalArgumentException("classPath is empty: name the jars or folders of the class and of what it needs");
        }
    }

    /** All defaults, seed 0. */
    public static Explain of(Project project, String branch) {
        return new Explain(project, branch, GenerateSettings.defaults(), 0);
    }

    @Override
    public List<Phase> phases() {
        return List.of(Phase.FACTS);
    }

    @Override
    public ExplainReport run(JobListener listener) {
        return ExplainJob.explain(this, listener);
    }

    public Explain withSettings(GenerateSettings changed) {
        return Records.with(this, "settings", changed);
    }

    public Explain withSeed(long changed) {
        return Records.with(this, "seed", changed);
    }
}
