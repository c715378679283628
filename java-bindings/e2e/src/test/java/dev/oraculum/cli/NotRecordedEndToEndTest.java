package dev.oraculum.cli;

import static dev.oraculum.cli.CheckRuns.expect;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whoever reads a result is told of the tests that have no part in it: those that could not be recorded, and those that fail for want of a
 * variable.
 */
class NotRecordedEndToEndTest {
    private static final Map<String, String> BROKEN = Map.of("BREAK_RECORDER", "yes");
    private static final Map<String, String> TOKEN = Map.of("NEEDS_PURSE", "yes", "PURSE_TOKEN", "s3cret");
    private static final String LOST = "PurseTest.nobodyKnowsWhatThisOneDid";

    @TempDir
    static Path folder;

    private static TestProject purse;

    @BeforeAll
    static void compile() throws Exception {
        purse = TestProject.compile("unrecorded", folder.resolve("purse"));
    }

    private static Cli.Result run(Map<String, String> environment, List<String> arguments) throws Exception {
        return Cli.start(List.of(), arguments, environment).await();
    }

    private static List<String> command(String name, String... more) {
        List<String> arguments = new ArrayList<>(List.of(name, "--classpath", purse.classes().toString(), "--tests", purse.tests()));
        arguments.addAll(List.of(more));
        return arguments;
    }

    private static void expectLost(JsonNode leftOut) {
        assertEquals(1, leftOut.size(), leftOut.toPrettyString());
        assertTrue(leftOut.get(0).path("name").asText().contains(LOST), leftOut.toPrettyString());
        assertTrue(leftOut.get(0).path("reason").asText().startsWith("could not be recorded: java.lang."), leftOut.toPrettyString());
    }

    @Test
    void improveCountsAndNamesThem() throws Exception {
        Path json = folder.resolve("improve.json");
        Path evidence = folder.resolve("run.db");
        Cli.Result result = run(BROKEN, purse.improve("pkg.Purse#cut", "--verbose", "--evidence", evidence.toString(), "--json",
                json.toString()));
        assertEquals(0, result.exitCode(), result.toString());
        expectLost(Cli.json(json).path("evidence").path("testsLeftOut"));
        assertTrue(result.out().contains(LOST + ": could not be recorded"), result.toString());

        Path resumed = folder.resolve("resumed.json");
        assertEquals(0, run(Map.of(), purse.improve("pkg.Purse#cut", "--evidence", evidence.toString(), "--resume", "--json",
                resumed.toString())).exitCode());
        // What the test does is seen by the proof of the second run, whose recorder is whole.
        assertEquals(withoutProof(json), withoutProof(resumed));
    }

    private static JsonNode withoutProof(Path json) throws Exception {
        return ((ObjectNode) Cli.json(json)).without(List.of("proof", "elapsed", "run"));
    }

    @Test
    void inferCountsAndNamesThem() throws Exception {
        Path json = folder.resolve("infer.json");
        Cli.Result result = run(BROKEN, command("infer", "--class", "pkg.Purse", "--verbose", "--json", json.toString()));
        assertEquals(0, result.exitCode(), result.toString());
        JsonNode methods = Cli.json(json).path("testsLeftOut");
        expectLost(methods);
        assertTrue(methods.get(0).path("method").asText().startsWith("pkg.Purse#cut"), methods.toPrettyString());
        assertTrue(result.err().contains("1 test left no samples") && result.err().contains(LOST), result.toString());
    }

    @Test
    void checkDoesNotTakeThemForTestsThatAgreeOrFail() throws Exception {
        Path out = folder.resolve("oracle");
        expect(run(Map.of(), command("select", "--record", "--out", out.toString())), 0);
        Path oracle = out.resolve("oracle.json");
        Path json = folder.resolve("check.json");
        expect(run(BROKEN, command("check", "--oracle", oracle.toString(), "--json", json.toString())),
                1, "no mismatch", "not recorded  pkg." + LOST, "not compared: the values of 1 test");
        expectLost(Cli.json(json).path("testsNotRecorded"));
        assertEquals(0, Cli.json(json).path("testsNotPassing").size());

        Cli.Result withheld = run(TOKEN, command("check", "--oracle", oracle.toString()));
        expect(withheld, 1, "not passing  pkg.PurseTest.needsAToken", "withheld from tests: ", "PURSE_TOKEN", "--env NAME");
        assertFalse((withheld.out() + withheld.err()).contains("s3cret"), "a value: " + withheld);
        expect(run(TOKEN, command("check", "--oracle", oracle.toString(), "--env", "PURSE_TOKEN")), 0, "no mismatch");
    }

    @Test
    void aTestThatFailsWithoutAVariableIsToldWhichAreWithheld() throws Exception {
        Cli.Result result = run(TOKEN, purse.improve("pkg.Purse#cut"));
        expect(result, 3, "1 test fails", "needsAToken", "withheld from tests: ", "PURSE_TOKEN", "--env NAME");
        assertFalse((result.out() + result.err()).contains("s3cret"), "a value: " + result);
        // A test that fails before it reaches the method stops nothing, and would be missed.
        Cli.Result early = run(Map.of("NEEDS_PURSE", "early", "PURSE_TOKEN", "s3cret"), command("infer", "--method", "pkg.Purse#cut"));
        expect(early, 0, "1 test fails on the original program", "withheld from tests: ", "PURSE_TOKEN");
        assertFalse((early.out() + early.err()).contains("s3cret"), "a value: " + early);
    }
}
