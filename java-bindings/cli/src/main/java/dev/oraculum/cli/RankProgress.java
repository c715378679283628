package dev.oraculum.cli;

import dev.oraculum.api.RankListener;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Progress of a ranking: a line for each stage; on a terminal also a bar of the tests with the time that is left. */
final class RankProgress implements RankListener {
    private static final int BAR_WIDTH = 30;
    private static final int LINE_WIDTH = 100;

    private final StatusLine status;
    private long started = System.nanoTime();

    RankProgress(PrintWriter err, boolean terminal) {
        status = new StatusLine(err, LINE_WIDTH, terminal);
    }

    @Override
    public void stageStarted(Stage stage) {
        started = System.nanoTime();
        status.moving(stage.activity() + " ..");
    }

    @Override
    public void stageFinished(Stage stage, Duration elapsed, String outcome) {
        status.line(String.format(Locale.ROOT, "[%6.1f s] %s%s", elapsed.toMillis() / 1e3, stage.activity(), outcome.isEmpty() ? "" : ": " + outcome));
    }

    @Override
    public void testFinished(Stage stage, int done, int total) {
        String left = done < total ? ", about " + BatchProgress.duration(BatchProgress.left(System.nanoTime() - started, done, 0, total)) + " left" : "";
        status.moving(stage.activity() + " " + StatusLine.bar(BAR_WIDTH, done, total) + left);
    }
}
