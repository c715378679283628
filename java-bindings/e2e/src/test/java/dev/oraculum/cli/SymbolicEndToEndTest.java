package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.cli.GenerateRuns.Mutants;
import dev.oraculum.cli.GenerateRuns.Written;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate} on classes with conditions that a search does not find, with symbolic execution and without. */
class SymbolicEndToEndTest {
    @TempDir
    static Path folder;

    private static GenerateRuns runs;

    @BeforeAll
    static void compile() throws Exception {
        runs = GenerateRuns.of("conditions", folder);
    }

    private static Written generate(String name, String className, int tests, String... more) throws Exception {
        List<String> options = new ArrayList<>(List.of("--class", className, "--max-tests", String.valueOf(tests)));
        options.addAll(more.length > 0 ? List.of(more) : List.of("--set", "generate.symbolic=true"));
        return runs.write(name, Mutants.NONE, options.toArray(String[]::new));
    }

    @Test
    void conditionsOnNumbersAreSolved() throws Exception {
        Written with = generate("numbers", "conditions.Numbers", 6_000);
        JsonNode symbolic = with.report().get("symbolic");
        assertEquals(with.goals("branch"), with.covered("branch"), with.report().get("missed") + "\n" + symbolic);
        assertTrue(symbolic.get("branches").intValue() > 0 && symbolic.get("diverged").intValue() == 0, symbolic.toString());
        assertTrue(with.result().out().contains("of them solved (first to cover"), with.result().out());
        runs.passes(with.out());
        Written without = generate("numbers-without", "conditions.Numbers", 6_000, "--set", "generate.symbolic=false");
        assertTrue(without.covered("branch") + 4 <= with.covered("branch"), without.covered("branch") + " of " + with.covered("branch"));
        assertEquals(0, without.report().at("/symbolic/replayed").intValue());
    }

    @Test
    void conditionsOnTextsAreSolvedAndEqualRunsAreEqual() throws Exception {
        Written with = generate("texts", "conditions.Texts", 6_000);
        JsonNode symbolic = with.report().get("symbolic");
        // The switch compares hash codes, then texts: other texts with the hash codes of the two are not looked for.
        assertEquals(with.goals("branch") - 2, with.covered("branch"), with.report().get("missed") + "\n" + symbolic);
        assertTrue(symbolic.get("branches").intValue() > 0, symbolic.toString());
        runs.passes(with.out());
        Written again = generate("texts-again", "conditions.Texts", 6_000);
        assertEquals(with.report().get("files"), again.report().get("files"));
        assertEquals(symbolic, again.report().get("symbolic"));
    }
}
