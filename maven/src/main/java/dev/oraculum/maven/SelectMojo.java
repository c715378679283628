package dev.oraculum.maven;

import dev.oraculum.job.Job;
import java.util.List;
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

    public SelectMojo() {
        super(Job.SELECT);
    }

    @Override
    boolean needsTests() {
        return flag("record");
    }
}
