package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.SameOnEveryJdk;
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

    private List<JsonNode> export(String method, String... options) throws Exception {
        Path states = folder.resolve("states.jsonl");
        List<String> command = new ArrayList<>(List.of(
                "export-states", "--classpath", SUBJECTS.resolve("target/classes").toString(), "--tests",
                SUBJECTS.resolve("target/test-classes").toString(),
                "--method", "dev.oraculum.subjects." + method, "--output", states.toString()));
        command.addAll(List.of(options));
        Cli.Result result = Cli.run(command);
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
        assertTrue(states(lines, true).stream().anyMatch(
                state -> state.path("values").get(keys).toString().equals("[\"be\",\"not\",\"or\",\"to\"]")
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
        List<String> improve = List.of("improve", "--states", states.toString(), "--assertion", "result >= 0", "--seed", "1", "--set",
                "maxGenerations=2", "--set", "minGenerations=1", "--json", json.toString());
        assertEquals(0, Cli.run(improve).exitCode());
        JsonNode evidence = Cli.json(json).path("evidence");
        assertEquals(header.path("mutants").size(), evidence.path("mutants").path("total").asInt());
        assertTrue(header.path("mutants").size() > 2, header.toString());
        assertTrue(evidence.path("variables").toString().contains("\"old_a[*]\""), evidence.toString());
    }

    private static List<String> variables(List<JsonNode> lines) {
        List<String> names = new ArrayList<>();
        lines.get(0).path("variables").forEach(variable -> names.add(variable.path("name").asText()));
        return names;
    }

    @Test
    void withoutContentsStatesAreThoseOfThePaper() throws Exception {
        List<String> names = variables(export("IntArrays#reverse", "--no-contents"));
        assertTrue(names.contains("a.length"), names.toString());
        assertTrue(names.stream().noneMatch(name -> name.contains("[*]")), names.toString());
    }

    /** One of the 14 tests of reverse has an array of more than 11 elements; of those above 4 there are too many to do without. */
    @Test
    @SameOnEveryJdk
    void testsWithLongArraysAreLeftOutIfTheyAreFew() throws Exception {
        List<JsonNode> few = export("IntArrays#reverse", "--max-elements", "11");
        int after = variable(few, "a[*]", "int[]");
        assertTrue(states(few, true).stream().allMatch(state -> ints(state, after).size() <= 11));
        assertTrue(states(few, true).stream().noneMatch(state -> state.path("test").asText().contains("reverseMany")));
        assertTrue(states(few, true).stream().anyMatch(state -> state.path("test").asText().contains("reverseOdd")));
        List<String> many = variables(export("IntArrays#reverse", "--max-elements", "4"));
        assertTrue(many.contains("a") && !many.contains("a[*]"), many.toString());
        int kept = variable(export("IntArrays#reverse", "--max-elements", "4", "--unreadable-share", "0.9"), "a[*]", "int[]");
        assertTrue(kept >= 0);
    }

    @Test
    void whatIsLeftOutForContentsIsInTheResult() throws Exception {
        Path json = folder.resolve("result.json");
        Cli.Result result = Cli.run(List.of(
                "improve", "--classpath", SUBJECTS.resolve("target/classes").toString(), "--tests",
                SUBJECTS.resolve("target/test-classes").toString(), "--method",
                "dev.oraculum.subjects.IntArrays#reverse", "--max-elements", "11", "--inherited-corruption", "drop", "--set",
                "maxGenerations=1", "--set", "minGenerations=1", "--json",
                json.toString()));
        assertTrue(result.exitCode() <= 1, result.toString());
        JsonNode leftOut = Cli.json(json).path("evidence").path("testsLeftOut");
        assertEquals(1, leftOut.size(), leftOut.toString());
        assertTrue(leftOut.get(0).path("name").asText().contains("reverseMany"), leftOut.toString());
        assertTrue(leftOut.get(0).path("reason").asText().contains("a[*]` could not be read in some correct state of it: too long"),
                leftOut.toString());
    }

    @Test
    void whatToRecordIsNoOptionForRecordedStates() throws Exception {
        export("IntArrays#reverse");
        Cli.Result result = Cli.run("improve", "--states", folder.resolve("states.jsonl").toString(), "--max-elements", "9");
        assertEquals(2, result.exitCode(), result.toString());
        assertTrue(result.err().contains("--max-elements says what to record"), result.toString());
    }

    @Test
    void evidenceBeyondItsMemoryIsRefusedWithTheOption() throws Exception {
        export("IntArrays#reverse");
        String states = folder.resolve("states.jsonl").toString();
        Cli.Result result = Cli.run("improve", "--states", states, "--evidence-memory", "4K");
        assertEquals(2, result.exitCode(), result.toString());
        assertTrue(result.err().contains("--evidence-memory"), result.toString());
        result = Cli.run("improve", "--states", states, "--max-states", "5");
        assertEquals(2, result.exitCode(), result.toString());
        assertTrue(result.err().contains("more than 5 distinct states") && result.err().contains("--max-states"), result.toString());
    }
}
