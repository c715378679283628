package dev.oraculum.gradle;

import dev.oraculum.job.Job;
import java.util.Map;
import org.gradle.api.file.FileCollection;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;

/** A task that can take what the project's own test run has recorded, in place of a run of ours. */
public abstract class RecordingTask extends OraculumTask {
    private FileCollection recorded;

    RecordingTask(Job job) {
        super(job);
        // A plan is no output of the task, which therefore cannot know whether it is still there.
        getOutputs().upToDateWhen(task -> !((RecordingTask) task).isPlan());
        getOutputs().doNotCacheIf("it plans a recording", task -> ((RecordingTask) task).isPlan());
    }

    private boolean isPlan() {
        return getOptions().value("planRecording") != null;
    }

    @Override
    void connect(OraculumOptions own, OraculumPlugin.Inputs inputs) {
        super.connect(own, inputs);
        recorded = inputs.files(own, "recorded", () -> null);
    }

    /** The folder of the recording, or nothing. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public FileCollection getRecorded() {
        return recorded;
    }

    @Override
    void addFiles(Map<String, String> request) {
        if (!recorded.isEmpty()) {
            request.put("recorded", recorded.getSingleFile().getPath());
        }
        if (isPlan()) {
            request.put("planRecording", under(getOptions().value("planRecording")).getPath());
        }
    }
}
