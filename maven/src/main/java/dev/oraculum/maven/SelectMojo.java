package dev.oraculum.maven;

import dev.oraculum.job.Job;
import java.io.File;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Selects the variables that are worth asserting on.
 * With <code>record</code> it runs the tests and records what they give these variables, for the goal <code>check</code>.
 */
@Mojo(name = "select", defaultPhase = LifecyclePhase.VERIFY, requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public class SelectMojo extends JobMojo {
    /** Names of packages whose classes the goal is about, their sub-packages included. */
    @Parameter(property = "oraculum.packages")
    private List<String> packages;

    /** How long a test may run, such as <code>10s</code>. */
    @Parameter(property = "oraculum.testTimeout")
    private String testTimeout;

    /** Whether the tests are run and an oracle is recorded. */
    @Parameter(property = "oraculum.record")
    private Boolean record;

    /**
     * A folder: run nothing, and write there what the tests of the module are to record when they run next (docs/guide/junit.md).
     */
    @Parameter(property = "oraculum.planRecording")
    private File planRecording;

    /** A folder: run no tests, and take what those of the module have recorded there, by what <code>planRecording</code> wrote. */
    @Parameter(property = "oraculum.recorded")
    private File recorded;

    public SelectMojo() {
        super(Job.SELECT);
    }

    @Override
    boolean needsTests() {
        return flag("record") || plan() != null;
    }

    @Override
    void addFiles(Map<String, List<File>> inputs, ModulePaths paths) {
        addRecorded(inputs);
    }

    @Override
    File plan() {
        return file("planRecording");
    }
}
