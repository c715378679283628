package dev.oraculum.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that spares a run of many what has not changed. */
final class HistoryOption {
    @Option(names = "--history", paramLabel = "DIR", order = 7,
            description = "Of many: a folder of earlier results, made if it is not there. What nothing has changed for since keeps its"
                    + " result: code, tests, what they need, options, JDK and Oraculum. New results go there.")
    private Path folder;

    boolean given() {
        return folder != null;
    }

    /** Null: none. */
    Path folder() {
        return folder;
    }
}
