package dev.oraculum.gradle;

import dev.oraculum.job.Job;
import java.util.List;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.options.Option;

/** {@code oraculumImprove}: what tests should assert about a method, classes, packages, or all that tests refer to. */
@CacheableTask
public class OraculumImprove extends OraculumTask {
    public OraculumImprove() {
        super(Job.IMPROVE);
    }

    @Option(option = "method", description = "The method, as pkg.C#m(int).")
    public void setMethodOption(String name) {
        getOptions().onCommandLine("method", name);
    }

    @Option(option = "package", description = "The packages that it is about, instead of those that the build names.")
    public void setPackageOption(List<String> names) {
        getOptions().onCommandLine("packages", names);
    }
}
