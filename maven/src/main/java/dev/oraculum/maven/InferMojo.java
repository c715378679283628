package dev.oraculum.maven;

import dev.oraculum.job.Job;
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

    public InferMojo() {
        super(Job.INFER);
    }

    @Override
    boolean needsTests() {
        return true;
    }
}
