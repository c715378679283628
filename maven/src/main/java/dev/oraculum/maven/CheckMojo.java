package dev.oraculum.maven;

import dev.oraculum.job.Job;
import java.io.File;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Compares what the code does with an oracle that the goal <code>select</code> recorded.
 * More than <code>maxMismatches</code> differences fail the build.
 */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public class CheckMojo extends JobMojo {
    /** The oracle file; by default <code>oracle.json</code> in the folder of the module. */
    @Parameter(property = "oraculum.oracle")
    private File oracle;

    /** How long a test may run, such as <code>10s</code>. */
    @Parameter(property = "oraculum.testTimeout")
    private String testTimeout;

    /** Whether it is all right if variables or tests of the oracle are not there any more. */
    @Parameter(property = "oraculum.allowGone")
    private Boolean allowGone;

    /** More mismatches than this fail the build; by default 0. */
    @Parameter(property = "oraculum.maxMismatches")
    private Double maxMismatches;

    public CheckMojo() {
        super(Job.CHECK);
    }

    @Override
    boolean needsTests() {
        return true;
    }

    @Override
    void addFiles(Map<String, List<File>> inputs, ModulePaths paths) {
        File chosen = file("oracle");
        inputs.put("oracle", Collections.singletonList(chosen == null ? new File(project().getBasedir(), "oracle.json") : chosen));
    }
}
