package dev.oraculum.cli;

import dev.oraculum.api.ImproveListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Progress as lines, one a phase; on a terminal the last line moves. */
final class ProgressLines implements ImproveListener {
    private static final int BAR_WIDTH = 30;
    private static final int LINE_WIDTH = 100;

    private final boolean verbose;
    private final StatusLine status;

    ProgressLines(PrintWriter err, boolean verbose) {
        this.verbose = verbose;
        // The launcher knows whether standard error is a terminal; Java does not.
        this.status = new StatusLine(err, LINE_WIDTH, Boolean.getBoolean("oraculum.terminal"));
    }

    @Override
    public synchronized void phaseStarted(Phase phase) {
        status.moving(phase.activity() + " ..");
    }

    @Override
    public synchronized void phaseFinished(Phase phase, Duration elapsed, String outcome) {
        status.line(String.format(Locale.ROOT, "[%6.1f s] %s%s", elapsed.toMillis() / 1e3, phase.activity(), outcome.isEmpty() ? "" : ": " + outcome));
    }

    @Override
    public synchronized void mutantFinished(int done, int total, String mutant, String end) {
        if (verbose) {
            status.line("           mutant " + mutant + ": " + end);
        }
        status.moving("mutants " + StatusLine.bar(BAR_WIDTH, done, total));
    }

    @Override
    public synchronized boolean searching(Progress progress) {
        String best = progress.bestFn() < 0 ? "no assertion without false positives yet" : "best so far: FN " + progress.bestFn() + ", size "
                + progress.bestSize();
        status.moving("generation " + progress.generation() + ", " + best);
        return true;
    }

    @Override
    public synchronized void warning(String message) {
        status.line("warning: " + message);
    }
}
