package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.spi.AssertionEngine;
import dev.oraculum.spi.ImprovedAssertion;
import dev.oraculum.spi.PointVariable;
import dev.oraculum.spi.ProgramPoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What generators that are not ours ask for oracles: the example that uses everything, adapters, and the command line's answer. */
class ForeignOraclesEndToEndTest {
    @TempDir
    Path folder;

    @Test
    void thePageShowsWhatTheGeneratorPrints() throws Exception {
        String output = SpiExample.compile("oracles", folder).run("oracles.Generator", "1");
        assertTrue(output.contains("mutants 6 of 7"), output);
        SpiExample.assertShown(Path.of("../../docs/guide/oracles-for-generators.md"), output);
    }

    /** Interfaces shaped as those of generators that exist: ours fit behind them. */
    @Test
    void adaptersDoWhatTheirGeneratorsExpect() throws Exception {
        String output = SpiExample.compile("adapters", folder).run("adapters.Adapters");
        assertEquals(List.of("TARDIS: 2 alternatives polled, 0 left", "UTBot: peek stays true, 2 states executed, 1 removed"),
                output.lines().limit(2).toList());
        assertTrue(output.lines().anyMatch(line -> line.startsWith("EvoSuite: [") && line.contains("result")), output);
        assertTrue(output.contains("Randoop: generated0 keeps [balance == 59]\nRandoop: generated1 keeps []\n"), output);
    }

    @Test
    void theSameAssertionAsTheCommandLineFinds() throws Exception {
        StringBuilder states = new StringBuilder("{\"schemaVersion\":1,\"method\":\"C#clamp(int)\",\"variables\":[")
                .append("{\"name\":\"x\",\"type\":\"int\"},{\"name\":\"result\",\"type\":\"int\"}],")
                .append("\"constants\":{\"integers\":[10,0],\"reals\":[],\"texts\":[]}}\n");
        ProgramPoint point = new ProgramPoint(
                "C#clamp(int)", List.of(PointVariable.of("x", "int"), PointVariable.of("result", "int")), List.of(10, 0));
        try (AssertionEngine engine = AssertionEngine.open(point)) {
            for (int x = -15; x <= 25; x++) {
                String test = "t" + (x + 15);
                add(states, null, test, x, Math.max(0, Math.min(10, x)));
                engine.correct(test, List.of(x, Math.max(0, Math.min(10, x))));
                for (int mutant = 0; mutant < 3; mutant++) {
                    int result = mutant == 0 ? Math.max(0, x) : mutant == 1 ? Math.min(10, x) : Math.max(0, Math.min(10, x)) + 1;
                    add(states, "m" + mutant, test, x, result);
                    engine.incorrect("m" + mutant, test, List.of(x, result));
                }
            }
            Path file = Files.writeString(folder.resolve("states.jsonl"), states);
            Path json = folder.resolve("result.json");
            Cli.Result result = Cli.run("improve", "--states", file.toString(), "--seed", "5", "--json", json.toString());
            assertEquals(0, result.exitCode(), result.toString());
            JsonNode improved = Cli.json(json).path("improved");
            ImprovedAssertion found = engine.improve(null, 5, Duration.ofMinutes(1));
            assertEquals(improved.path("assertion").asText(), found.best().assertion());
            assertEquals(improved.path("java").asText(), found.java());
            assertEquals(improved.path("fn").asLong(), found.best().falseNegatives());
        }
    }

    /** Nothing is dropped here that the session has: both get every state, in the order of the tests. */
    private static void add(StringBuilder states, String mutant, String test, int x, int result) {
        states.append(String.format("{\"correct\":%b,\"test\":\"%s\",\"mutant\":%s,\"pair\":0,\"values\":[%d,%d]}%n",
                mutant == null, test, mutant == null ? "null" : '"' + mutant + '"', x, result));
    }
}
