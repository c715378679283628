package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum juge} before a harness of ours that speaks JUGE's protocol. */
@SameOnEveryJdk
class JugeEndToEndTest {
    private static final long MINUTES = 5;

    @TempDir
    Path folder;

    /** The tool, as a harness starts it: in a working folder of its own. */
    private Process tool(Path work, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(Cli.HOME.resolve("bin/oraculum").toString(), "juge"));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command).directory(Files.createDirectories(work).toFile())
                .redirectError(folder.resolve("said").toFile());
        builder.environment().put("ORACULUM_JAVA_HOME", System.getProperty("java.home"));
        return builder.start();
    }

    @Test
    void fiveClassesAndOneThatIsNotThere() throws Exception {
        GenerateRuns runs = GenerateRuns.of("objects", folder);
        Path work = folder.resolve("work");
        Process tool = tool(work, "--seed", "1", "--max-tests", "300", "--set", "generate.variants=0");
        List<String> said = new ArrayList<>();
        try (BufferedReader answers = tool.inputReader(StandardCharsets.UTF_8);
                PrintWriter harness = new PrintWriter(tool.outputWriter(StandardCharsets.UTF_8), true)) {
            List<String> classes = List.of("campus.Room", "campus.Course", "objects.NotThere", "objects.Sums", "campus.Student",
                    "campus.Cv");
            List.of("BENCHMARK", runs.project().sources().toString(), runs.project().classes().toString(), "1",
                    runs.project().classes().toString(), String.valueOf(classes.size())).forEach(harness::println);
            assertEquals(List.of("CLASSPATH", "0", "READY"), List.of(answers.readLine(), answers.readLine(), answers.readLine()));
            for (String name : classes) {
                harness.println(60);
                harness.println(name);
                said.add(answers.readLine());
            }
            assertEquals(List.of("READY", "READY", "READY", "READY", "READY", "READY"), said, () -> read("said"));
            assertEquals(null, answers.readLine(), "nothing else is said on standard output");
        }
        assertTrue(tool.waitFor(MINUTES, TimeUnit.MINUTES));
        assertEquals(0, tool.exitValue(), () -> read("said"));
        assertTrue(read("said").contains("objects.NotThere: no test: "), () -> read("said"));

        Path tests = work.resolve("temp/testcases");
        assertEquals(
                List.of("campus/CourseGeneratedTest.java", "campus/CvGeneratedTest.java", "campus/RoomGeneratedTest.java",
                        "campus/StudentGeneratedTest.java",
                        "objects/SumsGeneratedTest.java"),
                GenerateRuns.files(tests));
        Path compiled = runs.compiled(tests);
        for (String name : List.of("campus.CourseGeneratedTest", "campus.CvGeneratedTest", "campus.RoomGeneratedTest",
                "campus.StudentGeneratedTest", "objects.SumsGeneratedTest")) {
            assertTrue(Files.readString(tests.resolve(name.replace('.', '/') + ".java")).contains("public class "), name);
            assertEquals(0, runs.testWithJunit4(compiled, name).exit(), name);
        }
    }

    /** Wall time of a class, checks and writing included: printed, and far from a budget that is not kept at all. */
    @Test
    void theBudgetIsTheTimeOfAClass() throws Exception {
        GenerateRuns runs = GenerateRuns.of("objects", folder);
        Path work = folder.resolve("work");
        Process tool = tool(work);
        try (BufferedReader answers = new BufferedReader(new InputStreamReader(tool.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter harness = new PrintWriter(tool.outputWriter(StandardCharsets.UTF_8), true)) {
            List.of("BENCHMARK", runs.project().sources().toString(), runs.project().classes().toString(), "0", "1", "12", "objects.Rules")
                    .forEach(harness::println);
            while (!"READY".equals(answers.readLine())) {
                assertTrue(tool.isAlive(), () -> read("said"));
            }
            long start = System.nanoTime();
            assertEquals("READY", answers.readLine(), () -> read("said"));
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf("[e2e] juge: %.1f s of a budget of 12%n", seconds);
            assertTrue(seconds < 60, seconds + " s of 12");
        }
        assertTrue(tool.waitFor(MINUTES, TimeUnit.MINUTES));
        assertEquals(List.of("objects/RulesGeneratedTest.java"), GenerateRuns.files(work.resolve("temp/testcases")));
    }

    @Test
    void whatIsNoProtocol() throws Exception {
        Process tool = tool(folder.resolve("work"));
        try (PrintWriter harness = new PrintWriter(tool.outputWriter(StandardCharsets.UTF_8), true)) {
            harness.println("HELLO");
        }
        assertEquals("", new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertTrue(tool.waitFor(MINUTES, TimeUnit.MINUTES));
        assertEquals(2, tool.exitValue());
        assertTrue(read("said").contains("line 1 of standard input is \"HELLO\": expected BENCHMARK"), () -> read("said"));
    }

    private String read(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
