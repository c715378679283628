package dev.oraculum.maven;

import dev.oraculum.job.Output;
import org.apache.maven.plugin.logging.Log;

/** What a job says, by the levels of Maven's log. */
final class LogOutput implements Output {
    private final Log log;
    private final boolean verbose;

    /** @param verbose whether asides are shown without -X, too, which would show everything of Maven */
    LogOutput(Log log, boolean verbose) {
        this.log = log;
        this.verbose = verbose;
    }

    @Override
    public void result(String line) {
        log.info(line);
    }

    @Override
    public void aside(String line) {
        if (verbose) {
            log.info(line);
        } else {
            log.debug(line);
        }
    }

    @Override
    public void warning(String line) {
        log.warn(line);
    }
}
