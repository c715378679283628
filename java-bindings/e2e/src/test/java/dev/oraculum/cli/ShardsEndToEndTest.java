package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are divided, and their results made one again. */
@SameOnEveryJdk
class ShardsEndToEndTest {
    @TempDir
    private static Path folder;

    private static Path json(String name) {
        return folder.resolve(name + ".json");
    }

    /** The file as it is, but for times. */
    private static String withoutTimes(Path file) throws Exception {
        return Files.readString(file).replaceAll("\"elapsed\" : (\\{[^}]*\\}|[0-9.E-]+)", "\"elapsed\"");
    }

    private static Cli.Result run(List<String> command, String... more) throws Exception {
        List<String> all = new ArrayList<>(command);
        all.addAll(Arrays.asList(more));
        return Cli.run(all.toArray(String[]::new));
    }

    private static void merge(String name, String... parts) throws Exception {
        List<String> command = new ArrayList<>(List.of("merge", "--json", json(name).toString()));
        Arrays.stream(parts).map(part -> json(part).toString()).forEach(command::add);
        Cli.check(Cli.run(command.toArray(String[]::new)), 0, parts.length + " shards of");
    }

    private static void refused(String why, Path... parts) throws Exception {
        List<String> command = new ArrayList<>(List.of("merge", "--json", json("refused").toString()));
        Arrays.stream(parts).map(Path::toString).forEach(command::add);
        Cli.check(Cli.run(command.toArray(String[]::new)), 2, why);
        assertTrue(!Files.exists(json("refused")), why);
    }

    /** There are fewer classes than shards. */
    @Test
    void improvedByThreeShardsAndMergedIsImprovedAtOnce() throws Exception {
        TestProject many = TestProject.compile("many", folder.resolve("many"));
        List<String> improve = List.of("improve", "--classpath", many.classes().toString(), "--tests", many.tests(), "--package", "pkg",
                "--set", "minGenerations=5", "--set", "maxGenerations=5", "--set", "synthesis.gates=false");
        Cli.check(run(improve, "--seed", "3", "--json", json("whole").toString()), 0);
        for (int number = 1; number <= 3; number++) {
            Cli.check(run(improve, "--seed", "3", "--shard", number + "/3", "--json", json("improve-" + number).toString()), 0);
        }
        merge("merged", "improve-3", "improve-1", "improve-2");
        assertEquals(withoutTimes(json("whole")), withoutTimes(json("merged")));
        assertTrue(Cli.json(json("merged")).get("results").size() > 2, Files.readString(json("merged")));
        assertEquals(0, Cli.json(json("improve-3")).get("results").size());

        refused("shard 2 of 3 is missing", json("improve-1"), json("improve-3"));
        refused("are both shard 1 of 3 of improve", json("improve-1"), json("improve-1"), json("improve-3"));
        refused("is no result of a shard", json("whole"));
        Cli.check(run(improve, "--seed", "4", "--shard", "2/3", "--json", json("other").toString()), 0);
        refused("of other code, tests, settings or seed", json("improve-1"), json("other"), json("improve-3"));
        Cli.check(run(improve, "--shard", "4/3"), 2, "expected K/N, with K from 1 to N");
        Cli.check(run(improve, "--shard", "1/3", "--patch", folder.resolve("a.patch").toString(), "--sources", folder.toString()), 2,
                "they do not go with --shard");
    }

    @Test
    void generatedByTwoShardsAndMergedIsGeneratedAtOnce() throws Exception {
        GenerateRuns runs = GenerateRuns.of("manyclasses", folder);
        String[] options = {"--package", "app", "--max-tests", "100"};
        Path whole = folder.resolve("whole");
        Path parts = folder.resolve("parts");
        Cli.check(runs.run(whole, GenerateRuns.Mutants.WITHOUT_VARIANTS, with(options, "--json", json("all").toString())), 0);
        for (int number = 1; number <= 2; number++) {
            Cli.check(runs.run(parts, GenerateRuns.Mutants.WITHOUT_VARIANTS, with(options, "--shard", number + "/2", "--json",
                    json("generate-" + number).toString())), 0);
        }
        merge("generated", "generate-1", "generate-2");
        assertEquals(withoutTimes(json("all")), withoutTimes(json("generated")));
        assertEquals(GenerateRuns.files(whole), GenerateRuns.files(parts));
        for (String file : GenerateRuns.files(whole)) {
            assertEquals(Files.readString(whole.resolve(file)), Files.readString(parts.resolve(file)));
        }
        assertTrue(Cli.json(json("generated")).get("results").size() > 2, Files.readString(json("generated")));
    }

    private static String[] with(String[] options, String... more) {
        List<String> all = new ArrayList<>(Arrays.asList(options));
        all.addAll(Arrays.asList(more));
        return all.toArray(String[]::new);
    }
}
