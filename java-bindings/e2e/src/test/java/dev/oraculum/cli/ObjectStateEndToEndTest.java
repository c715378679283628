package dev.oraculum.cli;

import static dev.oraculum.cli.CheckRuns.check;
import static dev.oraculum.cli.CheckRuns.expect;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A datum that is an object shows what changes inside it, further than its text goes. */
class ObjectStateEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject fleet;
    private static Path oracle;
    private static JsonNode recorded;

    @BeforeAll
    static void record() throws Exception {
        fleet = TestProject.compile("fleet", folder.resolve("fleet"));
        Path out = folder.resolve("oracle");
        expect(Cli.run(List.of("select", "--classpath", fleet.classes().toString(), "--tests", fleet.tests(), "--count", "20", "--record",
                "--out",
                out.toString())), 0, "recorded");
        oracle = out.resolve("oracle.json");
        recorded = Cli.json(oracle);
    }

    /** The return value of a method in the test that calls it. */
    private static JsonNode returned(String method) {
        for (JsonNode test : recorded.get("tests")) {
            for (JsonNode values : test.get("values")) {
                JsonNode datum = recorded.get("data").get(values.get("datum").asInt());
                if (datum.get("method").asText().equals(method) && datum.get("kind").asText().equals("return")) {
                    return values;
                }
            }
        }
        throw new AssertionError("nothing is recorded of " + method + ": " + recorded);
    }

    private static Path stronger() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("stronger-sources/pkg"));
        String text = Files.readString(fleet.sources().resolve("pkg/Fleet.java"));
        assertTrue(text.contains("this.power = power;"), text);
        Files.writeString(sources.resolve("Fleet.java"), text.replace("this.power = power;", "this.power = power + 1;"));
        Path classes = folder.resolve("stronger-classes");
        fleet.compileSources(sources, classes);
        return classes;
    }

    @Test
    void whatDiffersFurtherInsideIsAMismatch() throws Exception {
        JsonNode of = returned("of");
        assertEquals("[\"pkg.Fleet{trucks=java.util.ArrayList[2]{pkg.Fleet$Truck, pkg.Fleet$Truck}}\"]", of.get("first").toString());
        assertTrue(of.get("states").get(0).asText().matches("[0-9a-f]{8}"), of::toString);
        Path json = folder.resolve("stronger.json");
        expect(check(oracle, stronger().toString(), fleet.tests(), "--json", json.toString()), 1, "return value at pkg.Fleet.of",
                "what differs is further inside");
        List<String> kinds = new ArrayList<>();
        for (JsonNode mismatch : Cli.json(json).get("mismatches")) {
            if (mismatch.get("datum").get("method").asText().equals("of")) {
                kinds.add(mismatch.get("datum").get("kind").asText() + " " + mismatch.get("kind").asText());
            }
        }
        assertTrue(kinds.contains("return state"), kinds::toString);
        expect(check(oracle, fleet.classes().toString(), fleet.tests()), 0, "no mismatch");
    }

    @Test
    void whatDiffersFromRunToRunFurtherInsideIsComparedByItsText() throws Exception {
        assertTrue(returned("boughtNow").get("state").isNull(), recorded::toString);
        assertEquals("[\"pkg.Fleet{trucks=java.util.ArrayList[1]{pkg.Fleet$Truck}}\"]", returned("boughtNow").get("first").toString());
    }

    @Test
    void anOracleWithoutStatesIsReadAndComparesTexts() throws Exception {
        ObjectNode old = (ObjectNode) Cli.json(oracle);
        old.put("version", 2);
        old.get("tests").forEach(test -> test.get("values").forEach(values -> ((ObjectNode) values).remove(List.of("state", "states"))));
        Path file = folder.resolve("old.json");
        new ObjectMapper().writeValue(file.toFile(), old);
        expect(check(file, fleet.classes().toString(), fleet.tests()), 0, "no mismatch");
        Path json = folder.resolve("old-stronger.json");
        check(file, stronger().toString(), fleet.tests(), "--json", json.toString());
        Cli.json(json).get("mismatches").forEach(
                mismatch -> assertFalse(mismatch.get("kind").asText().equals("state"), mismatch::toString));
        old.put("version", 1);
        new ObjectMapper().writeValue(file.toFile(), old);
        expect(check(file, fleet.classes().toString(), fleet.tests()), 2, "version 1", "versions 2 and 3", "record it again");
    }
}
