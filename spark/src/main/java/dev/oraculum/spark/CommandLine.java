package dev.oraculum.spark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs of Oraculum's command line, each in a JVM of its own: a fault of native code would end the executor, and others' tasks with it. */
final class CommandLine {
    /** A process that a signal has ended has a status above. */
    static final int SIGNALS = 128;

    private static final int LINES_KEPT = 40;
    private static final long SECONDS_TO_END = 20;

    private CommandLine() {}

    /**
     * How a run has ended.
     *
     * @param lines the last that it said
     */
    record End(int status, List<String> lines) {
        /** Whether something else than the command line has ended it. */
        boolean isKilled() {
            return status > SIGNALS;
        }
    }

    /**
     * @param oraculum the command line as one jar
     * @param folder in which relative paths are meant; if this machine has none of that name, in which this process runs
     */
    static End run(String oraculum, String folder, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It waits for the engine and for workers: a serial collector and the fast compiler start fastest.
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED",
                "-cp", oraculum + File.pathSeparator + own(), Child.class.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        if (new File(folder).isDirectory()) {
            builder.directory(new File(folder));
        }
        Process process = builder.start();
        Deque<String> last = new ArrayDeque<>();
        try (BufferedReader said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                System.err.println(line);
                last.addLast(line);
                if (last.size() > LINES_KEPT) {
                    last.removeFirst();
                }
            }
            return new End(process.waitFor(), List.copyOf(last));
        } finally {
            end(process);
        }
    }

    /** It ends by itself, with its workers, when the other end of its input is closed. */
    private static void end(Process process) throws IOException, InterruptedException {
        if (process.isAlive()) {
            process.getOutputStream().close();
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    private static String own() {
        try {
            return Path.of(CommandLine.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the driver's own jar is nowhere: " + e.getMessage(), e);
        }
    }
}
