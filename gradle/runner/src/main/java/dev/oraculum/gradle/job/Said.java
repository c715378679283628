package dev.oraculum.gradle.job;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** What a job tells people: lines that begin with the level at which Gradle logs them, {@code info}, {@code lifecycle}, {@code warn}. */
final class Said implements JobListener {
    private final PrintStream out;

    Said(PrintStream out) {
        this.out = out;
    }

    /** A line of the result. */
    void line(String text) {
        write("lifecycle", text);
    }

    /** What only those want to know who ask for it. */
    void aside(String text) {
        write("info", text);
    }

    void warning(String text) {
        write("warn", "warning: " + text);
    }

    private synchronized void write(String level, String text) {
        text.lines().forEach(line -> out.print(level + " " + line + "\n"));
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
