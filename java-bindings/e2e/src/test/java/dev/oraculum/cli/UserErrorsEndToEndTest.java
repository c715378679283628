package dev.oraculum.cli;

import static dev.oraculum.cli.Cli.check;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings that cannot be are refused before anything runs; files that are in use or have no room are named, with what to do. */
class UserErrorsEndToEndTest {
    /** Where SQLite keeps its locks (https://www.sqlite.org/fileformat.html#the_lock_byte_page). */
    private static final long LOCK_BYTES = 0x40000000L;
    private static final long LOCKS = 512;

    @TempDir
    static Path folder;

    private static TestProject purse;

    @BeforeAll
    static void compile() throws Exception {
        purse = TestProject.compile("unrecorded", folder.resolve("purse"));
    }

    private static List<String> batch(String... more) {
        List<String> arguments = new ArrayList<>(List.of("improve", "--classpath", purse.classes().toString(), "--tests", purse.tests(),
                "--class", "pkg.Purse"));
        arguments.addAll(List.of("--engine", "synthesis"));
        arguments.addAll(List.of(more));
        return arguments;
    }

    @Test
    void settingsThatContradictEachOtherAreRefusedBeforeAnythingRuns() throws Exception {
        Path evidence = folder.resolve("never");
        Cli.Result result = Cli.run(purse.improve("pkg.Purse#cut", "--set", "maxGenerations=20", "--evidence", evidence.toString()));
        check(result, 2, "minGenerations from 0 to 20", "maxGenerations of at least");
        assertFalse(result.err().contains("analysing"), result.toString());
        check(Cli.run(batch("--set", "populationSize=-5", "--evidence", evidence.toString())), 2,
                "--set populationSize=-5: expected a whole number from 2 to 1000000");
        check(Cli.run(batch("--set", "synthesis.maxWidth=99", "--evidence", evidence.toString())), 2, "synthesis.maxWidth=99",
                "from 1 to 16");
        assertFalse(Files.exists(evidence), "work was begun");
        Path states = Files.writeString(folder.resolve("states.jsonl"), "never read");
        check(Cli.run("improve", "--states", states.toString(), "--set", "mutationProbability=NaN"), 2, "mutationProbability=NaN",
                "expected a number from 0 to 1");
    }

    /** As SQLite of another process locks it. */
    private static Cli.Result whileAnotherProcessUses(Path evidence, List<String> arguments) throws Exception {
        try (FileChannel other = FileChannel.open(evidence, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = other.lock(LOCK_BYTES, LOCKS, false)) {
            assertTrue(lock.isValid());
            return Cli.asUsersDo(arguments);
        }
    }

    @Test
    void anEvidenceFileThatAnotherProcessUsesIsNamed() throws Exception {
        Path evidence = Files.createFile(folder.resolve("used.db"));
        Cli.Result result = whileAnotherProcessUses(evidence, purse.improve("pkg.Purse#cut", "--evidence", evidence.toString()));
        check(result, 2, evidence.toString(), "in use by another process", "wait for it to end");
    }

    /** Files of at most 48 kB: as a disk that is full, to everything that writes more. */
    private static Cli.Result withoutRoom(List<String> arguments) throws Exception {
        List<String> limited = List.of("bash", "-c", "ulimit -f 48 && exec \"$0\" \"$@\"");
        return Cli.start(limited, arguments, Map.of("ORACULUM_JAVA_OPTIONS", "-XX:-UsePerfData")).await();
    }

    @Test
    void aFileWithoutRoomIsNamedAndTheRunGoesOnOnceThereIsSome() throws Exception {
        Path evidence = folder.resolve("full.db");
        List<String> improve = purse.improve("pkg.Purse#cut", "--engine", "synthesis", "--evidence", evidence.toString());
        check(withoutRoom(improve), 2, evidence.toString(), "Make room, and resume the run");
        List<String> resumed = new ArrayList<>(improve);
        resumed.add("--resume");
        check(Cli.run(resumed), 0);
        resumed.addAll(List.of("--json", "/dev/full"));
        check(Cli.run(resumed), 2, "cannot write /dev/full", "No space left on device");
    }

    @Test
    void inABatchOnlyTheMethodsOfSuchFilesAreNotDone() throws Exception {
        Path runs = folder.resolve("runs");
        check(withoutRoom(batch("--evidence", runs.toString())), 2, "evidence unusable", "Make room, and resume the run");
        Path used;
        try (Stream<Path> files = Files.list(runs)) {
            used = files.filter(file -> file.toString().endsWith(".db") && file.toString().contains("cut")).findFirst().orElseThrow();
        }
        Path json = folder.resolve("batch.json");
        check(whileAnotherProcessUses(used, batch("--evidence", runs.toString(), "--resume", "--json", json.toString())),
                2, "evidence unusable", "in use by another process");
        JsonNode report = Cli.json(json);
        assertEquals(1, report.path("outcomes").path("evidenceUnusable").asInt(), report.toPrettyString());
        assertEquals(0, report.path("outcomes").path("internalError").asInt(), report.toPrettyString());
        assertTrue(report.path("failures").toString().contains(used.getFileName().toString()), report.toPrettyString());
    }
}
