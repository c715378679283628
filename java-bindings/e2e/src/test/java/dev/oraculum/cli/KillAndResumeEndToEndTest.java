package dev.oraculum.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oraculum.SameOnEveryJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** kill -9 of the command, or of a worker, at several points of a run: the resumed run ends like one that nobody disturbed. */
@SameOnEveryJdk
class KillAndResumeEndToEndTest {
    /**
     * What standard error says last before the kill: before any evidence, with some mutants finished, with all evidence and a search under
     * way.
     */
    private static final String ORIGINAL = "analysing the method:";
    private static final String SECOND_MUTANT = "mutant min(int,int)/";
    private static final String SEARCH = "assembling the evidence:";

    @TempDir
    static Path folder;

    private static TestProject basics;
    private static String undisturbed;

    private static List<String> improve(Path json, Path evidence, String... more) {
        List<String> arguments = new ArrayList<>(basics.improve(
                "pkg.Calc#min", "--engine", "coevolution", "--mutators", "ALL", "--seed", "5", "--set", "minGenerations=400", "--set",
                "maxGenerations=400", "--budget", "5m", "--verbose", "--json", json.toString()));
        if (evidence != null) {
            arguments.addAll(List.of("--evidence", evidence.toString()));
        }
        arguments.addAll(List.of(more));
        return arguments;
    }

    @BeforeAll
    static void runUndisturbed() throws Exception {
        basics = TestProject.compile("basics", folder.resolve("basics"));
        Path json = folder.resolve("undisturbed.json");
        Cli.Result result = Cli.run(improve(json, null));
        assertEquals(0, result.exitCode(), result.toString());
        undisturbed = Cli.withoutTimes(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {ORIGINAL, SECOND_MUTANT, SEARCH})
    void killedCommand(String point) throws Exception {
        Path evidence = Files.createTempDirectory(folder, "killed").resolve("run.db");
        Path json = evidence.resolveSibling("result.json");
        Cli.Running run = Cli.start(improve(json, evidence));
        run.awaitError(point);
        List<ProcessHandle> workers = run.process().descendants().toList();
        kill(run.process().toHandle());
        run.process().waitFor();
        assertFalse(Files.exists(json), "killed too late to test anything: " + run.errorSoFar());
        workers.forEach(KillAndResumeEndToEndTest::awaitEnd);

        Cli.Result resumed = Cli.run(improve(json, evidence, "--resume"));
        assertEquals(0, resumed.exitCode(), resumed.toString());
        assertEquals(undisturbed, Cli.withoutTimes(json));
        if (point.equals(SEARCH)) {
            assertFalse(resumed.err().contains("running the tests"), "all units were finished: " + resumed.err());
        }
    }

    @Test
    void aFinishedRunIsResumedWithoutRunningAnything() throws Exception {
        Path evidence = folder.resolve("finished.db");
        Path json = folder.resolve("finished.json");
        assertEquals(0, Cli.run(improve(json, evidence)).exitCode());
        assertEquals(undisturbed, Cli.withoutTimes(json));
        Cli.Result again = Cli.run(improve(json, evidence, "--resume"));
        assertEquals(0, again.exitCode(), again.toString());
        assertFalse(again.err().contains("running the tests"), again.err());
        assertEquals(undisturbed, Cli.withoutTimes(json));
    }

    @ParameterizedTest
    @ValueSource(strings = {ORIGINAL, SECOND_MUTANT, "running the tests on the original program:"})
    void killedWorker(String point) throws Exception {
        Path json = Files.createTempDirectory(folder, "worker").resolve("result.json");
        Path evidence = json.resolveSibling("run.db");
        Cli.Running run = Cli.start(improve(json, evidence));
        run.awaitError(point);
        kill(awaitWorker(run.process()));
        Cli.Result result = run.await();
        assertEquals(0, result.exitCode(), result.toString());
        assertEquals(undisturbed, Cli.withoutTimes(json), result.toString());
    }

    private static ProcessHandle awaitWorker(Process command) throws InterruptedException {
        while (command.isAlive()) {
            // Not the guard: what becomes of that, ContainedProcessesEndToEndTest says. Nor a JVM that is only asked for its version.
            Optional<ProcessHandle> worker = command.descendants()
                    .filter(process -> process.info().command().filter(program -> program.endsWith("java")).isPresent())
                    .filter(process -> process.info().arguments().filter(all -> all.length == 1 && all[0].startsWith("@")).isPresent())
                    .findFirst();
            if (worker.isPresent()) {
                return worker.get();
            }
            Thread.sleep(2);
        }
        throw new AssertionError("the command ended without a worker");
    }

    private static void kill(ProcessHandle process) throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder("kill", "-9", Long.toString(process.pid())).start().waitFor(), "the process had ended");
    }

    /** A worker whose supervisor died ends by itself. */
    private static void awaitEnd(ProcessHandle worker) {
        for (int i = 0; i < 1000 && worker.isAlive(); i++) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        assertTrue(!worker.isAlive(), "orphan: " + worker.info());
    }
}
