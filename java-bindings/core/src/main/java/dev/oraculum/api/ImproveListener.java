package dev.oraculum.api;

import java.time.Duration;

/** Hears of the progress of a job ({@link Oraculum#improve}); every method may be left as it is. Units may report from several threads, one at a time. */
public interface ImproveListener {
    /** Hears nothing. */
    ImproveListener NONE = new ImproveListener() {};

    default void phaseStarted(Phase phase) {}

    /** @param outcome what came of it, for a reader: {@code 41 mutants, 3 died before the assertion} */
    default void phaseFinished(Phase phase, Duration elapsed, String outcome) {}

    /** A mutant is done (or was, in an earlier run that is resumed). */
    default void mutantFinished(int done, int total, String mutant, String end) {}

    /** @return false to end the search with the best result so far */
    default boolean searching(Progress progress) {
        return true;
    }

    /** Something that the user should know and that stops nothing. */
    default void warning(String message) {}
}
