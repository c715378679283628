package dev.oraculum.api;

import java.time.Duration;

/** Hears of the progress of {@link Oraculum#rank(RankProject, RankListener)}, in the thread that called it; every method may be left as it is. */
public interface RankListener {
    /** Hears nothing. */
    RankListener NONE = new RankListener() {};

    /** The way from two suites to a ranking. */
    enum Stage {
        ANALYSIS("analysis", "reading the class and the tests"),
        MANUAL_TESTS("manualTests", "running the manual tests"),
        GENERATED_TESTS("generatedTests", "running the generated tests"),
        ANOMALIES("anomalies", "finding unusual values"),
        FLOW("flow", "following them to assertions"),
        RANKING("ranking", "ranking the assertions");

        private final String key;
        private final String activity;

        Stage(String key, String activity) {
            this.key = key;
            this.activity = activity;
        }

        /** Its name in {@code elapsed} of the report. */
        public String key() {
            return key;
        }

        /** What is going on, for a reader. */
        public String activity() {
            return activity;
        }
    }

    default void stageStarted(Stage stage) {}

    /** @param outcome what came of it, for a reader: {@code 31 tests, 2 left out} */
    default void stageFinished(Stage stage, Duration elapsed, String outcome) {}

    /**
     * A test of a stage that runs tests is over.
     *
     * @param total as far as it is known: tests that others make when they run are not in it before
     */
    default void testFinished(Stage stage, int done, int total) {}
}
