package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.oraculum.SameOnEveryJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code improve} with {@code --generated-tests}, evidence that the project's few tests do not have, and {@code --assessor-tests}. */
class GeneratedEvidenceEndToEndTest {
    private static final String PUT = "pkg.Shelf#put(int)";
    private static final String ADDED = "this.count == old_this.count + 1";

    @TempDir
    static Path folder;

    private static TestProject project;

    @BeforeAll
    static void compile() throws Exception {
        project = TestProject.compile("further", folder.resolve("further"));
    }

    private record Improved(Cli.Result result, Path json) {
        JsonNode report() throws Exception {
            return Cli.json(json);
        }

        String assertion() throws Exception {
            return report().path("improved").path("assertion").asText();
        }
    }

    private static Improved improve(String name, String method, String... options) throws Exception {
        Path json = folder.resolve(name + ".json");
        List<String> all = new ArrayList<>(List.of("--seed", "1", "--json", json.toString()));
        all.addAll(List.of(options));
        return new Improved(Cli.run(project.improve(method, all.toArray(String[]::new))), json);
    }

    private static Improved generated(String name, String method, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("--generated-tests", "900"));
        all.addAll(List.of(options));
        return improve(name, method, all.toArray(String[]::new));
    }

    @Test
    @SameOnEveryJdk
    void whatOneTestDoesNotShowIsFoundWhateverTheThreads() throws Exception {
        Improved without = improve("without", PUT);
        assertFalse(without.assertion().contains(ADDED), without.result().toString());
        Improved with = generated("with", PUT, "--threads", "1");
        assertEquals(0, with.result().exitCode(), with.result().toString());
        assertTrue(with.assertion().contains(ADDED), with.result().toString());
        assertTrue(with.report().path("evidence").path("correct").asInt() > 50, with.report().path("evidence").toString());
        assertEquals(Cli.withoutTimes(with.json()), Cli.withoutTimes(generated("threads", PUT, "--threads", "2").json()));
    }

    /** The package may set a field to anything; others cannot, and what they cannot do is no evidence. */
    @Test
    void onlyWhatIsPublicIsCalled() throws Exception {
        Path evidence = folder.resolve("public.db");
        assertEquals(0, generated("public", PUT, "--evidence", evidence.toString()).result().exitCode());
        Path states = folder.resolve("public.jsonl");
        assertEquals(0, Cli.run("export-states", "--evidence", evidence.toString(), "--output", states.toString()).exitCode());
        List<String> lines = Files.readAllLines(states);
        List<String> names = new ArrayList<>();
        new ObjectMapper().readTree(lines.get(0)).get("variables").forEach(variable -> names.add(variable.get("name").asText()));
        int spare = names.indexOf("this.spare");
        int count = names.indexOf("this.count");
        int length = names.indexOf("this.books.length");
        assertTrue(spare >= 0 && count >= 0 && length >= 0, names::toString);
        int ofGenerated = 0;
        for (String line : lines.subList(1, lines.size())) {
            JsonNode state = new ObjectMapper().readTree(line);
            if (state.get("correct").asBoolean() && state.get("test").asText().startsWith("generated test ")) {
                ofGenerated++;
                JsonNode values = state.get("values");
                assertEquals(values.get(length).asInt() - values.get(count).asInt(), values.get(spare).asInt(), line);
            }
        }
        assertTrue(ofGenerated > 50, lines.size() + " states, of generated tests " + ofGenerated);
    }

    @Test
    @SameOnEveryJdk
    void aRunThatWasRecordedIsResumed() throws Exception {
        Path evidence = folder.resolve("resumed.db");
        Improved first = generated("recorded", PUT, "--evidence", evidence.toString());
        Improved again = generated("resumed", PUT, "--evidence", evidence.toString(), "--resume");
        assertEquals(Cli.withoutTimes(first.json()), Cli.withoutTimes(again.json()));
        Improved others = improve("others", PUT, "--evidence", evidence.toString(), "--resume");
        assertEquals(2, others.result().exitCode(), others.result().toString());
        assertTrue(others.result().err().contains("generated tests"), others.result().toString());
    }

    @Test
    void whatIsPublicButCanBeMadeInThePackageOnlyIsCalledFromThere() throws Exception {
        Improved coin = generated("coin", "pkg.Coin#twice()");
        assertEquals(0, coin.result().exitCode(), coin.result().toString());
        assertTrue(coin.report().path("evidence").path("correct").asInt() > 20, coin.result().toString());
    }

    @Test
    void whereNothingCanBeCalledTheProjectsTestsAreAllThereIs() throws Exception {
        Improved nobody = generated("nobody", "pkg.Nobody#next()");
        assertTrue(nobody.result().err().contains("no further tests can be generated: "), nobody.result().toString());
        assertEquals(improve("plain", "pkg.Nobody#next()").assertion(), nobody.assertion());
    }

    /** The project's tests ask for twelve at most, and get all of them. */
    @Test
    void whatFurtherTestsRefuteIsNotInTheResult() throws Exception {
        String lent = "pkg.Shelf#lent(int)";
        String[] gullible = {"--set", "synthesis.gates=false"};
        Improved unattacked = improve("unattacked", lent, gullible);
        assertEquals("result == wanted", unattacked.assertion());
        assertTrue(unattacked.report().path("assessed").isMissingNode(), unattacked.result().toString());
        List<String> options = new ArrayList<>(List.of("--assessor-tests", "3000", "--threads", "1"));
        options.addAll(List.of(gullible));
        Improved attacked = improve("attacked", lent, options.toArray(String[]::new));
        JsonNode assessed = attacked.report().path("assessed");
        assertTrue(assessed.path("states").asInt() > 50, attacked.result().toString());
        assertTrue(assessed.path("rounds").asInt() > 1, attacked.result().toString());
        assertTrue(assessed.path("counterexamples").asInt() > 0, attacked.result().toString());
        assertFalse(attacked.assertion().equals("result == wanted"), attacked.result().toString());
        assertTrue(attacked.result().out().contains("attacked  true in "), attacked.result().toString());
        options.set(3, "2");
        options.addAll(List.of("--evidence", folder.resolve("attacked.db").toString()));
        assertEquals(Cli.withoutTimes(attacked.json()), Cli.withoutTimes(improve("two", lent, options.toArray(String[]::new)).json()));
        options.add("--resume");
        assertEquals(Cli.withoutTimes(attacked.json()), Cli.withoutTimes(improve("again", lent, options.toArray(String[]::new)).json()));
    }

    /** A given assertion that nothing is better than is no result of the search: nobody attacks it. */
    @Test
    void whatIsNotImprovedIsNotCalledAttacked() throws Exception {
        Improved given = improve("given", "pkg.Shelf#lent(int)", "--assertion", "result == wanted", "--assessor-tests", "3000");
        assertTrue(given.report().path("improved").isNull(), given.result().toString());
        assertTrue(given.report().path("assessed").isMissingNode(), given.result().toString());
        assertFalse(given.result().out().contains("attacked "), given.result().toString());
    }

    @Test
    @SameOnEveryJdk
    void aMethodThatNoTestReachesHasGeneratedOnes() throws Exception {
        Cli.check(improve("unreached", "pkg.Shelf#isFull()").result(), 3, "no test reaches pkg.Shelf#isFull()");
        Improved generated = generated("reached", "pkg.Shelf#isFull()");
        assertEquals(0, generated.result().exitCode(), generated.result().toString());
        assertTrue(generated.report().path("evidence").path("summary").asText().contains(" generated tests return "),
                generated.result().toString());
    }
}
