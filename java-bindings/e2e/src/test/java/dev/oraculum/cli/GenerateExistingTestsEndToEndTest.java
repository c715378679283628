package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.cli.GenerateRuns.Mutants;
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

    private static GenerateRuns runs;
    private static GenerateRuns.Written vault;

    @BeforeAll
    static void compile() throws Exception {
        runs = new GenerateRuns(TestProject.compile("existing", folder.resolve("project")), folder);
    }

    private static String[] options(String className, String... more) {
        List<String> options = new ArrayList<>(List.of("--class", className, "--max-tests", "6000"));
        options.addAll(List.of(more));
        return options.toArray(String[]::new);
    }

    private static String[] withTests(String className, String... more) {
        List<String> options = new ArrayList<>(List.of("--tests", runs.project().tests()));
        options.addAll(List.of(more));
        return options(className, options.toArray(String[]::new));
    }

    /** Tests of the vault that add to its own, which two cases look at. */
    private static GenerateRuns.Written vault() throws Exception {
        if (vault == null) {
            vault = runs.write("vault", Mutants.FEW_VARIANTS, withTests("pkg.Vault"));
        }
        return vault;
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
        JsonNode without = runs.write("without", Mutants.NONE, options("pkg.Vault")).report();
        assertTrue(without.get("existing").isNull(), without.toString());
        assertTrue(missedIn(without, "enter") >= 3, "the vault does not open: " + without.get("missed"));

        Cli.check(vault().result(), 0, "existing  3 tests of 1 class cover", "3 seeds", "added ", "written");
        assertTrue(vault().result().toString().contains("pkg.VaultTest.thisOneFails"), vault().result().toString());
        JsonNode with = vault().report();
        assertEquals(0, missedIn(with, "enter"), with.get("missed").toString());
        JsonNode existing = with.get("existing");
        assertEquals("[\"pkg.VaultTest\"]", existing.get("testClasses").toString());
        assertEquals(1, existing.get("notPassing").size(), existing.toString());
        assertTrue(existing.get("covered").get("branch").intValue() < vault().covered("branch"), with.get("coverage").toString());
        String source = vault().source("pkg.VaultGeneratedTest");
        assertTrue(source.contains("\"again\"") && source.contains("\"Octavia\""), source);
        assertFalse(source.contains("\"open\"") && source.contains("void enter_returns_open"), source);
        runs.compiled(vault().out());
    }

    @Test
    void theSameSeedGivesTheSameTests() throws Exception {
        GenerateRuns.Written again = runs.write("again", Mutants.FEW_VARIANTS, withTests("pkg.Vault"));
        assertEquals(vault().source("pkg.VaultGeneratedTest"), again.source("pkg.VaultGeneratedTest"));
    }

    @Test
    void whereExistingTestsCoverAllThereIsNothingToAdd() throws Exception {
        Cli.check(
                runs.run(folder.resolve("bell"), Mutants.DEFAULT, withTests("pkg.Bell")), 1,
                "the existing tests cover every goal: there is nothing to add", "added     0 methods", "ended: all covered");
    }

    @Test
    void aClassWithoutTestsIsSearchedAsUsual() throws Exception {
        Cli.Result result = runs.write("alone", Mutants.NONE, withTests("pkg.Alone")).result();
        Cli.check(result, 0, "existing  0 tests of 0 classes", "written");
        assertTrue(result.toString().contains("no test class refers to pkg.Alone"), result.toString());
    }

    @Test
    void wrongInputsAreRefused() throws Exception {
        Path wrong = folder.resolve("wrong");
        Cli.Result alone = runs.refused(wrong, options("pkg.Vault", "--test-class", "pkg.VaultTest"));
        assertEquals(2, alone.exitCode(), alone.toString());
        assertTrue(alone.toString().contains("--test-class needs --tests"), alone.toString());
        Cli.Result unknown = runs.refused(wrong, withTests("pkg.Vault", "--test-class", "pkg.NoTest"));
        assertEquals(3, unknown.exitCode(), unknown.toString());
        assertTrue(unknown.toString().contains("test class not found: pkg.NoTest"), unknown.toString());
        Cli.Result nowhere = runs.refused(wrong, options("pkg.Vault", "--tests", folder.resolve("nowhere").toString()));
        assertEquals(3, nowhere.exitCode(), nowhere.toString());
        assertTrue(nowhere.toString().contains("nowhere"), nowhere.toString());
        assertFalse(Files.exists(wrong));
    }
}
