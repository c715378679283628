package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code oraculum generate} on classes whose branches look at objects several steps away, with seed templates and without. */
class SeedTemplatesEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject project;

    @BeforeAll
    static void compile() throws Exception {
        project = new TestProject("objects", Files.createDirectories(folder.resolve("project")));
        project.compileSources(project.sources(), project.classes());
    }

    private static JsonNode generate(String className, int tests, String... more) throws Exception {
        Path json = Files.createTempFile(folder, "report", ".json");
        Path out = Files.createTempDirectory(folder, "out");
        List<String> arguments = new ArrayList<>(List.of(
                "generate", "--classpath", project.classes().toString(), "--class", className, "--out", out.toString(),
                "--json", json.toString(), "--max-tests", String.valueOf(tests), "--budget", "300", "--seed", "1"));
        arguments.addAll(List.of(more));
        Cli.check(Cli.run(arguments), 0, "written");
        return Cli.json(json);
    }

    private static int branches(JsonNode report) {
        return report.at("/coverage/branch/covered").intValue();
    }

    @Test
    void theRulesOfAGameAreAllReached() throws Exception {
        JsonNode with = generate("objects.Rules", 15_000);
        assertEquals(with.at("/coverage/branch/goals").intValue(), branches(with), with.get("missed").toString());
        assertTrue(with.at("/templates/tests").intValue() > 0);
        assertEquals(with.get("files"), generate("objects.Rules", 15_000).get("files"));
    }

    @Test
    void objectsOfClassesInFilesOfTheirOwnAreBuilt() throws Exception {
        JsonNode with = generate("campus.University", 2_000);
        assertEquals(with.at("/coverage/branch/goals").intValue(), branches(with), with.get("missed").toString());
        assertEquals("{}", with.at("/templates/refused").toString());
        JsonNode without = generate("campus.University", 2_000, "--set", "generate.templates=off");
        assertTrue(branches(without) < branches(with), branches(without) + " of " + branches(with));
        assertEquals(0, without.at("/templates/tests").intValue());
    }

    @Test
    void eachAlgorithmTakesThem() throws Exception {
        for (String algorithm : List.of("mosa", "random")) {
            String chosen = "generate.algorithm=" + algorithm;
            JsonNode with = generate("objects.Awards", 4_000, "--set", chosen);
            JsonNode without = generate("objects.Awards", 4_000, "--set", chosen, "--set", "generate.templates=off");
            // Random tests are not changed towards a value: that there are seven awards is left to chance.
            assertTrue(branches(with) >= (algorithm.equals("random") ? 1 : 2), algorithm + ": " + branches(with));
            assertTrue(branches(without) <= branches(with) && with.at("/templates/tests").intValue() > 0, algorithm);
        }
        assertEquals(2, branches(generate("objects.Awards", 4_000, "--set", "generate.templates=fresh")));
        assertEquals(2, branches(generate("objects.Awards", 4_000, "--set", "generate.templates=initial")));
    }

    @Test
    void aFieldThatNothingWritesIsSaid() throws Exception {
        JsonNode report = generate("objects.Sealed", 2_000);
        Set<String> reasons = new TreeSet<>();
        report.get("missed").forEach(missed -> missed.get("infeasible").forEach(reason -> reasons.add(reason.textValue())));
        assertTrue(reasons.contains("nothing writes objects.Sealed$Vault.gold"), reasons.toString());
    }

    @Test
    void aBranchIsExplained() throws Exception {
        List<String> source = Files.readAllLines(project.sources().resolve("objects/Awards.java"));
        int line = 1;
        while (!source.get(line - 1).contains("getAwards() == 7")) {
            line++;
        }
        Path json = folder.resolve("explained.json");
        Cli.Result result = Cli.run(
                "generate", "--classpath", project.classes().toString(), "--explain", "objects.Awards#target:" + line,
                "--json", json.toString());
        Cli.check(result, 0, "digraph construction", "Awards.Cv cv = new Awards.Cv();", "cv.setAwards(slot);",
                "student.setSupervisor(supervisor);",
                "awards.target(student);");
        assertEquals(4, Cli.json(json).at("/branches/0/template/graph/nodes").size());
        Cli.check(
                Cli.run("generate", "--classpath", project.classes().toString(), "--explain", "objects.Awards#target:1"), 3,
                "objects.Awards#target has no branch in line 1; it has some in lines " + line);
        Cli.check(Cli.run("generate", "--classpath", project.classes().toString(), "--explain", "objects.Awards"), 2, "pkg.C#m:42");
    }
}
