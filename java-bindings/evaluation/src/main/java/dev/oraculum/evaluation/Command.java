package dev.oraculum.evaluation;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A run of {@code ./oraculum} on a subject.
 *
 * @param exitCode of the process
 * @param seconds wall time
 * @param lastLine of what it printed
 */
record Command(int exitCode, double seconds, String lastLine) {
    private static final int MINUTES = 10;

    /** Runs a command of the built checkout, with the options that say what the subject is. */
    static Command run(Path checkout, String command, Subject subject, List<String> options) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(
                checkout.resolve("oraculum").toString(), command,
                "--classpath", join(subject.classpath()), "--tests", join(subject.tests()), "--method", subject.method()));
        for (String testClass : subject.testClasses()) {
            line.addAll(List.of("--test-class", testClass));
        }
        line.addAll(options);
        Path log = Files.createTempFile("oraculum", ".log");
        try {
            long start = System.nanoTime();
            Process process = new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()).start();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly().waitFor();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            List<String> output = Files.readAllLines(log);
            return new Command(process.exitValue(), seconds, output.isEmpty() ? "" : output.get(output.size() - 1));
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private static String join(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
