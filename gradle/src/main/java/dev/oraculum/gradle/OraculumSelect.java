package dev.oraculum.gradle;

import dev.oraculum.job.Job;
import org.gradle.api.tasks.CacheableTask;

/** {@code oraculumSelect}: which variables are worth asserting on; with {@code record = true}, what the tests give them. */
@CacheableTask
public class OraculumSelect extends RecordingTask {
    public OraculumSelect() {
        super(Job.SELECT);
    }
}
