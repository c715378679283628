package dev.oraculum.execution;

import dev.oraculum.api.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM under test.
 *
 * @param home its home directory, as it says itself
 * @param java the launcher
 * @param version such as {@code 17.0.15}
 * @param featureVersion such as 17
 * @param answered how long it took to say so; zero: it was not asked
 */
public record Jvm(Path home, Path java, String version, int featureVersion, Duration answered) {
    /** The oldest JVM that a worker runs on. */
    public static final int OLDEST = 17;

    private static final int START_SECONDS = 60;
    private static final int MUCH_OUTPUT = 1 << 20;

    public Jvm(Path home, Path java, String version, int featureVersion) {
        this(home, java, version, featureVersion, Duration.ZERO);
    }

    /** The JVM that this program runs on. */
    public static Jvm running() {
        Path home = Path.of(System.getProperty("java.home"));
        String version = System.getProperty("java.version");
        return new Jvm(home, launcher(home), version, featureVersion(version));
    }

    /**
     * Asks a JVM who it is.
     *
     * @param path a JDK's or JRE's home directory, or its {@code java}
     * @throws CannotRunException there is no JVM there, or it is older than {@value #OLDEST}
     */
    public static Jvm at(Path path) {
        Path java = launcher(path);
        long start = System.nanoTime();
        String properties = ask(path, java);
        Duration answered = Duration.ofNanos(System.nanoTime() - start);
        String version = property(properties, "java.version")
                .orElseThrow(() -> unusable(notAJvm(path) + java + " -version prints no java.version"));
        int feature = featureVersion(version);
        if (feature < OLDEST) {
            throw unusable("the JVM at " + path + " is version " + version + ": Oraculum runs tests on JDK " + OLDEST + " or later");
        }
        Path home = property(properties, "java.home").map(Path::of).orElse(path);
        return new Jvm(home, java, version, feature, answered);
    }

    private static Path launcher(Path path) {
        if (Files.isDirectory(path)) {
            for (String name : List.of("bin/java", "bin/java.exe")) {
                Path java = path.resolve(name);
                if (Files.isExecutable(java)) {
                    return java.toAbsolutePath();
                }
            }
            throw unusable(notAJvm(path) + "the directory has no bin/java");
        }
        if (!Files.exists(path)) {
            throw unusable(notAJvm(path) + "there is no such file or directory");
        }
        if (!Files.isExecutable(path)) {
            throw unusable(notAJvm(path) + "the file is not executable");
        }
        return path.toAbsolutePath();
    }

    private static String ask(Path path, Path java) {
        Process process;
        try {
            process = new ProcessBuilder(java.toString(), "-XshowSettings:properties", "-version")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            throw new CannotRunException(Problem.Code.JVM_UNUSABLE.problem(), notAJvm(path) + e.getMessage(), e);
        }
        try (InputStream output = process.getInputStream()) {
            process.getOutputStream().close();
            // What is no JVM may never end: its output is read by a thread that does not outlive it.
            StringBuilder text = new StringBuilder();
            Thread reader = new Thread(() -> {
                try {
                    text.append(new String(output.readNBytes(MUCH_OUTPUT), StandardCharsets.UTF_8));
                } catch (IOException e) {
                    text.setLength(0);
                }
            });
            reader.setDaemon(true);
            reader.start();
            reader.join(TimeUnit.SECONDS.toMillis(START_SECONDS));
            if (reader.isAlive() || !process.waitFor(1, TimeUnit.SECONDS)) {
                throw unusable(notAJvm(path) + java + " -version does not end within " + START_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                String said = text.toString().lines().findFirst().map(line -> " and said: " + line).orElse("");
                throw unusable(notAJvm(path) + java + " -version ended with " + process.exitValue() + said);
            }
            return text.toString();
        } catch (IOException e) {
            throw new CannotRunException(Problem.Code.JVM_UNUSABLE.problem(), notAJvm(path) + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotRunException("interrupted while asking " + java + " for its version", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static Optional<String> property(String output, String name) {
        Matcher matcher = Pattern.compile("^\\s*" + Pattern.quote(name) + " = (.*)$", Pattern.MULTILINE).matcher(output);
        return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
    }

    /** {@code 1.8.0_402} is 8, {@code 17.0.15} is 17, {@code 25-ea} is 25. */
    static int featureVersion(String version) {
        Matcher matcher = Pattern.compile("^(?:1\\.)?(\\d+)").matcher(version);
        if (!matcher.find()) {
            throw new CannotRunException("a JVM of version \"" + version + "\", which is no version of Java");
        }
        return Integer.parseInt(matcher.group(1));
    }

    private static CannotRunException unusable(String message) {
        return new CannotRunException(Problem.Code.JVM_UNUSABLE.problem(), message);
    }

    private static String notAJvm(Path path) {
        return "no JVM at " + path + ": ";
    }
}
