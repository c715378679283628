package dev.oraculum.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end, with both its streams in one file, so that neither can fill up and stop it. */
public final class LoggedProcess {
    private static final long MINUTES = 10;

    private LoggedProcess() {}

    /** What a program printed, both streams in one. */
    public record Output(int exitCode, String text) {
        public List<String> lines() {
            return text.lines().toList();
        }
    }

    /**
     * Without what the user who builds this may have set for JVMs.
     *
     * @throws AssertionError it does not end within ten minutes; it is killed then, with its children
     */
    public static Output run(ProcessBuilder builder) throws IOException, InterruptedException {
        List.of("ORACULUM_NATIVE", "JAVA_TOOL_OPTIONS").forEach(builder.environment()::remove);
        Path log = Files.createTempFile("oraculum-process", ".log");
        try {
            Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly().waitFor();
                throw new AssertionError(
                        "it does not end within " + MINUTES + " minutes: " + builder.command() + "\n" + Files.readString(log));
            }
            return new Output(process.exitValue(), Files.readString(log));
        } finally {
            Files.delete(log);
        }
    }
}
