package dev.oraculum.execution;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The process of a worker, and all that it starts. With a guard (see {@link Installation#guard}) nothing outlives it; without one, what
 * has left its parent does.
 */
final class WorkerProcess {
    /** What marks the worker and the processes that it starts, whatever becomes of their parents. */
    private static final String NAME_VARIABLE = "ORACULUM_WORKER";
    /** Longer than a guard takes to kill thousands of processes. */
    private static final int GUARD_SECONDS = 20;

    private final Process process;
    private final Optional<Path> guard;
    private final String name;

    private WorkerProcess(Process process, Optional<Path> guard, String name) {
        this.process = process;
        this.guard = guard;
        this.name = name;
    }

    /**
     * Starts a command without standard input.
     *
     * @param environment all of its environment
     * @param workingDirectory null: ours
     */
    static WorkerProcess start(Optional<Path> guard, List<String> command, Map<String, String> environment, Path workingDirectory)
            throws IOException {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        String name = HexFormat.of().formatHex(random);
        List<String> guarded = new ArrayList<>();
        guard.ifPresent(path -> guarded.add(path.toString()));
        guarded.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(guarded).redirectErrorStream(true);
        if (workingDirectory != null) {
            builder.directory(workingDirectory.toFile());
        }
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put(NAME_VARIABLE, name);
        WorkerProcess started = new WorkerProcess(builder.start(), guard, name);
        if (guard.isEmpty()) {
            started.closeInput();
        }
        return started;
    }

    /** Ends what workers of supervisors that were killed, guards and all, have left behind. */
    static void sweep(Path guard) {
        run(guard, "--sweep");
    }

    /** Both streams of what it prints. */
    InputStream output() {
        return process.getInputStream();
    }

    /** The process that we started: the guard's, if there is one, which starts the worker's. */
    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean waitFor(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    /** The JVM's exit status, once it has ended. */
    int exitValue() {
        return process.exitValue();
    }

    /** Ends the process and whatever it started; does not wait for that. */
    void destroy() {
        if (guard.isPresent()) {
            closeInput();
            return;
        }
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends the process and whatever it started. Nothing of it is left when this returns. */
    void close() {
        destroy();
        boolean interrupted = Thread.interrupted();
        try {
            if (!process.waitFor(GUARD_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(GUARD_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            interrupted = true;
            process.destroyForcibly();
        }
        // A guard that we have ended says 0, and so does a JVM that ended as it should: then all is gone.
        if (guard.isPresent() && (process.isAlive() || process.exitValue() != 0)) {
            run(guard.get(), "--kill", name);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The guard kills all when its input ends, be it by us or by our own end. */
    private void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // Closed is closed.
        }
    }

    private static void run(Path guard, String... arguments) {
        List<String> command = new ArrayList<>(List.of(guard.toString()));
        command.addAll(List.of(arguments));
        boolean interrupted = Thread.interrupted();
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(GUARD_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            // Without room for one more process; the next run sweeps.
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
