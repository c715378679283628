package dev.oraculum.gradle;

import dev.oraculum.job.Job;
import dev.oraculum.job.JobException;
import dev.oraculum.job.Results;
import java.io.File;
import java.util.concurrent.Callable;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.CacheableTask;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;

/** {@code oraculumMerge}: one result of those that improve or generate left for all shards of a run. */
@CacheableTask
public class OraculumMerge extends RunnerTask {
    private FileCollection shards;

    @Override
    void connect(OraculumOptions own, OraculumPlugin.Inputs inputs) {
        super.connect(own, inputs);
        shards = inputs.project().files((Callable<Object>) () -> {
            Object value = own.raw("shards");
            // A text, as on the command line, may have commas between several.
            return value == null || value instanceof String ? Job.list(value) : value;
        });
    }

    /** Results as JSON, and folders that have them. */
    @InputFiles
    @PathSensitive(PathSensitivity.NONE)
    public FileCollection getShards() {
        return shards;
    }

    @OutputFile
    public File getMerged() {
        return Results.merged(reportsFolder());
    }

    @TaskAction
    public void run() {
        try {
            jobRun().merge(Results.ofShards(shards.getFiles()), getMerged());
        } catch (JobException e) {
            throw told(e);
        }
    }
}
