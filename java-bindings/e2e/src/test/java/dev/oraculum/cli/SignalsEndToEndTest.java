package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A command that is told to end writes what is finished, and leaves neither processes nor temporary files. (Shells start background
 * commands without SIGINT: so SIGTERM.)
 */
class SignalsEndToEndTest {
    private static final int TERMINATED = 128 + 15;

    @TempDir
    static Path folder;

    private static TestProject basics;

    private Path home;
    private Path temporary;
    private Path json;

    @BeforeAll
    static void compile() throws Exception {
        basics = TestProject.compile("basics", folder.resolve("basics"));
    }

    @BeforeEach
    void makeFolders() throws Exception {
        home = Files.createTempDirectory(folder, "test");
        temporary = Files.createDirectory(home.resolve("tmp"));
        json = home.resolve("result.json");
    }

    private static void terminate(Cli.Running run, int times) throws Exception {
        String kill = "kill -TERM " + run.process().pid();
        assertEquals(0, new ProcessBuilder("sh", "-c", times == 1 ? kill : kill + "; sleep 0.05; " + kill + " || true").start().waitFor(),
                run::errorSoFar);
    }

    private List<String> left() throws Exception {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> !name.startsWith("hsperfdata")).toList();
        }
    }

    private void expectNothingLeft() throws Exception {
        assertEquals(List.of(), left());
        // A guard that its supervisor's end has told to end is about to.
        for (int i = 0; i < 3_000 && processes() > 0; i++) {
            Thread.sleep(10);
        }
        assertEquals(0, processes(), "processes left");
    }

    private long processes() {
        return ProcessHandle.allProcesses().filter(process -> process.info().commandLine().orElse("").contains(temporary.toString()))
                .count();
    }

    private List<String> improve(String... options) {
        List<String> arguments = new ArrayList<>(
                List.of("improve", "--classpath", basics.classes().toString(), "--tests", basics.tests(), "--seed", "5", "--verbose",
                        "--json", json.toString()));
        arguments.addAll(List.of(options));
        return arguments;
    }

    @Test
    void aSearchEndsWithTheBestThatItHas() throws Exception {
        Path patch = home.resolve("min.patch");
        List<String> command = improve("--method", "pkg.Calc#min", "--engine", "coevolution", "--budget", "5m", "--patch", patch.toString(),
                "--sources", basics.sources().toString());
        command.addAll(List.of("--set", "minGenerations=1000000", "--set", "maxGenerations=1000000", "--set",
                "stagnationGenerations=1000000"));
        Cli.Result result = null;
        JsonNode report = null;
        // On a busy machine it takes a while until the search has anything.
        for (int seconds : List.of(0, 5, 60)) {
            Cli.Running run = Cli.start(command, temporary);
            run.awaitError("assembling the evidence:");
            Thread.sleep(1000L * seconds);
            terminate(run, 1);
            result = run.await();
            assertEquals(TERMINATED, result.exitCode(), result.toString());
            report = Cli.json(json);
            assertEquals("cancelled", report.path("stopReason").asText(), result.toString());
            if (report.path("improved").isObject()) {
                break;
            }
        }
        assertEquals(0, report.path("verified").path("disagreements").asInt(-1), report.toPrettyString());
        assertTrue(Files.exists(patch), result.toString());
        expectNothingLeft();
    }

    @Test
    void aBatchReportsTheMethodsThatItHas() throws Exception {
        Cli.Running run = Cli.start(improve("--class", "pkg.Calc", "--threads", "1", "--evidence", home.resolve("evidence").toString()),
                temporary);
        run.awaitError("[1 of 4]");
        terminate(run, 1);
        Cli.Result result = run.await();
        assertEquals(TERMINATED, result.exitCode(), result.toString());
        JsonNode report = Cli.json(json);
        assertEquals("pkg.Calc#min(int,int)", report.path("results").path(0).path("method").asText(), report.toPrettyString());
        assertEquals(4, report.path("results").size() + report.path("failures").size(), report.toPrettyString());
        assertTrue(report.path("outcomes").path("interrupted").asInt() >= 1, report.toPrettyString());
        assertTrue(result.out().contains("interrupted"), result.toString());
        expectNothingLeft();
    }

    @Test
    void aSecondSignalEndsAtOnceAndTheNextStartCleansUp() throws Exception {
        Cli.Running run = Cli.start(improve("--method", "pkg.Calc#min", "--evidence", home.resolve("run.db").toString()), temporary);
        run.awaitError("analysing the method:");
        terminate(run, 2);
        Cli.Result result = run.await();
        assertEquals(TERMINATED, result.exitCode(), result.toString());
        assertFalse(Files.exists(json), result.toString());
        Cli.Result next = Cli.start(List.of("select", "--classpath", basics.classes().toString()), temporary).await();
        assertEquals(0, next.exitCode(), next.toString());
        expectNothingLeft();
    }

    @Test
    void recordingEndsInTheMiddleOfATestAndWritesNothing() throws Exception {
        TestProject endless = TestProject.compile("endless", folder.resolve("endless"));
        Path oracle = home.resolve("oracle");
        Cli.Running run = Cli.start(List.of("select", "--classpath", endless.classes().toString(), "--tests", endless.tests(), "--json",
                json.toString(), "--record", "--set",
                "variant=published", "--test-timeout", "600",
                "--out", oracle.toString()), temporary);
        while (run.process().isAlive() && processes() < 2) {
            Thread.sleep(5);
        }
        terminate(run, 1);
        Cli.Result result = run.await();
        assertEquals(TERMINATED, result.exitCode(), result.toString());
        assertTrue(Files.exists(json), "the selection was finished: " + result);
        assertFalse(Files.exists(oracle), result.toString());
        assertTrue(result.err().contains("stopped before there was a result to write"), result.toString());
        expectNothingLeft();
    }
}
