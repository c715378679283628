package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What strings, arrays, lists and maps hold, from the running method to the exported states and back. */
class ContentsEndToEndTest {
    private static final Path SUBJECTS = Path.of("../subjects").toAbsolutePath().normalize();
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private List<JsonNode> export(String method) throws Exception {
        Path states = folder.resolve("states.jsonl");
        Cli.Result result = Cli.run(List.of(
                "export-states", "--classpath", SUBJECTS.resolve("target/classes").toString(), "--tests", SUBJECTS.resolve("target/test-classes").toString(),
                "--method", "dev.oraculum.subjects." + method, "--output", states.toString()));
        assertEquals(0, result.exitCode(), result.toString());
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(states)) {
            lines.add(JSON.readTree(line));
        }
        return lines;
    }

    private static int variable(List<JsonNode> lines, String name, String type) {
        JsonNode variables = lines.get(0).path("variables");
        for (int i = 0; i < variables.size(); i++) {
            if (variables.get(i).path("name").asText().equals(name)) {
                assertEquals(type, variables.get(i).path("type").asText());
                return i;
            }
        }
        throw new AssertionError(name + " is none of " + variables);
    }

    private static List<JsonNode> states(List<JsonNode> lines, boolean correct) {
        return lines.subList(1, lines.size()).stream().filter(line -> line.path("correct").asBoolean() == correct).toList();
    }

    private static List<Integer> ints(JsonNode state, int variable) {
        List<Integer> ints = new ArrayList<>();
        state.path("values").get(variable).forEach(value -> ints.add(value.asInt()));
        return ints;
    }

    @Test
    void sortingAnArrayShowsInItsContents() throws Exception {
        List<JsonNode> lines = export("IntArrays#sort");
        int before = variable(lines, "old_a[*]", "int[]");
        int after = variable(lines, "a[*]", "int[]");
        boolean unsorted = false;
        for (JsonNode state : states(lines, true)) {
            List<Integer> expected = new ArrayList<>(ints(state, before));
            expected.sort(null);
            assertEquals(expected, ints(state, after));
            unsorted |= !expected.equals(ints(state, before));
        }
        assertTrue(unsorted, "some array was not sorted before");
        boolean wrong = false;
        for (JsonNode state : states(lines, false)) {
            List<Integer> sorted = new ArrayList<>(ints(state, after));
            sorted.sort(null);
            wrong |= !sorted.equals(ints(state, after));
        }
        assertTrue(wrong, "some mutant leaves an array unsorted");
    }

    @Test
    void wordsAreTexts() throws Exception {
        List<JsonNode> lines = export("Words#split");
        int text = variable(lines, "text[*]", "text");
        int result = variable(lines, "result[*]", "text[]");
        List<String> found = new ArrayList<>();
        for (JsonNode state : states(lines, true)) {
            found.add(state.path("values").get(text) + " -> " + state.path("values").get(result));
        }
        assertTrue(found.contains("\"to be or  not to be\" -> [\"to\",\"be\",\"or\",\"not\",\"to\",\"be\"]"), found::toString);
        assertTrue(found.contains("\"\" -> []"), found::toString);
    }

    @Test
    void mapsAreKeysAndValues() throws Exception {
        List<JsonNode> lines = export("Words#count");
        int keys = variable(lines, "result.keySet()[*]", "text{}");
        int values = variable(lines, "result.values()[*]", "int{}");
        assertTrue(states(lines, true).stream().anyMatch(state -> state.path("values").get(keys).toString().equals("[\"be\",\"not\",\"or\",\"to\"]")
                && ints(state, values).equals(List.of(1, 1, 2, 2))));
    }

    @Test
    void aListInAFieldIsSeenBeforeAndAfter() throws Exception {
        List<JsonNode> lines = export("Register#remove");
        int before = variable(lines, "old_this.entries[*]", "int[]");
        int after = variable(lines, "this.entries[*]", "int[]");
        int number = variable(lines, "number", "int");
        int result = variable(lines, "result", "boolean");
        for (JsonNode state : states(lines, true)) {
            List<Integer> expected = new ArrayList<>(ints(state, before));
            boolean removed = expected.remove((Object) state.path("values").get(number).asInt());
            assertEquals(removed, state.path("values").get(result).asBoolean());
            assertEquals(expected, ints(state, after));
        }
    }

    @Test
    void importedStatesAreTheExportedOnes() throws Exception {
        JsonNode header = export("IntArrays#replaceAll").get(0);
        Path states = folder.resolve("states.jsonl");
        Path json = folder.resolve("result.json");
        List<String> improve = List.of("improve", "--states", states.toString(), "--assertion", "result >= 0", "--seed", "1", "--set", "maxGenerations=2", "--set", "minGenerations=1", "--json", json.toString());
        assertEquals(0, Cli.run(improve).exitCode());
        JsonNode evidence = Cli.json(json).path("evidence");
        assertEquals(header.path("mutants").size(), evidence.path("mutants").path("total").asInt());
        assertTrue(header.path("mutants").size() > 2, header.toString());
        assertTrue(evidence.path("variables").toString().contains("\"old_a[*]\""), evidence.toString());
    }
}
