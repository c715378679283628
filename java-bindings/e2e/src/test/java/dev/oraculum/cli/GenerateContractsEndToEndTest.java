package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate}: objects that break the contracts of Object and Comparable. */
class GenerateContractsEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject project;

    @BeforeAll
    static void compile() throws Exception {
        project = new TestProject("contracts", Files.createDirectories(folder.resolve("project")));
        project.compileSources(project.sources(), project.classes());
    }

    private static Cli.Result generate(String className, Path out, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "generate", "--classpath", project.classes().toString(), "--class", className, "--out", out.toString(),
                "--max-tests", "5000", "--budget", "120", "--seed", "1"));
        arguments.addAll(List.of(more));
        return Cli.run(arguments);
    }

    @Test
    void aBrokenContractIsATestThatFailsInAFileOfItsOwn() throws Exception {
        Path out = folder.resolve("careless");
        Path json = folder.resolve("careless.json");
        Cli.Result result = generate("pkg.Careless", out, "--json", json.toString());
        Cli.check(result, 0, "fault     pkg.Careless: not so that x.equals(y) is what y.equals(x) is");
        JsonNode report = Cli.json(json);
        Set<String> broken = new TreeSet<>();
        report.get("faults").forEach(fault -> broken.add(fault.get("test").textValue()));
        assertEquals(
                Set.of("equals_isNotSymmetric", "hashCode_differsForEquals", "compareTo_isNotAntisymmetric", "toString_throws"),
                broken);
        assertEquals("pkg/CarelessFaultsTest.java", report.at("/faultsFile/path").textValue());
        Path tests = project.compileGenerated(
                out, project.classes() + File.pathSeparator + TestProject.junit(), Files.createTempDirectory(folder, "compiled"));
        assertEquals(0, failures(tests, "pkg.CarelessGeneratedTest"));
        assertEquals(4, failures(tests, "pkg.CarelessFaultsTest"));
        String source = Files.readString(out.resolve("pkg/CarelessFaultsTest.java"));
        assertTrue(source.contains("Fails: objects that are equal have one hash code, as the contract of the method has it."), source);
        assertFalse(source.contains("== null"), source);
        // Nothing is written over it, and nothing is searched for in vain.
        Files.delete(out.resolve("pkg/CarelessGeneratedTest.java"));
        Cli.check(generate("pkg.Careless", out), 2, "CarelessFaultsTest.java is there already");
        assertFalse(Files.exists(out.resolve("pkg/CarelessGeneratedTest.java")));
    }

    @Test
    void whatKeepsItsPromisesHasNoSuchFile() throws Exception {
        Path out = folder.resolve("careful");
        Path json = folder.resolve("careful.json");
        Cli.check(generate("pkg.Careful", out, "--json", json.toString()), 0, "written");
        assertEquals(0, Cli.json(json).get("faults").size(), Cli.json(json).get("faults").toString());
        assertTrue(Cli.json(json).get("faultsFile").isNull());
        assertFalse(Files.exists(out.resolve("pkg/CarefulFaultsTest.java")));
    }

    /** How many tests of a class fail in a JVM of their own. */
    private static int failures(Path tests, String className) throws Exception {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                tests + File.pathSeparator + project.classes() + File.pathSeparator + System.getProperty("java.class.path"),
                TestRunner.class.getName(), className).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        Matcher failures = Pattern.compile("Failures \\((\\d+)\\)").matcher(said);
        assertTrue(exit == 0 || failures.find(), said);
        return exit == 0 ? 0 : Integer.parseInt(failures.group(1));
    }
}
