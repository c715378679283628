package dev.oraculum.api;

import dev.oraculum.api.improve.Progress;
import java.time.Duration;
import java.util.List;

/**
 * Hears of a job's progress, whatever the job; every method may be left as it is. Calls may come from several threads, one at a time.
 *
 * <p>A job about many methods has a <em>subject</em> for each, and phases of each; subjects may be worked on at the same time. What is
 * about the job as a whole, and all that a job about one thing tells, has the subject {@code ""}. What is about all methods of a class has
 * the class's name as its subject.
 */
public interface JobListener {
    /** Hears nothing. */
    JobListener NONE = new JobListener() {};

    /** @param subjects what the job goes through, in order; not called where there are none */
    default void subjectsFound(List<String> subjects) {}

    default void subjectStarted(String subject) {}

    /**
     * @param done how many subjects are, this one included
     * @param hasResult whether there is a result of it
     * @param outcome what came of it, for a reader: {@code improved, FN 12 -> 3, 1.4 s}
     */
    default void subjectFinished(int done, String subject, boolean hasResult, String outcome) {}

    /** @param detail what more there is to say of it, for a reader; may be empty */
    default void phaseStarted(String subject, Phase phase, String detail) {}

    /** @param outcome what came of it, for a reader: {@code 41 mutants, 3 died before the assertion}; may be empty */
    default void phaseFinished(String subject, Phase phase, Duration elapsed, String outcome) {}

    /**
     * One of the things that a phase goes through is done: a mutant, a test.
     *
     * @param total as far as it is known
     * @param what it is and how it ended, for a reader; may be empty
     */
    default void advanced(String subject, Phase phase, int done, int total, String what) {}

    /** @return false to end the search with the best result so far */
    default boolean searching(String subject, Progress progress) {
        return true;
    }

    /** Something that the user should know and that stops nothing. */
    default void warning(String subject, String message) {}
}
