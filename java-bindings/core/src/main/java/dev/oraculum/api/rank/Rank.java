package dev.oraculum.api.rank;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.Request;
import dev.oraculum.api.settings.RankSettings;
import dev.oraculum.internal.Records;
import dev.oraculum.pipeline.RankJob;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Rank the assertions of generated tests of a class by how probably they are wrong. The project's own tests are the measure.
 *
 * @param project its tests are those that people wrote, which the generated ones do not see; its sources are those of the generated tests,
 *     to show assertions as they are written
 * @param className the class under test, {@code pkg.C}; nested classes belong to it
 * @param generatedTests jars and folders of the generated tests and of what they need; the project's tests do not see them
 * @param generatedTestClasses binary names; empty: those that refer to the class
 * @param settings of detection and ranking
 * @param depth how many fields are followed from parameters, receiver and return value, 0 to 10
 * @param profile which statements the profile of an invocation has
 */
public record Rank(
        Project project, String className, List<Path> generatedTests, List<String> generatedTestClasses, RankSettings settings, int depth,
        ProfileMode profile)
        implements Request<RankReport> {
    /** As far as most classes are worth it: the parts of a parameter's parts. */
    public static final int DEFAULT_DEPTH = 2;

    /** Beyond it there are more variables than can be compared. */
    public static final int GREATEST_DEPTH = 10;

    public Rank {
        Objects.requireNonNull(project, "project");
        Objects.requireNonNull(className, "className");
        generatedTests = List.copyOf(generatedTests);
        generatedTestClasses = List.copyOf(generatedTestClasses);
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(profile, "profile");
        if (depth < 0 || depth > GREATEST_DEPTH) {
            throw new IllegalArgumentException("depth is " + depth + ": expected 0 to " + GREATEST_DEPTH);
        }
    }

    /** All defaults. */
    public static Rank of(Project project, String className, List<Path> generatedTests) {
        return new Rank(project, className, generatedTests, List.of(), RankSettings.defaults(), DEFAULT_DEPTH, ProfileMode.CUMULATIVE);
    }

    @Override
    public List<Phase> phases() {
        return List.of(Phase.SUITES, Phase.MANUAL_TESTS, Phase.GENERATED_TESTS, Phase.ANOMALIES, Phase.FLOW, Phase.RANKING);
    }

    @Override
    public RankReport run(JobListener listener) {
        return RankJob.rank(this, listener);
    }

    public Rank withProject(Project changed) {
        return Records.with(this, "project", changed);
    }

    /** @param names binary names; empty: those that refer to the class */
    public Rank withGeneratedTestClasses(List<String> names) {
        return Records.with(this, "generatedTestClasses", names);
    }

    public Rank withSettings(RankSettings changed) {
        return Records.with(this, "settings", changed);
    }

    public Rank withDepth(int fields) {
        return Records.with(this, "depth", fields);
    }

    public Rank withProfile(ProfileMode mode) {
        return Records.with(this, "profile", mode);
    }
}
