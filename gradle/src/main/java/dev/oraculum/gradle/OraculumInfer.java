package dev.oraculum.gradle;

import dev.oraculum.job.Job;
import java.util.List;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.options.Option;

/** {@code oraculumInfer}: what held at the entry and exit of methods in all tests. */
@CacheableTask
public class OraculumInfer extends RecordingTask {
    public OraculumInfer() {
        super(Job.INFER);
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
