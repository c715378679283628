package dev.oraculum.cli;

import dev.oraculum.api.WorkerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say what surrounds the JVMs that run tests. */
final class WorkerOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--sandbox", paramLabel = "off|auto|on", order = 27,
            description = "Run the tests in a sandbox of bubblewrap: only a scratch folder can be written, and there is no network;"
                    + " auto: where that works; default: ${DEFAULT-VALUE}.")
    private WorkerSettings.Sandbox sandbox = WorkerSettings.DEFAULT.sandbox();

    @Option(names = "--working-directory", paramLabel = "DIR", order = 27,
            description = "Run the tests in this folder; default: the current one.")
    private Path workingDirectory;

    @Option(names = "--env", paramLabel = "NAME", split = ",", order = 27,
            description = "Environment variables that the tests get although they look like credentials; others of that kind are withheld.")
    private List<String> environment = new ArrayList<>();

    WorkerSettings settings() {
        if (workingDirectory != null && !Files.isDirectory(workingDirectory)) {
            throw Usage.wrong(spec, "--working-directory " + workingDirectory + ": there is no such folder");
        }
        try {
            return new WorkerSettings(sandbox, environment, workingDirectory, List.of());
        } catch (IllegalArgumentException e) {
            throw Usage.wrong(spec, "--env: " + e.getMessage());
        }
    }
}
