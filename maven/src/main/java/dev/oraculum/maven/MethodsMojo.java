package dev.oraculum.maven;

import dev.oraculum.job.Job;
import java.util.List;
import org.apache.maven.plugins.annotations.Parameter;

/** A goal about methods: one, or those of classes or packages. */
abstract class MethodsMojo extends JobMojo {
    /** One method, <code>pkg.C#m</code> or <code>pkg.C#m(int,java.lang.String)</code>. */
    @Parameter(property = "oraculum.method")
    private String method;

    /** Names of packages whose classes the goal is about, their sub-packages included. */
    @Parameter(property = "oraculum.packages")
    private List<String> packages;

    MethodsMojo(Job job) {
        super(job);
    }
}
