package dev.oraculum.cli;

import dev.oraculum.api.BatchListener;
import dev.oraculum.api.ImproveReport;
import dev.oraculum.api.MethodOutcome;
import dev.oraculum.api.MethodResult;
import dev.oraculum.api.Phase;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Progress of many methods: a line for each that is finished; on a terminal also a bar with the time that is left. */
final class BatchProgress implements BatchListener {
    private static final int BAR_WIDTH = 24;
    private static final int LINE_WIDTH = 110;

    private final StatusLine status;
    private final boolean verbose;
    private final Map<String, Phase> running = new LinkedHashMap<>();
    /** Classes whose tests run, and for how many methods. */
    private final Map<String, Integer> recording = new LinkedHashMap<>();
    private final long start = System.nanoTime();
    private int total;
    private int done;

    BatchProgress(PrintWriter err, boolean verbose, boolean terminal) {
        this.status = new StatusLine(err, LINE_WIDTH, terminal);
        this.verbose = verbose;
    }

    @Override
    public void started(List<String> methods) {
        total = methods.size();
        line(total == 1 ? "1 method" : total + " methods");
        bar();
    }

    @Override
    public void recordingStarted(String className, int methods) {
        recording.put(className, methods);
        bar();
    }

    @Override
    public void recordingFinished(String className) {
        recording.remove(className);
        bar();
    }

    @Override
    public void methodStarted(String method) {
        running.put(method, Phase.ANALYSIS);
        bar();
    }

    @Override
    public void phaseStarted(String method, Phase phase) {
        running.put(method, phase);
        bar();
    }

    @Override
    public void methodFinished(int finished, MethodResult result) {
        done = finished;
        running.remove(result.method());
        line(String.format(Locale.ROOT, "[%" + String.valueOf(total).length() + "d of %d] %s: %s", done, total, result.method(), outcome(result)));
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

    private static String outcome(MethodResult result) {
        ImproveReport report = result.report();
        if (report == null) {
            String reason = result.outcome() == MethodOutcome.NO_TESTS || result.outcome() == MethodOutcome.NO_MUTANTS ? "" : ": " + result.reason().lines().findFirst().orElse("");
            return result.outcome().words() + reason;
        }
        long fn = report.improved() == null ? report.initial().fn() : report.improved().fn();
        return String.format(Locale.ROOT, "%s, FN %d -> %d, %.1f s", result.outcome().words(), report.initial().fn(), fn, result.seconds());
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
                text.append(" | ").append(className.substring(className.lastIndexOf('.') + 1)).append(": tests for ").append(methods).append(" methods"));
        running.forEach((method, phase) -> text.append(" | ").append(shortName(method)).append(": ").append(phase.key()));
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

    private static String shortName(String method) {
        String name = method.substring(0, method.indexOf('('));
        return name.substring(name.lastIndexOf('.', name.indexOf('#')) + 1);
    }

    private void line(String text) {
        status.line(text);
    }
}
