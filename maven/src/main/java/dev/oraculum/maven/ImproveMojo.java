package dev.oraculum.maven;

import dev.oraculum.job.Job;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Finds what tests should assert about a method, classes, packages, or all that tests refer to. */
@Mojo(name = "improve", defaultPhase = LifecyclePhase.VERIFY, requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
public class ImproveMojo extends JobMojo {
    /** One method, <code>pkg.C#m</code> or <code>pkg.C#m(int,java.lang.String)</code>. */
    @Parameter(property = "oraculum.method")
    private String method;

    /** Names of packages whose classes the goal is about, their sub-packages included. */
    @Parameter(property = "oraculum.packages")
    private List<String> packages;

    /** Whether constructors are looked at, too. */
    @Parameter(property = "oraculum.constructors")
    private Boolean constructors;

    /** The assertion that the search starts from; it needs <code>method</code>. */
    @Parameter(property = "oraculum.assertion")
    private String assertion;

    /** Of all randomness: same seed, same result, unless a budget ends the search. */
    @Parameter(property = "oraculum.seed")
    private Long seed;

    /** Time of one search: <code>30s</code>, <code>5m</code>, <code>1h</code>, or seconds. */
    @Parameter(property = "oraculum.budget")
    private String budget;

    /** Time after which nothing more is begun. */
    @Parameter(property = "oraculum.totalBudget")
    private String totalBudget;

    /** How long a test may run, such as <code>10s</code>. */
    @Parameter(property = "oraculum.testTimeout")
    private String testTimeout;

    /**
     * What mutants may do outside of their scratch folder: <code>write=DIR</code>, <code>process</code>, <code>net</code>,
     * <code>native</code>, <code>global</code>, <code>descriptor</code>.
     */
    @Parameter(property = "oraculum.allow")
    private List<String> allow;

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
