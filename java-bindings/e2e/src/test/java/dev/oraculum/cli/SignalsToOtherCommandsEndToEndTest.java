package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SIGINT, SIGHUP and SIGTERM to {@code infer} and {@code rank} in the middle of a test: what is finished is written, nothing is left. */
class SignalsToOtherCommandsEndToEndTest {
    @TempDir
    static Path folder;

    private static TestProject waiting;

    @BeforeAll
    static void compile() throws Exception {
        waiting = TestProject.compile("waiting", folder.resolve("waiting"));
    }

    /** Runs a command until its test waits, sends the signal, and returns how it ended. */
    private static Cli.Result interrupted(String signal, Path home, List<String> arguments) throws Exception {
        Path temporary = Files.createDirectory(home.resolve("tmp"));
        Path reached = home.resolve("reached");
        // Whoever runs these tests in the background may have them ignore a signal, which a command would inherit.
        List<String> before = List.of("env", "--default-signal=INT,HUP,TERM");
        Cli.Running run = Cli.start(before, arguments, Map.of(
                "WAITING_FILE", reached.toString(), "ORACULUM_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temporary));
        while (run.process().isAlive() && !Files.exists(reached)) {
            Thread.sleep(5);
        }
        assertEquals(0, new ProcessBuilder("kill", "-" + signal, Long.toString(run.process().pid())).start().waitFor(), run::errorSoFar);
        Cli.Result result = run.await();
        try (Stream<Path> files = Files.list(temporary)) {
            assertEquals(List.of(), files.map(file -> file.getFileName().toString()).filter(name -> !name.startsWith("hsperfdata"))
                    .toList(), result::toString);
        }
        // A guard that its supervisor's end has told to end is about to.
        for (int i = 0; i < 3_000 && processes(temporary) > 0; i++) {
            Thread.sleep(10);
        }
        assertEquals(0, processes(temporary), "processes left");
        return result;
    }

    private static long processes(Path temporary) {
        return ProcessHandle.allProcesses().filter(process -> process.info().commandLine().orElse("").contains(temporary.toString()))
                .count();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "HUP, 129"})
    void inferReportsTheMethodsThatItHas(String signal, int exitCode) throws Exception {
        Path home = Files.createDirectory(folder.resolve("infer-" + signal));
        Path json = home.resolve("result.json");
        List<String> arguments = new ArrayList<>(List.of("infer", "--classpath", waiting.classes().toString(), "--tests", waiting.tests()));
        arguments.addAll(List.of("--class", "pkg.Alarm", "pkg.Clock", "--json", json.toString()));
        Cli.Result result = interrupted(signal, home, arguments);
        assertEquals(exitCode, result.exitCode(), result.toString());
        JsonNode report = Cli.json(json);
        assertTrue(report.path("points").toString().contains("pkg.Alarm.minutes(int)"), report.toPrettyString());
        assertTrue(report.path("failures").toString().contains("the run was interrupted before it was finished"), report.toPrettyString());
        assertTrue(result.out().contains("pkg.Alarm") && result.out().contains("minutes(int)"), result.toString());
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void rankHasNothingToWriteAndSaysSo(String signal, int exitCode) throws Exception {
        Path home = Files.createDirectory(folder.resolve("rank-" + signal));
        Path json = home.resolve("result.json");
        List<String> arguments = new ArrayList<>(List.of("rank", "--classpath", waiting.classes().toString(), "--manual-tests",
                waiting.tests()));
        arguments.addAll(List.of("--generated-tests", waiting.tests(), "--class", "pkg.Clock", "--manual-test-class", "pkg.NextTest"));
        arguments.addAll(List.of("--generated-test-class", "pkg.PreviousTest", "--json", json.toString()));
        Cli.Result result = interrupted(signal, home, arguments);
        assertEquals(exitCode, result.exitCode(), result.toString());
        assertTrue(result.err().contains("stopped before there was a result to write"), result.toString());
        assertFalse(Files.exists(json), result.toString());
    }
}
