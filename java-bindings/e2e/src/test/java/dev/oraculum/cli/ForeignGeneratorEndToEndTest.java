package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of {@code oraculum-spi}, a random test generator that knows nothing else of Oraculum: compiled against that jar alone, run
 * with the jars of the distribution.
 */
class ForeignGeneratorEndToEndTest {
    private static final Path EXAMPLE = Path.of("../spi/src/example/java/randomtests");
    private static final Path PAGE = Path.of("../../docs/guide/seed-templates-for-generators.md");
    private static final Pattern REACHED = Pattern.compile("outcomes reached: (\\d+) without templates, (\\d+) with, of (\\d+)");
    private static final long MINUTES = 5;

    /** A generator that is a module. */
    private static final String MODULAR = """
            package modular;

            import dev.oraculum.spi.SeedTemplates;
            import java.nio.file.Path;
            import java.util.List;

            public class Main {
                public static void main(String[] arguments) {
                    try (SeedTemplates templates = SeedTemplates.on(List.of(Path.of(arguments[0])))) {
                        System.out.println(Main.class.getModule().getName() + ": " + templates.branches("objects.Awards").size());
                    }
                }
            }
            """;

    @TempDir
    static Path folder;

    private static TestProject project;
    private static Path spi;

    @BeforeAll
    static void compile() throws Exception {
        project = new TestProject("objects", Files.createDirectories(folder.resolve("project")));
        project.compileSources(project.sources(), project.classes());
        try (Stream<Path> jars = Files.list(Cli.HOME.resolve("lib"))) {
            spi = jars.filter(jar -> jar.getFileName().toString().startsWith("oraculum-spi-")).findFirst().orElseThrow();
        }
        List<String> sources = new ArrayList<>();
        try (Stream<Path> files = Files.list(EXAMPLE)) {
            files.map(Path::toString).sorted().forEach(sources::add);
        }
        javac(List.of("-Xlint:all", "-Werror", "-cp", spi.toString(), "-d", folder.resolve("example").toString()), sources);
    }

    private static void javac(List<String> options, List<String> sources) {
        List<String> arguments = new ArrayList<>(options);
        arguments.addAll(sources);
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int end = ToolProvider.getSystemJavaCompiler().run(null, messages, messages, arguments.toArray(String[]::new));
        assertEquals(0, end, () -> messages.toString(StandardCharsets.UTF_8));
    }

    private static String java(int exitCode, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1", "-Doraculum.home=" + Cli.HOME));
        command.addAll(List.of(arguments));
        Path log = Files.createTempFile(folder, "run", ".log");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("it did not end within " + MINUTES + " minutes:\n" + Files.readString(log));
        }
        String output = Files.readString(log);
        assertEquals(exitCode, process.exitValue(), output);
        return output;
    }

    private static String lib() {
        return Cli.HOME.resolve("lib") + File.separator + "*";
    }

    private static String generate(String className, int tests, int seed) throws Exception {
        return java(0, "-cp", folder.resolve("example") + File.pathSeparator + lib(), "randomtests.RandomTests",
                project.sources().toString(), project.classes().toString(), className, String.valueOf(tests), String.valueOf(seed));
    }

    /** Outcomes of conditions that its tests reached. */
    private record Figures(int without, int with, int all) {
        static Figures of(String output) {
            Matcher found = REACHED.matcher(output);
            assertTrue(found.find(), output);
            return new Figures(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)), Integer.parseInt(found.group(3)));
        }
    }

    @Test
    void itReachesMoreWithTemplatesThanWithout() throws Exception {
        String output = generate("objects.Rules", 40, 1);
        Figures rules = Figures.of(output);
        assertTrue(rules.with() >= rules.without() + 10, output);
        output = generate("objects.Awards", 40, 1);
        assertEquals(new Figures(0, 2, 2), Figures.of(output), output);
        output = generate("campus.University", 40, 1);
        Figures campus = Figures.of(output);
        assertTrue(campus.with() > campus.without(), output);
    }

    @Test
    void thePageShowsWhatItPrints() throws Exception {
        String output = generate("objects.Rules", 40, 1);
        String page = Files.readString(PAGE);
        assertTrue(page.contains("```\n" + output.replace(System.lineSeparator(), "\n") + "```"),
                () -> PAGE + " has not what the example prints:\n" + output);
    }

    @Test
    void withoutTheDistributionItIsSaidWhatToDo() throws Exception {
        String output = java(1, "-cp", folder.resolve("example") + File.pathSeparator + spi, "randomtests.RandomTests",
                project.sources().toString(), project.classes().toString(), "objects.Awards", "1", "1");
        assertTrue(output.contains("there is no implementation of dev.oraculum.spi.SeedTemplates"), output);
    }

    @Test
    void aGeneratorThatIsAModuleFindsTheImplementation() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("modular/modular"));
        Path main = Files.writeString(sources.resolve("Main.java"), MODULAR);
        Path module = Files.writeString(folder.resolve("modular/module-info.java"), "module modular { requires dev.oraculum.spi; }");
        Path classes = folder.resolve("modular-classes");
        javac(List.of("-p", spi.toString(), "-d", classes.toString()), List.of(main.toString(), module.toString()));
        String output = java(0, "-p", classes + File.pathSeparator + spi, "-cp", lib(), "-m", "modular/modular.Main",
                project.classes().toString());
        assertTrue(output.contains("modular: 1"), output);
    }
}
