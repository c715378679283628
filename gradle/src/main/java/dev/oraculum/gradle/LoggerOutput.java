package dev.oraculum.gradle;

import dev.oraculum.job.Output;
import org.gradle.api.logging.Logger;

/** What a job says, by Gradle's levels. */
final class LoggerOutput implements Output {
    private final Logger logger;

    LoggerOutput(Logger logger) {
        this.logger = logger;
    }

    @Override
    public void result(String line) {
        logger.lifecycle(line);
    }

    @Override
    public void aside(String line) {
        logger.info(line);
    }

    @Override
    public void warning(String line) {
        logger.warn(line);
    }
}
