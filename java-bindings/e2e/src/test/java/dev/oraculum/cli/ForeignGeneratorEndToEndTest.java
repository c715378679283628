package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The example of {@code oraculum-spi}, a random test generator that knows nothing else of Oraculum: compiled against that jar alone, run
 * with the jars of the distribution.
 */
class ForeignGeneratorEndToEndTest {
    private static final Pattern REACHED = Pattern.compile("outcomes reached: (\\d+) without templates, (\\d+) with, of (\\d+)");

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
    private static SpiExample example;

    @BeforeAll
    static void compile() throws Exception {
        project = new TestProject("objects", Files.createDirectories(folder.resolve("project")));
        project.compileSources(project.sources(), project.classes());
        example = SpiExample.compile("randomtests", folder);
    }

    private static String lib() {
        return Cli.HOME.resolve("lib") + File.separator + "*";
    }

    private static String generate(String className, int tests, int seed) throws Exception {
        return example.run("randomtests.RandomTests", project.sources().toString(), project.classes().toString(), className,
                String.valueOf(tests), String.valueOf(seed));
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
    void itReachesMoreWithTemplatesThanWithoutAndThePageShowsIt() throws Exception {
        String output = generate("objects.Rules", 40, 1);
        Figures rules = Figures.of(output);
        assertTrue(rules.with() >= rules.without() + 10, output);
        SpiExample.assertShown(Path.of("../../docs/guide/seed-templates-for-generators.md"), output);
        output = generate("objects.Awards", 40, 1);
        assertEquals(new Figures(0, 2, 2), Figures.of(output), output);
        output = generate("campus.University", 40, 1);
        Figures campus = Figures.of(output);
        assertTrue(campus.with() > campus.without(), output);
    }

    @Test
    void withoutTheDistributionItIsSaidWhatToDo() throws Exception {
        String output = SpiExample.java(1, "-cp", folder.resolve("example") + File.pathSeparator + SpiExample.jar(),
                "randomtests.RandomTests", project.sources().toString(), project.classes().toString(), "objects.Awards", "1", "1");
        assertTrue(output.contains("there is no implementation of dev.oraculum.spi.SeedTemplates"), output);
    }

    @Test
    void aGeneratorThatIsAModuleFindsTheImplementation() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("modular/modular"));
        Path main = Files.writeString(sources.resolve("Main.java"), MODULAR);
        Path module = Files.writeString(folder.resolve("modular/module-info.java"), "module modular { requires dev.oraculum.spi; }");
        Path classes = folder.resolve("modular-classes");
        SpiExample.javac(
                List.of("-p", SpiExample.jar().toString(), "-d", classes.toString()), List.of(main.toString(), module.toString()));
        String output = SpiExample.java(0, "-p", classes + File.pathSeparator + SpiExample.jar(), "-cp", lib(), "-m",
                "modular/modular.Main", project.classes().toString());
        assertTrue(output.contains("modular: 1"), output);
    }
}
