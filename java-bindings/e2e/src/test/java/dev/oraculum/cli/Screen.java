package dev.oraculum.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a person sees of commands: they run on a pseudo-terminal, by {@code script}. */
final class Screen {
    private static final Pattern ESCAPES = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");
    private static final String ERASE_LINE = "\u001b[K";
    private static final long MINUTES = 5;

    private Screen() {}

    /**
     * The exit code of a shell script, and the lines that stay once the moving ones are gone.
     *
     * @param folder where it runs
     * @param script its file of what came to the terminal is {@code $TYPESCRIPT}; {@code oraculum} is on the path
     */
    static Shown run(Path folder, int columns, String script) throws IOException, InterruptedException {
        Path typescript = Files.createTempFile("oraculum-screen", ".txt");
        Path file = Files.createTempFile("oraculum-screen", ".sh");
        try {
            Files.writeString(file, "stty cols " + columns + "\n" + script + "\n");
            ProcessBuilder builder = new ProcessBuilder("script", "-qefc", "sh " + file, typescript.toString());
            String jdk = System.getProperty("java.home");
            builder.environment().put("ORACULUM_JAVA_HOME", jdk);
            builder.environment().put("JAVA_HOME", jdk);
            builder.environment().put("PATH", Cli.HOME.resolve("bin") + ":" + jdk + "/bin:" + System.getenv("PATH"));
            builder.environment().put("TYPESCRIPT", typescript.toString());
            Process process = builder.directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .start();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError("it does not end within " + MINUTES + " minutes: " + script + "\n" + Files.readString(typescript));
            }
            List<String> lines = Stream.of(Files.readString(typescript).split("\r?\n"))
                    .filter(line -> !line.startsWith("Script started on ") && !line.startsWith("Script done on "))
                    .map(Screen::last)
                    .toList();
            return new Shown(process.exitValue(), lines);
        } finally {
            Files.delete(typescript);
            Files.delete(file);
        }
    }

    record Shown(int exitCode, List<String> lines) {
        @Override
        public String toString() {
            return "exit code " + exitCode + "\n" + String.join("\n", lines);
        }
    }

    /** What is left of a line that was written anew. */
    private static String last(String line) {
        int erased = line.lastIndexOf(ERASE_LINE);
        return ESCAPES.matcher(erased < 0 ? line : line.substring(erased)).replaceAll("").stripTrailing();
    }
}
