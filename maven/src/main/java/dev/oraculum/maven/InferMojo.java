package dev.oraculum.maven;

import dev.oraculum.job.Job;
import java.io.File;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Infers what held at the entry and exit of methods in all tests. */
@Mojo(name = "infer", defaultPhase = LifecyclePhase.VERIFY, requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public class InferMojo extends MethodsMojo {
    /** Whether constructors are looked at, too; by default they are. */
    @Parameter(property = "oraculum.constructors")
    private Boolean constructors;

    /** How long a test may run, such as <code>10s</code>. */
    @Parameter(property = "oraculum.testTimeout")
    private String testTimeout;

    /**
     * A folder: run nothing, and write there what the tests of the module are to record when they run next (docs/guide/junit.md).
     */
    @Parameter(property = "oraculum.planRecording")
    private File planRecording;

    /** A folder: run no tests, and take what those of the module have recorded there, by what <code>planRecording</code> wrote. */
    @Parameter(property = "oraculum.recorded")
    private File recorded;

    public InferMojo() {
        super(Job.INFER);
    }

    @Override
    boolean needsTests() {
        return true;
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
