package dev.oraculum.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What surrounds the JVMs that run tests. Begin with {@link #DEFAULT} and change what should differ.
 *
 * @param sandbox whether they run in a sandbox of the system
 * @param environment names of environment variables that they get although they look like credentials
 * @param workingDirectory where they run; null: where this program runs
 */
public record WorkerSettings(Sandbox sandbox, List<String> environment, Path workingDirectory) {
    /** No sandbox, no credentials, this program's working directory. */
    public static final WorkerSettings DEFAULT = new WorkerSettings(Sandbox.OFF, List.of(), null);

    /**
     * A sandbox of bubblewrap ({@code bwrap}): the file system can be read, only a worker's scratch folder can be written, there is no network, and other processes cannot be
     * seen. It holds for all tests, on the original program as well.
     */
    public enum Sandbox {
        /** None. */
        OFF,
        /** Where bubblewrap works; elsewhere none, and a warning says so. */
        AUTO,
        /** A run without it is refused. */
        ON
    }

    public WorkerSettings {
        Objects.requireNonNull(sandbox, "sandbox");
        environment = List.copyOf(environment);
        for (String name : environment) {
            if (name.isEmpty() || name.indexOf('=') >= 0) {
                throw new IllegalArgumentException("\"" + name + "\" is no name of an environment variable");
            }
        }
    }

    public WorkerSettings withSandbox(Sandbox changed) {
        return new WorkerSettings(changed, environment, workingDirectory);
    }

    public WorkerSettings withEnvironment(List<String> names) {
        return new WorkerSettings(sandbox, names, workingDirectory);
    }

    public WorkerSettings withWorkingDirectory(Path directory) {
        return new WorkerSettings(sandbox, environment, directory);
    }
}
