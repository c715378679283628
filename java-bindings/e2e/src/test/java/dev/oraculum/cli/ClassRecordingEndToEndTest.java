package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of a class run once for all of its methods, and each method gets what a run of its own gives it. */
@SameOnEveryJdk
class ClassRecordingEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject project;

    @BeforeAll
    static void compile() throws Exception {
        project = TestProject.compile("recorded", folder.resolve("recorded"));
    }

    private static Path run(String name, Map<String, String> environment, String command, String... more) throws Exception {
        Path json = folder.resolve(name + ".json");
        List<String> arguments = new ArrayList<>(
                List.of(command, "--classpath", project.classes().toString(), "--tests", project.tests(), "--json", json.toString()));
        arguments.addAll(List.of(more));
        Cli.Result result = Cli.run(arguments, environment);
        // Of a getter there is no mutant but one of its result: no evidence.
        assertTrue(List.of(0, 6).contains(result.exitCode()), result.toString());
        return json;
    }

    /** How often each test was run. */
    private static Map<String, Long> counted(Path log) throws Exception {
        return Files.readAllLines(log).stream().collect(Collectors.groupingBy(line -> line, TreeMap::new, Collectors.counting()));
    }

    @Test
    void theTestsOfTheOriginalRunOnceForAllMethodsOfAClass() throws Exception {
        Path log = folder.resolve("runs.log");
        Path json = run("infer", Map.of("RECORDED_LOG", log.toString()), "infer", "--class", "pkg.Recorded", "--set", "objects=false");
        // All, and once more those that reach a method: constructors are methods here.
        assertEquals(Map.of("adds", 2L, "clamps", 2L, "nothing", 2L, "parses", 2L), counted(log));
        Map<String, JsonNode> points = new TreeMap<>();
        Cli.json(json).path("points").forEach(point -> points.put(point.path("name").asText(), point));
        assertTrue(points.size() >= 8, points.keySet()::toString);
        for (String method : List.of("add(int)", "parse(java.lang.String)")) {
            JsonNode alone = Cli.json(run("alone", Map.of(), "infer", "--method", "pkg.Recorded#" + method));
            assertTrue(!alone.path("points").isEmpty());
            for (JsonNode point : alone.path("points")) {
                assertEquals(point.toPrettyString(), points.get(point.path("name").asText()).toPrettyString());
            }
        }
    }

    @Test
    void aMethodOfAClassGetsTheResultOfItsOwnRun() throws Exception {
        List<String> settings = List.of("--seed", "5", "--budget", "5m", "--set", "minGenerations=30", "--set", "maxGenerations=30");
        Path log = folder.resolve("mutants.log");
        List<String> ofClass = new ArrayList<>(List.of("--class", "pkg.Recorded", "--threads", "2"));
        ofClass.addAll(settings);
        JsonNode batch = Cli.json(run("class", Map.of("RECORDED_LOG", log.toString()), "improve", ofClass.toArray(String[]::new)));
        assertEquals(1, counted(log).get("nothing"), "a test that reaches no method runs once: mutants do not need it");
        List<String> compared = new ArrayList<>();
        for (JsonNode result : batch.path("results")) {
            List<String> alone = new ArrayList<>(List.of("--method", result.path("method").asText()));
            alone.addAll(settings);
            ObjectNode own = (ObjectNode) Cli.json(run("method", Map.of(), "improve", alone.toArray(String[]::new)));
            for (String field : List.of("initial", "improved", "evidence", "variables", "stopReason")) {
                String where = result.path("method").asText() + ": " + field;
                assertEquals(own.path(field).toPrettyString(), result.path(field).toPrettyString(), where);
            }
            compared.add(result.path("method").asText());
        }
        assertEquals(4, compared.size(), compared::toString);
    }

    /** One test that ends the JVM, and reaches one method only: the others are as if it was not there. */
    @Test
    void aTestThatCannotBeRunCostsTheMethodsThatNeedIt() throws Exception {
        expectWithoutParse(run(
                "ends", Map.of("RECORDED_END", "1"), "improve", "--class", "pkg.Recorded", "--seed", "5", "--set", "minGenerations=10",
                        "--set",
                "maxGenerations=10"));
    }

    /** A test class that cannot be loaded, which calls one method only: the others are as if it was not there. */
    @Test
    void aTestClassThatCannotBeLoadedCostsTheMethodsThatItCalls() throws Exception {
        TestProject broken = TestProject.compile("recorded", folder.resolve("broken"));
        Files.delete(broken.testClasses().resolve("pkg/Endings.class"));
        Path json = folder.resolve("broken.json");
        Cli.check(
                Cli.run("improve", "--classpath", broken.classes().toString(), "--tests", broken.tests(), "--class", "pkg.Recorded",
                        "--seed", "5",
                        "--set", "minGenerations=10", "--set", "maxGenerations=10", "--json", json.toString()),
                0, "test class not found or not loadable: pkg.EndingTest");
        expectWithoutParse(json);
    }

    private static void expectWithoutParse(Path json) throws Exception {
        JsonNode report = Cli.json(json);
        Map<String, String> failed = new TreeMap<>();
        report.path("failures").forEach(failure -> failed.put(failure.path("method").asText(), failure.path("outcome").asText()));
        assertEquals("projectFailed", failed.get("pkg.Recorded#parse(java.lang.String)"), report::toPrettyString);
        assertTrue(report.path("results").size() >= 2, report::toPrettyString);
    }
}
