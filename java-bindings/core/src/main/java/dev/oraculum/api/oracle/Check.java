package dev.oraculum.api.oracle;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.Request;
import dev.oraculum.internal.Records;
import dev.oraculum.pipeline.CheckJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Run the tests of an oracle on this version of the code and compare.
 *
 * @param project this version. Without test classes all that the oracle knows are run. A test that does not end in the test timeout is
 *     stopped, and does not pass; without one it may take ten times what it took when it was recorded, and at least {@link
 *     #LEAST_TEST_TIMEOUT}
 * @param oracle the oracle file
 */
public record Check(Project project, Path oracle) implements Request<CheckReport> {
    /** So much at least, whatever a test took: this machine may be slower, and a version that does more is not one that hangs. */
    public static final Duration LEAST_TEST_TIMEOUT = Duration.ofSeconds(20);

    private static final int TIMES_RECORDED = 10;

    public Check {
        Objects.requireNonNull(project, "project");
        Objects.requireNonNull(oracle, "oracle");
    }

    public static Check of(Project project, Path oracle) {
        return new Check(project, oracle);
    }

    @Override
    public List<Phase> phases() {
        return List.of(Phase.ANALYSIS, Phase.RECORDING, Phase.COMPARISON);
    }

    @Override
    public CheckReport run(JobListener listener) {
        return CheckJob.check(this, listener);
    }

    public Check withProject(Project changed) {
        return Records.with(this, "project", changed);
    }

    /** How long a test may run that took so long when it was recorded. */
    public Duration limit(Duration recorded) {
        Duration usual = recorded.multipliedBy(TIMES_RECORDED);
        Duration least = usual.compareTo(LEAST_TEST_TIMEOUT) > 0 ? usual : LEAST_TEST_TIMEOUT;
        return project.testTimeout() != null ? project.testTimeout() : least;
    }
}
