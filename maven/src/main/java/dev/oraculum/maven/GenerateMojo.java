package dev.oraculum.maven;

import dev.oraculum.job.Job;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Generates JUnit tests that reach the branches of a method, classes, packages, or all of the module.
 * Less coverage than <code>minBranchCoverage</code> fails the build.
 */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.VERIFY, requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public class GenerateMojo extends SearchMojo {
    /** How many tests the search may run; by default as many as the budget allows. */
    @Parameter(property = "oraculum.maxTests")
    private Long maxTests;

    /** 4 or 5: which JUnit generated tests are for. */
    @Parameter(property = "oraculum.junit")
    private Integer junit;

    /** Less branch coverage by generated tests than this, in percent, fails the build. */
    @Parameter(property = "oraculum.minBranchCoverage")
    private Double minBranchCoverage;

    public GenerateMojo() {
        super(Job.GENERATE);
    }

    @Override
    boolean needsTests() {
        return false;
    }
}
