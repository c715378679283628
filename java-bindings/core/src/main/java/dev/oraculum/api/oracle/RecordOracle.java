package dev.oraculum.api.oracle;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Project;
import dev.oraculum.api.Request;
import dev.oraculum.api.select.OracleDatum;
import dev.oraculum.api.select.Select;
import dev.oraculum.api.select.SelectReport;
import dev.oraculum.internal.Records;
import dev.oraculum.pipeline.RecordJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Record the values of selected data while tests run, as an oracle for {@link Check} and as JUnit tests.
 *
 * @param project its test classes are those to run. A test that does not end in the test timeout the first time is left out, and so is one
 *     that takes ten times as long and four seconds later
 * @param data what to record, as {@link Select} names them on the same class path
 * @param kept of one datum in one test, how many values are kept; all take part in the hash
 * @param recorded a folder with what test runs of the build recorded, which take the place of runs of our own ({@link
 *     dev.oraculum.api.Oraculum#planRecording(Select, int, Path)}); null: the tests are run
 */
public record RecordOracle(Project project, List<OracleDatum> data, int kept, Path recorded) implements Request<RecordReport> {
    /** Enough to see where two runs part; a difference behind them still shows in the hash. */
    public static final int DEFAULT_KEPT = 64;

    /** How long a test may run where the project does not say it. */
    public static final Duration DEFAULT_TEST_TIMEOUT = Duration.ofSeconds(60);

    public RecordOracle {
        Objects.requireNonNull(project, "project");
        data = List.copyOf(data);
        if (kept < 1) {
            throw new IllegalArgumentException("kept is " + kept + ": expected 1 or more");
        }
        if (project.tests().isEmpty() || project.testClasses().isEmpty()) {
            throw new IllegalArgumentException("values are recorded while tests run: tests and testClasses must not be empty");
        }
    }

    /** What a selection for tests selected. */
    public static RecordOracle of(Select select, SelectReport report) {
        List<String> testClasses = report.testClasses() == null ? List.of() : report.testClasses();
        List<OracleDatum> data = report.selected().stream().map(SelectReport.Choice::datum).toList();
        return new RecordOracle(select.project().withTestClasses(testClasses), data, DEFAULT_KEPT, select.recorded());
    }

    @Override
    public List<Phase> phases() {
        return recorded == null ? List.of(Phase.ANALYSIS, Phase.RECORDING, Phase.COMPARISON, Phase.REPLAY)
                : List.of(Phase.ANALYSIS, Phase.COMPARISON, Phase.REPLAY);
    }

    @Override
    public RecordReport run(JobListener listener) {
        return RecordJob.record(this, listener);
    }

    public RecordOracle withProject(Project changed) {
        return Records.with(this, "project", changed);
    }

    /** Takes what test runs of the build recorded into a folder, and runs no tests. */
    public RecordOracle withRecorded(Path folder) {
        return Records.with(this, "recorded", folder);
    }

    public RecordOracle withKept(int values) {
        return Records.with(this, "kept", values);
    }
}
