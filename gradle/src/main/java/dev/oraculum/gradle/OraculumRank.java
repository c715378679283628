package dev.oraculum.gradle;

import dev.oraculum.job.Job;
import dev.oraculum.job.JobRun;
import java.util.Map;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;

/** {@code oraculumRank}: which assertions of generated tests are probably wrong. More than {@code maxUnsafe} of them fail it. */
@CacheableTask
public class OraculumRank extends OraculumTask {
    private FileCollection generatedTests;
    private FileCollection generatedSources;

    public OraculumRank() {
        super(Job.RANK);
    }

    @Override
    void connect(OraculumOptions own, OraculumPlugin.Inputs inputs) {
        super.connect(own, inputs);
        generatedTests = inputs.files(own, "generatedTests", () -> null);
        generatedSources = inputs.files(own, "generatedSources", () -> null);
    }

    /** The compiled generated tests and what they need. */
    @Classpath
    public FileCollection getGeneratedTests() {
        return generatedTests;
    }

    /** Folders of their sources. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getGeneratedSources() {
        return generatedSources;
    }

    @Override
    void addFiles(Map<String, String> request) {
        request.put("generatedTests", JobRun.paths(generatedTests));
        request.put("generatedSources", JobRun.paths(generatedSources));
    }
}
