package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.SameOnEveryJdk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command writes: JSON, patch, states, CSV, text. */
@SameOnEveryJdk
class OutputsEndToEndTest {
    private static final Path SUBJECTS = Path.of("../subjects").toAbsolutePath().normalize();

    @TempDir
    static Path folder;

    private static TestProject basics;

    @BeforeAll
    static void compile() throws Exception {
        basics = TestProject.compile("basics", folder.resolve("with space"));
    }

    private static List<String> improveSubject(String method, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "improve", "--classpath", SUBJECTS.resolve("target/classes").toString(), "--tests",
                SUBJECTS.resolve("target/test-classes") + File.pathSeparator + TestProject.junit(), "--method", method));
        arguments.addAll(List.of(options));
        return arguments;
    }

    @Test
    void theJsonHasTheFieldsOfItsSchemaInTheirOrder() throws Exception {
        Path json = folder.resolve("fields.json");
        Cli.Result result = Cli.run(basics.improve("pkg.Calc#min", "--seed", "2", "--json", json.toString()));
        assertEquals(0, result.exitCode(), result.toString());
        JsonNode report = Cli.json(json);
        assertEquals(
                List.of("schemaVersion", "method", "seed", "stopReason", "generations", "elapsed", "evidence", "initial", "improved",
                        "floor", "gap", "ungated", "archive", "clauses", "verified",
                        "proof", "survivingMutants"),
                names(report));
        assertEquals("pkg.Calc#min(int,int)", report.path("method").asText());
        assertEquals(1, report.path("schemaVersion").asInt());
        assertEquals(2, report.path("seed").asInt());
        assertEquals(List.of("analysis", "tests", "mutants", "dataset", "search", "verification", "proving", "total"),
                names(report.path("elapsed")));
        assertTrue(report.path("evidence").path("sufficient").asBoolean(), report.toPrettyString());
        assertTrue(report.path("evidence").path("invocations").asInt() >= report.path("evidence").path("correct").asInt(),
                report.toPrettyString());
        JsonNode mutants = report.path("evidence").path("mutants");
        assertEquals(List.of("total", "killedBeforeAssertion", "likelyEquivalent", "notJudged", "detected", "survived"), names(mutants));
        assertEquals(
                mutants.path("total").asInt(),
                mutants.path("killedBeforeAssertion").asInt() + mutants.path("likelyEquivalent").asInt() + mutants.path("notJudged").asInt()
                        + mutants.path("detected").asInt() + mutants.path("survived").asInt());
        assertEquals(List.of("assertion", "fp", "fn", "size"), names(report.path("initial")));
        assertEquals(List.of("assertion", "java", "entryValues", "exitValues", "fp", "fn", "size"), names(report.path("improved")));
        assertEquals(List.of("compiled", "statesChecked", "disagreements"), names(report.path("verified")));
        for (String part : List.of("before    FP 0", "after     FP 0, FN 0", "evidence  ", "verified  ", "proven    no: ", "search    ",
                "time      ")) {
            assertTrue(result.out().contains(part), result.toString());
        }
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void aPerfectAssertionNeedsNoImprovement() throws Exception {
        Path json = folder.resolve("perfect.json");
        Cli.Result result = Cli.run(basics.improve("pkg.Calc#min", "--assertion",
                "(result == x || result == y) && result <= x && result <= y", "--set", "maxGenerations=1", "--set", "minGenerations=1",
                "--json", json.toString()));
        assertEquals(0, result.exitCode(), result.toString());
        assertEquals(0, Cli.json(json).path("initial").path("fn").asInt(-1));
    }

    @Test
    void aPatchAppliesCompilesAndPassesTheTestsWithAssertionsOn() throws Exception {
        Path sources = folder.resolve("patched sources");
        copy(SUBJECTS.resolve("src/main/java"), sources);
        for (String method : List.of("dev.oraculum.subjects.ArrayStack#push", "dev.oraculum.subjects.SimpleExamples#clamp",
                "dev.oraculum.subjects.CircularQueue#dequeue")) {
            Path patch = folder.resolve("change.patch");
            Cli.Result result = Cli.run(improveSubject(
                    method, "--seed", "1", "--patch", patch.toString(), "--sources", sources.toString()));
            assertEquals(0, result.exitCode(), result.toString());
            Process apply = new ProcessBuilder("patch", "-p1", "--batch").directory(sources.toFile()).redirectInput(patch.toFile())
                    .redirectErrorStream(true).start();
            String output = new String(apply.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertEquals(0, apply.waitFor(), output);
        }
        Path classes = Files.createDirectories(folder.resolve("patched"));
        List<String> arguments = new ArrayList<>(List.of("-g", "-d", classes.toString()));
        int asserts = 0;
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                arguments.add(file.toString());
                asserts += Files.readString(file).split("\n\\s*assert ", -1).length - 1;
            }
        }
        assertTrue(asserts >= 6, asserts + " assertions: one exit of push, three of clamp, two of dequeue");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
        Process tests = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(), "-ea", "-cp",
                        classes + File.pathSeparator + SUBJECTS.resolve("target/test-classes") + File.pathSeparator
                                + Cli.HOME.resolve("junit/platform-1") + "/*" + File.pathSeparator
                                + Path.of("target/test-classes").toAbsolutePath(),
                        TestRunner.class.getName(), "dev.oraculum.subjects.ArrayStackTest", "dev.oraculum.subjects.SimpleExamplesTest",
                        "dev.oraculum.subjects.CircularQueueTest")
                .redirectErrorStream(true).start();
        String output = new String(tests.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, tests.waitFor(), output);
        assertFalse(output.startsWith("0 tests"), output);
    }

    @Test
    void aPatchWithoutTheSourceKeepsTheOtherResults() throws Exception {
        Path json = folder.resolve("kept.json");
        Path empty = Files.createDirectories(folder.resolve("no sources"));
        Cli.Result result = Cli.run(basics.improve("pkg.Calc#min", "--json", json.toString(), "--patch",
                folder.resolve("no.patch").toString(), "--sources", empty.toString()));
        assertEquals(2, result.exitCode(), result.toString());
        assertTrue(result.err().contains("no patch written") && result.err().contains("Calc.java"), result.toString());
        assertTrue(Files.exists(json));
        assertFalse(Files.exists(folder.resolve("no.patch")));
    }

    @Test
    void exportedStatesGiveTheSameAssertionWithoutTheProject() throws Exception {
        Path evidence = folder.resolve("run.db");
        Path fromProject = folder.resolve("project.json");
        Path states = folder.resolve("states.jsonl");
        Path fromStates = folder.resolve("states.json");
        Path csv = folder.resolve("generations.csv");
        assertEquals(0, Cli.run(basics.improve("pkg.Calc#min", "--engine", "coevolution", "--seed", "4", "--evidence", evidence.toString(),
                "--json", fromProject.toString())).exitCode());
        assertEquals(0, Cli.run("export-states", "--evidence", evidence.toString(), "--output", states.toString()).exitCode());
        assertTrue(Files.readAllLines(states).get(0)
                .startsWith("{\"schemaVersion\":1,\"method\":\"pkg.Calc#min(int,int)\",\"variables\":[{\"name\":"));
        Cli.Result result = Cli.run("improve", "--states", states.toString(), "--engine", "coevolution", "--seed", "4", "--json",
                fromStates.toString(), "--generations-csv", csv.toString());
        assertEquals(0, result.exitCode(), result.toString());
        assertEquals(Cli.json(fromProject).path("improved"), Cli.json(fromStates).path("improved"));
        assertEquals(Cli.json(fromProject).path("evidence").path("incorrect"), Cli.json(fromStates).path("evidence").path("incorrect"));
        assertEquals(Cli.json(fromStates).path("generations").asInt() + 2, Files.readAllLines(csv).size(),
                "a header, the initial population, every generation");

        Path again = folder.resolve("again.jsonl");
        List<String> project = new ArrayList<>(basics.improve("pkg.Calc#min", "--output", again.toString()));
        project.set(0, "export-states");
        assertEquals(0, Cli.run(project).exitCode());
        assertEquals(Files.readString(states), Files.readString(again));
    }

    @Test
    void quietSaysNothing() throws Exception {
        Cli.Result result = Cli.run(basics.improve("pkg.Calc#min", "--quiet"));
        assertEquals(new Cli.Result(0, "", ""), result);
    }

    private static void copy(Path from, Path to) throws Exception {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
            }
        }
    }
}
