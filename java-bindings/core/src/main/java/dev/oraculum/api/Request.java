package dev.oraculum.api;

import java.util.List;

/**
 * What a job is asked for: a project, and what one capability adds to it. A front door that knows no capability by name runs any request
 * by {@link #run}.
 *
 * @param <R> what the job answers
 */
public interface Request<R> {
    /** What to work on. */
    Project project();

    /** The phases that the job may go through, in order. */
    List<Phase> phases();

    /**
     * Does the job, in the calling thread. Interrupting the thread ends it, with what is finished where that is worth something.
     *
     * @throws IllegalArgumentException a setting is wrong
     * @throws ProjectException the project cannot be worked on as asked
     * @throws java.util.concurrent.CancellationException the thread was interrupted, and nothing is finished
     * @throws OraculumException a file cannot be read or written, or a fault of ours
     */
    R run(JobListener listener);
}
