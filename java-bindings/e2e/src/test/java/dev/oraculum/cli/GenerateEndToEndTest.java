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
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate} on classes of this test's own: what it writes is plain JUnit that javac compiles and that passes. */
class GenerateEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject project;

    @BeforeAll
    static void compile() throws Exception {
        project = new TestProject("generated", Files.createDirectories(folder.resolve("project")));
        project.compileSources(project.sources(), project.classes());
    }

    private static Cli.Result generate(String className, Path out, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("generate", "--classpath", project.classes().toString(), "--class", className, "--out", out.toString()));
        arguments.addAll(List.of(more));
        return Cli.run(arguments);
    }

    /** Runs a written class as a build does: compiled by javac, in a JVM with JUnit and nothing of ours. */
    private static String junit(Path out, String className) throws Exception {
        return junit(out, className, System.getProperty("java.class.path"), TestRunner.class.getName());
    }

    private static String junit(Path out, String className, String classPath, String runner) throws Exception {
        Path classes = project.compileGenerated(
                out, project.classes() + File.pathSeparator + TestProject.junit(), Files.createTempDirectory(folder, "compiled"));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                        classes + File.pathSeparator + project.classes() + File.pathSeparator + classPath, runner, className)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), said);
        assertEquals(0, process.exitValue(), said + Files.readString(out.resolve(className.replace('.', '/') + ".java")));
        return said;
    }

    @Test
    void testsOfALockReachItsBranchesAndPassAlone() throws Exception {
        Path out = folder.resolve("lock");
        Path json = folder.resolve("lock.json");
        Cli.Result result = generate("pkg.Lock", out, "--max-tests", "30000", "--seed", "1", "--budget", "120", "--json", json.toString());
        Cli.check(result, 0, "written", "LockGeneratedTest.java", "coverage");
        JsonNode report = Cli.json(json);
        assertEquals(report.at("/coverage/line/goals").intValue(), report.at("/coverage/line/covered").intValue(), result.toString());
        // That a list has a null is left to chance.
        int missed = report.at("/coverage/branch/goals").intValue() - report.at("/coverage/branch/covered").intValue();
        assertTrue(missed <= 1, result.toString());
        assertTrue(report.get("stop").textValue().equals(missed == 0 ? "ALL_COVERED" : "MAX_TESTS"), result.toString());
        String source = Files.readString(out.resolve("pkg/LockGeneratedTest.java"));
        for (String part : List.of("assertThrows(IllegalArgumentException.class", "Lock.State.OPEN", "Lock.State.JAMMED", "\"turned once\"")) {
            assertTrue(source.contains(part), part + "\n" + source);
        }
        for (String part : List.of("oraculum", "java.lang.reflect", "setAccessible")) {
            assertFalse(source.contains(part), source);
        }
        assertTrue(junit(out, "pkg.LockGeneratedTest").contains(report.at("/files/0/tests").intValue() + " tests"), result.toString());

        // Again: the same bytes elsewhere, and nothing is written over.
        Path again = folder.resolve("again");
        Cli.check(generate("pkg.Lock", again, "--max-tests", "30000", "--seed", "1", "--budget", "120"), 0);
        assertEquals(source, Files.readString(again.resolve("pkg/LockGeneratedTest.java")));
        Files.writeString(again.resolve("pkg/LockGeneratedTest.java"), "mine");
        Cli.check(generate("pkg.Lock", again, "--max-tests", "100"), 2, "is there already", "--force");
        assertEquals("mine", Files.readString(again.resolve("pkg/LockGeneratedTest.java")));
    }

    @Test
    void otherSearchesAndJunit4() throws Exception {
        for (String algorithm : List.of("mosa", "random")) {
            Path out = folder.resolve(algorithm);
            Cli.Result result = generate(
                    "pkg.Lock", out, "--max-tests", "5000", "--junit", "4", "--set", "generate.algorithm=" + algorithm, "--budget", "120");
            Cli.check(result, 0, "written");
            String source = Files.readString(out.resolve("pkg/LockGeneratedTest.java"));
            assertTrue(source.contains("import org.junit.Test;") && !source.contains("jupiter"), source);
            assertTrue(junit(out, "pkg.LockGeneratedTest", TestProject.junit(), "org.junit.runner.JUnitCore").contains("OK ("), source);
        }
    }

    @Test
    void whatTheClassDoesWildlyHurtsNobody() throws Exception {
        Path out = folder.resolve("wild");
        long start = System.nanoTime();
        Cli.Result result = generate("pkg.Wild", out, "--max-tests", "2000", "--budget", "60", "--seed", "3");
        Cli.check(result, 0, "written");
        assertTrue(System.nanoTime() - start < TimeUnit.MINUTES.toNanos(3), result.toString());
        try (Stream<Path> left = Files.list(Path.of("/tmp"))) {
            assertEquals(List.of(), left.filter(file -> file.toString().contains("oraculum-generated-wild")).toList());
        }
        String source = Files.readString(out.resolve("pkg/WildGeneratedTest.java"));
        assertTrue(source.contains("assertTrue(wild.positive("), source);
        // Where nobody types, a test that reads would wait.
        assertFalse(source.contains("wild.read()"), source);
        assertFalse(source.contains("OutOfMemoryError") || source.contains("StackOverflowError"), source);
        // What differs from run to run, or with what ran before, is not asserted.
        assertFalse(source.matches("(?s).*assertEquals\\([^;]*\\.clock\\(\\).*"), source);
        junit(out, "pkg.WildGeneratedTest");
    }

    @Test
    void whatCannotBeDoneIsSaid() throws Exception {
        Cli.check(generate("pkg.Nothing", folder.resolve("nothing")), 1, "no test was found that can be kept");
        assertFalse(Files.exists(folder.resolve("nothing")));
        Cli.check(generate("pkg.Lok", folder.resolve("none")), 3, "there is no class pkg.Lok", "pkg.Lock");
        Cli.check(generate("pkg.Lock", folder.resolve("none"), "--budget", "0"), 2, "--budget 0");
        Cli.check(generate("pkg.Lock", folder.resolve("none"), "--set", "generate.populaton=3"), 2, "generate.population");
        Cli.check(Cli.run("generate", "--classpath", project.classes().toString()), 2, "missing --class");
    }
}
