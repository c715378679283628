package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.process.LoggedProcess;
import dev.oraculum.process.LoggedProcess.Output;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** An example of {@code oraculum-spi}: compiled against that jar alone, run with the jars of the distribution. */
final class SpiExample {
    private static final Path EXAMPLES = Path.of("../spi/src/example/java");

    private final Path folder;
    private final Path classes;

    private SpiExample(Path folder) {
        this.folder = folder;
        this.classes = folder.resolve("example");
    }

    /** The jar that examples compile against. */
    static Path jar() throws IOException {
        try (Stream<Path> jars = Files.list(Cli.HOME.resolve("lib"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith("oraculum-spi-")).findFirst().orElseThrow();
        }
    }

    /** @param name of its package */
    static SpiExample compile(String name, Path folder) throws IOException {
        SpiExample example = new SpiExample(folder);
        List<String> sources = new ArrayList<>();
        try (Stream<Path> files = Files.list(EXAMPLES.resolve(name))) {
            files.map(Path::toString).sorted().forEach(sources::add);
        }
        javac(List.of("-Xlint:all", "-Werror", "-g", "-cp", jar().toString(), "-d", example.classes.toString()), sources);
        return example;
    }

    static void javac(List<String> options, List<String> sources) {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(sources);
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int end = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertEquals(0, end, () -> messages.toString(StandardCharsets.UTF_8));
    }

    /** Runs a class of it, and gives what it prints. */
    String run(String... mainClassAndArguments) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "-cp", classes + File.pathSeparator + Cli.HOME.resolve("lib") + File.separator + "*"));
        arguments.addAll(List.of(mainClassAndArguments));
        return java(0, arguments.toArray(String[]::new));
    }

    /**
     * Runs a JVM that finds the engine in the distribution.
     *
     * @param exitCode that is expected
     */
    static String java(int exitCode, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1", "-Doraculum.home=" + Cli.HOME));
        command.addAll(List.of(arguments));
        Output ended = LoggedProcess.run(new ProcessBuilder(command));
        String output = ended.text().replace(System.lineSeparator(), "\n");
        assertEquals(exitCode, ended.exitCode(), output);
        return output;
    }

    /** That a page shows what an example prints. */
    static void assertShown(Path page, String output) throws IOException {
        assertTrue(Files.readString(page).contains("```\n" + output + "```"), () -> page + " has not what the example prints:\n" + output);
    }
}
