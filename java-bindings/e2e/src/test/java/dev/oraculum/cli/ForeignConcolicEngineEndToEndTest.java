package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The concolic example of {@code oraculum-spi}: compiled against that jar alone, run with the jars of the distribution. */
class ForeignConcolicEngineEndToEndTest {
    private static final Path EXAMPLE = Path.of("../spi/src/example/java/concolic");
    private static final Path PAGE = Path.of("../../docs/guide/path-selection.md");

    @TempDir
    Path folder;

    @Test
    void thePageShowsWhatItPrints() throws Exception {
        Path spi;
        try (Stream<Path> jars = Files.list(Cli.HOME.resolve("lib"))) {
            spi = jars.filter(jar -> jar.getFileName().toString().startsWith("oraculum-spi-")).findFirst().orElseThrow();
        }
        List<String> arguments = new ArrayList<>(List.of("-Xlint:all", "-Werror", "-cp", spi.toString(), "-d", folder.toString()));
        try (Stream<Path> files = Files.list(EXAMPLE)) {
            files.map(Path::toString).sorted().forEach(arguments::add);
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int end = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertEquals(0, end, () -> messages.toString(StandardCharsets.UTF_8));

        Path log = folder.resolve("run.log");
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1", "-Doraculum.home=" + Cli.HOME, "-cp",
                folder + File.pathSeparator + Cli.HOME.resolve("lib") + File.separator + "*", "concolic.ConcolicTests", "80", "1")
                .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!process.waitFor(2, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("it did not end within 2 minutes:\n" + Files.readString(log));
        }
        String output = Files.readString(log).replace(System.lineSeparator(), "\n");
        assertEquals(0, process.exitValue(), output);
        assertTrue(output.contains("knn") && output.contains("\"Yes\" reached"), output);
        assertTrue(Files.readString(PAGE).contains("```\n" + output + "```"), () -> PAGE + " has not what the example prints:\n" + output);
    }
}
