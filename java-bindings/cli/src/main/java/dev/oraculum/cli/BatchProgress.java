package dev.oraculum.cli;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Progress of many methods or classes: a line for each that is finished; on a terminal also a bar with the time that is left. */
final class BatchProgress implements JobListener {
    private static final int BAR_WIDTH = 24;

    private final StatusLine status;
    private final boolean verbose;
    /** Whether every one leaves a line; on a terminal those that were not searched only count in the bar. */
    private final boolean all;
    private final Noun noun;
    private final Map<String, Phase> running = new LinkedHashMap<>();
    /** Classes whose tests run, and for how many methods. */
    private final Map<String, String> recording = new LinkedHashMap<>();
    private final long start = System.nanoTime();
    private int total;
    private int done;

    /** What there are many of. */
    enum Noun {
        METHOD("method", "methods", "looking for methods and their tests ..", Phase.ANALYSIS),
        CLASS("class", "classes", "looking for classes ..", Phase.FACTS);

        private final String one;
        private final String many;
        private final String looking;
        private final Phase first;

        Noun(String one, String many, String looking, Phase first) {
            this.one = one;
            this.many = many;
            this.looking = looking;
            this.first = first;
        }

        /** {@code 1 class}, {@code 3 classes}. */
        String count(int n) {
            return n + " " + (n == 1 ? one : many);
        }
    }

    BatchProgress(PrintWriter err, Noun noun, boolean verbose, boolean terminal) {
        this.status = new StatusLine(err, terminal);
        this.noun = noun;
        this.verbose = verbose;
        this.all = verbose || !terminal;
        status.moving(noun.looking);
    }

    @Override
    public void subjectsFound(List<String> methods) {
        total = methods.size();
        line(noun.count(total));
        bar();
    }

    @Override
    public void subjectStarted(String method) {
        running.put(method, noun.first);
        bar();
    }

    @Override
    public void phaseStarted(String subject, Phase phase, String detail) {
        if (phase.equals(Phase.CLASS_TESTS)) {
            recording.put(subject, detail);
        } else {
            running.put(subject, phase);
        }
        bar();
    }

    @Override
    public void phaseFinished(String subject, Phase phase, Duration elapsed, String outcome) {
        // When all is done, what goes on is of no method's turn: the proof, and what is improved again for it.
        if (recording.remove(subject) != null || done == total && running.remove(subject) != null) {
            bar();
        }
    }

    @Override
    public void subjectFinished(int finished, String method, boolean hasResult, String outcome) {
        done = finished;
        running.remove(method);
        if (all || hasResult) {
            line(String.format(Locale.ROOT, "[%" + String.valueOf(total).length() + "d of %d] %s: %s", done, total, method, outcome));
        }
        bar();
    }

    @Override
    public void warning(String method, String message) {
        if (verbose) {
            line("warning: " + method + ": " + message);
        }
    }

    /** The bar would be in the way of the result. */
    void end() {
        status.end();
    }

    private void bar() {
        if (total == 0) {
            return;
        }
        StringBuilder text = new StringBuilder(StatusLine.bar(BAR_WIDTH, done, total));
        if (done > 0 && done < total) {
            text.append(", about ").append(duration(left(System.nanoTime() - start, done, running.size(), total))).append(" left");
        }
        recording.forEach((className, methods) ->
                text.append(" | ").append(className.substring(className.lastIndexOf('.') + 1)).append(": tests ").append(methods));
        running.forEach((method, phase) ->
                text.append(" | ").append(method.isEmpty() ? "all" : BatchTable.shortName(method)).append(": ").append(phase.key()));
        status.moving(text.toString());
    }

    /** The rest at the pace of the methods so far; those under way count as half done. */
    static long left(long nanos, int done, int running, int total) {
        double progress = done + running / 2.0;
        return (long) (nanos / progress * (total - progress));
    }

    /** {@code 45 s}, {@code 3 min}, {@code 2 h 5 min}. */
    static String duration(long nanos) {
        long seconds = Math.round(nanos / 1e9);
        long minutes = Math.round(seconds / 60.0);
        return seconds < 90 ? seconds + " s" : minutes < 90 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }

    private void line(String text) {
        status.line(text);
    }
}
