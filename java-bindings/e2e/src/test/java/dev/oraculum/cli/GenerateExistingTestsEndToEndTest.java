package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate --tests}: the search starts from what existing tests do, and looks for what they miss. */
class GenerateExistingTestsEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject project;

    @BeforeAll
    static void compile() throws Exception {
        project = TestProject.compile("existing", folder.resolve("project"));
    }

    private static Cli.Result generate(String className, String out, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "generate", "--classpath", project.classes().toString(), "--class", className,
                "--out", folder.resolve(out).toString(), "--json", folder.resolve(out + ".json").toString(),
                "--max-tests", "6000", "--seed", "1", "--budget", "200"));
        arguments.addAll(List.of(more));
        return Cli.run(arguments);
    }

    /** Covered and all goals of a kind. */
    private static List<Integer> coverage(JsonNode report, String kind) {
        JsonNode of = report.get("coverage").get(kind);
        return List.of(of.get("covered").intValue(), of.get("goals").intValue());
    }

    private static long missedIn(JsonNode report, String method) {
        long missed = 0;
        for (JsonNode goal : report.get("missed")) {
            missed += goal.get("kind").textValue().equals("branch") && goal.get("method").textValue().contains(method) ? 1 : 0;
        }
        return missed;
    }

    @Test
    void anObjectThatOnlyATestShowsHowToMakeReachesTheBranchThatItMisses() throws Exception {
        Cli.check(generate("pkg.Vault", "without"), 0, "written");
        JsonNode without = Cli.json(folder.resolve("without.json"));
        assertTrue(without.get("existing").isNull(), without.toString());
        assertTrue(missedIn(without, "enter") >= 3, "the vault does not open: " + without.get("missed"));

        Cli.Result result = generate("pkg.Vault", "with", "--tests", project.tests());
        Cli.check(result, 0, "existing  3 tests of 1 class cover", "3 seeds", "added ", "written");
        assertTrue(result.toString().contains("pkg.VaultTest.thisOneFails"), result.toString());
        JsonNode with = Cli.json(folder.resolve("with.json"));
        assertEquals(0, missedIn(with, "enter"), with.get("missed").toString());
        JsonNode existing = with.get("existing");
        assertEquals("[\"pkg.VaultTest\"]", existing.get("testClasses").toString());
        assertEquals(1, existing.get("notPassing").size(), existing.toString());
        assertTrue(existing.get("covered").get("branch").intValue() < coverage(with, "branch").get(0), with.get("coverage").toString());
        String source = Files.readString(folder.resolve("with/pkg/VaultGeneratedTest.java"));
        assertTrue(source.contains("\"again\"") && source.contains("\"Octavia\""), source);
        assertFalse(source.contains("\"open\"") && source.contains("void enter_returns_open"), source);
        project.compileGenerated(
                folder.resolve("with"), project.classes() + File.pathSeparator + TestProject.junit(), folder.resolve("with-classes"));
    }

    @Test
    void theSameSeedGivesTheSameTests() throws Exception {
        for (String out : List.of("first", "second")) {
            Cli.check(generate("pkg.Vault", out, "--tests", project.tests()), 0, "written");
        }
        assertEquals(
                Files.readString(folder.resolve("first/pkg/VaultGeneratedTest.java")),
                Files.readString(folder.resolve("second/pkg/VaultGeneratedTest.java")));
    }

    @Test
    void whereExistingTestsCoverAllThereIsNothingToAdd() throws Exception {
        Cli.check(
                generate("pkg.Bell", "bell", "--tests", project.tests()), 1, "the existing tests cover every goal: there is nothing to add",
                "added     0 methods", "ended: all covered");
    }

    @Test
    void aClassWithoutTestsIsSearchedAsUsual() throws Exception {
        Cli.Result result = generate("pkg.Alone", "alone", "--tests", project.tests());
        Cli.check(result, 0, "existing  0 tests of 0 classes", "written");
        assertTrue(result.toString().contains("no test class refers to pkg.Alone"), result.toString());
    }

    @Test
    void wrongInputsAreRefused() throws Exception {
        Cli.Result alone = generate("pkg.Vault", "wrong", "--test-class", "pkg.VaultTest");
        assertEquals(2, alone.exitCode(), alone.toString());
        assertTrue(alone.toString().contains("--test-class needs --tests"), alone.toString());
        Cli.Result unknown = generate("pkg.Vault", "wrong", "--tests", project.tests(), "--test-class", "pkg.NoTest");
        assertEquals(3, unknown.exitCode(), unknown.toString());
        assertTrue(unknown.toString().contains("test class not found: pkg.NoTest"), unknown.toString());
        Cli.Result nowhere = generate("pkg.Vault", "wrong", "--tests", folder.resolve("nowhere").toString());
        assertEquals(3, nowhere.exitCode(), nowhere.toString());
        assertTrue(nowhere.toString().contains("nowhere"), nowhere.toString());
        assertFalse(Files.exists(folder.resolve("wrong")));
    }
}
