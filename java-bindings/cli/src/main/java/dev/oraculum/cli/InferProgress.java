package dev.oraculum.cli;

import dev.oraculum.api.JobListener;
import dev.oraculum.api.Phase;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;

/** Progress of {@code infer}: what is going on, from the first second; on a terminal also a bar of the methods. */
final class InferProgress implements JobListener {
    private static final int BAR_WIDTH = 24;

    private final StatusLine status;
    private final Consumer<String> warnings;
    private int total;
    private int begun;

    InferProgress(PrintWriter err, boolean terminal, Consumer<String> warnings) {
        this.status = new StatusLine(err, terminal);
        this.warnings = warnings;
        status.moving("looking for methods and their tests ..");
    }

    @Override
    public void subjectsFound(List<String> methods) {
        total = methods.size();
        if (total > 1) {
            status.line(total + " methods");
        }
    }

    @Override
    public void subjectStarted(String method) {
        begun++;
        status.moving(StatusLine.bar(BAR_WIDTH, begun - 1, total) + " | " + method);
    }

    @Override
    public void phaseStarted(String method, Phase phase, String detail) {
        if (phase.equals(Phase.CLASS_TESTS)) {
            status.line("running the tests of " + method + " " + detail);
            status.moving("running the tests of " + method + " ..");
            return;
        }
        status.moving(StatusLine.bar(BAR_WIDTH, begun - 1, total) + " | " + method + ": " + phase.activity());
    }

    @Override
    public void warning(String method, String message) {
        status.end();
        warnings.accept(method.isEmpty() ? message : method + ": " + message);
    }

    /** The bar would be in the way of the result. */
    void end() {
        status.end();
    }
}
