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
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean verbose;
    /** The launcher knows whether standard error is a terminal; Java does not. */
    private final boolean terminal = Boolean.getBoolean("oraculum.terminal");
    private boolean moving;

    ProgressLines(PrintWriter err, boolean verbose) {
        this.err = err;
        this.verbose = verbose;
    }

    @Override
    public synchronized void phaseStarted(Phase phase) {
        if (terminal) {
            moving(phase.activity() + " ..");
        }
    }

    @Override
    public synchronized void phaseFinished(Phase phase, Duration elapsed, String outcome) {
        line(String.format(Locale.ROOT, "[%6.1f s] %s%s", elapsed.toMillis() / 1e3, phase.activity(), outcome.isEmpty() ? "" : ": " + outcome));
    }

    @Override
    public synchronized void mutantFinished(int done, int total, String mutant, String end) {
        if (verbose) {
            line("           mutant " + mutant + ": " + end);
        }
        if (terminal) {
            int filled = BAR_WIDTH * done / Math.max(1, total);
            moving("mutants [" + "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled) + "] " + done + " of " + total);
        }
    }

    @Override
    public synchronized boolean searching(Progress progress) {
        if (terminal) {
            String best = progress.bestFn() < 0 ? "no assertion without false positives yet" : "best so far: FN " + progress.bestFn() + ", size " + progress.bestSize();
            moving("generation " + progress.generation() + ", " + best);
        }
        return true;
    }

    @Override
    public synchronized void warning(String message) {
        line("warning: " + message);
    }

    private void line(String text) {
        if (moving) {
            err.print(ERASE_LINE);
            moving = false;
        }
        err.println(text);
        err.flush();
    }

    private void moving(String text) {
        err.print(ERASE_LINE + (text.length() > LINE_WIDTH ? text.substring(0, LINE_WIDTH) : text));
        err.flush();
        moving = true;
    }
}
