package dev.oraculum.runner;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** What a job tells people: lines that begin with what they are, {@code result}, {@code aside} or {@code warning}. */
final class Said implements JobListener {
    private final PrintStream out;

    Said(PrintStream out) {
        this.out = out;
    }

    /** A line of the result. */
    void line(String text) {
        write("result", text);
    }

    /** What only those want to know who ask for it. */
    void aside(String text) {
        write("aside", text);
    }

    void warning(String text) {
        write("warning", text);
    }

    private synchronized void write(String kind, String text) {
        text.lines().forEach(line -> out.print(kind + " " + line + "\n"));
        out.flush();
    }

    @Override
    public void subjectFinished(int done, String subject, boolean hasResult, String outcome) {
        aside(done + ". " + subject + ": " + outcome);
    }

    @Override
    public void phaseFinished(String subject, Phase phase, Duration elapsed, String outcome) {
        aside(String.format(Locale.ROOT, "[%6.1f s] %s%s%s", elapsed.toMillis() / 1000.0, subject.isEmpty() ? "" : subject + ": ",
                phase.activity(), outcome.isEmpty() ? "" : ": " + outcome));
    }

    @Override
    public void warning(String subject, String message) {
        warning(subject.isEmpty() ? message : subject + ": " + message);
    }
}
