package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import com.fasterxml.jackson.databind.JsonNode;
import dev.oraculum.cli.GenerateRuns.Mutants;
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
@SameOnEveryJdk
class SeedTemplatesEndToEndTest {
    @TempDir
    static Path folder;

    private static GenerateRuns runs;

    @BeforeAll
    static void compile() throws Exception {
        runs = GenerateRuns.of("objects", folder);
    }

    /** What a run reports; mutants have no part in what branches are reached. */
    private static JsonNode generate(String name, String className, int tests, String... more) throws Exception {
        List<String> options = new ArrayList<>(List.of("--class", className, "--max-tests", String.valueOf(tests)));
        options.addAll(List.of(more));
        return runs.write(name, Mutants.NONE, options.toArray(String[]::new)).report();
    }

    private static int branches(JsonNode report) {
        return report.at("/coverage/branch/covered").intValue();
    }

    @Test
    void theRulesOfAGameAreAllReached() throws Exception {
        JsonNode with = generate("rules", "objects.Rules", 15_000);
        assertEquals(with.at("/coverage/branch/goals").intValue(), branches(with), with.get("missed").toString());
        assertTrue(with.at("/templates/tests").intValue() > 0);
        assertEquals(with.get("files"), generate("rules-again", "objects.Rules", 15_000).get("files"));
    }

    @Test
    void objectsOfClassesInFilesOfTheirOwnAreBuilt() throws Exception {
        JsonNode with = generate("university", "campus.University", 2_000);
        assertEquals(with.at("/coverage/branch/goals").intValue(), branches(with), with.get("missed").toString());
        assertEquals("{}", with.at("/templates/refused").toString());
        JsonNode without = generate("university-without", "campus.University", 2_000, "--set", "generate.templates=off");
        assertTrue(branches(without) < branches(with), branches(without) + " of " + branches(with));
        assertEquals(0, without.at("/templates/tests").intValue());
    }

    @Test
    void aTemplateBringsInAClassThatNoSignatureNames() throws Exception {
        JsonNode with = generate("gate", "objects.Gate", 3_000);
        assertEquals(4, branches(with), with.get("missed").toString());
        assertEquals("{}", with.at("/templates/refused").toString());
        String source = with.at("/files/0/source").textValue();
        assertTrue(source.contains("Codes.expect(3);"), source);
        assertEquals(with.get("files"), generate("gate-two", "objects.Gate", 3_000, "--threads", "1").get("files"));
        assertEquals(3, branches(generate("gate-without", "objects.Gate", 3_000, "--set", "generate.templates=off")));
    }

    @Test
    void anObjectThatNobodyCanNameComesFromTheMethodThatGivesIt() throws Exception {
        Cli.Result result = Cli.run(
                "generate", "--classpath", runs.project().classes().toString(), "--explain", "objects.Scale#weigh:6");
        Cli.check(result, 0, "Tolerance tolerance = Tolerances.of(slot);", "scale.weigh(slot2, slot3, tolerance);");
    }

    @Test
    void whatAClassHasWrittenItReads() throws Exception {
        JsonNode with = generate("parcel", "objects.Parcel", 5_000, "--engine", "search");
        String source = with.at("/files/0/source").textValue();
        assertTrue(source.contains("\"empty\", Parcel.describe(") && source.contains("\"whole\", Parcel.describe("), source);
        JsonNode without = generate("parcel-without", "objects.Parcel", 5_000, "--engine", "search", "--set", "generate.roundTrips=0");
        assertTrue(branches(without) < branches(with), branches(without) + " of " + branches(with));
    }

    @Test
    void eachAlgorithmTakesThem() throws Exception {
        for (String algorithm : List.of("mosa", "monotonic", "random")) {
            String chosen = "generate.algorithm=" + algorithm;
            // At once: in the first tests chance may do without.
            JsonNode with = generate(algorithm, "objects.Awards", 4_000, "--set", chosen, "--set", "generate.templatesAfter=0");
            JsonNode without = generate(
                    algorithm + "-without", "objects.Awards", 4_000, "--set", chosen, "--set", "generate.templates=off");
            // Random tests are not changed towards a value: that there are seven awards is left to chance.
            assertTrue(branches(with) >= (algorithm.equals("random") ? 1 : 2), algorithm + ": " + branches(with));
            assertTrue(branches(without) <= branches(with) && with.at("/templates/tests").intValue() > 0, algorithm);
        }
        for (String when : List.of("fresh", "initial")) {
            assertEquals(2, branches(generate(when, "objects.Awards", 4_000, "--set", "generate.templates=" + when)), when);
        }
    }

    @Test
    void aFieldThatNothingWritesIsSaid() throws Exception {
        JsonNode report = generate("sealed", "objects.Sealed", 2_000);
        Set<String> reasons = new TreeSet<>();
        report.get("missed").forEach(missed -> missed.get("infeasible").forEach(reason -> reasons.add(reason.textValue())));
        assertTrue(reasons.contains("nothing writes objects.Sealed$Vault.gold"), reasons.toString());
    }

    @Test
    void aBranchIsExplained() throws Exception {
        List<String> source = Files.readAllLines(runs.project().sources().resolve("objects/Awards.java"));
        int line = 1;
        while (!source.get(line - 1).contains("getAwards() == 7")) {
            line++;
        }
        Path json = folder.resolve("explained.json");
        Cli.Result result = Cli.run(
                "generate", "--classpath", runs.project().classes().toString(), "--explain", "objects.Awards#target:" + line,
                "--json", json.toString());
        Cli.check(result, 0, "digraph construction", "Awards.Cv cv = new Awards.Cv();", "cv.setAwards(slot);",
                "student.setSupervisor(supervisor);",
                "awards.target(student);");
        assertEquals(4, Cli.json(json).at("/branches/0/template/graph/nodes").size());
        Cli.check(
                Cli.run("generate", "--classpath", runs.project().classes().toString(), "--explain", "objects.Awards#target:1"), 3,
                "objects.Awards#target has no branch in line 1; it has some in lines " + line);
        Cli.check(Cli.run("generate", "--classpath", runs.project().classes().toString(), "--explain", "objects.Awards"), 2, "pkg.C#m:42");
    }
}
