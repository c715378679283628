package dev.oraculum.job;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * The runner in a JVM of its own. Not in the build's: a native library belongs to one class loader until that is collected, while Gradle's
 * daemon makes one for every change of the build and Maven one for each plugin of a module, so each would need a copy of the engine; a
 * fault of native code would end the build; the build's JDK may be older than 17, and is not the project's; and its memory is not ours to
 * fill. Gradle's own worker API would need forms that differ between 4.4.1 and 9, {@link ProcessBuilder} is the same everywhere.
 */
final class ForkedJob {
    private static final String MAIN = "dev.oraculum.runner.Main";
    private static final long SECONDS_TO_END = 20;
    private static final int LINES_KEPT = 30;

    private final File javaHome;
    private final List<String> jvmArgs;
    private final Collection<File> classPath;
    private final File workingDirectory;
    private final Path scratch;
    private final Output output;

    ForkedJob(File javaHome, List<String> jvmArgs, Collection<File> classPath, File workingDirectory, File scratch, Output output) {
        this.javaHome = javaHome;
        this.jvmArgs = jvmArgs;
        this.classPath = classPath;
        this.workingDirectory = workingDirectory;
        this.scratch = scratch.toPath();
        this.output = output;
    }

    /**
     * @return how it ended, as the runner wrote it
     * @throws JobException the JVM did not come so far, or the build was cancelled
     */
    Properties run(Properties request) {
        Path ask = scratch.resolve("ask.properties");
        Path end = scratch.resolve("end.properties");
        try {
            Files.deleteIfExists(end);
            try (Writer out = Files.newBufferedWriter(ask, StandardCharsets.UTF_8)) {
                request.store(out, null);
            }
            Process process = new ProcessBuilder(command(ask, end)).directory(workingDirectory).start();
            List<String> last = new ArrayList<>();
            Thread said = reader(process.getInputStream(), false, last);
            Thread errors = reader(process.getErrorStream(), true, last);
            int status = waitFor(process);
            said.join();
            errors.join();
            if (!Files.isRegularFile(end)) {
                throw JobException.failed("Oraculum's JVM ended with status " + status + " and left no result"
                        + (status == 137 ? " (the system ends processes so when memory runs out)" : "") + "; its last words:\n"
                        + String.join("\n", last));
            }
            Properties answer = new Properties();
            try (Reader in = Files.newBufferedReader(end, StandardCharsets.UTF_8)) {
                answer.load(in);
            }
            return answer;
        } catch (IOException e) {
            throw JobException.failed("Oraculum's JVM cannot be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw JobException.failed("Oraculum was interrupted", e);
        }
    }

    private List<String> command(Path ask, Path end) {
        List<String> paths = new ArrayList<>();
        classPath.forEach(file -> paths.add(file.getPath()));
        List<String> command = new ArrayList<>();
        command.add(Jdk.java(javaHome).getPath());
        // It waits for the engine and for workers: a serial collector and the fast compiler start fastest and stay out of their way.
        command.add("-XX:+UseSerialGC");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(jvmArgs);
        command.add("-cp");
        command.add(String.join(File.pathSeparator, paths));
        command.add(MAIN);
        command.add(ask.toString());
        command.add(end.toString());
        return command;
    }

    /** The runner ends by itself, with its workers, when nobody holds the other end of its input; a killed daemon's is gone too. */
    private static int waitFor(Process process) throws IOException, InterruptedException {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.getOutputStream().close();
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            throw e;
        }
    }

    private Thread reader(InputStream stream, boolean errors, List<String> last) {
        Thread thread = new Thread(() -> {
            try (BufferedReader in = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    log(line, errors);
                    synchronized (last) {
                        last.add(line);
                        if (last.size() > LINES_KEPT) {
                            last.remove(0);
                        }
                    }
                }
            } catch (IOException e) {
                // The process is gone; what came of it is told elsewhere.
            }
        }, "oraculum-output");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void log(String line, boolean errors) {
        int space = line.indexOf(' ');
        String kind = errors || space < 0 ? "" : line.substring(0, space);
        String text = line.substring(space + 1);
        switch (kind) {
            case "aside":
                output.aside(text);
                break;
            case "result":
                output.result(text);
                break;
            case "warning":
                output.warning(text);
                break;
            default:
                output.warning(line);
        }
    }
}
