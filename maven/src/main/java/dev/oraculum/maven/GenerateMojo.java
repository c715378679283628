package dev.oraculum.maven;

import dev.oraculum.job.Job;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/**
 * Generates JUnit tests that reach the branches of a method, classes, packages, or all of the module.
 * Less coverage than <code>minBranchCoverage</code> fails the build.
 */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.VERIFY, requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public class GenerateMojo extends JobMojo {
    /** One method, <code>pkg.C#m</code> or <code>pkg.C#m(int,java.lang.String)</code>. */
    @Parameter(property = "oraculum.method")
    private String method;

    /** Names of packages whose classes the goal is about, their sub-packages included. */
    @Parameter(property = "oraculum.packages")
    private List<String> packages;

    /** Of all randomness: same seed, same result, unless a budget ends the search. */
    @Parameter(property = "oraculum.seed")
    private Long seed;

    /** Time for one class: <code>30s</code>, <code>5m</code>, <code>1h</code>, or seconds. */
    @Parameter(property = "oraculum.budget")
    private String budget;

    /** Time after which nothing more is begun. */
    @Parameter(property = "oraculum.totalBudget")
    private String totalBudget;

    /** How many tests the search may run; by default as many as the budget allows. */
    @Parameter(property = "oraculum.maxTests")
    private Long maxTests;

    /** 4 or 5: which JUnit generated tests are for. */
    @Parameter(property = "oraculum.junit")
    private Integer junit;

    /** Less branch coverage by generated tests than this, in percent, fails the build. */
    @Parameter(property = "oraculum.minBranchCoverage")
    private Double minBranchCoverage;

    /**
     * What mutants may do outside of their scratch folder: <code>write=DIR</code>, <code>process</code>, <code>net</code>,
     * <code>native</code>, <code>global</code>, <code>descriptor</code>.
     */
    @Parameter(property = "oraculum.allow")
    private List<String> allow;

    public GenerateMojo() {
        super(Job.GENERATE);
    }

    @Override
    boolean needsTests() {
        return false;
    }
}
