package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.SameOnEveryJdk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --preset paper}: a run as published, and what else is given stays. The preset of rank is tested with its project. */
@SameOnEveryJdk
class PresetsEndToEndTest {
    private static final Path SUBJECTS = Path.of("../subjects").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private JsonNode improve(String... options) throws Exception {
        Path json = folder.resolve("result.json");
        List<String> arguments = new ArrayList<>(List.of(
                "improve", "--classpath", SUBJECTS.resolve("target/classes").toString(), "--tests",
                SUBJECTS.resolve("target/test-classes").toString(), "--seed", "1", "--set", "minGenerations=3", "--json", json.toString()));
        List<String> given = List.of(options);
        if (!given.contains("--method")) {
            arguments.addAll(List.of("--method", "dev.oraculum.subjects.IntArrays#reverse", "--set", "maxGenerations=3"));
        }
        arguments.addAll(given);
        Cli.Result result = Cli.run(arguments);
        // Without contents no mutant of it is visible.
        assertTrue(List.of(0, 1, 6).contains(result.exitCode()), result.toString());
        return Cli.json(json);
    }

    @Test
    void improveIsCoevolutionOverStatesWithoutContents() throws Exception {
        JsonNode published = improve("--preset", "paper");
        assertFalse(published.has("floor"), "there is no synthesis in " + published);
        assertEquals(3, published.path("generations").asInt());
        assertFalse(published.path("evidence").path("variables").toString().contains("[*]"), published.toString());
        JsonNode hybrid = improve("--preset", "paper", "--engine", "hybrid");
        assertTrue(hybrid.has("floor"), "the engine is as given in " + hybrid);
        assertTrue(improve().path("evidence").path("variables").toString().contains("[*]"));
    }

    /** What the bytecode proves is no clause of the paper's. */
    @Test
    void thePapersAssertionHasNoFrameConditions() throws Exception {
        JsonNode published = improve(
                "--preset", "paper", "--method", "dev.oraculum.subjects.specified.IntStack#peek", "--set", "maxGenerations=200");
        assertTrue(published.path("improved").isObject(), published.toString());
        assertFalse(published.path("unchanged").isEmpty(), published.toString());
        for (JsonNode condition : published.path("unchanged")) {
            assertFalse(published.path("improved").path("assertion").asText().contains(condition.asText()), published.toString());
        }
    }

    @Test
    void selectIsTheBestOfItsPaper() throws Exception {
        Path json = folder.resolve("selection.json");
        TestProject bank = TestProject.compile("bank", folder.resolve("bank"));
        List<String> select = List.of("select", "--classpath", bank.classes().toString(), "--json", json.toString(), "--preset", "paper");
        assertEquals(0, Cli.run(select).exitCode());
        JsonNode settings = Cli.json(json).path("settings");
        assertFalse(settings.path("shareSites").asBoolean(true), settings.toString());
        assertEquals(10, settings.path("count").asInt());
        List<String> changed = new ArrayList<>(select);
        changed.addAll(List.of("--sites", "shared", "--set", "count=3"));
        assertEquals(0, Cli.run(changed).exitCode());
        settings = Cli.json(json).path("settings");
        assertTrue(settings.path("shareSites").asBoolean(), settings.toString());
        assertEquals(3, settings.path("count").asInt());
    }

    @Test
    void aPresetThatIsNoneIsRefused() throws Exception {
        Cli.Result result = Cli.run("select", "--classpath", ".", "--preset", "journal");
        assertEquals(2, result.exitCode());
        assertTrue(result.err().contains("--preset") && result.err().toLowerCase(Locale.ROOT).contains("paper"), result.toString());
    }
}
