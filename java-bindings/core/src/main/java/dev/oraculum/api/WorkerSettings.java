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
 * @param allow what mutants may do outside of their scratch folder: {@code write=FOLDER}, {@code process}, {@code net}, {@code native},
 *     {@code global}, {@code descriptor}; what a test does on the original program its mutants may do anyway
 */
public record WorkerSettings(Sandbox sandbox, List<String> environment, Path workingDirectory, List<String> allow) {
    /** No sandbox, no credentials, this program's working directory, nothing allowed to mutants. */
    public static final WorkerSettings DEFAULT = new WorkerSettings(Sandbox.OFF, List.of(), null, List.of());

    /**
     * A sandbox of bubblewrap ({@code bwrap}): the file system can be read, only a worker's scratch folder can be written, there is no
     * network, and other processes cannot be seen. It holds for all tests, on the original program as well.
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
        allow = Allowance.checked(allow);
        for (String name : environment) {
            if (name.isEmpty() || name.indexOf('=') >= 0) {
                throw new IllegalArgumentException("\"" + name + "\" is no name of an environment variable");
            }
        }
    }

    public WorkerSettings withSandbox(Sandbox changed) {
        return new WorkerSettings(changed, environment, workingDirectory, allow);
    }

    public WorkerSettings withEnvironment(List<String> names) {
        return new WorkerSettings(sandbox, names, workingDirectory, allow);
    }

    public WorkerSettings withWorkingDirectory(Path directory) {
        return new WorkerSettings(sandbox, environment, directory, allow);
    }

    /** @throws IllegalArgumentException an entry is of no known kind */
    public WorkerSettings withAllow(List<String> kinds) {
        return new WorkerSettings(sandbox, environment, workingDirectory, kinds);
    }
}
