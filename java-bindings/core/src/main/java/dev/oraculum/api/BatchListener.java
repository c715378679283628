package dev.oraculum.api;

import java.util.List;

/** Hears of the progress of a batch ({@link Oraculum#improveAll}), from several threads, one at a time; every method may be left as it is. */
public interface BatchListener {
    /** Hears nothing. */
    BatchListener NONE = new BatchListener() {};

    /** @param methods those of the batch, in order */
    default void started(List<String> methods) {}

    /**
     * The tests on the original program begin to run, once for several methods of a class.
     *
     * @param className binary name
     * @param methods how many
     */
    default void recordingStarted(String className, int methods) {}

    /** They have run, or cannot be run for all at once. */
    default void recordingFinished(String className) {}

    default void methodStarted(String method) {}

    /** A method is in its next phase. */
    default void phaseStarted(String method, Phase phase) {}

    /** @param done how many methods are, this one included */
    default void methodFinished(int done, MethodResult result) {}

    /**
     * Something that the user should know and that stops nothing.
     *
     * @param method or the class, where it is about all of its methods
     */
    default void warning(String method, String message) {}
}
