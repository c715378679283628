package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Same seed, same JSON but for times, on a published library with its own tests. */
class DeterminismEndToEndTest {
    private static final Path SAMPLES = Path.of(System.getProperty("oraculum.samples"));

    @TempDir
    Path folder;

    private String improve(String name, String... options) throws Exception {
        Path json = folder.resolve(name + ".json");
        List<String> arguments = new ArrayList<>(List.of(
                "improve",
                "--classpath", SAMPLES.resolve("commons-lang3-3.18.0.jar").toString(),
                "--tests", SAMPLES.resolve("commons-lang3-3.18.0-tests.jar") + File.pathSeparator + TestProject.junit(),
                "--method", "org.apache.commons.lang3.Conversion#hexDigitMsb0ToInt(char)",
                "--test-class", "org.apache.commons.lang3.ConversionTest",
                "--seed", "7", "--set", "maxGenerations=120", "--set", "synthesis.gates=false", "--budget", "5m", "--json",
                json.toString()));
        arguments.addAll(List.of(options));
        Cli.Result result = Cli.run(arguments);
        assertEquals(0, result.exitCode(), result.toString());
        return Cli.withoutTimes(json);
    }

    @Test
    void theNumberOfThreadsDoesNotMatter() throws Exception {
        assertEquals(improve("one", "--threads", "1"), improve("two", "--threads", "2"));
    }

    @Test
    void theJdkUnderTestDoesNotMatter() throws Exception {
        Optional<Path> other = otherJdk();
        assumeTrue(other.isPresent(), "no other JDK 17 or newer beside the one that runs the tests");
        assertEquals(improve("running"), improve("other", "--jvm", other.get().toString()));
    }

    private static Optional<Path> otherJdk() throws IOException {
        Path running = Path.of(System.getProperty("java.home")).toRealPath();
        try (Stream<Path> homes = Files.list(running.getParent())) {
            return homes.filter(home -> Files.isExecutable(home.resolve("bin/javac")))
                    .filter(home -> version(home) >= 17 && version(home) != Runtime.version().feature()).sorted().findFirst();
        }
    }

    private static int version(Path home) {
        try {
            return Files.readAllLines(home.resolve("release")).stream()
                    .filter(line -> line.startsWith("JAVA_VERSION=\""))
                    .map(line -> line.replaceAll("JAVA_VERSION=\"(\\d+).*", "$1"))
                    .mapToInt(Integer::parseInt).findFirst().orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }
}
