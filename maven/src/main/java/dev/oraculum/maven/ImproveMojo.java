package dev.oraculum.maven;

import dev.oraculum.job.Job;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Finds what tests should assert about a method, classes, packages, or all that tests refer to. */
@Mojo(name = "improve", defaultPhase = LifecyclePhase.VERIFY, requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public class ImproveMojo extends SearchMojo {
    /** Whether constructors are looked at, too. */
    @Parameter(property = "oraculum.constructors")
    private Boolean constructors;

    /** The assertion that the search starts from; it needs <code>method</code>. */
    @Parameter(property = "oraculum.assertion")
    private String assertion;

    /** How long a test may run, such as <code>10s</code>. */
    @Parameter(property = "oraculum.testTimeout")
    private String testTimeout;

    /** Names of PIT's mutators or groups of them; by default PIT's defaults. */
    @Parameter(property = "oraculum.mutators")
    private List<String> mutators;

    public ImproveMojo() {
        super(Job.IMPROVE);
    }

    @Override
    boolean needsTests() {
        return true;
    }
}
