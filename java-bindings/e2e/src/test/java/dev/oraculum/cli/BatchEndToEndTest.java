package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.oraculum.SameOnEveryJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many methods in one run: what goes wrong with one is a row, and a kill costs only what was not finished. */
@SameOnEveryJdk
class BatchEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject many;
    private static Path json;
    private static Cli.Result undisturbed;

    private static List<String> improve(Path result, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "improve", "--classpath", many.classes().toString(), "--tests", many.tests(), "--seed", "3", "--budget", "5m", "--set",
                "minGenerations=60", "--set", "maxGenerations=60",
                // Two or three calls a method justify little: here it matters how methods are run, not what they are worth.
                "--set", "synthesis.gates=false"));
        if (result != null) {
            arguments.addAll(List.of("--json", result.toString()));
        }
        arguments.addAll(List.of(more));
        return arguments;
    }

    @BeforeAll
    static void runUndisturbed() throws Exception {
        many = TestProject.compile("many", folder.resolve("many"));
        json = folder.resolve("undisturbed.json");
        undisturbed = Cli.run(improve(json, "--package", "pkg", "--constructors"));
        assertEquals(0, undisturbed.exitCode(), undisturbed.toString());
    }

    /** But for times, which are in every result too. */
    private static String withoutTimes(Path file) throws Exception {
        ObjectNode report = (ObjectNode) Cli.json(file);
        report.remove("elapsed");
        report.path("results").forEach(result -> ((ObjectNode) result).remove("elapsed"));
        return report.toPrettyString();
    }

    private static Map<String, String> outcomes(Path file) throws Exception {
        JsonNode report = Cli.json(file);
        Map<String, String> outcomes = new LinkedHashMap<>();
        report.path("results").forEach(result -> outcomes.put(
                result.path("method").asText(), result.path("improved").isObject() ? "improved" : "not"));
        report.path("failures").forEach(failure -> outcomes.put(failure.path("method").asText(), failure.path("outcome").asText()));
        return outcomes;
    }

    @Test
    void everyMethodThatSomebodyWroteIsARow() throws Exception {
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("pkg.Colour#other()", "improved");
        expected.put("pkg.Many#<init>(int)", "improved");
        expected.put("pkg.Many#min(int,int)", "improved");
        expected.put("pkg.Many#add(int)", "improved");
        expected.put("pkg.Many#odd(int)", "improved");
        expected.put("pkg.Many#even(int)", "improved");
        expected.put("pkg.Many#countDown(int)", "improved");
        expected.put("pkg.Colour#<init>()", "noMutants");
        expected.put("pkg.Many#wrong(int)", "projectFailed");
        expected.put("pkg.Many#untested(int)", "noTests");
        expected.put("pkg.Many#never()", "notObservable");
        expected.put("pkg.Many#nothing()", "noMutants");
        Map<String, String> outcomes = outcomes(json);
        outcomes.keySet().removeIf(method -> method.startsWith("pkg.Colour#<init>"));
        expected.remove("pkg.Colour#<init>()");
        assertEquals(expected, outcomes, undisturbed.toString());
        assertEquals(new ArrayList<>(expected.keySet()), new ArrayList<>(outcomes.keySet()));
        JsonNode wrong = failure("pkg.Many#wrong(int)");
        assertTrue(wrong.path("reason").asText().contains("wrongIsWrong"), wrong.toString());
    }

    private static JsonNode failure(String method) throws Exception {
        for (JsonNode failure : Cli.json(json).path("failures")) {
            if (failure.path("method").asText().equals(method)) {
                return failure;
            }
        }
        throw new AssertionError("no failure of " + method);
    }

    @Test
    void theTableHasARowForEach() {
        assertTrue(undisturbed.out().lines().anyMatch(line -> line.matches("method +S\\+ +S- +FP +FN +size +gap +time +outcome")),
                undisturbed.toString());
        assertTrue(undisturbed.out().lines().anyMatch(line ->
                line.matches("Many#min\\(int,int\\) +\\d+ +\\d+ +0 +\\d+ -> 0 +\\d+ +0 +[\\d.]+ s +improved")), undisturbed.toString());
        assertTrue(undisturbed.out().lines().anyMatch(line -> line.matches("no tests, \\d+ methods?: .*Many#untested\\(int\\).*")),
                undisturbed.toString());
        assertTrue(undisturbed.out().contains("7 improved"), undisturbed.toString());
        assertFalse(undisturbed.err().contains("\u001b"), "no terminal, no bar: " + undisturbed);
    }

    @Test
    void theResultDoesNotDependOnHowManyRunAtATime() throws Exception {
        Path serial = folder.resolve("serial.json");
        Cli.Result result = Cli.run(improve(serial, "--package", "pkg", "--constructors", "--threads", "1"));
        assertEquals(0, result.exitCode(), result.toString());
        assertEquals(withoutTimes(json), withoutTimes(serial));
    }

    @Test
    void aMethodGetsWhatItGetsAlone() throws Exception {
        Path alone = folder.resolve("alone.json");
        assertEquals(0, Cli.run(improve(alone, "--method", "pkg.Many#add")).exitCode());
        for (JsonNode result : Cli.json(json).path("results")) {
            if (result.path("method").asText().equals("pkg.Many#add(int)")) {
                ((ObjectNode) result).remove("elapsed");
                ObjectNode single = (ObjectNode) Cli.json(alone);
                single.remove("elapsed");
                assertEquals(single.toPrettyString(), result.toPrettyString());
            }
        }
    }

    @Test
    void aKilledRunGoesOnWhereItWas() throws Exception {
        Path evidence = folder.resolve("killed");
        Path result = folder.resolve("killed.json");
        Cli.Running run = Cli.start(improve(result, "--package", "pkg", "--constructors", "--evidence", evidence.toString()));
        run.awaitError("[ 6 of ");
        assertEquals(0, new ProcessBuilder("kill", "-9", Long.toString(run.process().pid())).start().waitFor());
        run.process().waitFor();
        assertFalse(Files.exists(result), "killed too late to test anything: " + run.errorSoFar());
        List<Path> finished = results(evidence);
        assertFalse(finished.isEmpty());
        List<byte[]> before = new ArrayList<>();
        for (Path file : finished) {
            before.add(Files.readAllBytes(file));
        }

        // A result goes into a patch, and its file may be anybody's.
        Path changed = finished.get(finished.size() - 1);
        Files.writeString(changed, Files.readString(changed).replace("\"java\":\"", "\"java\":\"System.exit(1) && "));

        Cli.Result refused = Cli.run(improve(result, "--package", "pkg", "--constructors", "--evidence", evidence.toString()));
        assertEquals(2, refused.exitCode(), refused.toString());
        Cli.Result resumed = Cli.run(improve(result, "--package", "pkg", "--constructors", "--evidence", evidence.toString(), "--resume"));
        assertEquals(0, resumed.exitCode(), resumed.toString());
        assertEquals(withoutTimes(json), withoutTimes(result), "a text that is not the assertion's is not taken over");
        for (int i = 0; i < finished.size(); i++) {
            String now = Files.readString(finished.get(i));
            assertTrue(finished.get(i).equals(changed) ? !now.contains("System.exit") : now.equals(new String(before.get(i))),
                    "what was finished is not searched again");
        }
    }

    private static List<Path> results(Path evidence) throws Exception {
        try (Stream<Path> files = Files.list(evidence)) {
            return files.filter(file -> file.toString().endsWith(".result.json")).sorted().toList();
        }
    }

    @Test
    void whenTheTotalBudgetIsOverNoMethodIsBegun() throws Exception {
        Path result = folder.resolve("budget.json");
        Cli.Result run = Cli.run(improve(result, "--class", "pkg.Many", "--total-budget", "1ms"));
        assertEquals(0, run.exitCode(), run.toString());
        JsonNode report = Cli.json(result);
        int methods = report.path("results").size() + report.path("failures").size();
        assertEquals(9, methods, report.toPrettyString());
        assertTrue(report.path("outcomes").path("outOfTime").asInt() >= 7, report.toPrettyString());
    }

    @Test
    void onePatchHasAllAssertions() throws Exception {
        Path sources = folder.resolve("sources");
        for (String name : List.of("Many", "Colour")) {
            Files.createDirectories(sources.resolve("pkg"));
            Files.copy(many.sources().resolve("pkg").resolve(name + ".java"), sources.resolve("pkg").resolve(name + ".java"));
        }
        Path patch = folder.resolve("all.patch");
        Cli.Result run = Cli.run(improve(null, "--all-methods", "--patch", patch.toString(), "--sources", sources.toString()));
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.out().contains("6 of 6 methods in 2 files"), run.toString());
        Process apply = new ProcessBuilder("patch", "-p1", "--batch").directory(sources.toFile()).redirectInput(patch.toFile())
                .redirectErrorStream(true).start();
        String output = new String(apply.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, apply.waitFor(), output);
        assertEquals(0, javax.tools.ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", Files.createDirectories(folder.resolve("patched")).toString(),
                sources.resolve("pkg/Many.java").toString(), sources.resolve("pkg/Colour.java").toString()));
    }

    @Test
    void optionsThatContradictEachOtherAreRefused() throws Exception {
        for (List<String> wrong : List.of(
                List.of("--class", "pkg.Many", "--method", "pkg.Many#add"), List.of("--class", "pkg.Many", "--assertion", "true"),
                List.of("--method", "pkg.Many#add", "--total-budget", "5s"),
                List.of("--class", "pkg.Many", "--generations-csv", folder.resolve("x.csv").toString()))) {
            Cli.Result result = Cli.run(improve(null, wrong.toArray(String[]::new)));
            assertEquals(2, result.exitCode(), result.toString());
        }
        Cli.Result unknown = Cli.run(improve(null, "--package", "no.such"));
        assertEquals(3, unknown.exitCode(), unknown.toString());
        assertTrue(unknown.err().contains("no class of package no.such"), unknown.toString());
        assertEquals(3, Cli.run(improve(null, "--class", "pkg.Manny")).exitCode());
    }
}
