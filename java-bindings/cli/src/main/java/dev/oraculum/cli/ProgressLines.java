package dev.oraculum.cli;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import dev.oraculum.api.improve.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Progress as lines, one a phase; on a terminal the last line moves. */
final class ProgressLines implements JobListener {
    private static final int BAR_WIDTH = 30;

    private final boolean verbose;
    private final StatusLine status;
    private long started = System.nanoTime();

    ProgressLines(PrintWriter err, boolean verbose) {
        this.verbose = verbose;
        this.status = new StatusLine(err, Terminal.err());
    }

    @Override
    public synchronized void phaseStarted(String subject, Phase phase, String detail) {
        started = System.nanoTime();
        status.moving(phase.activity() + (detail.isEmpty() ? "" : " " + detail) + " ..");
    }

    @Override
    public synchronized void phaseFinished(String subject, Phase phase, Duration elapsed, String outcome) {
        String came = outcome.isEmpty() ? "" : ": " + outcome;
        status.line(String.format(Locale.ROOT, "[%6.1f s] %s%s", elapsed.toMillis() / 1e3, phase.activity(), came));
    }

    @Override
    public synchronized void advanced(String subject, Phase phase, int done, int total, String what) {
        if (verbose && phase == Phase.MUTANTS) {
            status.line("           mutant " + what);
        }
        String left = done < total
                ? ", about " + BatchProgress.duration(BatchProgress.left(System.nanoTime() - started, done, 0, total)) + " left"
                : "";
        status.moving(phase.activity() + " " + StatusLine.bar(BAR_WIDTH, done, total) + left);
    }

    @Override
    public synchronized boolean searching(String subject, Progress progress) {
        String best = progress.bestFn() < 0 ? "no assertion without false positives yet"
                : "best so far: FN " + progress.bestFn() + ", size " + progress.bestSize();
        status.moving("generation " + progress.generation() + ", " + best);
        return true;
    }

    @Override
    public synchronized void warning(String subject, String message) {
        status.line("warning: " + (subject.isEmpty() ? "" : subject + ": ") + message);
    }
}
