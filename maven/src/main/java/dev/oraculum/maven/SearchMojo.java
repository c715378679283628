package dev.oraculum.maven;

import dev.oraculum.job.Job;
import java.io.File;
import java.util.List;
import org.apache.maven.plugins.annotations.Parameter;

/** A goal that searches, and runs mutants. */
abstract class SearchMojo extends MethodsMojo {
    /** Of all randomness: same seed, same result, unless a budget ends the search. */
    @Parameter(property = "oraculum.seed")
    private Long seed;

    /**
     * Time of one search, of a method or, by <code>generate</code>, of a class: <code>30s</code>, <code>5m</code>, <code>1h</code>, or
     * seconds.
     */
    @Parameter(property = "oraculum.budget")
    private String budget;

    /** Time after which nothing more is begun. */
    @Parameter(property = "oraculum.totalBudget")
    private String totalBudget;

    /**
     * What mutants may do outside of their scratch folder: <code>write=DIR</code>, <code>process</code>, <code>net</code>,
     * <code>native</code>, <code>global</code>, <code>descriptor</code>.
     */
    @Parameter(property = "oraculum.allow")
    private List<String> allow;

    /**
     * <code>K/N</code>: only every N-th class, from the K-th on, so that N runs do it all; the goal <code>merge</code> makes one result of
     * theirs.
     */
    @Parameter(property = "oraculum.shard")
    private String shard;

    /**
     * A folder of earlier results, made if it is not there: classes and methods for which nothing has changed since keep theirs
     * (docs/guide/history.md).
     */
    @Parameter(property = "oraculum.history")
    private File history;

    SearchMojo(Job job) {
        super(job);
    }
}
