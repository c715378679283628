package dev.oraculum.cli;

import dev.oraculum.api.BatchListener;
import dev.oraculum.api.Phase;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;

/** Progress of {@code infer}: what is going on, from the first second; on a terminal also a bar of the methods. */
final class InferProgress implements BatchListener {
    private static final int BAR_WIDTH = 24;
    private static final int LINE_WIDTH = 110;

    private final StatusLine status;
    private final Consumer<String> warnings;
    private int total;
    private int begun;

    InferProgress(PrintWriter err, boolean terminal, Consumer<String> warnings) {
        this.status = new StatusLine(err, LINE_WIDTH, terminal);
        this.warnings = warnings;
    }

    @Override
    public void started(List<String> methods) {
        total = methods.size();
        if (total > 1) {
            status.line(total + " methods");
        }
    }

    @Override
    public void recordingStarted(String className, int methods) {
        status.line("running the tests of " + className + " for " + methods + " methods");
        status.moving("running the tests of " + className + " ..");
    }

    @Override
    public void methodStarted(String method) {
        begun++;
        status.moving(StatusLine.bar(BAR_WIDTH, begun - 1, total) + " | " + method);
    }

    @Override
    public void phaseStarted(String method, Phase phase) {
        status.moving(StatusLine.bar(BAR_WIDTH, begun - 1, total) + " | " + method + ": " + phase.activity());
    }

    @Override
    public void warning(String method, String message) {
        status.end();
        warnings.accept(method + ": " + message);
    }

    /** The bar would be in the way of the result. */
    void end() {
        status.end();
    }
}
