package dev.oraculum.api.improve;

import dev.oraculum.api.Engine;

/** Hears of a search's progress on the thread that called {@link Engine#improve}, at most every {@link ImproveRequest#progressMillis()}. */
@FunctionalInterface
public interface ProgressListener {
    /**
     * @return true to go on, false to stop with the best result so far. An exception stops the search and reaches the caller of
     * {@code improve} unchanged
     */
    boolean onProgress(Progress progress);
}
