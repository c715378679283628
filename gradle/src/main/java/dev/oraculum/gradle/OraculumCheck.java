package dev.oraculum.gradle;

import dev.oraculum.job.Job;
import java.util.Map;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;

/** {@code oraculumCheck}: whether the code still gives the values of an oracle. More than {@code maxMismatches} differences fail it. */
@CacheableTask
public class OraculumCheck extends OraculumTask {
    private FileCollection oracle;

    public OraculumCheck() {
        super(Job.CHECK);
    }

    @Override
    void connect(OraculumOptions own, OraculumPlugin.Inputs inputs) {
        super.connect(own, inputs);
        FileCollection usual = inputs.project().files("oracle.json");
        oracle = inputs.files(own, "oracle", () -> usual);
    }

    /** The oracle file. Gradle would refuse one that is missing in words of its own; the runner says how to record one. */
    @InputFiles
    @PathSensitive(PathSensitivity.NONE)
    public FileCollection getOracle() {
        return oracle;
    }

    @Override
    void addFiles(Map<String, String> request) {
        request.put("oracle", oracle.getSingleFile().getPath());
    }
}
