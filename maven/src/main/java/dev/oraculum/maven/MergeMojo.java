package dev.oraculum.maven;

import dev.oraculum.job.Results;
import java.io.File;
import java.util.List;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Makes one result of those that <code>improve</code> or <code>generate</code> left for all shards of a run. */
@Mojo(name = "merge", threadSafe = true)
public class MergeMojo extends OraculumMojo {
    /** The results of the shards as JSON, or folders that have them, in any order. */
    @Parameter(property = "oraculum.shards")
    private List<File> shards;

    @Override
    void perform() {
        run("merge").merge(Results.ofShards(files("shards")), Results.merged(reports()));
    }
}
